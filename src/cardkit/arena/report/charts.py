"""The charts of reports."""

from collections.abc import Sequence
from math import ceil, floor, isqrt, log10

from attrs import frozen

from cardkit.arena.measures.numbers import Numbers
from cardkit.arena.report.phrases import ENGLISH, Say
from cardkit.arena.report.svg import Drawing, Scale, ticks, widest

__all__ = ["Bar", "Box", "Interval", "Pair", "bars", "boxes", "histogram", "intervals", "pairs"]

WIDTH = 720
LONGEST = 40
"""The most characters of a label."""
ROW = 24
MOST_BINS = 60
FEWEST_BINS = 12
DWARFS = 30
"""If the largest value is more than this many times the smallest one, the scale is logarithmic."""


@frozen
class Interval:
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float
    second: bool = False
    """Whether it belongs to the second of two runs, which has a colour of its own."""


@frozen
class Bar:
    """A bar: a value with a note."""

    label: str
    value: float
    note: str


@frozen
class Box:
    """A box: the spread of some numbers."""

    label: str
    numbers: Numbers
    second: bool = False


@frozen
class Pair:
    """Two values of the same thing, one of each run."""

    label: str
    first: float
    second: float
    note: str


def histogram(
    numbers: Numbers,
    title: str,
    unit: str,
    beside: Numbers | None = None,
    *,
    second: bool = False,
    say: Say = ENGLISH,
) -> Drawing:
    """Draw how numbers are spread: a bar for each, or for neighbours if numbers are few or spread wide.

    The scales are the same as in the histogram of the numbers `beside`.
    """
    drawing = Drawing(WIDTH, 230, title, whole=True)
    all_numbers = [one for one in (numbers, beside) if one is not None and one.count] or [numbers]
    low = min(one.quantile(0) for one in all_numbers)
    high = max(one.quantile(1) for one in all_numbers)
    width = _bin_width(high - low + 1, min(one.count for one in all_numbers))
    low -= low % width
    groups = [_grouped(one, low, width) for one in all_numbers]
    grouped, total = _grouped(numbers, low, width), numbers.count or 1
    tallest = max(
        max(group.values(), default=1) / (one.count or 1)
        for group, one in zip(groups, all_numbers, strict=True)
    )
    last = max(max(group, default=0) for group in groups)
    across = Scale(low - 0.5, low - 0.5 + width * (last + 1), 50, WIDTH - 15)
    up = Scale(0, tallest, 185, 15)
    for share in ticks(0, tallest, 4):
        drawing.line(50, up(share), WIDTH - 15, up(share), "grid")
        drawing.text(44, up(share) + 4, say.percent(share, ".3g"), "end", "quiet")
    for place, times in sorted(grouped.items()):
        first = low + place * width
        left, right = across(first - 0.5), across(first - 0.5 + width)
        values = [say.number(value) for value in (first, first + width - 1)]
        told = values[0] if width == 1 else say("from to", low=values[0], high=values[1])
        part = say("share of", share=say.number(times), number=total)
        hint = f"{told}: {say.percent(times / total, '.2f')} ({part})"
        wide = min(right - left - (1 if right - left > 3 else 0), 60)
        drawing.box(
            (left + right - wide) / 2,
            up(times / total),
            wide,
            up(0) - up(times / total),
            _kind("bar", second),
            hint,
        )
    drawing.line(50, up(0), WIDTH - 15, up(0), "axis")
    for mark in ticks(low, max(high, low + 1), 8):
        if mark == int(mark) and mark <= high:
            drawing.text(across(mark), 203, say.number(mark), "middle", "quiet")
    _unit(drawing, (50 + WIDTH) / 2, 222, unit)
    return drawing


def _unit(drawing: Drawing, middle: float, y: float, unit: str) -> None:
    """Write below the axis what is counted, in the middle if it fits there."""
    half = widest([unit]) / 2
    drawing.text(max(min(middle, WIDTH - half), min(half, WIDTH / 2)), y, unit, "middle")


def _grouped(numbers: Numbers, low: int, width: int) -> dict[int, int]:
    grouped: dict[int, int] = {}
    for value, times in numbers.bins.items():
        place = (value - low) // width
        grouped[place] = grouped.get(place, 0) + times
    return grouped


def _kind(kind: str, second: bool) -> str:
    """Return the class of a shape. The second run has colours of its own."""
    return f"{kind} second" if second else kind


