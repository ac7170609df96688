"""Views, legal moves, moves, resigning and the log of a match."""

from itertools import chain
from typing import Any

import pytest

import cardkit
from cardkit_api import Store
from tests.api.door import opened

pytestmark = pytest.mark.anyio


async def test_a_seat_sees_its_own_hand_and_others_see_none() -> None:
    async with opened() as door:
        sat = await door.sit()
        hands: list[list[str]] = []
        for seat in range(3):
            answer = (await sat.get("view", seat)).json()
            assert answer["seat"] == seat
            shown = [hand for hand in answer["view"]["hands"] if "?" not in hand]
            assert shown == [answer["view"]["hands"][seat]]
            hands += shown
        assert all(len(hand) == len(hands[0]) > 0 for hand in hands)
        for token in (sat.watcher, sat.owner):
            answer = (await door.get(f"{sat.path}/view", token)).json()
            assert answer["seat"] is None
            assert {*chain.from_iterable(answer["view"]["hands"])} == {"?"}


async def test_an_earlier_view_is_what_was_seen_then() -> None:
    async with opened() as door:
        sat = await door.sit()
        seen: dict[int, Any] = {}
        for _ in range(5):
            view = (await sat.get("view", 1)).json()
            seen[view["version"]] = view
            await sat.go_on()
        for version, view in seen.items():
            assert (await sat.get(f"view?at={version}", 1)).json() == view


