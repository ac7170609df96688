"""A card that may lie face down, and what `evolve` may do with it without looking at its face."""

from bisect import insort
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, Never, TypeVar, final

from cardkit.rejections import BrokenGame, shown

__all__ = [
    "FACE_DOWN",
    "FRESH",
    "GUESSED",
    "REST",
    "UNSEEN",
    "H",
    "Unseen",
    "exchanged",
    "faces",
    "including",
    "noted",
    "ordered",
    "seen",
    "unseen_of",
    "without",
]

T = TypeVar("T")
C = TypeVar("C")

H = TypeVar("H")
"""What a card may be besides its face: `Never` in the true state, `Unseen` in what a viewer sees and remembers."""


@final
class Unseen:
    """A card whose face the viewer doesn't see.

    A viewer can't tell two unseen cards apart if they belong to the same batch and have the same notes. Then they are
    one object.
    """

    __slots__ = ("batch", "notes")
    batch: int
    """The cards that it was mixed with: 0 for the first deal, 1 for the first reshuffle after it, and so on."""
    notes: frozenset[Hashable]
    """What the viewer knows about its face (`noted`)."""

    def __new__(cls) -> "Unseen":
        """Return `UNSEEN`, of which nothing is known."""
        return UNSEEN

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an unseen card can't be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an unseen card can't be changed")

    def __lt__(self, other: object) -> bool:
        """Sort unseen cards after all faces, and in a stable order among themselves."""
        return isinstance(other, Unseen) and self is not other and self._rank < other._rank

    def __gt__(self, other: object) -> bool:
        return not isinstance(other, Unseen) or other._rank < self._rank

    @property
    def _rank(self) -> tuple[int, list[str]]:
        return self.batch, sorted(map(repr, self.notes))

    def __repr__(self) -> str:
        if self is UNSEEN:  # most often
            return "?"
        notes = ", ".join(sorted(map(str, self.notes)))
        return "?" + (str(self.batch) if self.batch > 0 else "") + (f"({notes})" if notes else "")

    def __copy__(self) -> "Unseen":
        return self

    def __deepcopy__(self, memo: object) -> "Unseen":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Unseen"], tuple[object, ...]]:
        return unseen_of, (self.batch, self.notes)


_MADE: Final[dict[tuple[int, frozenset[Hashable]], Unseen]] = {}


def unseen_of(batch: int, notes: frozenset[Hashable] = frozenset()) -> Unseen:
    """Return the unseen card of this batch with these notes. It is always the same object."""
    made = _MADE.get((batch, notes))
    if made is None:
        made = object.__new__(Unseen)
        object.__setattr__(made, "batch", batch)
        object.__setattr__(made, "notes", notes)
        made = _MADE.setdefault((batch, notes), made)
    return made


UNSEEN: Final = unseen_of(0)
"""An unseen card of which nothing is known. A hidden card in a view or a glimpse is always this one."""
FACE_DOWN: Final = "?"
"""An unseen card in JSON, in place of its face."""
FRESH: Final = unseen_of(-1)
"""A card that an event brought unseen. Its batch isn't known yet."""
REST: Final = unseen_of(-2)
"""A card of a hand that an unseen card has left. Its batch isn't known yet."""


class _Guessed:
    def __repr__(self) -> str:
        return "guessed"


GUESSED: Final = _Guessed()
"""A note on a card that `without` left in place, although it may be the one that left."""


def seen(place: T, shown: T) -> T:
    """Return what is known of a card that lay in `place` after an event showed it as `shown`.

    If the event shows its face, that is the face. Otherwise it is what was known before. Use it if an event shows a
    card that the state already holds: a card drawn from the stock, or a card that somebody looks at.
    """
    return place if type(shown) is Unseen else shown


def faces(cards: Iterable[C | Unseen]) -> tuple[C, ...]:
    """Return the faces of the cards that are seen."""
    return tuple([card for card in cards if not isinstance(card, Unseen)])


