"""Standing orders: played at the seat's next turn, or dropped when anything else happens."""

from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from attrs import frozen

import cardkit
from cardkit.documents import glimpse_documents
from cardkit.game import Json
from cardkit.phrases import PHRASES
from cardkit_api.messages import ORDER_CODES
from cardkit_api.service.orders.judgement import Content, fits, judge
from tests.api.door import PATIENT, Sat, opened
from tests.api.orders.giving import (
    ANY,
    ahead,
    fall_asleep,
    give,
    kept,
    last,
    loaded_of,
    match_of,
    play_on,
    settled,
    texts,
    waiting_seat,
    withdraw,
)
from tests.api.places import Place
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio


async def ordered(sat: Sat, foreseen: object = ANY) -> tuple[int, str]:
    """Give an order that is legal if all others play their last moves. Return the seat and the move."""
    match = match_of(sat)
    seat = waiting_seat(match)
    move = texts(ahead(match, seat), seat)[-1]
    answer = await give(sat, seat, move, foreseen)
    assert answer.status_code == 200, answer.text
    return seat, move


@pytest.mark.parametrize("game", [*cardkit.games()])
async def test_an_order_is_played_when_the_turn_comes_in_each_game(game: str, place: Place) -> None:
    async with opened(place.store()) as door:
        sat = await door.sit(game=game, seats=cardkit.game(game).seats[0])
        seat, move = await ordered(sat)
        turn = ahead(match_of(sat), seat)
        expected = turn.play(turn.game.read(move, len(sat.seats), turn.header.options), seat)

        await play_on(sat, seat)

        assert match_of(sat) == expected
        version = expected.version
        assert await kept(sat, seat) == {
            "order": None,
            "last": {"code": "played", "version": version, "text": "Your order was played."},
        }


async def test_an_order_waits_and_is_shown_to_its_seat_alone() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat = waiting_seat(match)
        assert await kept(sat, seat) == {"order": None, "last": None}
        foreseen = [{"type": "thirteen.played"}, {"seat": 2}]
        answer = await give(sat, seat, 3, foreseen)
        shown = {"order": {"version": match.version, "foreseen": foreseen, "move": 3}, "last": None}
        assert answer.json() == shown == await kept(sat, seat)
        for other in range(3):
            if other != seat:
                assert await kept(sat, other) == {"order": None, "last": None}
        for token in (sat.watcher, sat.owner):
            problem(await door.get(f"{sat.path}/order", token), 403, "not_allowed")


async def test_a_later_order_replaces_the_one_before() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, move = await ordered(sat, [{"type": "nothing"}])
        assert (await give(sat, seat, move)).status_code == 200
        await play_on(sat, seat)
        assert await last(sat, seat) == "played"


async def test_an_order_that_is_withdrawn_is_not_played() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _ = await ordered(sat)
        version = match_of(sat).version
        gone = {"code": "withdrawn", "version": version, "text": "You withdrew your order."}
        assert await withdraw(sat, seat) == {"order": None, "last": gone}
        assert await withdraw(sat, seat) == {"order": None, "last": gone}
        await play_on(sat, seat)
        assert seat in match_of(sat).actors


async def test_who_withdraws_too_late_learns_it() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _ = await ordered(sat)
        await play_on(sat, seat)
        found = (await withdraw(sat, seat))["last"]
        assert found["code"] == "played"


async def test_an_event_that_fits_no_pattern_drops_the_order_and_the_seat_is_told_in_its_language() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat, first = waiting_seat(match), match.actors[0]
        seen = [
            event["glimpse"]
            for event in (await _after(sat, seat, match.game.say(match.legal(first)[-1])))["events"]
        ]
        assert await last(sat, seat) == ""
        foreseen = [{key: value for key, value in one.items() if key in ("type", "seat")} for one in seen]
        assert (await give(sat, seat, 0, foreseen)).status_code == 200
        await play_on(sat, seat)
        found = (await kept(sat, seat, Accept_Language="de"))["last"]
        assert found["code"] == "unforeseen"
        assert found["text"].startswith("Dein Auftrag gilt nicht mehr: etwas ist geschehen")
        assert seat in match_of(sat).actors


async def _after(sat: Sat, seat: int, move: str) -> dict[str, Any]:
    """Play a move, and return the page of what the seat saw of it."""
    match = match_of(sat)
    assert (await sat.move(match.actors[0], move)).status_code == 200
    page: dict[str, Any] = (await sat.get(f"events?after={match.version}", seat)).json()
    return page


async def test_an_order_may_foresee_exactly_what_happens() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat = waiting_seat(match)
        turn = ahead(match, seat)
        documents = glimpse_documents(turn, seat, match.version)
        foreseen = [document["glimpse"] for document in documents]
        assert (await give(sat, seat, texts(turn, seat)[0], foreseen)).status_code == 200
        await play_on(sat, seat)
        assert await last(sat, seat) == "played"


