"""Bots for Hanabi: a rule of thumb based on hints, and a tree search whose playouts use it."""

from collections.abc import Iterator, Sequence
from typing import Final, Never

from cardkit.bots import Bot, GameBots, Observation, SearchModel
from cardkit.chance import Chance
from cardkit.hidden import Memory, Unseen
from cardkit.seats import Seat

from .hanabi import GAME, Discard, Hint, Move, Options, Play, State, outcome, symbols

__all__ = ["BOTS"]


def thumb(state: State[Never] | State[Unseen], seat: Seat, legal: Sequence[Move]) -> Move:
    """Return the move of the rule of thumb: play what must fit, hint at what fits, discard what no hint was about.

    Of the seat's own cards, it uses only what hints have told.
    """
    moves = (*plays(state, seat), *hints(state, seat), *discards(state, seat))
    return next((move for move in moves if move in legal), legal[-1])


def fits(state: State[Never] | State[Unseen], card: str) -> bool:
    """Return whether the card is the next of its firework."""
    return int(card[1]) == 1 + sum([built[0] == card[0] for built in state.fireworks])


def plays(state: State[Never] | State[Unseen], seat: Seat) -> Iterator[Move]:
    """Yield plays of own cards that fit, whichever of the possible cards they are."""
    known = symbols(state.options)
    cards = [colour + rank for colour in known if colour.isalpha() for rank in known if rank.isdigit()]
    for place, told in enumerate(state.told[seat]):
        possible = [card for card in cards if all(symbol in card for symbol in told)]
        if told and all(fits(state, card) for card in possible):
            yield Play(place)


def hints(state: State[Never] | State[Unseen], seat: Seat) -> Iterator[Move]:
    """Yield hints at cards that fit, if the others lack that knowledge. The next player comes first, rank before
    colour.
    """
    seats = len(state.hands)
    for to in [(seat + step) % seats for step in range(1, seats)]:
        for card, told in zip(state.hands[to], state.told[to], strict=True):
            if isinstance(card, str) and fits(state, card):
                yield from (Hint(to, symbol) for symbol in (card[1], card[0]) if symbol not in told)


def discards(state: State[Never] | State[Unseen], seat: Seat) -> Iterator[Move]:
    """Yield the discard of the oldest card without a hint, else of the oldest."""
    yield from (Discard(place) for place, told in enumerate(state.told[seat]) if not told)
    yield Discard(0)


def greedy(seen: Observation[Move, State[Unseen], object, Memory[State[Unseen]], Options]) -> Move:
    """Play by the rule of thumb."""
    return thumb(seen.view, seen.seat, seen.legal)


def policy(state: State[Never], seat: Seat, legal: tuple[Move, ...], chance: Chance) -> Move:
    """Play on in an imagined state, by the rule of thumb."""
    return thumb(state, seat, legal)


def worth(first: State[Never], last: State[Never]) -> tuple[float, ...]:
    """Return the points at the end of a playout."""
    result = outcome(last)
    return () if result is None else GAME.worth_with(last.options)(result)


LENS: Final = SearchModel(lambda first, now: False, worth, policy)

BOTS: Final[GameBots[Move, State[Never], State[Unseen], object, Memory[State[Unseen]], Options]] = GameBots(
    greedy=Bot("greedy", greedy, frozenset({"view"})), model=LENS
)
