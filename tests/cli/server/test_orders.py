"""`cardkit order`: what a seat plays at its next turn, and how its player, and nobody else, learns what became of it.

Ben is to move in version 3, and then Ada. Both look at their cards first. Then Ben has a real turn.
"""

import json
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardkit.documents import Document
from cardkit_cli.exit_codes import Exit
from tests.cli.forking import fork_cardkit
from tests.cli.play.person import Person
from tests.cli.running import check_refusal, rows, run
from tests.cli.server.house import made
from tests.patience import PATIENCE

LOOKS = ("--if", "looked", "--expect", "3")


@pytest.fixture(autouse=True)
def _table(base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a match of Ada and Ben, with their tickets, and one that only watches."""
    monkeypatch.chdir(tmp_path)
    made(base, "biberbande", "--seats", "2", "--option", "rounds=1", "--name", "Ada", "-o", "ada.json")
    assert run("join", "ada.json", "--name", "Ben", "-o", "ben.json").code == 0
    ticket: dict[str, str] = json.loads(Path("ada.json").read_text())
    kept = {name: ticket[name] for name in ("server", "match", "watcher")}
    Path("watcher.json").write_text(json.dumps(kept))


def order(*words: str) -> Document:
    """Return the document of Ada's order after that."""
    (document,) = rows("order", "ada.json", *words)
    return document


@contextmanager
def watching(name: str, *words: str) -> Generator[Iterator[str], None, None]:
    """Run `cardkit watch` in a process of its own, and provide what it prints from version 4 on."""
    reading, writing = os.pipe()
    process = fork_cardkit("watch", name, "--since", "2", *words, folder=Path.cwd(), stdout=writing)
    os.close(writing)
    with os.fdopen(reading) as printed:
        printed.readline()  # then it follows the match
        yield printed
        if "--turn" not in words:
            process.send_signal(signal.SIGKILL)
    assert process.wait(PATIENCE) == (0 if "--turn" in words else -signal.SIGKILL)


def kinds(lines: Iterable[str]) -> list[object]:
    """Return the version of each event, and what each other line tells."""
    told: list[Document] = [json.loads(line) for line in lines]
    return [one.get("n") or one.get("code") or one["type"] for one in told]


def test_an_order_is_played_when_only_what_was_foreseen_happens() -> None:
    given = run("order", "ada.json", "look", *LOOKS)
    shown = run("order", "ada.json")
    waiting = order()

    assert given.out == (
        "Order: look when it's your turn again, if only this happens after version 3:\n  biberbande.looked\n"
    )
    assert shown == given
    assert waiting["order"] == {"version": 3, "foreseen": [{"type": "biberbande.looked"}], "move": "look"}
    rows("move", "ben.json", "look")
    assert run("order", "ada.json").out == "Your order was played.\n"
    assert order()["last"] == {"code": "played", "version": 5, "text": "Your order was played."}
    assert rows("moves", "ben.json")


def test_an_order_is_dropped_when_something_else_happens() -> None:
    order("look", "--if", '{"type": "looked", "seat": 0}', "--if", "knocked", "--expect", "3")

    rows("move", "ben.json", "look")
    found = run("order", "ada.json")

    assert found.out == "Your order was dropped: something happened that it doesn't foresee.\n"
    assert [move["text"] for move in rows("moves", "ada.json")] == ["look"]


def test_whatever_needs_no_version_and_foresees_anything() -> None:
    given = run("order", "ada.json", "#0", "--whatever")

    assert given.out == "Order: #0 when it's your turn again, whatever happens until then.\n"
    assert order()["order"] == {"version": 3, "foreseen": [{}], "move": 0}


def test_an_order_is_withdrawn_and_replaced() -> None:
    order("look", "--whatever")
    order("look", *LOOKS)
    assert order()["order"] == {"version": 3, "foreseen": [{"type": "biberbande.looked"}], "move": "look"}

    assert run("order", "ada.json", "--withdraw").out == "You withdrew your order.\n"
    rows("move", "ben.json", "look")

    assert rows("moves", "ada.json")
    assert order()["last"] == {"code": "withdrawn", "version": 3, "text": "You withdrew your order."}


def test_a_script_learns_that_an_order_was_dropped_at_once_or_withdrawn_too_late() -> None:
    """Ada saw version 3, and Ben has moved since."""
    rows("move", "ben.json", "look")

    dropped = run("order", "ada.json", "knock", *LOOKS)
    played = run("order", "ada.json", "look", *LOOKS)
    late = run("order", "ada.json", "--withdraw")

    assert (dropped.code, dropped.out) == (
        Exit.FAILED,
        "Your order was dropped: its move isn't legal now.\n",
    )
    assert (played.code, played.out) == (Exit.FINE, "Your order was played.\n")
    assert (late.code, late.out) == (Exit.FAILED, "Your order was played.\n")


def test_a_withdrawal_without_an_order_is_fine() -> None:
    ran = run("order", "ada.json", "--withdraw")

    assert (ran.code, ran.out) == (Exit.FINE, "You have given no order.\n")


def test_an_order_on_what_its_player_has_not_seen_is_refused_and_the_one_before_stays() -> None:
    order("look", *LOOKS)

    check_refusal(
        ("order", "ada.json", "knock", "--if", "looked", "--expect", "99"),
        Exit.REFUSED,
        "stale_version",
        "version 3",
    )
    check_refusal(("order", "ben.json", "look", "--whatever"), Exit.REFUSED, "your_turn", "play a move")
    assert order()["order"] is not None


@pytest.mark.parametrize(
    ("language", "waiting", "without"),
    [
        (
            "de",
            "Auftrag: look, wenn du wieder am Zug bist und nach Version 3 nur das geschieht:",
            "Du hast deinen Auftrag zurückgezogen.",
        ),
        (
            "nl",
            "Opdracht: look als je weer aan zet bent en na versie 3 alleen dit gebeurt:",
            "Je hebt je opdracht ingetrokken.",
        ),
    ],
)
def test_an_order_is_shown_in_ones_language(language: str, waiting: str, without: str) -> None:
    shown = run("order", "ada.json", "look", *LOOKS, "--lang", language)

    assert shown.out.splitlines() == [waiting, "  biberbande.looked"]
    assert run("order", "ada.json", "--withdraw", "--lang", language).out == f"{without}\n"


MISTAKES = [
    (("look",), "with --if EVENT, or add --whatever"),
    (("look", "--if", "looked"), "--expect VERSION"),
    (("look", "--if", "looked", "--whatever"), "leave out --if"),
    (("look", "--withdraw"), "leave the move out"),
    (("--whatever",), "only with a move"),
    (("--if", "looked"), "only with a move"),
    (("--expect", "3"), "only with a move"),
    (("--withdraw", "--expect", "3"), "only with a move"),
    (("look", "--if", "lookd", "--expect", "3"), "did you mean looked?"),
    (("look", "--if", '{"type": "push.looked"}', "--expect", "3"), "did you mean looked?"),
    (("look", "--if", "nothing_like_it", "--expect", "3"), "it has: opened, dealt, "),
    (("look", "--if", "", "--expect", "3"), "expected the type of an event"),
    (("look", "--if", "[{}]", "--expect", "3"), "expected the type of an event"),
    (("look", "--if", "{", "--expect", "3"), "invalid JSON at character 2"),
    (("look", "--if", '{"a": NaN}', "--expect", "3"), "invalid JSON"),
    (("look", "--if", '{"a": 1e999}', "--expect", "3"), "isn't JSON"),
    (("look", "--if", '{"a": "\\ud800"}', "--expect", "3"), "isn't JSON"),
    (("look", "--if", '{"a": ' + "[" * 100_000, "--expect", "3"), "invalid JSON"),
    (("look\udcff", "--whatever"), "isn't JSON"),
    (("look", "--whatever", "--expect", "-1"), "-1"),
]


@pytest.mark.parametrize(("words", "hint"), MISTAKES, ids=lambda value: str(value)[:30])
def test_a_mistake_is_explained_and_nothing_is_ordered(words: tuple[str, ...], hint: str) -> None:
    check_refusal(("order", "ada.json", *words), Exit.USAGE, "usage", hint)
    assert order() == {"match": order()["match"], "order": None, "last": None}


REFUSALS = [
    (("lok", "--whatever"), "unreadable", "did you mean look?"),
    (("#3000", "--whatever"), "unreadable", "3000"),
    (("{lok", "--whatever"), "malformed", "invalid JSON"),
    (("look", "--if", '{"a": [[[[[[[[[]]]]]]]]]}', "--expect", "3"), "invalid", "at most 8"),
    (("look", *(["--if", "looked"] * 33), "--expect", "3"), "", "32"),
]


@pytest.mark.parametrize(("words", "code", "hint"), REFUSALS, ids=lambda value: str(value)[:30])
def test_what_the_server_refuses_is_not_ordered(words: tuple[str, ...], code: str, hint: str) -> None:
    ran = run("order", "ada.json", *words)

    assert (ran.code, ran.out) == (Exit.REFUSED, "")
    assert f"({code}" in ran.err
    assert hint in ran.err
    assert order()["order"] is None


# --- what becomes of it


def test_watching_tells_the_seat_what_became_of_its_order() -> None:
    order("look", *LOOKS)

    with watching("ada.json", "--format", "jsonl") as lines:
        rows("move", "ben.json", "look")
        own = [json.loads(next(lines)) for _ in range(3)]

    assert [own[0]["n"], own[1]["n"]] == [4, 5]
    assert own[2] == {
        "type": "order_ended",
        "code": "played",
        "version": 5,
        "text": "Your order was played.",
    }


def test_watching_in_words_tells_it_in_ones_language() -> None:
    order("look", *LOOKS)

    with watching("ada.json", "--lang", "nl") as lines:
        rows("move", "ben.json", "look")
        told = [next(lines) for _ in range(3)]

    assert told[-1] == "·  Je opdracht is uitgevoerd.\n"


def test_no_other_terminal_shows_that_there_is_an_order() -> None:
    """Ben, and somebody who watches, see the same bytes before and after."""

    def seen() -> list[object]:
        return [
            run(command, name, *more)
            for name in ("ben.json", "watcher.json")
            for command, *more in (
                ("show",),
                ("show", "--format", "json"),
                ("seat",),
                ("terms",),
                ("log",),
                ("moves",),
                ("order",),
            )
        ]

    before = seen()
    order("look", *LOOKS)
    with_order = seen()
    order("--withdraw")

    assert with_order == before == seen()


@pytest.mark.parametrize("name", ["ben.json", "watcher.json"])
def test_others_who_watch_are_told_of_the_move_alone(name: str) -> None:
    order("look", *LOOKS)

    with watching(name, "--format", "jsonl") as lines:
        rows("move", "ben.json", "look")
        assert order()["order"] is None
        rows("say", "ben.json", "hello")

        assert kinds(next(lines) for _ in range(3)) == [4, 5, "reaction"]


def test_a_watcher_can_neither_see_nor_give_an_order() -> None:
    for words in ((), ("look", "--whatever"), ("--withdraw",)):
        check_refusal(("order", "watcher.json", *words), Exit.REFUSED, "not_allowed", "")


def test_waiting_for_a_turn_goes_on_when_an_order_plays_it() -> None:
    order("look", *LOOKS)

    with watching("ada.json", "--turn", "--format", "jsonl") as lines:
        rows("move", "ben.json", "look")
        assert kinds(next(lines) for _ in range(3)) == [4, 5, "played"]
        while moves := rows("moves", "ben.json"):
            rows("move", "ben.json", f"#{moves[0]['number']}")

        assert "played" not in kinds(lines)
    assert rows("moves", "ada.json")


def test_waiting_for_a_turn_ends_with_what_became_of_the_order() -> None:
    order("look", "--if", "knocked", "--expect", "3")

    with watching("ada.json", "--turn", "--format", "jsonl") as lines:
        rows("move", "ben.json", "look")

        assert kinds(lines) == [4, "unforeseen"]


def test_a_player_at_a_terminal_is_told() -> None:
    order("look", "--whatever")
    with Person(Path.cwd(), "play", "ada.json", asked=False) as person:
        person.sees("Waiting for Ben")
        rows("move", "ben.json", "look")

        person.sees("Your order was played.")
