"""The bots for Biberbande make the moves that are plain, and imagine what players are likely to hold."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean

import attrs
import pytest

import cardkit
from cardkit.bots import Observation
from cardkit.bots.biberbande import below, burdens, greedy
from cardkit.bots.budget import Iterations
from cardkit.bots.careful_biberbande import careful, estimates
from cardkit.bots.contract import Choose
from cardkit.bots.observation import Sight
from cardkit.bots.round_of_biberbande import CODE, UNSEEN, VALUES, Board
from cardkit.bots.strong_biberbande import strong
from cardkit.bots.worlds_of_biberbande import POINTS, likely
from cardkit.chance import RunningChance
from cardkit.games.biberbande import GAME
from cardkit.games.biberbande.cards import DECK, NUMBERS, Card
from cardkit.games.biberbande.imagine import imagine
from cardkit.games.biberbande.memory import Known, Memory, Unseen
from cardkit.games.biberbande.messages import Draw, Glimpse, Knock, Move, Options, Pass, Take
from cardkit.games.biberbande.state import Choosing, Knocking, State
from cardkit.games.biberbande.view import View
from cardkit.mechanics.dealing import unseen

Row = tuple[Known, Known, Known, Known]
HIDDEN, KEPT = Unseen(0), Unseen(0, kept=True)
NOTHING_KNOWN: Row = (HIDDEN, HIDDEN, HIDDEN, HIDDEN)
ALL_KEPT: Row = (KEPT, KEPT, KEPT, KEPT)

BOTS: dict[str, Choose[Move, View, Glimpse, Memory, Options]] = {
    "greedy": greedy,
    "careful": careful,
    "strong": strong(Iterations(600)).choose,
}


def remembered(phase: type[Choosing] | type[Knocking]) -> Memory:
    """What seat 1 of three knows when it comes to such a moment after the first lap, if all draw and discard."""
    match = cardkit.start(GAME, 3, seed="scene")
    while True:
        memory = match.memory(1)
        if memory.turns >= 3 and match.actors == (1,) and isinstance(memory.phase, phase):
            return memory
        match = match.play(Draw() if Draw() in match.legal() else match.legal()[0])


def scene(
    phase: type[Choosing] | type[Knocking], row: Row, others: Row, top: Card, *, knocked: bool = False
) -> Observation[Move, View, Glimpse, Memory, Options]:
    """What the first of three sees, who has this row: the others' are alike, in the second lap or the third."""
    memory = remembered(phase)
    rows = (others, row, others)
    shown: list[Card] = [card for cards in rows for card in cards if not isinstance(card, Unseen)]
    pool = unseen(DECK, (*shown, top))
    memory = attrs.evolve(
        memory,
        rows=rows,
        discard=(top,),
        pools=(pool,),
        stock=(len(pool) + len(shown) - 12,),
        knocker=2 if knocked else None,
    )
    moves: tuple[Move, ...] = (Pass(), Knock()) if phase is Knocking else (*map(Take, range(4)), Draw())
    return Observation(1, 3, Options(), moves, RunningChance("own"), seen_memory=Sight(memory))


@pytest.mark.parametrize("name", BOTS)
def test_in_the_last_turn_the_highest_card_goes_for_a_zero_that_lies_open(name: str) -> None:
    seen = scene(Choosing, ("9", "1", HIDDEN, "2"), ALL_KEPT, "0", knocked=True)
    assert BOTS[name](seen) == Take(0)


@pytest.mark.parametrize("name", BOTS)
def test_a_nine_is_never_taken(name: str) -> None:
    assert BOTS[name](scene(Choosing, ("4", "1", HIDDEN, "2"), ALL_KEPT, "9")) == Draw()


@pytest.mark.parametrize("name", BOTS)
def test_one_knocks_with_nothing_but_zeros_and_ones(name: str) -> None:
    assert BOTS[name](scene(Knocking, ("0", "1", "0", "0"), NOTHING_KNOWN, "9")) == Knock()


@pytest.mark.parametrize("name", BOTS)
def test_one_doesnt_knock_with_high_cards(name: str) -> None:
    assert BOTS[name](scene(Knocking, ("9", "8", HIDDEN, "9"), ALL_KEPT, "9")) == Pass()


