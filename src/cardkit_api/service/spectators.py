"""What a viewer is shown of a match. No other place decides how much of a match spectators are shown.

A seat is shown the match as it is, and so is everybody if spectators are `public`. Else those without a seat are shown
an older match or none, and of the rest only what was known at the start. What isn't listed here isn't shown to them.
"""

from hashlib import sha256
from typing import Literal

from attrs import frozen

from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit.rejections import Invalid, NotRevealed
from cardkit.seats import Seat, Viewer
from cardkit_api.messages import LONGEST_DELAY, Spectators
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import Chair, MatchInfo, TimingInfo, dump_info
from cardkit_api.service.seats import check_seat_number
from cardkit_api.service.summary import Summary
from cardkit_api.service.timing.timed import Timed
from cardkit_api.stores.contract import MatchRow

__all__ = ["Shown", "check_delay", "for_spectators", "shown_match", "shown_to"]


@frozen(eq=False)
class Shown:
    """A match as a viewer is shown it."""

    row: MatchRow
    info: MatchInfo
    match: AnyMatch | None
    """`None` before the start, and as long as the viewer is shown nothing of the match."""
    whole: bool
    """Whether nothing is withheld from the viewer."""
    timed: Timed | None = None
    """The clock; `None` without one, before the start, and if anything is withheld."""
    closed: Literal["", "no_spectators", "spectators_after"] = ""
    """The code with which the viewer is refused."""

    @property
    def version(self) -> int:
        """The version of the match that is shown; 0 if none is."""
        return 0 if self.match is None else self.match.version

    @property
    def over(self) -> bool:
        """Whether the match that is shown is over."""
        return self.match is not None and not self.match.actors

    @property
    def summary(self) -> Summary:
        """The match from outside."""
        match = self.match
        if match is None:
            return Summary(self.row, self.info, 0, (), None)
        clock = None if self.timed is None else self.timed.status()
        return Summary(self.row, self.info, match.version, match.actors, match.outcome, clock)

    @property
    def mark(self) -> str:
        """What stands in entity tags for all that can change while the version stays."""
        if self.whole:
            return f"{self.row.revision}{self.facts and f'.{self.facts}'}"
        return sha256(f"{self.row.status} {dump_info(self.info)}".encode()).hexdigest()[:20]

    @property
    def facts(self) -> str:
        """What stands in entity tags for the clock; empty without one."""
        return "" if self.timed is None else str(self.timed.clock.facts)

    def require_started(self) -> AnyMatch:
        """Return the match, or refuse if nothing of it is shown."""
        self.check_open()
        if self.match is None:
            raise HttpRefusal(409, "not_started", SAYS["not_started"])
        return self.match

    def require_eyes_of(self, seat: Seat) -> Seat:
        """Return the seat if the viewer may look through its eyes, as all may who may read the log. Else refuse."""
        match = self.require_started()
        if match.actors or self.row.status != "over":
            raise NotRevealed("what others saw is shown when the match is over")
        check_seat_number(self.info, seat)
        return seat

    def check_open(self) -> None:
        """Refuse if the viewer may not watch the match, or not yet."""
        if self.closed == "no_spectators":
            raise HttpRefusal(403, "no_spectators", SAYS["no_spectators"])
        if self.closed == "spectators_after":
            raise HttpRefusal(403, "spectators_after", SAYS["spectators_after"])


def shown_to(viewer: Viewer, loaded: LoadedMatch) -> Shown:
    """Return the match as the viewer is shown it."""
    if viewer is not None or not _withholds(loaded):
        return Shown(loaded.row, loaded.info, loaded.match, whole=True, timed=loaded.timed)
    info = _as_at_the_start(loaded.info)
    match info.spectators:
        case "delayed":
            return Shown(loaded.row, info, _delayed(loaded.match, info.delay), whole=False)
        case "after":
            return Shown(loaded.row, info, None, whole=False, closed="spectators_after")
        case _:
            return Shown(loaded.row, info, None, whole=False, closed="no_spectators")


def shown_match(viewer: Viewer, loaded: LoadedMatch) -> AnyMatch | None:
    """Return the same as `shown_to(viewer, loaded).match`, but faster."""
    if viewer is not None or loaded.info.spectators == "public":
        return loaded.match
    return shown_to(viewer, loaded).match


def for_spectators(summary: Summary) -> Summary:
    """Return what lists show. No log is read for them, so of a match with `delayed` spectators they show no version."""
    row, info = summary.row, summary.info
    if (
        info.spectators == "public"
        or row.status == "open"
        or (row.status == "over" and info.spectators != "none")
    ):
        return summary
    return Summary(row, _as_at_the_start(info), 0, (), None)


def check_delay(spectators: Spectators, delay: int) -> None:
    """Raise `Invalid` unless the number of events goes with what spectators are shown."""
    least, most = (1, LONGEST_DELAY) if spectators == "delayed" else (0, 0)
    if not least <= delay <= most:
        accepted = f"from 1 to {LONGEST_DELAY}" if most else f"0 if spectators are {spectators}"
        raise Invalid("delay", delay, accepted)


def _withholds(loaded: LoadedMatch) -> bool:
    """Return whether something is withheld from those who have no seat."""
    if loaded.info.spectators == "public" or loaded.row.status == "open":
        return False
    if loaded.info.spectators == "none":
        return True
    return loaded.row.status != "over" or loaded.match is None or bool(loaded.match.actors)


def _delayed(match: AnyMatch | None, delay: int) -> AnyMatch | None:
    """Return the match as it was before the last `delay` events. Return `None` if it had no events then."""
    newest = 0 if match is None else match.version - delay
    while match is not None and match.version > newest:
        match = match.previous
    return match


def _as_at_the_start(info: MatchInfo) -> MatchInfo:
    """Return what was known of the match at its start. Everything that may change later is left out."""
    return MatchInfo(
        game=info.game,
        options=info.options,
        chairs=tuple(_as_taken(chair) for chair in info.chairs),
        salt="",
        key="",
        commitment=info.commitment,
        owner="",
        watcher="",
        takebacks=info.takebacks,
        starts=info.starts,
        spectators=info.spectators,
        delay=info.delay,
        timing=info.timing and TimingInfo(control=info.timing.control, absence=info.timing.absence),
    )


def _as_taken(chair: Chair) -> Chair:
    """Return the holder of a seat as of the start. Whether a person has resigned since isn't known then."""
    return Chair(
        holder=chair.holder,
        name=chair.name,
        bot=chair.bot if chair.holder == "bot" else "",
        salt="",
        token="",
        invitation="",
        ready=chair.ready,
    )
