"""Where it can't be told which card went where, the layer says so: it never imagines what can't be in silence."""

from itertools import permutations
from typing import Annotated, Any, Final, Generic, Never

import attrs
import pytest
from attrs import frozen

from cardkit.bots.chance import RunningChance
from cardkit.hidden import ALL, NOBODY, OWNER, SEAT, UNSEEN, Batch, H, Memory, Unseen, noted, ordered, without
from cardkit.hidden.account import Account
from cardkit.hidden.cards import unseen_of
from cardkit.mechanics.dealing import replaced
from cardkit.rejections import BrokenGame
from cardkit.seats import Seat
from tests.hidden.exact import keeper_of
from tests.hidden.lab import (
    Dealt,
    Drawn,
    DrawnOpenly,
    Hinted,
    Known,
    LaidDown,
    Looked,
    Outcomes,
    Played,
    Reshuffled,
    State,
    Truth,
    TurnedUp,
    Watched,
    deal,
    each,
    game,
    play,
)
from tests.hidden.test_faults import game_of, remembered
from tests.hidden.test_worlds import assert_imagined_as_it_may_be

DECK: Final = (1, 2, 3, 4, 5, 6)


@frozen
class Taken:
    """A card goes from the row to the discards, and nobody says from which place."""

    card: int


def taken(state: Any, event: Taken) -> Any:
    return attrs.evolve(state, row=without(state.row, event.card), discards=(*state.discards, event.card))


@frozen
class Hidden(Generic[H]):
    """A card goes from the row to the stock, face down, and nobody says from which place."""

    card: Annotated[int | H, NOBODY]


def hidden(state: Any, event: Any) -> Any:
    return attrs.evolve(state, row=without(state.row, event.card), stock=(event.card, *state.stock))


@frozen
class BothPassed(Generic[H]):
    """The seats 0 and 1 give each other a card at the same time."""

    cards: Annotated[tuple[int | H, ...], OWNER]


def both_passed(state: Any, event: Any) -> Any:
    first, second = (without(state.hands[seat], event.cards[seat]) for seat in (0, 1))
    hands = (ordered((*first, event.cards[1])), ordered((*second, event.cards[0])), *state.hands[2:])
    return attrs.evolve(state, hands=hands)


@frozen
class SwappedForTop(Generic[H]):
    """The card at a place of the row and the top of the stock change places; the seat sees both."""

    seat: Seat
    at: int
    up: Annotated[int | H, SEAT]
    down: Annotated[int | H, SEAT]


def swapped_for_top(state: Any, event: Any) -> Any:
    """Forget to say `seen`."""
    return attrs.evolve(
        state, row=replaced(state.row, event.at, event.up), stock=(event.down, *state.stock[1:])
    )


@frozen
class MixedAndTurned(Generic[H]):
    """The discards and the stock are mixed, and a card is turned up and laid aside."""

    stock: Annotated[tuple[int | H, ...], NOBODY]
    up: int


def mixed_and_turned(state: Any, event: Any) -> Any:
    return attrs.evolve(state, stock=event.stock, discards=(), aside=event.up)


OTHERS: Final = {
    Taken: taken,
    Hidden: hidden,
    BothPassed: both_passed,
    SwappedForTop: swapped_for_top,
    MixedAndTurned: mixed_and_turned,
}


DEAL: Final = Dealt[Never](((1,), (2,)), (3, 4, 5), (6,))
OF_TWO_SHUFFLES: Final = (
    Dealt[Never](((1,), (2,)), (3, 4, None), (5, 6)),
    Drawn[Never](0, 5),
    Drawn[Never](0, 6),
    Played(0, 1),
    Played(1, 2),
    Reshuffled[Never]((1, 2)),
    Drawn[Never](1, 1),
    LaidDown[Never](1, 2, 1),
)
"""Then the row holds two cards of the deal and one of the reshuffle."""


def watched_after(*events: Any) -> Watched:
    watched = Watched(DECK, 0, OTHERS)
    for event in events:
        watched.sees(event)
    return watched


def test_a_card_taken_from_among_unknown_ones_leaves_unknown_ones() -> None:
    watched = watched_after(DEAL)
    watched.sees(Taken(4))

    assert repr(watched.memory.state.row) == "(?, ?)"


def test_a_card_taken_from_between_known_ones_may_have_lain_anywhere() -> None:
    watched = watched_after(DEAL, Looked(0, 1, 4))

    with pytest.raises(
        BrokenGame, match=r"without: 3 may have lain at places between known cards; keep the cards"
    ):
        watched.sees(Taken(3))


def test_a_card_taken_from_among_cards_of_two_shuffles_may_have_lain_anywhere() -> None:
    watched = watched_after(*OF_TWO_SHUFFLES)
    assert repr(watched.memory.state.row) == "(?, ?, ?1)"

    with pytest.raises(
        BrokenGame, match=r"`without` took a card out of State\.row, where any of several may have gone"
    ):
        watched.sees(Taken(4))


def test_a_card_taken_from_among_noted_ones_may_have_lain_anywhere() -> None:
    watched = watched_after(DEAL, Hinted(1, ("odd", 0, False)))

    with pytest.raises(
        BrokenGame, match=r"`without` took a card out of State\.row, where any of several may have gone"
    ):
        watched.sees(Taken(3))


