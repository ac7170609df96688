"""The strongest bot for Biberbande: each move is tried on the same boards, which are likely by what the seat saw.

Its tuned rule's move is made unless another shows itself better.
"""

from typing import Final

from cardkit.bots.biberbande import KEPT
from cardkit.bots.budget import Budget, going
from cardkit.bots.careful_biberbande import careful, estimates
from cardkit.bots.contract import Bot
from cardkit.bots.ismcts import search_chance
from cardkit.bots.observation import Observation
from cardkit.bots.race import Runner, still_running, winner
from cardkit.bots.round_of_biberbande import CODE, UNSEEN, VALUES, Board
from cardkit.bots.worlds_of_biberbande import AVERAGE, likely
from cardkit.chance import Chance
from cardkit.games.biberbande.memory import Known, Memory, Unseen
from cardkit.games.biberbande.messages import (
    OUTER,
    Discard,
    Draw,
    Glimpse,
    Keep,
    Knock,
    Move,
    Options,
    Peek,
    Swap,
    Take,
    UseDrawTwo,
)
from cardkit.games.biberbande.view import View
from cardkit.seats import Seat

__all__ = ["strong"]

DOUBT: Final = 1.0
"""Standard errors by which a move must be better than the tuned rule's."""
SWAPS: Final = 6
"""So many swaps are tried: those that look best."""
LAP: Final = 16
"""Boards between two looks at who lags."""


def strong(budget: Budget) -> Bot[Move, View, Glimpse, Memory, Options]:
    """The bot. All moves meet the same boards, until they lag."""

    def choose(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        legal = observation.legal
        if len(legal) == 1:
            return legal[0]
        memory, seat = observation.memory, observation.seat
        rule = careful(observation)
        chance = search_chance(observation.chance)
        goes_on = going(budget, observation.seconds)
        runners: list[Runner[Move]] = [Runner(move) for move in sensible(memory, seat, legal, rule)]
        done = boards = 0
        while goes_on(done) and len(runners) > 1:
            first = board(memory, chance)
            for runner in runners:
                runner.ran(tried(copied(first), memory, seat, runner.move))
            done += len(runners)
            boards += 1
            if boards % LAP == 0:
                runners = still_running(runners)
        return winner(runners, rule, DOUBT).move

    return Bot(f"strong:{budget}", choose, frozenset({"memory"}), repeatable=budget.repeatable)


def sensible(memory: Memory, seat: Seat, legal: tuple[Move, ...], rule: Move) -> list[Move]:
    """All moves but swaps; of those the rule's and the few with the most to gain."""
    values = estimates(memory)
    swaps = [move for move in legal if isinstance(move, Swap) and move != rule]
    swaps.sort(key=lambda move: values[move.other][move.theirs] - values[seat][move.position])
    rest = [move for move in legal if not isinstance(move, Swap) or move == rule]
    return rest + swaps[:SWAPS]


def board(memory: Memory, chance: Chance) -> Board:
    """One that is likely, with what each seat knows of it.

    Of their own rows others know the outer cards and what they drew and kept. What was seen by all is known to the
    mover too, so others are held to know whatever the mover knows of their rows.
    """
    state = likely(memory, chance)
    rows = [[CODE[card] for card in row] for row in state.rows]
    mine = [
        [VALUES[card] if knows(memory, seat, place) else UNSEEN for place, card in enumerate(row)]
        for seat, row in enumerate(rows)
    ]
    looks = [[look(memory, seat, card) for card in row] for seat, row in enumerate(memory.rows)]
    stock = [CODE[card] for card in reversed(state.stock)]
    top = CODE[memory.discard[-1]] if memory.discard else CODE["swap"]
    limit = memory.table.turn_limit
    last = None if limit is None else limit * len(rows)
    return Board(rows, mine, looks, stock, top, memory.turns, memory.knocker, last)


def copied(first: Board) -> Board:
    """To be played on."""
    return Board(
        first.rows, first.mine, first.looks, first.stock, first.top, first.turns, first.knocker, first.limit
    )


def knows(memory: Memory, seat: Seat, place: int) -> bool:
    """Whether the card's owner has seen it, as far as one can tell."""
    card = memory.rows[seat][place]
    return not isinstance(card, Unseen) or (seat != memory.you and (card.kept or place in OUTER))


def look(memory: Memory, seat: Seat, card: Known) -> float:
    """What a card is worth to those who go by what happened in the open.

    A memory doesn't tell how the mover came to know a card of its own: a low one is held to have been kept.
    """
    if isinstance(card, Unseen):
        return KEPT if card.kept else UNSEEN
    value = VALUES[CODE[card]]
    return value if seat != memory.you else KEPT if value < AVERAGE else UNSEEN


def tried(on: Board, memory: Memory, seat: Seat, move: Move) -> float:
    """The part of the others that the seat ends below when it makes this move and all play on."""
    following, acted = seat, True
    held = CODE["swap"] if memory.held is None or isinstance(memory.held, Unseen) else CODE[memory.held]
    match move:
        case Take(place):
            on.put(seat, place, on.top, on.top)
        case Draw():
            on.draw(seat)
        case Keep(place):
            on.put(seat, place, held, KEPT)
        case Discard():
            on.top = held
            if getattr(memory.phase, "first", False):
                on.draw(seat)
        case Peek(place):
            on.peek(seat, place)
        case Swap(place, other, theirs):
            on.swap(seat, place, other, theirs)
        case UseDrawTwo():
            on.stock.append(CODE["draw2"])
            on.draw(seat)
        case _:
            following, acted = (seat + 1) % len(on.rows), False
            if isinstance(move, Knock):
                on.knocker = seat
    return on.played_on(following, seat, acted=acted)
