"""Two people at their terminals play with a clock: what they see while time runs, and what they type about it."""

import json
import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.play.person import Person
from tests.cli.running import rows, run
from tests.cli.server.house import made

SHORT = ("--option", "rounds=1", "--option", "turn_limit=2")
PLAIN = {"NO_COLOR": "1"}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def sits(name: str, *words: str) -> Person:
    return Person(Path.cwd(), "play", f"{name}.json", *words, environment=PLAIN, asked=False)


@contextmanager
def both(base: str, *words: str) -> Generator[tuple[Person, Person], None, None]:
    """Put Ann and Ben at a table of Biberbande, where Ben begins."""
    made(base, "biberbande", "--seats", "2", *SHORT, "--name", "Ann", "-o", "ann.json", *words)
    run("join", "ann.json", "--name", "Ben", "-o", "ben.json")
    with sits("ann") as ann, sits("ben") as ben:
        ben.wait()
        ann.sees("Waiting for Ben.")
        yield ann, ben


def times(person: Person) -> dict[str, str]:
    """Return what the list of players shows as the time of each."""
    return {
        words[1]: words[-1]
        for line in person.lines
        if (words := line.replace("▶", "").split()) and words[0] in "012"
    }


def sees_less_time(person: Person, shown: str) -> None:
    """Wait until Ben has less time than that."""
    person.sees_that(lambda: times(person)["Ben"] < shown)


def looks(person: Person) -> None:
    """Look at the outer cards, and go on."""
    person.wait()
    person.types("look")
    person.sends("\r")


def test_the_clock_of_the_player_to_move_runs_on_both_screens(base: str) -> None:
    with both(base, "--clock", "5m") as (ann, ben):
        assert "You are Ben, on seat 1. Clock: 5m. If a player runs out of time, the bot" in ben.text
        assert times(ben)["Ann"] == "5:00"
        for person in (ann, ben):
            sees_less_time(person, "5:00")
            assert times(person)["Ann"] == "5:00"
        sees_less_time(ben, times(ben)["Ben"])
        assert ben.question == "Ben>"
        assert ben.moves == ["look"]


def test_what_is_typed_stays_when_something_happens(base: str) -> None:
    with both(base) as (_, ben):
        ben.sends("loo")
        ben.sees("Ben> loo")
        run("say", "ann.json", "hello")
        ben.sees("Ann: Hello!")
        ben.sees("Ben> loo")
        ben.sends("k\r")
        ben.sees("Enter goes on>")
        assert "Ben looks at the outer cards" in ben.text


def test_a_player_who_looks_at_cards_is_not_disturbed(base: str) -> None:
    """The next event hides them. But the clock runs on, because it may be the player's turn by now."""
    with both(base, "--clock", "5m") as (_, ben):
        ben.types("look")
        shown = ben.lines[2:6]
        rows("move", "ann.json", "look")
        run("say", "ann.json", "hello")
        run("watch", "ben.json", "--turn")
        ben.sees_that(lambda: min(times(ben).values()) < "5:00")
        assert ben.question == "Enter goes on>"
        assert ben.lines[2:6] == shown
        ben.sends("\r")
        ben.sees("Ann: Hello!")
        assert ben.lines[2:6] != shown


def test_those_who_wait_pause_the_match_and_give_time(base: str) -> None:
    with both(base, "--clock", "5m") as (ann, ben):
        ann.sends("pause\r")
        ann.sees("All players must agree to the pause.")
        ben.sees("Ann would like a pause; type pause to agree.")
        ben.sends("pause\r")
        for person in (ann, ben):
            person.sees("The match is paused; resume goes on.")
        ann.sends("resume\r")
        ben.sees("Ann has resumed the match.")
        ben.wait()
        ann.sends("give be 2m\r")
        ben.sees("Ann gives Ben 2:00.")
        looks(ben)
        ann.sees("  7:00")
        ann.sends("give cleo 2m\r")
        ann.sees("There is no seat cleo.")
        ann.sends("say nothing\r")
        ann.sees("You can say: hello, well_played, thanks, oops, sorry, thinking.")


def test_a_player_hears_at_once_that_another_wants_a_move_back(base: str) -> None:
    with both(base) as (ann, ben):
        looks(ben)
        ann.wait()
        ben.sees("Ben …")
        ben.sends("undo\r")
        ann.sees("Ben asks to take a move back; type undo to agree.")


