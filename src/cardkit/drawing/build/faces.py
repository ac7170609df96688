"""The looks of cards, from the faces of a layout."""

from collections.abc import Callable, Iterable
from functools import cached_property

from attrs import frozen

from cardkit.drawing.layout import Face, Layout
from cardkit.drawing.scenes import Card
from cardkit.hidden import Unseen
from cardkit.language import Language, in_language
from cardkit.sentences import value_text

__all__ = ["Faces"]


@frozen(eq=False)
class Faces:
    """The faces of a layout, in one language."""

    layout: Layout[object]
    language: Language

    def face(self, card: object) -> Face | None:
        """Return what a card looks like, or `None` if it lies face down."""
        if isinstance(card, Unseen):
            return None
        if isinstance(card, Face):
            return card
        return self.layout.faces.get(card) or Face(value_text(card, None, ()))

    def text(self, card: object) -> str:
        """Return a card's text in moves, or an empty text if it is drawn that way already."""
        face = self.face(card)
        text = "" if face is None else value_text(card, None, ())
        return "" if face is None or face.label == text else text

    def name(self, card: object) -> str:
        """Return a card's name, if it has one."""
        face = self.face(card)
        return in_language(face.names, self.language) if face is not None and face.names else ""

    def card(
        self,
        card: object,
        known: object,
        caption: str = "",
        moves: tuple[str, ...] = (),
        then: tuple[str, ...] = (),
        *,
        fresh: bool = False,
    ) -> Card:
        """Return a card as it is drawn. `known` is what the viewer remembers of it."""
        down = isinstance(card, Unseen)
        shown = known if down else card
        face = self.face(shown)
        if face is None:
            return Card(down=True, caption=caption, moves=moves, then=then)
        return Card(
            face.label,
            face.colour,
            face.shape,
            face.letter,
            self.name(shown),
            remembered=down,
            fresh=fresh and not down,
            caption=caption,
            moves=moves,
            then=then,
        )

    def sum(self, cards: Iterable[object]) -> int:
        """Add up the values of the cards that are seen."""
        return sum(face.value for face in map(self.face, cards) if face is not None)

    @cached_property
    def order(self) -> Callable[[object], int]:
        """The place of a card among the layout's faces. Cards face down and unknown ones come last."""
        places = {card: place for place, card in enumerate(self.layout.faces)}
        return lambda card: places.get(card, len(places))
