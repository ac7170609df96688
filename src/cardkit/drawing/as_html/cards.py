"""Cards in HTML: each is a small picture with a name for those who can't see it."""

from collections.abc import Iterator

from cardkit.drawing.as_svg.cards import HEIGHT, WIDTH, face, gap
from cardkit.drawing.as_svg.chips import CHIP
from cardkit.drawing.as_svg.pen import Block, number, words
from cardkit.drawing.scenes import Card
from cardkit.language import Language, in_language
from cardkit.phrases import PHRASES

__all__ = ["card", "name_of", "no_card", "small"]


def name_of(card: Card, language: Language) -> str:
    """Return what a screen reader says of a card."""
    said = in_language(PHRASES, language)
    if card.down:
        return said["card, down"]
    name = card.name or f"{card.label} {card.shape}".strip()
    if card.remembered:
        return f"{name}, {said['card, seen']}"
    return f"{name}, {said['card, fresh']}" if card.fresh else name


def card(shown: Card, language: Language) -> Iterator[str]:
    """Yield a card, in pieces: its face is one, so that cards with the same face share it."""
    yield f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words(name_of(shown, language))}">'
    yield face(shown)
    yield "</svg>"


def no_card() -> str:
    """Return the place of a card where none lies."""
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{gap()}</svg>'


def small(block: Block, name: str) -> str:
    """Return a small card, or several of one shape."""
    size = f'width="{number(block.width)}" height="{CHIP}" viewBox="0 0 {number(block.width)} {CHIP}"'
    return f'<svg {size} role="img" aria-label="{words(name)}">{block.body}</svg>'
