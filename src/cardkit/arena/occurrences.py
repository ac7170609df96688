"""How often each move is made, and each rule comes into play."""

from collections import Counter
from typing import ClassVar, Final, Self

from attrs import define

from cardkit.arena.facts import Facts, event_name, move_name
from cardkit.arena.loading import items, parts, whole
from cardkit.game import AnyGame, Json

__all__ = ["Moves", "Occurrence", "Rules"]

MOST: Final = 20_000
"""So many moves, and so many different ones, are remembered before they are told by their names."""


@define
class Occurrence:
    """How often something came, and in how many matches."""

    times: int = 0
    matches: int | None = None
    """`None` where that isn't counted."""


class _Occurrences:
    """Occurrences by name."""

    name: ClassVar[str] = "occurrences"
    games: int

    def __init__(self) -> None:
        self.games = 0
        self._named: dict[str, Occurrence] = {}

    def _one_more(self) -> None:
        self.games += 1

    def settle(self) -> None:
        """Give everything its name that has none yet."""

    @property
    def named(self) -> dict[str, Occurrence]:
        """Occurrences by name, the most frequent first."""
        self.settle()
        return dict(sorted(self._named.items(), key=lambda item: (-item[1].times, item[0])))

    def count(self, name: str, times: int, matches: int | None = None) -> None:
        known = self._named.setdefault(name, Occurrence())
        known.times += times
        if matches is not None:
            known.matches = matches + (known.matches or 0)

    def merge(self, other: Self) -> None:
        """Count what the other has counted, too."""
        self.games += other.games
        for name, one in other.named.items():
            self.count(name, one.times, one.matches)

    def dump(self) -> Json:
        """All of it."""
        self.settle()
        named: dict[str, Json] = {name: [one.times, one.matches] for name, one in sorted(self._named.items())}
        return {"games": self.games, "named": named}

    @classmethod
    def load(cls, document: Json) -> Self:
        """The tally that dumped this."""
        made, given = cls(), parts(document)
        made.games = whole(given.get("games"))
        for name, pair in parts(given.get("named")).items():
            times, matches = items(pair, 2)
            made.count(name, whole(times), None if matches is None else whole(matches))
        return made

    def summary(self) -> Json:
        """Of each: how often a match; where it is counted, in which share of the matches."""
        return {name: self._row(one) for name, one in self.named.items()}

    def _row(self, one: Occurrence) -> Json:
        games = self.games or 1
        row: dict[str, Json] = {"times": one.times, "a_match": one.times / games}
        if one.matches is not None:
            row["in_matches"] = one.matches / games
        return row


class Moves(_Occurrences):
    """How often each move is made. Its name is that of its kind, and its text: `thirteen.play b7`."""

    name: ClassVar[str] = "moves"

    def __init__(self) -> None:
        super().__init__()
        self._game: AnyGame | None = None
        self._made: list[object] = []
        self._known: dict[int, tuple[str, object]] = {}
        """Names of moves by their place in memory, for most games hand out the same objects again and again.

        Nothing else takes the place of what is kept here.
        """

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        self._game = facts.game
        self._made += facts.moves
        self._one_more()
        if len(self._made) > MOST:
            self.settle()

    def settle(self) -> None:
        """Tell all moves by their names."""
        if self._game is None:
            return
        places = Counter(map(id, self._made))
        if not places.keys() <= self._known.keys():
            self._learn(self._game)
        for place, times in places.items():
            self.count(self._known[place][0], times)
        self._made.clear()
        if len(self._known) > MOST:
            self._known.clear()

    def _learn(self, game: AnyGame) -> None:
        for move in self._made:
            if id(move) not in self._known:
                self._known[id(move)] = f"{move_name(game, move)} {game.say(move)}", move


class Rules(_Occurrences):
    """How often each kind of event happens: where a rule has an event of its own, how often it comes into play."""

    name: ClassVar[str] = "events"

    def __init__(self) -> None:
        super().__init__()
        self._game: AnyGame | None = None
        self._happened: list[type] = []
        self._matches: list[type] = []
        """Each kind once for each match that it happened in."""

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        kinds = [*map(type, facts.events)]
        self._happened += kinds
        self._matches += {*kinds}
        self._game = facts.game
        self._one_more()
        if len(self._happened) > MOST:
            self.settle()

    def settle(self) -> None:
        """Tell all kinds by their names."""
        if self._game is None:
            return
        matches = Counter(self._matches)
        for kind, times in Counter(self._happened).items():
            self.count(event_name(self._game, kind), times, matches[kind])
        self._happened.clear()
        self._matches.clear()
