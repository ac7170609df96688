"""The strongest rule for Biberbande, in two tunings. It needs no search.

Both tunings differ from the rule of thumb:

- They take an open card only for a great gain: everybody saw it, and the next *swap* takes it away.
- They dislike unseen own cards more than known ones of that value, until somebody has knocked.
- They swap with the seat that seems to be ahead, and with any card that isn't worse.
- They knock if they will likely stay below the others, by what they know of their rows.
- They don't wait for ever. From the lap on at which usual limits end a round, both knock with more and more.

`careful` is the fallback of the tree search. `sly` is the strong bot. The sly tuning assumes less that cards which
others kept or left are low. So it dares to knock, and the longer the round lasts, the more. It also lays decoys, above
all with few players. Others swap for the card that looks lowest, mostly one that was drawn and kept. So a high card
that was kept does no harm if it will be taken. A low card is safer if it isn't the only one that looks low.

The numbers can't be derived again from this repository: `CAREFUL` was found by a program that wasn't kept, `SLY` by a
simulation of the same rules in C that wasn't kept. `docs/measurements.md` says how, and how strong they are.
"""

from collections.abc import Sequence
from functools import partial
from math import exp
from typing import Final

from attrs import evolve, frozen

from cardkit.bots.contract import Bot
from cardkit.bots.observation import Observation
from cardkit.bots.search.budget import Budget
from cardkit.games.biberbande import Glimpse, Knowledge, View
from cardkit.games.biberbande.bots.greedy import average, top_value, worst
from cardkit.games.biberbande.bots.imagine import KnownCard, has_stayed, is_kept, laps, pools
from cardkit.games.biberbande.cards import NUMBERS, VALUE
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

__all__ = ["CAREFUL", "SLY", "Tuning", "careful", "estimates", "sly", "strong"]

AHEAD: Final = 0.6
"""The weight of a point that a swap takes from the other's row, when a swap is chosen."""
DOUBT: Final = 4.4
"""The difference in points that gives odds of e to one for the lower row."""
LOOKS_KEPT: Final = 2.0
"""What others assume of a card that was drawn and kept."""
LOOKS_ANY: Final = 5.0
"""What they assume of a card that they know nothing of."""
UNLIKELY: Final = 0.5
"""The likelihood that a swap takes a card if all look alike, relative to one that was kept."""
LONG: Final = 20
"""The lap from which both rules become impatient. Where strength is measured, no round lasts longer."""
IMPATIENCE: Final = 0.03
"""By how much the share for a knock falls with each lap from then on."""


@frozen(kw_only=True)
class Tuning:
    """The numbers of the rule."""

    take: float
    """An open card is taken if it lowers the sum by this many points or more."""
    last_take: float
    """The same after a knock: few swaps will follow, and there is no next draw."""
    unseen: float
    """The points by which an unseen card is disliked more than a known one of its value."""
    unseen_in_swaps: float
    """The same in a swap, where it is given away."""
    kept: float
    """The assumed value of a card that another seat drew and kept."""
    stayed: float
    """The points by which each lap lowers the assumed value of a card that another seat saw and left."""
    last_turn: float
    """The points by which another's row is assumed to fall in the turn after a knock."""
    sure: float
    """The share of the others that the seat must expect to stay below before it knocks."""
    hurry: float = 0.0
    """The step by which that share falls with each lap after the fourth. Before that lap, it is higher by the same
    step.
    """
    fodder: float = 0.0
    """The share of the highest card that doesn't count, because the next own swap gives it away."""
    lure: float = 0.0
    """The probability that others' swaps take the card that looks lowest."""
    stay: float = 0.0
    """The points by which a drawn card may make the row worse and still be kept, for its looks."""


CAREFUL: Final = Tuning(
    take=4.0, last_take=1.0, unseen=0.9, unseen_in_swaps=0.0, kept=1.4, stayed=0.12, last_turn=1.6, sure=0.77
)
_MANY: Final = Tuning(
    take=6.5, last_take=2.0, unseen=0.9, unseen_in_swaps=0.9, kept=2.1, stayed=0.0, last_turn=4.0,
    sure=0.67, hurry=0.02, fodder=0.3, lure=0.4,
)  # fmt: skip
_SOME: Final = evolve(_MANY, take=8.0, fodder=0.6, stay=0.3)
_TWO: Final = evolve(_SOME, take=9.5, unseen=1.3, unseen_in_swaps=1.3, sure=0.72, fodder=1.0, lure=0.45)
SLY: Final = {2: _TWO, 3: _SOME, 4: _SOME, 5: _MANY, 6: _MANY}
"""By the number of seats. With fewer seats, the next swap is likelier with oneself."""


def estimates(memory: Knowledge, tuning: Tuning) -> list[list[float]]:
    """Return the value of every card in every row, as far as its owner's moves tell."""
    averages = [average(pool) for pool in pools(memory)]
    patience = tuning.stayed * laps(memory)
    rows: list[list[float]] = []
    for seat, row in enumerate(memory.state.rows):
        values: list[float] = []
        for place, card in enumerate(row):
            if not isinstance(card, Unseen):
                values.append(float(VALUE[card]) if card in NUMBERS else averages[-1])
            elif is_kept(card):
                values.append(min(tuning.kept, averages[card.batch]))
            else:
                let_lie = has_stayed(memory, seat, place, card)
                values.append(averages[card.batch] - (patience if let_lie else 0.0))
        rows.append(values)
    return rows