def test_a_late_player_is_told_and_returns(base: str) -> None:
    """It takes a second: the shortest time that a clock can have."""
    with both(base, "--clock", "1s/move", "--absence", "bot:random") as (ann, ben):
        looks(ben)
        run("clock", "ben.json", "give", "0", "60s")
        looks(ann)
        ben.sees("Your time ran out, and the bot random plays for you. Type return to come back.")
        ann.sees("Ben has run out of time. The bot random plays for Ben.")
        assert "Ben (you, random plays)" in ben.text
        ben.sends("return\r")
        ben.sees("You are back.")
        ann.sees("Ben is back.")


def test_others_wait_for_a_late_player_or_replace_them(base: str) -> None:
    with both(base, "--clock", "1s/move", "--absence", "wait") as (ann, ben):
        looks(ben)
        run("clock", "ben.json", "give", "0", "60s")
        looks(ann)
        ben.sees("Your time ran out; the others wait for your move.")
        ann.sees("Ben has run out of time. Wait, or type replace 1 to have a bot play.")
        assert ann.told.count("Ben has run out of time.") == 1
        ann.sends("replace ben\r")
        ann.sees("The bot greedy plays for Ben.")


def plays_to_the_end(*people: Person) -> None:
    """Play the first legal move of who is asked, until all are asked for another match."""
    while not all("Another match?" in person.question for person in people):
        for person in people:
            person.looks(0.05)
            if person.question.endswith(">") and "Another match?" not in person.question:
                before = len(person.raw)
                person.sends(f"{(person.moves or [''])[0]}\r")
                while "\n" not in person.raw[before:]:
                    person.looks(0.05)


def test_two_players_play_the_next_match_with_their_tickets(base: str) -> None:
    with both(base, "--clock", "5m") as (ann, ben):
        plays_to_the_end(ann, ben)
        ann.sends("y\r")
        ann.sees("Waiting for Ben to agree to another match.")
        ben.sends("y\r")
        ben.sees("You are Ben, on seat 0.")
        ann.sees("You are Ann, on seat 1.")
        ann.wait()
        assert times(ann)["Ben"] == "5:00"
        ann.types("look")
    old, new = (json.loads(Path(name).read_text()) for name in ("ann-1.json", "ann.json"))
    assert (old["seat"], new["seat"]) == (0, 1)
    assert run("fetch", "ann-1.json", "-o", "first.log").code == 0


def test_a_terminal_that_was_killed_goes_on_with_the_same_clock(base: str) -> None:
    with both(base, "--clock", "5m") as (_, ben):
        ben.sees_that(lambda: times(ben)["Ben"] < "5:00")
        ben.gets(signal.SIGKILL)
        with sits("ben") as again:
            again.wait()
            assert again.moves == ["look"]
            assert times(again)["Ben"] < "5:00"
            looks(again)
            again.sees("Waiting for Ann.")


def test_a_seat_is_given_up_only_if_the_player_is_sure(base: str) -> None:
    with both(base) as (ann, _):
        ann.sends("resign\r")
        ann.sees("A bot plays your seat then, for good. y resigns, Enter doesn't>")
        ann.sends("\r")
        ann.sees("Ann …")
        assert "has resigned" not in run("seat", "ann.json").out
        ann.sends("resign\r")
        ann.sees("Enter doesn't>")
        ann.sends("y\r")
        ann.sees("A bot has taken over this seat.")


def test_changed_terms_are_shown_before_the_player_is_ready_again(base: str) -> None:
    made(base, "biberbande", "--seats", "2", "--name", "Ann", "-o", "ann.json", "--starts", "ready")
    with sits("ann", "--lang", "de") as ann:
        ann.sees("Warten auf seat 1.")
        run("terms", "ann.json", "--takebacks", "none")
        ann.wait()
        assert "Die Bedingungen sind jetzt andere:" in ann.told
        assert "In dieser Partie wird kein Zug zurückgenommen." in ann.told
        ann.sends("\r")
        run("join", "ann.json", "--name", "Ben", "-o", "ben.json")
        ann.sees("Warten auf Ben.")
        run("seat", "ben.json", "ready")
        ann.sees("Du bist Ann, auf Platz 0.")
