"""The keys that lead a replay."""

import pytest

import cardkit
from cardkit_cli.terminal.player import ReplayPlayer


@pytest.fixture
def player() -> ReplayPlayer:
    """A replay of five steps."""
    steps = [cardkit.start("thirteen", 3, seed="s")]
    for _ in range(4):
        steps.append(steps[-1].play(steps[-1].legal()[0]))
    return ReplayPlayer([*steps], None, None, "en", ("Ann", "Ben", "Cy"))


def test_keys_step_on_and_back_and_to_the_ends(player: ReplayPlayer) -> None:
    places: list[int] = []
    for key in ("left", "right", "n", "b", "end", "right", "home", "x"):
        player.press(key)
        places.append(player.place)

    assert places == [0, 1, 2, 1, 4, 4, 0, 0]
    assert not player.running


def test_p_lets_it_run_until_a_key_is_pressed(player: ReplayPlayer) -> None:
    player.press("p")
    player.press(None)
    assert (player.running, player.place) == (True, 1)

    player.press("right")
    assert (player.running, player.place) == (False, 2)


def test_plus_and_minus_change_the_speed_within_bounds(player: ReplayPlayer) -> None:
    player.press("+")
    assert player.speed == 2
    for _ in range(10):
        player.press("+")
    assert player.speed == 64
    for _ in range(20):
        player.press("-")
    assert player.speed == 1 / 16