def _bin_width(spread: int, count: int) -> int:
    """Return a round width: few numbers in narrow bins look like a comb, and many bins can't be told apart."""
    least = spread / min(MOST_BINS, max(FEWEST_BINS, 2 * isqrt(count)))
    if least <= 1:
        return 1
    power: int = 10 ** floor(log10(least))
    return next(size * power for size in (1, 2, 5, 10) if size * power >= least)


def intervals(
    rows: Sequence[Interval],
    title: str,
    unit: str,
    fair: float | None = None,
    scale: float = 1,
    *,
    say: Say = ENGLISH,
) -> Drawing:
    """Draw values with their intervals, one below the other. `fair` is their value if all were alike."""
    drawing = Drawing(WIDTH, ROW * len(rows) + 50, title)
    labels = [_short(row.label) for row in rows]
    values = [_format_interval(row, scale, say) for row in rows]
    left, right = 20 + widest(labels), WIDTH - 16 - widest(values)
    ends = [*(row.low for row in rows), *(row.high for row in rows), *([] if fair is None else [fair])]
    room = (max(ends) - min(ends)) * 0.06 or 0.01
    across = Scale(min(ends) - room, max(ends) + room, left, right)
    bottom = ROW * len(rows) + 8
    for value in ticks(across.low * scale, across.high * scale, 5):
        drawing.line(across(value / scale), 4, across(value / scale), bottom, "grid")
        drawing.text(across(value / scale), bottom + 16, say.number(value), "middle", "quiet")
    if fair is not None:
        drawing.line(across(fair), 4, across(fair), bottom, "fair")
    for place, (row, label, text) in enumerate(zip(rows, labels, values, strict=True)):
        y = ROW * place + 20
        drawing.text(left - 10, y + 4, label, "end")
        drawing.line(across(row.low), y, across(row.high), y, _kind("line", row.second))
        drawing.dot(across(row.value), y, _kind("dot", row.second), f"{row.label}: {text}")
        drawing.text(WIDTH - 8, y + 4, text, "end", "quiet")
    _unit(drawing, (left + right) / 2, bottom + 34, unit)
    return drawing


def _format_interval(row: Interval, scale: float, say: Say) -> str:
    """Format the value and its interval, to two digits of half the interval."""
    half = scale * (row.high - row.low) / 2
    if half <= 0:
        return say.number(scale * row.value, ".4g")
    digits = max(0, 1 - floor(log10(half)))
    value, low, high = (say.number(scale * end, f".{digits}f") for end in (row.value, row.low, row.high))
    return f"{value} ({say('from to', low=low, high=high)})"


def _short(label: str) -> str:
    """Cut a long label in its middle, because labels differ at their ends."""
    half = LONGEST // 2
    return label if len(label) <= LONGEST else f"{label[: half - 1]}…{label[-half:]}"


def bars(rows: Sequence[Bar], title: str, unit: str, *, say: Say = ENGLISH) -> Drawing:
    """Draw a bar for each row, one below the other.

    If some values dwarf others, draw dots on a logarithmic scale instead: a bar has no length there.
    """
    drawing = Drawing(WIDTH, 18 * len(rows) + 40, title)
    labels = [_short(row.label) for row in rows]
    left = 20 + widest(labels)
    right = WIDTH - 20 - widest([row.note for row in rows])
    values = [row.value for row in rows if row.value > 0]
    if values and max(values) > DWARFS * min(values):
        return _dots(rows, labels, drawing, unit, left, right, say)
    across = Scale(0, max((row.value for row in rows), default=1.0) or 1, left, right)
    bottom = 18 * len(rows) + 6
    for value in ticks(0, across.high, 5):
        drawing.line(across(value), 4, across(value), bottom, "grid")
        drawing.text(across(value), bottom + 14, say.number(value), "middle", "quiet")
    for place, row in enumerate(rows):
        y = 18 * place + 6
        drawing.text(left - 8, y + 11, labels[place], "end")
        drawing.box(left, y, across(row.value) - left, 13, "bar", f"{row.label}: {row.note}")
        drawing.text(across(row.value) + 6, y + 11, row.note, "start", "quiet")
    _unit(drawing, (left + right) / 2, bottom + 30, unit)
    return drawing


