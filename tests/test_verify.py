"""What `cardkit.verify` says of honest logs, and what it finds in others."""

import json
import os
from collections.abc import Callable
from random import Random
from typing import Final

import attrs
import pytest

import cardkit
from cardkit.chance import commitment
from cardkit.games.thirteen import GAME, Event, Options, Thirteen
from cardkit.match import AnyMatch
from cardkit.verify import Report
from tests.resealing import (
    Lines,
    begin_elsewhere,
    commit_to_another_seed,
    draw_what_is_wished,
    exchange_cards,
    put_a_card_on_top,
    resealed,
)


def played(game: str, seats: int, moves: int | None = None, **options: object) -> AnyMatch:
    """Return a match with random moves, of which some may be a fork's."""
    random = Random(5)
    match = cardkit.start(game, seats, options, seed="a seed", entropy={0: "héads", 2: ""})
    while match.outcome is None and moves != 0:
        match = match.play(random.choice(match.legal()))
        moves = None if moves is None else moves - 1
    return match


SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
"""At full size, each byte is changed in each way. Otherwise each is changed in one of them."""
FINISHED: Final = cardkit.dumps(played("thirteen", 3, rounds=2))
SMALL: Final = played("thirteen", 3, 60).at(8)


def failed_lines(report: Report) -> list[int]:
    return [check.line for check in report.failures]


# --- honest logs


@pytest.mark.parametrize("moves", [0, 1, 30, None])
@pytest.mark.parametrize("game", ["thirteen", "friday13"])
def test_every_line_of_an_honest_log_is_said_to_be_in_order(game: str, moves: int | None) -> None:
    match = played(game, 4, moves)

    report = cardkit.verify(match)

    assert report.ok
    assert report.complete
    assert not report.failures
    sealed = [check.line for check in report.checks if check.subject == "integrity"]
    assert sealed == [*range(1, match.version + 2)]


def test_a_report_says_line_by_line_what_was_checked() -> None:
    match = cardkit.start("thirteen", 3, seed="a seed")

    report = cardkit.verify(match.play(match.legal()[0]))

    assert str(report).splitlines() == [
        "line 1: integrity ok: the header's seal fits",
        "line 1: fairness ok: the seed is the one committed to",
        "line 2: integrity ok: event 1 is in its place, its seal fits, it is well formed",
        "line 3: integrity ok: event 2 is in its place, its seal fits, it is well formed",
        "line 4: integrity ok: event 3 is in its place, its seal fits, it is well formed",
        "line 2: fairness ok: the opening follows from the seed",
        "line 5: integrity ok: event 4 is in its place, its seal fits, it is well formed",
        f"line 5: fairness ok: follows from the seed and seat 1 moving {match.game.say(match.legal()[0])}",
    ]


def test_a_match_its_log_and_the_logs_text_are_verified_alike() -> None:
    match = played("friday13", 3, 5)
    text = cardkit.dumps(match)

    reports = [cardkit.verify(subject) for subject in (match, match.log, text, text.encode())]

    assert reports == [reports[0]] * 4


def test_a_game_that_is_not_registered_is_given() -> None:
    game: Thirteen = attrs.evolve(GAME, key="of_a_friend")
    match = cardkit.start(game, 3, seed="a seed")

    for report in (
        cardkit.verify(match),
        cardkit.verify(match.log, game),
        cardkit.verify(cardkit.dumps(match), game),
    ):
        assert report.complete
    (unknown,) = cardkit.verify(cardkit.dumps(match)).failures
    assert unknown.line == 1
    assert "of_a_friend" in unknown.note


def test_each_round_and_each_version_of_a_match_is_fair_too() -> None:
    match: AnyMatch | None = played("thirteen", 3, 110)

    while match is not None:
        assert cardkit.verify(match).complete
        match = match.previous and match.previous.previous


# --- what can't be checked is named, and isn't a failure


def test_without_the_seed_integrity_is_checked_and_fairness_said_to_be_unchecked() -> None:
    match = played("thirteen", 3, 4)

    report = cardkit.verify(cardkit.dumps(match, with_seed=False))

    assert report.ok
    assert not report.complete
    assert {check.passed for check in report.checks if check.subject == "integrity"} == {True}
    unchecked = [check for check in report.checks if check.subject == "fairness"]
    assert [check.line for check in unchecked] == [1, 2, 5, 6, 7, 8]
    assert {check.passed for check in unchecked} == {None}
    assert str(unchecked[0]) == "line 1: fairness not checked: the log doesn't hold the seed"


