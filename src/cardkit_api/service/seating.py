"""Who plays in a match, and on what terms: joining, leaving, tokens, the start, resigning."""

from typing import Literal

import attrs
from attrs import frozen

import cardkit
from cardkit.clock import Fact
from cardkit.options import options_document
from cardkit.phrases import SAYS
from cardkit.seats import Seat
from cardkit_api.messages import NewPlayer, NewTerms
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.commits import Check, Commits, unchecked
from cardkit_api.service.idempotency import Idempotency, keep, replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.seats import (
    check_free,
    check_name,
    check_seat_number,
    choose_seat,
    free_chair,
    renew_chair,
    seat_bot,
    seat_person,
)
from cardkit_api.service.spectators import check_delay
from cardkit_api.service.timing.control import changed_timing
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.stores.contract import Store, Written

__all__ = ["Seating", "Taken", "salts_of"]


@frozen
class Taken:
    """What is kept of a request about seats. Tokens aren't stored; they follow from these salts and the server's key.

    A seat may have another salt by now, and another holder. So a repeated answer shows the tokens that it showed first.
    """

    match: str
    seat: Seat | None = None
    salts: tuple[str, ...] = ()
    """The salts of the seats, by seat."""


@frozen(eq=False)
class Seating:
    """Changes who plays in a match."""

    _store: Store
    _commits: Commits
    _timekeeper: Timekeeper
    _logs: MatchLogs
    _bots: tuple[str, ...]

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
            check_name(info, seat, self._bots)
            return await self._write(loaded, info, Taken(row.match, seat, salts_of(info)), 201, idempotency)

        return (await replayable(self._store, idempotency, Taken, attempt)).value

    async def free_seat(
        self, loaded: LoadedMatch, seat: Seat, check: Check, idempotency: Idempotency | None
    ) -> None:
        """Free a seat before the start. Its token and its invitation end, and its entropy isn't used."""

        async def attempt() -> Taken | None:
            check()
            row, info = loaded.row, loaded.info
            check_seat_number(info, seat)
            if row.status != "open":
                raise HttpRefusal(409, "match_started", SAYS["match_started, leaving"])
            taken = Taken(row.match, seat)
            if info.chairs[seat].holder == "nobody":
                return await self._write(loaded, None, taken, 204, idempotency)
            chair = free_chair(self._logs.keys_of(info), row.match, seat)
            return await self._write(loaded, info.with_chair(seat, chair), taken, 204, idempotency)

        await replayable(self._store, idempotency, Taken, attempt)

    async def renew_token(
        self, loaded: LoadedMatch, seat: Seat, check: Check, idempotency: Idempotency | None
    ) -> Taken:
        """Give the seat's holder a new token. The old one ends."""

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
        return await self._write(loaded, info, Taken(match, seat, salts_of(info)), 201, idempotency)

    async def start(self, loaded: LoadedMatch, bot: str | None, idempotency: Idempotency | None) -> None:
        """Start the match with a bot on each free seat: the one of that name, or the server's first."""

        async def attempt() -> Taken | None:
            _check_open(loaded)
            info = loaded.info
            for seat in info.free():
                info = info.with_chair(seat, seat_bot(info.chairs[seat], self._name(bot), self._bots))
            taken = Taken(loaded.row.match)
            return await self._write(loaded, info, taken, 200, idempotency, begin=True)

        await replayable(self._store, idempotency, Taken, attempt)

    async def set_ready(
        self,
        loaded: LoadedMatch,
        seat: Seat,
        ready: bool,
        idempotency: Idempotency | None,
        check: Check,
    ) -> None:
        """Note whether the seat's person is ready for the start."""

        async def attempt() -> Taken | None:
            _check_open(loaded)
            info, taken = loaded.info, Taken(loaded.row.match, seat)
            chair = attrs.evolve(info.chairs[seat], ready=ready)
            if chair == info.chairs[seat]:
                return taken
            return await self._write(
                loaded, info.with_chair(seat, chair), taken, 200, idempotency, check=check
            )

        await replayable(self._store, idempotency, Taken, attempt)

    async def change_terms(
        self, loaded: LoadedMatch, terms: NewTerms, idempotency: Idempotency | None
    ) -> None:
        """Change the terms of a match that hasn't started. Nobody is ready then any more."""

        async def attempt() -> Taken | None:
            _check_open(loaded)
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
        spectators, delay = terms.spectators or info.spectators, terms.delay
        if delay is None:
            delay = info.delay if spectators == info.spectators else 0
        check_delay(spectators, delay)
        return attrs.evolve(
            info,
            options=options,
            takebacks=takebacks,
            starts=starts,
            spectators=spectators,
            delay=delay,
            timing=changed_timing(info.timing, terms, self._bots),
        )

    async def resign(
        self,
        loaded: LoadedMatch,
        seat: Seat,
        bot: str | None,
        idempotency: Idempotency | None,
        check: Check,
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
            info = loaded.info.with_chair(seat, chair)
            facts = () if moment is None else moment.with_bot(seat, chair.bot)
            return await self._write(loaded, info, taken, 200, idempotency, facts=facts, check=check)

        await replayable(self._store, idempotency, Taken, attempt)

    def _name(self, bot: str | None) -> str:
        return self._bots[0] if bot is None else bot

    async def _write(
        self,
        loaded: LoadedMatch,
        info: MatchInfo | None,
        taken: Taken,
        status: int,
        idempotency: Idempotency | None,
        *,
        begin: bool = False,
        facts: tuple[Fact, ...] = (),
        check: Check = unchecked,
    ) -> Taken | None:
        answer = keep(idempotency, status, taken)
        result = await self._commits.commit(
            loaded, info=info, answer=answer, facts=facts, begin=begin, check=check
        )
        return taken if isinstance(result, Written) else None


def salts_of(info: MatchInfo) -> tuple[str, ...]:
    """Return the salts of the seats, by seat."""
    return tuple(chair.salt for chair in info.chairs)


def _check_open(loaded: LoadedMatch) -> None:
    if loaded.row.status != "open":
        raise HttpRefusal(409, "match_started", SAYS["match_started, already"])
