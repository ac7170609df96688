"""A log that grows: the lines of later moves, and a match that is carried on by them."""

from itertools import pairwise

import pytest

import cardkit
from cardkit.log import continued, lines_since
from cardkit.match import AnyMatch

GAMES = ("thirteen", "friday13", "biberbande", "push")


def played(game: str, moves: int = 12) -> list[AnyMatch]:
    """A match at its start and after each of some moves."""
    matches = [cardkit.start(game, 3, seed="a log that grows")]
    while len(matches) <= moves:
        matches.append(matches[-1].play(matches[-1].legal()[0]))
    return matches


def last_seal(text: str) -> str:
    return text[-67:-3]


@pytest.mark.parametrize("game", GAMES)
def test_lines_appended_move_by_move_make_the_log(game: str) -> None:
    matches = played(game)
    text = cardkit.dumps(matches[0])
    for before, after in pairwise(matches):
        text += lines_since(after, before.version, last_seal(text))
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
        seal = last_seal(cardkit.dumps(earlier))
        assert continued(earlier, lines_since(last, earlier.version, seal), seal) == last


def test_lines_that_dont_follow_are_refused_and_named() -> None:
    matches = played("push")
    seal = last_seal(cardkit.dumps(matches[3]))

    with pytest.raises(cardkit.LogError, match=f"line {matches[3].version + 2}, .* is due"):
        continued(matches[3], lines_since(matches[-1], matches[4].version), seal)
    with pytest.raises(cardkit.LogError, match="seal"):
        continued(matches[3], lines_since(matches[-1], matches[3].version), "00" * 32)


def test_a_move_of_which_lines_are_missing_is_refused() -> None:
    first, *_ = matches = played("friday13", moves=60)
    seal = last_seal(cardkit.dumps(first))
    lines = lines_since(matches[-1], first.version, seal).splitlines(keepends=True)
    long = next(index for index, line in enumerate(lines) if '"more":' in line)

    with pytest.raises(cardkit.LogError, match="goes on"):
        continued(first, "".join(lines[: long + 1]), seal)
