"""The page of a report: findings in words, charts and tables, in one HTML file."""

from collections.abc import Callable, Iterable
from html import escape
from math import inf
from typing import Final

from cardkit.arena.arena import Arena
from cardkit.arena.measures.leads import PARTS_OF_MATCH
from cardkit.arena.measures.occurrences import Occurrence
from cardkit.arena.measures.seats import CONFIDENCE
from cardkit.arena.plan import Plan
from cardkit.arena.references import worth_name
from cardkit.arena.report.charts import Bar, Box, Interval, bars, boxes, histogram, intervals
from cardkit.arena.report.command import command_line
from cardkit.arena.report.findings import findings
from cardkit.arena.report.svg import Drawing, number
from cardkit.arena.report.tables import measure_rows, shorten
from cardkit.arena.report.wording import format_matches, format_percent
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.ratings import are_linked
from cardkit.arena.storage.identity import cardkit_version

__all__ = [
    "arena_page",
    "as_list",
    "as_page",
    "as_picture",
    "event_words",
    "move_words",
    "rating_note",
    "ratings_chart",
    "section",
    "simulation_page",
    "worth_note",
]

MOST_MOVES: Final = 40
"""The most moves in a chart. All are in `result.json`."""
MOST_NUMBERS: Final = 60
"""The most numbers of the user's own measures in a table. All are in `result.json`."""

STYLE: Final = """
body{font:15px/1.5 system-ui,sans-serif;color:#222;max-width:760px;margin:2em auto;padding:0 1em}
h1{font-size:1.5em;margin-bottom:.2em}h2{font-size:1.15em;margin-top:2em}
.quiet{color:#666}table{border-collapse:collapse;margin:1em 0}th,td{padding:.25em .7em;text-align:right}
th:first-child,td:first-child{text-align:left}
th{overflow-wrap:anywhere;min-width:5.5em}tr{border-bottom:1px solid #e4e4e4}svg{max-width:100%;height:auto}
code{background:#f3f3f3;padding:.1em .3em;overflow-wrap:anywhere}
.wide{overflow-x:auto}.sure{font-weight:700}
.key{list-style:none;padding:0}.key span{display:inline-block;width:.8em;height:.8em;border-radius:.2em;
margin-right:.5em;background:#4878a8}.key .second{background:#c9762b}:root{color-scheme:light dark}
@media (max-width:600px){.wide svg{min-width:560px;max-width:none}th,td{padding:.25em .4em;font-size:.9em}
th{min-width:0;overflow-wrap:normal}}
@media (prefers-color-scheme:dark){
body{background:#16181c;color:#ddd}.quiet,svg .quiet{color:#a2a6ad;fill:#a2a6ad}tr{border-color:#34383f}
code{background:#262a30}svg text{fill:#d4d7db}svg .grid{stroke:#30343a}svg .axis{stroke:#6d727a}
svg .bar{fill:#6c9fd2}svg .line{stroke:#6c9fd2}svg .dot{fill:#b5d3f0}svg .fair{stroke:#e58a84}svg .faint{fill:#36506a}
svg .lead{stroke:#36506a}svg .bar.second{fill:#d99550}svg .line.second{stroke:#d99550}
svg .dot.second{fill:#f4cfa6}svg .faint.second{fill:#6a4a2a}
.key .first{background:#6c9fd2}.key .second{background:#d99550}
}
"""


def simulation_page(run: Simulation) -> str:
    """Return the report of a simulation."""
    plan = run.plan
    return as_page(
        f"{plan.game.title}: {format_matches(run.matches)}",
        [_about(run), as_list(findings(run)), *_pictures(run), _again(run)],
    )


def arena_page(arena: Arena) -> str:
    """Return the report of an arena, ratings first."""
    run = arena.run
    parts = [
        _about(run),
        as_list(arena.sentences),
        section("How strong are the bots?", ratings_chart(arena), rating_note(arena)),
        "<h2>Who is ahead of whom?</h2>" if run.plan.ranked else "<h2>To whom is a match worth more?</h2>",
        _cross_table(arena),
        as_list(findings(run)),
        *_pictures(run),
        _again(run, arena.confidence),
    ]
    return as_page(f"{run.plan.game.title}: {len(run.bots)} bots in {format_matches(run.matches)}", parts)


