"""How long `check_game` takes for each game, and whether it accuses one: `python -m bench.laws [GAME] --runs 200`.

Each run has a seed of its own: `run 0`, `run 1` and so on.
"""

import argparse
from collections.abc import Iterator, Sequence
from statistics import mean
from time import process_time
from typing import Final

import cardkit
from cardkit.game import AnyGame, any_game
from cardkit.testing import LawsBroken, check_game
from examples.games import crazy_eights, goofspiel, hanabi, leduc

__all__ = ["GAMES", "one_run_each"]

LIMIT: Final = 15
"""The CPU seconds that a run may take."""
GAMES: Final[dict[str, AnyGame]] = {
    "goofspiel": any_game(goofspiel.GAME),
    "leduc": any_game(leduc.GAME),
    "hanabi": any_game(hanabi.GAME),
    "crazy_eights": any_game(crazy_eights.GAME),
    **cardkit.games(),
}


def one_run_each() -> Iterator[str]:
    """Run `check_game` once for each game. Yield its CPU seconds."""
    for key in GAMES:
        yield from runs(key, 1)


def runs(key: str, number: int) -> Iterator[str]:
    """Run `check_game` with one seed after another. Yield accusations, then their number and the CPU seconds."""
    took, accused = list[float](), 0
    for run in range(number):
        start = process_time()
        try:
            check_game(GAMES[key], seed=f"run {run}")
        except LawsBroken as error:
            accused += 1
            yield f"run {run}: {error}"
        took.append(process_time() - start)
    what = f"check_game, {key}, {number} runs" if number > 1 else f"check_game, {key}, CPU seconds"
    yield f"{what:46}{mean(took):12.1f}   wanted under {LIMIT}   longest {max(took):.1f}, accused {accused}"


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each game that is named, or for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="the games; all by default")
    parser.add_argument("--runs", type=int, default=1, help="the runs for each game")
    given = parser.parse_args(words)
    for key in given.games or GAMES:
        for line in runs(key, given.runs):
            print(line, flush=True)


if __name__ == "__main__":
    main()
