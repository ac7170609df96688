"""Are bots as strong as before? `python -m bench.before OLD BOT OTHER` lets an older commit play the same deals.

OLD is a folder that holds the older commit, as `git worktree add OLD COMMIT` makes it. Both play by their own
`bench.strength`, in processes of their own, with this Python and its packages. They take turns, a few deals at a time.
So other work on the machine slows both down alike. All further arguments are those of `bench.strength`:

    python -m bench.before ../old ismcts:10ms greedy --games push --seats 3 --deals 200

Results are compared deal by deal. Run the same command with the same folder `--keep` to resume.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.strength import Kept, result_of

ROOT: Final = Path(__file__).resolve().parents[1]
TURN: Final = 20
"""Deals that one commit plays before it is the other's turn."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Compare the strength of bots with an older commit's.")
    parser.add_argument("old", type=Path, help="the folder of the older commit")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--keep", type=Path, help="a folder for the standings in each deal")
    given, others = parser.parse_known_args(arguments)
    with TemporaryDirectory() as passing:
        folder = given.keep or Path(passing)
        folder.mkdir(exist_ok=True)
        before, now = folder.resolve() / "before.jsonl", folder.resolve() / "now.jsonl"
        for deals in (*range(TURN, given.deals, TURN), given.deals):
            for tree, file in ((given.old.resolve(), before), (ROOT, now)):
                play(tree, [*others, "--deals", str(deals), "--keep", str(file)])
        for line in differences(Kept(before), Kept(now)):
            print(line)


def play(tree: Path, arguments: Sequence[str]) -> None:
    """Let the commit in this folder play deals that it hasn't played yet."""
    subprocess.run(
        [sys.executable, "-m", "bench.strength", *arguments],
        cwd=tree, env=os.environ | {"PYTHONPATH": str(tree / "src")}, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip


def differences(before: Kept, now: Kept) -> Iterator[str]:
    """Yield a line for each row that both played: both standings, and how far they differ in the same deals."""
    for row, deals in now.rows.items():
        pairs = [(before.rows[row][deal], deals[deal]) for deal in deals if deal in before.rows.get(row, {})]
        if pairs:
            old, new = (result_of(side) for side in zip(*pairs, strict=True))
            change = result_of([two - one for one, two in pairs])
            alike = sum(one == two for one, two in pairs)
            yield (
                f"{row}: before {old.mean:.3f}, now {new.mean:.3f}, difference {change.mean:+.4f} ± {change.error:.4f}"
                f" ({len(pairs)} deals, {alike} alike)"
            )


if __name__ == "__main__":
    main()
