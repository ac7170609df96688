"""A table tells a viewer nothing but what they may know."""

import pytest
from attrs import evolve

from cardkit.chance import SeededChance
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from tests.cli.table.scenes import GAMES, drawn, steps


def worlds(match: AnyMatch, viewer: Viewer, number: int = 2) -> list[AnyMatch]:
    """The match as it might be, as far as the viewer knows."""
    memory = match.memory(viewer)
    states = [match.game.imagine(memory, SeededChance(f"world {world}")) for world in range(number)]
    return [evolve(match, state=state) for state in states]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("remember", [False, True], ids=["seen", "remembered"])
def test_what_a_viewer_cannot_know_changes_not_a_byte(game: str, remember: bool) -> None:
    differed = 0
    for match in steps(game, 3)[1:60:7]:
        for viewer in (None, 0, 2):
            truth = drawn(match, viewer, colour=True, remember=remember)
            for other in worlds(match, viewer):
                differed += other.state != match.state
                assert drawn(other, viewer, colour=True, remember=remember) == truth

    assert differed > 20, "the worlds are no others, so this test says nothing"


@pytest.mark.parametrize("game", ["thirteen", "friday13"])
def test_a_spectator_sees_nobodys_hand(game: str) -> None:
    match = steps(game, 3)[0]

    assert "╰" in drawn(match, 0).splitlines()[-1]
    assert "╰" not in drawn(match, None).splitlines()[-1]


def test_cards_seen_before_are_shown_only_if_they_are_given() -> None:
    """Biberbande is a game of memory: the view has only what lies open."""
    match = steps("biberbande", 2)[4]

    assert "(" not in drawn(match, 1).replace("(you)", "")
    assert "(" in drawn(match, 1, remember=True).replace("(you)", "")
