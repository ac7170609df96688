"""Scenes of Biberbande, set in few words: `4 9 0 swap` is a row, `keep 2` a move."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from random import Random
from typing import Final, TypeAlias, TypeVar

from cardkit.chance import Chance, SeededChance
from cardkit.checks import legal_move
from cardkit.engine_events import EngineEvent
from cardkit.game import any_game
from cardkit.games.biberbande import (
    GAME,
    Card,
    Draw,
    Event,
    Glimpse,
    Knock,
    Knowledge,
    Move,
    Options,
    Pass,
    Phase,
    RoundScored,
    Truth,
    View,
)
from cardkit.games.biberbande.cards import CARDS, DECK
from cardkit.games.biberbande.state import RoundInfo
from cardkit.hidden import UNSEEN, Memory, Unseen
from cardkit.match import Match
from cardkit.mechanics.dealing import unseen
from cardkit.opening import begin
from cardkit.seats import Seat, Viewer

BiberbandeMatch: TypeAlias = Match[Move, Event, Truth, View, Glimpse, Knowledge, Options]
Choose: TypeAlias = Callable[[Random, tuple[Move, ...]], Move]

T = TypeVar("T")

CHANCE: Final = SeededChance("a seed of the tests", 3)
FACE: Final[dict[str, Card]] = {card: card for card in CARDS}
ROW: Final = "9 9 9 9"
FACE_DOWN: Final = (UNSEEN,) * 4
"""A row of which nothing is seen."""


class Stacked:
    """Shuffles come out as they were stacked, each label's in turn: `*` stands for the cards as they are."""

    def __init__(self, **stacks: Iterable[str]) -> None:
        self._stacks = {label: [*texts] for label, texts in stacks.items()}
        self.was_given: list[tuple[object, ...]] = []
        """What was to be shuffled, in order."""

    def below(self, label: str, n: int) -> int:
        """Fail: there are no dice."""
        raise AssertionError(f"{label} is drawn")

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        given = tuple(items)
        self.was_given.append(given)
        text = self._stacks[label].pop(0)
        by_face = {str(card): card for card in given}
        return given if text == "*" else tuple(by_face[face] for face in text.split())


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards in the order they are named."""
    return tuple(FACE[face] for face in text.split())


def scene(
    *rows: str,
    phase: Phase = "choosing",
    turn: int | None = 0,
    stock: str = "9 9 9",
    discard: str = "9",
    drawn: str | None = None,
    draw_twos: int = 0,
    first: bool = False,
    turns: int = 0,
    knocker: int | None = None,
    sight: tuple[int, tuple[int, ...]] | None = None,
    round: int = 1,
    rounds: int = 4,
    dealer: int | None = None,
    rotate_dealer: bool = False,
    turn_limit: int | None = None,
    totals: Sequence[int] = (),
) -> Truth:
    """Return a position in a round that seat 0 opened; its turn unless told otherwise."""
    seats = len(rows)
    table = RoundInfo(
        seats=seats,
        first_dealer=seats - 1,
        rotate_dealer=rotate_dealer,
        rounds=rounds,
        turn_limit=turn_limit,
        round=round,
        dealer=seats - 1 if dealer is None else dealer,
        totals=tuple(totals) or (0,) * seats,
    )
    return Truth(
        table=table,
        phase=phase,
        turn=turn,
        rows=tuple(cards(row) for row in rows),
        stock=cards(stock),
        discard=cards(discard),
        drawn=None if drawn is None else FACE[drawn],
        first=first,
        aside=cards("draw2") * draw_twos,
        turns=turns,
        knocker=knocker,
        sight=sight,
    )


def holding(card: str, *rows: str, draw_twos: int = 0, first: bool = False, **rest: object) -> Truth:
    """Return a scene in which seat 0 has drawn this card."""
    make: Callable[..., Truth] = scene
    return make(*rows, phase="drawn", drawn=card, draw_twos=draw_twos, first=first, **rest)


def ended(*rows: str, **rest: object) -> Truth:
    """Return a scene after the last round."""
    make: Callable[..., Truth] = scene
    return make(*rows, **{"phase": "over", "turn": None, "round": 4, **rest})


def now(state: Truth) -> tuple[Phase, Seat | None]:
    """Return the phase, and the seat whose turn it is."""
    return state.phase, state.turn


def in_hand(state: Truth) -> tuple[Seat | None, Card | None, int, bool]:
    """Return whose turn it is, the card that it holds, how many draw twos lie open, and whether it is a first card."""
    return state.turn, state.drawn, len(state.aside), state.first


def texts(state: Truth) -> list[str]:
    """Return the legal moves of the seat to move, as texts."""
    return [GAME.say(move) for seat in GAME.actors(state) for move in GAME.legal(state, seat)]


def read(text: str) -> Move:
    """Return the move that the text says."""
    return GAME.read(text, 6, Options())


def decided(state: Truth, move: str, chance: Chance = CHANCE) -> tuple[Event, ...]:
    """Return what the move of the seat whose turn it is brings."""
    (seat,) = GAME.actors(state)
    legal = GAME.legal(state, seat)
    meant = legal_move(any_game(GAME), state.table.seats, Options(), state, seat, legal, move)
    return GAME.decide(state, seat, meant, chance)


def after(state: Truth, *moves: str, chance: Chance = CHANCE) -> Truth:
    """Return the position after these moves."""
    for move in moves:
        state = fold(state, decided(state, move, chance))
    return state


def fold(state: Truth, events: Iterable[Event]) -> Truth:
    """Return the position after these events."""
    return reduce(GAME.evolve, events, state)


def scored(*rows: str, chance: Chance = CHANCE, **rest: object) -> RoundScored:
    """Return how a round is scored that ends with these rows: seat 0 discards a 9, and seat 1 knocked before."""
    make: Callable[..., Truth] = holding
    state = make("9", *rows, **{"knocker": 1, **rest})
    (scoring,) = (event for event in decided(state, "discard", chance) if isinstance(event, RoundScored))
    return scoring


def all_cards(state: Truth) -> list[Card]:
    """Return every card, wherever it lies."""
    return [card for card in places(Memory(None, state)) if not isinstance(card, Unseen)]


def start(
    seats: int = 4, options: Options | Mapping[str, object] | None = None, seed: str = "a seed"
) -> BiberbandeMatch:
    """Return a match at its start."""
    return begin(GAME, seats, options, seed, None)


def at_random(random: Random, legal: tuple[Move, ...]) -> Move:
    return random.choice(legal)


def patiently(random: Random, legal: tuple[Move, ...]) -> Move:
    """Draw and discard, turn after turn, and never knock."""
    return legal[-1] if Draw() in legal else legal[0]


def slowly(random: Random, legal: tuple[Move, ...]) -> Move:
    """Choose any move, but draw more often than take, and knock rarely, so that the stock runs out."""
    move = random.choice(legal) if random.random() < 0.6 else patiently(random, legal)
    return Pass() if move == Knock() and random.random() < 0.97 else move


def steps(match: BiberbandeMatch, seed: int = 0, choose: Choose = at_random) -> list[BiberbandeMatch]:
    """Return the match, and as it is after each of its moves up to its end."""
    random = Random(seed)
    made = [match]
    while legal := made[-1].legal():
        made.append(made[-1].play(choose(random, legal)))
    return made


def events(match: BiberbandeMatch) -> list[Event]:
    """Return all that happened in the game."""
    return [entry.event for entry in match.log.entries if not isinstance(entry.event, EngineEvent)]


def remembered(viewer: Viewer, happened: Iterable[Event]) -> Knowledge:
    """Return what the viewer knows after these events."""
    return reduce(GAME.remember, (GAME.glimpse(event, viewer) for event in happened), GAME.blank(viewer))


def knowledge(memory: Knowledge) -> tuple[tuple[Card | None, ...], ...]:
    """Return the card at each position of each row, if the viewer saw it, even if it has moved since."""
    return tuple(
        tuple(None if isinstance(card, Unseen) else card for card in row) for row in memory.state.rows
    )


def pools(memory: Knowledge) -> tuple[tuple[object, ...], ...]:
    """Return the faces that the viewer hasn't seen, by batch."""
    if memory.batches:
        return tuple(batch.faces for batch in memory.batches)
    seen = [card for card in places(memory) if not isinstance(card, Unseen)]
    return (unseen(DECK, seen),)


def places(memory: Knowledge | Memory[Truth]) -> list[Card | Unseen]:
    """Return what is known of each card, wherever it lies."""
    state = memory.state
    found: list[Card | Unseen] = [card for row in state.rows for card in row]
    if state.drawn is not None:
        found.append(state.drawn)
    found += state.stock
    found += state.discard
    found += state.aside
    return found