async def test_a_move_that_isnt_legal_when_the_turn_comes_drops_the_order() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat = waiting_seat(match)
        legal = ahead(match, seat).legal(seat)
        moves = match.game.moves(len(sat.seats), match.header.options)
        wrong = next(number for number, move in enumerate(moves) if move not in legal)
        assert (await give(sat, seat, wrong)).status_code == 200
        await play_on(sat, seat)
        assert await last(sat, seat) == "not_legal"
        assert seat in match_of(sat).actors


async def test_a_move_that_is_taken_back_drops_the_order_whatever_it_foresees() -> None:
    async with opened() as door:
        sat = await door.sit(game="push", seats=2, takebacks="free")
        assert match_of(sat).actors == (0,)
        assert (await sat.move(0, texts(match_of(sat), 0)[0])).status_code == 200
        assert match_of(sat).actors == (0,)
        assert (await give(sat, 1, 0)).status_code == 200
        answer = await door.post(f"{sat.path}/undo", {}, sat.seats[0])
        assert answer.status_code == 200, answer.text
        assert await last(sat, 1) == "taken_back"


async def test_a_seat_that_resigns_loses_its_order_and_the_others_lose_theirs() -> None:
    async with opened() as door:
        sat = await door.sit(bots=[])
        match = match_of(sat)
        one, other = (seat for seat in range(3) if seat not in match.actors)
        for seat in (one, other):
            assert (await give(sat, seat, 0, [{"seat": 9}])).status_code == 200
        answer = await door.post(f"{sat.path}/resign", {}, sat.seats[one])
        assert answer.status_code == 200, answer.text
        assert await last(sat, one) == "resigned"
        assert await last(sat, other) == "players_changed"
        problem(await give(sat, one, 0), 409, "resigned")


async def test_the_end_of_the_match_drops_orders() -> None:
    async with opened() as door:
        sat = await door.sit(game="push", seats=2)
        last_turn = after = match_of(sat)
        while after.actors:
            last_turn, after = after, after.play(after.legal(after.actors[0])[0], after.actors[0])
        while (match := match_of(sat)).version < last_turn.version:
            await sat.move(match.actors[0], texts(match, match.actors[0])[0])
        mover = match.actors[0]
        seat = 1 - mover
        assert (await give(sat, seat, 0)).status_code == 200
        assert (await sat.move(mover, texts(match, mover)[0])).status_code == 200
        assert not match_of(sat).actors
        assert await last(sat, seat) == "match_over"
        problem(await give(sat, seat, 0), 409, "match_over")


async def test_an_order_that_was_given_late_is_played_at_once_if_all_was_foreseen() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat = waiting_seat(match)
        turn = ahead(match, seat)
        await play_on(sat, seat)
        answer = await give(sat, seat, texts(turn, seat)[0], ANY, match.version)
        assert answer.json()["last"]["code"] == "played"
        assert match_of(sat).by == seat


async def test_an_order_for_a_version_since_which_something_unforeseen_has_happened_is_stale() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat = waiting_seat(match)
        await sat.go_on()
        stale = problem(await give(sat, seat, 0, [{"no": 1}], match.version), 412, "stale_version")
        assert stale["version"] == match_of(sat).version
        for version in (-1, 0, 2, match_of(sat).version + 1, 10**30):
            stale = problem(await give(sat, seat, 0, ANY, version), 412, "stale_version")
            assert stale["detail"].startswith("there is no version ")
        assert await last(sat, seat) == ""


async def test_a_seat_that_has_moved_since_gives_no_order_for_then() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat, move = await ordered(sat)
        await play_on(sat, seat)
        stale = problem(await give(sat, seat, move, ANY, match.version), 412, "stale_version")
        assert f" has moved since version {match.version};" in stale["detail"]


async def test_a_move_by_hand_that_comes_first_drops_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, move = await ordered(sat)
        with monkeypatch.context() as slow:
            fall_asleep(slow)
            await play_on(sat, seat)
            assert (await sat.move(seat, move)).status_code == 200
        version = match_of(sat).version
        assert await last(sat, seat) == "moved"
        assert match_of(sat).version == version


@frozen
class Stepped:
    """As much of a match as is judged: two seats may move, and then only others."""

    version: int
    actors: tuple[int, ...]
    by: int
    previous: "Stepped | None" = None
    events: tuple[str, ...] = ("something",)


def test_a_turn_that_passed_before_the_order_was_played_drops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(match: Stepped, _seat: int, since: int) -> list[dict[str, Json]]:
        return [{"n": n, "glimpse": {}, "text": ""} for n in range(since + 1, match.version + 1)]

    monkeypatch.setattr("cardkit_api.service.orders.judgement.glimpse_documents", shown)
    info: Any = SimpleNamespace(chairs=[SimpleNamespace(bot="", resigned=False)] * 3)
    content = Content(version=1, foreseen=({},), move=0, players=("", "", ""))
    first = Stepped(1, (0,), 0)
    turn: Any = Stepped(2, (1, 2), 0, first)
    assert judge(1, content, 1, turn, info, None) == "play"
    passed: Any = Stepped(3, (0,), 2, turn)
    assert judge(1, content, 1, passed, info, None) == "too_late"
    other: Any = Stepped(2, (2,), 0, first)
    assert judge(1, content, 1, other, info, None) == "wait"


