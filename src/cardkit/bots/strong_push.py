"""The strongest bot for Push: turns are solved, and whether to begin one or to secure is settled by a race."""

from typing import Final

from cardkit.bots.budget import Budget, going
from cardkit.bots.contract import Bot
from cardkit.bots.observation import Observation
from cardkit.bots.push import LENS, greedy
from cardkit.bots.race import race
from cardkit.bots.turn_of_push import Spent, Turn, rows_of
from cardkit.game import Game
from cardkit.games.push.cards import OCCUPIES
from cardkit.games.push.memory import Memory
from cardkit.games.push.messages import Event, Glimpse, Move, Options, Place, Reveal, Stop, Take
from cardkit.games.push.state import Going, Placing, State, Taking
from cardkit.games.push.view import View

__all__ = ["strong"]

DEEPEST: Final = 4
"""Cards to look ahead at most. Each takes some twenty times as long as the one before."""


def strong(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], budget: Budget
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """The bot. It looks one card ahead, then one more, as long as the budget lasts."""
    raced = race("race", game, budget, LENS, greedy)

    def choose(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        legal, position = observation.legal, observation.memory.position
        phase = position.phase
        if len(legal) == 1:
            return legal[0]
        turn = Turn(position, observation.seat, going(budget, observation.seconds))
        if isinstance(phase, Going | Placing):
            return deepened(turn, position, phase, greedy(observation))
        return takes(turn, position, phase) if isinstance(phase, Taking) else raced.choose(observation)

    return Bot(f"strong:{budget}", choose, frozenset({"memory"}), repeatable=budget.repeatable)


def deepened(turn: Turn, position: State, phase: Going | Placing, move: Move) -> Move:
    """The best move at the greatest depth that the budget lasts for."""
    nearest = 0 if isinstance(phase, Placing) else 1
    for depth in range(nearest, min(DEEPEST, turn.left) + 1):
        try:
            move = best(turn, position, phase, depth)
        except Spent:
            break
        if isinstance(move, Reveal):
            break  # going on is worth no less, the further one looks ahead
    return move


def takes(turn: Turn, position: State, phase: Taking) -> Move:
    """A row for the seat; the others take after it, up to the player whose turn it is."""
    own, *stakes = turn.stakes_until(phase.player)

    def value(row: int) -> float:
        rest = [position.rows[other - 1][1] for other in phase.others[row]]
        given = sum(turn.handed_out(rest, stakes)) / turn.others
        return turn.worth(position.rows[row - 1][1], own) - given

    return Take(max(phase.rows, key=value))


def best(turn: Turn, position: State, phase: Going | Placing, depth: int) -> Move:
    """Where a card is up, its best place; else whether to go on. Looking so many cards ahead."""
    if isinstance(phase, Placing):
        return Place(max(phase.fits, key=lambda row: turn.value(_with(position, phase, row), depth)))
    rows = rows_of(position)
    return Reveal() if turn.going_on(rows, depth) > turn.stopped(rows) else Stop()


def _with(position: State, phase: Placing, row: int) -> tuple[int, ...]:
    """The rows with the card that is up in one of them."""
    rows, card = [occupied for _, occupied in position.rows], OCCUPIES[phase.card]
    if row > len(rows):
        return tuple(sorted((*rows, card)))
    rows[row - 1] |= card
    return tuple(sorted(rows))
