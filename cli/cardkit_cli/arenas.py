"""The work of `cardkit arena` and `cardkit simulate`: play matches of bots, and show the result."""

import os
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from time import monotonic
from typing import Final, Literal, Self, TypeAlias

from attrs import evolve

from cardkit.arena import Arena, Pace, RunSpec, Simulation
from cardkit.arena import rate as rate_bots
from cardkit.arena import simulate as simulate_matches
from cardkit.arena.execution.dask_cluster import dask as dask_executor
from cardkit.arena.measures.choices import Choices
from cardkit.arena.measures.leads import Leads
from cardkit.arena.measures.occurrences import Occurrence
from cardkit.arena.measures.seats import Cell
from cardkit.arena.references import load_measure
from cardkit.arena.report.files import write_report
from cardkit.arena.report.findings import findings
from cardkit.arena.report.page import rating_note, worth_note
from cardkit.arena.report.phrases import ENGLISH
from cardkit.arena.report.tables import csv_text, measure_rows, rating_rows, shorten, simulation_rows
from cardkit.arena.report.wording import format_matches
from cardkit.arena.statistics.intervals import CONFIDENCE, Share
from cardkit.arena.storage.folder import RUN
from cardkit.language import Language
from cardkit.seats import Seat
from cardkit_cli.errors import UsageError, file_error
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import add_working_folder, place_of
from cardkit_cli.options import parse_options
from cardkit_cli.output import columns, emit, note, say
from cardkit_cli.signals import exit_on_signals

__all__ = ["ResultFormat", "format_rate", "rate", "simulate", "specify"]

ResultFormat: TypeAlias = Literal["table", "json", "csv"]

SHOWN: Final = 20
"""The most moves, or numbers of the user's own measures, in a table; twice as many events. All are in the JSON."""
OFTEN: Final = 0.2
"""The seconds between two updates of the progress."""


def specify(
    game: str,
    bots: Iterable[str],
    matches: int,
    seats: int | None,
    seed: str | None,
    options: Sequence[str] | None,
    measures: Sequence[str] | None,
    workers: int | None,
    out: str | None,
    moves: bool,
    choices: bool,
    leads: bool,
) -> RunSpec:
    """Return the specification of the run that a command line asks for."""
    if moves and out is None:
        raise UsageError("--moves needs --out DIR: a folder to write them to")
    add_working_folder()
    return RunSpec(
        place_of(game),
        [*_bots(bots)],
        matches,
        seats=seats,
        options=parse_options(options or []),
        seed=seed,
        measures=[
            *([Choices] if choices else []),
            *([Leads] if leads else []),
            *map(load_measure, measures or []),
        ],
        workers=workers,
        out=out,
        keep_moves=moves,
    )


def rate(
    spec: RunSpec, dask: str | None, confidence: float, format: ResultFormat, language: Language
) -> Exit:
    """Rate bots, and show the ratings, the cross table and what can be said."""
    with _prepare(spec, dask) as prepared:
        found = rate_bots(prepared, confidence=confidence)
    if format == "csv":
        sys.stdout.write(csv_text(rating_rows(found)))
    else:
        emit(found.document(), format, lambda: _ratings(found))
    return _write_report(found, spec, language)


def simulate(spec: RunSpec, dask: str | None, fixed: bool, format: ResultFormat, language: Language) -> Exit:
    """Play matches, and show what was counted."""
    with _prepare(spec, dask) as prepared:
        found = simulate_matches(prepared, rotate=not fixed)
    if format == "csv":
        sys.stdout.write(csv_text(simulation_rows(found)))
    else:
        emit(found.document(), format, lambda: _counts(found))
    return _write_report(found, spec, language)


