"""Making, finding, joining, starting and deleting matches."""

from typing import Any

import attrs
import pytest

import cardkit
from cardkit_api import Store
from cardkit_api.stores.contract import MatchRow
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import Door, opened
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio


async def test_a_new_match_says_where_it_is_and_who_may_do_what() -> None:
    async with opened() as door:
        answer = await door.post(
            "/v1/matches", {"game": "thirteen", "seats": 4, "bots": [{"seat": 2, "bot": "random"}]}
        )
        assert answer.status_code == 201
        made = answer.json()
        match = made["match"]
        assert answer.headers["location"] == f"/v1/matches/{match['id']}" == match["links"]["self"]
        assert (match["status"], match["version"], match["actors"], match["outcome"]) == ("open", 0, [], None)
        assert len(match["commitment"]) == 64
        assert [seat["holder"] for seat in match["seats"]] == ["nobody", "nobody", "bot", "nobody"]
        assert [item["seat"] for item in made["invitations"]] == [0, 1, 3]
        tokens = [made["owner"], made["watcher"], *(item["invitation"] for item in made["invitations"])]
        assert len({*tokens}) == 5
        assert all(len(token) == 43 for token in tokens)  # 256 bits
        assert (made["seat"], made["token"]) == (None, None)


async def test_whoever_makes_a_match_under_a_name_sits_down() -> None:
    async with opened() as door:
        made = await door.create(name="Ada", bots=[{"seat": 0, "bot": "random"}])
        assert made["seat"] == 1
        assert made["match"]["seats"][1]["name"] == "Ada"
        assert [item["seat"] for item in made["invitations"]] == [2]
        answer = await door.get(f"{made['match']['links']['self']}", made["token"])
        assert answer.status_code == 200


async def test_the_match_starts_with_its_last_player() -> None:
    async with opened() as door:
        made = await door.create()
        path = made["match"]["links"]["seats"]
        running: dict[str, Any] = {}
        for seat, invitation in enumerate(reversed(made["invitations"])):
            player = {"name": f"player {seat}", "invitation": invitation["invitation"]}
            answer = await door.post(path, player)
            assert answer.status_code == 201
            assert answer.json()["seat"] == invitation["seat"]
            running = answer.json()["match"]
            assert running["status"] == ("running" if seat == 2 else "open")
        assert running["version"] > 0
        assert running["actors"]
        assert running["commitment"] == made["match"]["commitment"]


