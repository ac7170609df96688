"""What a viewer sees, laid out for clients that know no game."""

from collections.abc import Sequence

from litestar import Response, get
from litestar.params import FromPath

from cardkit.drawing import move_texts, scene_document, scene_of, warnings_of
from cardkit.game import known_moves
from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit.seats import Seat
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import Scene, SceneMove
from cardkit_api.requests import OWN, AsSeat, HttpRequest, InLanguage, Seen
from cardkit_api.responses import answer, check_if_none_match, view_tag
from cardkit_api.routes.versions import LATEST, At, match_at

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/scene",
    opt=open_to("watchers", reads=("If-None-Match", "Accept-Language"), refuses=(400, 409, 422)),
    operation_id="getScene",
    tags=["play"],
)
async def get_scene(
    request: HttpRequest,
    match_id: FromPath[str],
    at: At = LATEST,
    seen: Seen = 0,
    language: InLanguage = "",
    as_: AsSeat = OWN,
) -> Response[Scene]:
    """Show what the caller sees, laid out in words and shapes: enough to draw any game without knowing it.

    Cards that the caller has seen before show their faces, if the game's layout provides for it. When the match is
    over, everybody who may read its log can also look through the eyes of any seat.
    """
    caller = caller_of(request)
    spoken = caller.language(request, language)
    match = await match_at(request, at, seen)
    seat = await caller.viewer(request, as_)
    shown = caller.shown
    tag = check_if_none_match(
        request, view_tag(match.version, seat, f"{shown.mark}.{spoken}")
    )  # a new name of a player is a new revision
    names = shown.info.names
    scene = Scene(
        version=match.version,
        seat=seat,
        scene=scene_document(scene_of(match, seat, names, spoken, remember=True)),
        moves=[] if seat is None else _moves(match, seat, names, spoken),
    )
    return answer(scene, tag)


def _moves(match: AnyMatch, seat: Seat, names: Sequence[str], language: Language) -> list[SceneMove]:
    """Return the seat's legal moves, with labels and warnings in the language."""
    legal = match.legal(seat)
    view = match.view(seat)
    labels = move_texts(match.game, view, match.header.seats, legal, language)
    warnings = warnings_of(match.game, view, seat, names, language, moves=legal)
    numbers = known_moves(match.game, match.header.seats, match.header.options).numbers
    moves: list[SceneMove] = []
    for move in legal:
        text = match.game.say(move)
        moves.append(SceneMove(numbers[move], text, labels[text], warnings.get(text, "")))
    return moves


ROUTES = (get_scene,)
