"""The strongest bot for Biberbande: each legal move is tried on many boards that fit what the seat saw.

Boards are imagined as the game does, but for one thing: cards that others drew and kept are low rather than of
any number, since players keep what helps them. (`Game.imagine` rightly doesn't weigh that.)
"""

from collections.abc import Iterator
from math import exp
from typing import Final

from cardkit.bots.biberbande import SPREAD, expected, greedy
from cardkit.bots.budget import Budget, going
from cardkit.bots.contract import Bot
from cardkit.bots.ismcts import search_chance
from cardkit.bots.observation import Observation
from cardkit.bots.race import LAP, Runner, still_running, winner
from cardkit.bots.round_of_biberbande import AVERAGE, POINTS, Board
from cardkit.chance import Chance
from cardkit.games.biberbande.cards import NUMBERS, Card
from cardkit.games.biberbande.memory import Known, Memory, Unseen
from cardkit.games.biberbande.messages import (
    OUTER,
    Discard,
    Draw,
    Glimpse,
    Keep,
    Knock,
    Look,
    Move,
    Options,
    Pass,
    Peek,
    Swap,
    Take,
    UseDrawTwo,
)
from cardkit.games.biberbande.view import View
from cardkit.seats import Seat

__all__ = ["strong"]

CHOOSY: Final = 0.45
"""How strongly kept cards are low: each point makes one so much less likely, on a logarithmic scale."""
WEIGHTS: Final = {card: exp(-CHOOSY * POINTS[card]) for card in NUMBERS}
DOUBT: Final = 2.5
"""Standard errors by which a move must be better than the rule of thumb's: the board is a model, and errs."""
SWAPS: Final = 6
"""So many swaps are tried: those that look best."""


def strong(budget: Budget) -> Bot[Move, View, Glimpse, Memory, Options]:
    """The bot. Within a lap all moves meet the same boards."""

    def choose(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        legal = observation.legal
        if len(legal) == 1:
            return legal[0]
        memory, seat = observation.memory, observation.seat
        chance = search_chance(observation.chance)
        goes_on = going(budget, observation.seconds)
        runners: list[Runner[Move]] = [Runner(move) for move in sensible(memory, seat, legal)]
        done = boards = 0
        known = owners_know(memory)
        while goes_on(done) and len(runners) > 1:
            rows, stock, held = imagined(memory, chance)
            for runner in runners:
                board = board_of(memory, seat, rows, known, stock)
                points = tried(board, memory, seat, runner.move, held)
                runner.ran(better(points, seat))
            done += len(runners)
            boards += 1
            if boards % LAP == 0:
                runners = still_running(runners)
        return winner(runners, greedy(observation), DOUBT).move

    return Bot(f"strong:{budget}", choose, frozenset({"memory"}), repeatable=budget.repeatable)


def better(points: list[float], seat: Seat) -> float:
    """By how much the seat has less than the others on average."""
    return ((sum(points) - points[seat]) / (len(points) - 1) - points[seat]) / SPREAD


def sensible(memory: Memory, seat: Seat, legal: tuple[Move, ...]) -> list[Move]:
    """All moves but swaps; of those the few with the most to gain."""
    values = expected(memory)
    swaps = [move for move in legal if isinstance(move, Swap)]
    swaps.sort(key=lambda move: values[move.other][move.theirs] - values[seat][move.position])
    return [move for move in legal if not isinstance(move, Swap)] + swaps[:SWAPS]


def owners_know(memory: Memory) -> list[list[bool]]:
    """Which cards their owners know: one's own that were seen, and of others the outer ones and what they kept."""
    return [
        [
            not isinstance(card, Unseen) or (seat != memory.you and (card.kept or place in OUTER))
            for place, card in enumerate(row)
        ]
        for seat, row in enumerate(memory.rows)
    ]


def board_of(
    memory: Memory, seat: Seat, rows: list[list[Card]], known: list[list[bool]], stock: list[Card]
) -> Board:
    looks = [[look(card) for card in row] for row in memory.rows]
    top = memory.discard[-1] if memory.discard else None
    return Board(rows, known, looks, stock, top, memory.turns, memory.knocker, memory.table.turn_limit)


def look(card: Known) -> float:
    if isinstance(card, Unseen):
        return 2.6 if card.kept else AVERAGE
    return POINTS[card]


def imagined(memory: Memory, chance: Chance) -> tuple[list[list[Card]], list[Card], Card | None]:
    """Rows, stock and the card held, where kept cards are drawn first, low ones rather than high ones."""
    pools: list[list[Card]] = [[*chance.shuffle("pool", pool)] for pool in memory.pools]

    def face(card: Known) -> Card:
        if not isinstance(card, Unseen):
            return card
        pool = pools[card.filling]
        return pool.pop(low(pool, chance)) if card.kept else pool.pop()

    places = [(seat, place) for seat, row in enumerate(memory.rows) for place in range(len(row))]
    places.sort(key=lambda at: not _kept(memory.rows[at[0]][at[1]]))
    faces: dict[tuple[int, int], Card] = {at: face(memory.rows[at[0]][at[1]]) for at in places}
    held = None if memory.held is None else face(memory.held)
    rows: list[list[Card]] = [
        [faces[seat, place] for place in range(len(row))] for seat, row in enumerate(memory.rows)
    ]
    return rows, list(_laid(pools)), held


def _kept(card: Known) -> bool:
    return isinstance(card, Unseen) and card.kept


def _laid(pools: list[list[Card]]) -> Iterator[Card]:
    for pool in pools:
        yield from pool


def low(pool: list[Card], chance: Chance) -> int:
    """The place of a number, rather a low one."""
    weights = [WEIGHTS.get(card, 0.0) for card in pool]
    point = chance.below("low", 2**24) / 2**24 * sum(weights)
    for place, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return place
    return next((place for place, weight in enumerate(weights) if weight), 0)


def tried(board: Board, memory: Memory, seat: Seat, move: Move, held: Card | None) -> list[float]:
    """The points that the round ends with when the seat makes this move and all play on."""
    match move:
        case Take(place):
            board.put(seat, place, memory.discard[-1], openly=True)
        case Draw():
            values = board.values(seat)
            board.draw(seat, values, values.index(max(values)))
        case Keep(place):
            assert held is not None
            board.put(seat, place, held, openly=False)
        case Discard():
            board.top = held
            if getattr(memory.phase, "first", False):
                second(board, seat)
        case Peek(place):
            board.known[seat][place] = True
            board.top = "peek"
        case Swap(place, other, theirs):
            board.swap(seat, place, other, theirs)
        case UseDrawTwo():
            board.stock.append("draw2")
            values = board.values(seat)
            board.draw(seat, values, values.index(max(values)))
        case Knock():
            board.knocker = seat
            return board.turns_from((seat + 1) % len(board.rows))
        case Pass():
            return board.turns_from((seat + 1) % len(board.rows))
        case Look():
            return board.turns_from(seat)
    return board.play_on(seat, acted=True)


def second(board: Board, seat: Seat) -> None:
    """The first card of a draw two was discarded: the second comes."""
    values = board.values(seat)
    board.draw(seat, values, values.index(max(values)))
