"""The life of a match besides its moves: creating, listing, joining, starting, resigning, deleting."""

import asyncio
from collections.abc import Callable, Iterable
from time import time
from typing import Final, Literal, TypeAlias

import attrs
from attrs import frozen

import cardkit
from cardkit.chance import commitment
from cardkit.clock import Fact
from cardkit.options import options_document
from cardkit.phrases import SAYS
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_api.keys import Keys, hash_token, new_id
from cardkit_api.messages import NewMatch, NewPlayer, NewTerms, Status
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Commits
from cardkit_api.service.idempotency import Idempotency, keep, replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.seats import (
    check_free,
    check_seat_number,
    choose_seat,
    free_chair,
    renew_chair,
    seat_bot,
    seat_bots,
    seat_person,
)
from cardkit_api.service.summary import Summaries, Summary
from cardkit_api.service.timing.control import new_timing
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.stores.contract import MatchRow, Store, Written

__all__ = ["Cursor", "Matches", "Taken", "looks_for"]

Cursor: TypeAlias = tuple[float, str]
"""When the last match of a page was created, and its id."""

_LOOKS: Final = 200
"""The most matches that are looked at for a page of those that are wanted."""
_AT_ONCE: Final = 20
"""Matches that are looked at before other requests have their turn."""


@frozen
class Taken:
    """What is kept of a request about seats. Tokens aren't stored; they follow from these salts and the server's key.

    A seat may have another salt by now, and another holder. So a repeated answer shows the tokens that it showed first.
    """

    match: str
    seat: Seat | None = None
    salts: tuple[str, ...] = ()
    """The salts of the seats, by seat."""


