"""The house where matches are played: everything the server does, without any HTTP.

It asks the library to judge and the store to keep. A move is decided on what is in memory, and counts once the
store has it; when another process was faster, what it wrote is read and the move is decided anew.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import time
from typing import Final, TypeVar

import attrs
import msgspec

import cardkit
from cardkit.chance import commitment
from cardkit.documents import glimpse_documents, move_of
from cardkit.game import AnyGame, Json, Language
from cardkit.log import header_without_seed, lines_since, seal_of
from cardkit.match import AnyMatch
from cardkit.options import options_document
from cardkit.rejections import CardkitError, Invalid, Rejected, WireError
from cardkit.seats import Seat
from cardkit_api.background import Background
from cardkit_api.following import Following
from cardkit_api.keys import Keys, hashed, new_id
from cardkit_api.limits import Limits
from cardkit_api.live import Live
from cardkit_api.messages import Moved, NewMatch, NewPlayer, Undone, events_of
from cardkit_api.once import Once
from cardkit_api.problems import Trouble, busy, stale, traced, undo_too_slow
from cardkit_api.seating import new_chair, seat_for, seated, with_bot, with_bots
from cardkit_api.store import (
    Answer,
    Change,
    Record,
    Repeated,
    Stale,
    Status,
    Store,
    StoreDown,
    Written,
)
from cardkit_api.tables import Table, Takeback, written_table
from cardkit_api.thinking import MakeBot, chosen

__all__ = ["House"]

T = TypeVar("T")

_log: Final = logging.getLogger("cardkit_api")

_TRIES: Final = 20
"""How often a change is tried again because somebody else's came first."""
_ROUND: Final = 60.0
"""Seconds between rounds of the housekeeper."""