def _dots(
    rows: Sequence[Bar],
    labels: Sequence[str],
    drawing: Drawing,
    unit: str,
    left: float,
    right: float,
    say: Say,
) -> Drawing:
    """Draw a dot for each row on a logarithmic scale, and a line that leads to it."""
    values = [row.value for row in rows if row.value > 0]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    across = Scale(low - 0.15, high, left, right - 8)
    bottom = 18 * len(rows) + 6
    for power in range(low, high + 1):
        drawing.line(across(power), 4, across(power), bottom, "grid")
        drawing.text(across(power), bottom + 14, say.number(10.0**power), "middle", "quiet")
    for place, row in enumerate(rows):
        y, x = 18 * place + 12.5, across(log10(row.value)) if row.value > 0 else left
        drawing.text(left - 8, y + 4.5, labels[place], "end")
        drawing.line(left, y, x, y, "lead")
        if row.value > 0:
            drawing.dot(x, y, "dot", f"{row.label}: {row.note}")
        drawing.text(x + 10, y + 4.5, row.note, "start", "quiet")
    _unit(drawing, (left + right) / 2, bottom + 30, say("logarithmic", unit=unit))
    return drawing


def pairs(rows: Sequence[Pair], title: str, unit: str, *, say: Say = ENGLISH) -> Drawing:
    """Draw two dots for each row, one below the other. If some values dwarf others, the scale is logarithmic."""
    drawing = Drawing(WIDTH, 20 * len(rows) + 40, title)
    labels = [_short(row.label) for row in rows]
    left, right = 20 + widest(labels), WIDTH - 16 - widest([row.note for row in rows])
    values = [value for row in rows for value in (row.first, row.second) if value > 0]
    dwarfed = bool(values) and max(values) > DWARFS * min(values)
    bottom = 20 * len(rows) + 6
    if dwarfed:
        low, high = floor(log10(min(values))), ceil(log10(max(values)))
        across = Scale(low - 0.15, high, left, right - 8)
        marks = [(float(power), 10.0**power) for power in range(low, high + 1)]
    else:
        across = Scale(0, max(values, default=1.0), left, right - 8)
        marks = [(value, value) for value in ticks(0, across.high, 5)]
    for at, value in marks:
        drawing.line(across(at), 4, across(at), bottom, "grid")
        drawing.text(across(at), bottom + 14, say.number(value), "middle", "quiet")
    for place, row in enumerate(rows):
        y = 20 * place + 14
        found = [
            (left if value <= 0 else across(log10(value) if dwarfed else value), second)
            for value, second in ((row.first, False), (row.second, True))
        ]
        drawing.text(left - 8, y + 4, labels[place], "end")
        drawing.line(found[0][0], y, found[1][0], y, "lead")
        for x, second in found:
            drawing.dot(x, y, _kind("dot", second), f"{row.label}: {row.note}")
        drawing.text(WIDTH - 8, y + 4, row.note, "end", "quiet")
    _unit(drawing, (left + right) / 2, bottom + 30, say("logarithmic", unit=unit) if dwarfed else unit)
    return drawing


def boxes(rows: Sequence[Box], title: str, unit: str, *, say: Say = ENGLISH) -> Drawing:
    """Draw how the numbers of each row are spread: nine tenths, the middle half, the median."""
    drawing = Drawing(WIDTH, ROW * len(rows) + 50, title)
    labels = [_short(row.label) for row in rows]
    left = 20 + widest(labels)
    low = min((row.numbers.quantile(0.02) for row in rows), default=0)
    high = max((row.numbers.quantile(0.98) for row in rows), default=1)
    across = Scale(low, high, left, WIDTH - 70)
    bottom = ROW * len(rows) + 8
    for value in ticks(low, high):
        drawing.line(across(value), 4, across(value), bottom, "grid")
        drawing.text(across(value), bottom + 16, say.number(value), "middle", "quiet")
    for place, row in enumerate(rows):
        y = ROW * place + 20
        least, quarter, median, three, most = map(row.numbers.quantile, (0.05, 0.25, 0.5, 0.75, 0.95))
        drawing.text(left - 10, y + 4, labels[place], "end")
        drawing.line(across(least), y, across(most), y, _kind("line", row.second))
        hint = say("box", label=row.label, low=quarter, high=three, mean=row.numbers.mean)
        drawing.box(
            across(quarter), y - 7, across(three) - across(quarter), 14, _kind("faint", row.second), hint
        )
        drawing.dot(across(median), y, _kind("dot", row.second), say("median", number=median))
        drawing.text(WIDTH - 8, y + 4, say.number(row.numbers.mean, ".4g"), "end", "quiet")
    _unit(drawing, (left + WIDTH - 70) / 2, bottom + 34, unit)
    return drawing
