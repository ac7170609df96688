"""Chunks: the pieces of work that are sent to workers, each with some deals of a run."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from socket import gethostname
from time import perf_counter, process_time
from typing import Final

from attrs import frozen

from cardkit.arena.execution.match import PATIENCE, play_match
from cardkit.arena.execution.match_chance import bot_chance, deal_chance, random_chances
from cardkit.arena.lineups import lineups
from cardkit.arena.measures.bot_faults import BotFaults
from cardkit.arena.measures.facts import Facts
from cardkit.arena.measures.tally import MeasureFailed, Tally
from cardkit.arena.plan import Plan
from cardkit.arena.references import Contender, make_bot, name_of, unique_names
from cardkit.bots import AnyBot
from cardkit.bots.contract import Faults
from cardkit.bots.programs.cleanup import Terminated
from cardkit.bots.programs.program import resume
from cardkit.bots.random_bot import pick_any
from cardkit.chance import Chance
from cardkit.game import AnyGame, Json
from cardkit.options import options_from
from cardkit.rejections import CardkitError, Invalid, why

__all__ = ["Chunk", "MatchFailed", "MatchRunner", "run_chunk"]


ENDLESS: Final = f"a match wasn't over after {PATIENCE:,} moves, and went on with random ones"
"""The fault of each bot in such a match, because it isn't known whose fault it was."""


class MatchFailed(CardkitError):
    """A match couldn't be played to its end. The text says which and why. A new run fails in the same way."""

    code = "match_failed"


@frozen
class Chunk:
    """The result of some deals, as it is sent back."""

    first: int
    count: int
    tallies: tuple[Json, ...]
    """One for each measure, dumped."""
    faults: Json
    failed_moves: tuple[int, ...]
    """By bot: the number of moves that were made in its place."""
    lines: tuple[str, ...]
    """One for each match, if the run is kept."""
    seconds: float
    """The time it took."""
    cpu: float
    """The processor time it took."""


