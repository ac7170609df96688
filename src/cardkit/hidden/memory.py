"""What a viewer with perfect memory knows: a state in which some cards are unseen, and what these may be.

The game's own `evolve` writes the memory, with unseen cards in place of those that the viewer doesn't know. Each unseen
card belongs to a *batch*: cards that were mixed face down, so that all orders of them are equally likely. The first
deal is a batch, and so is every reshuffle. Knowledge moves with the cards, from batch to batch.

Cards that an event brings unseen count as mixed with each other. So each move of cards that isn't a shuffle needs an
event of its own, or `seen` must say where its cards lay. An unclear case raises `BrokenGame`.

If there is one batch, its faces are simply those that the viewer sees nowhere. When a second one begins, the faces of
each are kept (`Memory.batches`). A face that comes to light is taken off the batch it came from.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

from attrs import frozen

from cardkit.hidden.cards import Unseen
from cardkit.quick import quick
from cardkit.seats import Viewer

__all__ = ["Batch", "Memory"]

Known = TypeVar("Known")


@quick
@frozen(weakref_slot=False)
class Batch:
    """Cards that were mixed face down, without those that have come to light since."""

    faces: tuple[Hashable, ...]
    """The faces that it is known to hold."""
    unseen: tuple[Unseen, ...] = ()
    """Cards of earlier batches that were mixed into it unseen."""


@frozen
class Memory(Generic[Known]):
    """What a viewer knows."""

    you: Viewer
    state: Known
    """The state, as far as the viewer knows it."""
    batches: tuple[Batch, ...] = ()
    """The batches by number. Empty if there is just one: its faces are those that the viewer sees nowhere."""
