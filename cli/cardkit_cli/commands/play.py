"""`cardkit play`: a match at the terminal, against bots or with others."""

import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, TextIO

import typer

import cardkit
from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit_cli import completion
from cardkit_cli.errors import UsageError, file_error
from cardkit_cli.files.log_file import STDIN, LogFile, create_log, open_log
from cardkit_cli.files.players_file import SUFFIX, load_players, save_players
from cardkit_cli.files.repair import free_name, open_or_repair
from cardkit_cli.games import cardkit_command, find_game, is_game
from cardkit_cli.options import parse_options
from cardkit_cli.parameters import HouseRules, LanguageChoice, Seed, output_option
from cardkit_cli.phrases import phrase
from cardkit_cli.play.file_match import LiveFileMatch
from cardkit_cli.play.players import Players, default_players, parse_players
from cardkit_cli.play.session import Session
from cardkit_cli.server.settings import settings_of
from cardkit_cli.server.tickets import find_ticket
from cardkit_cli.signals import exit_on_signals
from cardkit_cli.terminal.language import language_of_terminal
from cardkit_cli.terminal.terminal import open_terminal

__all__ = ["play"]

PACE: Final = 0.4
"""The shortest time that a bot takes on a terminal, in seconds."""


def play(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help="A game to start; or the log file, ticket or id of a match to play on.",
            autocompletion=completion.games,
        ),
    ],
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            help="The players by seat: you, NAME=you, or a bot's name. [default: you and two bots]",
            autocompletion=completion.people,
        ),
    ] = None,
    seed: Seed = None,
    lang: LanguageChoice = None,
    output: Annotated[
        str | None,
        output_option("The log file of a new match. Never overwritten. [default: named by game and time]"),
    ] = None,
    option: HouseRules = None,
    remember: Annotated[
        bool, typer.Option("--remember", help="Also show the hidden cards that you have seen before.")
    ] = False,
    practice: Annotated[
        bool,
        typer.Option(
            "--practice",
            help="A new match to learn from: undo always works, and hint advises you. You against bots.",
        ),
    ] = False,
    pace: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=60,
            metavar="SECONDS",
            envvar="CARDKIT_PACE",
            help="How long a bot's move takes at least, on a terminal. [default: 0.4]",
        ),
    ] = None,
    actions: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Read what is typed from this file, line by line; - is stdin."),
    ] = None,
) -> int:
    """Play at the terminal, against bots or with others.

    A game starts a new match. A log file continues its match, and so does the ticket of a match on a server. Every move
    is saved at once. While playing, ? shows what you can type. If several people play (ann=you,ben=you), each hand is
    hidden until its owner is ready.

    Example: cardkit play thirteen --seats you,random,random
    """
    settings = settings_of(context)
    with _open_actions(actions) as lines, exit_on_signals():
        if settings.server and not Path(what).exists() and is_game(what):
            raise UsageError(
                f"{what}: on a server, first create a match: cardkit --server URL new {what} --name YOU ..."
                f" -o match.json; then play it: cardkit play match.json."
                f" To play without a server: cardkit --server '' play {what}"
            )
        ticket = find_ticket(what, settings)
        if ticket is not None:
            _check_only_new(seed, output, option, seats, practice=practice)
            from cardkit_cli.play.server_session import ServerSession  # loads an HTTP client

            language = lang or language_of_terminal()
            return ServerSession(settings, ticket, language, open_terminal(lines), remember=remember).run()
        pace = PACE if pace is None else pace
        if is_game(what):
            log, players, greeting = _new_match(
                what, seats, seed, lang, output, option or [], practice=practice
            )
        else:
            _check_only_new(seed, output, option, practice=practice)
            log, players, greeting = _saved_match(what, seats, lang)
        terminal = open_terminal(lines)
        since = 0 if log.match.previous is None else log.match.version
        while True:
            match = LiveFileMatch(log, players, remember=remember)
            session = Session(match, terminal, greeting, since=since, pace=pace)
            code = session.run()
            if not session.wants_another:
                return code
            again = cardkit.start(log.match.game, len(players.by_seat), log.match.header.options)
            log, greeting = _save_new(again, players, None)
            since = 0


