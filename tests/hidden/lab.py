"""A small card game without rules: whatever can happen to face-down cards happens in it, in any order.

Beside it stands an oracle. It follows every state that may be the true one with its probability, one event after the
other, and knows nothing of memories: only what may happen, with which chance, and what a viewer sees of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, Never, TypeAlias

from attrs import frozen

from cardkit.game import Game
from cardkit.hidden import (
    ALL,
    NOBODY,
    OWNER,
    SEAT,
    SORTED,
    H,
    Memory,
    Place,
    SeenIf,
    Unseen,
    derive_game,
    noted,
    ordered,
    seen,
    without,
)
from cardkit.mechanics.dealing import replaced
from cardkit.seats import Seat, Viewer

Note: TypeAlias = tuple[str, int, bool]


@frozen
class State(Generic[H]):
    rounds: int = 0
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED] = ()
    stock: Annotated[tuple[int | H, ...], NOBODY] = ()
    row: Annotated[tuple[int | H | None, ...], NOBODY] = ()
    aside: Annotated[int | H | None, NOBODY] = None
    discards: Annotated[tuple[int, ...], ALL] = ()


@frozen
class Dealt(Generic[H]):
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER]
    row: Annotated[tuple[int | H | None, ...], NOBODY]
    stock: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Drawn(Generic[H]):
    seat: Seat
    card: Annotated[int | H, SEAT]


@frozen
class DrawnOpenly(Generic[H]):
    """All see it, and take it into account."""

    seat: Seat
    card: Annotated[int | H, ALL]


@frozen
class Played:
    """A card from a hand goes to the discards."""

    seat: Seat
    card: int


@frozen
class LaidDown(Generic[H]):
    """A card from a hand goes face down into the row: only its player sees it."""

    seat: Seat
    at: int
    card: Annotated[int | H, SEAT]


@frozen
class PutAside(Generic[H]):
    """A card from a hand changes places with the one aside; its player sees both."""

    seat: Seat
    card: Annotated[int | H, SEAT]
    back: Annotated[int | H | None, SEAT]


@frozen
class Looked(Generic[H]):
    seat: Seat
    at: int
    card: Annotated[int | H, SEAT]


@frozen
class LookedAtTwo(Generic[H]):
    seat: Seat
    at: tuple[int, int]
    cards: Annotated[tuple[int | H, ...], SEAT]


@frozen
class Swapped:
    """Two places of the row change their cards, unseen."""

    one: int
    other: int


@frozen
class TurnedUp:
    """A card of the row goes to the discards."""

    at: int
    card: int


@frozen
class Exchanged(Generic[H]):
    """A seat draws a card, lays it into the row, and what lay there is discarded: in one go."""

    seat: Seat
    at: int
    drawn: Annotated[int | H, SEAT]
    gone: int


@frozen
class Traded(Generic[H]):
    """A seat draws a card into its hand, and a card of the row is discarded: in one go."""

    seat: Seat
    at: int
    drawn: Annotated[int | H, SEAT]
    gone: int


def _of_both(event: "Passed[H]", viewer: Viewer, place: Place) -> bool:
    return viewer is not None and viewer in (event.seat, event.to)


@frozen
class Passed(Generic[H]):
    """A card goes from hand to hand; the others don't see which."""

    seat: Seat
    to: Seat
    card: Annotated[int | H, SeenIf(_of_both)]


@frozen
class Reshuffled(Generic[H]):
    """The discards become the stock, under what is left of it."""

    cards: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class AllReshuffled(Generic[H]):
    """The discards and what is left of the stock are mixed."""

    stock: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class RowMixed(Generic[H]):
    """The cards of the row are mixed; gaps stay where they are."""

    row: Annotated[tuple[int | H | None, ...], NOBODY]


@frozen
class Hinted:
    """All are told whether the card at a place of the row fits a note."""

    at: int
    note: Note


@frozen
class TakenUp(Generic[H]):
    """A card of the row goes to a hand: only who takes it sees it."""

    seat: Seat
    at: int
    card: Annotated[int | H, SEAT]


