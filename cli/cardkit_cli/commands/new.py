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
from cardkit_cli.parameters import FormatOption, GameKey, HouseRules, SeatCount, Seed
from cardkit_cli.server.settings import Settings, settings_of
from cardkit_cli.server.tickets import create_ticket, require_server

__all__ = ["new"]


def new(
    context: typer.Context,
    game: GameKey,
    seats: SeatCount = None,
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
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="Play the whole match with these bots, one for each seat: random, greedy, ismcts:200, ./PROGRAM ...",
            autocompletion=completion.bots,
        ),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(
            metavar="FIRST..LAST", help="With --bots: a match for each of these seeds, in the folder -o."
        ),
    ] = None,
    option: HouseRules = None,
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

    With --bots, the whole match is played, and the file is its log.

    Example: cardkit new thirteen --seats 4 -o game.log
    """
    settings = settings_of(context)
    if bots is not None:
        _check_for_bots(settings, seats, bots, bot, name, public, seed, seeds)
    elif seeds is not None:
        raise UsageError("--seeds needs --bots: matches are played to their end")
    elif seats is None:
        raise UsageError("missing option --seats; see `cardkit new --help`")
    if settings.server and seats is not None:
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
    rules, house, given_entropy = find_game(game), parse_options(option or []), parse_entropy(entropy or [])
    if bots is not None:
        from cardkit_cli.bot_matches import files_for_seeds, play_matches  # loads the bots

        logs = {output: seed} if seeds is None else files_for_seeds(seeds, rules, output)
        play_matches(rules, bots, house, given_entropy, logs, format)
    elif seats is not None:
        save_new_log(output, cardkit.start(rules, seats, house, seed, given_entropy), seed, format)
    return Exit.FINE


def _check_for_bots(
    settings: Settings,
    seats: int | None,
    bots: str,
    bot: list[str] | None,
    name: str | None,
    public: bool,
    seed: str | None,
    seeds: str | None,
) -> None:
    """Refuse what doesn't go with a whole match of bots."""
    if settings.server:
        raise UsageError("--bots: only for a match in a file; on a server, use --bot SEAT=NAME for each seat")
    if seats is not None and seats != bots.count(",") + 1:
        raise UsageError(f"--seats {seats}: --bots names {bots.count(',') + 1}; leave --seats out")
    if seed is not None and seeds is not None:
        raise UsageError("--seed and --seeds exclude each other")


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
