"""The games that the server offers."""

from collections.abc import Sequence
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from cardkit.game import AnyGame, Json
from cardkit.schema import schema
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import GameEntry, GameList, GameSheet
from cardkit_api.prepared import Shelf
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest, language_of
from cardkit_api.responses import answer

__all__ = ["ROUTES"]

_SHEETS: Final[Shelf[GameSheet]] = Shelf()
_RULES: Final[Shelf[str]] = Shelf()


def _links(game: AnyGame, base: str) -> dict[str, str]:
    here = f"{base}/v1/games/{game.key}"
    rules = {"rules": f"{here}/rules"} if game.rules else {}
    return {"self": here, **rules, "matches": f"{base}/v1/matches"}


@get("/v1/games", opt=open_to("anyone"), operation_id="listGames", tags=["games"])
async def list_games(request: HttpRequest) -> Response[GameList]:
    """List all games that can be played here."""
    caller = caller_of(request)
    entries = [
        GameEntry(
            game.key,
            game.title,
            game.seats[0],
            game.seats[-1],
            game.rules_version,
            _links(game, caller.base),
        )
        for game in caller.service.games.values()
    ]
    return answer(GameList(entries))


@get("/v1/games/{key:str}", opt=open_to("anyone", refuses=(404,)), operation_id="getGame", tags=["games"])
async def get_game(request: HttpRequest, key: FromPath[str]) -> Response[GameSheet]:
    """Show a game: its numbers of players, its options, and the schema of its documents."""
    caller = caller_of(request)
    service, base = caller.service, caller.base
    game = service.game(key)
    return _SHEETS.get(service, (key, base), lambda: _sheet(game, service.bot_names, base)).answer(request)


def _sheet(game: AnyGame, bots: Sequence[str], base: str) -> GameSheet:
    documents = schema(game)
    options: dict[str, Json] = {}
    match documents:
        case {"$defs": {"options": dict(found)}}:
            options = found
        case _:
            raise TypeError("a game's schema defines its options")
    return GameSheet(
        key=game.key,
        title=game.title,
        least_seats=game.seats[0],
        most_seats=game.seats[-1],
        rules_version=game.rules_version,
        options=options,
        schema=documents,
        rejections=dict(game.rejections),
        languages=[*game.languages],
        bots=[*bots],
        links=_links(game, base),
    )


@get(
    "/v1/games/{key:str}/rules",
    opt=open_to("anyone", reads=("Accept-Language",), sends=("Content-Language",), refuses=(404,)),
    operation_id="getRules",
    tags=["games"],
    media_type="text/markdown",
)
async def get_rules(request: HttpRequest, key: FromPath[str]) -> Response[str]:
    """Show the rules page, in Markdown, in the game's language that Accept-Language prefers.

    A game without a rules page answers 404, `no_rules`.
    """
    service = caller_of(request).service
    game = service.game(key)
    if not game.rules:
        raise HttpRefusal(404, "no_rules", f"{game.title} has no rules page")
    language = language_of(request, game.rules)
    page = _RULES.get(service, (key, language), lambda: game.rules[language])
    return page.answer(
        request, headers={"Content-Language": language}, media_type="text/markdown; charset=utf-8"
    )


ROUTES = (list_games, get_game, get_rules)