def test_a_guess_that_was_not_looked_at_when_it_was_remembered_is_found_when_a_state_is_imagined() -> None:
    """Without zones that are SORTED, nothing is reckoned while all is of one shuffle."""
    game = game_of(
        initial=Row(),
        evolve=row_after,
        event_names={"dealt": RowDealt, "noted": Noted, "taken": Taken},
        fits=is_high,
    )
    memory = remembered(game, RowDealt[Never]((1, 2, 3, 4)), Taken(1), Noted(1), Taken(3))

    with pytest.raises(
        BrokenGame, match="small: `without` took a card out of a zone where any of several may have gone"
    ):
        game.imagine(memory, RunningChance("worlds"))


@frozen
class Row(Generic[H]):
    row: Annotated[tuple[int | H, ...], NOBODY] = ()
    discards: Annotated[tuple[int, ...], ALL] = ()


@frozen
class RowDealt(Generic[H]):
    row: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Noted:
    at: int


def is_high(face: int, note: str) -> bool:
    return face > 1


def row_after(state: Row[H], event: RowDealt[H] | Noted | Taken) -> Row[H]:
    match event:
        case RowDealt():
            return Row(event.row)
        case Noted(at):
            return Row(replaced(state.row, at, noted(state.row[at], "high")), state.discards)
        case Taken(card):
            return Row(without(state.row, card), (*state.discards, card))


def test_an_unseen_card_taken_from_places_that_are_not_alike_may_have_lain_anywhere() -> None:
    watched = watched_after(DEAL, Looked(0, 1, 4))

    with pytest.raises(
        BrokenGame, match=r"took a card out of State\.row, .* let Hidden say at which place the card lay"
    ):
        watched.sees(Hidden[Never](3))


def test_two_hands_that_change_at_once_are_not_mixed_with_each_other() -> None:
    """Seat 0 knows one card of each of the other hands; neither can have been in the other's place."""
    deck = (1, 2, 3, 4, 5, 6)
    watched = Watched(deck, None, OTHERS)
    for event in (
        Dealt[Never](((1, 3), (2, 4)), (5, 6), ()),
        Played(0, 1),
        Played(1, 2),
        Reshuffled[Never]((1, 2)),
        DrawnOpenly[Never](0, 1),
        DrawnOpenly[Never](1, 2),
    ):
        watched.sees(event)
    assert repr(watched.memory.state.hands) == "((1, ?), (2, ?))"

    with pytest.raises(
        BrokenGame, match="BothPassed takes an unseen card out of a hand, and moves others too; make an"
    ):
        watched.sees(BothPassed[Never]((3, 4)))


def test_two_cards_that_change_places_unseen_are_not_mixed() -> None:
    watched = watched_after(*OF_TWO_SHUFFLES)

    with pytest.raises(BrokenGame) as error:
        watched.sees(SwappedForTop[Never](1, 0, 2, 3))

    assert str(error.value) == (
        "lab: SwappedForTop brings an unseen card, and it isn't clear which it was; in `evolve`, write "
        "seen(place, shown) where a card comes from a place, and make an event of each move"
    )


def test_a_card_that_is_turned_up_while_its_twin_may_be_mixed_in_may_be_either() -> None:
    """If the twin lies in the stock, a card like this is turned up more often: the layer doesn't reckon with that."""
    watched = Watched((1, 1, 2, 3), None, OTHERS)
    watched.sees(Dealt[Never](((1,), (2,)), (None,), (1, 3)))
    watched.sees(Played(0, 1))

    with pytest.raises(BrokenGame) as error:
        watched.sees(MixedAndTurned[Never]((3, 1), 1))

    assert str(error.value) == (
        "lab: MixedAndTurned shows 1, and that card may have come from more than one shuffle; in `evolve`, write "
        "seen(place, shown) where a card is drawn, and turn cards up in their place before they move on; if that "
        "isn't possible, make the game with `Game` and your own `blank`, `remember` and `imagine`"
    )


def each_of(events: Any) -> Outcomes:
    return each(events)


def test_a_card_without_a_twin_that_is_mixed_in_and_turned_up_is_that_card() -> None:
    def mix(state: Truth) -> Outcomes:
        orders = permutations(state.stock + state.discards)
        return each_of([MixedAndTurned[Never](order[1:], order[0]) for order in orders])

    deck = (1, 2, 3, 4)
    watched = Watched(deck, None, OTHERS)
    watched.happens(deal(deck, 2, 1, 0), Dealt(((1,), (2,)), (None,), (3, 4)))
    watched.happens(play(0), Played(0, 1))
    watched.happens(mix, MixedAndTurned((3, 4), 1))

    assert_imagined_as_it_may_be(watched)


@pytest.mark.parametrize(
    ("face", "told"),
    [(3, "shows 3, which can't have lain there"), (1, "shows 1, and that card may have come from more than")],
    ids=["none", "two"],
)
def test_a_face_that_none_of_the_mixed_cards_can_have_is_told_from_one_that_several_can(
    face: int, told: str
) -> None:
    """Two cards were mixed. Each may be a 1, and neither can be a 3."""
    mixed = unseen_of(2)
    state = State[Unseen](1, stock=(UNSEEN, unseen_of(1), mixed), row=(mixed, 3))
    batches = (Batch((1, 2)), Batch((1, 2)), Batch((), (UNSEEN, unseen_of(1))))
    memory = Memory[Known](None, state, batches)
    account = Account(keeper_of(game((1, 1, 2, 2, 3))), memory, TurnedUp(1, 3))

    with pytest.raises(BrokenGame, match=f"^lab: TurnedUp {told}"):
        account.take_face(mixed, face)
