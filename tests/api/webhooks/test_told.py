"""What webhooks are told, and who may set them. Nothing that they send is hidden from anybody who may watch."""

import json
from typing import Any, Final

import pytest

from cardkit_api import Webhooks
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.webhooks import verify
from tests.api.door import Sat, opened
from tests.api.places import Place
from tests.api.test_embedding import by_header
from tests.api.test_problems import problem
from tests.api.timing.told_time import FAST, Table, Time, store_at
from tests.api.webhooks.receiver import PLAYERS, Receiver, sending

pytestmark = pytest.mark.anyio

SECRET: Final = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
ALL: Final = Webhooks(url="http://127.0.0.1:9/all", secrets=(SECRET,))
HOOK: Final = {"url": "https://hook.example/"}
SHORT: Final[dict[str, Any]] = {"game": "biberbande", "seats": 2, "options": {"rounds": 1, "turn_limit": 1}}


async def test_a_seat_is_told_of_its_own_turns_and_of_the_end() -> None:
    async with sending() as sender:
        sat = await sender.door.sit(**SHORT)
        await sender.set(sat, 0)
        before, turns = (await sat.status())["actors"], 0
        while before:
            after = (await sat.go_on())["actors"]
            began = 0 in after and 0 not in before
            turns += began
            assert await sender.told() == ([("turn", [0])] if began else [] if after else [("over", [])])
            before = after
        assert turns > 1


async def test_sub_moves_of_one_turn_are_told_once() -> None:
    """In biberbande, a turn has several moves by the same seat."""
    async with sending() as sender:
        sat = await sender.door.sit(game="biberbande", seats=2)
        await sender.set(sat)
        before, kept = (await sat.status())["actors"], 0
        for _ in range(6):
            after = (await sat.go_on())["actors"]
            kept += before == after
            assert await sender.told() == ([] if before == after else [("turn", after)])
            before = after
        assert kept


async def test_the_owner_is_told_of_everything() -> None:
    async with sending() as sender:
        made = await sender.door.create(seats=3)
        sat = Sat(sender.door, made["match"]["id"], made["owner"], made["watcher"], (), made)
        await sender.set(sat)
        assert await sender.told() == []
        tokens: list[str] = []
        told: list[tuple[str, list[int]]] = []
        for one in made["invitations"]:
            player = {"name": f"player {one['seat']}", "invitation": one["invitation"]}
            tokens.append((await sender.door.post(f"{sat.path}/seats", player)).json()["token"])
            told = await sender.told()
            assert told == ([("lobby", [])] if len(tokens) < 3 else [("started", []), ("turn", told[-1][1])])
        actor: int = (await sat.status())["actors"][0]
        assert told[-1] == ("turn", [actor])
        sat = Sat(sender.door, sat.id, sat.owner, sat.watcher, tuple(tokens), made)
        after = (await sat.go_on())["actors"]
        assert await sender.told() == [("turn", after)]
        await sender.door.post(f"{sat.path}/undo", {}, tokens[actor], If_Match="*")
        assert await sender.told() == [("undo_asked", [actor])]
        other = (actor + 2) % 3
        await sender.door.post(f"{sat.path}/undo", {"of": actor}, tokens[other], If_Match="*")
        assert await sender.told() == []
        await sender.door.post(f"{sat.path}/resign", {}, tokens[other])
        assert ("taken_over", [other]) in await sender.told()


async def test_a_request_to_take_back_is_told_to_those_who_havent_agreed() -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        actor: int = (await sat.status())["actors"][0]
        await sat.go_on()
        for seat in range(3):
            await sender.set(sat, seat, events=["undo_asked"])
        await sender.door.post(f"{sat.path}/undo", {}, sat.seats[actor], If_Match="*")
        got = await sender.deliver()
        assert {one.place.host for one in got} == {
            f"hook{seat}.example" for seat in range(3) if seat != actor
        }
        assert [one.told for one in got] == [("undo_asked", [actor])] * 2


async def test_a_seat_that_a_bot_took_over_is_told_of_that_and_of_no_more_turns() -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        await sender.set(sat, 1, events=["turn", "taken_over"])
        await sender.door.post(f"{sat.path}/resign", {}, sat.seats[1])
        told = await sender.told()
        assert ("taken_over", [1]) in told
        await sat.get("events?after=0&limit=200")
        for _ in range(6):
            status = await sat.status()
            if status["actors"] and status["actors"] != [1]:
                await sat.go_on()
            else:
                await sat.get(f"events?after={status['version']}&wait=5")
        assert await sender.told() == []


