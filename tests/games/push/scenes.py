"""Scenes of Push, set in few words: `y2 die turn` are three cards, `place 2` is a move, `red` is a roll."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from random import Random
from typing import Final, Literal, TypeAlias, TypeVar

from cardkit.chance import SeededChance
from cardkit.checks import legal_move
from cardkit.engine_events import EngineEvent
from cardkit.game import any_game
from cardkit.games.push import (
    GAME,
    Card,
    Event,
    Glimpse,
    Knowledge,
    Move,
    Number,
    Opened,
    Options,
    RowCard,
    Truth,
    View,
)
from cardkit.games.push.cards import CARDS, FACES, NUMBERS, ROW_CARDS, SUIT, TURN
from cardkit.games.push.state import CHOOSING, GOING, Phase, Placing, Setup, State, Taking
from cardkit.hidden import UNSEEN
from cardkit.match import Match
from cardkit.opening import begin
from cardkit.seats import Seat

T = TypeVar("T")
PushMatch: TypeAlias = Match[Move, Event, Truth, View, Glimpse, Knowledge, Options]

CHANCE: Final = SeededChance("a seed of the tests", 3)

_CARD: Final[dict[str, Card]] = {card: card for card in CARDS}
_NUMBER: Final[dict[str, Number]] = {card: card for card in NUMBERS}
_ROW_CARD: Final[dict[str, RowCard]] = {card: card for card in ROW_CARDS}
_MOMENTS: Final[dict[Literal["choosing", "going"], Phase]] = {"choosing": CHOOSING, "going": GOING}


class Dice:
    """Rolls these faces, one after the other, and nothing else."""

    def __init__(self, *faces: str) -> None:
        names: list[str] = [*FACES]
        self.left = [names.index(face) for face in faces]

    def below(self, label: str, n: int) -> int:
        """Return the next face."""
        assert (label, n) == ("die", 6)
        return self.left.pop(0)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Return the given deck. Nothing else is shuffled."""
        raise AssertionError(f"{label} is shuffled")


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards in the order they are named."""
    return tuple(_CARD[card] for card in text.split())


def numbers(text: str) -> tuple[Number, ...]:
    """Return number cards, in the order they are named."""
    return tuple(_NUMBER[card] for card in text.split())


def row_of(text: str) -> tuple[RowCard, ...]:
    """Return the cards of a row, in the order they are named."""
    return tuple(_ROW_CARD[card] for card in text.split())


def scene(
    *opened: str,
    stock: str = "p6 p6 p6",
    secured: Sequence[str] = (),
    rows: Sequence[str] = (),
    directions: int = 0,
    discarded: str = "",
    risk: bool = False,
    seat: Seat = 0,
    moment: Literal["choosing", "going"] = "choosing",
) -> Truth:
    """Return a position of as many seats as have open cards told. What isn't told is empty."""
    hidden = secured or [""] * len(opened)
    return State(
        setup=Setup(risk, direction_cards=True),
        seat=seat,
        phase=_MOMENTS[moment],
        stock=cards(stock),
        up=None,
        directions=(TURN,) * directions,
        rows=tuple(map(row_of, rows)),
        open=tuple(map(numbers, opened)),
        secured=tuple(map(numbers, hidden)),
        discarded=cards(discarded),
    )


def read(text: str) -> Move:
    """Return the move that the text says."""
    return GAME.read(text, 2, Options())


def decided(state: Truth, move: str, *rolls: str) -> tuple[Event, ...]:
    """Return what the move of the seat that is to move brings."""
    (seat,) = GAME.actors(state)
    dice = Dice(*rolls)
    legal = GAME.legal(state, seat)
    meant = legal_move(any_game(GAME), len(state.open), Options(), state, seat, legal, move)
    events = GAME.decide(state, seat, meant, dice)
    assert not dice.left, "fewer rolls than were expected"
    return events


def after(state: Truth, *moves: str) -> Truth:
    """Return the position after these moves; `take 2: red` is a move that brings a roll."""
    for move in moves:
        text, _, roll = move.partition(": ")
        state = fold(state, decided(state, text, *([roll] if roll else ())))
    return state


def fold(state: Truth, events: Sequence[Event]) -> Truth:
    """Return the position after these events."""
    return reduce(GAME.evolve, events, state)


def dealt(stock: str, seats: int = 2, first: Seat = 0, *, risk: bool = False) -> Truth:
    """Return a match at its start, with this stock."""
    return GAME.evolve(GAME.initial, Opened(seats, first, risk, True, cards(stock)))


def texts(state: Truth) -> list[str]:
    """Return the legal moves of the seat to move, as texts."""
    return [GAME.say(move) for seat in GAME.actors(state) for move in GAME.legal(state, seat)]


def fits(state: Truth) -> tuple[int, ...]:
    """Return the rows in which the card fits that is up."""
    assert isinstance(state.phase, Placing)
    return state.phase.fits


def takers(state: Truth, *rows: int) -> list[Seat]:
    """Return who takes, one after the other, when the rows are taken in this order."""
    seats: list[Seat] = []
    for number in rows:
        assert isinstance(state.phase, Taking)
        seats += GAME.actors(state)
        state = after(state, f"take {number}")
    assert not isinstance(state.phase, Taking)
    return seats


def opened(state: Truth, seat: Seat) -> str:
    """Return the open cards of a seat, sorted by colour; those of a colour in the order gained."""
    by_colour: list[Number] = sorted(state.open[seat], key=SUIT.__getitem__)
    return " ".join(by_colour)


def all_cards(state: Truth) -> list[Card]:
    """Return all cards, wherever they lie."""
    heaps = (state.stock, state.discarded, state.directions, *state.open, *state.secured, *state.rows)
    up: tuple[Card, ...] = () if state.up is None else (state.up,)
    return [*up, *(card for heap in heaps for card in heap)]


def covered(state: Truth) -> View:
    """Return the position with its stock face down."""
    hidden = (UNSEEN,) * len(state.stock)
    return State(
        state.setup,
        state.seat,
        state.phase,
        hidden,
        state.up,
        state.directions,
        state.rows,
        state.open,
        state.secured,
        state.discarded,
    )


def start(
    seats: int = 3, options: Options | Mapping[str, object] | None = None, seed: str = "a seed"
) -> PushMatch:
    """Return a match at its start."""
    return begin(GAME, seats, options, seed, None)


def steps(match: PushMatch, seed: int = 0, reveal: float = 0.0) -> list[PushMatch]:
    """Return the match, and as it is after each of its moves, chosen at random up to its end.

    `reveal` is how often a card is turned up where that is possible, whatever else is: for busts.
    """
    choose = Random(seed)
    made = [match]
    on = read("reveal")
    while legal := made[-1].legal():
        bold = on in legal and choose.random() < reveal
        made.append(made[-1].play(on if bold else choose.choice(legal)))
    return made


def events(match: PushMatch) -> list[Event]:
    """Return all that happened in the game."""
    return [entry.event for entry in match.log.entries if not isinstance(entry.event, EngineEvent)]
