"""What a run plays. Together with a number it says everything about that match."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, lcm
from typing import Final

import attrs
from attrs import field, frozen

from cardkit.arena.measures.bot_faults import Faults
from cardkit.arena.measures.occurrences import Moves, Rules
from cardkit.arena.measures.seats import Seats
from cardkit.arena.measures.tally import Tally
from cardkit.arena.measures.values import Lengths, Margins
from cardkit.arena.references import Contender, bot_of, check_measure, game_of, label, name_of, worth_name
from cardkit.arena.storage.identity import check_found, programs, script, version
from cardkit.chance import Chance, new_seed
from cardkit.game import AnyGame, Json
from cardkit.options import made
from cardkit.rejections import Invalid
from cardkit.worth import ByPoints, Worth, by_rank

__all__ = ["STANDARD", "Spec", "lineups", "specified", "turn_of"]

STANDARD: tuple[type[Tally], ...] = (Lengths, Margins, Seats, Moves, Rules)
"""What is measured in every run."""

RESULT: Final = ("matches", "repeatable", "by_bot")
"""What a result says besides its run's identity and what was counted."""

LONGEST_SEED = 1000

MOST_SETS = 60
"""Where more sets of bots than these can sit down, they are drawn by lot rather than taken in turn."""


@frozen
class Spec:
    """What is played, by whom, and what is counted. It can be sent to another process."""

    game: str
    """A game's key, or its place: `package.module:GAME`."""
    seats: int
    options: Mapping[str, Json] = field(hash=False)
    """House rules by name, without those that are as the sheet has them."""
    bots: tuple[Contender, ...]
    seed: str
    paired: bool
    """Whether each deal is played as often as there are seats, by the same bots, each of them in each seat.

    Where the result is shared, it is played once by each bot, in all seats.
    """
    rotate: bool
    """Whether unpaired bots move one seat on from match to match."""
    measures: tuple[type[Tally], ...]
    """Beyond the standard ones."""
    records: bool = False
    """Whether a line is kept of each match."""
    moves: bool = False
    """Whether its moves stand in that line."""
    repeatable: bool = True
    """Whether all bots say that they move alike in every run."""
    programs: tuple[tuple[str, str], ...] = ()
    """Where records are kept: the bots that are programs, and what tells whether their files are still the same."""

    @property
    def rules(self) -> AnyGame:
        """The game."""
        return game_of(self.game)

    @property
    def ranked(self) -> bool:
        """Whether a match is worth its rank: who is ahead counts then, and not by how much."""
        return self.rules.worth is by_rank

    @property
    def teams(self) -> bool:
        """Whether each deal is played once by each bot, in all seats.

        Bots that share a result can't be compared by it.
        """
        return self.paired and self.rules.shared

    @property
    def tables(self) -> int:
        """How many matches a deal is played in."""
        if self.teams:
            return len(self.bots)
        return self.seats if self.paired else 1

    @property
    def all_measures(self) -> tuple[type[Tally], ...]:
        """The standard ones, and those that were asked for."""
        return (*STANDARD, *self.measures)

    def identity(self) -> dict[str, Json]:
        """What must be the same for two runs to be parts of one."""
        bots, measures = [*map(name_of, self.bots)], [*map(label, self.measures)]
        rules = self.rules
        worth = worth_name(rules.worth)
        return {
            "cardkit": version(),
            "game": self.game,
            "rules_version": rules.rules_version,
            "worth": worth,
            "shared": rules.shared,
            "seats": self.seats,
            "options": {name: self.options[name] for name in sorted(self.options)},
            "bots": [*bots],
            "programs": dict(self.programs),
            "script": script((*bots, *measures, worth)),
            "seed": self.seed,
            "paired": self.paired,
            "rotate": self.rotate,
            "measures": [*measures],
            "records": self.records,
            "moves": self.moves,
        }


def specified(
    game: str,
    bots: Sequence[Contender],
    *,
    seats: int | None,
    options: Mapping[str, object] | object,
    seed: str | None,
    paired: bool,
    rotate: bool,
    measures: Sequence[type[Tally]],
    records: bool,
    moves: bool,
) -> Spec:
    """The run that is meant. `Invalid` says what is wrong with it, before anything is played."""
    rules = game_of(game)
    if isinstance(bots, str) or not bots:
        raise Invalid("bots", bots, "a list of at least one bot")
    if seed is not None:
        _check_seed(seed)
    if seats is None:
        seats = min(max(len(bots), rules.seats[0]), rules.seats[-1])
    if type(seats) is not int or seats not in rules.seats:
        raise Invalid("seats", seats, f"a number of players from {rules.seats[0]} to {rules.seats[-1]}")
    if not paired and len(bots) > seats:
        raise Invalid("bots", [*map(name_of, bots)], f"at most {seats}, one a seat")
    made_bots = [bot_of(contender, rules) for contender in bots]  # what can't be made is found out here
    for one in made_bots:
        one.close()
    for measure in measures:
        check_measure(measure)
    if records:
        _check_found(bots, measures, rules.worth)
    given = _plain(rules, seats, options)
    spec = Spec(
        game,
        seats,
        given,
        tuple(bots),
        new_seed() if seed is None else seed,
        paired,
        rotate,
        tuple(measures),
        records,
        moves,
        all(one.repeatable for one in made_bots),
        programs(bots) if records else (),
    )
    _check_names(spec)
    return spec