async def test_several_seats_with_one_url_are_told_once_by_all_their_secrets() -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        secrets = [await sender.set(sat, seat, "https://all.example/") for seat in range(3)]
        secrets.append(await sender.set(sat, None, "https://all.example/"))
        after = (await sat.go_on())["actors"]
        (got,) = await sender.deliver()
        assert got.told == ("turn", after)
        assert len({*secrets}) == 4
        for secret in secrets:
            assert verify(got.headers, got.body, [secret], now=sender.service.deliveries.clock()) == got.id


async def test_all_that_is_told_is_ids_versions_and_seats() -> None:
    """Whatever is played, and whatever the cards are: the whole request is known from what watchers see."""
    async with sending(webhooks=Webhooks(players=True, url=ALL.url, secrets=ALL.secrets)) as sender:
        sat = await sender.door.sit(**SHORT)
        secrets = [await sender.set(sat, seat) for seat in (None, 0, 1)]
        await sat.finish()
        got = await sender.deliver()
        assert {one.document["type"] for one in got} == {"lobby", "started", "over"}
        end = await sat.status()
        for one in got:
            assert set(one.document) == {"type", "timestamp", "data"}
            data = one.document["data"]
            assert set(data) == {"match", "version", "seats"}
            assert data["match"] == sat.id
            assert data["seats"] == []
            assert data["version"] == (end["version"] if one.document["type"] == "over" else data["version"])
            assert set(one.headers) == {"webhook-id", "webhook-timestamp", "webhook-signature"}
            sent = json.dumps([one.document, {**one.headers}])
            assert not [word for word in (*sat.tokens, *secrets, "player") if word in sent]


async def test_all_matches_are_told_to_the_servers_own_webhook() -> None:
    async with sending(webhooks=ALL) as sender:
        sat = await sender.door.sit()
        after = (await sat.status())["actors"]
        got = await sender.deliver()
        assert sorted(one.told for one in got) == [("lobby", []), ("started", []), ("turn", after)]
        assert {(one.place.host, one.place.port, one.place.secure) for one in got} == {
            ("127.0.0.1", 9, False)
        }
        for one in got:
            verify(one.headers, one.body, [SECRET], now=sender.service.deliveries.clock())
        answer = await sender.door.ask("PUT", f"{sat.path}/webhook", sat.owner, HOOK)
        problem(answer, 409, "webhooks_off")


async def test_by_default_there_are_no_webhooks() -> None:
    async with opened() as door:
        sat = await door.sit()
        for method, path, body in (
            ("PUT", "webhook", HOOK),
            ("GET", "webhook", None),
            ("DELETE", "webhook", None),
            ("POST", "webhook/secret", {}),
            ("POST", "webhook/test", {}),
        ):
            answer = await door.ask(method, f"{sat.path}/{path}", sat.owner, body)
            problem(answer, 409, "webhooks_off")


async def test_seats_and_owners_have_webhooks_and_nobody_else_sees_them() -> None:
    async with sending() as sender:
        sat = await sender.door.sit(public=True)
        for token in (sat.watcher, ""):
            for method, body in (("PUT", HOOK), ("GET", None), ("DELETE", None)):
                answer = await sender.door.ask(method, f"{sat.path}/webhook", token, body)
                assert answer.status_code in (401, 403)
        await sender.set(sat, 0)
        problem(await sender.door.get(f"{sat.path}/webhook", sat.seats[1]), 404, "no_webhook")
        problem(await sender.door.get(f"{sat.path}/webhook", sat.owner), 404, "no_webhook")
        shown = (await sender.door.get(f"{sat.path}/webhook", sat.seats[0])).json()
        events = ["started", "turn", "undo_asked", "taken_over", "over"]
        assert shown == {"url": "https://hook0.example/told?key=k", "events": events}
        for token in (*sat.tokens, ""):
            assert "hook0" not in (await sender.door.get(sat.path, token)).text
            assert "hook0" not in (await sender.door.get(f"{sat.path}/table", token)).text


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"url": "http://a.example/s3cret"}, "url"),
        ({"url": "https://me:s3cret@a.example/"}, "url"),
        ({"url": "https://a.example/", "events": []}, "events"),
        ({"url": "https://a.example/", "events": ["turn", "lobby"]}, "events[1]"),
    ],
)
async def test_a_webhook_that_is_wrong_is_refused_without_showing_the_url(
    body: dict[str, Any], where: str
) -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        answer = await sender.door.ask("PUT", f"{sat.path}/webhook", sat.seats[0], body)
        assert problem(answer, 422, "invalid")["field"] == where
        assert "s3cret" not in answer.text


