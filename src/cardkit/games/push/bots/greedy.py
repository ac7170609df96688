"""A rule of thumb for Push.

- A row is worth its numbers, less the expected cost of its die card: one face in six takes each open colour, with risk
  two.
- Revealing helps the others too. What they get counts against a turn, shared among them.
- Stopping takes the cards that are there. Another card brings a little. If it fits nowhere, the rows are lost, and some
  of the open cards too. So go on while (1 - p) * gain > p * loss. p is exactly known, because only the order of the
  cards is hidden.
- Securing costs a turn. It pays if many points of one colour lie open and dice will still be rolled.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from cardkit.bots.observation import Observation
from cardkit.games.push import Glimpse, Knowledge, View
from cardkit.games.push.bots.position import OCCUPIES, cards_left, occupied, points_by_colour, points_of
from cardkit.games.push.cards import COLOURS, DECK, DIE, FACES, TURN, VALUE, Card, Number, RowCard
from cardkit.games.push.messages import Move, Options, Place, Reveal, Secure, Stop, Take
from cardkit.games.push.state import Choosing, Going, Placing, State, Taking
from cardkit.hidden import H
from cardkit.mechanics.dealing import replaced
from cardkit.seats import Seat

__all__ = ["choose_row", "greedy", "roll_risk"]

GAIN: Final = (3.0, 2.2, 1.8, 1.3)
"""The average gain of one more card, by the number of rows."""
SECURE: Final = 24.0
"""The open points of one colour that are worth a turn."""
SIXTH: Final = 1 / len(FACES)

Rows: TypeAlias = tuple[tuple[RowCard, ...], ...]


@lru_cache(maxsize=100_000)
def numbers(cards: Sequence[RowCard]) -> tuple[int, bool]:
    """Return the sum of a row's numbers, and whether a die card is in it."""
    return sum(VALUE[card] for card in cards if card != DIE), DIE in cards


def roll_risk(position: State[H]) -> float:
    """Return the probability that a roll takes a colour: by its face, and with risk by the star."""
    return SIXTH * (2 if position.setup.risk else 1)


def at_stake(mine: tuple[Number, ...], risk: float) -> float:
    """Return the average cost of a roll for these open cards, if it takes each colour with this risk."""
    return risk * points_of(mine)


def row_worth(cards: Sequence[RowCard], stake: float, risk: float) -> float:
    """Return the worth of taking the row, for a seat with this stake in a roll."""
    total, rolls = numbers(cards)
    return total - stake - risk * total if rolls else total


def stop_worth(position: State[H], rows: Rows, seat: Seat, mine: float) -> float:
    """Return the worth of stopping: the best row, less the others' average gain from the rest."""
    risk = roll_risk(position)
    worth = [row_worth(cards, mine, risk) for cards in rows]
    best = max(worth)
    others = len(position.open) - 1
    rest = sorted((row_worth(cards, 0, risk) for cards in rows), reverse=True)
    del rest[rest.index(row_worth(rows[worth.index(best)], 0, risk))]
    return best - sum(rest[:others]) / others


@lru_cache(maxsize=100_000)
def busts_of_deck(rows: tuple[int, ...]) -> float:
    """Return the share of the whole deck, with its direction cards, that fits in none of these rows."""
    return busts(rows, DECK)


def busts(rows: tuple[int, ...], stock: Sequence[Card]) -> float:
    """Return the share of the cards that fit in none of these rows. With fewer than three rows, every card fits."""
    if len(rows) < 3 or not stock:
        return 0.0
    one, two, three = rows
    bad = 0
    for card in stock:
        if card != TURN:
            bits = OCCUPIES[card]
            bad += bool(one & bits and two & bits and three & bits)
    return bad / len(stock)


def should_reveal(position: State[H], seat: Seat, chance_of_bust: float) -> bool:
    """Return whether to turn up another card."""
    risk, rows = roll_risk(position), position.rows
    mine = at_stake(position.open[seat], risk)
    sure = stop_worth(position, rows, seat, mine)
    loses = sure + mine + others_gain(rows, len(position.open), risk)
    return (1 - chance_of_bust) * GAIN[len(rows)] > chance_of_bust * loses


def others_gain(rows: Rows, seats: int, risk: float) -> float:
    """Return the others' average gain from the rows in a bust."""
    worth = sorted((row_worth(cards, 0, risk) for cards in rows), reverse=True)
    return sum(worth[: seats - 1]) / (seats - 1)


def secure_or_reveal(position: State[H], seat: Seat, legal: tuple[Move, ...]) -> Move:
    """Secure the colour with the most open points, if that is enough and the stock isn't nearly empty; else reveal."""
    points = points_by_colour(position.open[seat])
    most = max(points)
    if most >= SECURE and len(position.stock) > 4:
        return Secure(COLOURS[points.index(most)])
    return legal[-1]


def with_card(rows: Rows, card: RowCard, row: int) -> Rows:
    """Return the rows with the card in one of them."""
    if row > len(rows):
        return (*rows, (card,))
    return replaced(rows, row - 1, (*rows[row - 1], card))


def choose_place(position: State[H], seat: Seat, card: RowCard, fits: tuple[int, ...]) -> Move:
    """Choose the row after which stopping is worth most, less a penalty for crowded rows."""
    if len(fits) == 1:
        return Place(fits[0])
    mine = at_stake(position.open[seat], roll_risk(position))

    def looks(row: int) -> float:
        rows = with_card(position.rows, card, row)
        return stop_worth(position, rows, seat, mine) - CROWDED * crowding(rows)

    return Place(max(fits, key=looks))


CROWDED: Final = 12.0


def crowding(rows: Rows) -> float:
    """Return how near a bust is. Each row that hasn't begun counts as room."""
    if len(rows) == 3:
        return busts_of_deck(tuple(sorted(map(occupied, rows))))
    return 0.05 * (len(rows) - 1)


def choose_row(position: State[H], seat: Seat, rows: tuple[int, ...]) -> Move:
    """Choose the row that brings most."""
    if len(rows) == 1:
        return Take(rows[0])
    risk = roll_risk(position)
    mine = at_stake(position.open[seat], risk)
    return Take(max(rows, key=lambda row: row_worth(position.rows[row - 1], mine, risk)))


def greedy(observation: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    """Return the move of the rule of thumb."""
    position, seat, legal = observation.memory.state, observation.seat, observation.legal
    if len(legal) == 1:
        return legal[0]
    phase = position.phase
    if isinstance(phase, Choosing):
        return secure_or_reveal(position, seat, legal)
    if isinstance(phase, Placing) and position.up is not None:
        return choose_place(position, seat, position.up, phase.fits)
    if isinstance(phase, Going):
        chance_of_bust = busts(tuple(sorted(map(occupied, position.rows))), cards_left(position))
        return Reveal() if should_reveal(position, seat, chance_of_bust) else Stop()
    return choose_row(position, seat, phase.rows) if isinstance(phase, Taking) else legal[0]
