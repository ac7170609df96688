"""How much there is to win in Biberbande: `python -m bench.room` lets one player cheat.

It plays by the rule of thumb, among others who do, but sees cards that it may not see: its own row, or all rows.
No bot can know more of other rows than these players. So their standings are the limit that a better memory, or
better guesses, can reach by that rule. (A better rule may lead further.)
"""

import argparse
from collections.abc import Callable, Iterator
from statistics import mean
from typing import TypeAlias

from attrs import evolve

from bench.strength import result_of
from cardkit.bots import Observation, Watcher
from cardkit.bots.chance import RunningChance
from cardkit.bots.observation import Given
from cardkit.games.biberbande import GAME, Event, Glimpse, Knowledge, Options, Truth, View
from cardkit.games.biberbande.bots.greedy import greedy
from cardkit.games.biberbande.messages import Move
from cardkit.seats import Seat

Seen: TypeAlias = Observation[Move, View, Glimpse, Knowledge, Options]
Cheat: TypeAlias = Callable[[Knowledge, Truth], Knowledge]
"""What a memory becomes by a look at the state."""


def own_row(memory: Knowledge, state: Truth) -> Knowledge:
    known = memory.state
    rows = [state.rows[seat] if seat == memory.you else row for seat, row in enumerate(known.rows)]
    return evolve(memory, state=evolve(known, rows=tuple(rows)))


def all_rows(memory: Knowledge, state: Truth) -> Knowledge:
    return evolve(memory, state=evolve(memory.state, rows=state.rows))


CHEATS: dict[str, Cheat] = {"its own row": own_row, "all rows": all_rows}


def standings(seats: int, deal: int, cheat: Cheat) -> Iterator[float]:
    """Yield the standing of the cheater in each seat of the deal."""
    for seat in range(seats):
        outcome = GAME.outcome(played(seats, seat, deal, cheat))
        assert outcome is not None
        yield GAME.worth(outcome)[seat]


def played(seats: int, cheater: Seat, deal: int, cheat: Cheat) -> Truth:
    """Return a match of one round."""
    options, chance = Options(rounds=1, turn_limit=20), RunningChance(f"deal {deal}")
    watchers = [Watcher(GAME, seat, seats, options, frozenset({"memory"})) for seat in range(seats)]
    state, events = GAME.initial, GAME.open(seats, options, chance)
    while True:
        for event in events:
            state = GAME.evolve(state, event)
        for watcher in watchers:
            watcher.see(events)
        if not GAME.actors(state):
            return state
        events = moved(state, watchers, cheater, cheat, chance)


def moved(
    state: Truth,
    watchers: list[Watcher[Move, Event, Truth, View, Glimpse, Knowledge, Options]],
    cheater: Seat,
    cheat: Cheat,
    chance: RunningChance,
) -> tuple[Event, ...]:
    seat = GAME.actors(state)[0]
    seen: Seen = watchers[seat].observation(state, GAME.legal(state, seat), chance)
    if seat == cheater:
        seen = evolve(seen, seen_memory=Given(cheat(seen.memory, state)))
    return GAME.decide(state, seat, greedy(seen), chance)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    deals = int(parser.parse_args().deals)
    for name, cheat in CHEATS.items():
        for seats in GAME.seats:
            result = result_of([mean(standings(seats, deal, cheat)) for deal in range(deals)])
            print(f"sees {name}, {seats} seats: {result.mean:.3f} ± {result.error:.3f}", flush=True)


if __name__ == "__main__":
    main()
