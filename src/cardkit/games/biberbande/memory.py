"""What a viewer with perfect memory knows.

Every hidden card is of one *filling* of the stock: the deal, or one of the reshuffles after it. What a
filling was made of is known to everybody: the deal of the whole deck, a reshuffle of the discard pile,
whose cards were all seen when they were laid. Where its cards went is known too, for drawing, keeping and
swapping are done in the open; only their faces are not. So of each filling the viewer knows which faces it
hasn't seen yet (`pools`), and in which places these lie: in rows, in the stock, in another's hand. There
are as many places as faces.

A card that is looked at leaves the pool of its filling. One drawn by another seat and kept must be a
number.
"""

from typing import TypeAlias, assert_never

from attrs import frozen

from cardkit.games.biberbande.cards import DECK, Card
from cardkit.games.biberbande.evolve import Rows, opened, put, redealt, scored, swapped
from cardkit.games.biberbande.messages import (
    OUTER,
    POSITIONS,
    Discarded,
    DrawSeen,
    DrawTwoUsed,
    Drew,
    FirstDiscarded,
    Glimpse,
    KeepSeen,
    Kept,
    Knocked,
    Looked,
    LookSeen,
    Opened,
    Passed,
    Peeked,
    PeekSeen,
    ReshuffleSeen,
    RoundScored,
    RowsDealt,
    Swapped,
    Took,
)
from cardkit.games.biberbande.state import (
    CHOOSING,
    INITIAL,
    LOOKING,
    OVER,
    Choosing,
    Drawing,
    Knocking,
    Looking,
    Over,
    Sight,
    Table,
    after_action,
    after_look,
    lying,
)
from cardkit.mechanics.dealing import replaced, unseen
from cardkit.quick import changed
from cardkit.seats import Seat, Viewer

__all__ = ["Known", "Memory", "Unseen", "blank", "knowledge", "remember"]


@frozen
class Unseen:
    """A card that the viewer hasn't seen: of which filling it is, and whether it was kept, a number."""

    filling: int
    kept: bool = False


Known: TypeAlias = Card | Unseen

ActionSeen: TypeAlias = Took | Discarded | Kept | KeepSeen | Peeked | PeekSeen | Swapped


@frozen
class Memory:
    """The position, as far as the viewer knows it."""

    you: Viewer
    table: Table
    phase: Looking | Choosing | Drawing | Knocking | Over
    """A seat that holds what it drew is still `Drawing` here."""
    rows: Rows[Known]
    held: Known | None
    """The card drawn, while its player decides what to do with it."""
    discard: tuple[Card, ...]
    pools: tuple[tuple[Card, ...], ...]
    """By filling: the faces that the viewer hasn't seen."""
    stock: tuple[int, ...]
    """By filling: how many of its cards are left in the stock, where an older filling lies on top."""
    turns: int
    knocker: Seat | None
    sight: Sight | None


def blank(viewer: Viewer) -> Memory:
    """Nothing but who is looking."""
    return Memory(viewer, INITIAL.table, OVER, (), None, (), (), (), 0, None, None)


def knowledge(memory: Memory) -> tuple[tuple[Card | None, ...], ...]:
    """For each position of every row: the card, if the viewer saw it, wherever it has gone since.

    What could be inferred, because all other cards were seen, is not in it.
    """
    return tuple(tuple(None if isinstance(card, Unseen) else card for card in row) for row in memory.rows)


def remember(memory: Memory, glimpse: Glimpse) -> Memory:
    """The same records as `evolve` keeps, of what was seen."""
    match glimpse:
        case Took(seat, position, card, replaced):
            memory = seen(memory, memory.rows[seat][position], replaced)
            rows: Rows[Known] = put(memory.rows, seat, position, card)
            return acted(memory, glimpse, rows, (*memory.discard[:-1], replaced))
        case Drew() | DrawSeen():
            return drew(memory, glimpse)
        case Discarded() | Kept() | KeepSeen() | Peeked() | PeekSeen() | Swapped():
            return used(memory, glimpse)
        case FirstDiscarded(seat, card):
            memory = seen(memory, memory.held, card)
            phase = Drawing(seat, lying(memory.phase), first=False)
            return changed(memory, phase=phase, held=None, discard=(*memory.discard, card), sight=None)
        case DrawTwoUsed(seat):
            memory = seen(memory, memory.held, "draw2")
            phase = Drawing(seat, lying(memory.phase) + 1, first=True)
            return changed(memory, phase=phase, held=None, sight=None)
        case Looked(seat, outer):
            for position, card in zip(OUTER, outer, strict=True):
                memory = looked_at(memory, seat, position, card)
            return changed(memory, phase=after_look(seat, memory.table), sight=(seat, OUTER))
        case LookSeen(seat):
            return changed(memory, phase=after_look(seat, memory.table), sight=(seat, OUTER))
        case Passed(seat):
            return changed(memory, phase=next_turn(memory, seat), sight=None)
        case Knocked(seat):
            return changed(memory, phase=next_turn(memory, seat), knocker=seat, sight=None)
        case ReshuffleSeen(size):
            return changed(
                memory,
                pools=(*memory.pools, memory.discard),
                stock=(*memory.stock, size),
                discard=(),
                sight=None,
            )
        case RowsDealt(round, dealer, stock_size, turned_up):
            table = redealt(memory.table, round, dealer)
            return changed(
                memory,
                table=table,
                phase=LOOKING[(dealer + 1) % table.seats],
                rows=((Unseen(0),) * len(POSITIONS),) * table.seats,
                discard=(turned_up,),
                pools=(unseen(DECK, (turned_up,)),),
                stock=(stock_size,),
                turns=0,
                knocker=None,
                sight=None,
            )
        case RoundScored():
            return revealed(memory, glimpse)
        case Opened():
            return changed(blank(memory.you), table=opened(glimpse))
        case _:
            assert_never(glimpse)