@pytest.mark.parametrize(("others", "wanted"), [(("9", "8", "9", HIDDEN), Knock()), (ALL_KEPT, Pass())])
def test_whether_the_careful_rule_knocks_hangs_on_the_others_rows(others: Row, wanted: Move) -> None:
    assert careful(scene(Knocking, ("4", "4", "2", "2"), others, "9")) == wanted


@pytest.mark.parametrize(("knocked", "wanted"), [(False, Draw()), (True, Take(0))])
def test_the_careful_rule_takes_a_middling_card_only_in_the_last_turn(knocked: bool, wanted: Move) -> None:
    """In the open it would be swapped away from it; and the next card drawn may be better."""
    assert careful(scene(Choosing, ("6", "1", "2", "2"), ALL_KEPT, "3", knocked=knocked)) == wanted


def test_a_card_that_was_let_lie_is_held_to_be_lower_than_one_that_nobody_saw() -> None:
    values = estimates(scene(Choosing, ("6", "1", "2", "2"), NOTHING_KNOWN, "3").memory)
    outer, inner = values[0][0], values[0][1]
    assert outer < inner


def sums(states: Sequence[State], seat: int) -> float:
    return mean(sum(POINTS[card] for card in state.rows[seat]) for state in states)


def test_likely_worlds_fit_what_was_seen_and_have_low_cards_where_others_kept_them() -> None:
    memory = scene(Choosing, ("4", HIDDEN, HIDDEN, "2"), (HIDDEN, KEPT, KEPT, "5"), "7").memory
    chance = RunningChance("worlds")
    worlds = [likely(memory, chance) for _ in range(200)]
    possible = [imagine(memory, chance) for _ in range(200)]
    for world in worlds:
        assert Counter(
            [*world.stock, *world.discard, *(card for row in world.rows for card in row)]
        ) == Counter(DECK)
        assert {world.rows[0][1], world.rows[0][2]} <= NUMBERS
        assert (world.rows[1][0], world.rows[1][3], world.rows[2][3]) == ("4", "2", "5")
    assert sums(worlds, 0) < sums(possible, 0) - 4
    assert sums(worlds, 1) == pytest.approx(sums(possible, 1), abs=1.5)


def test_the_parts_that_seats_may_expect_to_be_below_make_half_of_all_pairs() -> None:
    burden = burdens([7.0, 12.0, 12.0, 20.0], 2, 9)
    parts = [below(burden, seat) for seat in range(4)]
    assert sum(parts) == pytest.approx(2.0)
    assert parts[0] > parts[2] > parts[1] > parts[3]


def board(rows: Sequence[Sequence[Card]], stock: Sequence[Card], top: Card, knocker: int | None) -> Board:
    """Everybody knows their own cards; nobody another's."""
    coded = [[CODE[card] for card in row] for row in rows]
    mine = [[VALUES[card] for card in row] for row in coded]
    looks = [[UNSEEN] * 4 for _ in rows]
    return Board(coded, mine, looks, [CODE[card] for card in reversed(stock)], CODE[top], 8, knocker, None)


def test_after_a_knock_a_board_is_played_to_the_end_of_the_lap() -> None:
    """Seat 1 takes the 0 for its 9; seat 2 draws two cards in vain: 9, 7 and 12 points."""
    rows: list[list[Card]] = [["0", "0", "0", "9"], ["1", "9", "2", "4"], ["3", "3", "3", "3"]]
    on = board(rows, ["draw2", "9", "9", "5"], "0", knocker=0)
    assert on.played_on(1, 0, acted=False) == 0.5
    assert on.rows[1] == [1, 0, 2, 4]
    assert on.stock == [5]


def test_a_swap_on_the_board_goes_to_the_lowest_card_that_lies_open_to_all() -> None:
    rows: list[list[Card]] = [["5", "5", "5", "8"], ["5", "0", "5", "5"], ["5", "5", "5", "5"]]
    on = board(rows, ["swap", "9"], "peek", knocker=None)
    on.looks[1][1] = 0.0
    on.turn(0)
    assert (on.rows[0], on.rows[1]) == ([5, 5, 5, 0], [5, 8, 5, 5])
    assert on.mine[1][1] == UNSEEN
