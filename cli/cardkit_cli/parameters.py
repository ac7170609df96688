"""Arguments and options that several commands share. Nothing is imported here that takes long."""

from typing import Annotated, Final, Literal, TypeAlias

import typer

from cardkit_cli import completion

__all__ = [
    "AbsenceOption",
    "AsSeat",
    "AsViewer",
    "ChangedFile",
    "ClockAct",
    "ClockOption",
    "DelayOption",
    "Expect",
    "File",
    "FormatOption",
    "GameKey",
    "HouseRules",
    "LanguageChoice",
    "LanguageOption",
    "LogFile",
    "Names",
    "NewFile",
    "SeatAct",
    "SeatCount",
    "Seed",
    "SpectatorsOption",
    "StartsOption",
    "TakebacksOption",
    "TicketOrId",
    "checked_language",
    "output_option",
]


def checked_language(tag: str | None) -> str | None:
    """Return the language tag. Raise a usage error if it isn't one."""
    from cardkit.language import check_language
    from cardkit.rejections import Invalid

    try:
        if tag is not None:
            check_language(tag)
    except Invalid as error:
        raise typer.BadParameter(f"expected {error.accepted}, got {tag}") from error
    return tag


GameKey: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The key of a game (see `cardkit games`), or the place of a game of yours: mygame.py:GAME.",
        autocompletion=completion.games,
    ),
]
HouseRules: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A house rule; may be repeated.",
        autocompletion=completion.options,
    ),
]
SeatCount: TypeAlias = Annotated[
    int | None,
    typer.Option("--seats", metavar="N", help="The number of players.", autocompletion=completion.players),
]
LogFile: TypeAlias = Annotated[str, typer.Argument(metavar="FILE", help="The match's log file; - is stdin.")]
File: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="The match's log file (- is stdin), its ticket, or its id on a server."
    ),
]
ChangedFile: TypeAlias = Annotated[
    str, typer.Argument(metavar="FILE", help="The match's log file, its ticket, or its id on a server.")
]
TicketOrId: TypeAlias = Annotated[
    str, typer.Argument(metavar="MATCH", help="The match's ticket, or its id with --server.")
]


def output_option(help: str) -> object:
    """Return an option that names a new file."""
    return typer.Option("--output", "-o", metavar="FILE", help=help)


NewFile: TypeAlias = Annotated[
    str,
    output_option("The new log file; - is stdout. Never overwritten."),
]
FormatOption: TypeAlias = Annotated[
    Literal["table", "json", "jsonl"],
    typer.Option("--format", help="A table for people; for programs, JSON or JSON Lines."),
]
_LANG: Final = typer.Option(
    "--lang",
    metavar="TAG",
    help="The language of sentences, as a tag: en, de, nl, or another that the game has.",
    callback=checked_language,
    autocompletion=completion.languages,
)
LanguageOption: TypeAlias = Annotated[str, _LANG]
LanguageChoice: TypeAlias = Annotated[str | None, _LANG]
Names: TypeAlias = Annotated[
    str | None, typer.Option("--names", metavar="A,B,...", help="The names of the seats, in order.")
]
AsViewer: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="VIEWER",
        help="The viewer: a seat (0 is the first), spectator, or owner, who sees everything.",
        autocompletion=completion.viewers,
    ),
]
AsSeat: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="The seat (0 is the first). [default: the seat to move]",
        autocompletion=completion.seats,
    ),
]
Expect: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--expect",
        metavar="VERSION",
        help="The version that you saw: refuse if what the seat sees or may do has changed since.",
    ),
]
Seed: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="TEXT",
        help="Determines all chance; secret until the match is over. [default: 256 random bits]",
    ),
]
ClockOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TIME",
        help="On a server: the time of each player, in all (5m, 5m+3s with 3 s more for each move, '5m+3s up to 10m')"
        " or for each move (30s/move, '3 days'). none only counts it.",
        autocompletion=completion.clocks,
    ),
]
AbsenceOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--absence",
        metavar="WHAT",
        help="With --clock: what happens if a player's time runs out: a bot plays until they return (bot:NAME), the"
        " others wait, or the player has resigned (resign). [default: the server's first bot]",
        autocompletion=completion.absences,
    ),
]
SeatAct: TypeAlias = Literal["ready", "unready", "leave", "resign", "token", "free", "invite"]
ClockAct: TypeAlias = Literal["return", "pause", "resume", "give", "replace"]
Takebacks: TypeAlias = Literal["ask", "free", "none"]
TakebacksOption: TypeAlias = Annotated[
    Takebacks | None,
    typer.Option(help="On a server: whether moves can be taken back. By default, players ask the others."),
]
Starts: TypeAlias = Literal["full", "ready", "owner"]
StartsOption: TypeAlias = Annotated[
    Starts | None,
    typer.Option(
        help="On a server: when the match starts: with its last player (full), when all are ready, or when its owner"
        " starts it. By default full."
    ),
]
Spectators: TypeAlias = Literal["public", "delayed", "after", "none"]
SpectatorsOption: TypeAlias = Annotated[
    Spectators | None,
    typer.Option(
        help="On a server: what those without a seat see: all that is open, the same --delay events later, all after"
        " the end, or nothing. By default public."
    ),
]
DelayOption: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="EVENTS", min=0, max=200, help="By how many events delayed spectators are behind."),
]
