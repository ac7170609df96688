"""Laws 5 and 6 at every step of a match, for every viewer: `secrecy` and `projection` try samples, this tries all.

After each move, each viewer is compared with itself in other worlds:

- in a state from its own imagination, which must look as the true one does (that is law 6 as well), and in what
  it would see of the next move there;
- in the histories that come of exchanging two places of a shuffle, or of another number drawn. These know
  nothing of `imagine`. Each is made once and looked at by all who can't tell it from the true one, up to where
  something that differs is rightly shown. So many are tried that few steps are left for which there is none.
"""

from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from operator import add
from types import MappingProxyType
from typing import Final, Generic, TypeAlias

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.engine_events import EngineEvent
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.seats import Viewer
from cardkit.testing.comparing import happened, rightly_shown
from cardkit.testing.leaves import apart, differing
from cardkit.testing.report import Breach, Law, LawsBroken, Report
from cardkit.testing.sights import Probe, Sight, faces, glimpse_told, judged, probes_of, undoing
from cardkit.testing.trial import Trial, play_at_random, who
from cardkit.testing.trying import Finding, shortest
from cardkit.testing.worlds import Draw, draws_of, exchanged, glimpsed, remembered, rigged, shown_as

__all__ = ["Watched", "watch"]

EXCHANGES: Final = 40
"""So many in each shuffle, of which most soon come to light."""
SURE: Final = 6
"""So often a state is imagined before it is held to be the only one."""
MORE: Final = 1_000_000
PROBES: Final = 16
"""What a seat whose turn it is tries at each step; all there is comes round."""
IDLE_PROBES: Final = 4
"""How many a seat tries that isn't to move: the engine tells it just that."""
SELDOM: Final = 8
"""At every so many steps the move is taken back, where that is granted; else it is only asked."""
STRIDE: Final = 7
"""By so many the probes move on with each step."""

Sights: TypeAlias = tuple[Sight, ...]


@frozen
class Watched:
    """What was compared, and found equal. `+` adds up several matches."""

    matches: int = 0
    steps: int = 0
    """Each match after its opening, and after each move."""
    looks: int = 0
    """Each step, for each viewer. Each is compared with an imagined state."""
    worlds: int = 0
    """Other histories, by exchange."""
    met: int = 0
    """Looks compared with another history, too."""
    heard: int = 0
    """Looks at which the last move was seen in another world too, an imagined one or another history."""
    certain: int = 0
    """Looks at which the viewer knows all, so that there is no other world."""
    verdicts: int = 0
    """Steps at which it was compared whether the last move can be undone."""
    sights: int = 0
    """Single texts compared, byte by byte."""

    def __add__(self, other: "Watched") -> "Watched":
        return Watched(*map(add, attrs.astuple(self), attrs.astuple(other)))


def watch(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    *,
    seats: int,
    options: Options,
    seed: str,
) -> Watched:
    """Play a match at random and hold laws 5 and 6 for every viewer after every move. `LawsBroken` says where not."""
    trial = play_at_random(game, seats, options, seed)
    if trial.broke_off is not None:
        raise LawsBroken(_report(trial, *trial.broke_off))
    watcher = _Watcher(trial)
    for law, breach in watcher.breaches():
        raise LawsBroken(_report(trial, law, breach))
    return watcher.watched()


def _report(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options], law: Law, breach: Breach
) -> Report:
    broken = shortest([Finding(law, trial, breach)])
    unjudged = frozenset(Law) - {Law.SECRECY, Law.PROJECTION}
    return Report(trial.game.key, 1, len(trial.turns), (len(trial.seats),), broken, unjudged=unjudged)