def test_of_an_older_version_of_the_rules_the_draws_are_said_to_be_unchecked() -> None:
    newer: Thirteen = attrs.evolve(GAME, rules_version=2)
    text = cardkit.dumps(played("thirteen", 3, 2))

    report = cardkit.verify(text, newer)

    assert report.ok
    assert not report.complete
    assert [(check.line, check.passed) for check in report.checks if check.subject == "fairness"] == [
        (1, True),
        (2, None),
        (5, None),
        (6, None),
    ]
    assert "played by version 1 of the rules" in report.checks[-1].note


# --- changed by somebody without the seed


def flips(text: bytes, number: int, place: int) -> bytes:
    """Return the log with one byte changed, so that it never stays the same."""
    byte = text[place]
    other = (byte ^ 1, ord("\n") if byte != ord("\n") else ord(" "), byte ^ 0x80)[number]
    return text[:place] + bytes([other]) + text[place + 1 :]


@pytest.mark.parametrize("with_seed", [True, False])
@pytest.mark.parametrize("number", range(3))
def test_a_changed_byte_is_found_wherever_it_is_and_its_line_is_named(number: int, with_seed: bool) -> None:
    text = cardkit.dumps(SMALL, with_seed=with_seed).encode()
    assert cardkit.verify(text).ok
    line = 1
    for place, byte in enumerate(text):
        if SOAK or place % 3 == number:
            report = cardkit.verify(flips(text, number, place))

            assert failed_lines(report) == [line], f"byte {place}"
        line += byte == ord("\n")
    assert line == 10


def test_a_byte_left_out_or_doubled_is_found_wherever_it_is() -> None:
    text = cardkit.dumps(SMALL).encode()
    for place in range(len(text) - 1):
        without, twice = text[:place] + text[place + 1 :], text[: place + 1] + text[place:]
        for changed in (without, twice) if SOAK else ((without, twice)[place % 2],):
            assert changed == text or not cardkit.verify(changed).ok, f"byte {place}"


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([0, 1, 2, 3, 5, 6, 7, 8], 5),
        ([0, 1, 2, 3, 5, 4, 6, 7, 8], 5),
        ([0, 1, 2, 3, 4, 4, 5, 6, 7, 8], 6),
        ([1, 2, 3, 4, 5, 6, 7, 8], 1),
        ([0, 0, 1, 2, 3, 4, 5, 6, 7, 8], 2),
        ([0, 1, 2], 3),
        ([0], 2),
        ([], 1),
    ],
    ids=[
        "missing",
        "swapped",
        "doubled",
        "no header",
        "two headers",
        "opening cut",
        "only a header",
        "empty",
    ],
)
def test_a_line_missing_moved_or_doubled_is_found_where_the_log_stops_making_sense(
    lines: list[int], line: int
) -> None:
    text = cardkit.dumps(SMALL).splitlines(keepends=True)

    assert failed_lines(cardkit.verify("".join(text[index] for index in lines))) == [line]


@pytest.mark.parametrize(
    "secret", ['"a\\u0020seed"', '"x","seed":"a seed"', '"a seed" ', '"a seed","more":1']
)
def test_the_seed_stands_behind_the_seal_but_is_written_in_one_way_only(secret: str) -> None:
    """docs/chance.md, Seals"""
    text = cardkit.dumps(SMALL).replace('"a seed"', secret, 1)

    assert failed_lines(cardkit.verify(text)) == [1]


def test_the_end_of_another_match_does_not_fit() -> None:
    one, other = (cardkit.start("thirteen", 3, seed=seed) for seed in ("one", "other"))
    mixture = cardkit.dumps(one).splitlines(keepends=True)[:3] + cardkit.dumps(other).splitlines(True)[3:]

    assert failed_lines(cardkit.verify("".join(mixture))) == [4]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "{}",
        "[]",
        "null",
        "\x00",
        "\ud800",
        '{"format":1e999}\n',
        '{"format":-1e999}\n',
        '{"format":NaN}\n',
        '{"format":' + "9" * 5000 + "}\n",
        '{"format":' + "[" * 900 + "]" * 900 + "}\n",
        '{"format":' + "[" * 100_000 + "]" * 100_000 + "}\n",
    ],
)
def test_nothing_is_raised_for_what_is_no_log(text: str) -> None:
    assert failed_lines(cardkit.verify(text)) == [1]


# --- changed by the owner, who can seal it anew


def test_resealing_an_unchanged_log_brings_the_same_log() -> None:
    assert resealed(FINISHED, lambda _: None) == FINISHED


