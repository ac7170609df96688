"""`cardkit new`: start a match in a file, or create one on a server."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from attrs import frozen

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
    Spectators,
    SpectatorsOption,
    Starts,
    StartsOption,
    Takebacks,
    TakebacksOption,
    output_option,
)
from cardkit_cli.server.settings import Settings, settings_of
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
    asked = _Asked(
        game,
        seats,
        output,
        seed,
        bots,
        seeds,
        option or [],
        entropy or [],
        bot or [],
        name,
        public,
        takebacks,
        clock,
        absence,
        starts,
        spectators,
        delay,
        format,
    )
    if bots is None and seeds is not None:
        raise UsageError("--seeds needs --bots: matches are played to their end")
    if bots is None and seats is None:
        raise UsageError("missing option --seats; see `cardkit new --help`")
    if absence is not None and clock is None:
        raise UsageError("--absence needs --clock: without a clock, nobody runs out of time")
    settings = settings_of(context)
    if not settings.server:
        return _save_in_file(asked)
    _create_on_server(settings, asked)
    return Exit.FINE


@frozen
class _Asked:
    """The match that was asked for, as it was typed."""

    game: str
    seats: int | None
    output: str | None
    seed: str | None
    bots: str | None
    seeds: str | None
    options: Sequence[str]
    entropy: Sequence[str]
    seated: Sequence[str]
    name: str | None
    public: bool
    takebacks: Takebacks | None
    clock: str | None
    absence: str | None
    starts: Starts | None
    spectators: Spectators | None
    delay: int | None
    format: Format


def _save_in_file(asked: _Asked) -> Exit:
    on_servers = {
        "--bot": asked.seated,
        "--name": asked.name,
        "--public": asked.public,
        "--takebacks": asked.takebacks,
        "--clock": asked.clock,
        "--absence": asked.absence,
        "--starts": asked.starts,
        "--spectators": asked.spectators,
        "--delay": asked.delay,
    }
    for given, value in on_servers.items():
        if value:
            raise UsageError(f"{given}: only for a match on a server: cardkit --server URL new ...")
    if asked.bots is not None and asked.seats not in (None, asked.bots.count(",") + 1):
        raise UsageError(
            f"--seats {asked.seats}: --bots names {asked.bots.count(',') + 1}; leave --seats out"
        )
    if asked.seed is not None and asked.seeds is not None:
        raise UsageError("--seed and --seeds exclude each other")
    if asked.output is None:
        raise UsageError("missing option --output or -o; see `cardkit new --help`")
    rules, house, entropy = find_game(asked.game), parse_options(asked.options), parse_entropy(asked.entropy)
    if asked.bots is not None:
        from cardkit_cli.bot_matches import files_for_seeds, play_matches  # loads the bots

        if asked.seeds is None:
            logs: Mapping[str, str | None] = {asked.output: asked.seed}
        else:
            logs = files_for_seeds(asked.seeds, rules, asked.output)
        return play_matches(rules, asked.bots, house, entropy, logs, asked.format)
    if asked.seats is not None:
        match = cardkit.start(rules, asked.seats, house, asked.seed, entropy)
        save_new_log(asked.output, match, asked.seed, asked.format)
    return Exit.FINE


def _create_on_server(settings: Settings, asked: _Asked) -> None:
    if asked.bots is not None or asked.seats is None:
        raise UsageError("--bots: only for a match in a file; on a server, use --bot SEAT=NAME for each seat")
    if asked.seed:
        raise UsageError("--seed: a server chooses the seed itself; leave the option out")
    server, seated = require_server(settings), parse_bots(asked.seated)
    from cardkit_cli.server.connection import connect  # loads an HTTP client
    from cardkit_cli.server.new_match import created_ticket, print_ticket
    from cardkit_cli.times import parse_control

    control = None if asked.clock is None else parse_control(asked.clock)
    entropy = parse_entropy(asked.entropy)
    first = next((seat for seat in range(asked.seats) if seat not in seated), None)
    if entropy and ([*entropy] != [first] or asked.name is None):
        raise UsageError(
            f"--entropy: on a server, each player adds their own; yours, with --name, is {first}=TEXT"
        )
    with create_ticket(asked.output) as write, connect(server, settings) as client:
        created = client.create(
            asked.game,
            asked.seats,
            name=asked.name,
            options=parse_options(asked.options),
            bots=seated,
            public=asked.public,
            takebacks=asked.takebacks or "ask",
            clock=control,
            absence=asked.absence,
            starts=asked.starts or "full",
            spectators=asked.spectators or "public",
            delay=asked.delay or 0,
            entropy=next(iter(entropy.values()), None),
        )
        ticket = created_ticket(server, created)
        write(ticket)
    print_ticket(ticket, created.match, asked.output, asked.format)