@pytest.mark.parametrize(
    ("public", "body", "status", "code"),
    [
        (False, {"name": "x"}, 403, "not_invited"),
        (False, {"name": "x", "invitation": "no"}, 403, "not_invited"),
        (False, {"name": "x", "invitation": "\u20ac"}, 403, "not_invited"),
        (True, {"name": "x", "invitation": "no"}, 403, "not_invited"),
        (True, {"name": "x", "seat": 3}, 422, "invalid"),
        (True, {"name": "x", "seat": -1}, 422, "invalid"),
        (True, {"name": "x", "seat": True}, 422, "malformed"),
        (True, {"name": "x", "seat": 0}, 409, "seat_taken"),
        (True, {"name": ""}, 422, "invalid"),
        (True, {"name": " x"}, 422, "invalid"),
        (True, {"name": "x" * 41}, 422, "invalid"),
        (True, {"name": "a\nb"}, 422, "invalid"),
        (True, {"name": "\u3164"}, 422, "invalid"),
        (True, {"name": "A\u115fnn"}, 422, "invalid"),
        (True, {"name": "Ann\ufe0f"}, 422, "invalid"),
        (True, {"name": "\ufe0f"}, 422, "invalid"),
        (True, {"name": "Ann\U000e0101"}, 422, "invalid"),
        (True, {"name": "x", "entropy": "e" * 1001}, 422, "invalid"),
        (True, {}, 422, "malformed"),
        (True, {"name": "x", "colour": "red"}, 422, "malformed"),
    ],
)
async def test_who_may_not_sit_down_is_told_why(
    public: bool, body: dict[str, object], status: int, code: str
) -> None:
    async with opened() as door:
        made = await door.create(public=public, name="first")
        answer = await door.post(made["match"]["links"]["seats"], body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("name", ["Ann", "ANN", "ａｎｎ", "\u212bnn", "Ann  Lee"])
async def test_no_two_players_of_a_match_have_the_same_name(name: str) -> None:
    taken = {"\u212bnn": "ånn", "Ann  Lee": "ann lee"}.get(name, "ann")
    async with opened() as door:
        made = await door.create(public=True, name=taken)
        path = made["match"]["links"]["seats"]
        refused = await door.post(path, {"name": name})
        assert problem(refused, 422, "invalid")["detail"] == (
            f"name: {name!r} is taken in this match; choose another name"
        )
        assert refused.json()["field"] == "name"
        assert (await door.post(path, {"name": f"{name} 2"})).status_code == 201
        assert (await door.create(public=True, name=name))["seat"] == 0, "another match has names of its own"


@pytest.mark.parametrize(
    "name", ["seat 1", "Seat 12", "Platz 3", "plaats 0", "random 2", "Greedy2", "ＳＥＡＴ １"]
)
async def test_nobody_is_called_like_a_seat_or_a_bot(name: str) -> None:
    async with opened() as door:
        body = {"game": "thirteen", "seats": 3, "name": name}
        refused = problem(await door.post("/v1/matches", body), 422, "invalid")
        assert refused["detail"] == f"name: {name!r} looks like a seat or a bot; choose another name"
        made = await door.create(public=True)
        again = await door.post(made["match"]["links"]["seats"], {"name": name})
        assert problem(again, 422, "invalid")["detail"] == refused["detail"]


async def test_an_invitation_is_good_for_its_seat_and_once() -> None:
    async with opened() as door:
        made = await door.create()
        path, invitation = made["match"]["links"]["seats"], made["invitations"][1]["invitation"]
        elsewhere = await door.post(path, {"name": "x", "invitation": invitation, "seat": 0})
        assert (elsewhere.status_code, elsewhere.json()["field"]) == (422, "seat")
        first = await door.post(path, {"name": "x", "invitation": invitation, "seat": 1})
        assert (first.status_code, first.json()["seat"]) == (201, 1)
        again = await door.post(path, {"name": "y", "invitation": invitation})
        assert (again.status_code, again.json()["code"]) == (409, "seat_taken")
        foreign = (await door.create())["invitations"][1]["invitation"]
        refused = await door.post(path, {"name": "y", "invitation": foreign})
        assert refused.status_code == 403


async def test_an_invitation_shows_the_match_but_not_the_cards() -> None:
    async with opened() as door:
        made = await door.create()
        invitation = made["invitations"][0]["invitation"]
        path = made["match"]["links"]["self"]
        assert (await door.get(path, invitation)).status_code == 200
        assert (await door.get(f"{path}/events", invitation)).status_code == 403


async def test_strangers_take_the_first_free_seat_of_a_public_match_or_the_one_they_like() -> None:
    async with opened() as door:
        made = await door.create(public=True, seats=4)
        path = made["match"]["links"]["seats"]
        assert (await door.post(path, {"name": "x", "seat": 1})).json()["seat"] == 1
        assert (await door.post(path, {"name": "y"})).json()["seat"] == 0
        assert (await door.post(path, {"name": "z"})).json()["seat"] == 2
        assert (await door.post(path, {"name": "w"})).json()["seat"] == 3
        late = await door.post(path, {"name": "late"})
        assert (late.status_code, late.json()["code"]) == (409, "match_started")


async def test_the_owner_starts_the_match_with_bots_on_the_free_seats() -> None:
    async with opened() as door:
        made = await door.create(name="Ada")
        path = made["match"]["links"]["self"]
        assert (await door.post(f"{path}/start", {}, made["token"])).status_code == 403
        answer = await door.post(f"{path}/start", {}, made["owner"])
        assert (answer.status_code, answer.json()["status"]) == (200, "running")
        assert [seat["holder"] for seat in answer.json()["seats"]] == ["person", "bot", "bot"]
        again = await door.post(f"{path}/start", {}, made["owner"])
        assert (again.status_code, again.json()["code"]) == (409, "match_started")


async def test_no_bot_of_that_name_starts_nothing() -> None:
    async with opened() as door:
        made = await door.create(name="Ada")
        path = made["match"]["links"]["self"]
        answer = await door.post(f"{path}/start", {"bot": "deep"}, made["owner"])
        assert (answer.status_code, answer.json()["field"]) == (422, "bot")
        assert (await door.get(path, made["owner"])).json()["status"] == "open"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "malformed"),
        ({"game": "thirteen"}, 422, "malformed"),
        ({"game": "chess", "seats": 3}, 404, "unknown_game"),
        ({"game": "thirteen", "seats": 2}, 422, "invalid"),
        ({"game": "thirteen", "seats": 10**30}, 422, "invalid"),
        ({"game": "thirteen", "seats": "3"}, 422, "malformed"),
        ({"game": "thirteen", "seats": 3.0}, 422, "malformed"),
        ({"game": "thirteen", "seats": True}, 422, "malformed"),
        ({"game": ["thirteen"], "seats": 3}, 422, "malformed"),
        ({"game": "thirteen", "seats": 3, "options": {"jokers": 2}}, 422, "invalid_option"),
        ({"game": "thirteen", "seats": 3, "options": {"rounds": 0}}, 422, "invalid_option"),
        ({"game": "thirteen", "seats": 3, "options": []}, 422, "malformed"),
        ({"game": "thirteen", "seats": 3, "bots": [{"seat": 3, "bot": "random"}]}, 422, "invalid"),
        ({"game": "thirteen", "seats": 3, "bots": [{"seat": 0, "bot": "random"}] * 2}, 422, "invalid"),
        ({"game": "thirteen", "seats": 3, "bots": [{"seat": 0, "bot": "deep"}]}, 422, "invalid"),
        ({"game": "thirteen", "seats": 3, "bots": [{"seat": 0}]}, 422, "malformed"),
        ({"game": "thirteen", "seats": 3, "entropy": "e"}, 422, "invalid"),
        ({"game": "thirteen", "seats": 3, "name": "a\u202eb"}, 422, "invalid"),
        ({"game": "thirteen", "seats": 3, "public": 1}, 422, "malformed"),
        ({"game": "thirteen", "seats": 3, "seed": "x"}, 422, "malformed"),
    ],
)
async def test_a_match_that_cant_be_made_is_refused_and_nothing_is_made(
    body: dict[str, object], status: int, code: str
) -> None:
    async with opened() as door:
        answer = await door.post("/v1/matches", {**body, **({} if "public" in body else {"public": True})})
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert (await door.get("/v1/matches")).json()["matches"] == []


