"""`docs/verify.mjs`, which does without cardkit, agrees with it about every draw."""

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import attrs
import pytest

import cardkit
from cardkit.chance import SeededChance, mixed
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.games import BUILT_IN
from cardkit.games.biberbande import GAME as BIBERBANDE
from cardkit.games.friday13 import GAME as FRIDAY13
from cardkit.games.push import GAME as PUSH
from cardkit.games.thirteen import GAME as THIRTEEN
from cardkit.games.thirteen import RULES
from tests import node
from tests.resealing import (
    Lines,
    begin_elsewhere,
    commit_to_another_seed,
    draw_what_is_wished,
    exchange_cards,
    put_a_card_on_top,
    resealed,
)

SCRIPT: Final = Path(__file__).parent.parent / "docs" / "verify.mjs"
NODE: Final = node.found().node
NUMBERS: Final = count()

House: TypeAlias = dict[str, object]
Player: TypeAlias = Callable[[int, House, dict[int, str], str], str]
"""The log of a match that was played to its end: by number of seats, options, entropy and seed."""


def player(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], shunned: tuple[str, ...] = ()
) -> Player:
    """Return a player at random, who avoids moves whose texts begin like this."""

    def play(seats: int, options: House, entropy: dict[int, str], seed: str) -> str:
        random = Random(seed)
        match = cardkit.start(game, seats, options, seed, entropy)
        while match.outcome is None:
            legal = match.legal()
            match = match.play(
                random.choice([move for move in legal if not game.say(move).startswith(shunned)])
            )
        return cardkit.dumps(match)

    return play


THIRTEENS: Final = player(THIRTEEN)
PATIENT: Final = player(BIBERBANDE, ("knock", "take"))
RECKLESS: Final = player(PUSH, ("stop",))
GAMES: Final[dict[str, tuple[Player, range, str]]] = {
    "thirteen": (THIRTEENS, THIRTEEN.seats, "first_dealer"),
    "friday13": (player(FRIDAY13), FRIDAY13.seats, "first_player"),
    "biberbande": (player(BIBERBANDE), BIBERBANDE.seats, "first_dealer"),
    "push": (player(PUSH), PUSH.seats, "first_player"),
}
GIVEN: Final = {0: "heads", 1: "zwölf\n🂡"}


RUNS: Final = """
const lines = require("node:readline").createInterface({ input: process.stdin });
(async () => {
  for await (const line of lines) {
    const [script, file] = JSON.parse(line);
    process.argv = ["node", script, file];
    process.exitCode = 0;
    const printed = [];
    console.log = (text) => printed.push(text);
    await import(script);
    process.stdout.write(JSON.stringify([process.exitCode, printed]) + "\\n");
  }
  process.exitCode = 0;
})();
"""
"""Runs the script again and again in one process, which takes a tenth of the time: each address is a module anew."""


@pytest.fixture(scope="module")
def node_process() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*NODE, "-e", RUNS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        yield process
        process.communicate()
    assert process.returncode == 0


@pytest.fixture
def check(
    node_process: subprocess.Popen[str], tmp_path: Path
) -> Callable[[str | bytes], tuple[int, list[str]]]:
    """Runs the script on a log: its exit code and what it printed."""

    def run(log: str | bytes) -> tuple[int, list[str]]:
        assert node_process.stdin is not None
        assert node_process.stdout is not None
        file = tmp_path / "log.jsonl"
        file.write_bytes(log if isinstance(log, bytes) else log.encode())
        print(
            json.dumps([f"{SCRIPT.as_uri()}?{next(NUMBERS)}", str(file)]), file=node_process.stdin, flush=True
        )
        code, printed = json.loads(node_process.stdout.readline())
        return code, printed

    return run


Check: TypeAlias = Callable[[str | bytes], tuple[int, list[str]]]


def passes(check: Check, log: str) -> list[str]:
    """Return what it printed of a log that is in order: one line a line."""
    code, printed = check(log)
    assert code == 0, printed[-1]
    assert [line.split(":")[:2] for line in printed] == [
        [f"line {n}", " ok"] for n in range(1, log.count("\n") + 1)
    ]
    return printed


# --- honest logs


@pytest.mark.parametrize(
    ("with_seed", "code", "last"), [(True, 0, "end of the match"), (False, 1, "without the seed")]
)
def test_as_a_program_it_prints_its_findings_and_exits_by_them(
    with_seed: bool, code: int, last: str, tmp_path: Path
) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text(cardkit.dumps(cardkit.loads(LOG), with_seed=with_seed), encoding="utf-8")
    done = subprocess.run(
        [*NODE, str(SCRIPT), str(file)], capture_output=True, encoding="utf-8", timeout=60, check=False
    )

    assert (done.returncode, done.stderr) == (code, "")
    assert last in done.stdout.splitlines()[-1]


def test_the_script_knows_every_built_in_game() -> None:
    assert set(BUILT_IN) <= set(GAMES)


