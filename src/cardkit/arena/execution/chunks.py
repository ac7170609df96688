"""The piece of work that is sent to a worker: some deals of a run."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from socket import gethostname
from time import perf_counter, process_time
from typing import Final

from attrs import frozen

from cardkit.arena.execution.match import PATIENCE, play
from cardkit.arena.execution.match_chance import blindly, deals, thoughts
from cardkit.arena.measures.bot_faults import Faults
from cardkit.arena.measures.facts import Facts, new_facts
from cardkit.arena.measures.tally import MeasureFailed, Tally
from cardkit.arena.references import Contender, bot_of, name_of, told_apart
from cardkit.arena.spec import Spec, lineups
from cardkit.bots import AnyBot
from cardkit.bots.contract import Faults as Found
from cardkit.bots.programs.cleanup import Terminated
from cardkit.bots.programs.program import resumed
from cardkit.bots.random_bot import any_of
from cardkit.chance import Chance
from cardkit.game import AnyGame, Json
from cardkit.options import made
from cardkit.rejections import CardkitError, Invalid, why

__all__ = ["Chunk", "MatchFailed", "Table", "run_chunk"]


ENDLESS: Final = f"a match wasn't over after {PATIENCE:,} moves, and went on with random ones"
"""What is told of all that sat there: whose fault it was can't be told."""


class MatchFailed(CardkitError):
    """A match could not be played to its end. The text says which, and why; it fails again in the same way."""

    code = "match_failed"


@frozen
class Chunk:
    """What came of some deals, as it travels back."""

    first: int
    count: int
    tallies: tuple[Json, ...]
    """One a measure, dumped."""
    faults: Json
    failed_moves: tuple[int, ...]
    """By bot: how many moves were made in its place."""
    lines: tuple[str, ...]
    """One a match, where records are kept."""
    seconds: float
    """How long it took."""
    cpu: float
    """How much of a processor's time it took."""


def run_chunk(spec: Spec, first: int, count: int, failed_moves: tuple[int, ...] = ()) -> Chunk:
    """Play `count` deals, from the deal `first` on. What comes of it depends on these arguments alone.

    `failed_moves` says, by bot, in how many moves it is known to have failed in other chunks.
    """
    began, worked = perf_counter(), process_time()
    tallies = [measure() for measure in spec.all_measures]
    faults = Faults()
    lines: list[str] = []
    names = told_apart([*map(name_of, spec.bots)])
    with ExitStack() as stack:
        table = _table_of(spec, failed_moves)
        for _, bot, _ in table.begun:
            stack.callback(bot.close)
        for deal in range(first, first + count):
            for facts in table.matches(deal):
                _count(spec, tallies, facts)
                if spec.records:
                    lines.append(_record(spec, names, facts))
        for name, bot, before in table.begun:
            faults.note(names[name], _since(before, bot.faults()))
        for number in table.endless:
            faults.note(names[number], Found(1, (ENDLESS,)))
        failed = faults.failed_moves(names)
    dumped = tuple(
        _dumped(tally, f"deals {first} to {first + count - 1} of seed {spec.seed}") for tally in tallies
    )
    return Chunk(
        first,
        count,
        dumped,
        faults.dump(),
        failed,
        tuple(lines),
        perf_counter() - began,
        process_time() - worked,
    )


def _table_of(spec: Spec, failed_moves: tuple[int, ...]) -> "Table":
    """All of it could be made where the run began."""
    try:
        return Table(spec, failed_moves)
    except Invalid as error:
        raise Invalid(
            error.field, error.value, f"{error.accepted}: on {gethostname()}, where it is to play"
        ) from error


def _since(before: Found, now: Found) -> Found:
    """What has gone wrong since: a bot may have been at work before."""
    sentences = now.sentences[len(before.sentences) :]
    return Found(now.count - before.count, sentences, now.failed_moves - before.failed_moves)


def _count(spec: Spec, tallies: Iterable[Tally], facts: Facts) -> None:
    for tally in tallies:
        try:
            tally.add(facts)
        except Terminated:
            raise
        except (Exception, SystemExit) as error:
            where = _which(spec, facts.number, facts.lineup)
            raise MeasureFailed(f"{where}: measure {tally.name}: {why(error)}") from error


def _dumped(tally: Tally, where: str) -> Json:
    """All that was counted, which must be JSON, for it is sent and saved."""
    try:
        document = tally.dump()
        json.dumps(document)
    except Terminated:
        raise
    except (Exception, SystemExit) as error:
        raise MeasureFailed(f"{where}: measure {tally.name}, dump: {why(error)}") from error
    return document