@pytest.mark.parametrize(
    ("more", "detail"),
    [
        ({"entropy": "e"}, "entropy: needs a name too, because it is a player's contribution to the seed"),
        ({"name": "x", "entropy": "e" * 1001}, "entropy: expected a text of up to 1000 characters"),
        (
            {"name": "x", "bots": [{"seat": seat, "bot": "random"} for seat in range(3)]},
            "name: bots take all seats; leave one seat free, or leave the name out",
        ),
    ],
)
async def test_a_refusal_says_what_to_do_and_shows_neither_a_python_type_nor_the_entropy(
    more: dict[str, object], detail: str
) -> None:
    async with opened() as door:
        answer = await door.post("/v1/matches", {"game": "thirteen", "seats": 3, **more})

    assert (answer.status_code, answer.json()["detail"]) == (422, detail)


async def test_a_refusal_names_the_place_in_the_body() -> None:
    async with opened() as door:
        answer = await door.post(
            "/v1/matches", {"game": "thirteen", "seats": 3, "bots": [{"seat": "0", "bot": "random"}]}
        )
    assert answer.json()["path"] == "$.bots[0].seat"


async def test_a_match_takes_no_more_bots_than_it_has_seats_for_people() -> None:
    async with opened() as door:
        bots = [{"seat": seat, "bot": "random"} for seat in range(3)]
        answer = await door.post("/v1/matches", {"game": "thirteen", "seats": 3, "bots": bots, "name": "Ada"})
        assert (answer.status_code, answer.json()["field"]) == (422, "name")


