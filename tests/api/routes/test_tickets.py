"""Tickets: a browser opens a stream with one in the URL, and nothing else, for a minute."""

from typing import Any

import attrs
import pytest
from websockets.exceptions import InvalidStatus

from cardkit_api.keys import Keys, hash_user
from cardkit_api.service.match_info import Holder
from cardkit_api.service.tickets import Tickets
from cardkit_api.stores.contract import Store
from tests.api.door import KEY, PATIENT, Sat, listening, opened
from tests.api.places import Place
from tests.api.processes.pair import pair
from tests.api.routes.test_events import page
from tests.api.routes.test_socket import receive, socket
from tests.api.test_embedding import embedded, made_by
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio


async def ticket_of(sat: Sat, token: str) -> str:
    answer = await sat.door.post(f"{sat.path}/tickets", {}, token)
    assert answer.status_code == 201
    document: dict[str, Any] = answer.json()
    assert document["seconds"] == 60.0
    ticket: str = document["ticket"]
    return ticket


async def test_a_ticket_shows_what_its_holder_sees_in_streams_alone() -> None:
    async with listening() as door:
        sat = await door.sit()
        for token in (*sat.seats, sat.watcher):
            ticket = await ticket_of(sat, token)
            events = await door.get(f"{sat.path}/events?ticket={ticket}")
            assert events.json()["events"] == await page(sat, token)
            async with socket(door, sat.path, query=f"?ticket={ticket}") as connection:
                assert (await receive(connection))["n"] == 1
            for what in ("/view", "/moves", ""):
                assert (await door.get(f"{sat.path}{what}?ticket={ticket}")).status_code == 401
            assert (await door.post(f"{sat.path}/tickets?ticket={ticket}", {})).status_code == 401
            for text in (*sat.tokens, sat.id):
                assert text not in ticket


async def test_a_ticket_of_a_seat_counts_against_that_seats_streams() -> None:
    async with listening(limits=attrs.evolve(PATIENT, streams=1)) as door:
        sat = await door.sit()
        ticket = await ticket_of(sat, sat.seats[0])
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            with pytest.raises(InvalidStatus):
                async with socket(door, sat.path, query=f"?ticket={ticket}"):
                    pass


async def test_who_may_not_watch_gets_no_ticket() -> None:
    async with opened() as door:
        sat = await door.sit()
        for token, status in (("", 401), ("x" * 43, 403), (sat.made["invitations"][0]["invitation"], 403)):
            assert (await door.post(f"{sat.path}/tickets", {}, token)).status_code == status


async def test_spectators_of_a_public_match_may_use_one_too() -> None:
    async with opened() as door:
        sat = await door.sit(public=True)
        ticket = await ticket_of(sat, "")
        assert (await door.get(f"{sat.path}/events?ticket={ticket}")).status_code == 200


async def test_a_ticket_that_was_changed_or_is_another_matchs_opens_nothing() -> None:
    async with opened() as door:
        sat, other = await door.sit(), await door.sit(public=True)
        good = await ticket_of(sat, sat.seats[0])
        until, token, user, seal = good.split(".")
        wrong = [
            f"{int(until) + 1}.{token}.{user}.{seal}",
            f"{until}.{token}.YQ.{seal}",
            f"{until}..{user}.{seal}",
            f"{until}.{token}.{user}.{'0' * 64}",
            f"{until}.{token}.{user}.",
            *(good[:n] for n in (0, 1, 20, -1)),
            "x",
            "...",
            "%C3%A9",
            sat.seats[0],
        ]
        for ticket in wrong:
            refused = await door.get(f"{sat.path}/events?ticket={ticket}")
            problem(refused, 401, "bad_ticket")
        problem(await door.get(f"{other.path}/events?ticket={good}"), 401, "bad_ticket")
        assert (await door.get(f"{sat.path}/events?ticket={good}")).status_code == 200


def test_a_ticket_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("cardkit_api.service.tickets.time", lambda: now[0])
    tickets = Tickets(Keys(KEY), 60)
    for holder in (Holder(), Holder(token="ab" * 32), Holder(user=hash_user("Zoë.\ud800"))):
        now[0] = 1000.0
        ticket = tickets.make("match", holder)
        assert ticket.isascii()
        for now[0], found in ((1000.0, holder), (1060.0, holder), (1061.0, None)):
            assert tickets.holder("match", ticket) == found
        now[0] = 1000.0
        assert tickets.holder("other", ticket) is None
        assert Tickets(Keys(bytes(32)), 60).holder("match", ticket) is None


async def test_a_ticket_ends_with_the_match(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit()
        ticket = await ticket_of(sat, sat.seats[0])
        await door.ask("DELETE", sat.path, sat.owner)
        assert (await door.get(f"{sat.path}/events?ticket={ticket}")).status_code == 404


async def test_every_process_with_the_key_knows_the_ticket(sqlite: Place) -> None:
    async with pair(sqlite) as two:
        here, there = await two.sit()
        ticket = await ticket_of(here, here.seats[0])
        assert (await there.door.get(f"{there.path}/events?ticket={ticket}")).status_code == 200


async def test_users_of_the_embedding_application_get_tickets_of_their_own() -> None:
    async with embedded() as door:
        made = await made_by(door, "ada", name="Ada", bots=[{"seat": 1, "bot": "random"}])
        links = made["match"]["links"]
        answer = await door.post(links["tickets"], {}, X_User="ada")
        ticket = answer.json()["ticket"]
        assert (await door.get(f"{links['events']}?ticket={ticket}")).status_code == 200
        assert (await door.post(links["tickets"], {}, X_User="cy")).status_code == 403


async def test_a_ticket_for_a_token_stands_for_the_token_whoever_sends_it() -> None:
    async with embedded() as door:
        made = await made_by(door, "ada", name="Ada", bots=[{"seat": 1, "bot": "random"}])
        links = made["match"]["links"]
        answer = await door.post(links["tickets"], {}, made["watcher"], X_User="ada")
        ticket = answer.json()["ticket"]
        by_token = (await door.get(links["events"], made["watcher"])).json()["events"]
        by_ticket = (await door.get(f"{links['events']}?ticket={ticket}")).json()["events"]
        by_user = (await door.get(links["events"], X_User="ada")).json()["events"]

        assert by_ticket == by_token
        assert by_ticket != by_user