@pytest.mark.parametrize(
    ("key", "number"), [(key, number) for key, (_, seats, _) in GAMES.items() for number in seats]
)
def test_finished_matches_pass(key: str, number: int, check: Check) -> None:
    play, seats, first = GAMES[key]
    entropy = GIVEN if number % 2 else {}

    passes(check, play(number, {first: "random"}, entropy, "blüte"))
    if number == seats[0]:
        passes(check, play(number, {first: 1}, {}, "a seed"))


@pytest.mark.parametrize("key", GAMES)
def test_who_begins_is_drawn(key: str, check: Check) -> None:
    play, seats, first = GAMES[key]
    logs = [play(seats[-1], {first: "random"}, {}, seed) for seed in ("some", "seed")]

    beginners = {log.splitlines()[2].split(f'"{first}":')[1][0] for log in logs}

    assert len(beginners) == 2
    for log in logs:
        passes(check, log)


def test_a_bust_of_push_and_a_deck_without_direction_cards_pass(check: Check) -> None:
    log = RECKLESS(2, {"direction_cards": False, "risk": True}, {}, "a seed")

    printed = passes(check, log)

    assert printed[found(log, "busted")].endswith("turned up from the stock, roll")
    assert '"turn"' not in log


def test_what_is_checked_stands_line_by_line(check: Check) -> None:
    log = THIRTEENS(3, {"rounds": 1}, {}, "a seed")

    printed = passes(check, log)

    assert printed[:5] == [
        "line 1: ok: format, rules version, commitment, seal",
        "line 2: ok: seal, number, move, commitment",
        "line 3: ok: seal, number, move, rounds, first dealer",
        "line 4: ok: seal, number, move, dealer, deal, stock",
        "line 5: ok: seal, number, move, drawn from the stock",
    ]
    assert printed[-1].endswith("end of the match")


@pytest.mark.parametrize(
    ("seats", "turn_limit", "seed", "follows"),
    [(4, 12, "5", "drew"), (3, 18, "0", "drew"), (4, 11, "3", "round_scored"), (6, 6, "0", "round_scored")],
)
def test_reshuffles_of_biberbande_are_derived_too(
    seats: int, turn_limit: int, seed: str, follows: str, check: Check
) -> None:
    log = PATIENT(seats, {"turn_limit": turn_limit, "rotate_dealer": True}, {}, seed)

    printed = passes(check, log)

    types = [line.split('"type":"biberbande.')[-1].split('"')[0] for line in log.splitlines()]
    places = [n for n, kind in enumerate(types) if kind == "reshuffled" and types[n + 1] == follows]
    assert places
    assert all(printed[n].endswith("move, reshuffle") for n in places)


# --- logs that somebody changed who hasn't the seed

LOG: Final = THIRTEENS(3, {"rounds": 2}, GIVEN, "a seed")
BIBER: Final = PATIENT(4, {"turn_limit": 12}, {}, "2")


def fails(check: Check, log: str | bytes, line: int) -> str:
    """Return the reason, which it printed last."""
    code, printed = check(log)
    assert code == 1
    place, verdict, reason = printed[-1].split(": ", 2)
    assert (place, verdict) == (f"line {line}", "FAILED")
    return reason


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"seats":3', '"seats":4', 1),
        ('"rounds":2}', '"rounds":1}', 1),
        ('[0,"heads"]', '[0,"tails"]', 1),
        ('"seed":"a seed"', '"seed":"a soup"', 1),
        ('"seed":"a seed"', '"seed":"a\\u0020seed"', 1),
        ('"seed":"a seed"', '"seed":"x","seed":"a seed"', 1),
        ('"cardkit/1"', '"cardkit/2"', 1),
        ('{"format"', '\ufeff{"format"', 1),
        ('{"n":1', '{ "n":1', 2),
        ('{"n":1', '{"n":1,"n":1', 2),
        ('"first_dealer":0,"rounds":2,"seal"', '"first_dealer":1,"rounds":2,"seal"', 3),
        ('"by":1,', '"by":0,', 5),
        ('"rounds":2,"seal":"', '"rounds":2,"seal":"0', 3),
        ("\n", "\r\n", 1),
        ("\n", "\n\n", 2),
    ],
)
def test_a_changed_text_is_found_on_its_line(old: str, new: str, line: int, check: Check) -> None:
    assert old in LOG

    fails(check, LOG.replace(old, new, 1), line)


def test_changed_bytes_are_found_on_their_lines(check: Check) -> None:
    text = LOG.encode()
    for place in Random(1).sample(range(len(text)), 12):
        changed = text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]

        fails(check, changed, 1 + text[:place].count(b"\n"))


def test_a_byte_that_is_no_utf_8_is_found(check: Check) -> None:
    assert fails(check, LOG.encode().replace(b"heads", b"he\xffds"), 1) == "the file isn't UTF-8"


def test_lines_missing_swapped_and_doubled_are_found(check: Check) -> None:
    lines = LOG.splitlines(keepends=True)

    fails(check, "".join(lines[:9] + lines[10:]), 10)
    fails(check, "".join([*lines[:9], lines[10], lines[9], *lines[11:]]), 10)
    fails(check, "".join(lines[:10] + lines[9:]), 11)
    fails(check, "".join(lines[1:]), 1)
    fails(check, "", 1)


