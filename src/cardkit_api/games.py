"""Routes about the games themselves."""

from litestar import Response, get
from litestar.params import FromPath

from cardkit.game import AnyGame, Json
from cardkit.schema import schema
from cardkit_api.access import HttpRequest, caller_of, open_to
from cardkit_api.http import answer, language_of
from cardkit_api.messages import GameEntry, GameList, GameSheet
from cardkit_api.problems import Trouble

__all__ = ["ROUTES"]


def _links(game: AnyGame, base: str) -> dict[str, str]:
    here = f"{base}/v1/games/{game.key}"
    rules = {"rules": f"{here}/rules"} if game.rules else {}
    return {"self": here, **rules, "matches": f"{base}/v1/matches"}


@get("/v1/games", opt=open_to("anyone"), operation_id="listGames", tags=["games"])
async def list_games(request: HttpRequest) -> Response[GameList]:
    """All games that can be played here."""
    caller = caller_of(request)
    games = caller.house.games
    return answer(
        GameList(
            [
                GameEntry(
                    game.key,
                    game.title,
                    game.seats[0],
                    game.seats[-1],
                    game.rules_version,
                    _links(game, caller.base),
                )
                for game in games.values()
            ]
        )
    )


@get("/v1/games/{key:str}", opt=open_to("anyone"), operation_id="getGame", tags=["games"])
async def get_game(request: HttpRequest, key: FromPath[str]) -> Response[GameSheet]:
    """A game: its numbers of players, its options, and the schema of its documents."""
    caller = caller_of(request)
    game = caller.house.following.game(key)
    documents = schema(game)
    options: dict[str, Json] = {}
    match documents:
        case {"$defs": {"options": dict(found)}}:
            options = found
        case _:
            raise TypeError("a game's schema defines its options")
    return answer(
        GameSheet(
            key=game.key,
            title=game.title,
            least_seats=game.seats[0],
            most_seats=game.seats[-1],
            rules_version=game.rules_version,
            options=options,
            schema=documents,
            rejections=dict(game.rejections),
            bots=[*caller.house.bots],
            links=_links(game, caller.base),
        )
    )


@get(
    "/v1/games/{key:str}/rules",
    opt=open_to("anyone"),
    operation_id="getRules",
    tags=["games"],
    media_type="text/markdown",
)
async def get_rules(request: HttpRequest, key: FromPath[str]) -> Response[str]:
    """The rules page, in Markdown; of the languages that the game has, in the best one by Accept-Language.

    A game without a rules page answers 404, `no_rules`.
    """
    game = caller_of(request).house.following.game(key)
    if not game.rules:
        raise Trouble(404, "no_rules", f"{game.title} has no rules page")
    language = language_of(request, game.rules)
    return answer(
        game.rules[language],
        headers={"Content-Language": language},
        media_type="text/markdown; charset=utf-8",
    )


ROUTES = (list_games, get_game, get_rules)
