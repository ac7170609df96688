"""Scenes of Friday 13, set in few words: `c7 f4` are two cards, `f4>cats` is a move."""

from collections.abc import Mapping, Sequence
from functools import reduce
from random import Random
from typing import Final, TypeAlias

from cardkit.chance import Chance
from cardkit.games.friday13 import (
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
from cardkit.games.friday13.cards import CARDS
from cardkit.games.friday13.hands import Hand
from cardkit.games.friday13.state import Table
from cardkit.guards import legal_move
from cardkit.match import Match, begin
from cardkit.mechanics.piles import Pile

Friday13Match: TypeAlias = Match[Play, Event, State, View, Glimpse, Memory, Options]

CHANCE: Final = Chance("a seed of the tests", 3)
FACE: Final[dict[str, Card]] = {card: card for card in CARDS}
ORDER: Final[tuple[str, ...]] = (*"c0 c1 c2 c4 c5 c7 m0 m1 m2 m4 m5 m7 l0 l1 l2 l4 l5 l7 f4".split(),)
"""How a hand is held and moves are listed, told here apart from the game."""


def cards(text: str) -> tuple[Card, ...]:
    """The cards in the order they are named."""
    return tuple(FACE[face] for face in text.split())


def hand(text: str) -> Hand:
    """A hand of these cards, held in order, with the set of its faces."""
    held = tuple(sorted(cards(text), key=ORDER.index))
    return held, sum(1 << place for place, face in enumerate(ORDER) if face in held)


def pile(text: str) -> Pile[Card]:
    """A pile of these cards. The sum is reckoned here, not by the game."""
    lying = cards(text)
    return lying, sum(int(card[1]) for card in lying)


def scene(
    *hands: str,
    turn: int | None = 0,
    away: str = "",
    cats: str = "",
    mirrors: str = "",
    ladders: str = "",
    taken: Sequence[str] = (),
    round: int = 1,
    rounds: int = 4,
    totals: Sequence[int] = (),
) -> State:
    """A position in a round that seat 0 began. What isn't told is empty, or none."""
    seats = len(hands)
    return State(
        table=Table(
            seats=seats,
            rounds=rounds,
            first_player=(1 - round) % seats,
            round=round,
            starter=0,
            totals=tuple(totals) or (0,) * seats,
        ),
        turn=turn,
        hands=tuple(hand(held) for held in hands),
        away=cards(away),
        piles=(pile(cats), pile(mirrors), pile(ladders)),
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
    """How a round is scored in which the seats took these cards: seat 0 plays its last card, a cat 1."""
    hands = ["c1"] + [""] * (len(taken) - 1)
    state = scene(*hands, taken=taken, round=round, rounds=rounds, totals=totals)
    _, event, *_ = decided(state, "c1")
    assert isinstance(event, Scored)
    return event


def fold(state: State, events: Sequence[Event]) -> State:
    """The position after these events."""
    return reduce(GAME.evolve, events, state)


def start(
    seats: int = 4, options: Options | Mapping[str, object] | None = None, seed: str = "a seed"
) -> Friday13Match:
    """A match at its start."""
    return begin(GAME, seats, options, seed, None)


def steps(match: Friday13Match, seed: int = 0) -> list[Friday13Match]:
    """The match, and as it is after each of its moves, chosen at random up to its end."""
    choose = Random(seed)
    made = [match]
    while legal := made[-1].legal():
        made.append(made[-1].play(choose.choice(legal)))
    return made


def events(match: Friday13Match) -> list[Event]:
    """All that happened in the game."""
    return [entry.event for entry in match.log.entries if isinstance(entry.event, Event)]


def held(state: State) -> tuple[tuple[Card, ...], ...]:
    """The cards of each hand."""
    return tuple(cards for cards, _ in state.hands)