def without(cards: tuple[T, ...], card: object) -> tuple[T, ...]:
    """Return the cards without this one. If it isn't visibly among them, remove an unseen one.

    If the card itself is unseen, any of the cards may have left, so none of the rest is known any more. Use it for
    zones marked `SORTED`. If the order of cards counts, let the event say at which place the card lay.
    """
    if cards and type(card) is not Unseen and type(cards[-1]) is not Unseen:
        rest = [*cards]
        try:
            rest.remove(card)  # type: ignore[arg-type]  # it may be missing, which is what this finds out
        except ValueError:
            return _without_unseen(cards, card)
        return tuple(rest)
    if isinstance(card, Unseen):
        if cards and _alike(cards):
            return cards[1:]
        return (REST,) * (len(cards) - 1)  # type: ignore[return-value]  # T may be Unseen: the card is
    if card not in cards:
        return cards[1:] if cards and _alike(cards) else _without_unseen(cards, card)
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _alike(cards: tuple[object, ...]) -> bool:
    return cards.count(cards[0]) == len(cards)


def _without_unseen(cards: tuple[T, ...], face: object) -> tuple[T, ...]:
    """Return the cards without the unseen one that was mixed last. Others of another kind are noted as guessed."""
    unseen = {at: card for at, card in enumerate(cards) if isinstance(card, Unseen)}
    if not unseen:
        raise BrokenGame(f"without: {shown(face)} isn't among the cards, and none of them is unseen")
    if max(unseen) - min(unseen) >= len(unseen):
        raise BrokenGame(
            f"without: {shown(face)} may have lain at places between known cards; keep the cards `ordered` and mark "
            "their zone SORTED, or record the card's place in the event"
        )
    last = max(unseen, key=lambda at: (unseen[at].batch, at))
    gone = unseen.pop(last)
    return tuple(
        [
            noted(card, GUESSED) if at in unseen and card is not gone else card
            for at, card in enumerate(cards)
            if at != last
        ]
    )


def ordered(cards: Iterable[T], order: Callable[[Never], int] | None = None) -> tuple[T, ...]:
    """Return the cards of a zone marked `SORTED`, unseen ones last. Their order then tells nothing.

    Faces are sorted as they compare, or by `order`. Pass the same `order` to `derive_game`.
    """
    cards = tuple(cards)
    if Unseen not in map(type, cards):
        return tuple(sorted(cards, key=order))  # type: ignore[type-var, arg-type]  # faces of one game compare
    faces, unseen = list[Any](), list[Any]()
    for card in cards:
        (unseen if type(card) is Unseen else faces).append(card)
    faces.sort(key=order)
    if unseen.count(UNSEEN) < len(unseen):
        unseen.sort()
    return (*faces, *unseen)


def including(cards: tuple[T, ...], card: T, order: Callable[[Never], int] | None = None) -> tuple[T, ...]:
    """Return the cards of a zone marked `SORTED`, which are `ordered`, with one more in its place."""
    if type(card) is Unseen or (cards and type(cards[-1]) is Unseen):
        return ordered((*cards, card), order)
    more = [*cards]
    insort(more, card, key=order)  # type: ignore[arg-type]  # faces of one game compare
    return tuple(more)


def exchanged(
    cards: tuple[T, ...], card: object, new: T, order: Callable[[Never], int] | None = None
) -> tuple[T, ...]:
    """Return the cards of a zone marked `SORTED` with a new card in place of this one.

    It does what `without` and then `including` do, in less time.
    """
    if card in cards and type(new) is not Unseen and type(cards[-1]) is not Unseen:
        changed = [*cards]
        del changed[cards.index(card)]
        insort(changed, new, key=order)  # type: ignore[arg-type]  # faces of one game compare
        return tuple(changed)
    return including(without(cards, card), new, order)


def noted(card: T, note: Hashable) -> T:
    """Return the card with a note about its face. A card whose face is seen needs none and stays as it is.

    `derive_game(fits=...)` says which faces fit a note. A note stays with the card until it is shuffled.
    """
    if isinstance(card, Unseen):
        return unseen_of(card.batch, card.notes | {note})  # type: ignore[return-value]  # T may be Unseen here
    return card
