"""The frame of a report: one page that loads nothing, light and dark, its style, and its parts."""

from collections.abc import Iterable
from html import escape
from typing import Final

from cardkit.arena.report.svg import Drawing
from cardkit.language import Language

__all__ = ["as_list", "as_page", "as_picture", "heading", "section"]

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
@media (max-width:600px){.whole text{font-size:18px}.wide svg{min-width:560px;max-width:none}
th,td{padding:.25em .4em;font-size:.9em}
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


def heading(question: str) -> str:
    """Return a question as a heading."""
    return f"<h2>{escape(question)}</h2>"


def section(question: str, drawing: Drawing, note: str = "") -> str:
    """Return a question, the chart that answers it, and a note."""
    below = f'<p class="quiet">{escape(note)}</p>' if note else ""
    return f"{heading(question)}\n{as_picture(drawing)}{below}"


def as_picture(drawing: Drawing) -> str:
    """Return a chart. On a phone its text stays readable: it is larger, or the chart can be scrolled sideways."""
    return f'<div class="{"whole" if drawing.whole else "wide"}">{drawing.svg()}</div>'


def as_list(sentences: Iterable[str]) -> str:
    """Return sentences as a list."""
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"


def as_page(title: str, parts: Iterable[str], language: Language = "en") -> str:
    """Return a whole page."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )
