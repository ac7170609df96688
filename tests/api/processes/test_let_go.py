"""A process keeps a limited number of matches in memory. A match that it dropped gets no more news."""

import pytest
from attrs import evolve

from cardkit_api.service.service import Service
from tests.api.door import PATIENT, opened

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
