"""The same request sent again has one effect and the same answer, whatever happened in between."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit_api.stores.contract import Change, Repeated, Stale, StoreDown, Written
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.stores.sqlite import SqliteStore
from tests.api.door import SOME_KEY, Door, Sat, opened
from tests.api.places import Place

pytestmark = pytest.mark.anyio


async def keyed(sat: Sat, seat: int, move: object, version: int, key: str = SOME_KEY) -> Any:
    return await sat.move(seat, move, f'"{version}"', Idempotency_Key=key)


async def test_a_move_sent_twice_is_played_once() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        first = await keyed(sat, seat, legal[0]["number"], version)
        assert "idempotency-replayed" not in first.headers
        await sat.go_on(4)
        now = (await sat.status())["version"]
        again = await keyed(sat, seat, legal[0]["number"], version)
        assert (again.status_code, again.content) == (first.status_code, first.content)
        assert again.headers["etag"] == first.headers["etag"]
        assert again.headers["idempotency-replayed"] == "true"
        assert (await sat.status())["version"] == now


async def test_the_same_key_with_another_body_is_refused() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        await keyed(sat, seat, legal[0]["number"], version)
        for body in (legal[1]["number"], legal[0]["text"], 10**9):
            answer = await keyed(sat, seat, body, version)
            assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
        undo = await door.post(f"{sat.path}/undo", {}, sat.seats[seat], Idempotency_Key=SOME_KEY)
        assert (undo.status_code, undo.json()["code"]) == (422, "key_reused")


async def test_a_refused_move_leaves_its_key_free() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        assert (await keyed(sat, seat, "zz", version)).status_code == 422
        assert (await keyed(sat, seat, legal[0]["number"], version)).status_code == 200


async def test_a_key_belongs_to_its_token() -> None:
    async with opened() as door:
        sat = await door.sit()
        for _ in range(3):
            seat, legal, version = await sat.turn()
            answer = await keyed(sat, seat, legal[0]["number"], version)
            assert answer.status_code == 200
            assert answer.json()["version"] > version


async def test_a_key_belongs_to_its_match() -> None:
    async with opened() as door:
        for _ in range(2):
            sat = await door.sit()
            seat, legal, version = await sat.turn()
            answer = await keyed(sat, seat, legal[0]["number"], version)
            assert answer.json()["events"][0]["n"] == version + 1
            assert "idempotency-replayed" not in answer.headers


async def test_duplicates_at_the_same_time_are_one(sqlite: Place) -> None:
    async with opened(sqlite.store()) as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        racing = (keyed(sat, seat, legal[0]["number"], version) for _ in range(6))
        answers = await asyncio.gather(*racing)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert (await sat.status())["version"] == answers[0].json()["version"]


@pytest.mark.parametrize(
    "key", ["", "short", "x" * 201, "a-key-with-a-tab\there", "a key with spaces", "k\xe9y-with-an-accent"]
)
async def test_a_key_that_is_none_is_refused(key: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        answer = await door.ask(
            "POST",
            f"{sat.path}/moves",
            sat.seats[seat],
            {"move": legal[0]["number"]},
            If_Match=f'"{version}"',
            Idempotency_Key=key,
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_idempotency_key")


# --- making and joining


async def test_a_match_made_twice_is_one_with_the_same_tokens() -> None:
    async with opened() as door:
        body = {"game": "thirteen", "seats": 3, "name": "Ada", "public": True}
        first = await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)
        again = await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)
        assert (again.status_code, again.json()) == (201, first.json())
        assert again.headers["location"] == first.headers["location"]
        other = await door.post("/v1/matches", {**body, "seats": 4}, Idempotency_Key=SOME_KEY)
        assert (other.status_code, other.json()["code"]) == (422, "key_reused")
        assert len((await door.get("/v1/matches")).json()["matches"]) == 1


async def test_a_match_made_twice_shows_the_same_invitations_though_somebody_joined_meanwhile() -> None:
    async with opened() as door:
        body = {"game": "thirteen", "seats": 3, "bots": [{"seat": 1, "bot": "random"}]}
        first = (await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)).json()
        invitation = first["invitations"][1]["invitation"]
        await door.post(first["match"]["links"]["seats"], {"name": "Bo", "invitation": invitation})
        again = (await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)).json()
        for what in ("owner", "watcher", "invitations", "seat", "token"):
            assert again[what] == first[what]


async def test_whoever_joins_twice_sits_once(sqlite: Place) -> None:
    async with opened(sqlite.store()) as door:
        made = await door.create(public=True)
        path = made["match"]["links"]["seats"]
        first = await door.post(path, {"name": "Bo"}, Idempotency_Key=SOME_KEY)
        again = await door.post(path, {"name": "Bo"}, Idempotency_Key=SOME_KEY)
        assert (again.status_code, again.json()) == (201, first.json())
        reused = await door.post(path, {"name": "Cy"}, Idempotency_Key=SOME_KEY)
        assert (reused.status_code, reused.json()["code"]) == (422, "key_reused")
        racing = (door.post(path, {"name": "Di"}, Idempotency_Key=SOME_KEY + "2") for _ in range(4))
        answers = await asyncio.gather(*racing)
        assert len({(answer.json()["seat"], answer.json()["token"]) for answer in answers}) == 1
        holders = [seat["holder"] for seat in answers[0].json()["match"]["seats"]]
        assert sorted(holders) == ["nobody", "person", "person"]


async def test_starting_resigning_and_undoing_twice_are_once() -> None:
    async with opened() as door:
        made = await door.create(game="biberbande", seats=2, name="Ada")
        path = made["match"]["links"]["self"]
        for _ in range(2):
            answer = await door.post(f"{path}/start", {}, made["owner"], Idempotency_Key=SOME_KEY)
            assert (answer.status_code, answer.json()["status"]) == (200, "running")
        for _ in range(2):
            answer = await door.post(f"{path}/resign", {}, made["token"], Idempotency_Key=SOME_KEY)
            assert answer.status_code == 200
        other = await door.post(f"{path}/resign", {"bot": "random"}, made["token"], Idempotency_Key=SOME_KEY)
        assert other.json()["code"] == "key_reused"


async def test_a_move_is_taken_back_once_however_often_that_is_sent() -> None:
    async with opened() as door:
        made = await door.create(
            bots=[{"seat": 0, "bot": "random"}, {"seat": 2, "bot": "random"}], name="Ada"
        )
        path, token = made["match"]["links"]["self"], made["token"]
        for _ in range(2):
            await settled(door, path, token)
            moves = (await door.get(f"{path}/moves", token)).json()["moves"]
            await door.post(f"{path}/moves", {"move": moves[0]["number"]}, token, If_Match="*")
        await settled(door, path, token)
        first = await door.post(f"{path}/undo", {}, token, Idempotency_Key=SOME_KEY)
        assert (first.status_code, first.json()["done"]) == (200, True)
        again = await door.post(f"{path}/undo", {}, token, Idempotency_Key=SOME_KEY)
        assert again.json() == first.json()
        assert again.headers["idempotency-replayed"] == "true"
        assert (await door.get(path, token)).json()["version"] == first.json()["version"]


async def settled(door: Door, path: str, token: str) -> None:
    """Wait until seat 1 is to move."""
    while (status := (await door.get(path, token)).json())["actors"] != [1]:
        await door.get(f"{path}/events?after={status['version']}&wait=1", token)


async def test_the_answer_to_a_move_stays_when_its_player_has_resigned() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        first = await keyed(sat, seat, legal[0]["number"], version)
        await door.post(f"{sat.path}/resign", {}, sat.seats[seat])
        again = await keyed(sat, seat, legal[0]["number"], version)
        assert (again.status_code, again.content) == (200, first.content)


# --- a crash between commit and answer


class CutOff(MemoryStore):
    """Writes, and then the connection breaks before it can say so."""

    breaking = False

    async def write(self, change: Change) -> Written | Stale | Repeated:
        result = await super().write(change)
        if self.breaking:
            raise StoreDown("the connection broke")
        return result


async def test_a_move_written_but_not_answered_is_answered_when_it_is_sent_again() -> None:
    store = CutOff()
    async with opened(store) as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        store.breaking = True
        lost = await keyed(sat, seat, legal[0]["number"], version)
        assert (lost.status_code, lost.json()["code"]) == (503, "store_down")
        assert lost.headers["retry-after"]
        store.breaking = False
        again = await keyed(sat, seat, legal[0]["number"], version)
        assert again.status_code == 200
        assert again.headers["idempotency-replayed"] == "true"


async def test_what_was_written_but_not_answered_is_seen_by_all() -> None:
    """The next who looks sees the match as it is, though the server never heard that its move was written."""
    store = CutOff()
    async with opened(store) as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        store.breaking = True
        assert (await sat.move(seat, legal[0]["number"])).status_code == 503
        store.breaking = False
        page = (await sat.get(f"events?after={version}&wait=5")).json()
        assert page["version"] > version
        assert (await sat.status())["version"] == page["version"]
        assert (await sat.get("view", seat)).json()["version"] == page["version"]


async def test_a_fresh_server_gives_the_answer_that_the_old_one_died_of(sqlite: Place) -> None:
    store = sqlite.store()
    async with opened(store) as door:
        sat = await door.sit(options={"rounds": 1})
        seat, legal, version = await sat.turn()
        first = await keyed(sat, seat, legal[0]["number"], version)
        body = {"game": "thirteen", "seats": 3}
        made = await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)
    async with opened(sqlite.store()) as door:
        sat = Sat(door, sat.id, sat.owner, sat.watcher, sat.seats, sat.made)
        again = await keyed(sat, seat, legal[0]["number"], version)
        assert (again.status_code, again.content) == (200, first.content)
        assert (await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)).json() == made.json()


# --- at rest


async def test_neither_tokens_nor_the_seed_lie_in_the_database(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    async with opened(SqliteStore(file)) as door:
        body = {"game": "thirteen", "seats": 3, "name": "Ada", "options": {"rounds": 1}}
        made = (await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)).json()
        path, tokens = made["match"]["links"]["self"], [made["token"]]
        secrets = [made["owner"], made["watcher"], made["token"]]
        for number, invited in enumerate(made["invitations"]):
            player = {"name": f"player {invited['seat']}", "invitation": invited["invitation"]}
            key = f"{SOME_KEY}-{number}"
            joined = await door.post(f"{path}/seats", player, Idempotency_Key=key)
            tokens.append(joined.json()["token"])
            secrets += [invited["invitation"], joined.json()["token"]]
        sat = Sat(door, made["match"]["id"], made["owner"], made["watcher"], tuple(tokens), made)
        seat, legal, version = await sat.turn()
        await keyed(sat, seat, legal[0]["number"], version)
        await sat.go_on(5)
        running = stored(tmp_path)
        await sat.finish()
        seed = cardkit.loads((await sat.get("log")).text).header.seed
    assert seed
    assert sat.id.encode() in running
    for secret in (*secrets, seed):
        assert secret.encode() not in running
    over = stored(tmp_path)
    for secret in secrets:
        assert secret.encode() not in over


def stored(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))
