"""`cardkit new`: start a match in a file, or create one on a server."""

from collections.abc import Mapping, Sequence
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
from cardkit_cli.parameters import (
    AbsenceOption,
    ClockOption,
    DelayOption,
    FormatOption,
    GameKey,
    HouseRules,
    SeatCount,
    Seed,
    SpectatorsOption,
    StartsOption,
    TakebacksOption,
    output_option,
)
from cardkit_cli.server.settings import settings_of
from cardkit_cli.server.tickets import create_ticket, require_server

__all__ = ["new"]


def new(
    context: typer.Context,
    game: GameKey,
    seats: SeatCount = None,
    output: Annotated[
        str | None,
        output_option(
            "The new log file; - is stdout. On a server, the ticket, which keeps the tokens. Never overwritten."
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
    takebacks: TakebacksOption = None,
    clock: ClockOption = None,
    absence: AbsenceOption = None,
    starts: StartsOption = None,
    spectators: SpectatorsOption = None,
    delay: DelayOption = None,
    format: FormatOption = "table",
) -> int:
    """Start a match in a new file, or on a server.

    The file holds the seed and all cards, so only its owner can read it. Show the commitment to others: it fixes the
    seed without revealing it. On a server (--server URL), nobody sees the seed and all cards before the match is over.

    With --bots, the whole match is played, and the file is its log.

    Example: cardkit new thirteen --seats 4 -o game.log
    """
    if bots is None and seeds is not None:
        raise UsageError("--seeds needs --bots: matches are played to their end")
    if bots is None and seats is None:
        raise UsageError("missing option --seats; see `cardkit new --help`")
    if absence is not None and clock is None:
        raise UsageError("--absence needs --clock: without a clock, nobody runs out of time")
    settings = settings_of(context)
    if not settings.server:
        on_servers = {
            "--bot": bot,
            "--name": name,
            "--public": public,
            "--takebacks": takebacks,
            "--clock": clock,
            "--absence": absence,
            "--starts": starts,
            "--spectators": spectators,
            "--delay": delay,
        }
        for given, value in on_servers.items():
            if value:
                raise UsageError(f"{given}: only for a match on a server: cardkit --server URL new ...")
        return _save_in_file(game, seats, output, seed, bots, seeds, option or [], entropy or [], format)
    if bots is not None or seats is None:
        raise UsageError("--bots: only for a match in a file; on a server, use --bot SEAT=NAME for each seat")
    if seed:
        raise UsageError("--seed: a server chooses the seed itself; leave the option out")
    server, seated = require_server(settings), parse_bots(bot or [])
    from cardkit_cli.server.connection import connect  # loads an HTTP client
    from cardkit_cli.server.new_match import created_ticket, print_ticket
    from cardkit_cli.times import parse_control

    control, own = None if clock is None else parse_control(clock), parse_entropy(entropy or [])
    first = next((seat for seat in range(seats) if seat not in seated), None)
    if own and ([*own] != [first] or name is None):
        raise UsageError(
            f"--entropy: on a server, each player adds their own; yours, with --name, is {first}=TEXT"
        )
    with create_ticket(output) as write, connect(server, settings) as client:
        created = client.create(
            game,
            seats,
            name=name,
            options=parse_options(option or []),
            bots=seated,
            public=public,
            takebacks=takebacks or "ask",
            clock=control,
            absence=absence,
            starts=starts or "full",
            spectators=spectators or "public",
            delay=delay or 0,
            entropy=next(iter(own.values()), None),
        )
        ticket = created_ticket(server, created)
        write(ticket)
    print_ticket(ticket, created.match, output, format)
    return Exit.FINE


def _save_in_file(
    game: str,
    seats: int | None,
    output: str | None,
    seed: str | None,
    bots: str | None,
    seeds: str | None,
    options: Sequence[str],
    added: Sequence[str],
    format: Format,
) -> Exit:
    if bots is not None and seats not in (None, bots.count(",") + 1):
        raise UsageError(f"--seats {seats}: --bots names {bots.count(',') + 1}; leave --seats out")
    if seed is not None and seeds is not None:
        raise UsageError("--seed and --seeds exclude each other")
    if output is None:
        raise UsageError("missing option --output or -o; see `cardkit new --help`")
    rules, house, entropy = find_game(game), parse_options(options), parse_entropy(added)
    if bots is not None:
        from cardkit_cli.bot_matches import files_for_seeds, play_matches  # loads the bots

        if seeds is None:
            logs: Mapping[str, str | None] = {output: seed}
        else:
            logs = files_for_seeds(seeds, rules, output)
        return play_matches(rules, bots, house, entropy, logs, format)
    if seats is not None:
        match = cardkit.start(rules, seats, house, seed, entropy)
        save_new_log(output, match, seed, format)
    return Exit.FINE
