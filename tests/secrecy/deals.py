"""All deals of a small deck at once: every world that may be, and what its viewers can tell of it.

All worlds make the same moves; one in which a move is illegal drops out. A deal, a reshuffle or a die branches into
all its outcomes. So for each viewer we know all worlds that its glimpses can't tell apart. We needn't trust `imagine`
or a sample.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial, reduce
from random import Random
from typing import Final, Generic

import attrs
from attrs import frozen

from cardkit.engine_events import Committed, EngineEvent
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.header import new_header
from cardkit.match import Match
from cardkit.seats import Seat, Viewer
from cardkit.some_match import any_match
from cardkit.testing.shown_texts import (
    IDLE_PROBES,
    ShownText,
    move_texts,
    probes_of,
    state_texts,
    undo_texts,
)
from tests.secrecy.enumerated import outcomes


@frozen(eq=False)
class World(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """A match that may be, as likely as its weight, and by viewer all that it has been shown."""

    match: Match[Move, Event, State, View, Glimpse, Memory, Options]
    weight: Fraction
    shown: dict[Viewer, tuple[object, ...]]
    before: "World[Move, Event, State, View, Glimpse, Memory, Options] | None"
    """Where it was before the last move, if that was not taken back."""


class Deals(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """All worlds of a game with so small a deck that they can be counted.

    `ways` tells in how many ways a seat can make a move: two, where it holds twins of the card that it plays. What
    others think possible after the move is as likely as there are ways to it, for they don't see which card it was.
    """

    def __init__(
        self,
        game: Game[Move, Event, State, View, Glimpse, Memory, Options],
        seats: int,
        options: Options,
        ways: Callable[[State, Seat, Move], int],
    ) -> None:
        self.game = game
        self.ways = ways
        self.viewers: tuple[Viewer, ...] = (None, *range(seats))
        header = new_header(game.key, game.rules_version, seats, options, "small", {})
        moves = game.moves(seats, options)
        self.probes = probes_of(moves)
        committed = Committed(header.commitment, header.entropy)
        opened = Counter[tuple[Event, ...]]()
        for weight, events in outcomes(lambda chance: game.open(seats, options, chance)):
            opened[events] += weight
        self.verdicts: dict[
            Match[Move, Event, State, View, Glimpse, Memory, Options], tuple[ShownText, ...]
        ] = {}
        """Of undoing, which costs the most: the same for all viewers."""
        self.earlier: list[World[Move, Event, State, View, Glimpse, Memory, Options]] = []
        """The worlds before the last move."""
        self.worlds: list[World[Move, Event, State, View, Glimpse, Memory, Options]] = []
        for events, weight in opened.items():
            happened: tuple[Event | EngineEvent, ...] = (committed, *events)
            state = reduce(game.evolve, events, game.initial)
            match = Match(game, header, len(happened), state, None, happened, None)
            nothing: dict[Viewer, tuple[object, ...]] = dict.fromkeys(self.viewers, ())
            self.worlds.append(self._seen(match, Fraction(weight), nothing, None))

    def _seen(
        self,
        match: Match[Move, Event, State, View, Glimpse, Memory, Options],
        weight: Fraction,
        shown: dict[Viewer, tuple[object, ...]],
        before: World[Move, Event, State, View, Glimpse, Memory, Options] | None,
    ) -> World[Move, Event, State, View, Glimpse, Memory, Options]:
        version = match.version - len(match.events)
        more = {viewer: (*shown[viewer], *match.glimpses(viewer, since=version)) for viewer in self.viewers}
        return World(match, weight, more, before)

    def move(self, seat: Seat, move: Move) -> None:
        """Make this move in all worlds. Drop those in which it is illegal: the seat could tell them apart."""
        self.verdicts.clear()
        self.earlier = self.worlds
        worlds: list[World[Move, Event, State, View, Glimpse, Memory, Options]] = []
        for world in self.worlds:
            match, game = world.match, self.game
            if move not in game.legal(match.state, seat):
                continue
            ways, happened = self.ways(match.state, seat, move), Counter[tuple[Event, ...]]()
            for weight, events in outcomes(partial(game.decide, match.state, seat, move)):
                happened[events] += weight
            for events, weight in happened.items():
                state = reduce(game.evolve, events, match.state)
                after = Match(game, match.header, match.version + len(events), state, seat, events, match)
                likely = world.weight * ways * Fraction(weight, happened.total())
                worlds.append(self._seen(after, likely, world.shown, world))
        self.worlds = worlds

    def undo(self, seat: Seat) -> None:
        """Take the seat's last move back, in all worlds in which it may."""
        self.verdicts.clear()
        self.earlier = []
        worlds: list[World[Move, Event, State, View, Glimpse, Memory, Options]] = []
        for world in self.worlds:
            if world.before is not None and world.match.undoable(seat):
                before, undone = world.before, world.match.undo(seat)
                worlds.append(self._seen(undone, before.weight, world.shown, before.before))
        self.worlds = worlds

    def alike(self, viewer: Viewer) -> list[list[World[Move, Event, State, View, Glimpse, Memory, Options]]]:
        """Return the worlds, those together that the viewer can't tell apart."""
        groups = defaultdict[
            tuple[object, ...], list[World[Move, Event, State, View, Glimpse, Memory, Options]]
        ](list)
        for world in self.worlds:
            groups[world.shown[viewer]].append(world)
        return [*groups.values()]

    def leaks(self, viewer: Viewer) -> Iterable[tuple[str, set[str]]]:
        """Return what the viewer is shown otherwise in worlds that it can't tell apart."""
        for group in self.alike(viewer):
            if len(group) == 1:
                continue
            seen = [self.shown(world.match, viewer) for world in group]
            if any(one != seen[0] for one in seen):
                yield from (
                    (column[0][1], {text for _, _, text in column})
                    for column in zip(*seen, strict=False)
                    if len({*column}) > 1
                )

    def shown(
        self, match: Match[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer
    ) -> tuple[ShownText, ...]:
        probes = self.probes if viewer in match.actors else self.probes[:IDLE_PROBES]
        seen = (*state_texts(any_match(match), viewer, probes), *move_texts(any_match(match), viewer))
        return (*seen, *self.undo_texts(match))

    def undo_texts(
        self, match: Match[Move, Event, State, View, Glimpse, Memory, Options]
    ) -> tuple[ShownText, ...]:
        """Return whether the last move can be taken back, by seat."""
        if match not in self.verdicts:
            self.verdicts[match] = tuple(undo_texts(any_match(match)))
        return self.verdicts[match]

    def wrong_verdicts(self) -> Iterable[str]:
        """Return moves with a wrong verdict: undoable though somebody has learned from them, or not though nobody has.

        Nobody has if, in all worlds that a spectator thought possible, everybody would have seen the same.
        """
        possible = defaultdict[
            tuple[object, ...], list[World[Move, Event, State, View, Glimpse, Memory, Options]]
        ](list)
        became = defaultdict[int, list[World[Move, Event, State, View, Glimpse, Memory, Options]]](list)
        for world in self.earlier:
            possible[world.shown[None]].append(world)
        for world in self.worlds:
            became[id(world.before)].append(world)
        for group in possible.values():
            after = [world for earlier in group for world in became[id(earlier)]]
            same = all(len({self.last(world, viewer) for world in after}) == 1 for viewer in self.viewers)
            nothing = same and all(became[id(earlier)] for earlier in group)
            for world in after:
                by = world.match.by
                assert by is not None
                verdict = self.undo_texts(world.match)[by][2]
                if "drew from chance" not in verdict and (verdict == "granted") != nothing:
                    yield f"{verdict!r}, though {'nobody' if nothing else 'somebody'} has learned something"

    def last(
        self, world: World[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer
    ) -> tuple[object, ...]:
        """Return what the viewer was shown of the last move."""
        before = world.before
        return world.shown[viewer][len(before.shown[viewer]) if before is not None else 0 :]

    def wrongly_imagined(self, viewer: Viewer, random: Random) -> str:
        """Return how the states that the viewer imagines differ from those that it can't tell apart; nothing if not."""
        group = random.choice(self.alike(viewer))
        memories = {world.match.memory(viewer) for world in group}
        if len(memories) != 1:
            return f"remembered are {memories}"
        (memory,) = memories
        possible, imagined = defaultdict[State, Fraction](Fraction), defaultdict[State, Fraction](Fraction)
        for world in group:
            possible[world.match.state] += world.weight
        for weight, state in outcomes(lambda chance: self.game.imagine(memory, chance)):
            imagined[state] += weight
        if possible.keys() != imagined.keys():
            return f"{len(possible)} are possible, imagined are {len(imagined)} of {memory}"
        ratio = sum(possible.values()) / sum(imagined.values())
        crooked = [state for state, weight in possible.items() if weight != imagined[state] * ratio]
        return f"imagined too often or too seldom: {crooked[:1]} of {memory}" if crooked else ""


UNDOING: Final = 0.2


@attrs.define(eq=False)
class Walk(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """A walk through all worlds at once: whose moves are those of one world picked by chance."""

    deals: Deals[Move, Event, State, View, Glimpse, Memory, Options]
    random: Random

    def step(self, leave_out: Sequence[Move] = ()) -> bool:
        """Make a move, or take one back now and then. Return whether there was any to make."""
        world = self.random.choice(self.deals.worlds)
        match = world.match
        seats = match.actors
        by = None if world.before is None else match.by
        if by is not None and self.random.random() < UNDOING and match.undoable(by):
            self.deals.undo(by)
        elif seats:
            moves = [move for move in match.legal(seats[0]) if move not in leave_out]
            self.deals.move(seats[0], self.random.choice(moves))
        return bool(seats)
