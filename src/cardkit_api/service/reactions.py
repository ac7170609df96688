"""What players say to each other, from a closed set. It is told to those who listen, and never stored."""

from time import monotonic
from typing import Final

from cardkit.language import Language
from cardkit.phrases import SAYS
from cardkit.rejections import Rejected
from cardkit.seats import Seat
from cardkit_api.limits import RateLimiter
from cardkit_api.messages import Reaction, ReactionKey
from cardkit_api.problems import too_many
from cardkit_api.service.events import in_words
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.moves import check_not_resigned
from cardkit_api.stores.contract import Store

__all__ = ["Reactions"]

_RATE: Final = 0.5
"""Reactions of a seat in a second, in the long run."""

_BURST: Final = 3
"""Reactions of a seat at once."""


class Reactions:
    """Tells what players say to all streams that ask for it, in this process and in others."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._limiter = RateLimiter(_RATE, _BURST, monotonic)

    async def react(
        self, loaded: LoadedMatch, seat: Seat, reaction: ReactionKey, language: Language
    ) -> Reaction:
        """Say it on behalf of the seat, and return it. Refuse if the seat has said too much lately."""
        match = loaded.row.match
        if loaded.row.status == "over":
            raise Rejected("match_over", SAYS["match_over"])
        check_not_resigned(loaded, seat)
        wait = self._limiter.wait(f"{match} {seat}")
        if wait:
            raise too_many(wait, "too_many_reactions")
        await self._store.tell([(match, f"{seat} {reaction}")])
        loaded.add_reaction(seat, reaction)
        return in_words(seat, reaction, language)
