"""Whether a game plays through OpenSpiel's interface as it should: a comparison is worth no more than that."""

# pyright: reportMissingModuleSource=false
# OpenSpiel isn't in the lock; its types stand in bench/stubs.

from collections.abc import Iterator
from math import isclose

import pyspiel

from bench.openspiel_game import Table, World
from cardkit.bots.chance import RunningChance
from cardkit.game import AnyGame

__all__ = ["wrong"]


def wrong(game: AnyGame, seats: int, options: object) -> str | None:
    """Return what the first fault is, in a match at random."""
    chance = RunningChance("checked")
    world = Table(game, seats, options, chance).new_initial_state()
    met: set[str] = set()
    while not world.is_terminal():
        for fault, found in faults(world, met):
            if found:
                return f"{game.key}, after {len(met)} moves: {fault}"
        met.add(world.information_state_string())
        world.apply_action(chance.below("move", len(world.legal_actions())))
    worth = sum(world.returns())
    return None if isclose(worth, seats / 2) else f"{game.key}: utilities add up to {worth}"


def faults(world: World, met: set[str]) -> Iterator[tuple[str, bool]]:
    seat, legal = world.current_player(), world.legal_actions()
    known = world.information_state_string()
    yield "what a seat knows looks like what one knew before", known in met
    yield "C++ sees other legal moves", pyspiel.State.legal_actions(world, seat) != legal

    other = world.resample_from_infostate(seat, lambda: 0.5)
    yield "an imagined state can be told from the true one", other.information_state_string() != known
    yield "other moves are legal in it", other.legal_actions() != legal

    twin = world.clone()
    yield "a clone can be told from its model", twin.information_state_string(seat) != known
    twin.apply_action(legal[-1])
    yield "a clone's move can't be seen by who made it", twin.information_state_string(seat) == known
    yield "a clone moves its model", world.number(seat) != known
