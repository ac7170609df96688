"""A rule for Biberbande whose numbers were tuned, in two tempers.

What both do that the rule of thumb doesn't:

- They take a card in the open only for a great gain: everybody saw it, and the next *swap* takes it away.
- They think less of their own unseen cards than of known ones of that value, until somebody has knocked.
- They swap with whoever seems to be ahead, and with anything that is no worse.
- They knock when they are likely to stay below the others, by what can be told of their rows.

The careful one is what a tree search does when in doubt. Its numbers were found by trying changes in 1500 rounds each,
among players by the rule of thumb; in 40,000 other rounds it stood at 0.52 among them.

Nobody may wait for ever, where no limit is set: from the lap on at which usual limits end a round, both knock by and by
with anything.

The sly one is that of the strong bot. It doesn't hold the cards that others kept or let lie to be as low as the careful
one does, and so dares to knock: sooner, the longer the round lasts. It lays decoys besides, most with few players.
Others swap for the card that looks lowest, mostly one that was drawn and kept; so a high card that was kept does no
harm where it will be taken, and a low one is better not the only one that looks low.
Its numbers were found in a simulation of the same rules in C, which isn't kept, over thousands of deals a change.
In 40,000 others, each with the sly one in every seat, it stood there against the careful one at 0.707, 0.590, 0.565,
0.558 and 0.561 with two to six players, and against the rule of thumb at 0.620, 0.542, 0.520, 0.523 and 0.523, all
within 0.0043. (What it looks like to others is told more exactly there than `looks_like` can: that costs 0.011 with two
players, 0.005 with four, and less with more.) It is no last word: where all others are sly, a player by the rule of
thumb holds its own with four players and more.
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
"""How much it counts for a swap that the other's row is a point lower than another's."""
DOUBT: Final = 4.4
"""How many points apart rows must be held to lie for odds of e to one on the lower."""
LOOKS_KEPT: Final = 2.0
"""What others think of a card that was drawn and kept."""
LOOKS_ANY: Final = 5.0
"""And of one that they know nothing of."""
UNLIKELY: Final = 0.5
"""The odds that a swap takes the card that looks lowest where all look alike, against one that was kept."""
LONG: Final = 20
"""Laps after which one becomes impatient: where strength is measured (`bench.strength`) no round lasts longer."""
IMPATIENCE: Final = 0.03
"""By how much the part of the others that one must expect to stay below falls with each lap from then on."""


@frozen(kw_only=True)
class Tuning:
    """How one plays by the rule."""

    take: float
    """By how much a card in the open must lower the sum to be taken."""
    last_take: float
    """The same after a knock: there are few swaps to come, and there is no next draw."""
    unseen: float
    """By how much an unseen card is rather replaced than one known to be as high."""
    unseen_in_swaps: float
    """The same where it is given away for another's."""
    kept: float
    """What a card is held to be worth that another seat drew and kept."""
    stayed: float
    """By how much each lap lowers what is thought of a card that another seat has seen and let lie."""
    last_turn: float
    """By how much a row is held to fall in the turn after a knock."""
    sure: float
    """The part of the others that one must expect to stay below, to knock."""
    hurry: float = 0.0
    """By how much that falls with each lap from the fifth on; before, it is as much higher."""
    fodder: float = 0.0
    """The part of the highest card that doesn't count: the next swap of one's own gives it away."""
    lure: float = 0.0
    """How likely the others' swaps take the card that looks lowest."""
    stay: float = 0.0
    """By how much a drawn card may make the row worse and still be kept, for what it looks like."""


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
"""By the number of seats: the fewer, the likelier the next swap is with oneself."""


def estimates(memory: Knowledge, temper: Tuning) -> list[list[float]]:
    """The value of every card in every row, as far as can be told by what its owner did."""
    averages = [average(pool) for pool in pools(memory)]
    patience = temper.stayed * laps(memory)
    rows: list[list[float]] = []
    for seat, row in enumerate(memory.state.rows):
        values: list[float] = []
        for place, card in enumerate(row):
            if not isinstance(card, Unseen):
                values.append(float(VALUE[card]) if card in NUMBERS else averages[-1])
            elif is_kept(card):
                values.append(min(temper.kept, averages[card.batch]))
            else:
                let_lie = has_stayed(memory, seat, place, card)
                values.append(averages[card.batch] - (patience if let_lie else 0.0))
        rows.append(values)
    return rows