Event: TypeAlias = (
    Dealt[H] | Drawn[H] | DrawnOpenly[H] | Played | LaidDown[H] | PutAside[H] | Looked[H] | LookedAtTwo[H] | Swapped
    | TurnedUp | Exchanged[H] | Traded[H] | Passed[H] | Reshuffled[H] | AllReshuffled[H] | RowMixed[H] | Hinted
    | TakenUp[H]
)  # fmt: skip


def evolve(state: State[H], event: Event[H]) -> State[H]:
    rounds, hands, stock, row, aside, discards = (
        state.rounds, state.hands, state.stock, state.row, state.aside, state.discards
    )  # fmt: skip
    match event:
        case Dealt():
            sorted_hands = tuple([ordered(hand) for hand in event.hands])
            return State(rounds + 1, sorted_hands, event.stock, event.row)
        case Drawn(seat, card) | DrawnOpenly(seat, card):
            hands = replaced(hands, seat, ordered((*hands[seat], seen(stock[0], card))))
            stock = stock[1:]
        case Played(seat, face):
            hands = replaced(hands, seat, without(hands[seat], face))
            discards = (*discards, face)
        case LaidDown(seat, at, card):
            hands = replaced(hands, seat, without(hands[seat], card))
            row = (*row[:at], card, *row[at + 1 :])
        case PutAside(seat, card, back):
            hand = without(hands[seat], card)
            if aside is not None and back is not None:
                hand = ordered((*hand, seen(aside, back)))
            hands, aside = replaced(hands, seat, hand), card
        case Looked(_, at, card):
            row = (*row[:at], shown_at(row, at, card), *row[at + 1 :])
        case LookedAtTwo(_, places, cards):
            for at, card in zip(places, cards, strict=True):
                row = (*row[:at], shown_at(row, at, card), *row[at + 1 :])
        case Swapped(one, other):
            row = replaced(replaced(row, one, row[other]), other, row[one])
        case TurnedUp(at, face):
            row, discards = (*row[:at], None, *row[at + 1 :]), (*discards, face)
        case Exchanged(_, at, drawn, gone):
            row = (*row[:at], seen(stock[0], drawn), *row[at + 1 :])
            stock, discards = stock[1:], (*discards, gone)
        case Traded(seat, at, drawn, gone):
            hands = replaced(hands, seat, ordered((*hands[seat], seen(stock[0], drawn))))
            row = (*row[:at], None, *row[at + 1 :])
            stock, discards = stock[1:], (*discards, gone)
        case Passed(seat, to, card):
            hands = replaced(hands, seat, without(hands[seat], card))
            hands = replaced(hands, to, ordered((*hands[to], card)))
        case Reshuffled(cards):
            stock, discards = (*stock, *cards), ()
        case AllReshuffled(stock):
            discards = ()
        case RowMixed(row):
            pass
        case Hinted(at, note):
            row = (*row[:at], noted(row[at], note), *row[at + 1 :])
        case TakenUp(seat, at, card):
            held = shown_at(row, at, card)
            if held is not None:
                hands = replaced(hands, seat, ordered((*hands[seat], held)))
            row = (*row[:at], None, *row[at + 1 :])
    return State(rounds, hands, stock, row, aside, discards)


def shown_at(row: tuple[int | H | None, ...], at: int, card: int | H) -> int | H | None:
    place = row[at]
    return place if place is None else seen(place, card)


def fits(face: int, note: Note) -> bool:
    kind, number, answer = note
    match kind:
        case "at most":
            return (face <= number) == answer
        case "odd":
            return (face % 2 == 1) == answer
        case _:
            raise AssertionError(kind)


def game(deck: tuple[int, ...], others: "Others" = MappingProxyType({}), *, notes: bool = True) -> "Lab":
    """Return the game as the layer derives it, with other events if need be, each with what records it.

    Nobody ever moves in it: its events are made by hand. Without notes, the layer takes shorter ways.
    """

    def record(state: Any, event: object) -> Any:
        kind = type(event)
        recorded = others.get(kind, evolve)
        return recorded(state, event)

    return derive_game(
        key="lab",
        title="Lab",
        seats=range(2, 4),
        options=Options,
        initial=State(),
        open=lambda seats, options, chance: (),
        actors=lambda state: (),
        legal=lambda state, seat: (),
        decide=lambda state, seat, move, chance: (),
        evolve=record,
        outcome=lambda state: None,
        deck=lambda state: deck,
        moves=lambda seats, options: (Move(),),
        say=lambda move: "move",
        event_names={**NAMES, **{cls.__name__: cls for cls in others}},
        move_names={"move": Move},
        fits=fits if notes else None,
    )


