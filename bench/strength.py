"""How strong bots are: `python -m bench.strength` plays them against each other on paired deals.

In each deal the first bot takes every seat once, among players of the second kind, with the same cards. Its standing
counts: the share of the others that it finished ahead of (0.5: as good as they are). Deals are independent, so the
interval belongs to their mean. Budgets in milliseconds are CPU time, so a busy machine does no harm. To ask for one
row: `python -m bench.strength strong:20ms ismcts:20ms --games push --seats 2 --deals 40`.

`--keep FILE` appends each deal to a file. Deals in the file aren't played again, and all of them count. So hours can be
spent in parts, and two processes can work side by side on different seats. If a bot has changed, remove its deals.
`bench/results/strength.jsonl` was made like this; `make bench` prints its results, and `docs/measurements.md` shows
them.

A search that nearly always plays its fallback takes many times as long as the fallback, and most deals end alike. So
the fallback alone, which is `ismcts:1`, may play many more deals, these among them. Its luck in the few deals is
known then, and is subtracted (a control variate).
"""

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import covariance, mean, stdev, variance
from time import process_time

from attrs import frozen

import cardkit
from cardkit.arena.statistics.intervals import CONFIDENCE, t_quantile
from cardkit.bots import AnyBot, bot, play_out
from cardkit.bots.chance import RunningChance
from cardkit.game import AnyGame

KEPT = Path(__file__).parent / "results/strength.jsonl"
"""The deals behind a table of docs/measurements.md."""
UNSEEN = 5
"""The number of deals that are assumed beyond those that were played, to estimate how much deals vary."""
MOST = 20_000
"""Moves after which a match counts as a tie."""
USUAL = (
    ("greedy", "random"),
    ("ismcts:100ms", "greedy"),
    ("strong:10ms", "ismcts:10ms"),
    ("strong:100ms", "ismcts:100ms"),
)


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
    """Play the first bot in each seat of each deal, among others of the second kind."""
    return result_of([mean(standings(game, seats, one, other, deal, rules)) for deal in range(deals)])


def result_of(means: Sequence[float]) -> Result:
    """Return the result of deals, by the mean standing in each. If all are alike, others may be too rare to be seen."""
    middle, number = mean(means), len(means)
    if len({*means}) == 1:
        unseen = 1 - ((1 - CONFIDENCE) / 2) ** (1 / number)
        return Result(middle, unseen * max(middle, 1 - middle), number)
    return Result(middle, t_quantile(CONFIDENCE, number - 1) * stdev(means) / sqrt(number), number)


def steadied(deals: Mapping[int, float], control: Mapping[int, float]) -> Result:
    """Return the mean of a row, corrected by how a similar bot did in these deals and in many others."""
    own, like = [*deals.values()], [control[deal] for deal in deals]
    spread = variance(like)
    slope = covariance(own, like) / spread if spread else 0.0
    rests = [one - slope * other for one, other in zip(own, like, strict=True)]
    left = (variance(rests) * (len(own) - 1) + spread * UNSEEN) / (len(own) - 2)
    error = sqrt(left / len(own) + slope**2 * variance(control.values()) / len(control))
    return Result(
        mean(rests) + slope * mean(control.values()), t_quantile(CONFIDENCE, len(own) - 2) * error, len(own)
    )


