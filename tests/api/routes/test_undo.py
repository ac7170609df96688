"""Taking moves back: at once where nobody has learned from it, else when everybody agrees."""

import asyncio
from threading import Event
from typing import Any

import httpx
import pytest

from cardkit import undo as rule
from cardkit.chance import Chance
from cardkit.game import any_game
from cardkit_api import Limits, Store
from tests.api.door import Sat, opened
from tests.patience import PATIENCE
from tests.test_undo import certain
from tests.testing.plants import variant
from tests.testing.tiny import Memory, State, imagine

pytestmark = pytest.mark.anyio


async def undo(sat: Sat, seat: int, of: int | None = None) -> httpx.Response:
    body: dict[str, object] = {} if of is None else {"of": of}
    return await sat.door.post(f"{sat.path}/undo", body, sat.seats[seat])


async def moved(sat: Sat) -> tuple[int, dict[str, Any]]:
    """Play some move. Return whose it was, and the status after it."""
    (seat,) = (await sat.status())["actors"]
    return seat, await sat.go_on()


async def test_a_move_from_which_nobody_learned_is_taken_back_at_once() -> None:
    async with opened() as door:
        sat = await door.sit(game="push", seats=2)
        seat, legal, version = await sat.turn()
        while [move["text"] for move in legal] == ["reveal"]:  # again, after a card that is not to be placed
            await sat.move(seat, "reveal")
            seat, legal, version = await sat.turn()
        placing = next(move for move in legal if move["move"]["type"] == "push.place")
        before = (await sat.get("view", seat)).json()["view"]
        await sat.move(seat, placing["number"])
        now = (await sat.status())["version"]

        answer = await undo(sat, seat)

        assert answer.status_code == 200
        undone = answer.json()
        assert undone["done"]
        assert undone["version"] == now + 1
        assert undone["waiting_for"] == []
        assert answer.headers["etag"] == f'"{now + 1}"'
        assert (await sat.get("view", seat)).json()["view"] == before
        page = (await sat.get(f"events?after={now}", 1 - seat)).json()
        assert len(page["events"]) == 1
        assert "taken back" in page["events"][0]["text"]
        assert (await sat.get("moves", seat)).json()["moves"] == legal
        assert version < now


async def test_why_a_move_stays_is_told_in_the_language_asked_for_and_with_names() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _ = await moved(sat)
        other = (seat + 1) % 3

        async def asked(by: int, of: int) -> dict[str, Any]:
            path, german = f"{sat.path}/undo", {"Accept_Language": "de"}
            answer: dict[str, Any] = (await door.post(path, {"of": of}, sat.seats[by], **german)).json()
            return answer

        assert (await asked(seat, other))["detail"] == (
            f"player {other} hat keinen Zug, der zurückgenommen werden könnte"
        )
        assert (await asked(other, seat))["detail"] == (
            f"player {seat} hat nicht darum gebeten, einen Zug zurückzunehmen"
        )
        assert (await asked(seat, seat))["reason"] == "jemand hat dadurch etwas erfahren"


async def test_other_moves_are_taken_back_when_all_agree() -> None:
    async with opened() as door:
        sat = await door.sit()
        before = (await sat.get("view", 0)).json()["view"]
        seat, status = await moved(sat)
        first, second = (other for other in range(3) if other != seat)
        asked = (await undo(sat, seat)).json()
        assert (asked["done"], asked["version"]) == (False, status["version"])
        assert asked["waiting_for"] == [first, second]
        assert asked["reason"]
        now = await sat.status()
        assert now["takeback"] == {"by": seat, "version": status["version"], "agreed": [seat]}
        again = (await undo(sat, seat)).json()
        assert again["waiting_for"] == [first, second]
        assert (await undo(sat, first, seat)).json()["waiting_for"] == [second]
        done = (await undo(sat, second, seat)).json()
        assert (done["done"], done["version"], done["waiting_for"]) == (True, status["version"] + 1, [])
        assert (await sat.get("view", 0)).json()["view"] == before
        assert (await sat.status())["takeback"] is None
        assert (await sat.status())["actors"] == [seat]


