"""The strongest bot for Push: it solves turns, secures if that is worth a turn, and counts the last turns."""

from functools import cache, partial
from typing import Final

from cardkit.bots.contract import Bot
from cardkit.bots.observation import Need, Observation
from cardkit.bots.search.budget import Budget, BudgetSpent, budget_check
from cardkit.games.push import Glimpse, Knowledge, View
from cardkit.games.push.bots.greedy import greedy
from cardkit.games.push.bots.last_turns import cards_per_turn, ending_worth
from cardkit.games.push.bots.position import occupied
from cardkit.games.push.bots.search_model import secure_or_reveal
from cardkit.games.push.bots.turn import Turn, best_move, takers, turn_of
from cardkit.games.push.messages import Move, Options, Reveal, Take
from cardkit.games.push.state import Choosing, Going, Placing, State, Taking
from cardkit.hidden import H
from cardkit.seats import Seat

__all__ = ["strong"]

DEEPEST: Final = 4
"""The most cards to look ahead. Each one takes some twenty times as long as the one before."""


def strong(budget: Budget) -> Bot[Move, View, Glimpse, Knowledge, Options]:
    """Return the bot. It looks one card ahead, then one more, as long as the budget lasts."""

    def choose(observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
        legal, position, seat = observation.legal, observation.memory.state, observation.seat
        phase = position.phase
        if len(legal) == 1:
            return legal[0]
        if isinstance(phase, Choosing):
            return secure_or_reveal(position, seat)
        goes_on = budget_check(budget, observation.seconds)
        if isinstance(phase, Taking):
            return choose_row(turn_of(position, seat, goes_on), position, seat, phase)
        assert isinstance(phase, Going | Placing), "nobody moves after the end"
        seats = observation.seats
        pace = cards_per_turn(observation.glimpses, seat, seats)
        after = cache(partial(ending_worth, seats=seats, cards_a_turn=pace))
        return deepen(turn_of(position, seat, goes_on, after), position, phase, greedy(observation))

    needs: frozenset[Need] = frozenset({"memory", "glimpses"})
    return Bot(f"strong:{budget}", choose, needs, repeatable=budget.repeatable)


def deepen(turn: Turn, position: State[H], phase: Going | Placing, move: Move) -> Move:
    """Return the best move at the greatest depth that the budget allows."""
    nearest = 0 if isinstance(phase, Placing) else 1
    for depth in range(nearest, min(DEEPEST, turn.left) + 1):
        try:
            move = best_move(turn, position, phase, depth)
        except BudgetSpent:
            break
        if isinstance(move, Reveal):
            break  # looking further ahead never lowers the worth of going on
    return move


def choose_row(turn: Turn, position: State[H], seat: Seat, phase: Taking) -> Move:
    """Choose a row for the seat. The others take after it, up to the player whose turn it is."""
    order = [*takers(position, seat)]
    own, *stakes = turn.stakes[: order.index(phase.player) or len(order)]

    def value(row: int) -> float:
        rest = [occupied(position.rows[other - 1]) for other in phase.rows if other != row]
        given = sum(turn.handed_out(rest, stakes)) / turn.others
        return turn.worth(occupied(position.rows[row - 1]), own) - given

    return Take(max(phase.rows, key=value))
