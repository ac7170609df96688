"""Scenes of the games with limited piles, set in few words: `b7 n4` are two cards, `n4>blue` is a move.

In what holds for all games of the family, `A7 B1 C5` are cards of the first, second and third pile, `W4` is a wild one.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from random import Random
from typing import Final, Generic, Never, TypeAlias, TypeVar

from attrs import frozen

from cardkit.chance import SeededChance
from cardkit.checks import legal_move
from cardkit.engine_events import EngineEvent
from cardkit.families.limited_piles.messages import (
    C,
    Dealt,
    Event,
    K,
    Opened,
    Play,
    Played,
    RoundInfo,
    Scored,
    State,
)
from cardkit.families.limited_piles.rules import LimitedPiles
from cardkit.game import Game, any_game
from cardkit.hidden import UNSEEN, H, Memory, Unseen
from cardkit.match import Match
from cardkit.opening import begin
from cardkit.seats import Seat, Viewer

O = TypeVar("O")  # noqa: E741  # options, beside C, K and H

PileGame: TypeAlias = Game[
    Play[C, K],
    Event[C, K, Never],
    State[C, Never],
    State[C, Unseen],
    Event[C, K, Unseen],
    Memory[State[C, Unseen]],
    O,
]
PileMatch: TypeAlias = Match[
    Play[C, K],
    Event[C, K, Never],
    State[C, Never],
    State[C, Unseen],
    Event[C, K, Unseen],
    Memory[State[C, Unseen]],
    O,
]
Pile: TypeAlias = tuple[tuple[C, ...], int]
"""The cards that lie there, and their sum."""

CHANCE: Final = SeededChance("a seed of the tests", 3)


@frozen(eq=False)
class Scenes(Generic[C, K, O]):
    """What the tests of one game are made of."""

    game: PileGame[C, K, O]
    rules: LimitedPiles[C, K]
    option: str
    """The option that says who leads the first round."""
    rounds: Callable[[int], int]
    """How many rounds the sheet says, by the number of players."""
    plays: Callable[[int], int]
    """How many cards are played in a round, by the number of players."""
    held: tuple[str, ...]
    """The order in which a hand is held, told here apart from the game."""
    deck: tuple[C, ...]

    def __repr__(self) -> str:
        return self.game.key

    def text(self, neutral: str) -> str:
        """Return the cards, moves or piles in the words of the game."""
        letters = {"W": self.rules.wild[0]} | {
            sign: pile[0] for sign, pile in zip("ABC", self.rules.piles, strict=True)
        }
        piles = dict(zip("ABC", self.rules.piles, strict=True))
        with_piles = re.sub(r">([ABC])\b", lambda found: f">{piles[found[1]]}", neutral)
        return re.sub(r"\b([ABCW])(?=\d)", lambda found: letters[found[1]], with_piles)

    def cards(self, text: str) -> tuple[C, ...]:
        """Return the cards in the order they are named."""
        face = {str(card): card for card in self.rules.cards}
        return tuple(face[card] for card in self.text(text).split())

    def hand(self, text: str) -> tuple[C, ...]:
        """Return the cards in the order they are held."""
        return tuple(sorted(self.cards(text), key=self.held.index))

    def pile(self, text: str) -> Pile[C]:
        """Return a pile of these cards. The sum is reckoned here, not by the game."""
        lying = self.cards(text)
        return lying, sum(int(card[1]) for card in lying)

    def scene(
        self,
        *hands: str,
        turn: int | None = 0,
        rest: str = "",
        piles: Sequence[str] = ("", "", ""),
        taken: Sequence[str] = (),
        round: int = 1,
        rounds: int = 4,
        totals: Sequence[int] = (),
    ) -> State[C, Never]:
        """Return a position in a round that seat 0 opened. What isn't told is empty, or none."""
        seats, left, laid = len(hands), self.cards(rest), [self.pile(text) for text in piles]
        leader = 0 if self.rules.leader_begins else seats - 1
        table: RoundInfo[C] = RoundInfo(
            seats=seats,
            rounds=rounds,
            first=(leader - round + 1) % seats,
            round=round,
            leader=leader,
            totals=tuple(totals) or (0,) * seats,
        )
        return State(
            table=table,
            turn=turn,
            hands=tuple(self.hand(hand) for hand in hands),
            stock=() if self.rules.hand is None else left,
            away=left if self.rules.hand is None else (),
            piles=tuple(lying for lying, _ in laid),
            sums=tuple(total for _, total in laid),
            taken=tuple(self.cards(heap) for heap in taken) or ((),) * seats,
        )

    def texts(self, state: State[C, Never]) -> list[str]:
        """Return the legal moves of the seat to move, as texts."""
        game = self.game
        return [game.say(move) for seat in game.actors(state) for move in game.legal(state, seat)]

    def read(self, text: str) -> Play[C, K]:
        """Return the move that the text says."""
        return self.game.read(text, 3, self.game.options())

    def decided(self, state: State[C, Never], move: str) -> tuple[Event[C, K, Never], ...]:
        """Return what the move of the seat whose turn it is brings."""
        game, options = self.game, self.game.options()
        (seat,) = game.actors(state)
        legal = game.legal(state, seat)
        meant = legal_move(any_game(game), state.table.seats, options, state, seat, legal, self.text(move))
        return game.decide(state, seat, meant, CHANCE)

    def played(self, state: State[C, Never], *moves: str) -> tuple[State[C, Never], Played[C, K, Never]]:
        """Return the position after these moves, and what was played last. No round ends on the way."""
        event: Event[C, K, Never] | None = None
        for move in moves:
            (event,) = self.decided(state, move)
            state = self.game.evolve(state, event)
        assert isinstance(event, Played)
        return state, event

    def scored(self, *taken: str, round: int = 1, rounds: int = 4, totals: Sequence[int] = ()) -> Scored[C]:
        """Return how a round is scored in which the seats took these cards: seat 0 plays its last card, a 1."""
        hands = ["A1"] + [""] * (len(taken) - 1)
        state = self.scene(*hands, taken=taken, round=round, rounds=rounds, totals=totals)
        _, event, *_ = self.decided(state, "A1")
        assert isinstance(event, Scored)
        return event

    def fold(self, state: State[C, Never], events: Iterable[Event[C, K, Never]]) -> State[C, Never]:
        """Return the position after these events."""
        return reduce(self.game.evolve, events, state)

    def start(
        self, seats: int = 4, options: O | Mapping[str, object] | None = None, seed: str = "a seed"
    ) -> PileMatch[C, K, O]:
        """Return a match at its start."""
        return begin(self.game, seats, options, seed, None)

    def led(self, leader: Seat | str, rounds: int | None = None) -> Mapping[str, object]:
        """Return options by which this seat leads the first round."""
        return {self.option: leader, "rounds": rounds}

    def steps(self, match: PileMatch[C, K, O], seed: int = 0) -> list[PileMatch[C, K, O]]:
        """Return the match, and as it is after each of its moves, chosen at random up to its end."""
        choose = Random(seed)
        made = [match]
        while legal := made[-1].legal():
            made.append(made[-1].play(choose.choice(legal)))
        return made

    def events(self, match: PileMatch[C, K, O]) -> list[Event[C, K, Never]]:
        """Return all that happened in the game."""
        return [entry.event for entry in match.log.entries if not isinstance(entry.event, EngineEvent)]

    def deals(self, match: PileMatch[C, K, O]) -> list[Dealt[C, Never]]:
        """Return the deals of a match."""
        return [event for event in self.events(match) if isinstance(event, Dealt)]

    def opened(
        self, seats: int, options: Mapping[str, object], seed: str = "a seed"
    ) -> tuple[Opened, Dealt[C, Never]]:
        """Return the first two events of a match."""
        first, second = self.events(self.start(seats, options, seed))
        assert isinstance(first, Opened)
        assert isinstance(second, Dealt)
        return first, second


def piles(state: State[C, H]) -> tuple[Pile[C], ...]:
    """Return what lies on each pile, and its sum."""
    return tuple(zip(state.piles, state.sums, strict=True))


def sizes(heaps: Iterable[Sequence[object]]) -> tuple[int, ...]:
    """Return how many cards lie in each heap."""
    return tuple(map(len, heaps))


def hidden(cards: Sequence[object]) -> tuple[Unseen, ...]:
    """Return as many unseen cards."""
    return (UNSEEN,) * len(cards)


def seen(state: State[C, Never], viewer: Viewer, *, taken: bool) -> State[C, Unseen]:
    """Return what the viewer may know, read from the truth: with what was `taken`, which it saw happen, or without."""
    hands = tuple(hand if seat == viewer else hidden(hand) for seat, hand in enumerate(state.hands))
    heaps = tuple(heap if taken else hidden(heap) for heap in state.taken)
    return State(
        state.table,
        state.turn,
        hands,
        hidden(state.stock),
        hidden(state.away),
        state.piles,
        state.sums,
        heaps,
    )
