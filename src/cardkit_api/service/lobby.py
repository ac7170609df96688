"""A match as everybody may see it before its start: who sits where, who is ready, and on what terms they play."""

from cardkit_api.messages import Lobby, SeatStatus
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.spectators import Shown

__all__ = ["lobby_of", "seats_of_match"]


def seats_of_match(info: MatchInfo) -> list[SeatStatus]:
    """Return the holders of all seats."""
    return [
        SeatStatus(seat, chair.holder, chair.name, chair.bot, chair.resigned, chair.is_ready)
        for seat, chair in enumerate(info.chairs)
    ]


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
    )
