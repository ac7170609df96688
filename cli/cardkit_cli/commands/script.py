"""Commands on a match in a file."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit_cli import completion
from cardkit_cli.parameters import (
    AsSeat,
    AsViewer,
    ChangedFile,
    Expect,
    File,
    FormatOption,
    GameKey,
    LanguageOption,
    LogFile,
    Names,
    NewFile,
    Seed,
)
from cardkit_cli.remote.settings import Settings, settings_of

if TYPE_CHECKING:
    from cardkit_cli.remote.tickets import Ticket

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add them to the application."""
    for command in (new, show, moves, move, log, undo, branch, replay, diff):
        app.command()(command)


def _ticket(file: str, settings: Settings, names: str | None = None) -> "Ticket | None":
    """The ticket, where the match is on a server."""
    from cardkit_cli.remote.tickets import ticket_of

    ticket = ticket_of(file, settings)
    if ticket is not None:
        _refuse({"--names": names}, "on a server players have names of their own")
    return ticket


def _refuse(options: Mapping[str, object], reason: str) -> None:
    """Refuse an option that was given, where it means nothing."""
    for name, value in options.items():
        if value:
            from cardkit_cli.failures import Usage

            raise Usage(f"{name}: {reason}")


def new(
    context: typer.Context,
    game: GameKey,
    seats: Annotated[
        int, typer.Option("--seats", metavar="N", help="How many players.", autocompletion=completion.players)
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The new log file; - is stdout. On a server the ticket, which keeps the tokens. Never overwritten.",
        ),
    ] = None,
    seed: Seed = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="A house rule; may be repeated.",
            autocompletion=completion.options,
        ),
    ] = None,
    entropy: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=TEXT", help="What a player adds to the seed; may be repeated."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=NAME", help="On a server: a bot takes this seat; may be repeated."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="On a server: take the first free seat, called so.")
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", help="On a server: anybody may join and watch.")
    ] = False,
    format: FormatOption = "table",
) -> int:
    """Start a match in a new file, or on a server.

    The file holds the seed and all cards: only its owner should read it. Others may be shown the commitment, which
    fixes the seed without telling it. On a server (--server URL) nobody sees them before the match is over.

    Example: cardkit new thirteen --seats 4 -o game.log
    """
    settings = settings_of(context)
    there = {"--bot": bot, "--name": name, "--public": public}
    if settings.server:
        _refuse({"--seed": seed}, "a server draws the seed itself")
        from cardkit_cli.remote.tickets import server_of

        server_of(settings)
        from cardkit_cli.remote import starting as remote

        return remote.new(
            settings, game, seats, option or [], bot or [], entropy or [], name, public, output, format
        )
    _refuse(there, "that is for a match on a server: cardkit --server URL new ...")
    if output is None:
        from cardkit_cli.failures import Usage

        raise Usage("Missing option '--output' / '-o'")
    from cardkit_cli import starting

    return starting.new(game, seats, seed, option or [], entropy or [], output, format)


def show(
    context: typer.Context,
    file: File,
    viewer: AsViewer = None,
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="VERSION", help="As it was then.", autocompletion=completion.versions),
    ] = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Show the table.

    As a spectator sees it, unless --as says who looks.

    Example: cardkit show game.log --as 0
    """
    settings = settings_of(context)
    if ticket := _ticket(file, settings, names):
        from cardkit_cli.remote import showing as remote

        return remote.show(settings, ticket, viewer, at, language, format)
    from cardkit_cli import showing

    return showing.show(file, viewer, at, language, names, format)


def moves(context: typer.Context, file: File, seat: AsSeat = None, format: FormatOption = "table") -> int:
    """List the legal moves.

    Of the seat to move, or of the seat that --as names. They tell what it holds.

    Example: cardkit moves game.log
    """
    settings = settings_of(context)
    if ticket := _ticket(file, settings):
        from cardkit_cli.remote import showing as remote

        return remote.moves(settings, ticket, seat, format)
    from cardkit_cli import showing

    return showing.moves(file, seat, format)


def move(
    context: typer.Context,
    file: ChangedFile,
    moves: Annotated[
        list[str],
        typer.Argument(
            metavar="MOVE",
            help="Texts such as b7, numbers such as #12, JSON; - reads them from stdin, one a line.",
            autocompletion=completion.moves,
        ),
    ],
    seat: AsSeat = None,
    expect: Expect = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Make one or more moves.

    All of them, or none if one is refused. Prints what a spectator saw of them, or the seat that --as names. On a
    server each is made when it's your turn, and what was made before a refusal stays.

    Example: cardkit move game.log b7 g3
    """
    settings = settings_of(context)
    if ticket := _ticket(file, settings, names):
        from cardkit_cli.remote import moving as remote

        return remote.move(settings, ticket, moves, seat, expect, language, format)
    from cardkit_cli import moving

    return moving.move(file, moves, seat, expect, language, names, format)


def log(
    context: typer.Context,
    file: File,
    viewer: AsViewer = None,
    since: Annotated[int, typer.Option("--since", metavar="VERSION", help="Only what came after it.")] = 0,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Tell what happened.

    As a spectator saw it, unless --as says who looks.

    Example: cardkit log game.log --as 1 --lang de
    """
    settings = settings_of(context)
    if ticket := _ticket(file, settings, names):
        from cardkit_cli.remote import showing as remote

        return remote.log(settings, ticket, viewer, since, language, format)
    from cardkit_cli import showing

    return showing.log(file, viewer, since, language, names, format)


def undo(
    context: typer.Context,
    file: ChangedFile,
    seat: AsSeat = None,
    agreed: Annotated[
        bool, typer.Option("--agreed", help="All seats agree: even if somebody has learned something.")
    ] = False,
    expect: Expect = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Take back the last move.

    If nobody has learned anything from it, or all agree. On a server, where it takes that, the others are asked;
    --as SEAT agrees to what that seat asks.

    Example: cardkit undo game.log --as 2
    """
    settings = settings_of(context)
    if ticket := _ticket(file, settings, names):
        from cardkit_cli.remote import moving as remote

        return remote.undo(settings, ticket, seat, agreed, expect, language, format)
    from cardkit_cli import moving

    return moving.undo(file, seat, agreed, expect, language, names, format)


def branch(
    file: LogFile,
    at: Annotated[
        int,
        typer.Option(
            "--at", metavar="VERSION", help="Where to branch off.", autocompletion=completion.versions
        ),
    ],
    output: NewFile,
    seed: Seed = None,
    format: FormatOption = "table",
) -> int:
    """Play on from an earlier version.

    In a new file, with other chance: what might have been?

    Example: cardkit branch game.log --at 12 -o what-if.log
    """
    from cardkit_cli import starting

    return starting.branch(file, at, seed, output, format)


def replay(
    file: LogFile,
    viewer: AsViewer = None,
    speed: Annotated[
        float | None,
        typer.Option(
            "--speed", min=0.0625, max=64, metavar="N", help="On a terminal: so many moves a second."
        ),
    ] = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """See a match once more.

    On a terminal step by step with keys, elsewhere from beginning to end. As a spectator saw it, unless --as says
    who looks.

    Example: cardkit replay game.log --as 0 --speed 2
    """
    from cardkit_cli import replaying

    return replaying.replay(file, viewer, speed, language, names, format)


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A log file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another; one of both may be - for stdin.")],
    viewer: AsViewer = None,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Tell where two matches part.

    For their owner, unless --as says for whom. The exit code is 4 if they do.

    Example: cardkit diff game.log what-if.log
    """
    from cardkit_cli import comparing

    return comparing.diff(first, second, viewer, language, format)
