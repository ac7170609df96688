"""Creating and deleting matches."""

from collections.abc import Callable
from time import time

from attrs import frozen

import cardkit
from cardkit.chance import commitment
from cardkit.options import options_document
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_api.keys import Keys, hash_token, new_id
from cardkit_api.messages import NewMatch
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Commits
from cardkit_api.service.idempotency import Idempotency, keep, replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.seating import Taken, salts_of
from cardkit_api.service.seats import (
    check_name,
    free_chair,
    seat_bots,
    seat_person,
)
from cardkit_api.service.spectators import check_delay
from cardkit_api.service.timing.control import new_timing
from cardkit_api.stores.contract import MatchRow, Store, Written

__all__ = ["Matches"]


@frozen(eq=False)
class Matches:
    """Creates matches, and deletes them."""

    _store: Store
    _cache: MatchCache
    _commits: Commits
    _logs: MatchLogs
    _keys: Keys
    _bots: tuple[str, ...]

    async def create(
        self, new: NewMatch, user: str, idempotency: Idempotency | None, allow: Callable[[], None]
    ) -> tuple[LoadedMatch, Taken]:
        """Create a match. Return it, with the seat that its maker took.

        `allow` is called before a match is made, and may refuse. It isn't called for a repeated request.
        """

        async def attempt() -> Taken | None:
            allow()
            match = new_id()
            info, seat = self._set_up(match, new, user)
            now = time()
            row = MatchRow(
                match=match, revision=0, status="open", public=new.public, created=now, document=""
            )
            loaded = LoadedMatch(row, info)
            taken = Taken(match, seat, salts_of(info))
            result = await self._commits.commit(loaded, info=info, answer=keep(idempotency, 201, taken))
            if not isinstance(result, Written):
                return None
            self._cache.catch_up(self._cache.add(loaded))  # somebody may have joined before it was in memory
            return taken

        taken = (await replayable(self._store, idempotency, Taken, attempt)).value
        loaded = await self._cache.load(taken.match)
        if loaded is None:
            raise HttpRefusal(
                404,
                "no_such_match",
                "the match that was made with this Idempotency-Key was deleted; to make another one, send a new key",
            )
        return loaded, taken

    def _set_up(self, match: str, new: NewMatch, user: str) -> tuple[MatchInfo, Seat | None]:
        check_delay(new.spectators, new.delay)
        salt = new_id()
        seed = self._keys.seed(match, salt)
        trial = cardkit.start(self._logs.game(new.game), new.seats, new.options, seed)
        info = MatchInfo(
            game=new.game,
            options=options_document(trial.header.options),
            chairs=tuple(free_chair(self._keys, match, seat) for seat in range(new.seats)),
            salt=salt,
            key=self._keys.name,
            commitment=commitment(seed),
            owner=hash_token(self._keys.token(match, "owner", salt)),
            watcher=hash_token(self._keys.token(match, "watcher", salt)),
            owner_user=user,
            timing=new_timing(new.clock, new.absence, self._bots),
            takebacks=new.takebacks,
            starts=new.starts,
            spectators=new.spectators,
            delay=new.delay,
        )
        info = seat_bots(info, new.bots, self._bots)
        if new.name is None:
            if new.entropy is not None:
                # The message replaces one that would show the value: entropy is a secret.
                message = "entropy: needs a name too, because it is a player's contribution to the seed"
                raise Invalid("entropy", type(new.entropy), "nothing, unless there is a name too", message)
            return info, None
        if not info.free():
            message = "name: bots take all seats; leave one seat free, or leave the name out"
            raise Invalid("name", new.name, "nothing, when bots take all seats", message)
        seat = info.free()[0]
        info = seat_person(info, seat, new.name, new.entropy, user)
        check_name(info, seat, self._bots)
        return info, seat

    async def delete(self, loaded: LoadedMatch) -> None:
        """Delete the match and everything that is kept of it."""
        await self._store.delete(loaded.row.match, time())
        self._cache.remove(loaded)
