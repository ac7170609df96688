"""The specification of a run: what a caller asks for, and the one place where it is checked."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Final

from attrs import field, frozen

from cardkit.arena.execution.runner import Pace
from cardkit.arena.measures.bot_faults import BotFaults
from cardkit.arena.measures.tally import Tally
from cardkit.arena.plan import Plan
from cardkit.arena.references import Contender, check_measure, load_game, make_bot, name_of
from cardkit.arena.storage.folder import saved_seed
from cardkit.arena.storage.identity import check_importable, program_digests
from cardkit.chance import SeededChance, new_seed
from cardkit.game import AnyGame, Json
from cardkit.options import options_document, options_from
from cardkit.rejections import Invalid
from cardkit.worth import ByPoints, Worth

__all__ = ["RunSpec", "make_plan"]

RESULT: Final = ("matches", "repeatable", "by_bot")
"""The names in a result besides its identity and its measures."""

LONGEST_SEED: Final = 1000


def _bots(given: Sequence[Contender]) -> tuple[Contender, ...]:
    if isinstance(given, str) or not given:
        raise Invalid("bots", given, "a list of at least one bot")
    return tuple(given)


def _measures(given: Sequence[type[Tally]]) -> tuple[type[Tally], ...]:
    return tuple(given)


@frozen
class RunSpec:
    """What to play, what to count, and how to work it out: for `simulate` and `rate`.

    The result depends on `game`, `bots`, `matches`, `seats`, `options`, `seed` and `measures`. The other fields say
    how it is worked out, and where it is kept.
    """

    game: str
    """A game's key, or its reference: `package.module:GAME`."""
    bots: tuple[Contender, ...] = field(converter=_bots)
    """Names of bots, references (`package.module:function`), or functions that make a bot for a game."""
    matches: int
    """`rate` rounds it up, until all bots have played equally often."""
    seats: int | None = field(default=None, kw_only=True)
    """The number of players. Default: one for each bot, as far as the game allows."""
    options: Mapping[str, object] | object = field(default=None, kw_only=True)
    """House rules, as for `cardkit.start`."""
    seed: str | None = field(default=None, kw_only=True)
    """Default: the seed of the run in the folder `out`, or a fresh one."""
    measures: tuple[type[Tally], ...] = field(default=(), kw_only=True, converter=_measures)
    """Measures of your own, besides the standard ones."""
    workers: int | None = field(default=None, kw_only=True)
    """The number of processes. Default: one for each core."""
    executor: Executor | None = field(default=None, kw_only=True)
    """An executor of your own, in place of processes."""
    in_flight: int | None = field(default=None, kw_only=True)
    """The number of chunks that are sent out at once. Default: two for each worker."""
    chunk_size: int | None = field(default=None, kw_only=True)
    """The number of deals in a chunk. Default: as many as take about a second."""
    out: str | os.PathLike[str] | None = field(default=None, kw_only=True)
    """A folder to keep the run in, with a line for each match. Started again, the run goes on there."""
    keep_moves: bool = field(default=False, kw_only=True)
    """Whether the lines in `out` hold the moves too."""
    watch: Callable[[Pace], None] | None = field(default=None, kw_only=True)
    """Called with the pace of the run, whenever it gets on."""

    def __attrs_post_init__(self) -> None:
        if type(self.matches) is not int or self.matches < 1:
            raise Invalid("matches", self.matches, "a whole number from 1")
        if self.seed is not None:
            _check_seed(self.seed)
        for name in ("workers", "in_flight", "chunk_size"):
            number: object = getattr(self, name)
            if number is not None and (type(number) is not int or number < 1):
                raise Invalid(name, number, "a whole number from 1, or nothing")
        if self.keep_moves and self.out is None:
            accepted = "false, unless there is a folder (out)"
            message = "keep_moves: the moves need a folder; name one in out"
            raise Invalid("keep_moves", True, accepted, message)


def make_plan(spec: RunSpec, *, paired: bool, rotate: bool = True) -> Plan:
    """Return the plan of the run. Raise `Invalid`, naming the field, if it can't be played."""
    game = load_game(spec.game)
    seats = _seats(spec, game)
    if paired and len(spec.bots) < 2:
        raise Invalid("bots", [*map(name_of, spec.bots)], "two or more")
    if paired and seats < 2 and not game.shared:
        raise Invalid("seats", seats, "two or more, because bots are rated by who is ahead of whom")
    if not paired and len(spec.bots) > seats:
        raise Invalid("bots", [*map(name_of, spec.bots)], f"at most {seats}, one for each seat")
    bots = [make_bot(contender, game) for contender in spec.bots]  # raises if one can't be made
    for bot in bots:
        bot.close()
    for measure in spec.measures:
        check_measure(measure)
    kept = spec.out is not None
    if kept:
        _check_importable(spec, game.worth_with(options_from(game.options, spec.options, game.key)))
    seed = saved_seed(spec.out) if spec.seed is None else spec.seed
    if seed is not None:
        _check_seed(seed)
    plan = Plan(
        spec.game,
        seats,
        _changed_options(game, seats, spec.options),
        spec.bots,
        new_seed() if seed is None else seed,
        paired,
        rotate,
        spec.measures,
        kept,
        spec.keep_moves,
        all(bot.repeatable for bot in bots),
        program_digests(spec.bots) if kept else (),
    )
    _check_names(plan)
    return plan


def _seats(spec: RunSpec, game: AnyGame) -> int:
    fewest, most = game.seats[0], game.seats[-1]
    seats = min(max(len(spec.bots), fewest), most) if spec.seats is None else spec.seats
    if type(seats) is not int or seats not in game.seats:
        raise Invalid("seats", seats, f"a number of players from {fewest} to {most}")
    return seats


def _check_importable(spec: RunSpec, worth: Worth) -> None:
    for bot in spec.bots:
        if not isinstance(bot, str):
            check_importable("bot", bot)
    for measure in spec.measures:
        check_importable("measure", measure)
    if not isinstance(worth, ByPoints):
        check_importable("worth", worth)


def _check_names(plan: Plan) -> None:
    names = [BotFaults.name, *(measure.name for measure in plan.all_measures)]
    taken = [*plan.identity(), *RESULT]
    for name in names:
        if names.count(name) > 1:
            raise Invalid("measures", name, "a name that no other measure of the run has")
    for measure in plan.measures:
        if measure.name in taken:
            accepted = f"a name that a result doesn't use yet: none of {', '.join(taken)}"
            raise Invalid("measures", measure.name, accepted)


def _check_seed(seed: object) -> None:
    try:
        if isinstance(seed, str) and 0 < len(seed.encode()) <= LONGEST_SEED and "\n" not in seed:
            return
    except UnicodeEncodeError:
        pass
    raise Invalid("seed", seed, f"a line of text of up to {LONGEST_SEED} bytes")


def _changed_options(game: AnyGame, seats: int, options: Mapping[str, object] | object) -> dict[str, Json]:
    """Return the options that differ from the defaults, by name, if a match can be started with them."""
    house_rules = options_from(game.options, options, game.key)
    game.open(seats, house_rules, SeededChance("house rules"))
    values, defaults = (options_document(one) for one in (house_rules, game.options()))
    return {name: value for name, value in values.items() if value != defaults[name]}
