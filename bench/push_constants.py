"""Two constants of Push's bots, measured again: `python -m bench.push_constants --matches 300`.

Players look one card ahead, by the cards that are left, and secure what pays for a turn. The table compares what they
do with the constants in `cardkit/games/push/bots`: how likely the die takes an open card for each card of the stock
(`LOST`), and, with five and six players, the cards of a turn (`PACE`).
"""

import argparse
from collections.abc import Iterator

from attrs import frozen

from cardkit.bots import Bot, Observation, turns
from cardkit.bots.chance import RunningChance
from cardkit.games.push import GAME, Glimpse, Knowledge, View
from cardkit.games.push.bots.last_turns import PACE
from cardkit.games.push.bots.search_model import LOST, fallback, secure_or_reveal
from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    Move,
    Options,
    RanOut,
    Revealed,
    Secured,
    Stopped,
    Taken,
)
from cardkit.games.push.state import Choosing


def choose(seen: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
    position = seen.memory.state
    if isinstance(position.phase, Choosing) and len(seen.legal) > 1:
        return secure_or_reveal(position, seen.seat)
    return fallback(seen)


@frozen
class Counts:
    """What happened in some matches with this number of seats."""

    cards: int
    """Cards that were turned up."""
    turns: int
    exposed: int
    """The open cards at each of these cards, in all."""
    lost: int
    """Open cards that the die took."""

    @property
    def pace(self) -> float:
        return self.cards / self.turns

    @property
    def risk(self) -> float:
        return self.lost / self.exposed


def counted(seats: int, matches: int) -> Counts:
    bots = [Bot("one card ahead", choose, frozenset({"memory"}))] * seats
    cards = ended = exposed = lost = 0
    for match in range(matches):
        own = [RunningChance(f"{match} {seat}") for seat in range(seats)]
        for turn in turns(GAME, Options(), bots, RunningChance(f"constants {match}"), own):
            for event in turn.events:
                if isinstance(event, Revealed | DirectionRevealed | Busted):
                    cards += 1
                    exposed += sum(map(len, turn.before.open))
                ended += isinstance(event, Busted | Secured | Stopped | RanOut)
                lost += len(event.lost) if isinstance(event, Busted | Taken) else 0
    return Counts(cards, ended, exposed, lost)


def rows(matches: int) -> Iterator[str]:
    yield f"{'seats':5} {'LOST':>8} {'measured':>9} {'PACE':>6} {'measured':>9}"
    for seats in GAME.seats:
        found = counted(seats, matches)
        pace = f"{PACE[seats]:6.1f}" if seats in PACE else f"{'-':>6}"
        yield f"{seats:5} {LOST[seats]:8.4f} {found.risk:9.4f} {pace} {found.pace:9.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure two constants of Push's bots.")
    parser.add_argument("--matches", type=int, default=300, help="for each number of seats")
    for row in rows(parser.parse_args().matches):
        print(row, flush=True)


if __name__ == "__main__":
    main()