@pytest.mark.parametrize("at", ["999", "1"])
async def test_a_version_that_isnt_there_is_404(at: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get(f"view?at={at}", 0)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_version")


@pytest.mark.parametrize("at", ["0", "-1", "x", "1.5", "99999999999", "true"])
async def test_what_is_no_version_is_refused(at: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get(f"view?at={at}", 0)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


async def test_nothing_is_seen_and_nobody_moves_before_the_start() -> None:
    async with opened() as door:
        made = await door.create(name="Ada")
        path = made["match"]["links"]["self"]
        for what in ("view", "moves", "log"):
            answer = await door.get(f"{path}/{what}", made["token"])
            assert (answer.status_code, answer.json()["code"]) == (409, "not_started")
        for what, body in (("moves", {"move": 0}), ("undo", {}), ("resign", {})):
            answer = await door.post(f"{path}/{what}", body, made["token"], If_Match="*")
            assert (answer.status_code, answer.json()["code"]) == (409, "not_started")
        assert (await door.get(f"{path}/events", made["token"])).json()["events"] == []


@pytest.mark.parametrize("game", [*cardkit.games()])
@pytest.mark.parametrize("form", ["number", "text", "move"])
async def test_a_move_is_named_by_its_number_its_text_or_its_object(game: str, form: str) -> None:
    async with opened() as door:
        sat = await door.sit(game=game)
        seat, legal, version = await sat.turn()
        assert legal
        answer = await sat.move(seat, legal[-1][form], f'"{version}"')
        assert answer.status_code == 200, answer.text
        moved = answer.json()
        assert moved["version"] == (await sat.status())["version"] > version
        assert [event["n"] for event in moved["events"]] == [*range(version + 1, moved["version"] + 1)]
        page = (await sat.get(f"events?after={version}", seat)).json()
        assert page["events"] == moved["events"]


@pytest.mark.parametrize("host", ["cards.test", "[::1]:8000", "a_b-c.test", "(odd)~host!"])
@pytest.mark.parametrize("path", ["{}/moves", "{}/moves/", "{}//moves", "{}/moves?a=b"])
async def test_a_move_is_played_and_counted_alike_however_its_path_and_host_are_written(
    host: str, path: str
) -> None:
    async with opened() as door:
        sat = await door.sit()
        for n in range(2):
            seat, moves, version = await sat.turn()
            key = f"0123456789abcdef-{n}"
            for replayed in (None, "true"):
                answer = await door.post(
                    path.format(sat.path),
                    {"move": moves[0]["number"]},
                    sat.seats[seat],
                    If_Match=f'"{version}"',
                    Idempotency_Key=key,
                    Host=host,
                )
                assert answer.status_code == 200, answer.text
                assert answer.json()["version"] > version
                assert answer.headers.get("Idempotency-Replayed") == replayed
                path = "{}/moves"  # the same request, as it is usually written
        counted = (await door.get("/metrics")).text
        assert (
            'cardkit_request_seconds_count{method="POST",route="/v1/matches/{match_id}/moves",status="200"} 4'
            in counted
        )


@pytest.mark.parametrize("host", ["a b", "a/b", "a?b", "<a>"])
async def test_a_move_for_a_host_that_is_none_is_refused_like_any_request(host: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        for answer in (await sat.move(0, 0, Host=host), await sat.get("view", 0, Host=host)):
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


async def test_a_move_without_a_match_is_refused_as_a_path_that_isnt_there() -> None:
    async with opened() as door:
        for path in ("/v1/matches/moves", "/v1/matches//moves", "/v1/matches/a/b/moves"):
            answer = await door.post(path, {"move": 0}, If_Match="*")
            assert answer.status_code in (404, 405), path


async def test_who_isnt_to_move_has_no_moves_and_may_not_move() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        other = (seat + 1) % 3
        assert (await sat.get("moves", other)).json() == {"version": version, "seat": other, "moves": []}
        answer = await sat.move(other, legal[0]["number"])
        assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")
        assert (await sat.status())["version"] == version


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        ("zz", 422, "unreadable"),
        ("", 422, "unreadable"),
        (10**6, 422, "unreadable"),
        (-1, 422, "unreadable"),
        (2**70, 422, "unreadable"),
        (True, 422, "malformed"),
        (1.0, 422, "malformed"),
        (None, 422, "malformed"),
        ([], 422, "malformed"),
        ({}, 422, "malformed"),
        ({"type": "push.reveal"}, 422, "malformed"),
        ({"type": "thirteen.play", "card": "y2"}, 422, "malformed"),
        ({"type": "thirteen.play", "card": "y2", "onto": "yellow", "for": "luck"}, 422, "malformed"),
        ({"type": ["thirteen.play"]}, 422, "malformed"),
    ],
)
async def test_what_is_no_move_is_refused_and_nothing_happens(move: object, status: int, code: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _, version = await sat.turn()
        answer = await sat.move(seat, move)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert (await sat.status())["version"] == version


async def test_a_card_that_isnt_in_hand_is_refused_by_the_games_own_code() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        held = {move["number"] for move in legal}
        answer = await sat.move(seat, next(number for number in range(40) if number not in held))
        assert (answer.status_code, answer.json()["code"]) == (409, "not_in_hand")


async def test_sentences_come_in_the_language_asked_for_and_with_names() -> None:
    async with opened() as door:
        sat = await door.sit()
        await sat.go_on()
        texts = {
            language: (await sat.get("events", 0, Accept_Language=language)).json()["events"][-1]["text"]
            for language in ("en", "de", "nl")
        }
        assert len({*texts.values()}) == 3
        assert all("player " in text for text in texts.values())


async def test_a_refusal_comes_in_the_language_asked_for_and_with_names() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _, version = await sat.turn()
        other = (seat + 1) % 3

        async def told(by: int, move: object, match: str = "*", language: str = "de") -> str:
            answer = await sat.move(by, move, match, Accept_Language=language)
            detail: str = answer.json()["detail"]
            return detail

        assert await told(other, "b7") == f"player {seat} ist am Zug, nicht player {other}"
        assert (await told(other, "b7", language="fr, nl;q=0.8, de;q=0.5")).endswith(f"niet player {other}")
        assert await told(other, "b7", language="fr") == f"it's player {seat}'s turn, not player {other}'s"
        assert await told(seat, "b7", '"1"') == (
            f"eine Version 1 gibt es nicht; die Partie ist bei Version {version}: sieh noch einmal hin"
        )
        before = await door.create()
        path = f"/v1/matches/{before['match']['id']}/view"
        answer = await door.get(path, before["watcher"], Accept_Language="nl")
        assert answer.json()["detail"].startswith("de partij is nog niet begonnen")
        nowhere = await door.get("/v1/matches/none", Accept_Language="de")
        assert nowhere.json()["detail"] == "diese Partie gibt es nicht, oder sie wurde gelöscht"


@pytest.mark.parametrize("game", [*cardkit.games()])
async def test_a_match_is_played_to_its_end_and_its_log_can_be_checked_then(game: str) -> None:
    async with opened() as door:
        sat = await door.sit(game=game, seats=cardkit.game(game).seats[0])
        for who in (None, 0):
            answer = await sat.get("log", who)
            assert (answer.status_code, answer.json()["code"]) == (409, "not_revealed")
        over = await sat.go_on(100_000 if game == "friday13" else 8)
        if over["status"] != "over":
            return
        assert (over["actors"], len(over["outcome"]["totals"])) == ([], 3)
        log = await sat.get("log")
        assert log.headers["content-type"] == "application/jsonl; charset=utf-8"
        assert cardkit.verify(log.text).complete
        refused = await sat.move(0, 0)
        assert (refused.status_code, refused.json()["code"]) == (409, "match_over")


async def test_a_match_is_as_it_was_when_another_server_opens_the_store(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit()
        await sat.go_on(5)
        status, view = await sat.status(), (await sat.get("view", 0)).json()
        events = (await sat.get("events", 0)).json()
    async with opened(kept) as later:
        assert (await later.get(sat.path, sat.owner)).json() == status
        assert (await later.get(f"{sat.path}/view", sat.seats[0])).json() == view
        assert (await later.get(f"{sat.path}/events", sat.seats[0])).json() == events


async def test_a_match_that_is_over_stays_readable_after_a_restart(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit(options={"rounds": 1})
        over = await sat.finish()
        log = (await sat.get("log")).text
    async with opened(kept) as later:
        assert (await later.get(sat.path, sat.owner)).json() == over
        assert (await later.get(f"{sat.path}/log", sat.owner)).text == log


# --- pages of events


async def test_pages_of_events_join_without_gap_or_double() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        whole = (await sat.get("events?limit=200", 2)).json()
        assert whole["over"]
        assert [event["n"] for event in whole["events"]] == [*range(1, whole["version"] + 1)]
        for limit in (1, 7, 100):
            events, after, over = [], 0, False
            while not over:
                page = (await sat.get(f"events?after={after}&limit={limit}", 2)).json()
                events += page["events"]
                after, over = page["next"], page["over"]
                assert len(page["events"]) <= limit
            assert events == whole["events"]


async def test_a_page_from_beyond_the_end_is_404() -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get("events?after=1000", 0)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_version")


@pytest.mark.parametrize(
    "query",
    ["after=-1", "after=x", "after=99999999999", "limit=0", "limit=201", "wait=-1", "wait=31", "wait=nan"],
)
async def test_a_page_that_makes_no_sense_is_refused(query: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get(f"events?{query}", 0)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


async def test_events_are_offered_in_three_forms_and_no_other() -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get("events", 0, Accept="text/html")
        assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")
        answer = await sat.get("events", 0, Accept="text/html, application/*;q=0.1")
        assert answer.headers["content-type"] == "application/json"
