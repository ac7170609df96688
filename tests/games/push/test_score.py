"""What the match would score if it ended now."""

from cardkit.games.push import GAME
from cardkit.games.push.scoring import score
from cardkit.opening import begin
from cardkit.quick import changed


def test_open_and_secured_cards_count_and_of_equal_points_more_cards_win() -> None:
    state = begin(GAME, 3, None, "a seed", None).state
    now = score(changed(state, open=(("r1",), ("r3",), ("b2",)), secured=(("r2",), (), ())))

    assert now.totals == (3, 3, 2)
    assert now.ranks == (1, 2, 3)
