"""Scenes of 13, set in few words: `b7 n4` are two cards, `n4>blue` is a move."""

from collections.abc import Mapping, Sequence
from functools import reduce
from random import Random
from typing import Final, TypeAlias

from cardkit.chance import Chance
from cardkit.games.thirteen import (
    GAME,
    Card,
    Event,
    Glimpse,
    Memory,
    Options,
    Play,
    Played,
    Scored,
    State,
    View,
)
from cardkit.games.thirteen.cards import CARDS
from cardkit.games.thirteen.state import Table
from cardkit.guards import legal_move
from cardkit.match import Match, begin
from cardkit.mechanics.piles import Pile

ThirteenMatch: TypeAlias = Match[Play, Event, State, View, Glimpse, Memory, Options]

CHANCE: Final = Chance("a seed of the tests", 3)
LONGEST: Final = 12 * 50
FACE: Final[dict[str, Card]] = {card: card for card in CARDS}


def cards(text: str) -> tuple[Card, ...]:
    """The cards in the order they are named."""
    return tuple(FACE[face] for face in text.split())


def pile(text: str) -> Pile[Card]:
    """A target with these cards on it. The sum is reckoned here, not by the game."""
    lying = cards(text)
    return lying, sum(int(card[1]) for card in lying)


def scene(
    *hands: str,
    turn: int | None = 0,
    stock: str = "",
    blue: str = "",
    yellow: str = "",
    green: str = "",
    taken: Sequence[str] = (),
    round: int = 1,
    rounds: int = 4,
    totals: Sequence[int] = (),
) -> State:
    """A position in a round that seat 0 opened. What isn't told is empty, or none."""
    seats = len(hands)
    dealer = seats - 1
    return State(
        table=Table(
            seats=seats,
            rounds=rounds,
            first_dealer=(dealer - round + 1) % seats,
            round=round,
            dealer=dealer,
            totals=tuple(totals) or (0,) * seats,
        ),
        turn=turn,
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
        stock=cards(stock),
        piles=(pile(blue), pile(yellow), pile(green)),
        taken=tuple(cards(heap) for heap in taken) or ((),) * seats,
    )


def texts(state: State) -> list[str]:
    """The legal moves of the seat to move, as texts."""
    return [GAME.say(move) for seat in GAME.actors(state) for move in GAME.legal(state, seat)]


def read(text: str) -> Play:
    """The move that the text says."""
    return GAME.read(text, 3, Options())


def decided(state: State, move: str) -> tuple[Event, ...]:
    """What the move of the seat whose turn it is brings."""
    (seat,) = GAME.actors(state)
    legal = GAME.legal(state, seat)
    meant = legal_move(GAME, state.table.seats, Options(), state, seat, legal, move)
    return GAME.decide(state, seat, meant, CHANCE)


def played(state: State, *moves: str) -> tuple[State, Played]:
    """The position after these moves, and what was played last. No round ends on the way."""
    event: Event | None = None
    for move in moves:
        (event,) = decided(state, move)
        state = GAME.evolve(state, event)
    assert isinstance(event, Played)
    return state, event


def scored(*taken: str, round: int = 1, rounds: int = 4, totals: Sequence[int] = ()) -> Scored:
    """How a round is scored in which the seats took these cards: seat 0 plays its last card, a blue 1."""
    hands = ["b1"] + [""] * (len(taken) - 1)
    state = scene(*hands, taken=taken, round=round, rounds=rounds, totals=totals)
    _, event, *_ = decided(state, "b1")
    assert isinstance(event, Scored)
    return event


def fold(state: State, events: Sequence[Event]) -> State:
    """The position after these events."""
    return reduce(GAME.evolve, events, state)


def start(
    seats: int = 4, options: Options | Mapping[str, object] | None = None, seed: str = "a seed"
) -> ThirteenMatch:
    """A match at its start."""
    return begin(GAME, seats, options, seed, None)


def steps(match: ThirteenMatch, seed: int = 0) -> list[ThirteenMatch]:
    """The match, and as it is after each of its moves, chosen at random up to its end."""
    choose = Random(seed)
    made = [match]
    while legal := made[-1].legal():
        assert len(made) <= LONGEST, "the match goes on and on"
        made.append(made[-1].play(choose.choice(legal)))
    return made


def events(match: ThirteenMatch) -> list[Event]:
    """All that happened in the game."""
    return [entry.event for entry in match.log.entries if isinstance(entry.event, Event)]
