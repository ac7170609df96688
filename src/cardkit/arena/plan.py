"""The plan of a run: with the number of a match, it says everything about that match."""

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from cardkit.arena.measures.occurrences import Events, Moves
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.measures.seats import Seats
from cardkit.arena.measures.tally import Tally
from cardkit.arena.measures.values import Lengths, Margins
from cardkit.arena.references import Contender, load_game, name_of, reference_of, worth_name
from cardkit.arena.storage.identity import cardkit_version, main_script
from cardkit.game import AnyGame, Json
from cardkit.options import options_from
from cardkit.worth import Worth, by_rank

__all__ = ["STANDARD", "Plan"]

STANDARD: Final[tuple[type[Tally], ...]] = (Lengths, Margins, Seats, Moves, Events)
"""The measures of every run."""

PAIRS: Final = "cardkit.arena.pairs:Pairs"
"""The name of `Pairs` in kept runs. It stays, wherever the class lives."""


@frozen
class Plan:
    """A checked specification, with nothing left open. Workers get this value."""

    game_name: str
    """A game's key, or its reference: `package.module:GAME`."""
    seats: int
    options: Mapping[str, Json] = field(hash=False)
    """The house rules that differ from the defaults, by name."""
    bots: tuple[Contender, ...]
    seed: str
    paired: bool = False
    """Whether a deal is played once for each seat, so that each bot sits once in each seat.

    If all seats share one result, each bot plays each deal once instead, in all seats.
    """
    rotate: bool = True
    """Whether unpaired bots move one seat on from match to match."""
    measures: tuple[type[Tally], ...] = ()
    """The user's own measures."""
    keep_matches: bool = False
    """Whether a line is kept for each match."""
    keep_moves: bool = False
    """Whether that line holds the moves."""
    repeatable: bool = True
    """Whether all bots move the same way in every run."""
    programs: tuple[tuple[str, str], ...] = ()
    """For kept runs: the bots that are programs, each with a digest of its files."""

    @property
    def game(self) -> AnyGame:
        """The game."""
        return load_game(self.game_name)

    @property
    def worth(self) -> Worth:
        """What a match is worth with the options of the run."""
        game = self.game
        return game.worth_with(options_from(game.options, self.options, game.key))

    @property
    def ranked(self) -> bool:
        """Whether a match counts by rank: who finished ahead matters, not by how much."""
        return self.worth is by_rank

    @property
    def in_teams(self) -> bool:
        """Whether each deal is played once by each bot, in all seats.

        Bots that share a result can't be compared by it.
        """
        return self.paired and self.game.shared

    @property
    def matches_per_deal(self) -> int:
        """The number of matches that each deal is played in."""
        if self.in_teams:
            return len(self.bots)
        return self.seats if self.paired else 1

    @property
    def all_measures(self) -> tuple[type[Tally], ...]:
        """The standard measures, pairs if deals are paired, and the user's own."""
        return (*STANDARD, *((Pairs,) if self.paired else ()), *self.measures)

    def identity(self) -> dict[str, Json]:
        """Return what two runs must have in common to be parts of one."""
        bots = [*map(name_of, self.bots)]
        measures = [*((PAIRS,) if self.paired else ()), *map(reference_of, self.measures)]
        game = self.game
        worth = worth_name(self.worth)
        return {
            "cardkit": cardkit_version(),
            "game": self.game_name,
            "rules_version": game.rules_version,
            "worth": worth,
            "shared": game.shared,
            "seats": self.seats,
            "options": {name: self.options[name] for name in sorted(self.options)},
            "bots": [*bots],
            "programs": dict(self.programs),
            "script": main_script((*bots, *measures, worth)),
            "seed": self.seed,
            "paired": self.paired,
            "rotate": self.rotate,
            "measures": [*measures],
            "records": self.keep_matches,
            "moves": self.keep_moves,
        }
