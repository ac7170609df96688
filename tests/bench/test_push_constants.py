"""Constants of Push's bots that can be measured again come out as they stand."""

import pytest

from bench.push_constants import counted
from cardkit.games.push.bots.last_turns import PACE
from cardkit.games.push.bots.search_model import LOST


@pytest.mark.parametrize("seats", PACE)
def test_turns_have_as_many_cards_and_the_die_takes_as_much(seats: int) -> None:
    found = counted(seats, 5)

    assert found.pace == pytest.approx(PACE[seats], rel=0.1)
    assert found.risk == pytest.approx(LOST[seats], rel=0.3)