def run_chunk(plan: Plan, first: int, count: int, failed_moves: tuple[int, ...] = ()) -> Chunk:
    """Play `count` deals, from the deal `first` on. The result depends on these arguments alone.

    `failed_moves` holds, by bot, the number of failed moves that are known from other chunks.
    """
    began, worked = perf_counter(), process_time()
    tallies = [measure() for measure in plan.all_measures]
    faults = BotFaults()
    lines: list[str] = []
    names = unique_names([*map(name_of, plan.bots)])
    with ExitStack() as stack:
        session = _make_runner(plan, failed_moves)
        for _, bot, _ in session.begun:
            stack.callback(bot.close)
        for deal in range(first, first + count):
            for facts in session.matches(deal):
                _count(plan, tallies, facts)
                if plan.keep_matches:
                    lines.append(_record(plan, names, facts))
        for name, bot, before in session.begun:
            faults.note(names[name], _since(before, bot.faults()))
        for number in session.endless:
            faults.note(names[number], Faults(1, (ENDLESS,)))
        failed = faults.failed_moves(names)
    dumped = tuple(
        _dump(tally, f"deals {first} to {first + count - 1} of seed {plan.seed}") for tally in tallies
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


def _make_runner(plan: Plan, failed_moves: tuple[int, ...]) -> "MatchRunner":
    """Make the runner. It could be made where the run began, so an error names this machine."""
    try:
        return MatchRunner(plan, failed_moves)
    except Invalid as error:
        raise Invalid(
            error.field, error.value, f"{error.accepted}: on {gethostname()}, where it is to play"
        ) from error


def _since(before: Faults, now: Faults) -> Faults:
    """Return the faults since then: the bot may have been used before."""
    sentences = now.sentences[len(before.sentences) :]
    return Faults(now.count - before.count, sentences, now.failed_moves - before.failed_moves)


def _count(plan: Plan, tallies: Iterable[Tally], facts: Facts) -> None:
    for tally in tallies:
        try:
            tally.add(facts)
        except Terminated:
            raise
        except (Exception, SystemExit) as error:
            where = _which(plan, facts.number, facts.lineup)
            raise MeasureFailed(f"{where}: measure {tally.name}: {why(error)}") from error


def _dump(tally: Tally, where: str) -> Json:
    """Return all counts, which must be JSON, because they are sent and saved."""
    try:
        document = tally.dump()
        json.dumps(document)
    except Terminated:
        raise
    except (Exception, SystemExit) as error:
        raise MeasureFailed(f"{where}: measure {tally.name}: `dump` failed: {why(error)}") from error
    return document


class MatchRunner:
    """A game, its house rules and its bots, made once to play the deals of a chunk."""

    def __init__(self, plan: Plan, failed_moves: tuple[int, ...] = ()) -> None:
        self.plan = plan
        self.game: AnyGame = plan.game
        self.options: object = options_from(self.game.options, plan.options, self.game.key)
        self._made: list[AnyBot] = []
        self.endless: list[int] = []
        """The numbers of the bots in matches that went on with random moves, once for each match."""
        before = failed_moves or (0,) * len(plan.bots)
        self.copies: list[list[AnyBot]] = [
            self._copies(contender, failed) for contender, failed in zip(plan.bots, before, strict=True)
        ]
        self.begun: list[tuple[int, AnyBot, Faults]] = [
            (number, bot, bot.faults()) for number, copies in enumerate(self.copies) for bot in copies
        ]
        """All bots, with their numbers, and their faults from before."""
        self.all_random: bool = all(bot.blind is pick_any for _, bot, _ in self.begun)

    def _copies(self, contender: Contender, failed: int) -> list[AnyBot]:
        """Make the bot. If it isn't repeatable, it may remember what it saw, so each of its seats gets a copy."""
        plan = self.plan
        seats = plan.seats if plan.in_teams else -(-plan.seats // len(plan.bots))
        copies = [self._new(contender)]
        while not copies[0].repeatable and len(copies) < seats:
            copies.append(self._new(contender))
        return [resume(bot, failed) for bot in copies]

    def _new(self, contender: Contender) -> AnyBot:
        bot = make_bot(contender, self.game)
        if not bot.repeatable and any(bot is other for other in self._made):
            accepted = (
                "a function that makes a new bot each time: a bot that isn't repeatable would see two hands"
            )
            raise Invalid("bot", name_of(contender), accepted)
        self._made.append(bot)
        return bot

    def _bots_in(self, lineup: tuple[int, ...]) -> list[AnyBot]:
        copies = self.copies
        return [copies[bot][lineup[:seat].count(bot) % len(copies[bot])] for seat, bot in enumerate(lineup)]

    def matches(self, deal: int) -> Iterator[Facts]:
        """Play the matches of a deal, and yield their facts."""
        plan = self.plan
        seating = lineups(plan, deal)
        last = len(seating) - 1
        for place, lineup in enumerate(seating):
            number = deal * (last + 1) + place
            bots = self._bots_in(lineup)
            chance, own = self._chances(deal, number, bots)
            try:
                played = play_match(self.game, self.options, bots, chance, own)
            except Terminated:
                raise
            except (Exception, SystemExit) as error:  # a bot that exits fails the run
                raise MatchFailed(f"{_which(plan, number, lineup)}: {why(error)}") from error
            if played.endless:
                self.endless += sorted({*lineup})
            if plan.paired:
                self._forget()
            yield Facts(
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
                played.legal,
            )

    def _forget(self) -> None:
        """Close bots that may remember the deal, because they meet it again from another seat."""
        for _, bot, _ in self.begun:
            if not bot.repeatable:
                bot.close()

    def _chances(self, deal: int, number: int, bots: list[AnyBot]) -> tuple[Chance, list[Chance]]:
        """Return the chance of the deal, and that of each bot.

        cardkit's random bots share theirs, because they only draw from it. If all bots are random and the
        deal is played once, the deal comes from it too.
        """
        seed, paired = self.plan.seed, self.plan.paired
        if self.all_random and not paired:
            chance, blind = random_chances(seed, deal)
            return chance, [blind] * len(bots)
        blind = bot_chance(seed, number)
        own = [
            blind if bot.blind is pick_any else bot_chance(seed, number, seat)
            for seat, bot in enumerate(bots)
        ]
        return deal_chance(seed, deal, paired=paired), own


def _which(plan: Plan, number: int, lineup: tuple[int, ...]) -> str:
    """Name a match, so that it can be found again."""
    return f"match {number} of seed {plan.seed} ({', '.join(name_of(plan.bots[bot]) for bot in lineup)})"


def _record(plan: Plan, names: Sequence[str], facts: Facts) -> str:
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
    if plan.keep_moves:
        record |= {"by": [*facts.movers], "moves": [*map(facts.game.say, facts.moves)]}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