def _new_match(
    game: str,
    seats: str | None,
    seed: str | None,
    lang: Language | None,
    output: str | None,
    options: list[str],
    *,
    practice: bool,
) -> tuple[LogFile, Players, str]:
    """Start a match in a new file. Return it, its players, and what is said first."""
    if output == STDIN:
        raise UsageError("--output -: a match that is played must be saved in a file; name one")
    rules = find_game(game)
    language = lang or language_of_terminal()
    players = parse_players(seats or default_players(rules), language, rules, practice=practice)
    match = cardkit.start(rules, len(players.by_seat), parse_options(options), seed)
    log, greeting = _save_new(match, players, output)
    return log, players, greeting


def _save_new(match: AnyMatch, players: Players, output: str | None) -> tuple[LogFile, str]:
    """Save a new match. Return its file, and what is said first."""
    kind = f"{match.game.key}-practice" if players.practice else match.game.key
    path = output or free_name(f"{kind}-{datetime.now():%Y%m%d-%H%M%S}", ".jsonl")
    create_log(path, match)
    save_players(path, players.saved)
    return open_log(path), phrase("saved in", players.language, file=path) + _told_of_practice(players)


def _saved_match(path: str, seats: str | None, lang: Language | None) -> tuple[LogFile, Players, str]:
    """Open the match of a file to play on. Return it, its players, and what is said first."""
    if not Path(path).exists() and not Path(path).suffix and Path(path).parent == Path():
        find_game(path)  # raises an error that names similar games
    log, backup = open_or_repair(path)
    known = load_players(path)
    language = lang or (language_of_terminal() if known is None else known.language)
    spec = seats or (None if known is None else known.spec or None)
    game, number = log.match.game, log.match.header.seats
    if spec is None and log.match.previous is not None and log.match.actors:
        raise UsageError(
            f"{path}: it isn't known who plays, because there is no {path}{SUFFIX}; say who sits where:"
            f" {cardkit_command()} play {path} --seats {default_players(game, number)};"
            f" or put the {SUFFIX} file of this log beside it"
        )
    practice = known is not None and known.practice
    players = parse_players(spec or default_players(game, number), language, game, practice=practice)
    if len(players.by_seat) != number:
        raise UsageError(
            f"--seats: the match has {number} seats, but the option names {len(players.by_seat)}"
        )
    if players.saved != known and log.match.actors:
        save_players(path, players.saved)
    greeting = phrase("gone on", language, file=path)
    if backup is not None:
        greeting = phrase("recovered", language, file=path, copy=backup)
    if spec is None:
        greeting += " " + phrase("no table", language, seats=players.spec)
    return log, players, greeting + _told_of_practice(players)


def _told_of_practice(players: Players) -> str:
    """Return what people who practise should know, after the rest of the greeting."""
    return f" {phrase('practice', players.language)}" if players.practice else ""


def _check_only_new(
    seed: str | None,
    output: str | None,
    options: list[str] | None,
    seats: str | None = None,
    *,
    practice: bool,
) -> None:
    given = (
        ("--seed", seed),
        ("--output", output),
        ("--option", options),
        ("--seats", seats),
        ("--practice", practice),
    )
    for name, value in given:
        if value:
            raise UsageError(f"{name}: only for a new match; a saved match keeps its own")


@contextmanager
def _open_actions(actions: str | None) -> Generator[TextIO | None, None, None]:
    """Open the file of `--actions`, if there is one."""
    if actions is None or actions == STDIN:
        yield None if actions is None else sys.stdin
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(actions).open(encoding="utf-8"))
        except OSError as error:
            raise file_error(error, actions) from error
        yield stream
