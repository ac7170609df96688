"""A process keeps so many matches in memory; one that it let go hears of nothing more."""

import pytest
from attrs import evolve

from cardkit_api.house import House
from tests.api.door import PATIENT, opened

pytestmark = pytest.mark.anyio


async def test_who_begins_to_watch_a_match_that_was_just_let_go_is_sent_away_to_ask_again() -> None:
    async with opened(limits=evolve(PATIENT, live_matches=1)) as door:
        house: object = door.app.state["house"]
        assert isinstance(house, House)
        match = (await door.create())["match"]["id"]
        let_go = await house.following.live(match)
        await door.create()
        known = await house.following.live(match)
        assert let_go is not None
        assert known is not None
        with house.following.kept(let_go), house.following.kept(known):
            assert let_go.lost
            assert not known.lost
        assert known.pins == 0
