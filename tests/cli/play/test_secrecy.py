"""Nothing on a player's screen tells what the player can't know."""

import io
from collections.abc import Iterator

import pytest
from attrs import evolve
from rich.console import Console

from cardkit.chance import SeededChance
from cardkit.drawing import scene_of, warnings_of
from cardkit.match import AnyMatch
from cardkit.seats import Seat
from cardkit_cli.terminal.screen import Screen, in_order_of_table
from tests.drawing.scenes import GAMES, steps

NAMES = ("Ann", "Ben", "Cleo")


def screen(match: AnyMatch, seat: Seat) -> str:
    paper = io.StringIO()
    console = Console(file=paper, width=80, force_terminal=True, color_system="truecolor")
    scene = scene_of(match, seat, NAMES, remember=True)
    moves = in_order_of_table([match.game.say(move) for move in match.legal(seat)], scene)
    hints = warnings_of(match.game, match.view(seat), seat, NAMES, moves=match.legal(seat))
    console.print(
        Screen(scene, match.sentences(seat, "en", NAMES), moves=moves, hints=hints).draw(console, 24)
    )
    return paper.getvalue()


def other_worlds(match: AnyMatch, seat: Seat) -> Iterator[AnyMatch]:
    """Yield the same past, as far as the seat saw it, and a present that it can't tell from the true one."""
    memory = match.memory(seat)
    for number in range(2):
        yield evolve(match, state=match.game.imagine(memory, SeededChance(f"world {number}")))


@pytest.mark.parametrize("game", GAMES)
def test_what_the_seat_cannot_know_changes_nothing_on_its_screen(game: str) -> None:
    differed = 0
    for match in steps(game, 3)[1:60:6]:
        seat = match.actors[0]
        for other in other_worlds(match, seat):
            differed += other.state != match.state
            assert screen(other, seat) == screen(match, seat)

    assert differed > 10
