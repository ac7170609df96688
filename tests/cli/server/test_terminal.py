"""A person at a terminal plays matches on a server, by keys; the server may be killed meanwhile."""

import json
import signal
from pathlib import Path

import pytest

import cardkit
from tests.cli.play.person import Person
from tests.cli.running import rows, run
from tests.cli.server.house import made
from tests.cli.server.served import Served

MATCHES = {
    "thirteen": ("--seats", "3", "--bot", "1=random", "--bot", "2=random", "--option", "rounds=1"),
    "biberbande": ("--seats", "2", "--bot", "0=random", "--option", "rounds=1", "--option", "turn_limit=3"),
}
PLAIN = {"NO_COLOR": "1"}


def plays_on(person: Person, typed: int) -> int:
    """Answer what is asked: a move of those on the screen, or else Enter."""
    moves = person.moves
    if not moves:
        assert person.question in (
            "Weiter mit der Eingabetaste>",
            "Noch eine Partie? j beginnt eine, die Eingabetaste hört auf>",
        ), person.text
        person.types("")
        return typed
    person.types(moves[typed % len(moves)])
    return typed + 1


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_against_bots_is_played_by_keys(game: str, base: str, tmp_path: Path) -> None:
    made(base, game, *MATCHES[game], "--name", "Ann", "-o", tmp_path / "match.json")
    seat = json.loads((tmp_path / "match.json").read_text())["seat"]
    typed = 0
    with Person(tmp_path, "play", "match.json", "--remember", "--lang", "de", environment=PLAIN) as person:
        assert f"Du bist Ann, auf Platz {seat}." in person.text
        while not person.over:
            assert person.lines[0].startswith("━━ "), f"the top of the table has scrolled off:\n{person.text}"
            typed = plays_on(person, typed)
        end, code = person.text, person.ends()

    run("fetch", tmp_path / "match.json", "-o", tmp_path / "game.log")
    match = cardkit.load(tmp_path / "game.log")
    assert code == 0
    assert match.outcome is not None
    assert typed == sum(1 for move in match.standing() if move.by == seat)
    assert all(str(total) in end for total in match.outcome.totals)
    assert match.revealed in end
    assert "cardkit fetch match.json" in end


def test_a_match_goes_on_when_the_server_is_killed_and_comes_back(tmp_path: Path) -> None:
    """Before a move, and while others are waited for."""
    with Served(tmp_path) as server:
        words = ("--seats", "3", "--bot", "1=random", "--option", "rounds=1")
        made(server.base, "thirteen", *words, "--name", "Ann", "-o", tmp_path / "ann.json")
        run("join", tmp_path / "ann.json", "--name", "Cleo", "-o", tmp_path / "cleo.json")
        run("watch", tmp_path / "cleo.json", "--turn")
        rows("move", tmp_path / "cleo.json", str(rows("moves", tmp_path / "cleo.json")[0]["text"]))
        with Person(tmp_path, "play", "ann.json", environment=PLAIN) as person:
            assert person.question == "Ann>"
            server.kill()
            person.sends(f"{person.moves[0]}\r")
            person.sees("is away; trying for 10 minutes (Ctrl-C leaves).")
            person.sees_next("is away; trying")
            server.begin()
            person.sees_next("Back after ")
            person.sees("Waiting for Cleo")
            server.kill()
            person.sees_next("is away; trying")  # or it is back before anybody has noticed
            server.begin()
            person.sees_next("Back after ")
            rows("move", tmp_path / "cleo.json", str(rows("moves", tmp_path / "cleo.json")[0]["text"]))
            person.sees("Cleo plays")
            person.wait()
            assert person.told.count("Ann plays") == 1
            assert person.moves
            person.types("log")
            person.sees("random 1 plays")
            person.types("", "undo")
            person.sees("All players must agree; still to agree: Cleo.")
            person.types("quit")
            assert person.ends() == 0
            assert "`cardkit play ann.json` goes on" in person.text
        (shown,) = rows("show", tmp_path / "ann.json")
        assert shown["actors"] == [0]


def test_a_player_is_told_that_no_moves_are_taken_back(base: str, tmp_path: Path) -> None:
    words = (*MATCHES["thirteen"], "--name", "Ann", "--takebacks", "none", "-o", tmp_path / "match.json")
    assert "No moves are taken back in this match." in made(base, "thirteen", *words).out
    with Person(tmp_path, "play", "match.json", environment=PLAIN) as person:
        assert "You are Ann, on seat 0. No moves are taken back in this match." in person.text
        person.types(person.moves[0], "undo")
        person.sees("o moves are taken back in this match; play on")


def test_the_table_of_those_who_wait_shows_every_move(base: str, tmp_path: Path) -> None:
    """Not only the sentences: the cards, too."""
    made(base, "thirteen", "--seats", "3", "--name", "Ann", "-o", tmp_path / "ann.json")
    for name in ("ben", "cleo"):
        run("join", tmp_path / "ann.json", "--name", name, "-o", tmp_path / f"{name}.json")
    with Person(tmp_path, "play", "ann.json", environment=PLAIN, asked=False) as person:
        for name, stock in (("ben", 34), ("cleo", 33)):
            person.sees(f"Waiting for {name}")
            rows("move", tmp_path / f"{name}.json", str(rows("moves", tmp_path / f"{name}.json")[0]["text"]))
            person.sees(f"stock {stock}")
            assert person.lines[0].startswith("━━ 13"), person.text
        person.wait()
        assert person.question == "Ann>"


def test_ctrl_c_leaves_while_others_are_waited_for(base: str, tmp_path: Path) -> None:
    made(base, "thirteen", "--seats", "3", "--name", "Ann", "-o", tmp_path / "match.json")
    with Person(tmp_path, "play", "match.json", environment=PLAIN, asked=False) as person:
        person.sees("Waiting for seat 1, seat 2")
        run("join", tmp_path / "match.json", "--name", "Ben", "-o", tmp_path / "ben.json")
        run("start", tmp_path / "match.json")
        person.sees("Waiting for Ben")
        person.presses("\x03")
        assert person.ends() == 130, person.text
        assert "`cardkit play match.json` goes on" in person.text


def test_sigterm_ends_it_with_143(base: str, tmp_path: Path) -> None:
    made(base, "thirteen", "--seats", "3", "--name", "Ann", "-o", tmp_path / "match.json")
    with Person(tmp_path, "play", "match.json", environment=PLAIN, asked=False) as person:
        person.sees("Waiting for seat 1, seat 2")
        person.gets(signal.SIGTERM)
        assert person.ends() == 143


def test_lines_from_a_script_play_too(base: str, tmp_path: Path) -> None:
    made(base, *("thirteen", *MATCHES["thirteen"]), "--name", "Ann", "-o", tmp_path / "match.json")

    run("watch", tmp_path / "match.json", "--turn")
    first = rows("moves", tmp_path / "match.json")[0]

    played = run(
        "play",
        tmp_path / "match.json",
        "--actions",
        "-",
        stdin=f"# a comment\n#{first['number']}\nmoves\nquit\n",
    )
    refused = run("play", tmp_path / "match.json", stdin="b14\n")

    assert played.code == 0, played.err
    assert f"Ann> #{first['number']}\n" in played.out
    assert " · Ann plays " in played.out
    assert (refused.code, "(unreadable)" in refused.err) == (1, True)
