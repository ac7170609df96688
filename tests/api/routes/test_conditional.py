"""Entity tags: who saw which version, and who wins when two move at once."""

import asyncio

import pytest

from tests.api.door import Door, Sat, opened
from tests.api.places import Place

pytestmark = pytest.mark.anyio


async def test_a_tag_begins_with_the_version() -> None:
    async with opened() as door:
        sat = await door.sit()
        version = (await sat.status())["version"]
        for what in ("", "/view", "/events", "/moves"):
            answer = await door.get(sat.path + what, sat.seats[0])
            assert answer.headers["etag"].startswith(f'"{version}.')
        seat, legal, _ = await sat.turn()
        moved = await sat.move(seat, legal[0]["number"])
        assert moved.headers["etag"] == f'"{moved.json()["version"]}"'


async def test_a_move_names_the_version_that_the_mover_saw() -> None:
    async with opened() as door:
        sat = await door.sit()
        for what in ("", "/view", "/moves"):
            seat, legal, _ = await sat.turn()
            tag = (await door.get(sat.path + what, sat.seats[seat])).headers["etag"]
            given = f"W/{tag}" if what == "/view" else tag  # proxies that compress weaken tags
            assert (await sat.move(seat, legal[0]["number"], given)).status_code == 200


async def test_a_stale_move_is_told_the_version_that_is() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, old = await sat.turn()
        await sat.move(seat, legal[0]["number"], f'"{old}"')
        seat, legal, new = await sat.turn()
        for stale in (old, new + 1, 1):
            answer = await sat.move(seat, legal[0]["number"], f'"{stale}"')
            assert (answer.status_code, answer.json()["code"]) == (412, "stale_version")
            assert answer.json()["version"] == new
            assert answer.headers["etag"] == f'"{new}"'
        assert (await sat.status())["version"] == new


async def test_a_move_without_a_version_is_428_and_any_version_has_to_be_said() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        body = {"move": legal[0]["number"]}
        answer = await door.post(f"{sat.path}/moves", body, sat.seats[seat])
        assert (answer.status_code, answer.json()["code"]) == (428, "if_match_missing")
        assert (await sat.move(seat, legal[0]["number"], "*")).status_code == 200


@pytest.mark.parametrize(
    "tag", ["6", '"6', "'6'", '"six"', '"-6"', '""', '"6", "7"', '"99999999999999999999"', '"\xb2"']
)
async def test_what_is_no_tag_of_a_match_is_refused(tag: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        answer = await sat.move(seat, legal[0]["number"], tag)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_if_match")


async def test_of_two_moves_that_race_one_wins_and_the_other_is_told(sqlite: Place) -> None:
    async with opened(sqlite.store()) as door:
        sat = await door.sit()
        for _ in range(5):
            seat, legal, version = await sat.turn()
            racing = [sat.move(seat, legal[-1]["number"], f'"{version}"') for _ in range(4)]
            answers = await asyncio.gather(*racing)
            assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
            now = (await sat.status())["version"]
            for answer in answers:
                assert answer.json()["version"] == now


async def test_two_servers_over_one_store_let_one_move_win(sqlite: Place) -> None:
    async with opened(sqlite.store()) as one, opened(sqlite.store()) as other:
        sat = await one.sit()
        for _ in range(5):
            seat, legal, version = await sat.turn()
            answers = await asyncio.gather(
                *(
                    door.post(
                        f"{sat.path}/moves",
                        {"move": legal[0]["number"]},
                        sat.seats[seat],
                        If_Match=f'"{version}"',
                    )
                    for door in (one, other)
                )
            )
            assert sorted(answer.status_code for answer in answers) == [200, 412]
            now = {answer.json()["version"] for answer in answers}
            assert len(now) == 1
            assert await version_at(other, sat, *now) == await version_at(one, sat, *now)


async def version_at(door: Door, sat: Sat, least: int) -> int:
    """Return the version that this server shows, once it has heard of that one."""
    page = await door.get(f"{sat.path}/events?after={least - 1}&wait=10", sat.owner)
    version: int = page.json()["version"]
    return version


async def test_what_the_client_has_already_isnt_sent_again() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        for what in ("", "/view", "/moves", "/events", "/events?after=2&limit=1", "/view?at=3"):
            first = await door.get(sat.path + what, sat.seats[0])
            tag = first.headers["etag"]
            for given in (tag, f"W/{tag}", f'"other", {tag}', "*"):
                again = await door.get(sat.path + what, sat.seats[0], If_None_Match=given)
                assert (again.status_code, again.content) == (304, b"")
                assert again.headers["etag"] == tag
                assert again.headers["cache-control"] == "private, no-cache"
                assert "Authorization" in again.headers["vary"]
            other = await door.get(sat.path + what, sat.seats[0], If_None_Match='"other"')
            assert (other.status_code, other.content) == (200, first.content)
        tag = (await sat.get("view", 0)).headers["etag"]
        await sat.go_on()
        assert (await sat.get("view", 0, If_None_Match=tag)).status_code == 200
        await sat.finish()
        log = await sat.get("log")
        assert (await sat.get("log", If_None_Match=log.headers["etag"])).status_code == 304


async def test_the_status_has_a_new_tag_when_somebody_sits_down() -> None:
    async with opened() as door:
        made = await door.create(public=True)
        path = made["match"]["links"]["self"]
        tag = (await door.get(path)).headers["etag"]
        await door.post(f"{path}/seats", {"name": "x"})
        assert (await door.get(path, If_None_Match=tag)).status_code == 200


async def test_no_viewer_is_told_to_keep_what_another_one_got() -> None:
    """A browser sends the tag that it has for a URL, even if another viewer got it; RFC 9111 4.3.1 allows this."""
    async with opened() as door:
        sat = await door.sit(public=True)
        viewers = ["", *sat.seats]
        for what in ("view", "events"):
            for mine in viewers:
                for other in viewers:
                    tag = (await door.get(f"{sat.path}/{what}", other)).headers["etag"]
                    answer = await door.get(f"{sat.path}/{what}", mine, If_None_Match=tag)
                    assert answer.status_code == (304 if mine == other else 200)


async def test_no_reader_is_told_to_keep_another_language() -> None:
    async with opened() as door:
        sat = await door.sit()
        tag = (await sat.get("events", 0, Accept_Language="en")).headers["etag"]
        answer = await sat.get("events", 0, Accept_Language="de", If_None_Match=tag)
        assert answer.status_code == 200


async def test_answers_are_for_no_shared_cache() -> None:
    async with opened() as door:
        sat = await door.sit(public=True, options={"rounds": 1})
        await sat.finish()
        paths = [sat.path, *(f"{sat.path}/{what}" for what in ("view", "events", "log")), "/v1/matches"]
        for path in paths:
            answer = await door.get(path, sat.seats[0])
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == "private, no-cache"
            assert {"authorization", "accept-language"} <= {
                name.strip().lower() for name in answer.headers["vary"].split(",")
            }
        refused = await door.get(f"{sat.path}/nothing")
        assert refused.headers["cache-control"] == "no-store"
