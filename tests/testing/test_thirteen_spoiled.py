"""What is planted in a real game is found too, with two matches."""

import attrs

from cardkit.chance import Chance
from cardkit.games.thirteen import GAME, Event, Glimpse, Memory, Play, Played, State, Thirteen, View
from cardkit.games.thirteen.cards import DECK
from cardkit.mechanics.dealing import unseen
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from cardkit.testing import Law, examine


def laws_broken_by(game: Thirteen) -> set[Law]:
    return {*examine(game, matches=2).laws_broken}


def test_a_view_must_not_tell_the_last_card_of_the_stock() -> None:
    def telling(state: State, viewer: Viewer) -> View:
        nasty = state.stock[-1:] == ("n4",)
        return attrs.evolve(GAME.view(state, viewer), stock_size=len(state.stock) + nasty)

    assert laws_broken_by(attrs.evolve(GAME, view=telling)) == {Law.SECRECY}


def test_a_glimpse_must_not_tell_what_another_seat_draws() -> None:
    def telling(event: Event, viewer: Viewer) -> Glimpse:
        return event if isinstance(event, Played) else GAME.glimpse(event, viewer)

    assert laws_broken_by(attrs.evolve(GAME, glimpse=telling)) == {Law.SECRECY}


def test_a_refusal_must_not_tell_the_next_card() -> None:
    def telling(state: State, seat: Seat, move: Play) -> Rejected:
        return Rejected("not_in_hand", f"{move.card} isn't in your hand {state.stock[:1]}")

    assert laws_broken_by(attrs.evolve(GAME, refuse=telling)) == {Law.SECRECY}


def test_cards_taken_must_not_be_forgotten() -> None:
    """They lie face down, but everybody saw them go."""

    def forgetting(memory: Memory, chance: Chance) -> State:
        hidden = unseen(DECK, memory.hand, *(pile for pile, _ in memory.piles))
        cards = iter(chance.shuffle("taken", hidden))
        taken = tuple(tuple(next(cards) for _ in heap) for heap in memory.taken)
        return GAME.imagine(attrs.evolve(memory, taken=taken), chance)

    assert laws_broken_by(attrs.evolve(GAME, imagine=forgetting)) >= {Law.PLAYED_ON}


def test_the_stock_must_not_be_imagined_in_order() -> None:
    def tidy(memory: Memory, chance: Chance) -> State:
        state = GAME.imagine(memory, chance)
        return attrs.evolve(state, stock=tuple(sorted(state.stock)))

    assert laws_broken_by(attrs.evolve(GAME, imagine=tidy)) == {Law.IMAGINATION}
