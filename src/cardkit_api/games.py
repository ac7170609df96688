"""Routes about the games themselves."""

from litestar import Response, get
from litestar.params import FromPath

from cardkit.game import AnyGame, Json
from cardkit.rejections import UnknownGame
from cardkit.schema import schema
from cardkit_api.access import HttpRequest, caller_of, open_to
from cardkit_api.http import answer, language_of
from cardkit_api.messages import GameEntry, GameList, GameSheet

__all__ = ["ROUTES"]


def _links(key: str, base: str) -> dict[str, str]:
    here = f"{base}/v1/games/{key}"
    return {"self": here, "rules": f"{here}/rules", "matches": f"{base}/v1/matches"}


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
                    _links(game.key, caller.base),
                )
                for game in games.values()
            ]
        )
    )


@get("/v1/games/{key:str}", opt=open_to("anyone"), operation_id="getGame", tags=["games"])
async def get_game(request: HttpRequest, key: FromPath[str]) -> Response[GameSheet]:
    """A game: its numbers of players, its options, and the schema of its documents."""
    caller = caller_of(request)
    game = _game(request, key)
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
            links=_links(game.key, caller.base),
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
    """The rules, in Markdown; in English, German or Dutch, by Accept-Language."""
    game, language = _game(request, key), language_of(request)
    try:
        rules = game.rules(language)
    except FileNotFoundError:  # not translated
        language = "en"
        rules = game.rules(language)
    return answer(
        rules,
        headers={"Content-Language": language},
        media_type="text/markdown; charset=utf-8",
    )


def _game(request: HttpRequest, key: str) -> AnyGame:
    games = caller_of(request).house.games
    if key not in games:
        raise UnknownGame(key, games)
    return games[key]


ROUTES = (list_games, get_game, get_rules)
