"""What a shell offers after Tab: games, options, seats, versions and legal moves.

Nothing here ever fails: if a file can't be read, nothing is offered. All imports are in the functions, because every
command imports this module.
"""

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import typer

if TYPE_CHECKING:
    from cardkit.match import AnyMatch

__all__ = [
    "absences",
    "bots",
    "clocks",
    "events",
    "games",
    "languages",
    "moves",
    "options",
    "people",
    "players",
    "seats",
    "versions",
    "viewers",
]

P = ParamSpec("P")
T = TypeVar("T")


def _quiet(offer: Callable[P, list[T]]) -> Callable[P, list[T]]:
    """Make a function offer nothing rather than fail: a shell would show the error in the middle of the line."""

    @wraps(offer)
    def quiet(*args: P.args, **kwargs: P.kwargs) -> list[T]:
        try:
            return offer(*args, **kwargs)
        except Exception:
            return []

    return quiet


@_quiet
def games() -> list[tuple[str, str]]:
    """Offer the keys of all games."""
    from cardkit_cli.games import load_games

    return [(key, game.title) for key, game in load_games()[0].items()]


def clocks() -> list[tuple[str, str]]:
    """Offer a time control of each kind."""
    return [
        ("5m+3s", "five minutes, and 3 seconds more with each move"),
        ("30s/move", "30 seconds for each move"),
        ("3d/move", "three days for each move"),
        ("none", "no limit"),
    ]


@_quiet
def events(ctx: typer.Context) -> list[str]:
    """Offer the types of events in the game of the match with this ticket."""
    from cardkit_cli.games import event_types, find_game

    ticket: dict[str, str] = json.loads(Path(_word(ctx, "match")).read_bytes())
    return [*event_types(find_game(ticket["game"]))]


@_quiet
def absences() -> list[str]:
    """Offer what can happen if a player's time runs out."""
    from cardkit.bots import BOTS

    return ["wait", "resign", *(f"bot:{name}" for name in BOTS)]


@_quiet
def bots(incomplete: str) -> list[str]:
    """Offer the bots, after those that the word names already."""
    from cardkit.bots import BOTS

    return _after_commas(incomplete, [*BOTS])


@_quiet
def people(incomplete: str) -> list[str]:
    """Offer you and the bots, after the players that the word names already."""
    from cardkit.bots import BOTS

    name, equals, _ = incomplete.rpartition(",")[2].partition("=")
    return _after_commas(incomplete, [f"{name if equals else ''}{equals}{who}" for who in ("you", *BOTS)])


def _after_commas(word: str, names: list[str]) -> list[str]:
    before, comma, _ = word.rpartition(",")
    return [f"{before}{comma}{name}" for name in names]


@_quiet
def languages(ctx: typer.Context) -> list[str]:
    """Offer the languages of the game, or of the game of the match in the file."""
    from cardkit_cli.games import find_game

    game = _match(ctx).game if "file" in ctx.params else find_game(_word(ctx, "game"))
    return [*dict.fromkeys((*game.languages, *game.rules))]


@_quiet
def players(ctx: typer.Context) -> list[str]:
    """Offer the numbers of players that the game allows."""
    from cardkit_cli.games import find_game

    return [str(seats) for seats in find_game(_word(ctx, "game")).seats]


@_quiet
def options(ctx: typer.Context) -> list[str]:
    """Offer the game's options, each with its default; a choice with each of its texts."""
    from cardkit.schema import options_schema
    from cardkit_cli.games import find_game

    found: list[str] = []
    match options_schema(find_game(_word(ctx, "game"))):
        case {"properties": dict(properties)}:
            for name, kind in properties.items():
                match kind:
                    case {"anyOf": [{"enum": [*texts]}, *_]}:
                        found += [f"{name}={text}" for text in texts]
                    case {"default": str(default)}:
                        found.append(f"{name}={default}")
                    case {"default": default}:
                        found.append(f"{name}={json.dumps(default)}")
                    case _:
                        pass
        case _:
            pass
    return found


@_quiet
def seats(ctx: typer.Context) -> list[str]:
    """Offer the seats of the match in the file."""
    return [str(seat) for seat in range(_match(ctx).header.seats)]


@_quiet
def viewers(ctx: typer.Context) -> list[str]:
    """Offer all viewers of the match in the file."""
    return [*seats(ctx), "spectator", "owner"]


@_quiet
def versions(ctx: typer.Context) -> list[str]:
    """Offer the versions of the match in the file, the last one first."""
    from cardkit.history import steps_since

    return [str(step.version) for step in steps_since(_match(ctx), 0)]


@_quiet
def moves(ctx: typer.Context) -> list[str]:
    """Offer the legal moves of the match in the file, after the moves already on the line."""
    from cardkit.documents import move_of
    from cardkit_cli.move_text import parse_move

    match = _match(ctx)
    before: list[str] = ctx.params.get("moves") or []
    for text in before:
        match = match.play(move_of(match, parse_move(text)))
    return [match.game.say(move) for move in match.legal()]


def _word(ctx: typer.Context, name: str) -> str:
    word: object = ctx.params.get(name)
    if word is None and ctx.args:
        word = ctx.args[0]  # an option without its value stands at the end: nothing was sorted yet
    if not isinstance(word, str):
        raise ValueError(f"no {name} is named yet")
    return word


def _match(ctx: typer.Context) -> "AnyMatch":
    from cardkit_cli.files.log_file import STDIN, read_match

    path = _word(ctx, "file")
    if path == STDIN:
        raise ValueError("stdin is not read for completion")
    return read_match(path)
