"""Scripts play a whole match of each game over a real server, and are shown what a match in a file shows them."""

from pathlib import Path

import pytest

import cardkit
from cardkit.chance import SeededChance
from cardkit.documents import glimpse_documents, view_document
from tests.cli.running import documents, rows, run
from tests.cli.server.house import made, remote

GAMES = {
    "thirteen": ("--seats", "3", "--option", "rounds=1"),
    "friday13": ("--seats", "4", "--option", "rounds=1"),
    "biberbande": ("--seats", "3", "--option", "rounds=1", "--option", "turn_limit=2"),
    "push": ("--seats", "6", "--option", "risk=true"),
}


def sat(base: str, folder: Path, game: str) -> tuple[Path, ...]:
    """Return the tickets of the people, in the order of their moves: Ann, and in a match of 13 Cleo and Ann."""
    first, second = folder / "first.json", folder / "second.json"
    made(base, game, *GAMES[game], "--name", "Ann", "--bot", "1=random", "-o", first)
    words = (
        ("join", first, "--name", "Cleo", "-o", second)
        if game == "thirteen"
        else ("start", first, "--bot", "random")
    )
    ran = run(*words)
    assert ran.code == 0, ran.err
    return (second, first) if game == "thirteen" else (first,)


def played(tickets: tuple[Path, ...]) -> int:
    """Play any moves for them, to the end. Return their number."""
    turn = 0
    while run("watch", tickets[turn % len(tickets)], "--turn").code == 0:
        ticket = tickets[turn % len(tickets)]
        legal = [str(one["text"]) for one in rows("moves", ticket)]
        (moved,) = rows("move", ticket, legal[SeededChance("scripts", turn).below("move", len(legal))])
        assert moved["glimpses"]
        turn += 1
    return turn


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_scripts(game: str, base: str, tmp_path: Path) -> None:
    """And its log, once it is fetched, is in order."""
    tickets = sat(base, tmp_path, game)
    people = {0: "Ann", 2: "Cleo"} if len(tickets) == 2 else {0: "Ann"}
    turns = played(tickets)

    assert documents(run("fetch", tickets[-1], "-o", tmp_path / "game.log", "--format", "jsonl"))
    match = cardkit.load(tmp_path / "game.log")
    assert match.outcome is not None
    assert cardkit.verify(match).complete
    assert turns == sum(1 for move in match.standing() if move.by in people)
    names = tuple(people.get(seat, f"random {seat}") for seat in range(match.header.seats))
    looks: tuple[tuple[int | None, Path, tuple[str, ...]], ...] = (
        (0, tickets[-1], ()),
        (None, tickets[-1], ("--as", "spectator")),
        (max(people), tickets[0], ("--as", f"{max(people)}")),
    )
    for viewer, ticket, words in looks:
        assert rows("log", ticket, *words) == glimpse_documents(match, viewer, 0, "en", names)
        (shown,) = rows("show", ticket, *words)
        assert shown["view"] == view_document(match, viewer)
        assert shown["names"] == [*names]
        *glimpses, last = rows("watch", ticket, *words, "--since", "2")
        assert glimpses == glimpse_documents(match, viewer, 2, "en", names)
        assert last["type"] == "match_over"
        assert last["version"] == match.version


def anns_turn(base: str, folder: Path) -> Path:
    """Create a match of Ann and two bots, wait until she is to move, and return her ticket."""
    ticket = folder / "match.json"
    bots = ("--bot", "1=random", "--bot", "2=random")
    made(base, "thirteen", "--seats", "3", "--name", "Ann", *bots, "-o", ticket)
    run("watch", ticket, "--turn")
    return ticket


def test_several_moves_are_made_one_turn_after_the_other(base: str, tmp_path: Path) -> None:
    ticket = anns_turn(base, tmp_path)
    hand = [str(one["text"]) for one in rows("moves", ticket)]
    first, second = hand[0], hand[-1]

    moved = rows("move", ticket, "-", stdin=f"{first}\n\n{second}\n")

    assert [one["text"] for one in moved] == [first, second]
    mine = [one for one in rows("log", ticket) if str(one["text"]).startswith("Ann plays")]
    assert len(mine) == 2


def test_what_was_made_before_a_refusal_stays_and_is_told(base: str, tmp_path: Path) -> None:
    ticket = anns_turn(base, tmp_path)
    first = str(rows("moves", ticket)[0]["text"])

    ran = remote(base, "move", ticket, first, "b14", "--format", "json")

    assert ran.code == 1
    assert f'"text": "{first}"' in ran.out
    assert '"place":2,"given":"b14","legal":["' in ran.err