def ratings_chart(arena: Arena) -> Drawing:
    """Draw ratings with their intervals, the best first."""
    names = arena.run.bots
    rows = [
        Interval(names[rating.bot], rating.value, *_drawable(rating.value, rating.low, rating.high))
        for rating in arena.ratings
    ]
    return intervals(rows, "ratings", f"rating, with its {100 * arena.confidence:g} % interval", 0)


def _pictures(run: Simulation) -> list[str]:
    seats = run.seats
    by_seat = [Box(f"seat {seat}", seats.seat(seat).scores) for seat in seats.seats]
    by_bot = [Box(name, seats.bot(bot).scores) for bot, name in enumerate(run.bots)]
    of_bots = [section("What do bots score?", boxes(by_bot, "scores", "points"))] if len(by_bot) > 1 else []
    how_long = section("How long is a match?", histogram(run.lengths.numbers, "length", "moves"))
    if run.plan.game.shared:
        together = section("What do all score together?", histogram(by_seat[0].numbers, "total", "points"))
        return [how_long, together, *of_bots, *_worth_of_bots(run), *_occurrences(run)]
    return [
        how_long,
        section(
            "How close is it?",
            histogram(run.margins.numbers, "margin", "points between the first and the second"),
        ),
        *_leads(run),
        _advantage(run),
        *_wins_of_bots(run),
        section(
            "What do seats score?",
            boxes(
                by_seat,
                "scores",
                "points: the middle half, nine tenths, the median, and the mean at the right",
            ),
        ),
        *of_bots,
        *_worth_of_bots(run),
        *_occurrences(run),
    ]


def _advantage(run: Simulation) -> str:
    seats, sure = run.seats, f"{100 * CONFIDENCE:g} %"
    shares = seats.shares(CONFIDENCE) if run.plan.ranked else seats.worths(CONFIDENCE)
    rows = [Interval(f"seat {seat}", share.value, share.low, share.high) for seat, share in shares.items()]
    if run.plan.ranked:
        fair = 1 / len(rows)
        drawing = intervals(
            rows,
            "wins",
            f"share of wins in percent, with {sure} intervals of all at once",
            fair,
            100,
        )
        even = format_percent(fair)
        note = f"The dashed line is where all would be if seats were equal: {even}. Shared wins are divided."
    else:
        fair = seats.together.mean_worth()
        unit = f"what a match is worth, with {sure} intervals of all at once"
        drawing = intervals(rows, "worth", unit, fair)
        note = f"The dashed line is where all would be if seats were equal: {fair:.3f}."
    return section("Does a seat have an advantage?", drawing, note)


def _leads(run: Simulation) -> list[str]:
    """Draw how soon a match is decided, if that was counted."""
    leads = run.leads
    if leads is None or not leads.changes.count:
        return []
    rows = [
        Bar(
            f"after {100 * (at + 1) // PARTS_OF_MATCH} %",
            100 * won / led,
            f"{format_percent(won / led)} of {led:,}",
        )
        for at, (led, won) in enumerate(zip(leads.led, leads.won, strict=True))
        if led
    ]
    note = (
        "A seat leads if it is ahead of all others; a tie takes the lead from nobody. Parts of a match are counted in "
        "what happens, its events."
    )
    return [
        section(
            "How often does the lead change?",
            histogram(leads.changes, "changes of the lead", "times in a match"),
        ),
        section(
            "How often does the leader win?",
            bars(rows, "leaders", "matches won by who led then, in percent"),
            note,
        ),
    ]


def _wins_of_bots(run: Simulation) -> list[str]:
    """Draw how often each bot wins, if results count ranks."""
    if not run.plan.ranked or len(run.bots) < 2:
        return []
    rows = [
        Interval(name, share.value, share.low, share.high)
        for bot, name in enumerate(run.bots)
        for share in (run.seats.share_of_bot(bot, CONFIDENCE),)
    ]
    unit = f"share of wins of a bot's seat, in percent, with {100 * CONFIDENCE:g} % intervals"
    fair = 1 / len(run.seats.seats)
    note = f"The dashed line is where all would be if bots were equal: {format_percent(fair)}."
    return [section("Which bot wins?", intervals(rows, "wins of bots", unit, fair, 100), note)]