async def test_a_seat_whose_turn_it_is_plays_instead() -> None:
    async with opened() as door:
        sat = await door.sit()
        refused = problem(await give(sat, match_of(sat).actors[0], 0), 409, "your_turn")
        assert refused["detail"] == "it's your turn: play a move"


@pytest.mark.parametrize(
    ("foreseen", "path"),
    [((), None), (ANY * 33, None), ([ANY], "$.foreseen[0]"), ("x", "$.foreseen")],
)
async def test_a_malformed_order_is_refused_and_the_one_before_stays(
    foreseen: object, path: str | None
) -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _ = await ordered(sat)
        answer = await give(sat, seat, 0, foreseen)
        found = problem(answer, 422, "malformed" if path else "invalid")
        assert (found["path"] if path else found["field"]) == (path or "foreseen")
        problem(await give(sat, seat, "no move"), 422, "unreadable")
        problem(await give(sat, seat, 10**6), 422, "unreadable")
        assert await last(sat, seat) == "waits"


async def test_patterns_are_bounded_in_depth_and_orders_in_size() -> None:
    async with opened(limits=attrs.evolve(PATIENT, order=1000)) as door:
        sat = await door.sit()
        seat = waiting_seat(match_of(sat))
        deep: Json = 1
        for _ in range(9):
            deep = [deep]
        problem(await give(sat, seat, 0, [{"a": deep}]), 422, "invalid")
        problem(await give(sat, seat, 0, [{"a": "x" * 1000}]), 413, "too_large")
        assert await last(sat, seat) == ""


async def test_before_the_start_there_are_no_orders() -> None:
    async with opened() as door:
        made = await door.create(name="Ada")
        path = f"/v1/matches/{made['match']['id']}/order"
        body = {"version": 0, "foreseen": ANY, "move": 0}
        problem(await door.ask("PUT", path, made["token"], body), 409, "not_started")


async def test_orders_of_several_seats_are_played_one_after_the_other() -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        first = match.actors[0]
        orders: dict[int, str] = {}
        step = match.play(match.legal(first)[-1], first)
        while step.actors[0] != first:
            seat = step.actors[0]
            orders[seat] = texts(step, seat)[0]
            step = step.play(step.legal(seat)[0], seat)
        assert len(orders) == 2
        for seat, move in orders.items():
            assert (await give(sat, seat, move)).status_code == 200
        await sat.move(first, texts(match, first)[-1])
        await settled(sat)
        assert match_of(sat) == step
        assert [await last(sat, seat) for seat in orders] == ["played", "played"]
        assert not loaded_of(sat).ordered


async def test_an_order_is_for_one_turn_and_one_move() -> None:
    """In Biberbande, who draws a card goes on with it."""
    async with opened() as door:
        sat = await door.sit(game="biberbande", seats=2)
        await sat.go_on(2)
        match = match_of(sat)
        seat = waiting_seat(match)
        assert (await give(sat, seat, "draw")).status_code == 200
        await play_on(sat, seat)
        assert await last(sat, seat) == "played"
        match = match_of(sat)
        assert match.by == seat
        assert match.actors == (seat,)


def test_each_end_of_an_order_has_words_in_each_language() -> None:
    for phrases in PHRASES.values():
        assert {key.removeprefix("order, ") for key in phrases if key.startswith("order, ")} == {*ORDER_CODES}


FITTING: Final[list[tuple[Json, Json, bool]]] = [
    ({}, {"a": 1}, True),
    ({"a": 1}, {"a": 1, "b": 2}, True),
    ({"a": 1, "b": 2}, {"a": 1}, False),
    ({"a": None}, {}, False),
    ({"a": 1}, {"a": True}, False),
    ({"a": False}, {"a": 0}, False),
    ({"a": 1.0}, {"a": 1}, True),
    ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, True),
    ({"a": {}}, {"a": []}, False),
    ({"a": [1, {}]}, {"a": [1, {"x": 1}]}, True),
    ({"a": [1]}, {"a": [1, 2]}, False),
    ({"a": []}, {"a": [1]}, False),
    ({"a": "x"}, {"a": "X"}, False),
]
"""A pattern, what is shown, and whether that fits."""


@pytest.mark.parametrize(("pattern", "shown", "expected"), FITTING)
def test_a_pattern_fits_what_has_at_least_its_fields(pattern: Json, shown: Json, expected: bool) -> None:
    assert fits(pattern, shown) is expected
