"""What isn't an event or a glimpse of Biberbande is never written down: the error shows what it was."""

from collections.abc import Callable
from typing import Final

import pytest

from cardkit.games.biberbande import GAME, Glimpse, Memory, State

evolve: Final[Callable[..., State]] = GAME.evolve
glimpse: Final[Callable[..., Glimpse]] = GAME.glimpse
remember: Final[Callable[..., Memory]] = GAME.remember
NO_EVENT: Final = "a card fell under the table"


def test_what_is_no_event_changes_no_state() -> None:
    with pytest.raises(AssertionError, match=NO_EVENT):
        evolve(GAME.initial, NO_EVENT)


@pytest.mark.parametrize("viewer", [None, 0])
def test_of_what_is_no_event_nobody_sees_anything(viewer: int | None) -> None:
    with pytest.raises(AssertionError, match=NO_EVENT):
        glimpse(NO_EVENT, viewer)


@pytest.mark.parametrize("viewer", [None, 0])
def test_what_is_no_glimpse_is_not_remembered(viewer: int | None) -> None:
    with pytest.raises(AssertionError, match=NO_EVENT):
        remember(GAME.blank(viewer), NO_EVENT)