def deal_anew(lines: Lines) -> None:
    second = next(line for line in lines[5:] if line["type"] == "thirteen.dealt")
    second["hands"], second["stock"] = lines[3]["hands"], lines[3]["stock"]


def take_nothing(lines: Lines) -> None:
    next(line for line in lines if line.get("taken"))["taken"] = []


def move_for_another(lines: Lines) -> None:
    lines[4]["by"] = 0


def claim_fewer_points(lines: Lines) -> None:
    scored = lines[-1]
    scored["points"] = [0, *scored["points"][1:]]


def play_on(lines: Lines) -> None:
    """Score once more, after the end."""
    lines.append({**lines[-1], "n": len(lines)})


def add_entropy(lines: Lines) -> None:
    lines[0]["entropy"] = lines[1]["entropy"] = [[1, "mine"]]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (put_a_card_on_top, 2),
        (exchange_cards, 2),
        (draw_what_is_wished, 5),
        (deal_anew, 54),
        (take_nothing, 14),
        (begin_elsewhere, 2),
        (move_for_another, 5),
        (claim_fewer_points, 106),
        (play_on, 108),
        (commit_to_another_seed, 2),
        (add_entropy, 2),
    ],
)
def test_an_owner_who_changes_an_event_and_seals_it_anew_is_found_out(
    change: Callable[[Lines], None], line: int
) -> None:
    report = cardkit.verify(resealed(FINISHED, change))

    assert not report.ok
    assert (report.failures[0].subject, report.failures[0].line) == ("fairness", line)


def test_an_owner_who_exchanges_the_seed_alone_is_found_out() -> None:
    report = cardkit.verify(FINISHED.replace('"seed":"a seed"', '"seed":"a soup"'))

    assert failed_lines(report) == [1]
    assert "isn't the seed that the match is committed to" in report.failures[0].note
    assert commitment("a seed") in FINISHED


def has_fewer_hands(lines: Lines) -> None:
    lines[3]["hands"].pop()


def has_empty_hands(lines: Lines) -> None:
    lines[3]["hands"] = [[], [], []]


def has_more_seats(lines: Lines) -> None:
    lines[2]["seats"] = 5


def has_no_such_dealer(lines: Lines) -> None:
    lines[0]["options"]["first_dealer"] = 5


def has_a_far_away_dealer(lines: Lines) -> None:
    lines[3]["dealer"] = -1000


def has_a_nonsensical_seat(lines: Lines) -> None:
    lines[4]["seat"] = 99


@pytest.mark.parametrize(
    "change",
    [
        has_fewer_hands,
        has_empty_hands,
        has_more_seats,
        has_no_such_dealer,
        has_a_far_away_dealer,
        has_a_nonsensical_seat,
    ],
)
def test_nothing_is_raised_for_what_no_rule_would_ever_bring_about(change: Callable[[Lines], None]) -> None:
    report = cardkit.verify(resealed(FINISHED, change))

    assert not report.ok
    assert report.failures[0].line <= 5


# --- odd games


@attrs.frozen(kw_only=True)
class SealedOptions(Options):
    """House rules with a name that stands elsewhere in a header, too."""

    seal: str = "wax"


def test_an_option_called_seal_is_not_taken_for_the_headers_seal() -> None:
    game: Thirteen = attrs.evolve(GAME, options=SealedOptions)
    match = cardkit.start(game, 3, {"seal": "lead"}, seed="a seed")

    assert cardkit.loads(cardkit.dumps(match), game) == match
    assert cardkit.verify(match).complete


@pytest.mark.parametrize("text", [',"seal":"', '"}', "\\", "\n", "\u2028", "🂡", '{"seal":"'])
def test_no_text_in_a_header_is_taken_for_its_end(text: str) -> None:
    match = cardkit.start("thirteen", 3, seed=f"x{text}", entropy={0: text, 1: f'a{text}","seed":"'})

    log = cardkit.dumps(match)

    assert cardkit.loads(log) == match
    assert cardkit.verify(log).complete
    assert json.loads(log.split("\n")[0])["entropy"][0] == [0, text]


def test_rules_that_fail_on_a_log_are_told_without_a_python_repr() -> None:
    def broken(*_: object) -> tuple[Event, ...]:
        raise ArithmeticError("too many cards")

    report = cardkit.verify(FINISHED, game=attrs.evolve(GAME, decide=broken))

    (note,) = {check.note for check in report.failures}
    assert note.startswith("the rules can't go on from what the log says (ArithmeticError: too many cards")