class Matches:
    """Creates matches, and changes who plays in them."""

    def __init__(
        self,
        store: Store,
        cache: MatchCache,
        commits: Commits,
        timekeeper: Timekeeper,
        logs: MatchLogs,
        summaries: Summaries,
        keys: Keys,
        bots: Iterable[str],
    ) -> None:
        self._store = store
        self._cache = cache
        self._commits = commits
        self._timekeeper = timekeeper
        self._logs = logs
        self._summaries = summaries
        self._keys = keys
        self._bots: tuple[str, ...] = (*bots,)
        self._listing = asyncio.Lock()
        """So that one list is made at a time, and those who play never wait for more than a part of one."""

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
            taken = Taken(match, seat, _salts(info))
            result = await self._commits.commit(loaded, info=info, answer=keep(idempotency, 201, taken))
            if not isinstance(result, Written):
                return None
            self._cache.catch_up(self._cache.add(loaded))  # somebody may have joined before it was in memory
            return taken

        taken = (await replayable(self._store, idempotency, Taken, attempt)).value
        loaded = await self._cache.load(taken.match)
        if loaded is None:
            raise HttpRefusal(404, "no_such_match", "the match that was made under this key was deleted")
        return loaded, taken

    def _set_up(self, match: str, new: NewMatch, user: str) -> tuple[MatchInfo, Seat | None]:
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
            timing=new_timing(new, self._bots),
            takebacks=new.takebacks,
            starts=new.starts,
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
        return seat_person(info, seat, new.name, new.entropy, user), seat

    async def list_public(
        self, status: Status, before: Cursor | None, limit: int, game: str = "", seats: int = 0
    ) -> tuple[list[Summary], Cursor | None]:
        """List public matches, newest first. Return them, and the cursor of the next page if there is one.

        List only those of the game, and with that number of seats, if these are given. The page is then made from a
        bounded number of matches, so that it may have few of them or none.
        """
        looks = looks_for(limit, game, seats)
        rows = await self._store.list_matches(status, before, looks + 1)
        found: list[Summary] = []
        looked = 0
        async with self._listing:
            for listed in rows[:looks]:
                looked += 1
                summary = await self._summaries.of(listed)
                if summary is not None and _fits(summary.info, game, seats):
                    found.append(summary)
                if len(found) == limit:
                    break
                if looked % _AT_ONCE == 0:
                    await asyncio.sleep(0)
        last = rows[looked - 1].row if looked < len(rows) else None
        return found, None if last is None else (last.created, last.match)

    async def list_of(
        self, user: str, status: Status | None, before: Cursor | None, limit: int
    ) -> tuple[list[Summary], Cursor | None]:
        """List the matches of a user, newest first. Return them, and the cursor of the next page if there is one."""
        rows = await self._store.list_matches_of(user, status, before, limit + 1)
        summaries = [await self._summaries.of(listed) for listed in rows[:limit]]
        last = rows[limit - 1].row if len(rows) > limit else None
        found = [one for one in summaries if one is not None and user in one.info.people]
        return found, None if last is None else (last.created, last.match)

    def token(self, loaded: LoadedMatch, role: str) -> str:
        """Return a token of the match, for the role `owner` or `watcher`."""
        return self._logs.keys_of(loaded.info).token(loaded.row.match, role, loaded.info.salt)

    def token_of_seat(
        self, loaded: LoadedMatch, taken: Taken, seat: Seat, kind: Literal["seat", "invitation"] = "seat"
    ) -> str:
        """Return the token of a seat, or the invitation to it, as of the request that was kept."""
        salt = taken.salts[seat] if taken.salts else ""
        return self._logs.keys_of(loaded.info).token(loaded.row.match, f"{kind} {seat}", salt)

    async def join(
        self, loaded: LoadedMatch, player: NewPlayer, user: str, idempotency: Idempotency | None
    ) -> Taken:
        """Give a person a seat, and return it."""

        async def attempt() -> Taken | None:
            row = loaded.row
            seat = choose_seat(loaded.info, player, public=row.public, is_open=row.status == "open")
            info = seat_person(loaded.info, seat, player.name, player.entropy, user)
            return await self._write(loaded, info, Taken(row.match, seat, _salts(info)), 201, idempotency)

        return (await replayable(self._store, idempotency, Taken, attempt)).value

    async def free_seat(
        self, loaded: LoadedMatch, seat: Seat, check: Callable[[], None], idempotency: Idempotency | None
    ) -> None:
        """Free a seat before the start. Its token and its invitation end, and its entropy isn't used.

        `check` is called before the change, and may refuse: others may have come first.
        """

        async def attempt() -> Taken | None:
            check()
            row, info = loaded.row, loaded.info
            check_seat_number(info, seat)
            if row.status != "open":
                raise HttpRefusal(409, "match_started", SAYS["match_started, leaving"])
            taken = Taken(row.match, seat)
            if info.chairs[seat].holder == "nobody":
                return taken
            chair = free_chair(self._logs.keys_of(info), row.match, seat)
            return await self._write(loaded, info.with_chair(seat, chair), taken, 204, idempotency)

        await replayable(self._store, idempotency, Taken, attempt)

    async def renew_token(
        self, loaded: LoadedMatch, seat: Seat, check: Callable[[], None], idempotency: Idempotency | None
    ) -> Taken:
        """Give the seat's holder a new token. The old one ends. `check` is as in `free_seat`."""

        async def attempt() -> Taken | None:
            check()
            return await self._renew(loaded, seat, idempotency)

        return (await replayable(self._store, idempotency, Taken, attempt)).value

    async def renew_invitation(
        self, loaded: LoadedMatch, seat: Seat, idempotency: Idempotency | None
    ) -> Taken:
        """Make a new invitation to a free seat. The old one ends."""

        async def attempt() -> Taken | None:
            if loaded.row.status != "open":
                raise HttpRefusal(409, "match_started", SAYS["match_started"])
            check_seat_number(loaded.info, seat)
            check_free(loaded.info, seat)
            return await self._renew(loaded, seat, idempotency)

        return (await replayable(self._store, idempotency, Taken, attempt)).value

    async def _renew(self, loaded: LoadedMatch, seat: Seat, idempotency: Idempotency | None) -> Taken | None:
        match, info = loaded.row.match, loaded.info
        chair = renew_chair(self._logs.keys_of(info), match, seat, info.chairs[seat])
        info = info.with_chair(seat, chair)
        return await self._write(loaded, info, Taken(match, seat, _salts(info)), 201, idempotency)

    async def start(self, loaded: LoadedMatch, bot: str | None, idempotency: Idempotency | None) -> None:
        """Start the match with a bot on each free seat: the one of that name, or the server's first."""

        async def attempt() -> Taken | None:
            check_open(loaded)
            info = loaded.info
            for seat in info.free():
                info = info.with_chair(seat, seat_bot(info.chairs[seat], self._name(bot), self._bots))
            taken = Taken(loaded.row.match)
            return await self._write(loaded, info, taken, 200, idempotency, begin=True)

        await replayable(self._store, idempotency, Taken, attempt)

    async def set_ready(
        self, loaded: LoadedMatch, seat: Seat, ready: bool, idempotency: Idempotency | None
    ) -> None:
        """Note whether the seat's person is ready for the start."""

        async def attempt() -> Taken | None:
            check_open(loaded)
            info, taken = loaded.info, Taken(loaded.row.match, seat)
            chair = attrs.evolve(info.chairs[seat], ready=ready)
            if chair == info.chairs[seat]:
                return taken
            return await self._write(loaded, info.with_chair(seat, chair), taken, 200, idempotency)

        await replayable(self._store, idempotency, Taken, attempt)

    async def change_terms(
        self, loaded: LoadedMatch, terms: NewTerms, idempotency: Idempotency | None
    ) -> None:
        """Change the terms of a match that hasn't started. Nobody is ready then any more."""

        async def attempt() -> Taken | None:
            check_open(loaded)
            taken, info = Taken(loaded.row.match), self._with_terms(loaded, terms)
            if info == loaded.info:
                return taken
            chairs = tuple(attrs.evolve(chair, ready=False) for chair in info.chairs)
            info = attrs.evolve(info, chairs=chairs)
            return await self._write(loaded, info, taken, 200, idempotency)

        await replayable(self._store, idempotency, Taken, attempt)

    def _with_terms(self, loaded: LoadedMatch, terms: NewTerms) -> MatchInfo:
        info = loaded.info
        options = info.options
        if terms.options is not None:
            seed = self._logs.seed(loaded.row.match, info)
            trial = cardkit.start(self._logs.game(info.game), len(info.chairs), terms.options, seed)
            options = options_document(trial.header.options)
        takebacks, starts = terms.takebacks or info.takebacks, terms.starts or info.starts
        return attrs.evolve(info, options=options, takebacks=takebacks, starts=starts)

    async def resign(
        self, loaded: LoadedMatch, seat: Seat, bot: str | None, idempotency: Idempotency | None
    ) -> None:
        """Hand the seat over to a bot for good: the one of that name, or the server's first."""

        async def attempt() -> Taken | None:
            loaded.require_running()
            moment = None if loaded.timed is None else await self._timekeeper.moment(loaded)
            chair = loaded.info.chairs[seat]
            taken = Taken(loaded.row.match, seat)
            if chair.resigned:
                return taken
            chair = attrs.evolve(seat_bot(chair, self._name(bot), self._bots), holder="person", resigned=True)
            info, facts = (
                loaded.info.with_chair(seat, chair),
                () if moment is None else moment.with_bot(seat, chair.bot),
            )
            return await self._write(loaded, info, taken, 200, idempotency, facts)

        await replayable(self._store, idempotency, Taken, attempt)

    async def delete(self, loaded: LoadedMatch) -> None:
        """Delete the match and everything that is kept of it."""
        await self._store.delete(loaded.row.match, time())
        self._cache.remove(loaded)

    def _name(self, bot: str | None) -> str:
        return self._bots[0] if bot is None else bot

    async def _write(
        self,
        loaded: LoadedMatch,
        info: MatchInfo,
        taken: Taken,
        status: int,
        idempotency: Idempotency | None,
        facts: tuple[Fact, ...] = (),
        *,
        begin: bool = False,
    ) -> Taken | None:
        answer = keep(idempotency, status, taken)
        result = await self._commits.commit(loaded, info=info, answer=answer, facts=facts, begin=begin)
        return taken if isinstance(result, Written) else None


def check_open(loaded: LoadedMatch) -> None:
    """Refuse if the match has started."""
    if loaded.row.status != "open":
        raise HttpRefusal(409, "match_started", SAYS["match_started, already"])


def _salts(info: MatchInfo) -> tuple[str, ...]:
    return tuple(chair.salt for chair in info.chairs)


def looks_for(limit: int, game: str, seats: int) -> int:
    """Return the most matches that are looked at for a page of `limit` matches of the game with that many seats."""
    return max(limit, _LOOKS) if game or seats else limit


def _fits(info: MatchInfo, game: str, seats: int) -> bool:
    return game in ("", info.game) and seats in (0, len(info.chairs))
