"""What the bots of Push make of a turn: when it stops, where a card goes, which row is taken."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from attrs import evolve

from cardkit.bots.budget import Spent
from cardkit.bots.observation import Observation, Sight
from cardkit.chance import RunningChance
from cardkit.games.push import Glimpse, Move, Options, Place, Reveal, Secure, Stop, Take, View
from cardkit.games.push.bots import lens as push_lens
from cardkit.games.push.bots.greedy import takes as greedy_takes
from cardkit.games.push.bots.lens import LENS, begins, kept, thumb, usual
from cardkit.games.push.bots.strong import deepened, takes
from cardkit.games.push.bots.turn import Turn, best, placed, rows_of, turn_of
from cardkit.games.push.cards import DECK, OCCUPIES, ROW_CARDS, Card, RowCard
from cardkit.games.push.memory import Memory as PushMemory
from cardkit.games.push.state import (
    CHOOSING,
    NOTHING,
    PLACING,
    TAKING,
    Going,
    Hoard,
    Phase,
    Placing,
    Setup,
    State,
    Taking,
)


def scene(
    phase: Phase,
    rows: Sequence[Sequence[RowCard]],
    stock: tuple[Card, ...],
    mine: Hoard = NOTHING,
    *,
    directions: int = 0,
) -> State:
    """Seat 0 of three is to move."""
    lying = tuple((tuple(row), sum(OCCUPIES[card] for card in row)) for row in rows)
    return State(Setup(False, stock), 0, (mine, NOTHING, NOTHING), (), lying, 0, 0, phase)


def turn_in(position: State, most: int = 10_000) -> Turn:
    return turn_of(position, 0, lambda valued: valued < most)


@pytest.mark.parametrize(("risk", "wanted"), [(False, 1), (True, 2)])
def test_a_row_with_a_die_card_is_worth_less_with_risk(risk: bool, wanted: int) -> None:
    """A roll takes each colour twice as likely then; the rule of thumb, playouts and the strongest bot know that."""
    phase = TAKING[0][1, 2]
    position = scene(phase, [["die", "r6", "b5"], ["g6"]], DECK[10:], (("r6", "r6"), (), (), (), (), ()))
    position = evolve(position, setup=evolve(position.setup, risk=risk))
    assert isinstance(phase, Taking)
    assert greedy_takes(position, 0, phase.rows) == Take(wanted)
    assert LENS.policy is not None
    assert LENS.policy(position, 0, (), RunningChance("unasked")) == Take(wanted)
    assert takes(turn_in(position), position, 0, phase) == Take(wanted)


def test_a_turn_stops_when_every_card_would_be_a_bust() -> None:
    position = scene(Going(), [["r1"], ["b1"], ["g1"]], ("y1", "p1"))
    turn = turn_in(position)
    assert turn.going_on(rows_of(position), 1, turn.left) == turn.busted(rows_of(position))
    assert best(turn, position, Going(), 1) == Stop()


def test_a_turn_goes_on_when_every_card_fits_on_the_best_row() -> None:
    position = scene(Going(), [["r1", "b2"], ["b1"], ["g1"]], ("y6", "p6"))
    assert best(turn_in(position), position, Going(), 1) == Reveal()


def test_stopping_is_worth_the_best_row_less_the_others_share_of_the_rest() -> None:
    position = scene(Going(), [["r6"], ["b4"], ["g2"]], ("y6",))
    assert turn_in(position).stopped(rows_of(position)) == 6 - (4 + 2) / 2


def test_going_on_is_worth_the_mean_over_the_cards_that_are_left() -> None:
    """A yellow 5 goes on the 1; a purple 6 is a bust, after which the others take the best two rows."""
    rows: list[list[RowCard]] = [["r1"], ["b6", "g1"], ["g6"]]
    position = scene(Going(), rows, ("y1", "y1", "y1", "p6"))
    turn = turn_in(position)
    with_one = [turn.stopped(after) for after in placed(rows_of(position), OCCUPIES["y1"])]
    with_six = [turn.stopped(after) for after in placed(rows_of(position), OCCUPIES["p6"])]
    assert turn.going_on(rows_of(position), 1, turn.left) == pytest.approx(
        (3 * max(with_one) + max(with_six)) / 4
    )


def test_a_bust_costs_a_sixth_of_the_open_cards_and_what_the_others_get() -> None:
    position = scene(Going(), [["r1"], ["b1"], ["g3"]], ("y1",), (("r6",), ("b6",), (), (), (), ("g5",)))
    assert turn_in(position).busted(rows_of(position)) == pytest.approx(-12 / 6 - (3 + 1) / 2)


def test_a_card_is_placed_where_it_leaves_most_room() -> None:
    """On the six it makes eight for oneself; in a row of its own it would go to another."""
    phase = PLACING["b2"][1, 2]
    assert isinstance(phase, Placing)
    position = scene(phase, [["r6"]], ("y1",))
    assert best(turn_in(position), position, phase, 0) == Place(1)


def test_a_row_with_a_die_card_is_taken_only_if_it_is_worth_the_risk() -> None:
    phase = TAKING[0][1, 2]
    assert isinstance(phase, Taking)
    rows: list[list[RowCard]] = [["r6", "die"], ["b5"]]
    rich: Hoard = (("r6",), ("b6", "b5"), ("g6",), (), (), ())
    for hoard, wanted in ((NOTHING, Take(1)), (rich, Take(2))):
        position = scene(phase, rows, ("y1",), hoard)
        assert takes(turn_in(position), position, 0, phase) == wanted


def test_an_exhausted_budget_leaves_the_move_of_the_last_full_look() -> None:
    position = scene(Going(), [["r1"], ["b1"], ["g1"]], ("y1", "p1"))
    turn = turn_in(position, most=0)
    with pytest.raises(Spent):
        turn.going_on(rows_of(position), 1, turn.left)
    assert deepened(turn_in(position, most=0), position, Going(), Reveal()) == Reveal()
    assert deepened(turn_in(position), position, Going(), Reveal()) == Stop()


@pytest.mark.parametrize("depth", [1, 2])
def test_one_card_ahead_is_worth_what_its_places_are(depth: int) -> None:
    """The quick way, by sums, agrees with the plain one: the best of what stopping is worth after each card."""
    position = scene(Going(), [["r1", "die"], ["b6", "g1"]], DECK, (("r6", "r5"), ("b4",), (), (), (), ()))
    turn = turn_in(position)
    rows = rows_of(position)
    plain = sum(
        turn.value(rows, depth - 1, turn.left - 1)
        if card == "turn"
        else max(turn.value(after, depth - 1, turn.left - 1) for after in placed(rows, OCCUPIES[card]))
        for card in DECK
    )
    assert turn.going_on(rows, depth, turn.left) == pytest.approx(plain / len(DECK))


def test_looking_further_ahead_going_on_is_worth_no_less() -> None:
    position = scene(Going(), [["r1", "b2"], ["b1"], ["g1"]], DECK)
    turn, rows = turn_in(position), rows_of(position)
    values = [turn.going_on(rows, depth, turn.left) for depth in (1, 2)]
    assert values == sorted(values)


SIXES: Hoard = (("r6", "r6", "r6", "r5"), ("b6",), (), (), (), ())


@pytest.mark.parametrize(("stock", "wanted"), [(DECK, Secure("red")), (DECK[:6], Reveal())])
def test_a_colour_is_secured_while_dice_are_still_to_be_rolled(
    stock: tuple[Card, ...], wanted: object
) -> None:
    """Three players: it saves most of 23 points with the whole stock to come, and next to nothing at its end."""
    assert begins(scene(CHOOSING, [], stock, SIXES), 0) == wanted


def test_the_die_leaves_less_the_more_cards_are_to_come_and_the_fewer_there_are_to_take_them() -> None:
    assert kept(0, 2) == 1.0
    assert kept(100, 2) < kept(50, 2) < kept(50, 6) < 1.0


def test_with_five_players_a_turn_is_worth_more_than_securing() -> None:
    position = scene(CHOOSING, [], DECK, SIXES)
    table = State(position.setup, 0, (SIXES, *(NOTHING,) * 4), (), (), 0, 0, CHOOSING)
    assert begins(table, 0) == Reveal()


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
    assert LENS.policy is not None
    position = scene(Going(), rows, DECK)
    assert LENS.policy(position, 0, (Stop(), Reveal()), RunningChance("unused")) == wanted


def test_what_playouts_remember_of_turns_has_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """It grew by ten megabytes a match."""
    monkeypatch.setattr(push_lens, "ROOM", 500)
    pairs = [tuple(sorted(map(OCCUPIES.__getitem__, pair))) for pair in combinations(ROW_CARDS, 2)]
    found: list[list[float]] = []
    most = 0
    for _ in range(2):
        found.append([])
        for rows in pairs:
            turn = usual(1.25, 2, 1 / 6)
            found[-1].append(turn.value(rows, 1, turn.left))
            most = max(most, turn.remembered)
    assert found[0] == found[1]
    assert 500 < most < 1000


@pytest.mark.parametrize(("stock", "wanted"), [(("y1", "p1"), Stop()), (("y6", "p6"), Reveal())])
def test_in_doubt_a_search_goes_by_the_cards_that_are_left(stock: tuple[Card, ...], wanted: object) -> None:
    """A 1 fits nowhere, a 6 on the best row."""
    position = scene(Going(), [["r1", "b2"], ["b1"], ["g1"]], stock)
    known_so_far = Sight(PushMemory(0, position))
    seen: Observation[Move, View, Glimpse, PushMemory, Options] = Observation(
        0, 3, Options(), (Stop(), Reveal()), RunningChance("own"), seen_memory=known_so_far
    )
    assert thumb(seen) == wanted
