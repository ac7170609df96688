"""Half a street of poker: six cards, an ante of 1, and one bet of 3. What counts are chips, and folding saves them.

Seat 0 checks, and the higher card wins the other's ante; or it bets, and seat 1 folds or calls.
"""

from typing import Final, Literal, TypeAlias

import attrs
from attrs import frozen

from cardkit.bots import AnyBot, AnyObservation, Bot
from cardkit.chance import Chance
from cardkit.game import AnyGame, Game, Wire
from cardkit.mechanics.dealing import unseen
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer, ranked
from cardkit.worth import by_points, by_rank

CARDS: Final = (1, 2, 3, 4, 5, 6)
ANTE: Final = 1
BET: Final = 3

Cards: TypeAlias = tuple[int | None, ...]
"""By seat; `None` for a card that isn't seen."""
Kind: TypeAlias = Literal["check", "bet", "fold", "call"]


@frozen
class Options:
    pass


@frozen
class Act:
    kind: Kind


@frozen
class Dealt:
    cards: Cards


@frozen
class Acted:
    kind: Kind
    shown: Cards
    """Both cards where they are compared; else none."""


Event: TypeAlias = Dealt | Acted


@frozen
class State:
    cards: Cards = ()
    turn: Seat | None = None
    last: Kind | None = None


@frozen
class Memory:
    you: Viewer
    state: State = State()


def actors(state: State) -> tuple[Seat, ...]:
    return () if state.turn is None else (state.turn,)


def legal(state: State, seat: Seat) -> tuple[Act, ...]:
    return (MOVES[:2], MOVES[2:])[seat] if seat in actors(state) else ()


def decide(state: State, seat: Seat, move: Act, chance: Chance) -> tuple[Event, ...]:
    if seat not in actors(state):
        raise Rejected("not_your_turn", f"seat {shown(seat)} is not to move")
    if type(move) is not Act or move not in legal(state, seat):
        raise Rejected("not_a_move", f"{shown(move)} is no move now")
    return (Acted(move.kind, state.cards if move.kind in ("check", "call") else ()),)


def evolve(state: State, event: Event) -> State:
    if isinstance(event, Dealt):
        return State(event.cards, 0)
    return State(event.shown or state.cards, 1 if event.kind == "bet" else None, event.kind)


def outcome(state: State) -> Outcome | None:
    if state.turn is not None or state.last is None:
        return None
    stake = ANTE + BET if state.last == "call" else ANTE
    first, second = (card or 0 for card in state.cards)
    won = stake if state.last == "fold" or first > second else -stake
    return ranked((won, -won), (won, -won))


def covered(cards: Cards, viewer: Viewer) -> Cards:
    return tuple(card if seat == viewer else None for seat, card in enumerate(cards))


def view(state: State, viewer: Viewer) -> State:
    shown_down = state.last in ("check", "call")
    return state if shown_down else attrs.evolve(state, cards=covered(state.cards, viewer))


def glimpse(event: Event, viewer: Viewer) -> Event:
    return Dealt(covered(event.cards, viewer)) if isinstance(event, Dealt) else event


def remember(memory: Memory, seen: Event) -> Memory:
    return Memory(memory.you, evolve(memory.state, seen))


def imagine(memory: Memory, chance: Chance) -> State:
    seen = [card for card in memory.state.cards if card is not None]
    rest = iter(chance.shuffle("imagine", unseen(CARDS, seen)))
    cards = tuple(next(rest) if card is None else card for card in memory.state.cards)
    return attrs.evolve(memory.state, cards=cards)


def say(move: Act) -> str:
    return move.kind


MOVES: Final = (Act("check"), Act("bet"), Act("fold"), Act("call"))

POKER: Final[Game[Act, Event, State, State, Event, Memory, Options]] = Game(
    key="poker",
    title="Half a street",
    seats=range(2, 3),
    rules_version=1,
    options=Options,
    initial=State(),
    open=lambda seats, options, chance: (Dealt(chance.shuffle("deal", CARDS)[:seats]),),
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    glimpse=glimpse,
    blank=Memory,
    remember=remember,
    imagine=imagine,
    moves=lambda seats, options: MOVES,
    say=say,
    wire=Wire(
        moves={"poker.act": Act},
        events={"poker.dealt": Dealt, "poker.acted": Acted},
        glimpses={"poker.dealt": Dealt, "poker.acted": Acted},
        view=State,
    ),
    bound=lambda seats, options: 2,
    worth=by_points(-ANTE - BET, ANTE + BET),
)
BY_RANK: Final = attrs.evolve(POKER, worth=by_rank)
"""The same, as if a lost ante were as bad as a lost bet."""


def calling(game: AnyGame) -> AnyBot:
    """Return a bot that always bets and calls."""
    return Bot("calling", _call)


def folding(game: AnyGame) -> AnyBot:
    """Return a bot that always bets, and calls with the upper half of the cards only."""
    return Bot("folding", _fold)


def _call(seen: AnyObservation) -> object:
    return seen.legal[1]


def _fold(seen: AnyObservation) -> object:
    view = seen.view
    low = isinstance(view, State) and (view.cards[seen.seat] or 0) < 4
    return seen.legal[0] if low and Act("fold") in seen.legal else seen.legal[1]
