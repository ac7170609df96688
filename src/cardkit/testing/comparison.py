"""Comparing two worlds, as one viewer sees them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from attrs import frozen

from cardkit.game import AnyGame
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit.testing.differences import describe_difference, describe_text_difference
from cardkit.testing.histories import glimpses_of, remember_all
from cardkit.testing.report import Breach
from cardkit.testing.shown_texts import IDLE_PROBES, Probe, ShownText, shown_texts, verdict_texts
from cardkit.testing.trial import game_events, viewer_name

__all__ = ["Look", "World", "compare", "may_see_difference"]


class World:
    """One course of a match.

    Many viewers look at it, or many others are compared with it. So what was seen of it is cached.
    """

    def __init__(self, matches: Iterable[AnyMatch], probes: Sequence[Probe], first: int = 0) -> None:
        self._onward = iter(matches)
        self._matches: list[AnyMatch] = []
        self._probes, self._first = probes, first
        self._memories: list[object] = []
        """The spectator's memory before each match's last move."""
        self._undoing: dict[int, tuple[ShownText, ...]] = {}
        self._shown: dict[tuple[int, Viewer], tuple[ShownText, ...]] = {}

    def match(self, step: int) -> AnyMatch | None:
        """Return the match at that step, or `None` if this world has ended before it."""
        place = step - self._first
        while len(self._matches) <= place:
            following = next(self._onward, None)
            if following is None:
                return None
            self._matches.append(following)
        return self._matches[place]

    def shown(self, step: int, viewer: Viewer) -> tuple[ShownText, ...]:
        """Return what the viewer is shown at that step. Call `match` first: there must be one."""
        if (step, viewer) not in self._shown:
            match = self._matches[step - self._first]
            if step not in self._undoing:
                self._undoing[step] = tuple(verdict_texts(match, self._memory(step)))
            probes = self._probes if viewer in match.actors else self._probes[:IDLE_PROBES]
            seen = shown_texts(match, viewer, probes)
            self._shown[step, viewer] = (*seen, *self._undoing[step])
        return self._shown[step, viewer]

    def _memory(self, step: int) -> object:
        """Return what a spectator remembered before the move that led to that step."""
        known = self._memories
        for match in self._matches[len(known) : step - self._first + 1]:
            before = match.previous
            if before is None:
                known.append(match.game.blank(None))
            elif known:
                seen = glimpses_of(before, None)
                known.append(remember_all(match.game, known[-1], seen))
            else:
                known.append(before.memory(None))
        return known[step - self._first]


@frozen(eq=False)
class Look:
    """A viewer, and how closely to compare what it is shown."""

    viewer: Viewer
    closely: frozenset[int]
    """The steps at which everything is compared. At the others, only glimpses are."""
    first: int = 0
    """The first step at which the worlds are compared."""
    passed_over: tuple[str, ...] = ()
    """The topics whose differences aren't faults of secrecy. The comparison ends at such a difference."""
    may_show: bool = True
    """Whether something hidden may come to light."""
    other_moves: bool = False
    """Whether other moves were made.

    Two moves with unknown cards may be remembered alike. So a memory may miss what comes to light later.
    """


def compare(one: World, other: World, look: Look, how: str) -> Iterator[Breach]:
    """Yield the first difference that the viewer shouldn't be able to see."""
    viewer = viewer_name(look.viewer)
    for step in count(look.first):
        mine, theirs = one.match(step), other.match(step)
        if mine is None or theirs is None:
            return
        seen, others = glimpses_of(mine, look.viewer), glimpses_of(theirs, look.viewer)
        if seen != others:
            if not look.may_show or not (look.other_moves or _accounted_for(mine, theirs, look.viewer)):
                known = ", and its memory doesn't show why" if look.may_show else ""
                shown = f"{viewer} is shown a different glimpse {how}{known}"
                yield Breach(
                    step, f"{shown}: {describe_difference(seen, others, 'in one', 'in the other')}", "glimpse"
                )
            return
        if step not in look.closely:
            continue
        pairs = zip(one.shown(step, look.viewer), other.shown(step, look.viewer), strict=False)
        for (topic, what, text), (_, _, other_text) in pairs:
            if text != other_text:
                if topic in look.passed_over:
                    return
                shown = f"{viewer} has seen the same, but {how} there is a difference in {what}"
                yield Breach(step, f"{shown}: {describe_text_difference(text, other_text)}", topic)
                return


def _accounted_for(mine: AnyMatch, theirs: AnyMatch, viewer: Viewer) -> bool:
    (state, memory), (other_state, other_memory) = _before(mine, viewer), _before(theirs, viewer)
    one, other = (state, memory, game_events(mine)), (other_state, other_memory, game_events(theirs))
    return may_see_difference(mine.game, viewer, one, other)


def may_see_difference(
    game: AnyGame,
    viewer: Viewer,
    one: tuple[object, object, Sequence[object]],
    other: tuple[object, object, Sequence[object]],
) -> bool:
    """Return whether the viewer may see that its glimpses differ.

    It may if its memory shows the first difference, or if both states are equal after it. `one` and `other` each hold
    a state, the viewer's memory there, and the events that followed. Extra events count as a difference too.
    """
    (state, memory, events), (other_state, other_memory, other_events) = one, other
    for event, other_event in zip(events, other_events, strict=False):
        seen, differing = game.glimpse(event, viewer), game.glimpse(other_event, viewer)
        state, other_state = game.evolve(state, event), game.evolve(other_state, other_event)
        memory, other_memory = game.remember(memory, seen), game.remember(other_memory, differing)
        if seen != differing:
            return memory != other_memory or state == other_state
    for event in events[len(other_events) :]:
        state, memory = game.evolve(state, event), game.remember(memory, game.glimpse(event, viewer))
    for event in other_events[len(events) :]:
        seen = game.glimpse(event, viewer)
        other_state, other_memory = game.evolve(other_state, event), game.remember(other_memory, seen)
    return memory != other_memory or state == other_state


def _before(match: AnyMatch, viewer: Viewer) -> tuple[object, object]:
    earlier = match.previous
    if earlier is None:
        return match.game.initial, match.game.blank(viewer)
    return earlier.state, earlier.memory(viewer)
