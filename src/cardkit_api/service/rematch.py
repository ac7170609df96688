"""The next match of the same players: it is made as soon as all of them want it."""

from collections.abc import Iterable
from time import time

import attrs

from cardkit.chance import commitment
from cardkit.phrases import SAYS
from cardkit.seats import Seat
from cardkit_api.keys import Keys, hash_token, new_id
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Check, Commits
from cardkit_api.service.idempotency import replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import Chair, MatchInfo, NextMatch, Role
from cardkit_api.service.moves import check_not_resigned
from cardkit_api.service.seats import free_chair
from cardkit_api.stores.contract import MatchRow, Store, Written

__all__ = ["Rematches", "plays_again", "seat_in_next", "who_must_agree"]


def who_must_agree(info: MatchInfo) -> tuple[Seat, ...]:
    """Return the seats of people. Those for whom a bot plays, because they resigned or were late, aren't waited for."""
    return tuple(seat for seat, chair in enumerate(info.chairs) if not chair.played_by_bot)


def plays_again(info: MatchInfo, seat: Seat) -> bool:
    """Return whether the seat's person plays the next match. Who was late does if they agreed before it was planned."""
    return not info.chairs[seat].played_by_bot or seat in info.rematch


def seat_in_next(info: MatchInfo, seat: Seat) -> Seat:
    """Return where the player of a seat sits in the next match: one seat further down. So the first seat goes round."""
    return (seat - 1) % len(info.chairs)


@attrs.frozen(eq=False)
class Rematches:
    """Makes the next match of the same players.

    What it follows from is written into the old match first. So if the server is killed in between, the next request
    makes the same match, and never two.
    """

    _store: Store
    _cache: MatchCache
    _commits: Commits
    _logs: MatchLogs
    _keys: Keys

    async def agree(self, loaded: LoadedMatch, seat: Seat, agreed: bool, check: Check) -> None:
        """Note whether the seat's person wants a rematch. Make it if all people do."""

        async def attempt() -> bool | None:
            if loaded.row.status != "over":
                raise HttpRefusal(409, "not_over", SAYS["not_over"])
            check_not_resigned(loaded, seat)
            info = loaded.info
            if info.next is not None:
                if not agreed:
                    raise HttpRefusal(409, "match_started", SAYS["match_started, already"])
                return True
            wanted = {*info.rematch, seat} if agreed else {*info.rematch} - {seat}
            after = attrs.evolve(info, rematch=tuple(sorted(wanted)))
            if agreed and wanted.issuperset(who_must_agree(info)):
                after = attrs.evolve(after, next=self._plan(info))
            if after == info:
                return True
            result = await self._commits.commit(loaded, info=after, check=check)
            return True if isinstance(result, Written) else None

        await replayable(self._store, None, bool, attempt)
        await self._make(loaded)

    async def next_of(self, loaded: LoadedMatch) -> LoadedMatch | None:
        """Return the next match, or `None` if there is none, or if it was deleted."""
        following = loaded.info.next
        return None if following is None else await self._cache.load(following.match)

    def token(self, info: MatchInfo, role: Role, seat: Seat | None) -> str | None:
        """Return the token of the next match for somebody with this role in the old one, as of its beginning.

        A player who has resigned only watches.
        """
        following = info.next
        if following is None:
            return None
        keys = self._logs.named_keys(following.key)
        if role == "seat" and seat is not None and plays_again(info, seat):
            there = seat_in_next(info, seat)
            return keys.token(following.match, f"seat {there}", following.salts[there])
        return keys.token(following.match, "owner" if role == "owner" else "watcher", following.salt)

    def _plan(self, info: MatchInfo) -> NextMatch:
        salts = tuple(new_id() for _ in info.chairs)
        return NextMatch(new_id(), new_id(), salts, self._keys.name)

    async def _make(self, loaded: LoadedMatch) -> None:
        """Make the planned match, unless it was made. It isn't made twice: it would deal the same cards again."""
        following = loaded.info.next
        if following is None or following.made:
            return
        made = self._new_match(loaded, following)
        if isinstance(await self._commits.commit(made, info=made.info), Written):
            self._cache.catch_up(self._cache.add(made))

        async def attempt() -> bool | None:
            if loaded.info.next is None or loaded.info.next.made:
                return True
            info = attrs.evolve(loaded.info, next=attrs.evolve(loaded.info.next, made=True))
            return True if isinstance(await self._commits.commit(loaded, info=info), Written) else None

        await replayable(self._store, None, bool, attempt)

    def _new_match(self, loaded: LoadedMatch, following: NextMatch) -> LoadedMatch:
        info, match, salt = loaded.info, following.match, following.salt
        keys = self._logs.named_keys(following.key)
        info = attrs.evolve(
            info,
            chairs=tuple(self._chairs(keys, info, following)),
            salt=salt,
            key=following.key,
            commitment=commitment(keys.seed(match, salt)),
            owner=hash_token(keys.token(match, "owner", salt)),
            watcher=hash_token(keys.token(match, "watcher", salt)),
            takeback=None,
            timing=None if info.timing is None else attrs.evolve(info.timing, pause=None, replace=None),
            webhook=None,
            seed=None,
            outcome=None,
            header="",
            rematch=(),
            next=None,
        )
        public = loaded.row.public
        row = MatchRow(match=match, revision=0, status="open", public=public, created=time(), document="")
        return LoadedMatch(row, info)

    def _chairs(self, keys: Keys, info: MatchInfo, following: NextMatch) -> Iterable[Chair]:
        for seat, salt in enumerate(following.salts):
            last = (seat + 1) % len(info.chairs)
            before = info.chairs[last]
            chair = free_chair(keys, following.match, seat, salt)
            if plays_again(info, last):
                yield attrs.evolve(chair, holder="person", name=before.name, user=before.user)
            else:
                yield attrs.evolve(chair, holder="bot", bot=before.bot)
