"""A log that grows: the lines of later moves, and a match that is carried on by them."""

from itertools import pairwise

import pytest

import cardkit
from cardkit.log import TAIL, header_without_seed, lines_since, read_on, seal_of, with_seed
from cardkit.match import AnyMatch

GAMES = ("thirteen", "friday13", "biberbande", "push")


def played(game: str, moves: int = 12) -> list[AnyMatch]:
    """Return a match at its start and after each of some moves."""
    matches = [cardkit.start(game, 3, seed="a log that grows")]
    while len(matches) <= moves:
        matches.append(matches[-1].play(matches[-1].legal()[0]))
    return matches


@pytest.mark.parametrize("game", GAMES)
def test_lines_appended_move_by_move_make_the_log(game: str) -> None:
    matches = played(game)
    text = cardkit.dumps(matches[0])
    for before, after in pairwise(matches):
        text += lines_since(after, before.version, seal_of(text))
    assert text == cardkit.dumps(matches[-1])


@pytest.mark.parametrize("game", GAMES)
def test_the_seal_before_may_be_left_out(game: str) -> None:
    matches = played(game)
    header, _, lines = cardkit.dumps(matches[-1]).partition("\n")
    assert lines_since(matches[-1]) == lines
    for earlier in matches:
        assert cardkit.dumps(earlier) + lines_since(matches[-1], earlier.version) == f"{header}\n{lines}"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_carried_on_by_the_lines_that_follow(game: str) -> None:
    matches = played(game)
    last = matches[-1]
    for earlier in matches:
        seal = seal_of(cardkit.dumps(earlier))
        assert read_on(earlier, lines_since(last, earlier.version, seal), seal) == last


def test_lines_that_dont_follow_are_refused_and_named() -> None:
    matches = played("push")
    seal = seal_of(cardkit.dumps(matches[3]))

    with pytest.raises(cardkit.LogError, match=f"line {matches[3].version + 2}, .* is due"):
        read_on(matches[3], lines_since(matches[-1], matches[4].version), seal)
    with pytest.raises(cardkit.LogError, match="seal"):
        read_on(matches[3], lines_since(matches[-1], matches[3].version), "00" * 32)


def test_a_move_of_which_lines_are_missing_is_refused() -> None:
    first, *_ = matches = played("friday13", moves=60)
    seal = seal_of(cardkit.dumps(first))
    lines = lines_since(matches[-1], first.version, seal).splitlines(keepends=True)
    long = next(index for index, line in enumerate(lines) if '"more":' in line)

    with pytest.raises(cardkit.LogError, match="inside a move"):
        read_on(first, "".join(lines[: long + 1]), seal)


def test_the_seal_of_a_log_is_that_of_its_last_line() -> None:
    match = played("thirteen")[-1]
    text = cardkit.dumps(match)

    for lines in (text, text.rstrip("\n"), text[-TAIL:], text.encode(), text.encode()[-TAIL:]):
        assert seal_of(lines) == cardkit.receipts(match)[-1]


@pytest.mark.parametrize("lines", ["", "no log", ',"seal":"ab"}\n'])
def test_what_holds_no_seal_is_refused(lines: str) -> None:
    with pytest.raises(cardkit.Invalid, match=r"lines: .* expected lines of a log, with their seals"):
        seal_of(lines)


@pytest.mark.parametrize("seed", ["a seed", 'a "seed"', '","seal":"', "ü"])
def test_a_log_can_be_kept_without_its_seed_and_put_together_again(seed: str) -> None:
    match = cardkit.start("thirteen", 3, seed=seed, entropy={1: "mine"})
    header = header_without_seed(match)

    assert "seed" not in header.replace(seed, "")
    assert with_seed(header, seed, lines_since(match)) == cardkit.dumps(match)


def test_a_branch_has_more_seeds_than_one_so_its_header_goes_nowhere_without_them() -> None:
    branch = played("thirteen")[-1].branch(3, "other")

    with pytest.raises(cardkit.Invalid, match="expected a match that wasn't branched"):
        header_without_seed(branch)
