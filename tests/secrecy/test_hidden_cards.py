"""A hidden card has no identity that outlives a shuffle, a swap or a reshuffle, and no list betrays its order."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final, TypeVar

import attrs
import pytest

from cardkit.chance import SeededChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.games import biberbande, friday13, push, thirteen
from cardkit.games.biberbande.cards import CARDS as BIBERBANDE_CARDS
from cardkit.games.friday13.cards import CARDS as FRIDAY13_CARDS
from cardkit.games.push.cards import CARDS as PUSH_CARDS
from cardkit.games.thirteen.cards import CARDS as THIRTEEN_CARDS
from cardkit.match import Match
from cardkit.seats import Viewer
from cardkit.some_match import any_match
from cardkit.testing.shown_texts import state_texts
from cardkit.testing.trial import play_at_random, steps_at_random
from tests.games.biberbande.scenes import Stacked, all_cards, decided, fold, holding, scene
from tests.games.biberbande.scenes import cards as biberbande_cards
from tests.games.biberbande.test_laws import PATIENT

T = TypeVar("T")

LONG: Final = biberbande.Options(turn_limit=13, rounds=1)


class Listening:
    """A true chance, and what it was given to shuffle."""

    def __init__(self, true: SeededChance, heard: list[object]) -> None:
        self._true = true
        self._heard = heard

    def below(self, label: str, n: int) -> int:
        return self._true.below(label, n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        given = tuple(items)
        self._heard.extend(given)
        return self._true.shuffle(label, given)


def shuffled(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], options: Options
) -> list[object]:
    """Return everything that chance is asked to shuffle in a match, and when viewers imagine states of it."""
    heard = list[object]()
    seats = game.seats[-1]
    trial = play_at_random(game, seats, options, "shuffled")
    rules = any_game(game)
    true = SeededChance("shuffled")
    game.open(seats, options, Listening(true, heard))
    for step, match in enumerate(trial.steps):
        if step < len(trial.turns):
            rules.decide(
                match.state, trial.turns[step].seat, trial.turns[step].move, Listening(true.at(step), heard)
            )
        rules.imagine(trial.memory(step, step % seats), Listening(true.at(-step), heard))
    return heard


SHUFFLED: Final[dict[str, tuple[Callable[[], list[object]], frozenset[str]]]] = {
    "thirteen": (lambda: shuffled(thirteen.GAME, thirteen.Options()), frozenset(THIRTEEN_CARDS)),
    "friday13": (lambda: shuffled(friday13.GAME, friday13.Options()), frozenset(FRIDAY13_CARDS)),
    "push": (lambda: shuffled(push.GAME, push.Options()), frozenset(PUSH_CARDS)),
    "biberbande": (lambda: shuffled(PATIENT, LONG), frozenset(BIBERBANDE_CARDS)),
}


@pytest.mark.parametrize("game", SHUFFLED)
def test_what_is_shuffled_are_faces_so_that_no_card_can_be_known_again(game: str) -> None:
    """deals, reshuffles, imagined worlds: a text that says what is printed on the card, and nothing else"""
    run, printed = SHUFFLED[game]
    heard = run()

    assert len(heard) > 100
    assert {type(item) for item in heard} == {str}
    assert {*heard} == printed


def seen_at_each_step(
    steps: Iterable[Match[Move, Event, State, View, Glimpse, Memory, Options]],
    otherwise: Callable[[State, Random], State],
) -> Iterator[tuple[State, State, Viewer]]:
    """Yield each state, and one in which hidden cards lie in another order that nobody can have seen."""
    random = Random("otherwise")
    for match in steps:
        other = otherwise(match.state, random)
        for viewer in (*range(match.header.seats), None):
            mine, theirs = (
                [*state_texts(any_match(attrs.evolve(match, state=state)), viewer, ())]
                for state in (match.state, other)
            )
            assert mine == theirs
            yield match.state, other, viewer


def shaken(cards: tuple[T, ...], random: Random) -> tuple[T, ...]:
    return tuple(random.sample(cards, len(cards)))


def stock_of_thirteen(state: thirteen.Truth, random: Random) -> thirteen.Truth:
    return attrs.evolve(state, stock=shaken(state.stock, random))


def hand_put_away(state: friday13.Truth, random: Random) -> friday13.Truth:
    return attrs.evolve(state, away=shaken(state.away, random))


def stock_of_push(state: push.Truth, random: Random) -> push.Truth:
    return attrs.evolve(state, stock=shaken(state.stock, random))


def stock_of_biberbande(state: biberbande.Truth, random: Random) -> biberbande.Truth:
    return attrs.evolve(state, stock=shaken(state.stock, random))


def test_nothing_shows_in_which_order_hidden_cards_lie() -> None:
    """the stock, the hand put away: at every step, for everybody"""
    looked = [
        *seen_at_each_step(steps_at_random(thirteen.GAME, 4, thirteen.Options(), "order"), stock_of_thirteen),
        *seen_at_each_step(steps_at_random(friday13.GAME, 3, friday13.Options(), "order"), hand_put_away),
        *seen_at_each_step(steps_at_random(push.GAME, 3, push.Options(), "order"), stock_of_push),
        *seen_at_each_step(steps_at_random(PATIENT, 6, LONG, "order"), stock_of_biberbande),
    ]

    assert sum(state != other for state, other, _ in looked) > 2000


def test_nothing_shows_in_which_order_a_hand_was_dealt_or_drawn() -> None:
    """hands lie sorted, from the deal on"""
    dealt = thirteen.GAME.open(3, thirteen.Options(), SeededChance("order"))[1]
    assert isinstance(dealt, thirteen.Dealt)

    assert all([*hand] == sorted(hand) for hand in dealt.hands)
    for step in steps_at_random(thirteen.GAME, 3, thirteen.Options(rounds=1), "order"):
        assert all([*hand] == sorted(hand) for hand in step.state.hands)


def test_after_a_swap_nobody_who_had_not_seen_the_cards_knows_more_of_them() -> None:
    """rules of the swap: which card went where shows, what it is does not"""
    before = scene("1 2 3 4", "5 6 7 8", "9 9 9 9")
    exchanged = scene("1 6 3 4", "5 2 7 8", "9 9 9 9")
    swaps = [
        decided(holding("swap", *(" ".join(row) for row in state.rows)), "swap 1>1.1")
        for state in (before, exchanged)
    ]

    assert swaps[0] == swaps[1]
    assert all(
        biberbande.GAME.glimpse(one, viewer) == biberbande.GAME.glimpse(other, viewer)
        for one, other in zip(*swaps, strict=True)
        for viewer in (None, 0, 1, 2)
    )


def test_after_a_reshuffle_nothing_is_left_of_the_order_in_which_cards_were_laid() -> None:
    """two discard piles of the same cards: reshuffled alike, they become one and the same position"""
    positions = set[biberbande.Truth]()
    for laid in ("5 6 7 8", "8 6 5 7", "7 8 6 5"):
        state = scene("1 2 3 4", "5 6 7 8", stock="", discard=f"{laid} swap")
        happened = decided(state, "draw", Stacked(reshuffle=["6 swap 8 5 7"]))
        positions.add(fold(state, happened))

    assert len(positions) == 1
    (position,) = positions
    assert position.stock == biberbande_cards("swap 8 5 7")
    assert len(all_cards(position)) == 13
