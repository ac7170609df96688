"""What a table makes of events that a stream brings, half of a move first, or after another answer has told them."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest
from attrs import frozen

from tests.browser.tabs import Tab, seated

Events: TypeAlias = list[dict[str, Any]]

HOLD: Final = """(table) => {
  table.stop();
  clearTimeout(table.timer);
  const { server } = table, get = server.get.bind(server);
  server.get = (path) => { table.asked.push(path); return get(path); };
  return table.place;
}"""
"""Keeps a table from hearing anything by itself, and notes what it asks for. Returns the last event that it has."""

TAKE: Final = "(table, events) => { table.asked = []; table.take(events); return table.asked; }"
"""Brings events as a stream does. Returns what the table asks for."""

ANSWER: Final = """async (table, order) => {
  const waiting = [], later = () => new Promise((done) => setTimeout(done));
  table.stop();
  clearTimeout(table.timer);
  table.server.get = (path) => new Promise((done) => path.includes("/scene") || waiting.push(done));
  const called = (name) => table.status.seats.map((seat) => ({ ...seat, name }));
  for (const step of order) {
    if (step === "ask") table.refresh();
    else if (step.startsWith("told ")) table.hear({ type: "players", seats: called(step.slice(5)), takeback: null });
    else waiting.splice(+step[0], 1)[0]({ ...table.status, version: 0, seats: called(step.slice(2)) });
    await later();
  }
  return [table.status.seats[0].name, waiting.length];
}"""
"""Lets a table ask for its status, hear news, and get answers such as `0 Ann`: the first that is missing names Ann.

Returns the name that it then shows, and how many answers are missing.
"""


LEAVE: Final = """async (table) => {
  const Real = window.WebSocket;
  table.stop();
  const [socket] = await new Promise((opens) => {
    window.WebSocket = class extends Real {
      constructor(...given) { super(...given); opens([this]); }
    };
    table.listen(table.run);
  });
  window.WebSocket = Real;
  const closed = new Promise((done) => socket.addEventListener("close", done));
  table.stop();
  await closed;
}"""
"""Lets a table follow its match anew, and stop while its connection is still being made."""


@frozen
class Held:
    """A table that hears nothing by itself, and what it hasn't heard: some moves, and one that ends the round."""

    tab: Tab
    moves: Events
    end: Events
    """The events of that last move."""

    def bring(self, events: Events) -> list[str]:
        """Give the table events as a stream does. Return what it asks for."""
        asked: list[str] = self.tab.page.locator("cardkit-table").evaluate(TAKE, events)
        return asked


@pytest.fixture
def held(window: Callable[..., Tab]) -> Held:
    tab = window()
    seats = seated(tab.base, "biberbande", 2, 2, options={"rounds": 2, "turn_limit": 1})
    tab.sit(seats[0])
    place: int = tab.page.locator("cardkit-table").evaluate(HOLD)
    while True:
        for seat in seats:
            seat.play_on(tab.base)
        with seats[0].client(tab.base) as http:
            events: Events = http.get(f"/events?after={place}").raise_for_status().json()["events"]
        ends = {event["version"] for event in events if event["n"] != event["version"]}
        if ends:
            return Held(
                tab,
                [event for event in events if event["version"] < min(ends)],
                [event for event in events if event["version"] == min(ends)],
            )


def test_a_move_is_shown_when_all_its_events_are_there(held: Held) -> None:
    tab, version = held.tab, held.end[-1]["version"]
    held.bring(held.moves)
    tab.page.wait_for_function("() => document.querySelector('cardkit-table').unread.length === 0")
    before = tab.story

    assert held.bring(held.end[:-1]) == []
    assert tab.story == before
    (asked,) = held.bring(held.end[-1:])

    assert f"/scene?at={version}&" in asked
    tab.page.locator(f"cardkit-table [data-version='{version}']").wait_for()


def test_what_the_table_already_shows_is_told_without_going_back(held: Held) -> None:
    before = held.tab.story
    held.tab.page.locator("cardkit-table").evaluate(
        "(table) => { table.asked = []; return table.lookNow(); }"
    )
    told = [event["text"] for event in (*held.moves, *held.end) if event["text"]]

    assert held.bring([*held.moves, *held.end]) == []
    assert held.tab.story == [*reversed(told), *before]


@pytest.mark.parametrize(
    ("order", "shown"),
    [
        (["ask", "0 Ann"], ["Ann", 0]),
        (["ask", "ask", "1 young", "0 old"], ["young", 0]),
        (["ask", "ask", "0 old", "0 young"], ["young", 0]),
        (["ask", "told young", "0 old"], ["young", 1]),
        (["ask", "told young", "0 old", "0 younger"], ["younger", 0]),
    ],
)
def test_an_older_answer_never_replaces_what_is_known_since(
    window: Callable[..., Tab], order: list[str], shown: list[object]
) -> None:
    tab = window()
    tab.sit(seated(tab.base, "thirteen", 3)[0])

    assert tab.page.locator("cardkit-table").evaluate(ANSWER, order) == shown


def test_a_table_that_is_left_while_it_connects_warns_of_nothing(window: Callable[..., Tab]) -> None:
    tab = window()
    tab.sit(seated(tab.base, "biberbande", 2, 2)[0])
    tab.find(".prompt").wait_for()
    tab.page.locator("cardkit-table").evaluate(LEAVE)
    assert tab.faults == []
