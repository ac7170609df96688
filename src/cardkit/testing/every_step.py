"""Laws 5 and 6 at every step of a match, for every viewer.

`secrecy` and `projection` try samples; this tries everything. After each move, each viewer is compared with itself in
other worlds:

- In a state from its own imagination. It must look like the true one (law 6 too), and the next move there is compared.
- In histories with two places of a shuffle exchanged, or with another number drawn. These don't use `imagine`. Each
  history is made once, for all viewers who can't tell it from the true one, until a difference is rightly shown.
  Enough histories are tried that few steps are left without one.
"""

from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from operator import add
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit.testing.comparison import may_see_difference
from cardkit.testing.differences import describe_difference, describe_text_difference
from cardkit.testing.findings import Finding, shortest
from cardkit.testing.histories import (
    Draw,
    describe_draw,
    draws_of,
    glimpses_of,
    random_exchange,
    remember_all,
    rigged_history,
)
from cardkit.testing.report import Breach, Law, LawReport, LawsBroken
from cardkit.testing.shown_texts import (
    IDLE_PROBES,
    Probe,
    ShownText,
    glimpse_texts,
    probes_of,
    state_texts,
    undo_texts,
    verdict_texts,
)
from cardkit.testing.trial import Trial, game_events, play_at_random, viewer_name

__all__ = ["Watched", "watch"]

EXCHANGES: Final = 40
"""The number of exchanges that are tried in each shuffle. Most of them soon come to light."""
SURE: Final = 6
"""The number of times that a state is imagined before it counts as the only one."""
MORE: Final = 1_000_000
PROBES: Final = 16
"""The number of moves that a seat tries at each step when it is to move. All moves get their turn."""
SELDOM: Final = 8
"""One step in this many really takes the last move back, if that is allowed. The others only ask for the verdict."""
STRIDE: Final = 7
"""The distance by which the tried moves advance from step to step."""

Texts: TypeAlias = tuple[ShownText, ...]


@frozen
class Watched:
    """How much was compared and found equal. `+` adds up several matches."""

    matches: int = 0
    steps: int = 0
    """The match after its opening, and after each move."""
    looks: int = 0
    """One for each step and viewer. Each is compared with an imagined state."""
    worlds: int = 0
    """Other histories, made by exchanges."""
    met: int = 0
    """Looks that were also compared with another history."""
    heard: int = 0
    """Looks at which the last move was also seen in another world: an imagined one, or another history."""
    certain: int = 0
    """Looks at which the viewer knows everything, so no other world is possible."""
    verdicts: int = 0
    """Steps at which the verdict on undoing the last move was compared."""
    texts: int = 0
    """Single texts, compared byte by byte."""

    def __add__(self, other: "Watched") -> "Watched":
        return Watched(*map(add, attrs.astuple(self), attrs.astuple(other)))


def watch(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], *, seats: int, options: Options, seed: str
) -> Watched:
    """Play a random match, and check laws 5 and 6 for every viewer after every move.

    Raise `LawsBroken` at the first breach.
    """
    trial = play_at_random(any_game(game), seats, options, seed)
    if trial.broke_off is not None:
        raise LawsBroken(_report(trial, *trial.broke_off))
    watcher = _Watcher(trial)
    for law, breach in watcher.breaches():
        raise LawsBroken(_report(trial, law, breach))
    return watcher.watched()


def _report(trial: Trial, law: Law, breach: Breach) -> LawReport:
    broken = shortest([Finding(law, trial, breach)])
    unjudged = frozenset(Law) - {Law.SECRECY, Law.PROJECTION}
    return LawReport(trial.game.key, 1, len(trial.turns), (len(trial.seats),), broken, unjudged=unjudged)


