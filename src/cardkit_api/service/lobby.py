"""What everybody may see of a match besides its events: who sits where, what they agree on, and on what terms."""

from cardkit_api.messages import Lobby, Players, SeatStatus, TakebackStatus, Timing
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.spectators import Shown
from cardkit_api.service.summary import Summary

__all__ = ["lobby_of", "players_of", "seats_of_match", "takeback_of", "timing_of"]


def seats_of_match(info: MatchInfo) -> list[SeatStatus]:
    """Return the holders of all seats."""
    return [
        SeatStatus(seat, chair.holder, chair.name, chair.bot, chair.resigned, chair.is_ready)
        for seat, chair in enumerate(info.chairs)
    ]


def takeback_of(info: MatchInfo, version: int) -> TakebackStatus | None:
    """Return who wants a move back now. A request ends with the next move."""
    asked = info.takeback
    if asked is None or asked.version != version:
        return None
    return TakebackStatus(asked.by, asked.version, [*asked.agreed])


def timing_of(seen: Summary) -> Timing | None:
    """Return the clock of a match, and what its players agree on now. Return `None` if it has none."""
    info = seen.info.timing
    if info is None:
        return None
    pause, replace = (
        agreement if agreement is not None and agreement.version == seen.version else None
        for agreement in (info.pause, info.replace)
    )
    return Timing(
        control=info.control,
        absence=info.absence,
        clock=seen.clock,
        pause=[] if pause is None else [*pause.agreed],
        late=None if replace is None else replace.late,
        replace=[] if replace is None else [*replace.agreed],
    )


def players_of(shown: Shown) -> Players:
    """Return what streams tell of the players of a running match."""
    return Players(seats=seats_of_match(shown.info), takeback=takeback_of(shown.info, shown.version))


def lobby_of(shown: Shown) -> Lobby:
    """Return what streams tell of a match before its start."""
    info = shown.info
    return Lobby(
        status=shown.row.status,
        seats=seats_of_match(info),
        options=info.options,
        takebacks=info.takebacks,
        starts=info.starts,
        spectators=info.spectators,
        delay=info.delay,
        timing=timing_of(shown.summary),
    )
