"""`cardkit new`: start a match in a file, or create one on a server."""

from typing import Annotated

import typer

import cardkit
from cardkit_cli import completion
from cardkit_cli.errors import UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.new_log import save_new_log
from cardkit_cli.games import find_game
from cardkit_cli.options import parse_bots, parse_entropy, parse_options
from cardkit_cli.output import Format
from cardkit_cli.parameters import FormatOption, GameKey, SeatCount, Seed
from cardkit_cli.server.settings import Settings, settings_of
from cardkit_cli.server.tickets import create_ticket, require_server

__all__ = ["new"]


def new(
    context: typer.Context,
    game: GameKey,
    seats: SeatCount,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The new log file; - is stdout. On a server, the ticket, which keeps the tokens. Never overwritten.",
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
        str | None,
        typer.Option(metavar="NAME", help="On a server: take the first free seat under this name."),
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", help="On a server: anybody may join and watch.")
    ] = False,
    format: FormatOption = "table",
) -> int:
    """Start a match in a new file, or on a server.

    The file holds the seed and all cards, so only its owner can read it. Show the commitment to others: it fixes the
    seed without revealing it. On a server (--server URL), nobody sees the seed and all cards before the match is over.

    Example: cardkit new thirteen --seats 4 -o game.log
    """
    settings = settings_of(context)
    if settings.server:
        if seed:
            raise UsageError("--seed: a server chooses the seed itself; leave the option out")
        return _create(
            settings, game, seats, option or [], bot or [], entropy or [], name, public, output, format
        )
    for given, value in (("--bot", bot), ("--name", name), ("--public", public)):
        if value:
            raise UsageError(f"{given}: only for a match on a server: cardkit --server URL new ...")
    if output is None:
        raise UsageError("missing option --output or -o; see `cardkit new --help`")
    match = cardkit.start(
        find_game(game), seats, parse_options(option or []), seed, parse_entropy(entropy or [])
    )
    save_new_log(output, match, seed, format)
    return Exit.FINE


def _create(
    settings: Settings,
    game: str,
    seats: int,
    options: list[str],
    bots: list[str],
    entropy: list[str],
    name: str | None,
    public: bool,
    output: str | None,
    format: Format,
) -> Exit:
    server, played = require_server(settings), parse_bots(bots)
    from cardkit_cli.server.connection import connect  # loads an HTTP client
    from cardkit_cli.server.new_match import created_ticket, print_ticket

    given = parse_entropy(entropy)
    first = next((seat for seat in range(seats) if seat not in played), None)
    if given and ([*given] != [first] or name is None):
        raise UsageError(
            f"--entropy: on a server, each player adds their own; yours, with --name, is {first}=TEXT"
        )
    with create_ticket(output) as write, connect(server, settings) as client:
        created = client.create(
            game,
            seats,
            name=name,
            options=parse_options(options),
            bots=played,
            public=public,
            entropy=next(iter(given.values()), None),
        )
        ticket = created_ticket(server, created)
        write(ticket)
    print_ticket(ticket, created.match, output, format)
    return Exit.FINE
