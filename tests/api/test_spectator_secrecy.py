"""Two servers whose matches differ only in what is withheld from spectators give them the same bytes, everywhere."""

import json
from collections.abc import Iterator
from typing import Final

import attrs
import pytest
from attrs import frozen

import cardkit
import cardkit_api.service.spectators
from cardkit.chance import SeededChance
from cardkit.match import AnyMatch
from cardkit.testing.trial import play_at_random
from cardkit_api.messages import Spectators
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import Takeback, dump_info, load_info
from cardkit_api.service.spectators import Shown
from cardkit_api.stores.contract import MatchRow
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import Sat, opened
from tests.api.routes.test_events import NDJSON, SSE
from tests.api.test_secrecy import SOAK, differing, everything, prepared, stored

pytestmark = pytest.mark.anyio

ROUNDS: Final = 8 if SOAK else 1


def steps_of(match: AnyMatch) -> list[int]:
    """Return the versions of a match, from its start."""
    versions: list[int] = []
    step: AnyMatch | None = match
    while step is not None:
        versions.insert(0, step.version)
        step = step.previous
    return versions


@frozen
class Continued:
    """Two matches that went different ways for the last `delay` events, and how far a spectator may see of both."""

    one: AnyMatch
    other: AnyMatch
    delay: int
    reached: int


def continued(game: str, seats: int, seed: str) -> Iterator[Continued]:
    """Yield such pairs, from some steps of a match with that seed."""
    trial = play_at_random(cardkit.game(game), seats, cardkit.game(game).options(), seed)
    luck = SeededChance(f"{seed}, continued")
    for round_ in range(ROUNDS):
        base = trial.steps[luck.below(f"step {round_}", max(1, len(trial.steps) * 2 // 3))]
        by_length: dict[int, AnyMatch] = {}
        for try_ in range(40):
            match = base
            for _ in range(1 + try_ % 4):
                seat = match.actors[0] if match.actors else None
                legal = match.legal(seat) if seat is not None else ()
                if not legal:
                    break
                match = match.play(legal[luck.below(f"{round_} {try_} {match.version}", len(legal))], seat)
            met = by_length.setdefault(match.version, match)
            if match.actors and met.actors and met != match:
                yield Continued(met, match, match.version - base.version, base.version)
                yield Continued(met, match, match.version - base.version + 3, _before(base, 3))
                break


def _before(match: AnyMatch, events: int) -> int:
    return max((version for version in steps_of(match) if version <= match.version - events), default=0)


async def withheld(row: MatchRow, match: AnyMatch, policy: Spectators, delay: int, busy: bool) -> MemoryStore:
    """Return a store in which the match went so. If it was `busy`, more has happened than moves."""
    info, revision = attrs.evolve(load_info(row.document), spectators=policy, delay=delay), row.revision
    if busy:
        chair = attrs.evolve(info.chairs[0], bot="random", resigned=True, salt="another", token="another")
        takeback = Takeback(1, match.version, (1,))
        info = attrs.evolve(info.with_chair(0, chair), takeback=takeback, rematch=(0,))
        revision += 5
    return await stored(attrs.evolve(row, document=dump_info(info), revision=revision), match)


async def received(
    row: MatchRow, sat: Sat, pair: Continued, match: AnyMatch, policy: Spectators, busy: bool
) -> dict[str, object]:
    """Return all that the watcher, the owner and a stranger get, except for figures of the whole server."""
    found: dict[str, object] = {}
    async with opened(await withheld(row, match, policy, pair.delay, busy)) as door:
        for name, token in (("watcher", sat.watcher), ("owner", sat.owner), ("stranger", "")):
            lines = pair.reached if policy == "delayed" else 0
            seen = await everything(door, sat, None, pair.one, token, lines)
            del seen["figures"]
            found |= {f"{name}: {asked}": answer for asked, answer in seen.items()}
    return found


@pytest.mark.parametrize("game", [*cardkit.games()])
@pytest.mark.parametrize("policy", ["delayed", "after", "none"])
async def test_nothing_that_a_spectator_receives_depends_on_events_younger_than_the_delay(
    game: str, policy: Spectators, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = cardkit.game(game).seats[0]
    row, sat, seed = await prepared(game, seats, monkeypatch)
    pairs = [*continued(game, seats, seed)]
    pairs = pairs if policy == "delayed" else pairs[::2]
    assert pairs
    for pair in pairs:
        one = await received(row, sat, pair, pair.one, policy, busy=False)
        other = await received(row, sat, pair, pair.other, policy, busy=True)
        assert differing(one, other) == []
        if policy == "delayed":
            status = json.loads(one[f"watcher: GET {sat.path} None {{}}"][2])  # type: ignore[index]  # an answer
            assert status["version"] == pair.reached


async def test_a_leak_of_a_younger_event_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sat, seed = await prepared("thirteen", 3, monkeypatch)
    pair = next(continued("thirteen", 3, seed))
    real = cardkit_api.service.spectators.shown_to

    def leaky(viewer: int | None, loaded: LoadedMatch) -> Shown:
        shown = real(viewer, loaded)
        return attrs.evolve(shown, match=loaded.match) if viewer is None else shown

    monkeypatch.setattr("cardkit_api.caller.shown_to", leaky)
    one = await received(row, sat, pair, pair.one, "delayed", busy=False)
    other = await received(row, sat, pair, pair.other, "delayed", busy=False)
    assert any("/view" in name for name in differing(one, other))


async def test_a_leak_of_who_resigned_and_of_a_request_would_be_found_on_each_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, sat, seed = await prepared("thirteen", 3, monkeypatch)
    pair = next(continued("thirteen", 3, seed))
    real = cardkit_api.service.spectators.shown_to

    def leaky(viewer: int | None, loaded: LoadedMatch) -> Shown:
        return attrs.evolve(real(viewer, loaded), info=loaded.info, whole=True)

    monkeypatch.setattr("cardkit_api.service.events.shown_to", leaky)
    quiet = await received(row, sat, pair, pair.one, "delayed", busy=False)
    busy = await received(row, sat, pair, pair.one, "delayed", busy=True)
    assert differing(quiet, busy) == [
        f"{name}: {media}" for name in ("watcher", "owner") for media in (SSE, NDJSON, "socket")
    ]
