"""What is planted in a real game is found too, in a few short matches."""

import attrs

from cardkit.chance import Chance
from cardkit.games.thirteen import (
    GAME,
    Card,
    Colour,
    Event,
    Glimpse,
    Knowledge,
    Options,
    Play,
    Played,
    Thirteen,
    Truth,
    View,
)
from cardkit.hidden import UNSEEN
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from cardkit.testing import Law, examine


def laws_broken_by(game: Thirteen, matches: int = 1) -> set[Law]:
    return {*examine(game, options=[Options(rounds=1)], seats=[3], matches=matches).laws_broken}


def test_a_view_must_not_tell_the_last_card_of_the_stock() -> None:
    def telling(state: Truth, viewer: Viewer) -> View:
        view = GAME.view(state, viewer)
        bottom = tuple(card if card == "n4" else UNSEEN for card in state.stock[-1:])
        return attrs.evolve(view, stock=(*view.stock[:-1], *bottom))

    assert laws_broken_by(attrs.evolve(GAME, view=telling), matches=3) == {Law.SECRECY}


def test_a_glimpse_must_not_tell_what_another_seat_draws_by_leaving_it_out() -> None:
    def telling(event: Event, viewer: Viewer) -> Glimpse:
        glimpse = GAME.glimpse(event, viewer)
        if isinstance(glimpse, Played) and isinstance(event, Played) and event.drawn == "n4":
            return attrs.evolve(glimpse, drawn=None)
        return glimpse

    assert laws_broken_by(attrs.evolve(GAME, glimpse=telling)) == {Law.PROJECTION}


def test_a_refusal_must_not_tell_the_next_card() -> None:
    def telling(state: Truth, seat: Seat, move: Play[Card, Colour]) -> Rejected:
        text = f"{move.card} isn't in your hand {state.stock[:1]}"
        return Rejected("not_in_hand", dict.fromkeys(GAME.languages, text))

    assert laws_broken_by(attrs.evolve(GAME, refuse=telling)) == {Law.SECRECY}


def test_cards_taken_must_not_be_forgotten() -> None:
    """They lie face down, but everybody saw them go."""

    def forgetting(memory: Knowledge, chance: Chance) -> Truth:
        taken = tuple((UNSEEN,) * len(heap) for heap in memory.state.taken)
        return GAME.imagine(attrs.evolve(memory, state=attrs.evolve(memory.state, taken=taken)), chance)

    assert laws_broken_by(attrs.evolve(GAME, imagine=forgetting)) >= {Law.CONSISTENCY}


def test_the_stock_must_not_be_imagined_in_order() -> None:
    def tidy(memory: Knowledge, chance: Chance) -> Truth:
        state = GAME.imagine(memory, chance)
        return attrs.evolve(state, stock=tuple(sorted(state.stock)))

    assert laws_broken_by(attrs.evolve(GAME, imagine=tidy)) == {Law.IMAGINATION}