def play_tuned(temper: Tuning, observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    """The move by the rule."""
    memory, seat, legal = observation.memory, observation.seat, observation.legal
    if len(legal) == 1:
        return legal[0]
    values = estimates(memory, temper)
    match memory.state.phase:
        case "choosing":
            return choose_source(memory, dislikes(memory, seat, values[seat], temper.unseen), temper)
        case "drawn":
            return use_drawn(memory, values, seat, legal, temper)
        case "knocking":
            lap = laps(memory)
            sure = temper.sure - temper.hurry * (lap - 4) - IMPATIENCE * max(0, lap - LONG)
            return Knock() if prospect(values, seat, temper.last_turn) >= sure else Pass()
        case _:
            return legal[0]


careful: Final = partial(play_tuned, CAREFUL)


def sly(observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    """The rule in the temper for so many seats."""
    return play_tuned(SLY[observation.seats], observation)


def strong(budget: Budget) -> Bot[Move, View, Glimpse, Knowledge, Options]:
    """The strongest bot for Biberbande: the sly rule, which takes no time, whatever the budget.

    Searching each move in likely worlds made it worse: with 200 playouts it stood against the careful rule at
    0.568 ± 0.062 and 0.495 ± 0.050 with two and five players (150 and 50 deals), and without at 0.705 ± 0.061 and
    0.555 ± 0.027 (150 deals). Playouts by the rule of thumb know of no decoys, and think too well of waiting.
    """
    return Bot(f"strong:{budget}", sly, frozenset({"memory"}))


def dislikes(memory: Knowledge, seat: Seat, row: Sequence[float], unseen: float) -> list[float]:
    """The own cards by how much one would like to be rid of them."""
    extra = unseen if memory.state.knocker is None else 0.0
    known = memory.state.rows[seat]
    return [
        value + (extra if isinstance(card, Unseen) else 0.0) for value, card in zip(row, known, strict=True)
    ]


def choose_source(memory: Knowledge, row: Sequence[float], temper: Tuning) -> Move:
    place = worst(row)
    wanted = temper.take if memory.state.knocker is None else temper.last_take
    return Take(place) if row[place] - top_value(memory.state) >= wanted else Draw()


def use_drawn(
    memory: Knowledge, values: list[list[float]], seat: Seat, legal: tuple[Move, ...], temper: Tuning
) -> Move:
    """Use the card, if it is of use. In a last turn a peek isn't."""
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
        return choose_swap(values, dislikes(memory, seat, row, temper.unseen_in_swaps), seat, legal)
    if card is None or isinstance(card, Unseen):
        return legal[0]
    wanted = dislikes(memory, seat, row, temper.unseen)
    if memory.state.knocker is not None:
        temper = evolve(temper, fodder=0.0, lure=0.0, stay=0.0)
    looks = [looks_like(known) for known in memory.state.rows[seat]]
    gains = [keep_gain(row, wanted, looks, place, float(VALUE[card]), temper) for place in range(len(row))]
    place = max(range(len(row)), key=lambda place: (gains[place], wanted[place]))
    return Keep(place) if gains[place] >= -temper.stay else Discard()


def keep_gain(
    row: Sequence[float],
    wanted: Sequence[float],
    looks: Sequence[float],
    place: int,
    card: float,
    temper: Tuning,
) -> float:
    """What is gained by a drawn card in this place: points less, and what others' swaps and one's own will change."""
    after, looking = [*row], [*looks]
    after[place], looking[place] = card, LOOKS_KEPT
    given_away = temper.fodder * (max(after) - max(row))
    return (
        wanted[place]
        - card
        + given_away
        + temper.lure * (expected_loss(row, looks) - expected_loss(after, looking))
    )


def expected_loss(row: Sequence[float], looks: Sequence[float]) -> float:
    """How many points worse the row is when a swap takes the card that looks lowest, and leaves a high one."""
    lowest = min(looks)
    likely = UNLIKELY if lowest == LOOKS_ANY else 1.0
    return likely * (8 - row[looks.index(lowest)])


def looks_like(known: KnownCard) -> float:
    """What others may think of an own card: of any that one knows, as if it had been drawn and kept."""
    return LOOKS_KEPT if known in NUMBERS else LOOKS_ANY


def choose_swap(
    values: list[list[float]], wanted: Sequence[float], seat: Seat, legal: tuple[Move, ...]
) -> Move:
    """The worst card for a low one, rather from a row that is low too."""
    place = worst(wanted)
    best = min(
        (move for move in legal if isinstance(move, Swap) and move.position == place),
        key=lambda move: values[move.other][move.theirs] + AHEAD * sum(values[move.other]),
    )
    return best if wanted[place] >= values[best.other][best.theirs] else Discard()


def prospect(values: list[list[float]], seat: Seat, last_turn: float) -> float:
    """The part of the others that will likely stay above, if one knocks."""
    own = sum(values[seat]) + last_turn
    others = [1 / (1 + exp((own - sum(row)) / DOUBT)) for other, row in enumerate(values) if other != seat]
    return sum(others) / len(others)