# --- the list


async def pages(door: Door, query: str) -> list[list[str]]:
    found: list[list[str]] = []
    after: str | None = ""
    while after is not None:
        page = (await door.get(f"/v1/matches?{query}&after={after}")).json()
        found.append([match["id"] for match in page["matches"]])
        after = page["next"]
    return found


async def test_public_matches_are_listed_page_by_page_the_newest_first(kept: Store) -> None:
    async with opened(kept) as door:
        made = [(await door.create(public=True))["match"]["id"] for _ in range(7)]
        await door.create()
        listed = await pages(door, "limit=3")
        assert listed == [made[:3:-1], made[3:0:-1], made[:1]]
        assert await pages(door, "limit=7") == [made[::-1]]
        assert await pages(door, "status=running") == [[]]


async def test_a_header_leads_to_the_next_page(kept: Store) -> None:
    async with opened(kept) as door:
        made = [
            (await door.create(public=True, game=game))["match"]["id"] for game in ("thirteen", "push") * 4
        ]
        for query, wanted in (("limit=3", made), ("limit=3&game=push&seats=3", made[1::2])):
            found: list[str] = []
            path = f"/v1/matches?{query}"
            for _ in range(9):
                answer = await door.get(path)
                found += [match["id"] for match in answer.json()["matches"]]
                assert ("next" in answer.links) == (answer.json()["next"] is not None)
                if "next" not in answer.links:
                    break
                path = str(answer.links["next"]["url"])
            assert found == wanted[::-1]


async def test_matches_are_listed_by_game_and_seats() -> None:
    async with opened() as door:
        made = {
            (game, seats): (await door.create(public=True, game=game, seats=seats))["match"]["id"]
            for game, seats in (("thirteen", 3), ("push", 3), ("thirteen", 4))
        }
        assert await pages(door, "game=thirteen") == [[made["thirteen", 4], made["thirteen", 3]]]
        assert await pages(door, "seats=3") == [[made["push", 3], made["thirteen", 3]]]
        assert await pages(door, "game=thirteen&seats=4") == [[made["thirteen", 4]]]
        assert await pages(door, "game=push&seats=4") == [[]]
        problem(await door.get("/v1/matches?game=chess"), 404, "unknown_game")


async def test_a_page_of_what_is_rare_looks_at_a_bounded_number_of_matches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardkit_api.service.listing._LOOKS", 4)
    async with opened() as door:
        rare = (await door.create(public=True, game="push"))["match"]["id"]
        for _ in range(9):
            await door.create(public=True)
        assert await pages(door, "limit=2&game=push") == [[], [], [rare]]


async def test_a_match_is_listed_by_its_status() -> None:
    async with opened() as door:
        sat = await door.sit(public=True, options={"rounds": 1})
        assert await pages(door, "status=open") == [[]]
        assert await pages(door, "status=running") == [[sat.id]]
        await sat.finish()
        assert await pages(door, "status=running") == [[]]
        assert await pages(door, "status=over") == [[sat.id]]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        "status=gone",
        "seats=-1",
        "seats=x",
        f"game={'x' * 81}",
        "after=x",
        "after=-1-a",
        "after=1e3-a",
        "after=nan-a",
        f"after=1-{'x' * 100}",
    ],
)
async def test_a_query_that_makes_no_sense_is_refused(query: str) -> None:
    async with opened() as door:
        answer = await door.get(f"/v1/matches?{query}")
        assert answer.status_code == 400
        assert answer.json()["code"] in ("bad_request", "bad_cursor")


@pytest.mark.parametrize("cursor", ["1-%00", "1-%F0%9F%82%A1", "1-%ED%A0%80", "1-", "999999999999.5-zzz"])
async def test_any_cursor_of_the_right_form_gives_a_page(kept: Store, cursor: str) -> None:
    async with opened(kept) as door:
        assert (await door.get(f"/v1/matches?after={cursor}")).status_code == 200


