"""The positions that a memory allows for."""

from collections.abc import Iterator
from typing import TypeAlias

from cardkit.chance import Chance
from cardkit.games.biberbande.cards import NUMBERS, Card
from cardkit.games.biberbande.evolve import Rows
from cardkit.games.biberbande.memory import Known, Memory, Unseen
from cardkit.games.biberbande.state import Drawing, Drawn, Phase, State, new_state
from cardkit.mechanics.dealing import unseen

__all__ = ["imagine"]

Supply: TypeAlias = tuple[Iterator[Card], Iterator[Card]]
"""What lies in the places of one filling: in those that must hold numbers, and in all the others."""


def imagine(memory: Memory, chance: Chance) -> State:
    """One of the positions that fit what the viewer saw, each equally likely.

    Nothing that was seen says more of a hidden card than which filling it is of (see `memory`), and that it
    is a number if another seat kept it. So a position fits exactly if the unseen faces of each filling lie
    in the hidden places of that filling, in any order that has numbers where cards were kept. The fillings
    don't bear on each other: each is laid out on its own.

    Within a filling, any of its unseen numbers may lie in the first place of a kept card, any other in the
    next, and so on; whatever is left lies in the other places in any order. Each choice of numbers leaves
    equally many of these orders. So drawing the numbers first, every way alike, and shuffling the rest anew
    makes all layouts equally likely. (Picking the first numbers out of one shuffle of everything would not:
    specials would come too early in the rest.)

    Whether layouts count by faces or by single cards is the same: as a filling's faces are fixed, each
    layout by faces stands for equally many by cards. And each layout has one history, for nothing but the
    faces was hidden in it, and all orders of a shuffle are equally likely. What a player would rather have
    done with other cards is not weighed.
    """
    places = [card for row in memory.rows for card in row if type(card) is Unseen and card.kept]
    kept = [sum(place.filling == filling for place in places) for filling in range(len(memory.pools))]
    supplies = [supply(memory, filling, number, chance) for filling, number in enumerate(kept)]

    def face(known: Known) -> Card:
        if not isinstance(known, Unseen):
            return known
        numbers, others = supplies[known.filling]
        return next(numbers if known.kept else others)

    rows: Rows[Card] = tuple(
        [tuple([face(card) if isinstance(card, Unseen) else card for card in row]) for row in memory.rows]
    )
    phase: Phase = memory.phase
    if memory.held is not None and isinstance(phase, Drawing):
        phase = Drawn(phase.seat, face(memory.held), phase.draw_twos, phase.first)
    stock: tuple[Card, ...] = tuple([card for _, others in supplies for card in others])
    return new_state(
        memory.table, phase, rows, stock, memory.discard, memory.turns, memory.knocker, memory.sight
    )


def supply(memory: Memory, filling: int, kept: int, chance: Chance) -> Supply:
    """A filling's unseen faces, laid out."""
    pool = memory.pools[filling]
    if not kept:
        return iter(()), iter(chance.shuffle(f"imagine {filling}", pool))
    specials: tuple[Card, ...] = tuple(card for card in pool if card not in NUMBERS)
    numbers: tuple[Card, ...] = chance.shuffle(f"imagine numbers {filling}", unseen(pool, specials))
    others: tuple[Card, ...] = chance.shuffle(f"imagine {filling}", numbers[kept:] + specials)
    return iter(numbers[:kept]), iter(others)