class _Watcher(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """One match, and what its viewers see of it."""

    def __init__(self, trial: Trial[Move, Event, State, View, Glimpse, Memory, Options]) -> None:
        self.trial = trial
        game, header = trial.game, trial.last.header
        moves = game.moves(header.seats, header.options)
        self.probes: tuple[Probe[Move], ...] = probes_of(moves)
        self.names = tuple(f"P{seat}" for seat in trial.seats)
        self.glimpsed: list[dict[Viewer, tuple[Glimpse | EngineEvent, ...]]] = []
        self.seen: list[dict[Viewer, Sights]] = []
        self.told: list[dict[Viewer, Sights]] = []
        self.judged: set[int] = set()
        self.telling: dict[int, tuple[Glimpse | EngineEvent, Sights]] = {}
        self.memories: list[dict[Viewer, Memory]] = []
        self.met: set[tuple[int, Viewer]] = set()
        self.heard: set[tuple[int, Viewer]] = set()
        self.certain = self.worlds = self.sights = 0

    def watched(self) -> Watched:
        """Return what was done."""
        steps, viewers = len(self.trial.steps), len(self.trial.viewers)
        met, heard = len(self.met), len(self.met | self.heard)
        return Watched(
            1,
            steps,
            steps * viewers,
            self.worlds,
            met,
            heard,
            self.certain,
            len(self.judged),
            self.sights,
        )

    def breaches(self) -> Iterator[tuple[Law, Breach]]:
        """Yield what breaks law 6, and law 5."""
        viewers = self.trial.viewers
        for step, match in enumerate(self.trial.steps):
            self.glimpsed.append({})
            self.memories.append({})
            for viewer in viewers:
                seen = glimpsed(match, viewer)
                memory = self.memories[step - 1][viewer] if step else self.trial.game.blank(viewer)
                self.glimpsed[step][viewer] = seen
                self.memories[step][viewer] = remembered(self.trial.game, memory, seen)
            self.seen.append({viewer: self._seen(match, step, viewer) for viewer in viewers})
            self.told.append({viewer: self._told(self.glimpsed[step][viewer]) for viewer in viewers})
        for viewer in viewers:
            yield from self._imagined(viewer)
        luck = self.trial.chance("throughout")
        for place, draw in enumerate(draws_of(self.trial)):
            for number in range(EXCHANGES if draw.shuffles else 1):
                yield from self._exchanged(draw, luck.at(place * EXCHANGES + number))

    def _told(self, glimpses: tuple[Glimpse | EngineEvent, ...]) -> Sights:
        """Return what is told of these glimpses. What all see is told once."""
        sights = list[Sight]()
        for glimpse in glimpses:
            known = self.telling.get(id(glimpse))
            if known is None or known[0] is not glimpse:
                known = self.telling[id(glimpse)] = (
                    glimpse,
                    (*glimpse_told(self.trial.game, glimpse, self.names),),
                )
            sights += known[1]
        return tuple(sights)

    def _seen(
        self,
        match: Match[Move, Event, State, View, Glimpse, Memory, Options],
        step: int,
        viewer: Viewer,
        documents: Mapping[str, str] = MappingProxyType({}),
    ) -> Sights:
        """Return what the viewer is shown of the match's state, if it is that of this step."""
        number = PROBES if viewer in self.trial.steps[step].actors else IDLE_PROBES
        start = step * STRIDE % len(self.probes)
        probes = (*islice(cycle(self.probes), start, start + number),)
        return tuple(faces(match, viewer, probes, documents))

    def _differing(self, one: Sights, other: Sights) -> tuple[str, str] | None:
        """Return the first thing that differs: its topic, and what it is."""
        self.sights += len(one)
        pairs = zip(one, other, strict=True)
        return next((_apart(mine, theirs) for mine, theirs in pairs if mine != theirs), None)

    def _imagined(self, viewer: Viewer) -> Iterator[tuple[Law, Breach]]:
        """Yield what the viewer imagines from its memory, at each step."""
        game, trial = self.trial.game, self.trial
        luck = trial.chance(f"throughout, imagined by {viewer}")
        for step, match in enumerate(trial.steps):
            memory = self.memories[step][viewer]
            state = game.imagine(memory, luck.at(step))
            (_, _, view), (_, _, document) = self.seen[step][viewer][:2]
            looks = self._seen(attrs.evolve(match, state=state), step, viewer, {view: document})
            differing = self._differing(self.seen[step][viewer], looks)
            if differing is not None:
                topic, reason = differing
                law = Law.SECRECY if topic == "refusal" else Law.PROJECTION
                yield law, Breach(step, f"{who(viewer)}, from memory, would find another {reason}", topic)
            if state == match.state:
                others = (game.imagine(memory, luck.at(step + MORE * time)) for time in range(1, SURE))
                self.certain += all(other == state for other in others)
            if step < len(trial.turns):
                yield from self._next(viewer, step, memory, state)
        if self.memories[-1][viewer] != trial.last.memory(viewer):
            yield (
                Law.PROJECTION,
                Breach(len(trial.turns), f"{who(viewer)}'s memory is no fold of its glimpses"),
            )

    def _next(self, viewer: Viewer, step: int, memory: Memory, state: State) -> Iterator[tuple[Law, Breach]]:
        """Yield the next move, from an imagined state: what it shows that is not as it was, the memory knows of."""
        game, match, turn = self.trial.game, self.trial.steps[step], self.trial.turns[step]
        if turn.move not in game.legal(state, turn.seat):
            return
        true = happened(self.trial.steps[step + 1])
        there = game.decide(state, turn.seat, turn.move, match.chance)
        rightly = rightly_shown(game, viewer, (match.state, memory, true), (state, memory, there))
        for event, other in zip(true, there, strict=False):
            seen, imagined = game.glimpse(event, viewer), game.glimpse(other, viewer)
            if seen != imagined:
                if not rightly:
                    told = differing(seen, imagined, "in truth", "from an imagined state")
                    reason = f"{who(viewer)} is shown another glimpse, unknown to its memory: {told}"
                    yield Law.SECRECY, Breach(step + 1, reason, "glimpse")
                return
            difference = self._differing(self._told((seen,)), self._told((imagined,)))
            if difference is not None:
                yield Law.SECRECY, Breach(step + 1, f"{who(viewer)}: {difference[1]}", difference[0])
        if len(there) != len(true) and not rightly:
            reason = f"sees {len(true)} events or {len(there)}, as cards lie that it can't see"
            yield Law.SECRECY, Breach(step + 1, f"{who(viewer)} {reason}", "glimpse")
        self.heard.add((step + 1, viewer))

    def _exchanged(self, draw: Draw, luck: Chance) -> Iterator[tuple[Law, Breach]]:
        """Yield another history, before the eyes of all who can't tell it from the true one."""
        trial, blind = self.trial, self.trial.viewers
        self.worlds += 1
        for step, other in enumerate(rigged(trial, exchanged(draw, luck))):
            true = trial.steps[step]
            if other is true:
                continue
            same = tuple(one for one in blind if glimpsed(other, one) == self.glimpsed[step][one])
            for viewer in blind:
                if viewer not in same and not self._rightly_shown(step, other, viewer):
                    reason = f"is shown another glimpse with {shown_as(draw)} drawn otherwise"
                    yield (
                        Law.SECRECY,
                        Breach(step, f"{who(viewer)} {reason}, unknown to its memory", "glimpse"),
                    )
            blind = same
            for topic, reason in self._compared(step, other, blind):
                told_of = f"with {shown_as(draw)} drawn otherwise there is a difference in {reason}"
                yield Law.SECRECY, Breach(step, f"{who(blind[0])} has seen the same, yet {told_of}", topic)
            if not blind or (other.state == true.state and other.events == true.events):
                return  # from here on nobody sees what they saw, or it is the true history again

    def _rightly_shown(
        self, step: int, other: Match[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer
    ) -> bool:
        """Return whether the memory knows of the glimpse that differs. Up to here the viewer has seen the same."""
        game, true, before = self.trial.game, self.trial.steps[step], other.previous
        if before is None:
            start = (game.initial, game.initial, game.blank(viewer))
        else:
            start = (self.trial.steps[step - 1].state, before.state, self.memories[step - 1][viewer])
        here, there, memory = start
        one, two = (here, memory, happened(true)), (there, memory, happened(other))
        return rightly_shown(game, viewer, one, two)

    def _compared(
        self,
        step: int,
        other: Match[Move, Event, State, View, Glimpse, Memory, Options],
        blind: tuple[Viewer, ...],
    ) -> Iterator[tuple[str, str]]:
        """Yield what differs for those who should not be able to tell, and haven't been compared at this step."""
        new = [viewer for viewer in blind if (step, viewer) not in self.met]
        if not new:
            return
        differences = list[tuple[str, str] | None]()
        if step not in self.judged:
            self.judged.add(step)
            differences.append(self._differing(*self._judged(step, other)))
        for viewer in new:
            self.met.add((step, viewer))
            mine = (*self.seen[step][viewer], *self.told[step][viewer])
            seen = glimpsed(other, viewer)
            theirs = (*self._seen(other, step, viewer), *self._told(seen))
            differences.append(self._differing(mine, theirs))
        yield from filter(None, differences)

    def _judged(
        self, step: int, other: Match[Move, Event, State, View, Glimpse, Memory, Options]
    ) -> tuple[Sights, Sights]:
        """Return what can be taken back, here and there. Now and then it is done; else a spectator's memory is at hand."""
        true = self.trial.steps[step]
        if step % SELDOM == 0:
            return tuple(undoing(true)), tuple(undoing(other))
        common = self.memories[step - 1][None]
        return tuple(judged(true, common)), tuple(judged(other, common))


def _apart(one: Sight, other: Sight) -> tuple[str, str]:
    topic, what, text = one
    return topic, f"{what}: {apart(text, other[2])}"