async def test_agreement_is_kept_over_a_restart(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit()
        seat, _ = await moved(sat)
        others = [other for other in range(3) if other != seat]
        await undo(sat, seat)
        await undo(sat, others[0], seat)
    async with opened(kept) as door:
        later = Sat(door, sat.id, sat.owner, sat.watcher, sat.seats, sat.made)
        assert (await undo(later, others[1], seat)).json()["done"]


async def test_a_request_to_take_back_lapses_with_the_next_move() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _ = await moved(sat)
        await undo(sat, seat)
        await sat.go_on()
        assert (await sat.status())["takeback"] is None
        other = (seat + 1) % 3
        answer = await undo(sat, other, seat)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_undoable")


async def test_nobody_agrees_to_what_nobody_asked_for() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, _ = await moved(sat)
        answer = await undo(sat, (seat + 1) % 3, seat)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_undoable")
        assert (await sat.status())["takeback"] is None


async def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    async with opened() as door:
        sat = await door.sit()
        for seat in range(3):
            answer = await undo(sat, seat)
            assert (answer.status_code, answer.json()["code"]) == (409, "not_undoable")


@pytest.mark.parametrize(
    ("of", "code"), [(3, "invalid"), (-1, "invalid"), (True, "malformed"), ("0", "malformed")]
)
async def test_a_seat_that_isnt_there_has_no_moves(of: Any, code: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await undo(sat, 0, of)
        assert (answer.status_code, answer.json()["code"]) == (422, code)


async def test_nothing_is_taken_back_when_the_match_is_over() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        answer = await undo(sat, 0)
        assert (answer.status_code, answer.json()["code"]) == (409, "match_over")


async def test_all_who_agree_at_the_same_time_are_counted(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit(seats=5)
        seat, status = await moved(sat)
        await undo(sat, seat)
        answers = await asyncio.gather(*(undo(sat, other, seat) for other in range(5) if other != seat))
        assert [answer.status_code for answer in answers] == [200] * 4
        assert sorted(answer.json()["done"] for answer in answers) == [False, False, False, True]
        assert (await sat.status())["version"] == status["version"] + 1


async def test_bots_agree_and_then_play_on() -> None:
    async with opened() as door:
        bots = [{"seat": 1, "bot": "random"}, {"seat": 2, "bot": "random"}]
        made = await door.create(name="Ada", bots=bots)
        sat = Sat(door, made["match"]["id"], made["owner"], made["watcher"], (made["token"],), made)
        await turn_of(sat, 0)
        version = (await sat.status())["version"]
        move = (await sat.get("moves", 0)).json()["moves"][0]["number"]
        before = (await sat.get("view", 0)).json()["view"]
        await sat.move(0, move)
        await turn_of(sat, 0)

        undone = (await undo(sat, 0)).json()

        assert undone["done"]
        assert (await sat.get("view", 0)).json()["view"] == before
        assert (await sat.status())["actors"] == [0]
        assert undone["version"] > version
        await sat.move(0, move)
        await turn_of(sat, 0)


async def test_no_move_is_taken_back_in_a_match_without_takebacks() -> None:
    async with opened() as door:
        bots = [{"seat": 2, "bot": "random"}]
        sat = await door.sit(takebacks="none", bots=bots)
        assert (await sat.status())["takebacks"] == "none"
        while (seat := (await sat.status())["actors"][0]) == 2:
            await sat.get("events?after=1&wait=0.1")
        _, legal, _ = await sat.turn()
        await sat.move(seat, legal[0]["number"])
        for other in (0, 1):
            refused = await undo(sat, other, seat)
            assert (refused.status_code, refused.json()["code"]) == (409, "no_takebacks")
        german = await door.post(f"{sat.path}/undo", {}, sat.seats[0], Accept_Language="de")
        assert german.json()["detail"].startswith("in dieser Partie wird kein Zug")
        assert (await sat.status())["takeback"] is None


async def test_every_seat_takes_its_own_move_back_at_once_where_that_is_free(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit(takebacks="free")
        seat, status = await moved(sat)
        after = (await sat.turn())[0]
        refused = await undo(sat, after, seat)  # nobody takes the move of another back
        assert (refused.status_code, refused.json()["code"]) == (409, "not_undoable")
        undone = (await undo(sat, seat)).json()
        assert (undone["done"], undone["waiting_for"]) == (True, [])
        assert (await sat.status())["actors"] == [seat]
        assert (await undo(sat, after)).json()["code"] == "not_undoable"
    async with opened(kept) as door:
        assert (await door.get(sat.path, sat.owner)).json()["takebacks"] == "free"
        assert (await door.get(sat.path, sat.owner)).json()["version"] == status["version"] + 1


@pytest.mark.parametrize("takebacks", ["never", "", None, True, 0])
async def test_another_rule_for_takebacks_is_refused(takebacks: object) -> None:
    async with opened() as door:
        answer = await door.post("/v1/matches", {"game": "thirteen", "seats": 3, "takebacks": takebacks})
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
        assert answer.json()["path"] == "$.takebacks"


async def turn_of(sat: Sat, seat: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while (status := await sat.status())["actors"] != [seat]:
            assert status["status"] == "running"
            await sat.get(f"events?after={status['version']}&wait=1", 0)


async def test_a_game_that_takes_too_long_to_imagine_is_a_problem_and_the_server_goes_on() -> None:
    """the imagining is held up, until the test lets it go on"""
    released = Event()

    def held_up(memory: Memory, chance: Chance) -> State:
        released.wait()
        return imagine(memory, chance)

    games = {"tiny": any_game(variant(imagine=held_up, decide=certain))}
    limits = Limits(undo_seconds=0.05)
    try:
        async with opened(games=games, limits=limits) as door:
            sat = await door.sit(game="tiny", seats=2)
            seat, _, _ = await sat.turn()
            await sat.move(seat, "throw")

            answer = await undo(sat, seat)

            assert answer.status_code == 503
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["code"] == "undo_too_slow"
            assert (await sat.status())["actors"] == [1 - seat]
    finally:
        released.set()


async def agreed_on(sat: Sat, seat: int) -> None:
    """Take the seat's last move back, as all agree."""
    done = False
    for other in (seat, *(other for other in range(3) if other != seat)):
        answer = await undo(sat, other, seat)
        assert answer.status_code == 200, answer.text
        done = answer.json()["done"]
    assert done


async def test_each_request_for_an_undo_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, judged = rule.undoable, list[int]()

    def counted(*given: Any) -> object:
        judged.append(1)
        return judge(*given)

    monkeypatch.setattr("cardkit.match.undoable", counted)
    async with opened() as door:
        sat = await door.sit()
        seat, _ = await moved(sat)
        judged.clear()

        await agreed_on(sat, seat)

    assert len(judged) == 3


async def test_a_seat_takes_a_bounded_number_of_moves_back() -> None:
    async with opened(limits=Limits(undos=2)) as door:
        sat = await door.sit()
        seat, _ = await moved(sat)
        await agreed_on(sat, seat)
        assert (await moved(sat))[0] == seat
        await agreed_on(sat, seat)
        assert (await moved(sat))[0] == seat

        refused = await undo(sat, seat)

        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_undos")
        assert refused.json()["detail"] == "a player can take back 2 moves in a match; play on"
        other, _ = await moved(sat)
        await agreed_on(sat, other)