class _Watcher:
    """One match, and what its viewers see of it."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        game, header = trial.game, trial.last.header
        moves = game.moves(header.seats, header.options)
        self.probes: tuple[Probe, ...] = probes_of(moves)
        self.names = tuple(f"P{seat}" for seat in trial.seats)
        self.glimpsed: list[dict[Viewer, tuple[object, ...]]] = []
        self.seen: list[dict[Viewer, Texts]] = []
        self.glimpse_texts: list[dict[Viewer, Texts]] = []
        self.judged: set[int] = set()
        self.formatted: dict[int, tuple[object, Texts]] = {}
        self.memories: list[dict[Viewer, object]] = []
        self.met: set[tuple[int, Viewer]] = set()
        self.heard: set[tuple[int, Viewer]] = set()
        self.certain = self.worlds = self.texts = 0

    def watched(self) -> Watched:
        """Return how much was compared."""
        steps, viewers = len(self.trial.steps), len(self.trial.viewers)
        met, heard = len(self.met), len(self.met | self.heard)
        return Watched(
            1, steps, steps * viewers, self.worlds, met, heard, self.certain, len(self.judged), self.texts
        )

    def breaches(self) -> Iterator[tuple[Law, Breach]]:
        """Yield breaches of laws 6 and 5."""
        viewers = self.trial.viewers
        for step, match in enumerate(self.trial.steps):
            self.glimpsed.append({})
            self.memories.append({})
            for viewer in viewers:
                seen = glimpses_of(match, viewer)
                memory = self.memories[step - 1][viewer] if step else self.trial.game.blank(viewer)
                self.glimpsed[step][viewer] = seen
                self.memories[step][viewer] = remember_all(self.trial.game, memory, seen)
            self.seen.append({viewer: self._seen(match, step, viewer) for viewer in viewers})
            glimpsed_here = self.glimpsed[step]
            self.glimpse_texts.append({one: self._glimpse_texts(glimpsed_here[one]) for one in viewers})
        for viewer in viewers:
            yield from self._imagined(viewer)
        luck = self.trial.chance("throughout")
        for place, draw in enumerate(draws_of(self.trial)):
            for number in range(EXCHANGES if draw.shuffles else 1):
                yield from self._exchanged(draw, luck.at(place * EXCHANGES + number))

    def _glimpse_texts(self, glimpses: tuple[object, ...]) -> Texts:
        """Return the texts of these glimpses. A glimpse that several viewers share is formatted once."""
        texts = list[ShownText]()
        for glimpse in glimpses:
            known = self.formatted.get(id(glimpse))
            if known is None or known[0] is not glimpse:
                known = self.formatted[id(glimpse)] = (
                    glimpse,
                    (*glimpse_texts(self.trial.game, glimpse, self.names),),
                )
            texts += known[1]
        return tuple(texts)

    def _seen(
        self, match: AnyMatch, step: int, viewer: Viewer, documents: Mapping[str, str] = MappingProxyType({})
    ) -> Texts:
        """Return what the viewer is shown of the match's state, with the attempts that are due at this step."""
        number = PROBES if viewer in self.trial.steps[step].actors else IDLE_PROBES
        start = step * STRIDE % len(self.probes)
        probes = (*islice(cycle(self.probes), start, start + number),)
        return tuple(state_texts(match, viewer, probes, documents))

    def _differing(self, one: Texts, other: Texts) -> tuple[str, str] | None:
        """Return the topic and a description of the first difference, or `None` if there is none."""
        self.texts += len(one)
        pairs = zip(one, other, strict=True)
        return next((_apart(mine, theirs) for mine, theirs in pairs if mine != theirs), None)

    def _imagined(self, viewer: Viewer) -> Iterator[tuple[Law, Breach]]:
        """Compare each step with a state that the viewer imagines from its memory."""
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
                yield (
                    law,
                    Breach(
                        step,
                        f"{viewer_name(viewer)} would rebuild something else from memory: {reason}",
                        topic,
                    ),
                )
            if state == match.state:
                others = (game.imagine(memory, luck.at(step + MORE * time)) for time in range(1, SURE))
                self.certain += all(other == state for other in others)
            if step < len(trial.turns):
                yield from self._next(viewer, step, memory, state)
        if self.memories[-1][viewer] != trial.last.memory(viewer):
            yield (
                Law.PROJECTION,
                Breach(len(trial.turns), f"{viewer_name(viewer)}'s memory isn't the fold of its glimpses"),
            )

    def _next(self, viewer: Viewer, step: int, memory: object, state: object) -> Iterator[tuple[Law, Breach]]:
        """Compare the next move with the same move in an imagined state. The memory must show any difference."""
        game, match, turn = self.trial.game, self.trial.steps[step], self.trial.turns[step]
        if turn.move not in game.legal(state, turn.seat):
            return
        true = game_events(self.trial.steps[step + 1])
        there = game.decide(state, turn.seat, turn.move, match.chance)
        rightly = may_see_difference(game, viewer, (match.state, memory, true), (state, memory, there))
        for event, other in zip(true, there, strict=False):
            seen, imagined = game.glimpse(event, viewer), game.glimpse(other, viewer)
            if seen != imagined:
                if not rightly:
                    where = describe_difference(seen, imagined, "in truth", "from an imagined state")
                    shown = f"{viewer_name(viewer)} is shown a different glimpse"
                    reason = f"{shown}, and its memory doesn't show why: {where}"
                    yield Law.SECRECY, Breach(step + 1, reason, "glimpse")
                return
            difference = self._differing(self._glimpse_texts((seen,)), self._glimpse_texts((imagined,)))
            if difference is not None:
                yield Law.SECRECY, Breach(step + 1, f"{viewer_name(viewer)}: {difference[1]}", difference[0])
        if len(there) != len(true) and not rightly:
            reason = f"sees {len(true)} events or {len(there)}, depending on cards that it can't see"
            yield Law.SECRECY, Breach(step + 1, f"{viewer_name(viewer)} {reason}", "glimpse")
        self.heard.add((step + 1, viewer))

    def _exchanged(self, draw: Draw, luck: Chance) -> Iterator[tuple[Law, Breach]]:
        """Compare with another history, for all viewers who can't tell it from the true one."""
        trial, blind = self.trial, self.trial.viewers
        self.worlds += 1
        for step, other in enumerate(rigged_history(trial, random_exchange(draw, luck))):
            true = trial.steps[step]
            if other is true:
                continue
            same = tuple(one for one in blind if glimpses_of(other, one) == self.glimpsed[step][one])
            for viewer in blind:
                if viewer not in same and not self._rightly_shown(step, other, viewer):
                    reason = f"is shown a different glimpse with {describe_draw(draw)} drawn differently"
                    yield (
                        Law.SECRECY,
                        Breach(
                            step,
                            f"{viewer_name(viewer)} {reason}, and its memory doesn't show why",
                            "glimpse",
                        ),
                    )
            blind = same
            for topic, reason in self._compared(step, other, blind):
                difference = f"with {describe_draw(draw)} drawn differently there is a difference in {reason}"
                yield (
                    Law.SECRECY,
                    Breach(step, f"{viewer_name(blind[0])} has seen the same, but {difference}", topic),
                )
            if not blind or (other.state == true.state and other.events == true.events):
                return  # nobody sees the same any more, or this is the true history again

    def _rightly_shown(self, step: int, other: AnyMatch, viewer: Viewer) -> bool:
        """Return whether the viewer may see this difference. Up to here it has seen the same."""
        game, true, before = self.trial.game, self.trial.steps[step], other.previous
        if before is None:
            start = (game.initial, game.initial, game.blank(viewer))
        else:
            start = (self.trial.steps[step - 1].state, before.state, self.memories[step - 1][viewer])
        here, there, memory = start
        one, two = (here, memory, game_events(true)), (there, memory, game_events(other))
        return may_see_difference(game, viewer, one, two)

    def _compared(self, step: int, other: AnyMatch, blind: tuple[Viewer, ...]) -> Iterator[tuple[str, str]]:
        """Yield differences for viewers who shouldn't see any, unless they were compared at this step before."""
        new = [viewer for viewer in blind if (step, viewer) not in self.met]
        if not new:
            return
        differences = list[tuple[str, str] | None]()
        if step not in self.judged:
            self.judged.add(step)
            differences.append(self._differing(*self._judged(step, other)))
        for viewer in new:
            self.met.add((step, viewer))
            mine = (*self.seen[step][viewer], *self.glimpse_texts[step][viewer])
            seen = glimpses_of(other, viewer)
            theirs = (*self._seen(other, step, viewer), *self._glimpse_texts(seen))
            differences.append(self._differing(mine, theirs))
        yield from filter(None, differences)

    def _judged(self, step: int, other: AnyMatch) -> tuple[Texts, Texts]:
        """Return whether the last move can be taken back, in both worlds. Now and then, really take it back."""
        true = self.trial.steps[step]
        if step % SELDOM == 0:
            return tuple(undo_texts(true)), tuple(undo_texts(other))
        common = self.memories[step - 1][None]
        return tuple(verdict_texts(true, common)), tuple(verdict_texts(other, common))


def _apart(one: ShownText, other: ShownText) -> tuple[str, str]:
    topic, what, text = one
    return topic, f"{what}: {describe_text_difference(text, other[2])}"