async def test_the_secret_is_shown_once_and_not_in_the_store(sqlite: Place) -> None:
    async with sending(sqlite.store()) as sender:
        sat = await sender.door.sit()
        secret = await sender.set(sat, 0)
        assert "secret" not in (await sender.door.get(f"{sat.path}/webhook", sat.seats[0])).json()
        row = await sender.service.store.row(sat.id)
        assert row is not None
        assert secret.removeprefix("whsec_")[:20] not in row.document


async def test_a_test_is_sent_on_request_and_tells_nothing_of_the_match(place: Place) -> None:
    async with sending(place.store()) as sender:
        sat = await sender.door.sit()
        problem(await sender.door.post(f"{sat.path}/webhook/test", {}, sat.seats[1]), 404, "no_webhook")
        secret = await sender.set(sat, 1, events=["over"])
        status, tag = await sat.status(), (await sender.door.get(sat.path, sat.owner)).headers["etag"]
        answer = await sender.door.post(f"{sat.path}/webhook/test", {}, sat.seats[1])
        assert (answer.status_code, answer.json()["events"]) == (202, ["over"])
        (got,) = await sender.deliver()
        assert verify(got.headers, got.body, [secret], now=sender.service.deliveries.clock())
        assert got.document["type"] == "test"
        assert got.document["data"] == {"match": sat.id, "version": 0, "seats": []}
        assert await sat.status() == status
        assert (await sender.door.get(sat.path, sat.owner)).headers["etag"] == tag


async def test_a_test_before_the_start_reaches_its_holder_alone() -> None:
    both = Webhooks(players=True, url=ALL.url, secrets=ALL.secrets)
    async with sending(webhooks=both) as sender:
        made = await sender.door.create(name="Ada")
        path = f"/v1/matches/{made['match']['id']}"
        for token, host in ((made["token"], "ada"), (made["owner"], "owner")):
            body = {"url": f"https://{host}.example/"}
            assert (await sender.door.ask("PUT", f"{path}/webhook", token, body)).status_code == 200
        await sender.deliver()
        answer = await sender.door.post(f"{path}/webhook/test", {}, made["owner"])
        assert answer.status_code == 202
        assert [(one.place.host, one.told) for one in await sender.deliver()] == [
            ("owner.example", ("test", []))
        ]


async def test_a_user_who_plays_in_their_own_match_has_two_webhooks() -> None:
    ada = {"X_User": "ada"}
    async with opened(webhooks=PLAYERS, authenticate=by_header) as door:
        new = {"game": "thirteen", "seats": 3, "name": "Ada"}
        made = (await door.post("/v1/matches", new, **ada)).json()
        path = f"/v1/matches/{made['match']['id']}/webhook"
        for query, host in (("", "seat"), ("?owner=true", "owner")):
            body = {"url": f"https://{host}.example/"}
            assert (await door.ask("PUT", path + query, "", body, **ada)).status_code == 200
        owner = (await door.get(f"{path}?owner=true", **ada)).json()
        assert (owner["url"], owner["events"][0]) == ("https://owner.example/", "lobby")
        assert (await door.get(path, **ada)).json()["url"] == "https://seat.example/"
        assert (await door.get(path, made["owner"])).json() == owner
        assert (await door.get(f"{path}?owner=true", made["owner"])).json() == owner
        problem(await door.get(f"{path}?owner=true", made["token"]), 403, "not_allowed")
        for act in ("secret", "test"):
            problem(await door.post(f"{path}/{act}?owner=true", {}, made["token"]), 403, "not_allowed")
            assert (await door.post(f"{path}/{act}?owner=true", {}, **ada)).status_code in (201, 202)
        assert (await door.ask("DELETE", f"{path}?owner=true", **ada)).status_code == 204
        problem(await door.get(path, made["owner"]), 404, "no_webhook")
        assert (await door.get(path, **ada)).json()["url"] == "https://seat.example/"


async def test_whoever_sits_down_next_hasnt_the_webhook_of_who_left() -> None:
    async with sending() as sender:
        made = await sender.door.create(seats=3)
        path = f"/v1/matches/{made['match']['id']}"
        player = {"name": "Ada", "invitation": made["invitations"][0]["invitation"]}
        token = (await sender.door.post(f"{path}/seats", player)).json()["token"]
        await sender.door.ask("PUT", f"{path}/webhook", token, HOOK)
        assert (await sender.door.ask("DELETE", f"{path}/seats/0", token)).status_code == 204
        invitation = await sender.door.post(f"{path}/seats/0/invitation", {}, made["owner"])
        player = {"name": "Ben", "invitation": invitation.json()["invitation"]}
        token = (await sender.door.post(f"{path}/seats", player)).json()["token"]
        problem(await sender.door.get(f"{path}/webhook", token), 404, "no_webhook")


