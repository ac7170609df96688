"""An order either plays its move when the turn of its seat comes, or is dropped with a reason. Nothing else happens."""

from random import Random
from typing import Any

import pytest
from attrs import define

import cardkit
from cardkit import engine_events
from cardkit.documents import glimpse_documents, move_of
from cardkit.game import Json
from cardkit.history import steps_since
from cardkit.match import AnyMatch
from tests.api.door import Sat, opened
from tests.api.orders.giving import ahead, give, last, match_of, settled
from tests.api.places import Place

pytestmark = pytest.mark.anyio


@define
class Given:
    """An order that was given, and when."""

    seat: int
    version: int
    foreseen: list[dict[str, Json]]
    move: int
    by_hand: int = 0
    """The moves that the seat has made itself since."""


def plainly_fits(pattern: dict[str, Json], glimpse: Json) -> bool:
    """Say the same as the server, for patterns without objects in them."""
    return isinstance(glimpse, dict) and {**glimpse, **pattern} == glimpse


def check(given: Given, code: str, match: AnyMatch) -> None:
    """Fail unless the fate of an order is what follows from the history."""
    seat = given.seat
    steps = [*steps_since(match, given.version)][::-1]
    own = [step for step in steps if step.by == seat and not is_undo(step)]
    assert len(own) == given.by_hand + (code == "played")
    if code == "played":
        before = own[0].previous
        assert before is not None
        assert seat in before.actors
        assert own[0] == before.play(move_of(before, given.move), seat)
        assert not any(seat in step.actors for step in steps_since(before, given.version) if step != before)
        assert all_foreseen(given, before)
        return
    if code == "waits":
        assert all_foreseen(given, match)
        assert not any(seat in step.actors for step in steps)
        return
    turns = [step for step in steps if seat in step.actors]
    if code == "not_legal":
        assert move_of(match, given.move) not in turns[0].legal(seat)
    elif code == "unforeseen":
        assert not all_foreseen(given, match)
    elif code == "taken_back":
        assert any(is_undo(step) for step in steps)
    elif code == "match_over":
        assert not match.actors
    else:
        assert code in ("resigned", "players_changed"), code


def is_undo(step: AnyMatch) -> bool:
    return isinstance(step.events[0], engine_events.Undone)


def all_foreseen(given: Given, match: AnyMatch) -> bool:
    documents = glimpse_documents(match, given.seat, given.version)
    return all(
        any(plainly_fits(pattern, document["glimpse"]) for pattern in given.foreseen)
        for document in documents
    )


def some_patterns(match: AnyMatch, seat: int, random: Random) -> list[dict[str, Json]]:
    """Return patterns that may fit what comes, or may not."""
    kinds = sorted({str(one["glimpse"]["type"]) for one in documents_of(match, seat)})
    chosen: list[dict[str, Json]] = [{"type": kind} for kind in kinds if random.random() < 0.85]
    return random.choice([[{}], [{}], [{}], chosen or [{}], [{"seat": random.randrange(3)}]])


def documents_of(match: AnyMatch, seat: int) -> list[dict[str, Any]]:
    return [dict(document) for document in glimpse_documents(match, seat)]


class Play:
    """A match in which seats give orders, move by hand, take back and resign, at random."""

    def __init__(self, sat: Sat, random: Random) -> None:
        self.sat = sat
        self.random = random
        self.orders: dict[int, Given] = {}
        self.ends: list[str] = []

    async def go_on(self) -> None:
        act = self.random.choices([self.order, self.move, self.undo, self.resign], [40, 50, 5, 0.5])[0]
        await act()
        await settled(self.sat)
        match = match_of(self.sat)
        for seat, given in [*self.orders.items()]:
            code = await last(self.sat, seat)
            check(given, code, match)
            if code != "waits":
                self.ends.append(code)
                del self.orders[seat]

    async def order(self) -> None:
        match = match_of(self.sat)
        seat = self.random.randrange(len(self.sat.seats))
        moves = match.game.moves(match.header.seats, match.header.options)
        legal = ahead(match, seat).legal(seat)
        likely = [number for number, move in enumerate(moves) if move in legal]
        move = self.random.choice(likely if likely and self.random.random() < 0.8 else range(len(moves)))
        foreseen = some_patterns(match, seat, self.random)
        answer = await give(self.sat, seat, move, foreseen, match.version)
        if answer.status_code == 200:
            self.orders[seat] = Given(seat, match.version, foreseen, move)
        else:
            assert answer.json()["code"] in ("your_turn", "match_over", "resigned"), answer.text

    async def move(self) -> None:
        match = match_of(self.sat)
        if match.actors:
            seat = self.random.choice(match.actors)
            move = self.random.choice(match.legal(seat))
            answer = await self.sat.move(seat, match.game.say(move))
            assert answer.status_code in (200, 409), answer.text  # a bot plays it

    async def undo(self) -> None:
        seat = self.random.randrange(len(self.sat.seats))
        await self.sat.door.post(f"{self.sat.path}/undo", {}, self.sat.seats[seat])

    async def resign(self) -> None:
        seat = self.random.randrange(len(self.sat.seats))
        await self.sat.door.post(f"{self.sat.path}/resign", {}, self.sat.seats[seat])


@pytest.mark.parametrize("game", [*cardkit.games()])
async def test_an_order_is_played_or_dropped_with_a_reason(game: str, place: Place, random: Random) -> None:
    async with opened(place.store()) as door:
        ends: list[str] = []
        while len(ends) < 20 or "played" not in ends:
            sat = await door.sit(game=game, seats=cardkit.game(game).seats[0], takebacks="free")
            play = Play(sat, random)
            for _ in range(40):
                await play.go_on()
            ends += play.ends
