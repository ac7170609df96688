"""The page of a report: findings in words, charts and tables, in one HTML file."""

from html import escape
from math import inf

from cardkit.arena.arena import Arena
from cardkit.arena.plan import Plan
from cardkit.arena.references import worth_name
from cardkit.arena.report.charts import Interval, intervals
from cardkit.arena.report.command import command_line
from cardkit.arena.report.findings import findings
from cardkit.arena.report.frame import as_list, as_page, heading, section
from cardkit.arena.report.phrases import Say
from cardkit.arena.report.pictures import Pictures
from cardkit.arena.report.svg import Drawing
from cardkit.arena.report.wording import Terms, format_matches
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.ratings import are_linked
from cardkit.arena.storage.identity import cardkit_version
from cardkit.language import Language

__all__ = ["arena_page", "rating_note", "ratings_chart", "simulation_page", "worth_note"]


def simulation_page(run: Simulation, language: Language = "en") -> str:
    """Return the report of a simulation."""
    say = Say(language)
    title = f"{run.plan.game.title}: {format_matches(run.matches, language)}"
    found = as_list(findings(run, language))
    return as_page(title, [_about(run, say), found, *Pictures(run, say).all(), _again(run, say)], say.spoken)


def arena_page(arena: Arena, language: Language = "en") -> str:
    """Return the report of an arena, ratings first."""
    run, say = arena.run, Say(language)
    parts = [
        _about(run, say),
        as_list(arena.sentences_in(language)),
        section(say("strength?"), ratings_chart(arena, language), rating_note(arena, language)),
        heading(say("ahead?" if run.plan.ranked else "worth more?")),
        _cross_table(arena, Terms(run.plan.ranked, language)),
        as_list(findings(run, language)),
        *Pictures(run, say).all(),
        _again(run, say, arena.confidence),
    ]
    matches = format_matches(run.matches, language)
    title = say("arena", game=run.plan.game.title, bots=len(run.bots), matches=matches)
    return as_page(title, parts, say.spoken)


def ratings_chart(arena: Arena, language: Language = "en") -> Drawing:
    """Draw ratings with their intervals, the best first."""
    names, say = arena.run.bots, Say(language)
    rows = [
        Interval(names[rating.bot], rating.value, *_drawable(rating.value, rating.low, rating.high))
        for rating in arena.ratings
    ]
    return intervals(rows, "ratings", say("rating", sure=say.percent(arena.confidence, "g")), 0, say=say)


def _cross_table(arena: Arena, terms: Terms) -> str:
    names = arena.run.bots
    order = [rating.bot for rating in arena.ratings]
    head = "".join(f"<th>{escape(names[bot])}</th>" for bot in order)
    rows = [f"<tr><th>{terms.title}</th>{head}</tr>"]
    for bot in order:
        cells = "".join(_cell(arena, bot, other, terms) for other in order)
        rows.append(f"<tr><th>{escape(names[bot])}</th>{cells}</tr>")
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _cell(arena: Arena, bot: int, other: int, terms: Terms) -> str:
    share = None if bot == other else arena.share(bot, other)
    if share is None:
        return "<td>–</td>"
    blue = share.value > 0.5
    depth = min(abs(share.value - 0.5) * 1.2, 0.6) if share.excludes(0.5) else 0
    colour = f"rgba({'72,120,168' if blue else '192,80,77'},{depth:.2f})"
    text, found = terms.text, terms.of(share)
    return (
        f'<td style="background:{colour}">{text(found.value)}<br>'
        f'<small class="quiet">{escape(terms.say("from to", low=text(found.low), high=text(found.high)))}</small></td>'
    )


def rating_note(arena: Arena, language: Language = "en") -> str:
    """Return what ratings mean, and what had to be assumed for these."""
    say = Say(language)
    notes = [say("ranked note" if arena.run.plan.ranked else "worth note")]
    if not are_linked(arena.pairs, len(arena.run.bots)):
        return " ".join((*notes, say("not linked")))
    if any(rating.bound for rating in arena.ratings):
        notes.append(say("unbounded"))
    if arena.ratings[0].high == inf:
        notes.append(say("no intervals"))
    return " ".join(notes)


def _drawable(value: float, low: float, high: float) -> tuple[float, float]:
    return (low, high) if abs(low) != float("inf") else (value, value)


def _about(run: Simulation, say: Say) -> str:
    plan = run.plan
    options = "".join(f", {name} {value}" for name, value in sorted(plan.options.items()))
    how = "paired" if plan.paired else "rotated" if plan.rotate else "fixed"
    if plan.in_teams:
        how = "teams"
    asked = say("about", seats=plan.seats, options=options, bots=", ".join(run.bots), how=say(how))
    notes = [worth_note(plan, say.language), *([] if run.repeatable else [say("unlike")])]
    told = escape(" ".join(filter(None, notes)))
    return f'<p class="quiet">{escape(asked)} <code>{escape(plan.seed)}</code>. {told}</p>'


def _again(run: Simulation, say: Say, confidence: float | None = None) -> str:
    """Return the command that repeats the run, and the versions it was made with."""
    game = run.plan.game
    versions = say("versions", cardkit=cardkit_version(), game=game.title, rules=game.rules_version)
    return (
        f"{heading(say('again?'))}<p>{escape(say('again' if run.repeatable else 'again, unlike'))}<br>"
        f"<code>{escape(command_line(run, confidence))}</code></p>"
        f'<p class="quiet">{escape(versions)}</p>'
    )


def worth_note(plan: Plan, language: Language = "en") -> str:
    """Return what counts as a result where ranks don't."""
    if plan.ranked:
        return ""
    say = Say(language)
    shared = [say("all share")] if plan.game.shared else []
    return " ".join((*shared, say("worth", worth=worth_name(plan.worth))))