async def test_the_next_match_has_no_webhooks_of_the_last_one() -> None:
    async with sending() as sender:
        sat = await sender.door.sit(**SHORT)
        for seat in (None, 0, 1):
            await sender.set(sat, seat)
        await sat.finish()
        await sender.deliver()
        following: dict[str, Any] = {}
        for token in sat.seats:
            following = (await sender.door.post(f"{sat.path}/rematch", {}, token)).json()
        path = f"/v1/matches/{following['match']['id']}"
        problem(await sender.door.get(f"{path}/webhook", following["token"]), 404, "no_webhook")
        assert await sender.told() == []


async def test_moves_of_matches_without_webhooks_are_written_as_before() -> None:
    """What the store is given for a move doesn't depend on whether the server has webhooks."""
    written: list[list[object]] = []
    for webhooks in (Webhooks(), PLAYERS):
        store = _Counting()
        async with sending(store, webhooks, Receiver()) as sender:
            sat = await sender.door.sit()
            store.calls.clear()
            await sat.go_on(5)
            written.append([name for name in store.calls if name not in ("next_notice", "row", "list_due")])
    assert written[0] == written[1] == ["write"] * 5


class _Counting(MemoryStore):
    """Notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def __getattribute__(self, name: str) -> Any:
        if name in ("write", "row", "answer", "next_notice", "claim_notices", "settle_notice", "list_due"):
            self.calls.append(name)
        return super().__getattribute__(name)


async def test_a_seat_that_ran_out_of_time_is_told_that_a_bot_took_it_over() -> None:
    time = Time()
    async with sending(store_at(Place("memory:"), time)) as sender:
        sat = await sender.door.sit(clock=FAST)
        table = Table(time, sender.door, sat)
        await table.first_moves()
        (late,) = (await sat.status())["actors"]
        for seat in range(3):
            await sender.set(sat, seat, events=["taken_over"])
        time.now += 11_500
        await table.sweep()
        assert await sender.told() == [("taken_over", [late])]


@pytest.mark.parametrize(("spectators", "delay"), [("delayed", 3), ("after", 0), ("none", 0)])
async def test_an_owner_is_told_no_more_than_spectators_see(spectators: str, delay: int) -> None:
    async with sending() as sender:
        made = await sender.door.create(**SHORT, spectators=spectators, delay=delay)
        path, tokens = f"/v1/matches/{made['match']['id']}", list[str]()
        sat = Sat(sender.door, made["match"]["id"], made["owner"], made["watcher"], (), made)
        await sender.set(sat)
        for one in made["invitations"]:
            player = {"name": f"player {one['seat']}", "invitation": one["invitation"]}
            tokens.append((await sender.door.post(f"{path}/seats", player)).json()["token"])
        got = await sender.deliver()
        assert sorted(one.told for one in got) == [("lobby", []), ("started", [])]
        assert {one.document["data"]["version"] for one in got} == {0}
        sat = Sat(sender.door, sat.id, sat.owner, sat.watcher, tuple(tokens), made)
        status = (await sender.door.get(path, tokens[0])).json()
        while status["actors"]:
            seat = status["actors"][0]
            await sat.move(seat, (await sat.get("moves", seat)).json()["moves"][0]["number"])
            status = (await sender.door.get(path, tokens[0])).json()
            got = await sender.deliver()
            assert [one.told for one in got] == ([] if status["actors"] else [("over", [])])
        seen = (await sender.door.get(path, sat.owner)).json()["version"]
        assert (
            got[0].document["data"]["version"] == seen == (0 if spectators == "none" else status["version"])
        )


async def test_a_seat_is_told_its_turns_whatever_spectators_see_and_a_url_of_both_no_more() -> None:
    async with sending() as sender:
        sat = await sender.door.sit(spectators="none")
        for seat in (None, 0):
            await sender.set(sat, seat, "https://both.example/")
        status = (await sender.door.get(sat.path, sat.seats[0])).json()
        for _ in range(6):
            seat = status["actors"][0]
            await sat.move(seat, (await sat.get("moves", seat)).json()["moves"][0]["number"])
            status = (await sender.door.get(sat.path, sat.seats[0])).json()
            turn = [("turn", [0])] if status["actors"] == [0] else []
            got = await sender.deliver()
            assert [one.told for one in got] == turn
            assert all(one.document["data"]["version"] == status["version"] for one in got)