class Table:
    """Where a run is played: its game, its house rules and its bots, made once."""

    def __init__(self, spec: Spec, failed_moves: tuple[int, ...] = ()) -> None:
        self.spec = spec
        self.game: AnyGame = spec.rules
        self.options: object = made(self.game.options, spec.options, self.game.key)
        self._made: list[AnyBot] = []
        self.endless: list[int] = []
        """The contenders in matches that went on with random moves, once for each match."""
        before = failed_moves or (0,) * len(spec.bots)
        self.copies: list[list[AnyBot]] = [
            self._copies(contender, failed) for contender, failed in zip(spec.bots, before, strict=True)
        ]
        self.begun: list[tuple[int, AnyBot, Found]] = [
            (number, bot, bot.faults()) for number, copies in enumerate(self.copies) for bot in copies
        ]
        """All of them, with the contender's number, and what had gone wrong with them before."""
        self.all_random: bool = all(bot.blind is any_of for _, bot, _ in self.begun)

    def _copies(self, contender: Contender, failed: int) -> list[AnyBot]:
        """The bot. One that may know more than it is shown is there once for each seat that it may sit in at a time."""
        spec = self.spec
        seats = spec.seats if spec.teams else -(-spec.seats // len(spec.bots))
        copies = [self._new(contender)]
        while not copies[0].repeatable and len(copies) < seats:
            copies.append(self._new(contender))
        return [resumed(bot, failed) for bot in copies]

    def _new(self, contender: Contender) -> AnyBot:
        bot = bot_of(contender, self.game)
        if not bot.repeatable and any(bot is other for other in self._made):
            accepted = (
                "a function that makes a new bot each time, where it isn't repeatable: it would see two hands"
            )
            raise Invalid("bot", name_of(contender), accepted)
        self._made.append(bot)
        return bot

    def _seated(self, lineup: tuple[int, ...]) -> list[AnyBot]:
        copies = self.copies
        return [copies[bot][lineup[:seat].count(bot) % len(copies[bot])] for seat, bot in enumerate(lineup)]

    def matches(self, deal: int) -> Iterator[Facts]:
        """The matches of a deal, one after the other."""
        spec = self.spec
        seating = lineups(spec, deal)
        last = len(seating) - 1
        for place, lineup in enumerate(seating):
            number = deal * (last + 1) + place
            bots = self._seated(lineup)
            chance, own = self._chances(deal, number, bots)
            try:
                played = play(self.game, self.options, bots, chance, own)
            except Terminated:
                raise
            except (Exception, SystemExit) as error:  # a bot that exits has failed, and the run with it
                raise MatchFailed(f"{_which(spec, number, lineup)}: {why(error)}") from error
            if played.endless:
                self.endless += sorted({*lineup})
            if spec.paired:
                self._forget()
            yield new_facts(
                number,
                deal,
                place == last,
                self.game,
                self.options,
                lineup,
                played.by,
                played.moves,
                played.events,
                played.state,
                played.outcome,
                played.worth,
            )

    def _forget(self) -> None:
        """Who may know more than it is shown begins anew: the deal is met again, from another seat."""
        for _, bot, _ in self.begun:
            if not bot.repeatable:
                bot.close()

    def _chances(self, deal: int, number: int, bots: list[AnyBot]) -> tuple[Chance, list[Chance]]:
        """What the match is dealt from, and what each bot draws from.

        Our own random bots share it: they do nothing with it but draw. Where all are so, and the deal isn't to be
        met again, the deal comes from it too.
        """
        seed, paired = self.spec.seed, self.spec.paired
        if self.all_random and not paired:
            chance, blind = blindly(seed, deal)
            return chance, [blind] * len(bots)
        blind = thoughts(seed, number)
        own = [
            blind if bot.blind is any_of else thoughts(seed, number, seat) for seat, bot in enumerate(bots)
        ]
        return deals(seed, deal, paired=paired), own


def _which(spec: Spec, number: int, lineup: tuple[int, ...]) -> str:
    """A match, so that it can be found again."""
    return f"match {number} of seed {spec.seed} ({', '.join(name_of(spec.bots[bot]) for bot in lineup)})"


def _record(spec: Spec, names: Sequence[str], facts: Facts) -> str:
    outcome = facts.outcome
    record: dict[str, Json] = {
        "match": facts.number,
        "deal": facts.deal,
        "bots": [names[bot] for bot in facts.lineup],
        "length": len(facts.moves),
        "totals": [*outcome.totals],
        "ranks": [*outcome.ranks],
        "winners": [*outcome.winners],
    }
    if spec.moves:
        record |= {"by": [*facts.by], "moves": [*map(facts.game.say, facts.moves)]}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
