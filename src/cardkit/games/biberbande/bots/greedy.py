"""A rule of thumb for Biberbande.

- An unseen card is worth the average of the unseen cards. Specials count as the number that will replace them. A card
  that another seat drew and kept is likely low.
- Take or keep a number that is clearly lower than the worst card of your row. Replace an unseen card by anything low:
  that tells as much as a peek, and lowers the sum.
- Peek at an unknown card. Always draw two: it gives two chances in one turn.
- Swap the worst card for one that is known to be low. All players saw a card that was taken in the open.
- Knock if your sum is lower than what the others will likely reach in their last turn; sooner in a long round.
"""

from collections.abc import Sequence
from typing import Final

from cardkit.bots.observation import Observation
from cardkit.games.biberbande import Glimpse, Knowledge, View
from cardkit.games.biberbande.bots.imagine import AVERAGE, KnownCard, is_kept, pools
from cardkit.games.biberbande.cards import NUMBERS, VALUE, Card
from cardkit.games.biberbande.messages import (
    Discard,
    Draw,
    Keep,
    Knock,
    Move,
    Options,
    Pass,
    Peek,
    Swap,
    Take,
    UseDrawTwo,
)
from cardkit.hidden import Unseen
from cardkit.seats import Seat

__all__ = ["average", "expected", "greedy", "top_value", "worst"]

KEPT: Final = 2.6
"""The average value of a card that another seat drew and kept."""
TAKE_GAIN: Final = 1.5
"""The points by which an open card must lower the sum to be taken, instead of drawing."""
KEEP_GAIN: Final = 0.5
SWAP_GAIN: Final = 1.0
SWAP_ANY: Final = 6.0
"""From this value on, a card is worth swapping for an unknown one."""
KNOCK_BELOW: Final = 6.5
PATIENCE: Final = 0.4
"""The points by which the sum for a knock grows with every lap."""


def average(pool: Sequence[Card]) -> float:
    """Return the value of an unseen card of this batch. Specials are replaced by numbers in the end."""
    numbers = [VALUE[card] for card in pool if card in NUMBERS]
    return sum(numbers) / len(numbers) if numbers else AVERAGE


def expected(memory: Knowledge) -> list[list[float]]:
    """Return the value of every card in every row, as far as the viewer can tell."""
    averages = [average(pool) for pool in pools(memory)]

    def value(known: KnownCard) -> float:
        if isinstance(known, Unseen):
            return min(KEPT, averages[known.batch]) if is_kept(known) else averages[known.batch]
        return float(VALUE[known]) if known in NUMBERS else averages[-1]

    return [[value(known) for known in row] for row in memory.state.rows]


def worst(row: Sequence[float]) -> int:
    """Return the place of the highest value, the first of equals."""
    return max(range(len(row)), key=row.__getitem__)


def greedy(observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    """Return the move of the rule of thumb."""
    memory, seat, legal = observation.memory, observation.seat, observation.legal
    if len(legal) == 1:
        return legal[0]
    values = expected(memory)
    match memory.state.phase:
        case "choosing":
            return choose_source(memory.state, values[seat])
        case "drawn":
            return use_drawn(memory.state, values, seat, legal)
        case "knocking":
            return choose_knock(memory.state, values, seat)
        case _:
            return legal[0]


def top_value(state: View) -> int:
    """Return the value of the top of the discard pile."""
    top = state.discard[-1]
    assert not isinstance(top, Unseen)
    return VALUE[top]


def choose_source(state: View, row: Sequence[float]) -> Move:
    """Take the top of the discard pile if it certainly helps, else draw."""
    place = worst(row)
    return Take(place) if row[place] - top_value(state) >= TAKE_GAIN else Draw()


def use_drawn(state: View, values: list[list[float]], seat: Seat, legal: tuple[Move, ...]) -> Move:
    """Use the drawn card if it helps, else discard it."""
    row, card = values[seat], state.drawn
    place = worst(row)
    if card == "draw2":
        return UseDrawTwo()
    if card == "peek":
        unknown = [spot for spot, known in enumerate(state.rows[seat]) if isinstance(known, Unseen)]
        return Peek(unknown[0]) if unknown else Discard()
    if card == "swap":
        best = min(
            (move for move in legal if isinstance(move, Swap) and move.position == place),
            key=lambda move: values[move.other][move.theirs],
        )
        return best if row[place] - values[best.other][best.theirs] >= SWAP_GAIN else Discard()
    if card is None or isinstance(card, Unseen):
        return legal[0]
    return Keep(place) if row[place] - VALUE[card] >= KEEP_GAIN else Discard()


def choose_knock(state: View, values: list[list[float]], seat: Seat) -> Move:
    """Knock if the others will hardly get below the sum."""
    laps = state.turns / len(values)
    return Knock() if sum(values[seat]) <= KNOCK_BELOW + PATIENCE * laps else Pass()