@frozen
class Move:
    """Nobody moves."""


@frozen
class Options:
    """There are none."""


NAMES: Final = {
    "dealt": Dealt,
    "drawn": Drawn,
    "drawn_openly": DrawnOpenly,
    "played": Played,
    "laid_down": LaidDown,
    "put_aside": PutAside,
    "looked": Looked,
    "looked_at_two": LookedAtTwo,
    "swapped": Swapped,
    "turned_up": TurnedUp,
    "exchanged": Exchanged,
    "traded": Traded,
    "passed": Passed,
    "reshuffled": Reshuffled,
    "all_reshuffled": AllReshuffled,
    "row_mixed": RowMixed,
    "hinted": Hinted,
    "taken_up": TakenUp,
}
Others: TypeAlias = Mapping[type, Callable[[Any, Any], Any]]
Known: TypeAlias = State[Unseen]
Lab: TypeAlias = Game[Move, Event[Never], State[Never], Known, Event[Unseen], Memory[Known], Options]
Truth: TypeAlias = State[Never]
Outcomes: TypeAlias = Iterator[tuple[Event[Never], Fraction]]
Step: TypeAlias = Callable[[Truth], Outcomes]
"""What may happen in a state, each with its probability: they add up to 1."""
Belief: TypeAlias = Mapping[Truth, Fraction]


def one(event: Event[Never]) -> Outcomes:
    yield event, Fraction(1)


def each(events: Iterable[Event[Never]]) -> Outcomes:
    """Yield all of them, every one alike; equal ones together."""
    counted = Counter(events)
    for event, number in counted.items():
        yield event, Fraction(number, counted.total())


def deal(deck: tuple[int, ...], seats: int, hand: int, row: int) -> Step:
    def outcomes(state: Truth) -> Outcomes:
        cut = seats * hand
        return each(
            Dealt(
                tuple([order[seat * hand : seat * hand + hand] for seat in range(seats)]),
                (*order[cut : cut + row], None),
                order[cut + row :],
            )
            for order in permutations(deck)
        )

    return outcomes


def with_each_card(seat: Seat, made: Callable[[Truth, int], Event[Never]]) -> Step:
    """Return all cards of the hand: the seat may take any of them."""
    return lambda state: each(made(state, card) for card in state.hands[seat])


def put_aside(seat: Seat) -> Step:
    return with_each_card(seat, lambda state, card: PutAside(seat, card, state.aside))


def lay_down(seat: Seat, at: int) -> Step:
    return with_each_card(seat, lambda state, card: LaidDown(seat, at, card))


def pass_on(seat: Seat, to: Seat) -> Step:
    return with_each_card(seat, lambda state, card: Passed(seat, to, card))


def play(seat: Seat) -> Step:
    return with_each_card(seat, lambda state, card: Played(seat, card))


def at(row: tuple[int | None, ...], place: int) -> int:
    card = row[place]
    assert card is not None
    return card


def hint(place: int, kind: str, number: int) -> Step:
    def outcomes(state: Truth) -> Outcomes:
        return one(Hinted(place, (kind, number, fits(at(state.row, place), (kind, number, True)))))

    return outcomes


def mixed(row: tuple[int | None, ...]) -> Iterator[tuple[int | None, ...]]:
    for order in permutations([card for card in row if card is not None]):
        cards = iter(order)
        yield tuple([card if card is None else next(cards) for card in row])


