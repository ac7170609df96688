"""The report of two runs beside each other."""

from collections.abc import Callable, Iterable, Iterator
from html import escape
from json import dumps
from typing import Final

from cardkit.arena.comparison import Comparison, Difference
from cardkit.arena.measures.numbers import Numbers
from cardkit.arena.measures.occurrences import Occurrence
from cardkit.arena.report.charts import Box, Interval, Pair, boxes, histogram, intervals, pairs
from cardkit.arena.report.command import command_line
from cardkit.arena.report.frame import as_list, as_page, as_picture, section
from cardkit.arena.report.labels import Labels
from cardkit.arena.report.phrases import ENGLISH
from cardkit.arena.report.wording import format_matches
from cardkit.arena.statistics.intervals import CONFIDENCE
from cardkit.game import Json

__all__ = ["comparison_page", "comparison_sentences", "difference_rows"]

MOST: Final = 40
"""The most moves in a chart."""

SENTENCES: Final = {
    "moves": ("a match has {number} more moves", "a match has {number} fewer moves"),
    "score": ("a seat scores {number} more points", "a seat scores {number} fewer points"),
    "margin": ("the first is {number} points further ahead", "the first is {number} points less far ahead"),
    "first place shared": (
        "first place is shared in {number} more of the matches",
        "first place is shared in {number} fewer of the matches",
    ),
}
"""What is said of a quantity that is greater in the second run, and of one that is less."""


def comparison_page(found: Comparison) -> str:
    """Return the report of two runs: what differs, then the same charts for both, on the same scales."""
    title = f"{found.runs[0].plan.game.title}: {found.names[0]} and {found.names[1]}"
    return as_page(
        title,
        [
            _key(found),
            as_list(comparison_sentences(found)),
            "<h2>What differs?</h2>",
            _table(found),
            f'<p class="quiet">{escape(_how(found))}</p>',
            *_charts(found),
            *_again(found),
        ],
    )


def comparison_sentences(found: Comparison) -> list[str]:
    """Return what was asked for differently, and what follows from it."""
    asked = [
        f"{name}: {_value(first)} in {found.names[0]}, {_value(second)} in {found.names[1]}."
        for name, (first, second) in found.variations.items()
    ]
    sure = [one for one in found.differences if one.is_sure]
    told = [_sentence(one, found.names[1]) for one in sure if one.name in SENTENCES]
    if not sure:
        told = ["The two can't be told apart by any of these numbers."]
    return [*(asked or ["Both were asked for the same."]), *told]


def _sentence(one: Difference, name: str) -> str:
    low, high = sorted((abs(one.low), abs(one.high)))
    number, least, most = (_amount(one, value) for value in (abs(one.value), low, high))
    said = SENTENCES[one.name][one.value < 0].format(number=number)
    return f"In {name}, {said} ({least} to {most}, {100 * CONFIDENCE:g} % sure)."


