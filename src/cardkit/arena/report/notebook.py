"""Results in a notebook: findings in words, and one chart."""

from base64 import b64encode
from collections.abc import Iterable
from html import escape

from cardkit.arena.arena import Arena
from cardkit.arena.report.charts import histogram
from cardkit.arena.report.findings import findings
from cardkit.arena.report.page import rating_note, ratings_chart
from cardkit.arena.report.svg import Drawing
from cardkit.arena.report.wording import format_matches
from cardkit.arena.simulation import Simulation

__all__ = ["arena_summary", "simulation_summary"]


def simulation_summary(run: Simulation) -> str:
    """Return the findings of a simulation, and how long its matches are."""
    question = "How long is a match, in moves?"
    chart = _image(histogram(run.lengths.numbers, question, "moves"), question)
    return _summary(run, findings(run), chart)


def arena_summary(arena: Arena) -> str:
    """Return what an arena found, and its ratings."""
    chart = _image(ratings_chart(arena), "How strong are the bots?")
    return _summary(arena.run, arena.sentences, chart, rating_note(arena))


def _summary(run: Simulation, sentences: Iterable[str], chart: str, note: str = "") -> str:
    bots = ", ".join(run.bots)
    title = f"{run.plan.game_name}: {format_matches(run.matches)} of {bots}"
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    below = f"<p><small>{escape(note)}</small></p>" if note else ""
    return f"<p><strong>{escape(title)}</strong></p><ul>{said}</ul>{chart}{below}"


def _image(chart: Drawing, told: str) -> str:
    """Return the chart as an image, so that its style sheet can't reach the rest of the notebook."""
    data = b64encode(chart.svg().encode()).decode()
    look = "max-width:100%;background:#fff"
    return f'<img alt="{escape(told)}" style="{look}" src="data:image/svg+xml;base64,{data}">'