class Kept:
    """Deals that were played before, by the row that they belong to; those that are played now come to them."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: dict[str, dict[int, float]] = {}
        lines = path.read_text().splitlines() if path is not None and path.exists() else []
        for line in lines:
            run: tuple[str, int, list[float]] = json.loads(line)
            row, first, standings_there = run
            self.rows.setdefault(row, {}).update(enumerate(standings_there, first))

    def result(self, row: str) -> Result:
        """Return the result of its deals. It is steadied if the rule alone played all of them, and more."""
        deals, control = self.rows[row], self.rows.get(re.sub(r"(ismcts|strong):\w+", r"\1:1", row), {})
        steady = len(deals) > 2 and deals.keys() < control.keys()
        return steadied(deals, control) if steady else result_of([*deals.values()])

    def add(self, row: str, deal: int, standing_there: float) -> None:
        self.rows.setdefault(row, {})[deal] = standing_there
        if self.path is not None:
            with self.path.open("a") as stream:
                stream.write(f"{json.dumps([row, deal, [standing_there]])}\n")

    def pack(self, path: Path) -> None:
        """Write them all down, with as many deals in a line as follow each other, to six places."""
        runs: list[tuple[str, int, list[float]]] = []
        for row, deals in self.rows.items():
            for deal in sorted(deals):
                if deal - 1 not in deals:
                    runs.append((row, deal, []))
                runs[-1][2].append(round(deals[deal], 6))
        path.write_text("".join(f"{json.dumps(run)}\n" for run in runs))


def kept_figures() -> Iterator[str]:
    """Yield the results of the kept deals, which took many hours before this run."""
    yield f"{'standing, in deals kept in bench/results/strength.jsonl':80}{'wanted':>16}"
    kept = Kept(KEPT)
    for row in sorted(kept.rows):
        result = kept.result(row)
        yield f"{row:80}{result.mean:.3f} ± {result.error:.3f}{'> 0.500':>8}  {result.verdict} ({result.deals} deals)"


def standings(
    game: AnyGame, seats: int, one: AnyBot, other: AnyBot, deal: int, rules: dict[str, object]
) -> Iterator[float]:
    options = cardkit.start(game, seats, rules, "options").header.options
    for seat in range(seats):
        bots = [one if place == seat else other for place in range(seats)]
        own = [RunningChance(f"{deal} {seat} {place}") for place in range(seats)]
        last, _ = play_out(game, options, bots, RunningChance(f"deal {deal}"), own, MOST)
        outcome = game.outcome(last)
        yield 0.5 if outcome is None else game.worth_with(options)(outcome)[seat]


def options_for(game: AnyGame, rounds: int | None) -> dict[str, object]:
    """Return a limit if the rules set none, and fewer rounds if the game has rounds and few are wanted."""
    rules: dict[str, object] = {"turn_limit": 20} if game.key == "biberbande" else {}
    if rounds is not None and game.key != "push":
        rules["rounds"] = rounds
    return rules


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Pit bots against each other on paired deals.")
    parser.add_argument("bots", nargs="*", help="two names; without, all that docs/measurements.md lists")
    parser.add_argument("--games", default=",".join(cardkit.games()))
    parser.add_argument("--seats", default="2,3,4,5,6")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=None)
    parser.add_argument("--keep", type=Path, default=None, help="a file for each deal's standing")
    parser.add_argument("--pack", type=Path, default=None, help="a file to write them to anew, in few lines")
    given = parser.parse_args(arguments)
    pairs = (tuple(given.bots),) if given.bots else USUAL
    kept = Kept(given.keep)
    for one, other in pairs:
        for key in given.games.split(","):
            for line in lines(cardkit.game(key), one, other, given, kept):
                print(line, flush=True)
    if given.pack is not None:
        kept.pack(given.pack)


def lines(game: AnyGame, one: str, other: str, given: argparse.Namespace, kept: Kept) -> Iterator[str]:
    for seats in map(int, given.seats.split(",")):
        if seats not in game.seats:
            continue
        first, second = bot(one, game, process_time), bot(other, game, process_time)
        rules, start = options_for(game, given.rounds), process_time()
        played = "".join(f", {name} {value}" for name, value in rules.items())
        row = f"{game.key}, {seats} seats{played}: {one} against {other}"
        known = kept.rows.get(row, {})
        for deal in range(given.deals):
            if deal not in known:
                kept.add(row, deal, mean(standings(game, seats, first, second, deal, rules)))
        result = kept.result(row)
        yield (
            f"{row}: {result.mean:.3f} ± {result.error:.3f} "
            f"({result.deals} deals, {process_time() - start:.0f} CPU s): {result.verdict}"
        )


if __name__ == "__main__":
    main()