@contextmanager
def _prepare(spec: RunSpec, dask: str | None) -> Generator[RunSpec, None, None]:
    """Provide the specification with its workers and a line that shows the progress."""
    if dask is not None and spec.workers is not None:
        raise UsageError("--dask and --workers exclude each other: a cluster has workers of its own")
    watch = _Watch() if sys.stderr.isatty() else None
    try:
        with exit_on_signals(), watch or nullcontext():
            if dask is None:
                yield evolve(spec, watch=watch)
            else:
                with dask_executor(dask) as (executor, threads):
                    yield evolve(spec, watch=watch, executor=executor, in_flight=2 * threads)
    except OSError as error:
        if error.filename is None:
            raise
        raise file_error(error, writing=True) from error
    except (KeyboardInterrupt, SystemExit):
        if spec.out is not None and (Path(spec.out) / RUN).exists():
            with suppress(OSError):  # the terminal may be gone
                note(f"stopped; {spec.out} is saved, and the same command goes on there")
        raise


def _bots(given: Iterable[str]) -> Iterable[str]:
    """Yield the names between commas. A command line may have commas of its own."""
    for text in given:
        if text.startswith("exec:"):
            yield text
        else:
            yield from (name.strip() for name in text.split(",") if name.strip())


class _Watch:
    """Shows the progress in one line on the terminal."""

    def __init__(self) -> None:
        self._next = 0.0
        self._width = 0

    def __call__(self, pace: Pace) -> None:
        now = monotonic()
        if now < self._next and pace.matches < pace.of:
            return
        self._next = now + OFTEN
        done = f"{pace.matches:,} of {format_matches(pace.of)}"
        line = f"{done}{format_rate(pace.a_second)}, {_duration(pace.seconds_left)} left"
        sys.stderr.write(f"\r{line.ljust(self._width)}")
        sys.stderr.flush()
        self._width = len(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Clear the line."""
        if self._width:
            with suppress(OSError):  # the terminal may be gone
                sys.stderr.write(f"\r{' ' * self._width}\r")
                sys.stderr.flush()


def format_rate(a_second: float) -> str:
    """Format a rate a second. Below one, format it a minute. Leave 0 out."""
    if a_second >= 1:
        return f", {a_second:,.0f} a second"
    return f", {60 * a_second:.1f} a minute" if a_second else ""


def _duration(seconds: float) -> str:
    if seconds == float("inf"):
        return "unknown time"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _write_report(result: Simulation | Arena, spec: RunSpec, language: Language) -> Exit:
    if spec.out is not None:
        try:
            write_report(result, Path(spec.out), language)
        except OSError as error:
            raise file_error(error, writing=True) from error
        note(f"report: {os.path.join(spec.out, 'report.html')}")  # noqa: PTH118  # as it was given
    return Exit.FINE


def _ratings(found: Arena) -> None:
    run = found.run
    names, fared = run.bots, _Fared(run, found.confidence)
    _head(run)
    rows = [
        (
            names[rating.bot],
            f"{rating.value:.0f}",
            f"{rating.low:.0f} to {rating.high:.0f}",
            *fared.bot(rating.bot),
            f"{run.seats.bot(rating.bot).scores.mean:.{1 if run.plan.ranked else 2}f}",
        )
        for rating in found.ratings
    ]
    interval = f"{100 * found.confidence:g} % interval"
    say(columns(("bot", "rating", interval, *fared.titles, "mean score"), rows))
    say("")
    say(f"{rating_note(found)}\n")
    say(columns((found.terms.title, *(names[rating.bot] for rating in found.ratings)), _cross_rows(found)))
    say("")
    for sentence in found.sentences:
        say(sentence)
    _own_measures(run)
    _faults(run)


def _cross_rows(found: Arena) -> Iterable[tuple[str, ...]]:
    order, terms = [rating.bot for rating in found.ratings], found.terms
    for bot in order:
        shares = [None if bot == other else found.share(bot, other) for other in order]
        cells = ("-" if share is None else terms.text(terms.of(share).value) for share in shares)
        yield found.run.bots[bot], *cells


class _Fared:
    """Formats the results of seats and bots in columns: wins and ranks, or worth if the game counts it."""

    def __init__(self, run: Simulation, confidence: float) -> None:
        self._seats, self._ranked, self._confidence = run.seats, run.plan.ranked, confidence
        interval = f"{100 * confidence:g} % interval"
        self.titles: tuple[str, ...] = (
            ("wins", interval, "mean rank") if self._ranked else ("worth", interval)
        )

    def seat(self, seat: Seat) -> tuple[str, ...]:
        """Return the columns of a seat."""
        seats = self._seats
        share = (seats.share if self._ranked else seats.worth)(seat, self._confidence)
        return self._columns(share, seats.seat(seat))

    def bot(self, bot: int) -> tuple[str, ...]:
        """Return the columns of a bot."""
        seats = self._seats
        share = (seats.share_of_bot if self._ranked else seats.worth_to_bot)(bot, self._confidence)
        return self._columns(share, seats.bot(bot))

    def _columns(self, share: Share, cell: Cell) -> tuple[str, ...]:
        if not self._ranked:
            return f"{share.value:.3f}", f"{share.low:.3f} to {share.high:.3f}"
        low, high = ENGLISH.percent(share.low), ENGLISH.percent(share.high)
        return ENGLISH.percent(share.value), f"{low} to {high}", f"{cell.mean_rank():.2f}"


def _counts(run: Simulation) -> None:
    _head(run)
    for sentence in findings(run):
        say(sentence)
    fared = _Fared(run, CONFIDENCE)
    if not run.plan.game.shared:
        of_seats = [
            (seat, *fared.seat(seat), f"{run.seats.seat(seat).scores.mean:.2f}") for seat in run.seats.seats
        ]
        say("")
        say(columns(("seat", *fared.titles, "mean score"), of_seats))
    if len(run.bots) > 1:
        rows = [
            (name, *fared.bot(bot), f"{run.seats.bot(bot).scores.mean:.2f}")
            for bot, name in enumerate(run.bots)
        ]
        say("")
        say(columns(("bot", *fared.titles, "mean score"), rows))
    _occurrences("event", run.events.named, run.matches)
    _occurrences("move", run.moves.named, run.matches, run.choices)
    _own_measures(run)
    _faults(run)


def _own_measures(run: Simulation) -> None:
    """Show the results of the user's own measures."""
    rows = [(name, of, what, shorten(value)) for name, of, what, value in measure_rows(run.own())]
    if rows:
        say("")
        say(columns(("measure", "of", "number", "value"), rows[:SHOWN]))
    if len(rows) > SHOWN:
        say(f"... and {len(rows) - SHOWN} more: see --format json")


def _occurrences(
    what: str, named: dict[str, Occurrence], matches: int, choices: Choices | None = None
) -> None:
    shown = [*named.items()][: SHOWN * 2 if what == "event" else SHOWN]
    rates: dict[str, float] = {} if choices is None else choices.rates(named)
    rows = [
        (
            name,
            f"{one.times / matches:.4g}",
            "" if one.matches is None else ENGLISH.percent(one.matches / matches, ".2f"),
            ENGLISH.percent(rates[name]) if name in rates else "",
        )
        for name, one in shown
    ]
    say("")
    often = "in how many matches" if what == "event" else ""
    say(columns((what, "times a match", often, "made when possible" if rates else ""), rows))
    if len(named) > len(shown):
        say(f"... and {len(named) - len(shown)} more: see --format json")


def _head(run: Simulation) -> None:
    plan = run.plan
    again = "" if run.repeatable else "; another run will differ: a bot uses a clock, or is a program"
    say(f"{plan.game_name}, {plan.seats} seats, {format_matches(run.matches)}, seed {plan.seed}{again}")
    note_on_worth = worth_note(plan).strip()
    if note_on_worth:
        say(note_on_worth)
    say("")


def _faults(run: Simulation) -> None:
    for sentence in run.faults.sentences():
        say(sentence)
