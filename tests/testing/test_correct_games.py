"""No law accuses a correct game: games that are easily suspected, and what tells them from broken ones.

False alarms are rare, so that many matches have to be tried: a thousand of each game at full size (CARDKIT_SOAK=1).
"""

import os
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import attrs
import pytest

from cardkit.chance import Chance
from cardkit.seats import Seat, Viewer
from cardkit.testing import Law, LawReport, examine
from tests.testing import bids, hints, refill
from tests.testing.at_once import AT_ONCE
from tests.testing.bids import BIDS
from tests.testing.hints import HINTS
from tests.testing.refill import REFILL
from tests.testing.tiny import TINY
from tests.testing.tiny import cards as tiny_cards

T = TypeVar("T")

TIMES: Final = 500 if os.environ.get("CARDKIT_SOAK") else 1

CORRECT: Final[dict[str, Callable[[], LawReport]]] = {
    "hidden bids, and chance in the middle": lambda: examine(BIDS, matches=2 * TIMES),
    "a reshuffle": lambda: examine(REFILL, matches=2 * TIMES, cards=refill.cards),
    "hints that leave few cards": lambda: examine(HINTS, matches=2 * TIMES, cards=hints.cards),
    "all at once": lambda: examine(AT_ONCE, matches=2 * TIMES),
    "hands, a stock and a die": lambda: examine(TINY, matches=2 * TIMES, cards=tiny_cards),
}


@pytest.mark.parametrize("game", CORRECT)
def test_a_correct_game_is_not_accused(game: str) -> None:
    report = CORRECT[game]()

    assert report.broken == ()
    assert report.unjudged <= {Law.CONSERVATION, Law.ORDER}


def test_a_bid_that_all_see_and_nobody_remembers_is_found() -> None:
    def forgetful(memory: bids.Memory, seen: bids.Glimpse) -> bids.Memory:
        if isinstance(seen, bids.Placed) and seen.seat != memory.you:
            return bids.remember(memory, bids.Sealed(seen.seat))
        return bids.remember(memory, seen)

    def open_bids(event: bids.Event, viewer: Viewer) -> bids.Glimpse:
        return event

    game = attrs.evolve(BIDS, glimpse=open_bids, remember=forgetful)

    assert examine(game, matches=2).laws_broken == {Law.CONSISTENCY}


def test_an_open_mark_that_tells_of_a_drawn_card_and_is_not_reckoned_with_is_found() -> None:
    """A card fits if it is even, like the top. The mark is remembered; `imagine` draws on as if there were none."""

    def marking(
        state: refill.State, seat: Seat, move: refill.Move, chance: Chance
    ) -> tuple[refill.Event, ...]:
        return tuple(
            attrs.evolve(event, fits=(event.card - state.heap[-1]) % 2 == 0)
            if isinstance(event, refill.Drawn)
            else event
            for event in refill.decide(state, seat, move, chance)
        )

    def knowing(memory: refill.Memory, seen: refill.Glimpse) -> refill.Memory:
        after = refill.remember(memory, seen)
        marked = isinstance(seen, refill.DrawSeen) and seen.fits
        return attrs.evolve(after, marks=(*after.marks, after.turn)) if marked else after

    game = attrs.evolve(REFILL, decide=marking, remember=knowing)

    assert examine(game, matches=2, cards=refill.cards).laws_broken == {Law.CONSISTENCY}


class Unshuffled:
    """Leaves what it is to shuffle as it lies."""

    def below(self, label: str, n: int) -> int:
        return 0

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        return tuple(items)


def test_a_heap_turned_over_unshuffled_is_found() -> None:
    def lazy(state: refill.State, seat: Seat, move: refill.Move, chance: Chance) -> tuple[refill.Event, ...]:
        return refill.decide(state, seat, move, Unshuffled())

    game = attrs.evolve(REFILL, decide=lazy)

    assert examine(game, matches=2, cards=refill.cards).laws_broken == {Law.ORDER}


def test_spectators_that_see_what_no_seat_sees_are_found() -> None:
    """Each seat sees all hands but its own; a spectator sees all."""

    def seeing(event: hints.Event, viewer: Viewer) -> hints.Glimpse:
        if viewer is None:
            return hints.OthersSeen(event.hands) if isinstance(event, hints.Dealt) else event
        return hints.glimpse(event, viewer)

    def shown(state: hints.State, viewer: Viewer) -> hints.View:
        view = hints.view(state, viewer)
        return attrs.evolve(view, hands=state.hands) if viewer is None else view

    game = attrs.evolve(HINTS, glimpse=seeing, view=shown)

    assert examine(game, matches=2, cards=hints.cards).laws_broken == {Law.SPECTATORS}


def test_spectators_that_see_hidden_bids_are_found() -> None:
    def seeing(event: bids.Event, viewer: Viewer) -> bids.Glimpse:
        return event if viewer is None else bids.glimpse(event, viewer)

    def shown(state: bids.State, viewer: Viewer) -> bids.State:
        return state if viewer is None else bids.view(state, viewer)

    game = attrs.evolve(BIDS, glimpse=seeing, view=shown)

    assert examine(game, matches=4).laws_broken == {Law.SPECTATORS}


def test_a_wide_draw_in_imagine_does_not_make_the_kit_hang() -> None:
    """drawing until it fits is what the game of hints does"""

    def weighing(memory: bids.Memory, chance: Chance) -> bids.State:
        chance.below("weight", 2**32)
        return bids.imagine(memory, chance)

    assert examine(attrs.evolve(BIDS, imagine=weighing), matches=1).broken == ()
