"""`cardkit play`: a match at the terminal, against bots or with others before the same screen."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from cardkit_cli import completion
from cardkit_cli.parameters import LanguageChoice, Seed
from cardkit_cli.remote.settings import Settings, settings_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from cardkit.game import Language
    from cardkit.match import AnyMatch
    from cardkit_cli.files import Kept
    from cardkit_cli.playing.who import Table
    from cardkit_cli.remote.tickets import Ticket

__all__ = ["play"]


def play(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help="A game to begin, or the log file of a match to go on with; or on a server its ticket, or its id.",
            autocompletion=completion.games,
        ),
    ],
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            help="Who plays, by seat: you, a bot's name, or NAME=you. [default: you and two bots]",
        ),
    ] = None,
    seed: Seed = None,
    lang: LanguageChoice = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The log file of a new match. Never overwritten. [default: named by game and time]",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A house rule of a new match; may be repeated.",
        ),
    ] = None,
    remember: Annotated[
        bool, typer.Option("--remember", help="Show the hidden cards that you have seen before, too.")
    ] = False,
    actions: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Take what is typed from this file, a line each; - is stdin."),
    ] = None,
) -> int:
    """Play at the terminal, against bots or with others.

    A game begins a new match; a log file goes on with its match, and so does the ticket of one on a server. Every
    move is saved at once. While playing, ? shows what may be typed. With several people (ann=you,ben=you) a hand is
    hidden until its owner says to be there.

    Example: cardkit play thirteen --seats you,random,random
    """
    from cardkit_cli.exits import Exit
    from cardkit_cli.playing.sitting import Sitting
    from cardkit_cli.playing.terminal import open_place
    from cardkit_cli.signals import ending_in_order

    settings = settings_of(context)
    with _lines_of(actions) as lines:
        if ticket := _ticket(what, settings):
            _check_only_new(seed, output, option or [], seats)
            from cardkit_cli.remote import playing

            return playing.play(settings, ticket, lang, remember, lines)
        kept, table, greeting = _set_up(what, seats, seed, lang, output, option or [])
        place = open_place(lines)
        sitting = Sitting(kept, table, place, remember=remember, greeting=greeting)
        over, code = False, Exit.FINE
        with ending_in_order():
            try:
                over = sitting.play()
            except KeyboardInterrupt:
                code = Exit.INTERRUPTED
                place.say("")
            finally:
                sitting.leave(over=over)
        place.say(_parting(kept.path, table.language, over=over))
    return code


def _parting(file: str, language: "Language", *, over: bool) -> str:
    from cardkit_cli.playing.phrases import phrase

    return phrase("bye over" if over else "bye", language, file=file)


def _set_up(
    what: str,
    seats: str | None,
    seed: str | None,
    lang: "Language | None",
    output: str | None,
    options: list[str],
) -> "tuple[Kept, Table, str]":
    """The match in its file, who plays, and what is said first."""
    from cardkit_cli.own_code import find_game

    if _is_game(what):
        return _new(what, seats, seed, lang, output, options)
    if Path(what).exists():
        _check_only_new(seed, output, options)
        return _old(what, seats, lang)
    if Path(what).suffix or Path(what).parent != Path():
        from cardkit_cli.failures import file_trouble

        raise file_trouble(FileNotFoundError(2, "No such file", what), what)
    find_game(what)  # says what it could be
    raise AssertionError


def _new(
    game: str,
    seats: str | None,
    seed: str | None,
    lang: "Language | None",
    output: str | None,
    options: list[str],
) -> "tuple[Kept, Table, str]":
    import cardkit
    from cardkit_cli.failures import Usage
    from cardkit_cli.house_rules import options_of
    from cardkit_cli.own_code import find_game
    from cardkit_cli.playing.phrases import phrase
    from cardkit_cli.playing.saving import begun, fresh_name
    from cardkit_cli.playing.who import keep_table, table_of, usual_seats

    if output == "-":
        raise Usage("--output -: a match that is played needs a file to be kept in")
    language = lang or "en"
    rules = find_game(game)
    table = table_of(seats or usual_seats(rules), language, rules)
    match = cardkit.start(rules, len(table.players), options_of(options), seed)
    kept = begun(output or fresh_name(rules.key), match)
    keep_table(kept.path, table)
    return kept, table, phrase("saved in", language, file=kept.path)


def _old(file: str, seats: str | None, lang: "Language | None") -> "tuple[Kept, Table, str]":
    from cardkit_cli.playing.phrases import phrase
    from cardkit_cli.playing.saving import found
    from cardkit_cli.playing.who import keep_table, kept_table

    kept, copy = found(file)
    known = kept_table(file)
    language = lang or ("en" if known is None else known[1])
    said = seats or (None if known is None else known[0])
    table = _seated(said, kept.match, language)
    if (table.seats, table.language) != known:
        keep_table(file, table)
    words = [phrase("gone on", language, file=file)]
    if copy is not None:
        words = [phrase("recovered", language, file=file, copy=copy)]
    if said is None:
        words.append(phrase("no table", language, seats=table.seats))
    return kept, table, " ".join(words)


def _seated(said: str | None, match: "AnyMatch", language: "Language") -> "Table":
    from cardkit_cli.failures import Usage
    from cardkit_cli.playing.who import table_of, usual_seats

    number = match.header.seats
    table = table_of(said or usual_seats(match.game, number), language, match.game)
    if len(table.players) != number:
        raise Usage(f"--seats: {len(table.players)} are named, and the match has {number} seats")
    return table


def _is_game(what: str) -> bool:
    """Whether it is the key of a game, or the place of one. To load all of them takes as long as all the rest."""
    from cardkit.registry import BUILT_IN, games
    from cardkit_cli.own_code import place_of

    if ":" in what:
        return not Path(what).exists()
    return what in BUILT_IN or place_of(what) != what or what in games()


def _ticket(what: str, settings: Settings) -> "Ticket | None":
    """The ticket, where a match on a server is meant."""
    from cardkit_cli.failures import Usage
    from cardkit_cli.remote.tickets import ticket_of

    if settings.server and not Path(what).exists() and _is_game(what):
        raise Usage(
            f"{what}: on a server, "
            f"first make a match (cardkit --server URL new {what} --name YOU ... -o match.json), "
            f"then play it (cardkit play match.json); cardkit --server '' play {what} needs no server"
        )
    return ticket_of(what, settings)


def _check_only_new(
    seed: str | None, output: str | None, options: list[str], seats: str | None = None
) -> None:
    from cardkit_cli.failures import Usage

    said = (("--seed", seed), ("--output", output), ("--option", options), ("--seats", seats))
    given = [name for name, value in said if value]
    if given:
        raise Usage(f"{given[0]}: only a new match takes it; a saved one has its own")


def _lines_of(actions: str | None) -> "AbstractContextManager[TextIO | None]":
    from cardkit_cli.failures import file_trouble

    if actions is None:
        return nullcontext()
    if actions == "-":
        return nullcontext(sys.stdin)
    try:
        return Path(actions).open(encoding="utf-8")
    except OSError as error:
        raise file_trouble(error, actions) from error
