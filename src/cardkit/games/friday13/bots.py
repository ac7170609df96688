"""A rule of thumb for Friday 13, and how a search looks at it."""

from typing import Final

from cardkit.bots.budget import Budget
from cardkit.bots.contract import Bot
from cardkit.bots.game_bots import GameBots
from cardkit.bots.lens import Lens
from cardkit.bots.observation import Observation
from cardkit.bots.piles.greedy import best, round_worth
from cardkit.bots.piles.playout import Coded, code
from cardkit.bots.piles.strong import Sight, strong_by
from cardkit.chance import Chance
from cardkit.games.friday13.cards import DECK, PILES
from cardkit.games.friday13.memory import Memory
from cardkit.games.friday13.messages import Play
from cardkit.games.friday13.state import State
from cardkit.seats import Seat

__all__ = ["BOTS"]

PLACE: Final = {kind: place for place, kind in enumerate(PILES)}
LETTERS: Final = "cml"


def most_appealing(position: State | Memory, seat: Seat, legal: tuple[Play, ...]) -> Play:
    """The rule of thumb of `cardkit.bots.piles`, by what everybody may know of the position."""
    plays = [(play.card, PLACE[play.onto]) for play in legal]
    return legal[best(position.piles, position.taken, seat, plays, LETTERS)]


def greedy(observation: Observation[Play, object, object, Memory, object]) -> Play:
    """The same, for a bot."""
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
    """The strongest bot for piles up to a limit."""
    return strong_by(budget, seen, coded)


def seen(memory: Memory) -> Sight:
    """What a seat knows."""
    table = memory.table
    return Sight(
        DECK,
        LETTERS,
        memory.hand,
        memory.hand_sizes,
        0,
        memory.piles,
        memory.taken,
        table.totals,
        table.rounds - table.round + 1,
    )


def coded(play: Play) -> Coded:
    """A play on the board."""
    return code(play.card, LETTERS), PLACE[play.onto]


BOTS: Final = GameBots(greedy=Bot("greedy", greedy, frozenset({"memory"})), lens=LENS, strong=strong)