def steps(state: Truth, deck: tuple[int, ...], random: Random, *, notes: bool = True) -> list[Step]:
    """Return what may happen next, as far as anybody can see: one of each kind, at a random place."""
    seats = range(len(state.hands))
    if not state.rounds:
        return [
            deal(
                deck,
                random.choice((2, 3)),
                random.choice((1, 2)) if len(deck) > 4 else 1,
                random.choice((0, 1, 2)),
            )
        ]
    full = [place for place, card in enumerate(state.row) if card is not None]
    gaps = [place for place, card in enumerate(state.row) if card is None]
    holding = [seat for seat in seats if state.hands[seat]]
    seat = random.choice(seats)
    found: list[Step] = []
    if state.stock:
        found.extend(
            [
                lambda state: one(Drawn(seat, state.stock[0])),
                lambda state: one(DrawnOpenly(seat, state.stock[0])),
            ]
        )
    if full:
        a, b = random.choice(full), random.choice(range(len(state.row)))
        number = random.choice(deck)
        found.extend(
            [
                lambda state: one(Looked(seat, a, at(state.row, a))),
                lambda state: one(TurnedUp(a, at(state.row, a))),
                lambda state: one(TakenUp(seat, a, at(state.row, a))),
                lambda state: one(Swapped(a, b)),
                lambda state: each(RowMixed(row) for row in mixed(state.row)),
            ]
        )
        if notes:
            found.extend([hint(a, "at most", number), hint(a, "odd", 0)])
        if state.stock:
            found.extend(
                [
                    lambda state: one(Exchanged(seat, a, state.stock[0], at(state.row, a))),
                    lambda state: one(Traded(seat, a, state.stock[0], at(state.row, a))),
                ]
            )
    if len(full) > 1:
        c, d = random.sample(full, 2)
        found.append(lambda state: one(LookedAtTwo(seat, (c, d), (at(state.row, c), at(state.row, d)))))
    if holding:
        holder = random.choice(holding)
        other = random.choice([seat for seat in seats if seat != holder])
        found.extend([play(holder), put_aside(holder), pass_on(holder, other)])
        if gaps:
            found.append(lay_down(holder, random.choice(gaps)))
    if state.discards:
        found.extend(
            [
                lambda state: each(map(Reshuffled[Never], permutations(state.discards))),
                lambda state: each(map(AllReshuffled[Never], permutations(state.stock + state.discards))),
            ]
        )
    if state.rounds < 3 and random.random() < 0.3:
        found.append(deal(deck, len(seats), 1, 1))
    return found


def followed(game: Lab, viewer: Viewer, belief: Belief, step: Step, glimpse: Event[Unseen]) -> Belief:
    """Return what may be the case after a step of which the viewer saw this."""
    after: dict[Truth, Fraction] = {}
    if isinstance(glimpse, Dealt):  # what was before doesn't matter
        belief = {next(iter(belief)): Fraction(1)}
    for state, weight in belief.items():
        for event, share in step(state):
            if game.glimpse(event, viewer) == glimpse:
                then = game.evolve(state, event)
                after[then] = after.get(then, Fraction(0)) + weight * share
    return after


def normal(belief: Belief) -> Belief:
    """Return the same, so that it adds up to 1."""
    total = sum(belief.values(), start=Fraction(0))
    return {state: weight / total for state, weight in belief.items()}


def random_event(state: Truth, step: Step, random: Random) -> Event[Never]:
    events = [*step(state)]
    return random.choices([event for event, _ in events], [float(share) for _, share in events])[0]


class Watched:
    """A viewer, what it remembers, and what the oracle holds for possible."""

    def __init__(
        self,
        deck: tuple[int, ...],
        viewer: Viewer,
        others: Others = MappingProxyType({}),
        *,
        notes: bool = True,
    ) -> None:
        self.game, self.deck, self.viewer = game(deck, others, notes=notes), deck, viewer
        self.state: Truth = State()
        self.memory = self.game.blank(viewer)
        self.belief: Belief = {self.state: Fraction(1)}

    def happens(self, step: Step, event: Any) -> None:
        glimpse = self.sees(event)
        self.belief = followed(self.game, self.viewer, self.belief, step, glimpse)
        assert self.belief, "the event isn't one that the step may bring"

    def sees(self, event: Any) -> Event[Unseen]:
        """Remember the event, and leave it to others what may be the case."""
        glimpse = self.game.glimpse(event, self.viewer)
        self.memory = self.game.remember(self.memory, glimpse)
        self.state = self.game.evolve(self.state, event)
        return glimpse
