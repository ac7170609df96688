"""A process keeps a limited number of matches in memory. A match that it dropped gets no more news."""

import tracemalloc

import pytest
from attrs import evolve

from cardkit_api.service.loaded_match import LoadedMatch, LoadedMatches
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.service import Service
from tests.api.door import PATIENT, opened
from tests.api.stores.acts import row

pytestmark = pytest.mark.anyio


async def test_who_begins_to_watch_a_match_that_was_just_dropped_is_sent_away_to_ask_again() -> None:
    async with opened(limits=evolve(PATIENT, live_matches=1)) as door:
        service: object = door.app.state["service"]
        assert isinstance(service, Service)
        match = (await door.create())["match"]["id"]
        dropped = await service.cache.load(match)
        await door.create()
        known = await service.cache.load(match)
        assert dropped is not None
        assert known is not None
        with service.cache.watch(dropped), service.cache.watch(known):
            assert dropped.lost
            assert not known.lost
        assert known.pins == 0


INFO = MatchInfo(game="none", options={}, chairs=(), salt="", key="", commitment="", owner="", watcher="")


def loaded(name: str, characters: int = 0) -> LoadedMatch:
    one = LoadedMatch(row(name), INFO)
    one.size += 4 * characters
    return one


def test_long_matches_leave_memory_before_there_are_many_of_them() -> None:
    matches = LoadedMatches(1000, 1_000_000)
    for n in range(100):
        matches.add(loaded(str(n), 25_000))
    assert len(matches) == 8
    assert [*matches.matches] == [str(n) for n in range(92, 100)]
    assert matches.size == sum(one.size for one in matches.matches.values()) <= 1_000_000


def test_a_match_that_gets_longer_drops_others_but_never_the_last_one() -> None:
    matches = LoadedMatches(1000, 1_000_000)
    for n in range(10):
        matches.add(loaded(str(n)))
    last = matches.get("9")
    assert last is not None
    matches.grow(last, 230_000)
    assert [*matches.matches] == ["4", "5", "6", "7", "8", "9"]
    matches.grow(last, 10_000_000)
    assert [*matches.matches] == ["9"]
    matches.remove(last)
    assert matches.size == 0


def test_matches_in_use_stay_and_the_next_ones_go() -> None:
    matches = LoadedMatches(3, 10**9)
    for name in "abc":
        matches.add(loaded(name))
    with matches.matches["a"].pin():
        for name in "de":
            matches.add(loaded(name))
        assert {*matches.matches} == {"a", "d", "e"}


def test_a_match_more_than_there_is_room_for_copies_no_table() -> None:
    matches = LoadedMatches(20_000, 10**12)
    for n in range(20_000):
        matches.add(loaded(str(n)))
    one = loaded("one more")
    tracemalloc.start()
    try:
        matches.add(one)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(matches) == 20_000
    assert peak < 20_000