class House:
    """All matches of one store, played by the rules of these games."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        keys: Keys,
        limits: Limits,
        bots: Mapping[str, MakeBot],
    ) -> None:
        self.store = store
        self.games = games
        self.keys = keys
        self.limits = limits
        self.bots = bots
        """The bots that clients may ask for, by name; the first one takes over from who resigns."""
        self.background: Background = Background()
        self.following: Following = Following(
            store, games, keys, limits.live_matches, self.background, self._rouse
        )
        self.thinkers: asyncio.Semaphore = asyncio.Semaphore(2)
        self.judges: ThreadPoolExecutor = ThreadPoolExecutor(2, "cardkit undo")
        """A question of undoing that takes too long holds up no others than such."""
        self.moves_played: int = 0

    # --- opening and closing

    async def open(self) -> None:
        """Open the store, and go on with what a former process left undone."""
        await self.store.open(self.following.woken)
        self.background.spawn(self._keep_house())

    async def close(self) -> None:
        """Stop thinking, tell those who wait, and close the store."""
        self.following.dismiss()
        await self.background.stop()
        await self.following.stop()
        self.judges.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def _keep_house(self) -> None:
        """Rouse bots that nobody roused, and remove what is too old; round after round."""
        while True:
            try:
                for match in await self.store.due(1000):
                    await self._rouse_in(match)
                now = time()
                await self.store.forget(now - self.limits.keep_answers)
                since = now - self.limits.keep_idle
                for match in await self.store.idle(since, 100):
                    await self.store.delete(match, now, idle_since=since)
            except StoreDown:
                pass  # the next round tries again; readiness tells when the store is down
            except Exception as error:
                _log.error("the housekeeper failed: %s", traced(error))
            await asyncio.sleep(_ROUND)

    async def _rouse_in(self, match: str) -> None:
        try:
            live = await self.following.live(match)
        except StoreDown:
            raise
        except (CardkitError, Trouble):
            return  # of a game, or made with a key, that this server doesn't have
        except Exception as error:
            _log.error("a match could not be read: %s", traced(error))
            return
        if live is not None:
            self._rouse(live)

    # --- writing

    async def _write(self, live: Live, change: Change) -> Written | Stale | Repeated:
        live.writing = change.upto
        try:
            return await self.store.write(change)
        except Exception:
            self.following.catch_up(live)  # it may have been written all the same
            raise
        except asyncio.CancelledError:
            self.following.lose(live)
            raise
        finally:
            live.writing = 0

    async def _append(
        self,
        live: Live,
        before: AnyMatch,
        after: AnyMatch,
        answer: Answer | None = None,
    ) -> Written | Stale | Repeated:
        """Write what came after `before`, which is what the match in memory was when it was decided."""
        seal = live.seal
        lines = lines_since(after, before.version, seal)
        table, record = live.table, None
        if not after.actors:
            table = attrs.evolve(table, seed=after.revealed)
            record = self._record(live.record, table, "over")
        change = Change(
            match=live.record.match,
            record=record,
            after=before.version,
            upto=after.version,
            lines=lines,
            answer=answer,
            now=time(),
        )
        result = await self._write(live, change)
        if isinstance(result, Written):
            self.moves_played += 1
            if record is not None and record.revision > live.record.revision:
                live.record, live.table = record, table
            if after.version > live.version:
                live.match, live.seal = after, seal_of(lines)
            live.wake()
            self._rouse(live)
        else:
            await self.following.refresh(live)
        return result

    async def _replace(
        self, live: Live, table: Table, answer: Answer | None = None
    ) -> Written | Stale | Repeated:
        """Write another table in the place of the one in memory; once all seats are taken, the match starts."""
        status: Status = live.record.status
        lines, opened = "", live.match
        if status == "open" and not table.free():
            status = "running"
            table, opened, lines = self._opening(live.record.match, table)
        record = self._record(live.record, table, status)
        upto = opened.version if opened is not None and lines else 0
        change = Change(
            match=live.record.match, record=record, upto=upto, lines=lines, answer=answer, now=time()
        )
        result = await self._write(live, change)
        if isinstance(result, Written):
            if record.revision > live.record.revision:
                live.record, live.table = record, table
            if lines and live.match is None:
                live.match, live.seal = opened, seal_of(lines)
            live.wake()
            self._rouse(live)
        else:
            await self.following.refresh(live)
            if live.gone:
                raise Trouble(404, "no_such_match", "the match is gone")
        return result

    def _record(self, before: Record, table: Table, status: Status) -> Record:
        return attrs.evolve(
            before,
            revision=before.revision + 1,
            status=status,
            due=status == "running" and any(chair.played_by_bot for chair in table.chairs),
            document=written_table(table),
        )

    def _opening(self, match: str, table: Table) -> tuple[Table, AnyMatch, str]:
        """The match at its start, the table with its log's first line, and the lines after it."""
        entropy = {
            seat: chair.entropy for seat, chair in enumerate(table.chairs) if chair.entropy is not None
        }
        seed = self.following.seed(match, table)
        game = self.following.game(table.game)
        opened = cardkit.start(game, len(table.chairs), options_of(table), seed, entropy)
        return attrs.evolve(table, header=header_without_seed(opened)), opened, lines_since(opened)

    # --- the life of a match

    async def create(self, new: NewMatch, user: str, once: Once | None) -> tuple[Live, Seat | None]:
        """A new match, and the seat that its maker took."""
        if once is not None and (answer := await self.store.answer(once.scope, once.key)):
            return await self._created_before(once.check(answer))
        match, salt = new_id(), new_id()
        seed = self.keys.seed(match, salt)
        game = self.following.game(new.game)
        trial = cardkit.start(game, new.seats, new.options, seed)
        chairs = tuple(new_chair(self.keys, match, seat) for seat in range(new.seats))
        table = Table(
            game=new.game,
            options=options_document(trial.header.options),
            chairs=chairs,
            salt=salt,
            key=self.keys.name,
            commitment=commitment(seed),
            owner=hashed(self.keys.token(match, "owner", salt)),
            watcher=hashed(self.keys.token(match, "watcher", salt)),
            owner_user=user,
        )
        table = with_bots(table, new.bots, self.bots)
        seat: Seat | None = None
        if new.name is not None:
            if not table.free():
                raise Invalid("name", new.name, "nothing, when bots take all seats")
            seat = table.free()[0]
            table = seated(table, seat, new.name, new.entropy, user)
        elif new.entropy is not None:
            raise Invalid("entropy", type(new.entropy), "nothing, unless there is a name too")
        now = time()
        status: Status = "open"
        opened, lines = None, ""
        if not table.free():
            status = "running"
            table, opened, lines = self._opening(match, table)
        nobody = Record(
            match=match, revision=0, status="open", public=new.public, due=False, created=now, document=""
        )
        record = self._record(nobody, table, status)
        body = json.dumps({"match": match, "seat": seat})
        change = Change(
            match=match,
            record=record,
            upto=0 if opened is None else opened.version,
            lines=lines,
            answer=None if once is None else once.answer(201, body, now),
            now=now,
        )
        result = await self.store.write(change)
        if isinstance(result, Repeated) and once is not None:
            return await self._created_before(once.check(result.answer))
        if not isinstance(result, Written):
            raise StoreDown("a new match could not be written")
        live = self.following.lives.add(Live(record, table, opened, seal_of(lines) if lines else ""))
        self._rouse(live)
        self.following.catch_up(live)  # somebody else may have joined before it was in memory
        return live, seat

    async def _created_before(self, answer: Answer) -> tuple[Live, Seat | None]:
        document = json.loads(answer.body)
        live = await self.following.live(document["match"])
        if live is None:
            raise Trouble(404, "no_such_match", "the match that was made under this key is gone")
        return live, document["seat"]

    def token(self, live: Live, role: str) -> str:
        """A token of the match: of its `owner`, of a `watcher`, of `seat N`, or the `invitation N` to it."""
        match, table = live.record.match, live.table
        _, _, number = role.partition(" ")
        salt = table.chairs[int(number)].salt if number else table.salt
        return self.keys.token(match, role, salt)

    async def join(self, live: Live, player: NewPlayer, user: str, once: Once | None) -> Seat:
        """Somebody takes a seat; the seat that they have now."""
        for _ in range(_TRIES):
            if once is not None and (answer := await self.store.answer(once.scope, once.key)):
                return int(json.loads(once.check(answer).body)["seat"])
            record = live.record
            seat = seat_for(live.table, player, public=record.public, is_open=record.status == "open")
            table = seated(live.table, seat, player.name, player.entropy, user)
            answer = None if once is None else once.answer(201, json.dumps({"seat": seat}), time())
            if isinstance(await self._replace(live, table, answer), Written):
                return seat
        raise busy()

    async def start(self, live: Live, name: str | None, once: Once | None) -> None:
        """Start the match, with this bot on every seat that is free; with the first bot, if none is named."""
        name = next(iter(self.bots)) if name is None else name
        for _ in range(_TRIES):
            if once is not None and (answer := await self.store.answer(once.scope, once.key)):
                once.check(answer)
                return
            if live.record.status != "open":
                raise Trouble(409, "match_started", "the match has started already")
            table = live.table
            for seat in table.free():
                table = table.with_chair(seat, with_bot(table.chairs[seat], name, self.bots))
            kept = None if once is None else once.answer(200, "", time())
            if isinstance(await self._replace(live, table, kept), Written):
                return
        raise busy()

    async def resign(self, live: Live, seat: Seat, name: str | None, once: Once | None) -> None:
        """Leave the seat to a bot, for good: to the first one, if none is named."""
        name = next(iter(self.bots)) if name is None else name
        for _ in range(_TRIES):
            if once is not None and (answer := await self.store.answer(once.scope, once.key)):
                once.check(answer)
                return
            self.running(live)
            chair = live.table.chairs[seat]
            if chair.resigned:
                return
            taken_over = with_bot(chair, name, self.bots)
            chair = attrs.evolve(taken_over, holder="person", resigned=True)
            kept = None if once is None else once.answer(200, "", time())
            if isinstance(await self._replace(live, live.table.with_chair(seat, chair), kept), Written):
                return
        raise busy()

    async def delete(self, live: Live) -> None:
        """Remove the match and all that is kept of it."""
        await self.store.delete(live.record.match, time())
        self.following.vanished(live)

    def running(self, live: Live) -> AnyMatch:
        """The match, if it has started and isn't over."""
        match = self.started(live)
        if not match.actors:
            raise Rejected("match_over", "the match is over: nobody moves any more")
        return match

    def started(self, live: Live) -> AnyMatch:
        """The match, if it has started."""
        if live.match is None:
            raise Trouble(409, "not_started", "the match hasn't started: seats are free")
        return live.match

    # --- moves

    async def play(
        self, live: Live, seat: Seat, given: Json, expect: int | None, once: Once | None, language: Language
    ) -> Moved | Answer:
        """Play a move; what the mover saw of it, or what the same request was answered before."""
        for _ in range(_TRIES):
            match = self.started(live)
            if expect is not None and expect > match.version:
                await self.following.refresh(live, moves_only=True)
                match = self.started(live)
            try:
                _check_fresh(match, seat, expect)
                _not_resigned(live, seat)
                after = match.play(_meant(match, given), seat)
            except (CardkitError, Trouble):
                if once is not None and (answer := await self.store.answer(once.scope, once.key)):
                    return once.check(answer)
                raise
            names = live.table.names
            seen = glimpse_documents(after, seat, match.version, language, names)
            moved = Moved(after.version, events_of(seen))
            kept = None if once is None else once.answer(200, msgspec.json.encode(moved).decode(), time())
            result = await self._append(live, match, after, kept)
            if isinstance(result, Written):
                return moved
            if isinstance(result, Repeated) and once is not None:
                return once.check(result.answer)
            if live.gone:
                raise Trouble(404, "no_such_match", "the match is gone")
        raise busy()

    async def undo(
        self, live: Live, seat: Seat, of: Seat, expect: int | None, once: Once | None
    ) -> Undone | Answer:
        """Take the last move of a seat back: at once where nobody has learned from it, else when all agree."""
        for _ in range(_TRIES):
            if once is not None and (answer := await self.store.answer(once.scope, once.key)):
                return once.check(answer)
            await self.following.refresh(live)  # others may just have asked or agreed elsewhere
            match = self.running(live)
            _check_fresh(match, seat, expect)
            _not_resigned(live, seat)
            if not 0 <= of < len(live.table.chairs):
                raise Invalid("of", of, f"a seat from 0 to {len(live.table.chairs) - 1}")
            verdict = await self._judged(partial(match.undoable, of))
            agreed = () if verdict and of == seat else self._agreed(live, match, seat, of)
            missing = [other for other in range(len(live.table.chairs)) if agreed and other not in agreed]
            after = match if missing else await self._judged(partial(match.undo, of, agreed))
            undone = Undone(not missing, after.version, verdict.reason, missing)
            kept = None if once is None else once.answer(200, msgspec.json.encode(undone).decode(), time())
            if missing:
                takeback = Takeback(of, match.version, agreed)
                result = await self._replace(live, attrs.evolve(live.table, takeback=takeback), kept)
            else:
                result = await self._append(live, match, after, kept)
            if isinstance(result, Written):
                return undone
        raise busy()

    async def _judged(self, question: Callable[[], T]) -> T:
        """Return the answer to a question of undoing, in a thread; a problem if it takes too long."""
        seconds = self.limits.undo_seconds
        asked = asyncio.get_running_loop().run_in_executor(self.judges, question)
        try:
            return await asyncio.wait_for(asked, seconds)
        except TimeoutError:
            raise undo_too_slow(seconds) from None

    def _agreed(self, live: Live, match: AnyMatch, seat: Seat, of: Seat) -> tuple[Seat, ...]:
        """Who agrees so far, this seat included; bots always do."""
        if match.last_of(of, among_others=True) is None:
            raise Rejected("not_undoable", f"seat {of} has no move to take back")
        asked = live.table.takeback
        if asked is None or asked.version != match.version or asked.by != of:
            if of != seat:
                raise Rejected("not_undoable", f"seat {of} hasn't asked to take its move back")
            asked = None
        bots = {other for other, chair in enumerate(live.table.chairs) if chair.played_by_bot}
        return tuple(sorted({seat, *bots, *(asked.agreed if asked else ())}))

    # --- bots

    def _rouse(self, live: Live) -> None:
        """Let a bot that is to move think."""
        if live.record.due and live.thinking is None and self._bot_to_move(live) is not None:
            live.thinking = self.background.spawn(self._think(live))

    def _bot_to_move(self, live: Live) -> Seat | None:
        if live.match is None or live.gone or live.lost:
            return None
        chairs = live.table.chairs
        return next((seat for seat in live.match.actors if chairs[seat].played_by_bot), None)

    async def _think(self, live: Live) -> None:
        """Move for bots until a person is to move."""
        try:
            while (seat := self._bot_to_move(live)) is not None and live.match is not None:
                match = live.match
                name = live.table.chairs[seat].bot
                async with self.thinkers:
                    move = await asyncio.to_thread(
                        chosen, self.bots, name, match, seat, self.limits.bot_seconds
                    )
                now = live.match  # a person may have moved meanwhile
                try:
                    after = now.play(move, seat, match.version)
                except Rejected as refusal:
                    if refusal.code != "stale_version":
                        raise
                    continue
                await self._append(live, now, after)
        except (StoreDown, Trouble):
            pass  # the housekeeper rouses it again
        except Exception as error:  # the game's own: nobody can move there, and others play on
            _log.error("a bot could not move: %s", traced(error))
        finally:
            live.thinking = None


def options_of(table: Table) -> dict[str, object]:
    """The options as the library takes them."""
    return dict(table.options)


def _meant(match: AnyMatch, given: Json) -> object:
    """The move that is meant. What is wrong in it is said by its place in the request."""
    try:
        return move_of(match, given)
    except WireError as error:
        raise WireError(error.message, f"$.move{error.path.removeprefix('$')}") from None


def _check_fresh(match: AnyMatch, seat: Seat, expect: int | None) -> None:
    try:
        if expect is not None:
            match.check_fresh(seat, expect)
    except Rejected as refusal:
        raise stale(str(refusal), match.version) from None


def _not_resigned(live: Live, seat: Seat) -> None:
    if live.table.chairs[seat].resigned:
        raise Trouble(409, "resigned", "this seat was left to a bot")
