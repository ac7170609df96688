"""A rule of thumb for 13, and how a search looks at it."""

from typing import Final

from cardkit.bots import strong_piles
from cardkit.bots.budget import Budget
from cardkit.bots.contract import Bot
from cardkit.bots.lens import Lens
from cardkit.bots.observation import Observation
from cardkit.bots.piles import best, round_worth
from cardkit.bots.round_of_piles import Coded, code
from cardkit.chance import Chance
from cardkit.games.thirteen.cards import DECK, TARGETS
from cardkit.games.thirteen.memory import Memory
from cardkit.games.thirteen.messages import Glimpse, Options, Play
from cardkit.games.thirteen.state import State
from cardkit.games.thirteen.view import View
from cardkit.seats import Seat

__all__ = ["LENS", "greedy", "strong"]

PLACE: Final = {colour: place for place, colour in enumerate(TARGETS)}


LETTERS: Final = "byg"


def most_appealing(position: State | Memory, seat: Seat, legal: tuple[Play, ...]) -> Play:
    """The rule of thumb of `piles`, by what everybody may know of the position."""
    plays = [(play.card, PLACE[play.onto]) for play in legal]
    return legal[best(position.piles, position.taken, seat, plays, LETTERS)]


def greedy(observation: Observation[Play, View, Glimpse, Memory, Options]) -> Play:
    """The rule of thumb of `piles`."""
    return most_appealing(observation.memory, observation.seat, observation.legal)


def policy(state: State, seat: Seat, legal: tuple[Play, ...], chance: Chance) -> Play:
    """The same in an imagined state."""
    return most_appealing(state, seat, legal)


def settled(first: State, now: State) -> bool:
    """A round is a whole: cards taken in it count in no other."""
    return first.table is not now.table


def worth(first: State, last: State) -> tuple[float, ...]:
    """The points of the round."""
    return round_worth(last.table.last_points)


LENS: Final = Lens(settled, worth, policy)


def strong(budget: Budget) -> Bot[Play, object, object, Memory, object]:
    """The bot of `strong_piles`."""
    return strong_piles.strong(budget, seen, coded)


def seen(memory: Memory) -> strong_piles.Sight:
    """What a seat knows."""
    table = memory.table
    return strong_piles.Sight(
        DECK,
        LETTERS,
        memory.hand,
        memory.hand_sizes,
        memory.stock_size,
        memory.piles,
        memory.taken,
        table.totals,
        table.rounds - table.round + 1,
    )


def coded(play: Play) -> Coded:
    """A play on the board."""
    return code(play.card, LETTERS), PLACE[play.onto]
