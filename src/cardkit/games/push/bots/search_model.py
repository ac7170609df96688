"""What a search knows of Push: playouts go to the end of a turn, or some cards ahead.

Playouts don't follow the rule of thumb, which goes on whenever there are fewer than three rows. They go on if another
card, and a stop after it, is worth more than a stop now. That policy is stronger.

The constants come from a simulation of the same rules in C that wasn't kept (`docs/measurements.md`). `LOST` can be
measured again (`python -m bench.push_constants`). The others can't be derived again from this repository.
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
"""The probability that an open card goes to the die for each card turned up from the stock, by the number of seats."""
TURN_WORTH: Final = (inf, inf, 6.0, 4.0, 4.0, inf, inf)
"""The points that securing must save on average to pay for a turn, by the number of seats.

With five and six it never does.
"""


def share_kept(left: int, seats: int) -> float:
    """Return the share of the open cards that the die leaves, with this number of cards in the stock."""
    return exp(-LOST[seats] * left)


def secure_or_reveal(position: State[H], seat: Seat) -> Move:
    """Secure the colour with the most open points, if that saves enough; else reveal."""
    points, seats = points_by_colour(position.open[seat]), len(position.open)
    most = max(points)
    saved = most * (1 - share_kept(len(position.stock), seats))
    return Secure(COLOURS[points.index(most)]) if saved > TURN_WORTH[seats] else Reveal()


ROOM: Final = 10_000
"""The most results that a table keeps: about two megabytes."""


def typical_turn(own: float, others: int, risk: float) -> Turn:
    """Return a turn with the whole deck, in which only the mover has something at stake.

    Its results are kept for later calls, and forgotten when there are too many.
    """
    turn = _table(own, others, risk)
    if turn.remembered > ROOM:
        turn.forget()
    return turn


@lru_cache(maxsize=64)
def _table(own: float, others: int, risk: float) -> Turn:
    return Turn((own, *(0.0,) * others), risk, DECK, lambda valued: True)


def policy(state: Truth, seat: Seat, legal: tuple[Move, ...], chance: Chance) -> Move:
    """Choose a move by looking one card ahead, without counting cards. Tables soon hold the results."""
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
    """Return the move that a search plays unless another is clearly better.

    Within a turn, this is the move that playouts make, computed from the cards that are left. Otherwise it is the move
    of the rule of thumb, because a search doesn't look far enough to see what securing is worth.
    """
    position, seat = observation.memory.state, observation.seat
    phase = position.phase
    if not isinstance(phase, Going | Placing) or len(observation.legal) == 1:
        return greedy(observation)
    return best_move(
        turn_of(position, seat, lambda valued: True), position, phase, 1 if isinstance(phase, Going) else 0
    )


AHEAD: Final = 12
"""The cards after which a playout from the start of a turn ends, at the start of the next turn."""
SPREAD: Final = 40.0
"""The lead in points that counts as the best result."""


def is_settled(first: Truth, now: Truth) -> bool:
    """Return whether a playout may end: at the end of a turn. If it began with a turn, `AHEAD` cards must be gone."""
    if type(now.phase) is not Choosing:
        return False
    return type(first.phase) is not Choosing or len(now.stock) <= len(first.stock) - AHEAD


def worth(first: Truth, last: Truth) -> tuple[float, ...]:
    """Return points against the others' average, by seat. Open cards count as much as the die is likely to leave."""
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


def card_up(state: Truth) -> RowCard | None:
    """Return the card that is up. Its place depends on which card it is."""
    return state.up


SEARCH_MODEL: Final = SearchModel(is_settled, worth, policy, card_up, margin=2.0)
"""The margin is wide, because the fallback is hard to beat by few playouts."""
