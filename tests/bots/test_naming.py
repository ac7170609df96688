"""Bots by name."""

import pytest

import cardkit
from cardkit import Invalid
from cardkit.bots import BOTS, bot
from tests.bots.scenes import GAMES


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("random", "random"),
        ("greedy", "greedy"),
        ("ismcts", "ismcts:100ms"),
        ("ismcts:200", "ismcts:200"),
        ("strong:50ms", "strong:50ms"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_name_makes_a_bot_that_says_what_it_is(game: str, name: str, made: str) -> None:
    assert bot(name, cardkit.game(game)).name == made


@pytest.mark.parametrize(
    "name", ["", "x", "ismcts:0", "ismcts:-1", "ismcts:5s", "greedy:3", "random:2ms", "ranom"]
)
def test_a_name_that_isnt_known_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(Invalid, match="random") as refused:
        bot(name, cardkit.game("push"))
    for known in BOTS:
        assert known in str(refused.value)


@pytest.mark.parametrize("name", ["./there/is/none", "exec:there-is-no-such-program", "exec:", "exec:'open"])
def test_a_program_that_isnt_there_is_refused_at_once(name: str) -> None:
    with pytest.raises(Invalid, match=r"program|command line"):
        bot(name, cardkit.game("push"))