@pytest.mark.parametrize("left", [1, 3, 4, 9, -1])
def test_a_match_that_is_not_over_is_found(left: int, check: Check) -> None:
    lines = LOG.splitlines(keepends=True)[:left]

    assert fails(check, "".join(lines), len(lines)) == "the log ends before the match"


def test_a_last_line_that_is_cut_off_is_found(check: Check) -> None:
    fails(check, LOG[:-1], LOG.count("\n") - 1)
    fails(check, LOG + "{", LOG.count("\n"))


def test_without_the_seed_nothing_can_be_derived(check: Check) -> None:
    match = cardkit.loads(LOG)

    assert "without the seed" in fails(check, cardkit.dumps(match, with_seed=False), 1)


def test_other_games_formats_and_newer_rules_are_not_known(check: Check) -> None:
    newer = player(attrs.evolve(THIRTEEN, rules_version=2))
    foreign = player(attrs.evolve(THIRTEEN, key="constructor"))

    assert "rules version" in fails(check, newer(3, {"rounds": 1}, {}, "a seed"), 1)
    other_format = resealed(LOG, lambda lines: lines[0].update(format="cardkit/2"))
    assert "format" in fails(check, other_format, 1)
    assert "not known here" in fails(check, foreign(3, {"rounds": 1}, {}, "a seed"), 1)


# --- logs that the owner changed, and sealed anew


def deal_anew(lines: Lines) -> None:
    lines[55] |= {"hands": lines[3]["hands"], "stock": lines[3]["stock"]}


def deal_in_a_move_of_its_own(lines: Lines) -> None:
    """Let the cards follow from the seed, but at the version that the owner liked better."""
    lines[53]["more"] = 1
    del lines[54]["more"]
    dealt = RULES.deal(2, 1, 3, SeededChance(mixed("a seed", GIVEN), 54))
    lines[55] |= {"hands": dealt.hands, "stock": dealt.rest}


def deal_later(lines: Lines) -> None:
    lines[2]["more"] = 2


def end_early(lines: Lines) -> None:
    del lines[53]["more"]
    del lines[54]["more"]
    del lines[54:]


def play_fewer_rounds(lines: Lines) -> None:
    lines[2]["rounds"] = 1


def take_another_seed(lines: Lines) -> None:
    lines[0]["seed"] = "a better one"


def claim_other_entropy(lines: Lines) -> None:
    lines[0]["entropy"] = []


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (put_a_card_on_top, 4),
        (exchange_cards, 4),
        (draw_what_is_wished, 5),
        (deal_anew, 56),
        (begin_elsewhere, 3),
        (deal_later, 3),
        (end_early, 54),
        (play_fewer_rounds, 3),
        (take_another_seed, 1),
        (commit_to_another_seed, 4),
        (claim_other_entropy, 2),
    ],
)
def test_an_owner_who_seals_a_changed_log_anew_is_found_out(
    change: Callable[[Lines], None], line: int, check: Check
) -> None:
    assert resealed(LOG, lambda _: None) == LOG

    fails(check, resealed(LOG, change), line)


def test_a_deal_that_was_moved_to_another_version_is_found(check: Check) -> None:
    """docs/chance.md, Versions and labels"""
    log = resealed(LOG, deal_in_a_move_of_its_own)

    assert fails(check, log, 56) == "no move brings: dealt"


def found(log: str, kind: str) -> int:
    """Return the first line of an event of this type."""
    return next(n for n, line in enumerate(log.splitlines()) if f'.{kind}"' in line)


@pytest.mark.parametrize(
    ("kind", "field", "cards"),
    [
        ("dealt", "turned_up", "draw2"),
        ("drew", "card", "draw2"),
        ("reshuffled", "stock", ["9"]),
        ("took", "replaced", "draw2"),
        ("kept", "laid", ["draw2"]),
        ("discarded", "laid", ["swap", "swap"]),
        ("peeked", "card", "draw2"),
        ("looked", "outer", ["9", "draw2"]),
        ("round_scored", "rows", []),
    ],
)
def test_a_changed_card_of_biberbande_is_found(kind: str, field: str, cards: object, check: Check) -> None:
    log = BIBER if f'.{kind}"' in BIBER else GAMES["biberbande"][0](3, {}, {}, "a seed")
    line = found(log, kind)

    def change(lines: Lines) -> None:
        assert lines[line][field] != cards
        lines[line][field] = cards

    fails(check, resealed(log, change), line + 1)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [("opened", "stock", []), ("revealed", "card", "r7"), ("busted", "roll", "none"), ("taken", "cards", [])],
)
def test_a_changed_card_or_roll_of_push_is_found(kind: str, field: str, value: object, check: Check) -> None:
    log = RECKLESS(3, {}, {}, "a seed")
    line = found(log, kind)

    fails(check, resealed(log, lambda lines: lines[line].update({field: value})), line + 1)
