"""Memories of plain events are kept in a short way: it comes to the same as an account of every card."""

from collections import Counter
from random import Random
from typing import Annotated, Any, Final, Generic, Never

import attrs
import pytest
from attrs import frozen

import cardkit
from cardkit.games.biberbande import GAME
from cardkit.games.biberbande.messages import Knock, Take
from cardkit.hidden import NOBODY, UNSEEN, Batch, H, Memory, Unseen, keeper, seen
from cardkit.hidden.account import Account
from cardkit.hidden.cards import unseen_of
from cardkit.rejections import BrokenGame
from cardkit.seats import Viewer
from tests.hidden.exact import keeper_of
from tests.hidden.lab import (
    Dealt,
    Drawn,
    Exchanged,
    Known,
    Looked,
    Played,
    State,
    Swapped,
    TurnedUp,
    Watched,
    game,
    random_event,
    steps,
)

VIEWERS: Final[tuple[Viewer, ...]] = (None, 0, 1)


def glimpses(viewer: Viewer) -> list[Any]:
    """Return what a viewer sees of a long match with notes and reshuffles: cards are kept, swapped, and looked at."""
    match = cardkit.start(GAME, seats=3, options={"turn_limit": 20, "rounds": 2}, seed="plain")
    choose = Random(1)
    while match.actors:
        moves = [move for move in match.legal() if not isinstance(move, Knock | Take)]
        match = match.play(choose.choice(moves))
    return [glimpse for glimpse in match.glimpses(viewer) if type(glimpse) in keeper_of(GAME).events]


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_what_is_remembered_in_a_match_is_what_the_account_of_each_event_says(viewer: Viewer) -> None:
    kept, memory = keeper_of(GAME), GAME.blank(viewer)
    batches = 0
    for glimpse in glimpses(viewer):
        after = GAME.remember(memory, glimpse)
        assert after == Account(kept, memory, glimpse).settled()
        memory, batches = after, max(batches, len(after.batches))
    assert batches > 1


def test_what_is_remembered_of_random_events_is_what_the_account_says() -> None:
    """In hands whose order tells nothing, too. What the account refuses is refused."""
    compared = 0
    for number in range(10):
        random = Random(f"short {number}")
        watched = Watched((1, 2, 3, 4, 5, 6), random.choice(VIEWERS), notes=False)
        kept, refused = keeper_of(watched.game), False
        while not refused and watched.state.rounds < 3:
            step = random.choice(steps(watched.state, watched.deck, random, notes=False))
            event = random_event(watched.state, step, random)
            glimpse = watched.game.glimpse(event, watched.viewer)
            try:
                told = Account(kept, watched.memory, glimpse).settled()
            except BrokenGame:
                refused = True
                with pytest.raises(BrokenGame):
                    watched.sees(event)
            else:
                watched.sees(event)
                assert watched.memory == told
                compared += 1
    assert compared > 200


@pytest.fixture
def accounts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many accounts were made, by kind of event. An account takes three times as long as the short way."""
    made = Counter[str]()

    class Counted(Account):
        def settled(self) -> Memory[Any]:
            made[self.name] += 1
            return super().settled()

    monkeypatch.setattr(keeper, "Account", Counted)
    return made


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_once_each_kind_of_event_was_checked_only_those_need_an_account_that_mix_cards_or_show_many(
    viewer: Viewer, accounts: Counter[str]
) -> None:
    for _ in range(2):
        accounts.clear()
        memory = GAME.blank(viewer)
        for glimpse in glimpses(viewer):
            memory = GAME.remember(memory, glimpse)

    assert {*accounts} == {"Dealt", "Reshuffled", "RoundScored"}


def test_a_known_card_that_moves_in_the_open_needs_no_account(accounts: Counter[str]) -> None:
    """The row holds a known card, which another seat exchanges for one that it draws."""
    watched = Watched((1, 2, 3, 4, 5, 6, 7, 8), 0, notes=False)
    deal = Dealt[Never](((1,), (2,)), (3, 4, None), (5, 6, 7, 8))
    plain = (
        Looked[Never](0, 0, 3),
        Exchanged[Never](1, 0, 5, 3),
        Drawn[Never](1, 6),
        Drawn[Never](0, 7),
        Swapped(0, 1),
        Played(1, 2),
        TurnedUp(1, 5),
    )
    for event in (deal, *plain):
        watched.sees(event)
    watched.sees(deal)
    accounts.clear()

    for event in plain:
        watched.sees(event)

    assert not accounts


@frozen
class Turned(Generic[H]):
    """A seat draws a card, and the first card of the row becomes another one: no game may do that."""

    card: Annotated[int | H, NOBODY]
    face: int


def turned(state: Any, event: Any) -> Any:
    drawn = seen(state.stock[0], event.card)
    return attrs.evolve(state, row=(event.face, *state.row[1:]), stock=(*state.stock[1:], drawn))


def test_a_known_card_that_becomes_another_is_found_out_whenever_that_happens() -> None:
    """The first event of its kind is checked in full, so here the second is the wrong one."""
    watched = Watched((1, 2, 3, 4, 5, 6), 0, {Turned: turned}, notes=False)
    for event in (
        Dealt[Never](((1,), (2,)), (3, None), (4, 5, 6)),
        Looked[Never](0, 0, 3),
        Turned[Never](4, 3),
    ):
        watched.sees(event)

    with pytest.raises(BrokenGame, match=r"^lab: Turned shows 1, which can't have lain there$"):
        watched.sees(Turned[Never](5, 1))


def lost(state: Any, event: object) -> Any:
    return attrs.evolve(state, stock=state.stock[1:])


def test_an_unseen_card_that_is_lost_is_found_out_whenever_that_happens() -> None:
    kept = attrs.evolve(keeper_of(game((1, 2, 3))), evolve=lost, careful=False)
    kept.balanced.add(TurnedUp)
    state = State[Unseen](1, stock=(UNSEEN,) * 2, row=(unseen_of(1),))
    memory = Memory[Known](None, state, (Batch((1, 2)), Batch((3,))))

    with pytest.raises(BrokenGame, match=r"^lab: TurnedUp lost 1 card; "):
        kept.remember(memory, TurnedUp(0, 3))
