"""A walk through the histories that one viewer can't tell from the true one."""

from cardkit.chance import SeededChance
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit.testing.histories import (
    UNRIGGED,
    Draw,
    Rig,
    choices_of,
    draws_of,
    glimpses_of,
    places_of,
    rigged_history,
)
from cardkit.testing.trial import Trial

__all__ = ["Exchanges"]


class Exchanges:
    """Exchanges hidden cards and moves, again and again. It keeps an exchange if the viewer's glimpses stay the same.

    A long walk reaches every place where a hidden card may lie. It doesn't use `imagine`.
    """

    def __init__(
        self, trial: Trial, viewer: Viewer, step: int, chance: SeededChance, *, moves: bool = True
    ) -> None:
        self.match: AnyMatch = trial.steps[step]
        """The latest history found, as its match at the walk's step."""
        self.rig: Rig = UNRIGGED
        self.kept: int = 0
        """The number of kept exchanges that changed the state."""
        self._trial, self._viewer, self._step, self._chance = trial, viewer, step, chance
        self._tries = 0
        self._draws = tuple(draw for draw in draws_of(trial) if draw.version < self.match.version)
        choices = choices_of(trial) if moves else ()
        self._choices = tuple(choice for choice in choices if choice.turn < step and viewer in choice.blind)
        self._true = [glimpses_of(match, viewer) for match in trial.steps[: step + 1]]
        self._places = places_of(self._draws)
        self._hidden: dict[Draw, tuple[int, ...]] = dict.fromkeys(self._draws, ())

    def walk(self, tries: int) -> AnyMatch:
        """Try this many exchanges. Return the match of the latest history found."""
        for _ in range(tries if self._draws or self._choices else 0):
            self._tries += 1
            self._try(self._chance.at(self._tries))
        return self.match

    def _try(self, luck: SeededChance) -> None:
        """Try another move one time in four, if there is any. Otherwise try other cards or another number."""
        if self._choices and (not self._draws or not luck.below("move", 4)):
            choice = self._choices[luck.below("choice", len(self._choices))]
            self._keep(self.rig.choose(choice, luck.below("other", choice.size)))
        else:
            self._try_draw(luck)

    def _try_draw(self, luck: SeededChance) -> None:
        """Try to exchange any place with one that is known to be hidden. Now and then try two exchanges at once."""
        rig = self.rig
        draw = self._draw(luck)
        for time in range(1 if luck.below("twice", 4) else 2):
            rig = self._exchanged(rig, draw, luck.at(luck.version * 2 + time))
        if self._keep(rig):
            old, new = self.rig.orders.get(draw.place, range(draw.size)), rig.orders.get(draw.place, ())
            moved = {place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other}
            self._hidden[draw] = tuple(sorted({*self._hidden[draw], *moved}))

    def _keep(self, rig: Rig) -> bool:
        """Continue from this rig if the viewer sees the same under it. Return whether that is so."""
        match = self._unnoticed(rig)
        if match is None:
            return False
        self.kept += match.state != self.match.state
        self.rig, self.match = rig, match
        return True

    def _draw(self, luck: SeededChance) -> Draw:
        """Return the latest shuffle half of the time, because most hidden cards come from it; else any draw."""
        latest = next((draw for draw in reversed(self._draws) if draw.shuffles), None)
        if latest is not None and luck.below("latest", 2):
            return latest
        return self._places[luck.below("draw", len(self._places))]

    def _exchanged(self, rig: Rig, draw: Draw, luck: SeededChance) -> Rig:
        if not draw.shuffles:
            return rig.shift(draw, 1 + luck.below("shift", draw.size - 1))
        first = luck.below("first", draw.size)
        hidden = self._hidden[draw] if luck.below("hidden", 4) else ()
        among = [place for place in hidden or range(draw.size) if place != first]
        return rig.exchange(draw, first, among[luck.below("second", len(among))]) if among else rig

    def _unnoticed(self, rig: Rig) -> AnyMatch | None:
        """Return the match at the walk's step under the rig, or `None` if the viewer has seen a difference by then."""
        step = -1
        for step, match in enumerate(rigged_history(self._trial, rig)):
            true = self._trial.steps[step]
            if match is not true and glimpses_of(match, self._viewer) != self._true[step]:
                return None
            if step == self._step:
                return match
        return None
