"""Playing moves."""

from cardkit.clock import Fact
from cardkit.documents import move_of
from cardkit.game import Json, Language
from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit.rejections import Rejected, WireError
from cardkit.seats import Seat
from cardkit_api.messages import Moved
from cardkit_api.problems import HttpRefusal, stale
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Check, Commits, unchecked
from cardkit_api.service.events import seen_events
from cardkit_api.service.idempotency import Idempotency, Result, keep, replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.stores.contract import Store, Written

__all__ = ["Moves", "check_fresh", "check_not_resigned", "read_move"]


class Moves:
    """Plays the moves of people. The library judges them on the match in memory; they count once they are on disk."""

    def __init__(self, store: Store, cache: MatchCache, commits: Commits, timekeeper: Timekeeper) -> None:
        self._store = store
        self._cache = cache
        self._commits = commits
        self._timekeeper = timekeeper

    async def play(
        self,
        loaded: LoadedMatch,
        seat: Seat,
        given: Json,
        expect: int | None,
        idempotency: Idempotency | None,
        language: Language,
        check: Check = unchecked,
    ) -> Result[Moved]:
        """Play a move, and return what the mover saw of it. `expect` is the version that the mover saw before."""

        async def attempt() -> Moved | None:
            match = loaded.require_started()
            if expect is not None and expect > match.version:
                await self._cache.reach(loaded, expect)
                match = loaded.require_started()
            facts: tuple[Fact, ...] = ()
            moment = None
            if loaded.timed is not None:
                check_not_resigned(loaded, seat)
                moment = await self._timekeeper.turn(loaded, seat)
                match = loaded.require_started()
            check_fresh(match, seat, expect)
            check_not_resigned(loaded, seat)
            after = match.play(read_move(match, given), seat)
            seen = seen_events(after, seat, match.version, language, loaded.info.names)
            clock = None
            if moment is not None and loaded.timed is not None:
                facts = moment.with_move(seat, after)
                clock = loaded.timed.after(facts).status(moment.now)
            moved = Moved(after.version, [*after.actors], seen, clock)
            answer = keep(idempotency, 200, moved)
            result = await self._commits.commit(
                loaded, before=match, after=after, answer=answer, facts=facts, check=check
            )
            return moved if isinstance(result, Written) else None

        return await replayable(self._store, idempotency, Moved, attempt, eager=True)


def check_fresh(match: AnyMatch, seat: Seat, expect: int | None) -> None:
    """Refuse if what the seat saw at that version has changed."""
    try:
        if expect is not None:
            match.check_fresh(seat, expect)
    except Rejected as rejected:
        raise stale(rejected, match.version) from None


def check_not_resigned(loaded: LoadedMatch, seat: Seat) -> None:
    """Refuse if a bot has taken the seat over."""
    if loaded.info.chairs[seat].resigned:
        raise HttpRefusal(409, "resigned", SAYS["resigned"])


def read_move(match: AnyMatch, given: Json) -> object:
    """Return the move of the request. Raise `WireError` with the place in the request if it can't be read."""
    try:
        return move_of(match, given)
    except WireError as error:
        raise WireError(error.message, f"$.move{error.path.removeprefix('$')}") from None