class Elsewhere(MemoryStore):
    """Has a match that another server made, of a game that isn't installed here, or under another key."""

    foreign: str = ""
    changed: dict[str, str]

    async def row(self, match: str) -> Any:
        row = await super().row(match)
        return row and self.elsewhere(row)

    async def list_matches(self, status: Any, before: Any, limit: int) -> Any:
        return tuple(
            [
                attrs.evolve(one, row=self.elsewhere(one.row))
                for one in await super().list_matches(status, before, limit)
            ]
        )

    def elsewhere(self, row: MatchRow) -> MatchRow:
        if row.match != self.foreign:
            return row
        old, new = self.changed["old"], self.changed["new"]
        assert old in row.document
        return attrs.evolve(row, document=row.document.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"), [('"game":"thirteen"', '"game":"fourteen"'), ('"key":"', '"key":"another ')]
)
async def test_a_match_that_this_server_cant_read_doesnt_spoil_the_list(old: str, new: str) -> None:
    store = Elsewhere()
    async with opened(store) as door:
        good, foreign = await door.sit(public=True), await door.sit(public=True)
    store.foreign, store.changed = foreign.id, {"old": old, "new": new}
    async with opened(store) as door:
        assert await pages(door, "status=running") == [[good.id]]
        answer = await door.get(foreign.path, foreign.owner)
        assert answer.status_code in (404, 503)


# --- deleting


async def test_a_deleted_match_is_gone_for_everybody() -> None:
    async with opened() as door:
        sat = await door.sit(public=True)
        assert (await door.ask("DELETE", sat.path, sat.seats[0])).status_code == 403
        answer = await door.ask("DELETE", sat.path, sat.owner)
        assert (answer.status_code, answer.content) == (204, b"")
        for token in ("", *sat.tokens):
            for what in ("", "/view", "/events", "/log"):
                gone = await door.get(sat.path + what, token)
                assert (gone.status_code, gone.json()["code"]) == (404, "no_such_match")
        assert (await sat.move(0, 0)).status_code == 404
        assert await pages(door, "status=running") == [[]]
        assert (await door.ask("DELETE", sat.path, sat.owner)).status_code == 404


# --- fair dealing


async def test_the_deal_can_be_checked_and_the_players_have_a_hand_in_it() -> None:
    async with opened() as door:
        made = await door.create(name="Ada", entropy="dice: 4 2 6", options={"rounds": 1})
        path = made["match"]["links"]["self"]
        joined = await door.post(
            f"{path}/seats",
            {"name": "Bo", "invitation": made["invitations"][0]["invitation"], "entropy": "\u2660"},
        )
        assert joined.json()["match"]["commitment"] == made["match"]["commitment"]
        await door.post(f"{path}/start", {}, made["owner"])
        for _ in range(100):
            status = (await door.get(path, made["owner"])).json()
            if status["status"] == "over":
                break
            actor = status["actors"][0]
            if actor < 2:
                token = (made["token"], joined.json()["token"])[actor]
                moves = (await door.get(f"{path}/moves", token)).json()["moves"]
                if moves:
                    await door.post(f"{path}/moves", {"move": moves[0]["number"]}, token, If_Match="*")
            else:
                await door.get(f"{path}/events?after={status['version']}&wait=1", made["owner"])
        log = (await door.get(f"{path}/log", made["owner"])).text
        report = cardkit.verify(log)
        assert report.complete, str(report)
        header = cardkit.loads(log).header
        assert header.commitment == made["match"]["commitment"]
        assert dict(header.entropy) == {0: "dice: 4 2 6", 1: "\u2660"}


async def test_names_of_all_scripts_and_symbols_are_taken() -> None:
    async with opened() as door:
        for name in ("Ann", "José", "김민준", "אבי", "नेहा", "王芳", "Ann ❤\ufe0f", "♠ Ben", "O’Neil-Şahin"):
            made = await door.create(name=name)
            assert made["match"]["seats"][0]["name"] == name
