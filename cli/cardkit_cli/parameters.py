"""Arguments and options that several commands share. Nothing is imported here that takes long."""

from typing import Annotated, Final, Literal, TypeAlias

import typer

from cardkit_cli import completion

__all__ = [
    "AsSeat",
    "AsViewer",
    "ChangedFile",
    "Expect",
    "File",
    "FormatOption",
    "GameKey",
    "LanguageChoice",
    "LanguageOption",
    "LogFile",
    "Names",
    "NewFile",
    "NewTicket",
    "Seed",
    "TicketOrId",
]


def _checked_language(tag: str | None) -> str | None:
    from cardkit.language import check_language
    from cardkit.rejections import Invalid

    try:
        if tag is not None:
            check_language(tag)
    except Invalid as error:
        raise typer.BadParameter(f"{tag!r} isn't {error.accepted}") from error
    return tag


GameKey: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The key of a game (see `cardkit games`), or the place of one of yours: mygame:GAME.",
        autocompletion=completion.games,
    ),
]
LogFile: TypeAlias = Annotated[str, typer.Argument(metavar="FILE", help="The match's log file; - is stdin.")]
File: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="The match's log file, - is stdin; or on a server its ticket, or its id."
    ),
]
ChangedFile: TypeAlias = Annotated[
    str, typer.Argument(metavar="FILE", help="The match's log file; or on a server its ticket, or its id.")
]
TicketOrId: TypeAlias = Annotated[
    str, typer.Argument(metavar="MATCH", help="The match's ticket; or its id, with --server.")
]
NewFile: TypeAlias = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="The new log file; - is stdout. Never overwritten."),
]
NewTicket: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Keep the tokens in this new file, the ticket. Never overwritten.",
    ),
]
FormatOption: TypeAlias = Annotated[
    Literal["table", "json", "jsonl"],
    typer.Option("--format", help="For people; or documents for programs, all in one, or one a line."),
]
_LANG: Final = typer.Option(
    "--lang",
    metavar="TAG",
    help="The language of sentences, as a tag: en, de, nl, or what else the game speaks.",
    callback=_checked_language,
    autocompletion=completion.languages,
)
LanguageOption: TypeAlias = Annotated[str, _LANG]
LanguageChoice: TypeAlias = Annotated[str | None, _LANG]
Names: TypeAlias = Annotated[
    str | None, typer.Option("--names", metavar="A,B,...", help="What the seats are called, in order.")
]
AsViewer: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="VIEWER",
        help="Whose eyes: a seat (0 is the first), spectator or owner, who sees all.",
        autocompletion=completion.viewers,
    ),
]
AsSeat: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="The seat (0 is the first); else whoever's it is.",
        autocompletion=completion.seats,
    ),
]
Expect: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--expect",
        metavar="VERSION",
        help="The version that you saw: refuse if what the seat sees or may do has changed.",
    ),
]
Seed: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="TEXT",
        help="Where chance comes from: secret until the match is over. Without it, 256 bits from the system.",
    ),
]
