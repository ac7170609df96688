"""How strong bots are: `python -m bench.strength` pits them against each other on paired deals.

In each deal the first bot sits in every seat once, among players of the second kind, and the same cards are dealt each
time; what counts is its standing, the part of the others that it did better than (0.5: as good as they are). Deals are
independent, so the interval is that of their mean. Budgets in milliseconds go by CPU time, so a busy machine does no
harm. `python -m bench.strength strong:20ms ismcts:20ms --games push --seats 2 --deals 40` asks for what one wants.
"""

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, stdev
from time import process_time

from attrs import frozen

import cardkit
from cardkit.bots import AnyBot, bot, play_out
from cardkit.bots.lens import standing
from cardkit.chance import RunningChance
from cardkit.game import AnyGame

SURE = 2.576
"""Standard errors of a 99 % interval."""
MOST = 20_000
"""Moves after which a match counts as a tie."""
USUAL = (("greedy", "random"), ("ismcts:100ms", "greedy"), ("strong:100ms", "ismcts:100ms"))


@frozen
class Result:
    """The mean standing of the first bot, and how far it may be off."""

    mean: float
    error: float
    deals: int

    @property
    def verdict(self) -> str:
        if self.deals < 2:
            return "too few deals to tell"
        low, high = self.mean - self.error, self.mean + self.error
        return "better" if low > 0.5 else "worse" if high < 0.5 else "no difference shown"


def duel(
    game: AnyGame, seats: int, one: AnyBot, other: AnyBot, deals: int, rules: dict[str, object]
) -> Result:
    """The first bot in each seat of each deal, among others of the second kind."""
    means = [mean(standings(game, seats, one, other, deal, rules)) for deal in range(deals)]
    error = SURE * stdev(means) / sqrt(deals) if deals > 1 else 0.5
    return Result(mean(means), error, deals)


def standings(
    game: AnyGame, seats: int, one: AnyBot, other: AnyBot, deal: int, rules: dict[str, object]
) -> Iterator[float]:
    options = cardkit.start(game, seats, rules, "options").header.options
    for seat in range(seats):
        bots = [one if place == seat else other for place in range(seats)]
        own = [RunningChance(f"{deal} {seat} {place}") for place in range(seats)]
        last, _ = play_out(game, options, bots, RunningChance(f"deal {deal}"), own, MOST)
        outcome = game.outcome(last)
        yield 0.5 if outcome is None else standing(outcome)[seat]


def options_for(game: AnyGame, rounds: int | None) -> dict[str, object]:
    """A limit where the rules set none; fewer rounds where there are any and it is asked for."""
    rules: dict[str, object] = {"turn_limit": 20} if game.key == "biberbande" else {}
    if rounds is not None and game.key != "push":
        rules["rounds"] = rounds
    return rules


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Pit bots against each other on paired deals.")
    parser.add_argument("bots", nargs="*", help="two names; without, all that docs/bots.md lists")
    parser.add_argument("--games", default=",".join(cardkit.games()))
    parser.add_argument("--seats", default="2,3,4,5,6")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=None)
    given = parser.parse_args(arguments)
    pairs = (tuple(given.bots),) if given.bots else USUAL
    for one, other in pairs:
        for key in given.games.split(","):
            for line in lines(cardkit.game(key), one, other, given):
                print(line, flush=True)


def lines(game: AnyGame, one: str, other: str, given: argparse.Namespace) -> Iterator[str]:
    for seats in map(int, given.seats.split(",")):
        if seats in game.seats:
            first, second = bot(one, game, process_time), bot(other, game, process_time)
            start = process_time()
            result = duel(game, seats, first, second, given.deals, options_for(game, given.rounds))
            yield (
                f"{game.key}, {seats} seats: {one} against {other}: {result.mean:.3f} ± {result.error:.3f} "
                f"({result.deals} deals, {process_time() - start:.0f} CPU s): {result.verdict}"
            )


if __name__ == "__main__":
    main()
