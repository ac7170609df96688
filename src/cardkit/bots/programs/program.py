"""Bots in any language: programs that read observations on stdin and write moves to stdout, in JSON Lines.

`docs/bots.md` describes the protocol. A program that breaks it doesn't end a run:

- An answer that isn't a legal move is refused, with the reason, and the question is asked once more.
- A program that ends, exceeds its time limit or writes too much is killed with its process group. It is started again,
  gets all glimpses, and is asked once more.
- If that fails too, a random legal move is played. `faults` counts and describes all errors.
- After `MOST_FAILURES` failed moves the program is given up: it isn't asked any more, and moves at random. With
  `forfeits`, the first failed move raises `BotFailed` instead.

This isn't a sandbox: a program may do what its user may.
"""

import json
import os
import shlex
import shutil
from pathlib import Path
from typing import Final, Generic

import attrs

from cardkit.bots.contract import Bot, BotFailed, Faults
from cardkit.bots.observation import Need, Observation
from cardkit.bots.programs.child import Child, ChildFailed
from cardkit.bots.programs.protocol import PROTOCOL, hello, is_greeting, read_answer, refusal, turn
from cardkit.bots.random_bot import at_random, pick_any
from cardkit.game import Event, Game, Glimpse, Json, Memory, Move, Options, State, View
from cardkit.rejections import Invalid, Rejected, WireError, shown

__all__ = ["MOST_FAILURES", "program", "resume"]

MOST_FAILURES: Final = 3
MOST_FAULTS: Final = 50
"""The number of error texts that are kept."""
TRIES: Final = 2
SECONDS: Final = 10.0
"""The default time limit for a move."""
GREETING: Final = 10.0
"""The time limit for starting and answering hello."""

_RUNNABLE: Final = "a program that can be run here, by its path or its command line"

NEEDS: Final[frozenset[Need]] = frozenset({"view", "glimpses"})


def program(
    command: str,
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    *,
    whole: bool = False,
    forfeits: bool = False,
    seconds: float = SECONDS,
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """Return a bot that asks the program. A `whole` command is one path; others are split as a shell would do it.

    The program is started when it is first asked. It serves all seats that the bot takes, one match at a time.
    """
    arguments = [command] if whole else _split(command)
    if not arguments or shutil.which(arguments[0]) is None:
        there = bool(arguments) and Path(arguments[0]).is_file()
        raise Invalid("bot", command, "a file that may be executed (chmod +x)" if there else _RUNNABLE)
    if _is_text(arguments[0]):
        accepted = "a program; a script begins with #! and its interpreter, such as #!/usr/bin/env python3"
        raise Invalid("bot", command, accepted)
    talk = _Talk(game, arguments, forfeits=forfeits, seconds=seconds)
    return Bot(command, talk.choose, NEEDS, close=talk.close, faults=talk.faults_so_far, repeatable=False)


def resume(
    bot: Bot[Move, View, Glimpse, Memory, Options], failed_moves: int
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """Return the bot as it is after this number of failed moves elsewhere, which count towards `MOST_FAILURES`."""
    before = bot.faults().failed_moves

    def choose(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        given_up = failed_moves + bot.faults().failed_moves - before >= MOST_FAILURES
        return at_random(observation) if given_up else bot.choose(observation)

    return attrs.evolve(bot, choose=choose) if failed_moves and not bot.repeatable else bot


def _is_text(name: str) -> bool:
    """Return whether the file is a script that doesn't say what runs it, so that the system can't start it."""
    if os.name == "nt":
        return False
    try:
        with Path(shutil.which(name) or name).open("rb") as stream:
            start = stream.read(64)
    except OSError:
        return False
    return not start.startswith(b"#!") and start.isascii() and b"\0" not in start


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise Invalid("bot", command, f"a command line ({error})") from None


class _Talk(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """The conversation of a bot with its program."""

    def __init__(
        self,
        game: Game[Move, Event, State, View, Glimpse, Memory, Options],
        arguments: list[str],
        *,
        forfeits: bool,
        seconds: float,
    ) -> None:
        self.game = game
        self.arguments = arguments
        self.forfeits = forfeits
        self.seconds = seconds
        self.faults: list[str] = []
        """The first `MOST_FAULTS` error texts."""
        self.count = 0
        self.failures = 0
        self.turns = 0
        self.child: Child | None = None
        self.informed: set[int] = set()
        """The seats whose glimpses this process knows, up to their last turn."""

    def choose(self, observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        """Return the program's move, or a random one if the program fails."""
        if self.failures < MOST_FAILURES:
            self.turns += 1
            move = self.ask(observation)
            if move is not None:
                return move
            self.failures += 1
        return pick_any(observation.legal, observation.chance)

    def ask(self, observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move | None:
        refused: Rejected | WireError | None = None
        for _ in range(TRIES):
            try:
                child = self.connect()
                question = self.question(observation, refused)
                answer = child.ask(_line(question), self.time_limit(observation))
                self.informed.add(observation.seat)
                return read_answer(self.game, observation, answer, self.turns)
            except ChildFailed as error:
                self.child = None
                self.fault(str(error))
            except (Rejected, WireError) as error:
                refused = error
                self.fault(f"its answer was refused: {error}")
        if self.forfeits:
            raise BotFailed(f"bot {shlex.join(self.arguments)} failed: {self.faults[-1]}")
        return None

    def question(
        self,
        observation: Observation[Move, View, Glimpse, Memory, Options],
        refused: Rejected | WireError | None,
    ) -> dict[str, Json]:
        since = observation.since if observation.seat in self.informed else 0
        document = turn(self.game, observation, self.turns, since, self.time_limit(observation))
        if refused is not None:
            document["refused"] = refusal(refused)
        return document

    def time_limit(self, observation: Observation[Move, View, Glimpse, Memory, Options]) -> float:
        return self.seconds if observation.seconds is None else observation.seconds

    def connect(self) -> Child:
        """Return the running program. Start and greet it if necessary."""
        if self.child is None:
            self.informed.clear()
            child = Child(self.arguments)
            try:
                answer = child.ask(_line(hello(self.game)), GREETING)
            except ChildFailed as error:
                raise ChildFailed(f"greeted with hello, {error} (each line has to be flushed)") from None
            if not is_greeting(answer):
                child.kill()
                raise ChildFailed(
                    f'it answered hello with {shown(answer)}; expected {{"protocol": {PROTOCOL}}}'
                )
            self.child = child
        return self.child

    def fault(self, sentence: str) -> None:
        self.count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(f"turn {self.turns}: {sentence}")

    def faults_so_far(self) -> Faults:
        return Faults(self.count, tuple(self.faults), self.failures)

    def close(self) -> None:
        """Say goodbye to the program."""
        child, self.child = self.child, None
        if child is not None:
            child.leave(_line({"type": "bye"}))


def _line(document: dict[str, Json]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
