"""Marks for the fields of states and events: who sees the cards in a field.

A mark is part of the field's type: `hands: Annotated[tuple[tuple[Card | H, ...], ...], OWNER]`.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from cardkit.seats import Viewer

__all__ = [
    "ALL",
    "NOBODY",
    "OTHERS",
    "OTHER_SEATS",
    "OWNER",
    "SEAT",
    "SORTED",
    "Mark",
    "Named",
    "Place",
    "SeenIf",
]

T = TypeVar("T")

Place: TypeAlias = tuple[int, ...]
"""Where a card lies in its field: (seat, position) in a tuple of hands, (position,) in a tuple of cards."""


@frozen
class Everybody:
    """Everybody sees the cards."""


@frozen
class Nobody:
    """Nobody sees the cards."""


@frozen
class ByPlace:
    """The field is a tuple with one place for each seat. A seat sees its own place, or all other places."""

    others: bool = False


@frozen
class Named:
    """The seat in another field of the same class sees the cards, or all other seats do."""

    field: str = "seat"
    others: bool = False


@frozen
class SeenIf(Generic[T]):
    """A function decides for each card whether a viewer sees it. Use it for what depends on the moment.

    Its arguments are the whole state or event, the viewer (`None` is a spectator), and the card's place in the field.
    """

    function: Callable[[T, Viewer, Place], bool]


@frozen
class Sorted:
    """The order of the cards in each tuple tells nothing. The game keeps them `ordered`."""


ALL: Final = Everybody()
"""Everybody sees the cards. It marks the open zones of a state, so that every card has its place."""
NOBODY: Final = Nobody()
"""Nobody sees the cards."""
OWNER: Final = ByPlace()
"""Each seat sees the cards in its own place of the tuple."""
OTHERS: Final = ByPlace(others=True)
"""Each seat sees the cards in all places but its own. A spectator sees none."""
SEAT: Final = Named()
"""The seat in the field `seat` sees the cards."""
OTHER_SEATS: Final = Named(others=True)
"""All seats except the one in the field `seat` see the cards. A spectator sees none."""
SORTED: Final = Sorted()
"""The order of the cards tells nothing. The game keeps them `ordered`."""

Mark: TypeAlias = Everybody | Nobody | ByPlace | Named | SeenIf[T]
