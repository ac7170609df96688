"""The sections of a table in HTML, from top to bottom. Each is a list of pieces; equal pieces are equal texts."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from cardkit.drawing.as_html.cards import card, no_card
from cardkit.drawing.as_html.lists import cell, lists
from cardkit.drawing.as_svg.cards import typed_for
from cardkit.drawing.as_svg.colours import PAPER
from cardkit.drawing.as_svg.pen import Pen, sign_at, words
from cardkit.drawing.scenes import Area, Card, Player, Scene

__all__ = ["Section", "sections"]

Section: TypeAlias = tuple[str, ...]
"""The pieces of a section."""
SHORT: Final = 24
"""The longest text in a cell that stays on one line."""


def sections(scene: Scene, pen: Pen) -> Iterator[Section]:
    """Yield the sections."""
    yield tuple(_title(scene))
    yield tuple(_heads(scene))
    for player in scene.players:
        yield tuple(_player(scene, player, pen))
    yield ("</tbody></table>",)
    middle = [area for area in scene.areas if area.arranged in ("pile", "stack", "row")]
    if middle or scene.prompt:
        yield ('<div class="ck-felt"><div class="ck-middle">',)
        for area in middle:
            yield tuple(_pile(area, scene) if area.arranged == "pile" else _spread(area, scene))
        yield ("</div>", *_prompt(scene), "</div>")
    for area in scene.areas:
        if area.arranged == "hand":
            yield tuple(_cards(area, scene, "ck-fan ck-hand"))
    for _, group in groupby(scene.areas, key=lambda area: (area.part, area.caption)):
        areas = [*group]
        if areas[0].arranged in ("list", "suits"):
            yield tuple(lists(areas, scene, pen))
    if scene.details:
        yield tuple(_details(scene))
    if scene.story:
        told = "".join(f"<p>{words(sentence)}</p>" for sentence in scene.story)
        yield (f'<div class="ck-story">{told}</div>',)


def _title(scene: Scene) -> Iterator[str]:
    notes = "".join(f"<li>{words(note)}</li>" for note in scene.notes)
    yield f'<div class="ck-top"><h2>{words(scene.title)}</h2><ul class="ck-notes">'
    yield f"{notes}</ul></div>"


def _heads(scene: Scene) -> Iterator[str]:
    yield f'<table><thead><tr><th scope="col">{words(scene.heading)}</th>'
    for heading in scene.headings:
        numeric = ' class="ck-n"' if heading.told in ("number", "sum") else ""
        yield f'<th scope="col"{numeric}>{words(heading.caption)}</th>'
    yield "</tr></thead><tbody>"


def _player(scene: Scene, player: Player, pen: Pen) -> Iterator[str]:
    kind = " ".join(name for name, on in (("ck-now", player.to_move), ("ck-you", player.you)) if on)
    notes = f" <small>{words(', '.join(player.notes))}</small>" if player.notes else ""
    yield f'<tr class="{kind}"><th scope="row"><span class="ck-turn">{"▶" if player.to_move else ""}</span>'
    yield f'<span class="ck-seat">{player.seat}</span>{words(player.name)}{notes}</th>'
    for place, heading in enumerate(scene.headings):
        kind = "ck-n" if heading.told in ("number", "sum") else "ck-wide"
        if len(player.cells[place].text) <= SHORT:
            kind += " ck-short"
        yield f'<td class="{kind}" data-of="{words(heading.caption)}">'
        yield from cell(scene, player, place, pen)
        yield "</td>"
    yield "</tr>"


def _prompt(scene: Scene) -> Iterator[str]:
    if scene.prompt:
        first, *rest = map(words, scene.prompt)
        yield f'<p class="ck-prompt"><b>{first}</b>{"<br>".join(rest)}</p>'


def _pile(area: Area, scene: Scene) -> Iterator[str]:
    """Yield cards in a frame."""
    yield f'<section class="ck-pile{" ck-strong" if area.strong else ""}" data-part="{words(area.part)}">'
    yield '<div class="ck-head">'
    if area.head is not None:
        yield _tile(area.head)
    yield f"<h3>{words(area.caption)}</h3>"
    if area.sum is not None and (area.cards or area.limit is not None):
        limit = f" <small>/ {area.limit}</small>" if area.limit is not None else ""
        yield f'<span class="ck-sum">{area.sum}{limit}</span>'
    yield "</div>"
    yield from _cards(area, scene, "ck-fan")
    yield '<div class="ck-foot">'
    if area.limit is not None:
        full = 100 * min(area.sum or 0, area.limit) // max(area.limit, 1)
        colour = PAPER.get(area.head.colour if area.head else "", PAPER["grey"])[0]
        yield f'<span class="ck-bar"><i style="width:{full}%;background:{colour}"></i></span>'
    yield f"<span>{words(area.note)}</span>"
    if typed := typed_for(area.moves):
        yield f'<span class="ck-typed">{words(typed)}</span>'
    yield "</div></section>"


def _tile(head: Card) -> str:
    """Return the mark of a pile."""
    paper, ink = PAPER.get(head.colour, PAPER["plain"])
    tile = f'<rect x=".5" y=".5" width="23" height="23" rx="6" fill="{paper}" stroke="#000" stroke-opacity=".35"/>'
    sign = sign_at(12, 12, 14, head.shape or head.label, f'fill="{ink}"')
    return f'<svg width="24" height="24" aria-hidden="true">{tile}{sign}</svg>'


def _cards(area: Area, scene: Scene, kind: str) -> Iterator[str]:
    """Yield cards side by side, with what to type for them."""
    yield f'<ul class="{kind}" style="--n:{len(area.cards)}" data-part="{words(area.part)}">'
    some = any(one.moves for one in area.cards)
    for one in area.cards:
        kind = f"ck-card{' ck-up' if some and one.moves else ''}{' ck-fresh' if one.fresh else ''}"
        yield f'<li class="{kind}">'
        yield from card(one, scene.language)
        foot = typed_for(one.moves) or one.caption
        yield f"<small>{words(foot)}</small></li>" if foot else "</li>"
    if not area.cards:
        yield f'<li class="ck-card">{no_card()}</li>'
    yield "</ul>"


def _spread(area: Area, scene: Scene) -> Iterator[str]:
    """Yield a stack, or cards side by side, below their caption."""
    note = (
        f' <small class="{"ck-loud" if area.strong else ""}">{words(area.note)}</small>' if area.note else ""
    )
    yield f'<section class="ck-spread" data-part="{words(area.part)}"><h3>{words(area.caption)}{note}</h3>'
    if area.arranged == "stack":
        yield from _stack(area.cards, scene)
    else:
        yield from _cards(area, scene, "ck-fan")
    yield "</section>"


def _stack(cards: Sequence[Card], scene: Scene) -> Iterator[str]:
    if not cards:
        yield f'<div class="ck-stack">{no_card()}</div>'
        return
    kind = f"ck-stack{' ck-deep' if len(cards) > 1 else ''}{' ck-fresh' if cards[-1].fresh else ''}"
    yield f'<div class="{kind}">'
    yield from card(cards[-1], scene.language)
    yield f'<span class="ck-count">{len(cards)}</span></div>'


def _details(scene: Scene) -> Iterator[str]:
    yield "<dl>"
    for name, value in scene.details:
        yield f"<dt>{words(name)}</dt><dd>{words(value)}</dd>"
    yield "</dl>"