def _worth_of_bots(run: Simulation) -> list[str]:
    """Draw the worth of a match to each bot, if results don't count ranks."""
    if run.plan.ranked:
        return []
    rows = [
        Interval(name, worth.value, worth.low, worth.high)
        for bot, name in enumerate(run.bots)
        for worth in (run.seats.worth_to_bot(bot, CONFIDENCE),)
    ]
    unit = f"worth from 0 to 1, with {100 * CONFIDENCE:g} % intervals"
    return [section("What is a match worth to bots?", intervals(rows, "worth of bots", unit))]


def _occurrences(run: Simulation) -> list[str]:
    return [
        section(
            "Which rules come into play?",
            bars(
                [*_bars(run.events.named, run.matches, event_words)],
                "events",
                "times a match; in how many matches at all",
            ),
        ),
        section(
            "Which moves are made?",
            bars([*_bars(run.moves.named, run.matches, move_words)][:MOST_MOVES], "moves", "times a match"),
            _left_out(len(run.moves.named)),
        ),
        *_choices(run),
        *_own_measures(run),
        *_faults(run),
    ]


def _choices(run: Simulation) -> list[str]:
    """Draw how much there is to decide, and what is chosen, if that was counted."""
    choices = run.choices
    if choices is None:
        return []
    made = run.moves.named
    rates, possible = choices.rates(made), choices.named
    named = [*dict.fromkeys((*made, *possible))][:MOST_MOVES]
    rows = [
        Bar(
            move_words(name),
            100 * rates[name],
            f"{format_percent(rates[name])} of {possible[name].times:,}",
        )
        for name in named
    ]
    return [
        section("How much is there to decide?", histogram(choices.sizes, "choices", "legal moves in a turn")),
        section(
            "Which moves are made when they are possible?",
            bars(rows, "made when possible", "made, in percent of the turns in which the move was legal"),
            "What is made whenever it is possible is forced, or always good. What is never made may be always bad.",
        ),
    ]


def _own_measures(run: Simulation) -> list[str]:
    rows = measure_rows(run.own())
    if not rows:
        return []
    cells = ((f"{name} {of}".strip(), what, shorten(value)) for name, of, what, value in rows[:MOST_NUMBERS])
    table = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in cells)
    more = len(rows) - MOST_NUMBERS
    note = f'<p class="quiet">And {more:,} more, in result.json.</p>' if more > 0 else ""
    return ["<h2>What did your measures find?</h2>", f"<table>{table}</table>{note}"]


def _bars(named: dict[str, Occurrence], matches: int, label: Callable[[str], str]) -> Iterable[Bar]:
    for name, one in named.items():
        often = one.times / matches
        share = "" if one.matches is None else f", {format_percent(one.matches / matches)}"
        yield Bar(label(name), often, f"{number(round(often, 4))}{share}")


def move_words(name: str) -> str:
    """Return the text of a move, from its name."""
    return name.partition(" ")[2] or name


def event_words(name: str) -> str:
    """Return the name of an event without that of its game, in words: `busted: roll star`."""
    kind, _, part = (name.partition(".")[2] or name).partition(" ")
    return ": ".join(filter(None, (kind, part))).replace("_", " ")


def _left_out(moves: int) -> str:
    return f"And {moves - MOST_MOVES} more, in result.json." if moves > MOST_MOVES else ""


def _faults(run: Simulation) -> list[str]:
    sentences = [*run.faults.sentences()]
    return ["<h2>What went wrong with bots?</h2>", as_list(sentences)] if sentences else []


def _cross_table(arena: Arena) -> str:
    names = arena.run.bots
    order = [rating.bot for rating in arena.ratings]
    head = "".join(f"<th>{escape(names[bot])}</th>" for bot in order)
    rows = [f"<tr><th>{arena.terms.title}</th>{head}</tr>"]
    for bot in order:
        cells = "".join(_cell(arena, bot, other) for other in order)
        rows.append(f"<tr><th>{escape(names[bot])}</th>{cells}</tr>")
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _cell(arena: Arena, bot: int, other: int) -> str:
    share = None if bot == other else arena.share(bot, other)
    if share is None:
        return "<td>–</td>"
    blue = share.value > 0.5
    depth = min(abs(share.value - 0.5) * 1.2, 0.6) if share.excludes(0.5) else 0
    colour = f"rgba({'72,120,168' if blue else '192,80,77'},{depth:.2f})"
    text, found = arena.terms.text, arena.terms.of(share)
    return (
        f'<td style="background:{colour}">{text(found.value)}<br>'
        f'<small class="quiet">{text(found.low)} to {text(found.high)}</small></td>'
    )


def rating_note(arena: Arena) -> str:
    """Return what ratings mean, and what had to be assumed for these."""
    note = (
        "A bot that is rated 100 points above another is ahead in 64 of 100 meetings; with 400 points, in 91."
        if arena.run.plan.ranked
        else "To a bot that is rated 100 points above another, a match is worth 0.28 more; with 400 points, 0.82 more."
    )
    if not are_linked(arena.pairs, len(arena.run.bots)):
        return (
            f"{note} Some bots didn't meet, even by way of others, so it isn't known how they compare. "
            "One tie of each two bots is added, and there are no intervals."
        )
    if any(rating.bound for rating in arena.ratings):
        note += " Some bots won nothing from others, which sets no limit to ratings. One tie of each two bots is added."
    if arena.ratings[0].high == inf:
        note += " There are too few deals for intervals."
    return note


def _drawable(value: float, low: float, high: float) -> tuple[float, float]:
    return (low, high) if abs(low) != float("inf") else (value, value)


def _about(run: Simulation) -> str:
    plan = run.plan
    options = "".join(f", {name} {value}" for name, value in sorted(plan.options.items()))
    moving = "bots move on from match to match" if plan.rotate else "each bot keeps its seats"
    how = "each deal with all seats rotated" if plan.paired else moving
    if plan.in_teams:
        how = "each deal is played by a team of each bot"
    again = (
        "" if run.repeatable else " Some bots think by the clock or are programs, so another run will differ."
    )
    return (
        f'<p class="quiet">{plan.seats} seats{escape(options)}; bots {escape(", ".join(run.bots))}; {how}; '
        f"seed <code>{escape(plan.seed)}</code>.{escape(worth_note(plan))}{again}</p>"
    )


def _again(run: Simulation, confidence: float | None = None) -> str:
    """Return the command that repeats the run, and the versions it was made with."""
    game = run.plan.game
    same = (
        "the same result" if run.repeatable else "other matches, because not all of its bots are repeatable"
    )
    return (
        f"<h2>How is this repeated?</h2><p>This command gives {same}:<br>"
        f"<code>{escape(command_line(run, confidence))}</code></p>"
        f'<p class="quiet">cardkit {escape(cardkit_version())}; {escape(game.title)}, version {game.rules_version} of '
        "its rules.</p>"
    )


def worth_note(plan: Plan) -> str:
    """Return what results count, if not ranks."""
    if plan.ranked:
        return ""
    shared = " All seats share one result." if plan.game.shared else ""
    return f"{shared} Results count what a match is worth, from 0 to 1: {worth_name(plan.worth)}."


def section(question: str, drawing: Drawing, note: str = "") -> str:
    """Return a question, the chart that answers it, and a note."""
    below = f'<p class="quiet">{escape(note)}</p>' if note else ""
    return f"<h2>{escape(question)}</h2>\n{as_picture(drawing)}{below}"


def as_picture(drawing: Drawing) -> str:
    """Return a chart. On a phone it can be scrolled sideways, so that its text stays readable."""
    return f'<div class="wide">{drawing.svg()}</div>'


def as_list(sentences: Iterable[str]) -> str:
    """Return sentences as a list."""
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"


def as_page(title: str, parts: Iterable[str]) -> str:
    """Return a whole page that loads nothing."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )
