"""What the bots of Push make of a turn: when it stops, where a card goes, which row is taken."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import pytest

from cardkit.bots.chance import RunningChance
from cardkit.bots.observation import Given, Observation
from cardkit.bots.search.budget import BudgetSpent
from cardkit.games.push import (
    Glimpse,
    Knowledge,
    Move,
    Number,
    Options,
    Place,
    Reveal,
    Secure,
    Stop,
    Take,
    Truth,
    View,
)
from cardkit.games.push.bots import search_model
from cardkit.games.push.bots.greedy import choose_row as greedy_takes
from cardkit.games.push.bots.position import OCCUPIES, cards_left
from cardkit.games.push.bots.search_model import (
    SEARCH_MODEL,
    fallback,
    secure_or_reveal,
    share_kept,
    typical_turn,
)
from cardkit.games.push.bots.strong import choose_row, deepen
from cardkit.games.push.bots.turn import Turn, best_move, placements, rows_of, turn_of
from cardkit.games.push.cards import DECK, ROW_CARDS, Card, RowCard
from cardkit.games.push.state import CHOOSING, GOING, PLACING, TAKING, Phase, Setup, State
from cardkit.hidden import Memory
from cardkit.mechanics.dealing import unseen
from tests.games.push.scenes import covered


def scene(
    phase: Phase,
    rows: Sequence[Sequence[RowCard]],
    stock: tuple[Card, ...] | None = None,
    mine: tuple[Number, ...] = (),
    *,
    secured: tuple[Number, ...] = (),
    up: RowCard | None = None,
    risk: bool = False,
    seats: int = 3,
) -> Truth:
    """Return a state with seat 0 to move. All other cards are discarded; without a stock, they are the stock."""
    lying: tuple[tuple[RowCard, ...], ...] = tuple([(*row,) for row in rows])
    turned_up: tuple[Card, ...] = () if up is None else (up,)
    rest: tuple[Card, ...] = unseen(DECK, stock or (), *lying, mine, secured, turned_up)
    return State(
        setup=Setup(risk, direction_cards=True),
        seat=0,
        phase=phase,
        stock=rest if stock is None else stock,
        up=up,
        directions=(),
        rows=lying,
        open=(mine, *((),) * (seats - 1)),
        secured=(secured, *((),) * (seats - 1)),
        discarded=() if stock is None else rest,
    )


def turn_in(position: Truth, most: int = 10_000) -> Turn:
    return turn_of(covered(position), 0, lambda valued: valued < most)


def test_the_cards_that_are_left_are_those_that_were_not_turned_up() -> None:
    """sorted, whatever their order; players who saw the secured ones open know them"""
    stock: tuple[Card, ...] = ("y2", "turn", "b3", "b3")
    position = scene(PLACING[1,], [["r1", "die"]], stock, ("g4",), secured=("p6", "p6"), up="r2")

    assert cards_left(covered(position)) == ("b3", "b3", "y2", "turn")


@pytest.mark.parametrize(("risk", "wanted"), [(False, 1), (True, 2)])
def test_a_row_with_a_die_card_is_worth_less_with_risk(risk: bool, wanted: int) -> None:
    """A roll takes each colour twice as likely then; the rule of thumb, playouts and the strongest bot know that."""
    phase = TAKING[0][1, 2]
    position = scene(phase, [["die", "r6", "b5"], ["g6"]], None, ("r6", "r6"), risk=risk)
    assert greedy_takes(position, 0, phase.rows) == Take(wanted)
    assert SEARCH_MODEL.policy is not None
    assert SEARCH_MODEL.policy(position, 0, (), RunningChance("unasked")) == Take(wanted)
    assert choose_row(turn_in(position), position, 0, phase) == Take(wanted)


def test_a_turn_stops_when_every_card_would_be_a_bust() -> None:
    position = scene(GOING, [["r1"], ["b1"], ["g1"]], ("y1", "p1"))
    turn = turn_in(position)
    assert turn.going_on(rows_of(position), 1, turn.left) == turn.busted(rows_of(position))
    assert best_move(turn, position, GOING, 1) == Stop()


def test_a_turn_goes_on_when_every_card_fits_on_the_best_row() -> None:
    position = scene(GOING, [["r1", "b2"], ["b1"], ["g1"]], ("y6", "p6"))
    assert best_move(turn_in(position), position, GOING, 1) == Reveal()


def test_stopping_is_worth_the_best_row_less_the_others_share_of_the_rest() -> None:
    position = scene(GOING, [["r6"], ["b4"], ["g2"]], ("y6",))
    assert turn_in(position).stopped(rows_of(position)) == 6 - (4 + 2) / 2


def test_going_on_is_worth_the_mean_over_the_cards_that_are_left() -> None:
    """A yellow 5 goes on the 1; a purple 6 is a bust, after which the others take the best two rows."""
    rows: list[list[RowCard]] = [["r1"], ["b6", "g1"], ["g6"]]
    position = scene(GOING, rows, ("y1", "y1", "y1", "p6"))
    turn = turn_in(position)
    with_one = [turn.stopped(after) for after in placements(rows_of(position), OCCUPIES["y1"])]
    with_six = [turn.stopped(after) for after in placements(rows_of(position), OCCUPIES["p6"])]
    assert turn.going_on(rows_of(position), 1, turn.left) == pytest.approx(
        (3 * max(with_one) + max(with_six)) / 4
    )


def test_a_bust_costs_a_sixth_of_the_open_cards_and_what_the_others_get() -> None:
    position = scene(GOING, [["r1"], ["b1"], ["g3"]], ("y1",), ("r6", "b6"), secured=("g5",))
    assert turn_in(position).busted(rows_of(position)) == pytest.approx(-12 / 6 - (3 + 1) / 2)


def test_a_card_is_placed_where_it_leaves_most_room() -> None:
    """On the six it makes eight for oneself; in a row of its own it would go to another."""
    phase = PLACING[1, 2]
    position = scene(phase, [["r6"]], ("y1",), up="b2")
    assert best_move(turn_in(position), position, phase, 0) == Place(1)


def test_a_row_with_a_die_card_is_taken_only_if_it_is_worth_the_risk() -> None:
    phase = TAKING[0][1, 2]
    rows: list[list[RowCard]] = [["r6", "die"], ["b5"]]
    rich: tuple[Number, ...] = ("r6", "b6", "b5", "g6")
    for mine, wanted in (((), Take(1)), (rich, Take(2))):
        position = scene(phase, rows, ("y1",), mine)
        assert choose_row(turn_in(position), position, 0, phase) == wanted


def test_an_exhausted_budget_leaves_the_move_of_the_last_full_look() -> None:
    position = scene(GOING, [["r1"], ["b1"], ["g1"]], ("y1", "p1"))
    turn = turn_in(position, most=0)
    with pytest.raises(BudgetSpent):
        turn.going_on(rows_of(position), 1, turn.left)
    assert deepen(turn_in(position, most=0), position, GOING, Reveal()) == Reveal()
    assert deepen(turn_in(position), position, GOING, Reveal()) == Stop()


@pytest.mark.parametrize("depth", [1, 2])
def test_one_card_ahead_is_worth_what_its_places_are(depth: int) -> None:
    """The quick way, by sums, agrees with the plain one: the best of what stopping is worth after each card."""
    position = scene(GOING, [["r1", "die"], ["b6", "g1"]], mine=("r6", "r5", "b4"))
    turn = turn_in(position)
    rows, left = rows_of(position), cards_left(covered(position))
    plain = sum(
        turn.value(rows, depth - 1, turn.left - 1)
        if card == "turn"
        else max(turn.value(after, depth - 1, turn.left - 1) for after in placements(rows, OCCUPIES[card]))
        for card in left
    )
    assert turn.going_on(rows, depth, turn.left) == pytest.approx(plain / len(left))


def test_looking_further_ahead_going_on_is_worth_no_less() -> None:
    position = scene(GOING, [["r1", "b2"], ["b1"], ["g1"]])
    turn, rows = turn_in(position), rows_of(position)
    values = [turn.going_on(rows, depth, turn.left) for depth in (1, 2)]
    assert values == sorted(values)


SIXES: Final[tuple[Number, ...]] = ("r6", "r6", "r6", "r5", "b6")


@pytest.mark.parametrize(("stock", "wanted"), [(None, Secure("red")), (DECK[:6], Reveal())])
def test_a_colour_is_secured_while_dice_are_still_to_be_rolled(
    stock: tuple[Card, ...] | None, wanted: object
) -> None:
    """Three players: it saves most of 23 points with the whole stock to come, and next to nothing at its end."""
    assert secure_or_reveal(scene(CHOOSING, [], stock, SIXES), 0) == wanted


def test_the_die_leaves_less_the_more_cards_are_to_come_and_the_fewer_there_are_to_take_them() -> None:
    assert share_kept(0, 2) == 1.0
    assert share_kept(100, 2) < share_kept(50, 2) < share_kept(50, 6) < 1.0


def test_with_five_players_a_turn_is_worth_more_than_securing() -> None:
    assert secure_or_reveal(scene(CHOOSING, [], mine=SIXES, seats=5), 0) == Reveal()


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ([["r6", "b5", "g4"], ["b6", "g5", "r4"]], Stop()),
        ([["r6", "b5", "g4"], ["b1"]], Stop()),
        ([["r1"], ["b1"]], Reveal()),
        ([["r1"], ["b1"], ["g1"]], Reveal()),
        ([["r6", "b5", "g4", "y3"], ["b6", "g5", "r4"], ["g6", "r5", "b4"]], Stop()),
    ],
)
def test_playouts_stop_when_another_card_would_help_others_more(
    rows: list[list[RowCard]], wanted: object
) -> None:
    """With fewer than three rows there is no bust to fear, but most cards would go where others take them."""
    assert SEARCH_MODEL.policy is not None
    position = scene(GOING, rows)
    assert SEARCH_MODEL.policy(position, 0, (Stop(), Reveal()), RunningChance("unused")) == wanted


def test_what_playouts_remember_of_turns_has_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """It grew by ten megabytes a match."""
    monkeypatch.setattr(search_model, "ROOM", 500)
    pairs = [tuple(sorted(map(OCCUPIES.__getitem__, pair))) for pair in combinations(ROW_CARDS, 2)]
    found: list[list[float]] = []
    most = 0
    for _ in range(2):
        found.append([])
        for rows in pairs:
            turn = typical_turn(1.25, 2, 1 / 6)
            found[-1].append(turn.value(rows, 1, turn.left))
            most = max(most, turn.remembered)
    assert found[0] == found[1]
    assert 500 < most < 1000


@pytest.mark.parametrize(("stock", "wanted"), [(("y1", "p1"), Stop()), (("y6", "p6"), Reveal())])
def test_in_doubt_a_search_goes_by_the_cards_that_are_left(stock: tuple[Card, ...], wanted: object) -> None:
    """A 1 fits nowhere, a 6 on the best row."""
    position = scene(GOING, [["r1", "b2"], ["b1"], ["g1"]], stock)
    known_so_far = Given(Memory(0, covered(position)))
    seen: Observation[Move, View, Glimpse, Knowledge, Options] = Observation(
        0, 3, Options(), (Stop(), Reveal()), RunningChance("own"), seen_memory=known_so_far
    )
    assert fallback(seen) == wanted
