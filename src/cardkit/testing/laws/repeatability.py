"""Law 10: the same seed and moves give the same log, byte for byte, in any process."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final, TypeGuard

from cardkit.game import AnyGame, Game
from cardkit.log import dumps
from cardkit.match import AnyMatch
from cardkit.opening import begin
from cardkit.options import options_document, options_from
from cardkit.testing.differences import describe_difference
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, describe_error, replay

__all__ = ["check", "check_elsewhere", "play_out"]

HASH_SEEDS: Final = ("0", "1", "4242")
PROGRAM: Final = f"import sys; from {__name__} import play_out; play_out(sys.argv[1])"


def check(trial: Trial) -> Iterator[Breach]:
    """Play the match again in this process. Yield what differs."""
    game, header = trial.game, trial.last.header
    match = begin(game, header.seats, header.options, header.seed, None)
    for step, played in enumerate(trial.steps):
        if step:
            turn = trial.turns[step - 1]
            try:
                match = match.play(turn.move, turn.seat)
            except Exception as error:
                yield Breach(step, f"played again, {turn} {describe_error(error)}")
                return
        if match.events != played.events:
            difference = describe_difference(
                played.events, match.events, "at first", "when it is played again"
            )
            yield Breach(step, f"the events: {difference}")
            return
    try:
        same = dumps(match) == dumps(trial.last)
    except Exception:  # law 1 reports a log that can't be written
        return
    if not same:
        yield Breach(len(trial.turns), "played again, it has a different log")


def check_elsewhere(trials: Sequence[Trial], importable: str) -> Iterator[tuple[int, Breach]]:
    """Play the matches again in other processes, where texts have other hashes.

    Yield each trial that broke, by its index, with the breach.
    """
    played = json.dumps([_instructions(trial) for trial in trials])
    expected = [_digest(trial.last) for trial in trials]
    for hash_seed in HASH_SEEDS:
        try:
            found = _digests_elsewhere(importable, played, hash_seed)
        except ChildProcessError as error:
            yield 0, Breach(0, f"it can't be played as {importable} in another process: {error}")
            return
        for place, trial in enumerate(trials):
            if found[place] != expected[place]:
                reason = f"with PYTHONHASHSEED={hash_seed} it has a different log"
                yield place, Breach(len(trial.turns), reason)


def _digests_elsewhere(importable: str, played: str, hash_seed: str) -> list[str]:
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, importable],
        input=played,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
    )
    if done.returncode:
        raise ChildProcessError(done.stderr.strip().rpartition("\n")[2])
    digests: list[str] = json.loads(done.stdout)
    return digests


def _instructions(trial: Trial) -> dict[str, object]:
    header = trial.last.header
    return {
        "seats": header.seats,
        "options": options_document(header.options),
        "seed": header.seed,
        "turns": trial.turn_texts(len(trial.steps) - 1),
    }


def _digest(match: AnyMatch) -> str:
    return hashlib.sha256(dumps(match).encode()).hexdigest()


def _is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def play_out(importable: str) -> None:
    """Read matches as JSON from stdin, play them, and write a digest of each log. This runs in the other process."""
    module, _, name = importable.partition(":")
    game: object = getattr(import_module(module), name)
    if not _is_game(game):
        raise TypeError(f"{importable} isn't a game")
    digests: list[str] = []
    for wanted in json.load(sys.stdin):
        options = options_from(game.options, wanted["options"], game.key)
        digests.append(_digest(replay(game, wanted["seats"], options, wanted["seed"], wanted["turns"])))
    sys.stdout.write(json.dumps(digests))