def difference_rows(found: Comparison) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield, for each quantity, its name, both values, the difference and its interval."""
    for one in found.differences:
        low, high = (_signed(one, end) for end in (one.low, one.high))
        first, second = (_amount(one, value) for value in (one.first, one.second))
        interval = f"{low} to {high}" if abs(one.low) != float("inf") else "too few deals"
        yield one.name, first, second, _signed(one, one.value), interval


def _amount(one: Difference, value: float) -> str:
    return ENGLISH.percent(value) if one.is_share else f"{value:,.2f}"


def _signed(one: Difference, value: float) -> str:
    return f"{100 * value:+.1f} %" if one.is_share else f"{value:+,.2f}"


def _value(value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return value if isinstance(value, str) else dumps(value, ensure_ascii=False)


def _how(found: Comparison) -> str:
    sure = f"Intervals are {100 * CONFIDENCE:g} %, each by itself. Bold ones exclude that both are equal."
    if found.paired:
        return f"Both runs have the same seed, so each deal is compared with the same deal. {sure}"
    return f"The runs have different deals, so more of them are needed than with one seed. {sure}"


def _key(found: Comparison) -> str:
    """Return which colour belongs to which run."""
    runs = zip(("first", "second"), found.names, found.runs, strict=True)
    told = "".join(
        f'<li><span class="{kind}"></span>{escape(name)}: {format_matches(run.matches)}, '
        f"{run.plan.seats} seats, bots {escape(', '.join(run.bots))}</li>"
        for kind, name, run in runs
    )
    return f'<ul class="key">{told}</ul>'


def _table(found: Comparison) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in ("a match", *found.names, "difference", "interval"))
    rows = [f"<tr>{head}</tr>"]
    for one, cells in zip(found.differences, difference_rows(found), strict=True):
        sure = " class=sure" if one.is_sure else ""
        rows.append(f"<tr{sure}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _charts(found: Comparison) -> Iterator[str]:
    one, other = found.runs
    yield from _both(found, "How long is a match?", one.lengths.numbers, other.lengths.numbers, "moves")
    if not one.plan.game.shared:
        unit = "points between the first and the second"
        yield from _both(found, "How close is it?", one.margins.numbers, other.margins.numbers, unit)
        yield _seats(found)
    scores = [
        Box(f"seat {seat}, {name}", run.seats.seat(seat).scores, second)
        for seat in sorted({*one.seats.seats, *other.seats.seats})
        for second, name, run in ((False, found.names[0], one), (True, found.names[1], other))
        if seat in run.seats.seats
    ]
    yield section("What do seats score?", boxes(scores, "scores", "points"))
    often = "times a match; nothing is known of how they vary"
    labels = Labels(one.plan.game)
    events = [*_pairs(one.events.named, other.events.named, found, labels.event)]
    yield section("Which rules come into play?", pairs(events, "events", often))
    moves = [*_pairs(one.moves.named, other.moves.named, found, labels.move)]
    yield section("Which moves are made?", pairs(moves[:MOST], "moves", often))


def _both(found: Comparison, question: str, one: Numbers, other: Numbers, unit: str) -> Iterator[str]:
    yield section(f"{question}", histogram(one, found.names[0], f"{unit}, {found.names[0]}", other))
    yield as_picture(histogram(other, found.names[1], f"{unit}, {found.names[1]}", one, second=True))


def _seats(found: Comparison) -> str:
    rows = [
        Interval(f"seat {seat}, {name}", share.value, share.low, share.high, second)
        for seat in sorted({*found.runs[0].seats.seats, *found.runs[1].seats.seats})
        for second, name, run in (
            (False, found.names[0], found.runs[0]),
            (True, found.names[1], found.runs[1]),
        )
        if seat in run.seats.seats
        for share in (run.seats.share(seat, CONFIDENCE),)
    ]
    unit = f"share of wins in percent, with {100 * CONFIDENCE:g} % intervals"
    return section("Does a seat have an advantage?", intervals(rows, "wins", unit, None, 100))


def _pairs(
    one: dict[str, Occurrence], other: dict[str, Occurrence], found: Comparison, words: Callable[[str], str]
) -> Iterable[Pair]:
    for name in dict.fromkeys((*one, *other)):
        first, second = (
            named[name].times / run.matches if name in named else 0.0
            for named, run in zip((one, other), found.runs, strict=True)
        )
        yield Pair(
            words(name),
            first,
            second,
            f"{ENGLISH.number(round(first, 4))} → {ENGLISH.number(round(second, 4))}",
        )


def _again(found: Comparison) -> Iterator[str]:
    """Yield the commands that repeat the runs."""
    yield "<h2>How is this repeated?</h2>"
    for name, run in zip(found.names, found.runs, strict=True):
        command = command_line(run, CONFIDENCE if run.plan.paired else None)
        yield f"<p>{escape(name)}:<br><code>{escape(command)}</code></p>"