def play_tuned(tuning: Tuning, observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    """Return the move of the rule with these numbers."""
    memory, seat, legal = observation.memory, observation.seat, observation.legal
    if len(legal) == 1:
        return legal[0]
    values = estimates(memory, tuning)
    match memory.state.phase:
        case "choosing":
            return choose_source(memory, dislikes(memory, seat, values[seat], tuning.unseen), tuning)
        case "drawn":
            return use_drawn(memory, values, seat, legal, tuning)
        case "knocking":
            lap = laps(memory)
            sure = tuning.sure - tuning.hurry * (lap - 4) - IMPATIENCE * max(0, lap - LONG)
            return Knock() if prospect(values, seat, tuning.last_turn) >= sure else Pass()
        case _:
            return legal[0]


careful: Final = partial(play_tuned, CAREFUL)


def sly(observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    """Return the move of the sly rule, tuned for the number of seats."""
    return play_tuned(SLY[observation.seats], observation)


def strong(budget: Budget) -> Bot[Move, View, Glimpse, Knowledge, Options]:
    """Return the strongest bot for Biberbande: the sly rule, whatever the budget.

    A search on top of the rule made it weaker (`docs/measurements.md`): playouts by the rule of thumb know no decoys,
    and overrate waiting.
    """
    return Bot(f"strong:{budget}", sly, frozenset({"memory"}))


def dislikes(memory: Knowledge, seat: Seat, row: Sequence[float], unseen: float) -> list[float]:
    """Return how much each own card is disliked."""
    extra = unseen if memory.state.knocker is None else 0.0
    known = memory.state.rows[seat]
    return [
        value + (extra if isinstance(card, Unseen) else 0.0) for value, card in zip(row, known, strict=True)
    ]


def choose_source(memory: Knowledge, row: Sequence[float], tuning: Tuning) -> Move:
    place = worst(row)
    wanted = tuning.take if memory.state.knocker is None else tuning.last_take
    return Take(place) if row[place] - top_value(memory.state) >= wanted else Draw()


def use_drawn(
    memory: Knowledge, values: list[list[float]], seat: Seat, legal: tuple[Move, ...], tuning: Tuning
) -> Move:
    """Use the drawn card if it helps, else discard it. In a last turn a peek doesn't help."""
    row, card = values[seat], memory.state.drawn
    if card == "draw2":
        return UseDrawTwo()
    if card == "peek":
        unseen = [place for place, known in enumerate(memory.state.rows[seat]) if isinstance(known, Unseen)]
        return (
            Discard()
            if memory.state.knocker is not None or not unseen
            else Peek(max(unseen, key=row.__getitem__))
        )
    if card == "swap":
        return choose_swap(values, dislikes(memory, seat, row, tuning.unseen_in_swaps), seat, legal)
    if card is None or isinstance(card, Unseen):
        return legal[0]
    wanted = dislikes(memory, seat, row, tuning.unseen)
    if memory.state.knocker is not None:
        tuning = evolve(tuning, fodder=0.0, lure=0.0, stay=0.0)
    looks = [looks_like(known) for known in memory.state.rows[seat]]
    gains = [keep_gain(row, wanted, looks, place, float(VALUE[card]), tuning) for place in range(len(row))]
    place = max(range(len(row)), key=lambda place: (gains[place], wanted[place]))
    return Keep(place) if gains[place] >= -tuning.stay else Discard()


def keep_gain(
    row: Sequence[float],
    wanted: Sequence[float],
    looks: Sequence[float],
    place: int,
    card: float,
    tuning: Tuning,
) -> float:
    """Return the gain of keeping a drawn card in this place: points, and what later swaps will change."""
    after, looking = [*row], [*looks]
    after[place], looking[place] = card, LOOKS_KEPT
    given_away = tuning.fodder * (max(after) - max(row))
    return (
        wanted[place]
        - card
        + given_away
        + tuning.lure * (expected_loss(row, looks) - expected_loss(after, looking))
    )


def expected_loss(row: Sequence[float], looks: Sequence[float]) -> float:
    """Return how many points the row loses when a swap takes the card that looks lowest."""
    lowest = min(looks)
    likely = UNLIKELY if lowest == LOOKS_ANY else 1.0
    return likely * (8 - row[looks.index(lowest)])


def looks_like(known: KnownCard) -> float:
    """Return what others may assume of an own card. A known card looks as if it had been drawn and kept."""
    return LOOKS_KEPT if known in NUMBERS else LOOKS_ANY


def choose_swap(
    values: list[list[float]], wanted: Sequence[float], seat: Seat, legal: tuple[Move, ...]
) -> Move:
    """Swap the worst card for a low one, preferably from a low row."""
    place = worst(wanted)
    best = min(
        (move for move in legal if isinstance(move, Swap) and move.position == place),
        key=lambda move: values[move.other][move.theirs] + AHEAD * sum(values[move.other]),
    )
    return best if wanted[place] >= values[best.other][best.theirs] else Discard()


def prospect(values: list[list[float]], seat: Seat, last_turn: float) -> float:
    """Return the share of the others that will likely stay above after a knock."""
    own = sum(values[seat]) + last_turn
    others = [1 / (1 + exp((own - sum(row)) / DOUBT)) for other, row in enumerate(values) if other != seat]
    return sum(others) / len(others)
