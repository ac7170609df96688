"""Events that are generic in what a hidden card is have their names in reports, as others do."""

import pytest

from cardkit.arena.measures.facts import event_name
from cardkit.game import any_game
from examples.games import crazy_eights


@pytest.mark.parametrize(
    ("kind", "name"),
    [(crazy_eights.Drawn, "crazy_eights.drawn"), (crazy_eights.Played, "crazy_eights.played")],
)
def test_an_event_is_named_as_in_json(kind: type, name: str) -> None:
    assert event_name(any_game(crazy_eights.GAME), kind) == name
