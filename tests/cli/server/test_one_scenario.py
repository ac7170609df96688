"""One scenario, the same seed and the same moves, through four doors: the logs are equal, byte for byte."""

import json
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

import pytest

import cardkit
from cardkit.documents import Document, move_document
from cardkit.match import AnyMatch
from cardkit_api.client import Client
from cardkit_api.keys import Keys
from cardkit_api.service import matches
from cardkit_cli.commands.pipe import Conversation
from tests.api.clients.serving import serving
from tests.api.door import KEY
from tests.cli.running import rows, run
from tests.cli.server.house import remote

Acts: TypeAlias = tuple[tuple[int, Document | None], ...]
"""Who did what: a move as a document, or `None` for taking one back."""

SEATS: Final = 3
MATCH: Final = "the-id-of-the-match"
SALT: Final = "the-salt-of-the-match"
SEED: Final = Keys(KEY).seed(MATCH, SALT)
"""What a server with that key plays such a match with."""
ENTROPY: Final = {0: "heads", 1: "Köpfe ▲", 2: "tails"}
OPTIONS: Final[dict[str, dict[str, int | str | bool]]] = {
    "thirteen": {"rounds": 1, "first_dealer": "random"},
    "friday13": {"rounds": 1},
    "biberbande": {"rounds": 1, "turn_limit": 2},
    "push": {"risk": True},
}
UNDONE: Final = 4
"""After this number of moves the last one is taken back, because all agree."""


def played(game: str) -> tuple[AnyMatch, Acts]:
    """Play the scenario in the library. Return what was done in it, too."""
    match = cardkit.start(game, SEATS, OPTIONS[game], SEED, ENTROPY)
    done: list[tuple[int, Document | None]] = []
    while match.actors:
        move = match.legal()[len(done) % len(match.legal())]
        done.append((match.actors[0], move_document(match, move)))
        match = match.play(move)
        if len(done) == UNDONE:
            seat, _ = done[-1]
            done.append((seat, None))
            match = match.undo(seat, range(SEATS))
    return match, tuple(done)


def option_words(game: str) -> list[str]:
    """Return the options as the command line takes them."""
    texts = {name: json.dumps(value).strip('"') for name, value in OPTIONS[game].items()}
    return [word for name, text in texts.items() for word in ("--option", f"{name}={text}")]


def asker_first(seat: int) -> tuple[int, ...]:
    """Return all seats, that one first."""
    return (seat, *(other for other in range(SEATS) if other != seat))


def through_files(game: str, done: Acts, folder: Path) -> bytes:
    """Play by `cardkit new`, `move` and `undo`, with texts of moves: one command for all moves in a row."""
    file = folder / "game.log"
    entropy = [word for seat, text in ENTROPY.items() for word in ("--entropy", f"{seat}={text}")]
    rows("new", game, "--seats", str(SEATS), *option_words(game), *entropy, "--seed", SEED, "-o", file)
    texts: list[str] = []
    for _, move in done:
        if move is None:
            rows("move", file, *texts)
            rows("undo", file, "--agreed")
            texts = []
        else:
            texts.append(str(move["text"]))
    rows("move", file, "-", stdin="\n".join(texts))
    return file.read_bytes()


def through_the_pipe(game: str, done: Acts, folder: Path) -> bytes:
    """Play with the requests of a program, and numbers of moves."""
    session = Conversation(cardkit.game(game))

    def ask(**request: object) -> Document:
        answer = session.answer(json.dumps(request).encode())
        assert "error" not in answer, answer
        return answer

    entropy = [[seat, text] for seat, text in ENTROPY.items()]
    ask(do="start", seats=SEATS, options=OPTIONS[game], seed=SEED, entropy=entropy)
    for seat, move in done:
        if move is None:
            ask(do="undo", seat=seat, agreed=[*range(SEATS)])
        else:
            ask(do="play", seat=seat, move=move["number"])
    return str(ask(do="log")["log"]).encode()


def through_http(game: str, done: Acts, folder: Path) -> bytes:
    """Play with three clients of a server, and moves as JSON."""
    with serving() as base, Client(base) as client:
        made = client.create(game, SEATS, name="Ann", options=OPTIONS[game], entropy=ENTROPY[0])
        assert made.token is not None
        tokens = [made.token]
        for one in made.invitations:
            joined = client.join(
                made.match.id, f"player {one.seat}", one.invitation, entropy=ENTROPY[one.seat]
            )
            tokens.append(joined.token)
        seats = [client.match(made.match.id, token) for token in tokens]
        for seat, move in done:
            if move is None:
                agreed = [seats[other].undo(seat) for other in asker_first(seat)]
                assert [one.done for one in agreed] == [False, False, True]
            else:
                seats[seat].play(move["move"])
        return seats[0].log().encode()


def through_the_command_line(game: str, done: Acts, folder: Path) -> bytes:
    """Play with `cardkit --server`, three tickets and texts of moves, a turn at a time. Fetch the log."""
    tickets = [folder / f"{seat}.json" for seat in range(SEATS)]
    with serving() as base:
        sat: list[str | Path] = ["--seats", str(SEATS), *option_words(game), "--name", "Ann"]
        mine = ("--entropy", f"0={ENTROPY[0]}", "-o", tickets[0])
        assert remote(base, "new", game, *sat, *mine).code == 0
        for seat in (1, 2):
            words = ("--name", f"player {seat}", "--entropy", ENTROPY[seat], "-o", tickets[seat])
            assert run("join", tickets[0], *words).code == 0
        for (seat, undoes), acts in groupby(done, key=lambda act: (act[0], act[1] is None)):
            if undoes:
                agreed = [rows("undo", tickets[other], "--as", str(seat))[0] for other in asker_first(seat)]
                assert [one["done"] for one in agreed] == [False, False, True]
            else:
                rows("move", tickets[seat], *(str(move["text"]) for _, move in acts if move is not None))
        assert run("fetch", tickets[1], "-o", folder / "fetched.log").code == 0
    return (folder / "fetched.log").read_bytes()


DOORS: Final[tuple[Callable[[str, Acts, Path], bytes], ...]] = (
    through_files,
    through_the_pipe,
    through_http,
    through_the_command_line,
)


@pytest.mark.parametrize("game", OPTIONS)
def test_all_doors_lead_to_the_same_log(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, done = played(game)
    log = cardkit.dumps(match).encode()
    assert len(match.header.entropy) == SEATS

    for door in DOORS:
        ids = iter((MATCH, SALT))
        monkeypatch.setattr(matches, "new_id", lambda ids=ids: next(ids, "any other salt"))
        assert door(game, done, tmp_path) == log, door.__name__
