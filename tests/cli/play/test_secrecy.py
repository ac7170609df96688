"""Nothing on a player's screen tells what the player can't know."""

import io
from collections.abc import Iterator

import pytest
from attrs import evolve
from rich.console import Console

from cardkit.chance import SeededChance
from cardkit.match import AnyMatch
from cardkit.seats import Seat
from cardkit_cli.terminal.screen import draw_screen
from tests.drawing.scenes import GAMES, steps

NAMES = ("Ann", "Ben", "Cleo")


def screen(match: AnyMatch, seat: Seat) -> str:
    paper = io.StringIO()
    console = Console(file=paper, width=80, force_terminal=True, color_system="truecolor")
    drawn = draw_screen(
        match.game,
        match.view(seat),
        seat,
        NAMES,
        "en",
        console,
        sentences=match.sentences(seat, "en", NAMES),
        moves=match.legal(seat),
        memory=match.memory(seat),
        message="",
        lines=24,
    )
    console.print(drawn)
    return paper.getvalue()


def other_worlds(match: AnyMatch, seat: Seat) -> Iterator[AnyMatch]:
    """The same past, as far as the seat saw it, and a present that it can't tell from the true one."""
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
