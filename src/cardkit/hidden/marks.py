"""Who sees what lies in a field: marks for the fields of states and events.

A mark stands in the field's type: `hands: Annotated[tuple[tuple[Card | H, ...], ...], OWNER]`.
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
    """The field is a tuple with one place for each seat: the seat sees what is in its place, or all others do."""

    others: bool = False


@frozen
class Named:
    """The seat that another field of the same class holds sees the cards, or all other seats do."""

    field: str = "seat"
    others: bool = False


@frozen
class SeenIf(Generic[T]):
    """A function decides, for each card, whether a viewer sees it: for what depends on the moment.

    It is handed the whole state or event, the viewer (`None` is a spectator), and the place of the card in the field.
    """

    function: Callable[[T, Viewer, Place], bool]


@frozen
class Sorted:
    """The order of the cards in each tuple tells nothing: the game keeps them `ordered`."""


ALL: Final = Everybody()
"""Everybody sees the cards. Marks the open zones of a state, so that every card has its place."""
NOBODY: Final = Nobody()
"""Nobody sees the cards."""
OWNER: Final = ByPlace()
"""Each seat sees the cards in its own place of the tuple."""
OTHERS: Final = ByPlace(others=True)
"""Each seat sees the cards in all places but its own; a spectator sees none."""
SEAT: Final = Named()
"""The seat in the field `seat` sees the cards."""
OTHER_SEATS: Final = Named(others=True)
"""All seats but the one in the field `seat` see the cards; a spectator sees none."""
SORTED: Final = Sorted()
"""The order of the cards tells nothing: the game keeps them `ordered`."""

Mark: TypeAlias = Everybody | Nobody | ByPlace | Named | SeenIf[T]