def drew(memory: Memory, glimpse: Drew | DrawSeen) -> Memory:
    """The stock's top card leaves it; its player sees it."""
    memory, top = lifted(memory)
    held: Known = top
    if isinstance(glimpse, Drew):
        memory, held = seen(memory, top, glimpse.card), glimpse.card
    phase = memory.phase if isinstance(memory.phase, Drawing) else Drawing(glimpse.seat, 0, first=False)
    return changed(memory, phase=phase, held=held, sight=None)


def used(memory: Memory, glimpse: Discarded | Kept | KeepSeen | Peeked | PeekSeen | Swapped) -> Memory:
    """The card drawn shows when it is laid down; when it is kept, the one shows that it replaced."""
    shown, discard = glimpse.laid[0], memory.discard + glimpse.laid
    rows: Rows[Known] = memory.rows
    sight: Sight | None = None
    match glimpse:
        case Kept(seat, position, card):
            memory = seen(memory, memory.rows[seat][position], shown)
            rows = put(memory.rows, seat, position, card)
        case KeepSeen(seat, position):
            memory = seen(memory, memory.rows[seat][position], shown)
            rows = put(memory.rows, seat, position, kept(memory.held))
        case Discarded():
            memory = seen(memory, memory.held, shown)
        case Swapped(seat, position, other, theirs):
            memory = seen(memory, memory.held, shown)
            rows = swapped(memory.rows, seat, position, other, theirs)
        case Peeked(seat, position, card):
            memory = looked_at(memory, seat, position, card)
            rows, sight = memory.rows, (seat, (position,))
        case PeekSeen(seat, position):
            memory = seen(memory, memory.held, shown)
            rows, sight = memory.rows, (seat, (position,))
        case _:
            assert_never(glimpse)
    return acted(memory, glimpse, rows, discard, sight)


def acted(
    memory: Memory,
    action: ActionSeen,
    rows: Rows[Known],
    discard: tuple[Card, ...],
    sight: Sight | None = None,
) -> Memory:
    """An action is over."""
    return changed(
        memory,
        phase=after_action(action.seat, len(rows), action.may_knock),
        rows=rows,
        held=None,
        discard=discard,
        turns=memory.turns + 1,
        sight=sight,
    )


def revealed(memory: Memory, scoring: RoundScored) -> Memory:
    """All rows are turned up, and so is what replaces their specials."""
    for known, cards in zip(memory.rows, scoring.rows, strict=True):
        for place, card in zip(known, cards, strict=True):
            memory = seen(memory, place, card)
    for replacement in scoring.replacements:
        for card in replacement.cards:
            memory, top = lifted(memory)
            memory = seen(memory, top, card)
    return changed(memory, table=scored(memory.table, scoring), phase=OVER, rows=(), sight=None)


def lifted(memory: Memory) -> tuple[Memory, Unseen]:
    """The stock's top card leaves it, unseen so far."""
    filling = next(filling for filling, size in enumerate(memory.stock) if size)
    stock = replaced(memory.stock, filling, memory.stock[filling] - 1)
    return changed(memory, stock=stock), Unseen(filling)


def seen(memory: Memory, known: Known | None, card: Card) -> Memory:
    """A card shows its face. If the viewer didn't know it, its filling has one unseen face less."""
    if not isinstance(known, Unseen):
        return memory
    pool = list(memory.pools[known.filling])
    pool.remove(card)
    return changed(memory, pools=replaced(memory.pools, known.filling, tuple(pool)))


def looked_at(memory: Memory, seat: Seat, position: int, card: Card) -> Memory:
    """The viewer knows this card of a row from now on."""
    memory = seen(memory, memory.rows[seat][position], card)
    return changed(memory, rows=put(memory.rows, seat, position, card))


def kept(held: Known | None) -> Unseen:
    """What another seat drew, once it lies in a row."""
    assert isinstance(held, Unseen)
    return Unseen(held.filling, kept=True)


def next_turn(memory: Memory, seat: Seat) -> Choosing:
    return CHOOSING[(seat + 1) % memory.table.seats]