def _check_found(bots: Iterable[Contender], measures: Iterable[type[Tally]], worth: Worth) -> None:
    for bot in bots:
        if not isinstance(bot, str):
            check_found("bot", bot)
    for measure in measures:
        check_found("measure", measure)
    if not isinstance(worth, ByPoints):
        check_found("worth", worth)


def _check_names(spec: Spec) -> None:
    names = [Faults.name, *(measure.name for measure in spec.all_measures)]
    taken = [*spec.identity(), *RESULT]
    for name in names:
        if names.count(name) > 1:
            raise Invalid("measures", name, "a name that no other measure of the run has")
    for measure in spec.measures:
        if measure.name in taken:
            accepted = f"a name that stands for nothing else in a result: none of {', '.join(taken)}"
            raise Invalid("measures", measure.name, accepted)


def _check_seed(seed: object) -> None:
    try:
        if isinstance(seed, str) and 0 < len(seed.encode()) <= LONGEST_SEED and "\n" not in seed:
            return
    except UnicodeEncodeError:
        pass
    raise Invalid("seed", seed, f"a line of text of up to {LONGEST_SEED} bytes")


def _plain(game: AnyGame, seats: int, options: Mapping[str, object] | object) -> dict[str, Json]:
    """The options by name, as far as they differ from the sheet's. A match can be begun with them."""
    house_rules = made(game.options, options, game.key)
    game.open(seats, house_rules, Chance("house rules"))
    values, sheet = (_values(one) for one in (house_rules, game.options()))
    return {name: value for name, value in values.items() if value != sheet[name]}


def _values(options: object) -> dict[str, Json]:
    values: dict[str, Json] = attrs.asdict(options)  # type: ignore[arg-type]  # attrs' own bound
    return values


def lineups(spec: Spec, deal: int) -> list[tuple[int, ...]]:
    """Who sits where in the matches of a deal: by seat, the number of the bot."""
    bots, seats = len(spec.bots), spec.seats
    if spec.teams:
        return [(bot,) * seats for bot in range(bots)]
    if not spec.paired:
        return [_moved_on(bots, seats, deal % (bots * seats) if spec.rotate else 0)]
    chance = Chance(f"cardkit arena\n{spec.seed}\n{deal}\nlineup")
    few = bots < seats
    table = _rotated(bots, seats, deal * seats % bots) if few else _set_of(spec, deal)
    order = chance.shuffle("order", table)
    return [tuple(order[(seat + turn) % seats] for seat in range(seats)) for turn in range(seats)]


@lru_cache(maxsize=256)
def _moved_on(bots: int, seats: int, match: int) -> tuple[int, ...]:
    """All at a table move one seat on from match to match; once around, the next bots sit down."""
    rounds, turn = divmod(match, seats)
    table = _rotated(bots, seats, rounds * seats % bots)
    return tuple(table[(seat + turn) % seats] for seat in range(seats))


def _rotated(bots: int, seats: int, turn: int) -> tuple[int, ...]:
    return tuple((turn + seat) % bots for seat in range(seats))


def turn_of(bots: int, seats: int) -> int:
    """After so many deals of an arena all bots have played equally often."""
    return comb(bots, seats) if _few_sets(bots, seats) else lcm(bots, seats) // seats


def _few_sets(bots: int, seats: int) -> bool:
    return bots >= seats and comb(bots, seats) <= MOST_SETS


def _set_of(spec: Spec, deal: int) -> tuple[int, ...]:
    """The bots that play this deal: all sets of them in turn, or such that are drawn by lot."""
    bots, seats = len(spec.bots), spec.seats
    turn, place = divmod(deal, turn_of(bots, seats))
    if _few_sets(bots, seats):
        return [*combinations(range(bots), seats)][place]
    return _drawn(spec.seed, bots, seats, turn)[place]


@lru_cache(maxsize=256)
def _drawn(seed: str, bots: int, seats: int, turn: int) -> tuple[tuple[int, ...], ...]:
    """All bots in a row, in an order drawn by lot, and once more, until the row can be cut into sets."""
    chance = Chance(f"cardkit arena\n{seed}\n{turn}\nsets")
    row: list[int] = []
    for again in range(lcm(bots, seats) // bots):
        begun = row[len(row) // seats * seats :]
        order = chance.shuffle(f"row {again}", range(bots))
        others = [bot for bot in order if bot not in begun][: -len(row) % seats]  # nobody sits there twice
        row += [*others, *(bot for bot in order if bot not in others)]
    return tuple(tuple(row[first : first + seats]) for first in range(0, len(row), seats))
