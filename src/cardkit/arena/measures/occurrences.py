"""The number of times that each move is made, and that each rule comes into play."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar, Final, Literal, Self, get_args, get_origin

from attrs import define, frozen

from cardkit.arena.measures.facts import Facts, event_name, move_name
from cardkit.arena.storage.json_values import to_int, to_list, to_object
from cardkit.fields import field_types, members
from cardkit.game import AnyGame, Json

__all__ = ["Events", "Moves", "Occurrence"]

FEW: Final = 8
"""The most values of a field that are counted one by one."""
MOST: Final = 20_000
"""The number of moves or events, and of different ones, after which they are counted by name."""


@define
class Occurrence:
    """How often something occurred, and in how many matches."""

    times: int = 0
    matches: int | None = None
    """`None` if that isn't counted."""


class _Occurrences:
    """Occurrences by name."""

    name: ClassVar[str] = "occurrences"
    matches: int

    def __init__(self) -> None:
        self.matches = 0
        self._named: dict[str, Occurrence] = {}

    def _one_more(self) -> None:
        self.matches += 1

    def settle(self) -> None:
        """Count by name what isn't counted yet."""

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
        """Add the counts of another tally."""
        self.matches += other.matches
        other.settle()
        for name, one in other._named.items():
            self.count(name, one.times, one.matches)

    def dump(self) -> Json:
        """Return all counts."""
        self.settle()
        named: dict[str, Json] = {name: [one.times, one.matches] for name, one in sorted(self._named.items())}
        return {"games": self.matches, "named": named}

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made, given = cls(), to_object(document)
        made.matches = to_int(given.get("games"))
        for name, pair in to_object(given.get("named")).items():
            times, matches = to_list(pair, 2)
            made.count(name, to_int(times), None if matches is None else to_int(matches))
        return made

    def summary(self) -> Json:
        """Return, for each name, how often it occurs in a match, and in which share of matches if that is counted."""
        return {name: self._row(one) for name, one in self.named.items()}

    def _row(self, one: Occurrence) -> Json:
        games = self.matches or 1
        row: dict[str, Json] = {"times": one.times, "a_match": one.times / games}
        if one.matches is not None:
            row["in_matches"] = one.matches / games
        return row


class Moves(_Occurrences):
    """The number of times that each move is made. A name has the move's class and its text: `thirteen.play b7`."""

    name: ClassVar[str] = "moves"

    def __init__(self) -> None:
        super().__init__()
        self._game: AnyGame | None = None
        self._made: list[object] = []
        self._known: dict[int, tuple[str, object]] = {}
        """The name of each move, and the move, by its `id`. Most games return the same objects again and again.

        Keeping the moves makes sure that no other object gets their ids.
        """

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        self.add_moves(facts.game, facts.moves)

    def add_moves(self, game: AnyGame, moves: Iterable[object]) -> None:
        """Count these moves of one more match."""
        self._game = game
        self._made += moves
        self._one_more()
        if len(self._made) > MOST:
            self.settle()

    def settle(self) -> None:
        """Count moves by name."""
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


class Events(_Occurrences):
    """The number of times that each kind of event happens. It shows how often each rule comes into play.

    Some rules have no event of their own, but show in a field. So a field that may be missing is counted when it is
    there (`thirteen.played taken`). A field with few values is counted by value (`push.busted roll star`).
    """

    name: ClassVar[str] = "events"

    def __init__(self) -> None:
        super().__init__()
        self._game: AnyGame | None = None
        self._happened: list[object] = []
        self._matches: list[type] = []
        """Each class of events, once for each match that it happened in."""

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        self._happened += facts.events
        self._matches += {*map(type, facts.events)}
        self._game = facts.game
        self._one_more()
        if len(self._happened) > MOST:
            self.settle()

    def settle(self) -> None:
        """Count events by name."""
        if self._game is None:
            return
        matches, by_kind = Counter(self._matches), defaultdict[type, list[object]](list)
        for event in self._happened:
            by_kind[type(event)].append(event)
        for kind, events in by_kind.items():
            name = event_name(self._game, kind)
            self.count(name, len(events), matches[kind])
            for part in _telling(self._game, kind):
                for value, times in part.occurrences_in(events):
                    self.count(f"{name} {value}", times)
        self._happened.clear()
        self._matches.clear()

    @property
    def named(self) -> dict[str, Occurrence]:
        """Occurrences by name, the most frequent first, without fields that are always or never there."""
        named = super().named
        return {
            name: one
            for name, one in named.items()
            if one.matches is not None or 0 < one.times < named[name.partition(" ")[0]].times
        }


@frozen
class _Part:
    """A field of an event that tells which rule came into play."""

    field: str
    missing: object
    """Its value if it is missing: `None`, no cards, or false."""
    valued: bool

    def occurrences_in(self, events: Iterable[object]) -> Iterator[tuple[str, int]]:
        """Yield the names of what occurred, the field or its values, with counts."""
        found = [*map(attrgetter(self.field), events)]
        if not self.valued:
            yield self.field, len(found) - found.count(self.missing)
            return
        for value, times in Counter(found).items():
            if value is not None:
                yield f"{self.field} {value}", times


@lru_cache(maxsize=256)
def _telling(game: AnyGame, kind: type) -> tuple[_Part, ...]:
    """Return the fields that may be missing, and those with few values."""
    try:
        types = field_types(game.wire.events.get(event_name(game, kind), kind))
    except Exception:  # types of a plugged-in game may be unknown here
        return ()
    return tuple(part for field, declared in types.items() if (part := _part(field, declared)) is not None)


def _part(field: str, declared: object) -> _Part | None:
    choices = members(declared)
    values = [value for one in choices if get_origin(one) is Literal for value in get_args(one)]
    if values and len(values) <= FEW and len(choices) - (type(None) in choices) == 1:
        return _Part(field, None, valued=True)
    if type(None) in choices:
        return _Part(field, None, valued=False)
    if declared is bool:
        return _Part(field, False, valued=False)
    if get_origin(declared) is tuple and get_args(declared)[1:] == (...,):
        return _Part(field, (), valued=False)
    return None
