"""How a search looks at Push: to the end of a turn, or some cards ahead; and how it plays on there.

Playouts don't go by the rule of thumb, which goes on whenever there are fewer than three rows. They go on when
another card, and a stop after it, is worth more than a stop now. Who plays so and never secures stood against the
rule of thumb at 0.85, 0.61, 0.57, 0.55 and 0.53 with two to six players, within 0.012.

That, and the tables below, were found in a simulation of the same rules in C, which isn't kept, over 3000 paired deals
or as many as are told.
"""

from functools import lru_cache
from math import exp, inf
from typing import Final

from cardkit.bots.observation import Observation
from cardkit.bots.search.model import SearchModel
from cardkit.chance import Chance
from cardkit.games.push import Glimpse, Knowledge, Truth, View
from cardkit.games.push.bots.greedy import choose_row, greedy, roll_risk
from cardkit.games.push.bots.position import points_by_colour, points_of
from cardkit.games.push.bots.turn import Turn, best_move, place_in, rows_of, turn_of
from cardkit.games.push.cards import COLOURS, DECK, RowCard
from cardkit.games.push.messages import Move, Options, Place, Reveal, Secure, Stop
from cardkit.games.push.state import Choosing, Going, Over, Placing, State, Taking
from cardkit.hidden import H
from cardkit.seats import Seat

__all__ = ["SEARCH_MODEL", "fallback", "secure_or_reveal", "share_kept", "typical_turn"]

LOST: Final = (0.0, 0.0, 0.0106, 0.0090, 0.0067, 0.0053, 0.0044)
"""How likely an open card goes to the die while one card of the stock is turned up, by the number of seats.

Found by what was left of open cards in 5000 matches each; from 20 cards to the whole stock it is nearly the same.
"""
TURN_WORTH: Final = (inf, inf, 6.0, 4.0, 4.0, inf, inf)
"""So many points must securing save on average to pay for a turn, by the number of seats.

Found over 1200 paired deals against players of the same turns who never secure: 0.618, 0.655 and 0.530 with two,
three and four, within 0.027; for more or less it was no better. With five and six no value did better than never.
"""


def share_kept(left: int, seats: int) -> float:
    """The part of the open cards that the die leaves, when so many cards of the stock are left."""
    return exp(-LOST[seats] * left)


def secure_or_reveal(position: State[H], seat: Seat) -> Move:
    """Secure the colour that most lies open of, if that saves enough; else reveal."""
    points, seats = points_by_colour(position.open[seat]), len(position.open)
    most = max(points)
    saved = most * (1 - share_kept(len(position.stock), seats))
    return Secure(COLOURS[points.index(most)]) if saved > TURN_WORTH[seats] else Reveal()


ROOM: Final = 10_000
"""Results that a table may keep: some two megabytes."""


def typical_turn(own: float, others: int, risk: float) -> Turn:
    """A turn with the whole deck, in which only the one that moves has anything at stake.

    What was reckoned for it is kept for later, and all forgotten when it has become too much.
    """
    turn = _table(own, others, risk)
    if turn.remembered > ROOM:
        turn.forget()
    return turn


@lru_cache(maxsize=64)
def _table(own: float, others: int, risk: float) -> Turn:
    return Turn((own, *(0.0,) * others), risk, DECK, lambda valued: True)


def policy(state: Truth, seat: Seat, legal: tuple[Move, ...], chance: Chance) -> Move:
    """Looks one card ahead, without counting cards: that is told from tables after a while."""
    phase = state.phase
    if isinstance(phase, Choosing):
        return secure_or_reveal(state, seat)
    if isinstance(phase, Taking):
        return choose_row(state, seat, phase.rows)
    risk = roll_risk(state)
    turn = typical_turn(risk * points_of(state.open[seat]), len(state.open) - 1, risk)
    card = state.up
    if isinstance(phase, Placing) and card is not None:
        return Place(max(phase.fits, key=lambda row: turn.stopped(place_in(state, card, row))))
    rows = rows_of(state)
    return Reveal() if turn.value(rows, 1, turn.left) > turn.stopped(rows) else Stop()


def fallback(observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    """What a search does when in doubt: within a turn as its playouts do, by the cards that are left; else as a
    rule of thumb, for it doesn't look far enough to tell what securing is worth.
    """
    position, seat = observation.memory.state, observation.seat
    phase = position.phase
    if not isinstance(phase, Going | Placing) or len(observation.legal) == 1:
        return greedy(observation)
    return best_move(
        turn_of(position, seat, lambda valued: True), position, phase, 1 if isinstance(phase, Going) else 0
    )


AHEAD: Final = 12
"""Cards of the stock after which, at the start of a turn, a playout ends that began at the start of one."""
SPREAD: Final = 40.0
"""So many points ahead count as the best there is."""


def is_settled(first: Truth, now: Truth) -> bool:
    """Within a turn only the turn counts: what comes after it is luck. Securing pays off later, if at all."""
    if type(now.phase) is not Choosing:
        return False
    return type(first.phase) is not Choosing or len(now.stock) <= len(first.stock) - AHEAD


def worth(first: Truth, last: Truth) -> tuple[float, ...]:
    """Points, those open at what the die is likely to leave; against the average of the others."""
    if isinstance(last.phase, Over):
        values = [float(points) for points in last.phase.points]
    else:
        part = share_kept(len(last.stock), len(last.open))
        values = [
            points_of(face_down) + part * points_of(mine)
            for mine, face_down in zip(last.open, last.secured, strict=True)
        ]
    total, others = sum(values), len(values) - 1
    return tuple([0.5 + (own - (total - own) / others) / (2 * SPREAD) for own in values])


def shown(state: Truth) -> RowCard | None:
    """The card that was turned up: where it goes depends on which it is."""
    return state.up


SEARCH_MODEL: Final = SearchModel(is_settled, worth, policy, shown, margin=2.0)
"""What is done in doubt is hard to better, and few playouts find what isn't there: in 80 deals of four players against
the rule of thumb it stood alone at 0.575 ± 0.057, 50 playouts with one standard error's doubt at 0.529 ± 0.054."""
