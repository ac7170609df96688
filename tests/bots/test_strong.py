"""The boards and searches of the strongest bots agree with the rules, and find what there is to find."""

from collections.abc import Sequence
from itertools import combinations
from types import ModuleType

import pytest
from attrs import evolve

from cardkit.bots import friday13, lens_of_push, thirteen
from cardkit.bots.budget import Milliseconds, Spent
from cardkit.bots.lens_of_push import LENS, begins, kept, thumb, usual
from cardkit.bots.observation import Observation, Sight
from cardkit.bots.piles import round_worth
from cardkit.bots.push import takes as greedy_takes
from cardkit.bots.round_of_piles import Board, code
from cardkit.bots.strong_piles import Worlds, played
from cardkit.bots.strong_push import deepened, takes
from cardkit.bots.turn_of_push import Turn, best, placed, rows_of, turn_of
from cardkit.chance import RunningChance
from cardkit.games.friday13.memory import Memory as FridayMemory
from cardkit.games.friday13.state import State as FridayState
from cardkit.games.push import Glimpse, Move, Options, Place, Reveal, Secure, Stop, Take, View
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
from cardkit.games.thirteen import cards as thirteen_cards
from cardkit.games.thirteen.memory import Memory
from cardkit.games.thirteen.state import State as ThirteenState
from tests.bots.scenes import after

PILES = (("thirteen", thirteen), ("friday13", friday13))


def board_of(state: object, memory: object) -> tuple[Board, Sequence[int]]:
    """A board with just the cards of a state."""
    chance = RunningChance("board")
    if isinstance(state, ThirteenState):
        assert isinstance(memory, Memory)
        assert memory.you is not None
        board = Worlds(thirteen.seen(memory), memory.you).imagined(chance)
        board.hands = [[code(card, thirteen.LETTERS) for card in hand] for hand in state.hands]
        board.stock = [code(card, thirteen.LETTERS) for card in reversed(state.stock)]
        return board, state.table.last_points
    assert isinstance(state, FridayState)
    assert isinstance(memory, FridayMemory)
    assert memory.you is not None
    board = Worlds(friday13.seen(memory), memory.you).imagined(chance)
    board.hands = [[code(card, friday13.LETTERS) for card in hand] for hand, _ in state.hands]
    return board, state.table.last_points


def points(state: object) -> Sequence[int]:
    assert isinstance(state, ThirteenState | FridayState)
    return state.table.last_points


def coded(module: ModuleType, move: object) -> tuple[int, int]:
    play: tuple[int, int] = module.coded(move)
    return play


@pytest.mark.parametrize(("game", "module"), PILES, ids=["thirteen", "friday13"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("moves", [0, 17, 40])
def test_a_round_ends_on_the_board_as_it_does_in_the_game(
    game: str, module: ModuleType, seats: int, moves: int
) -> None:
    """And on the way there are the same plays to choose from, one of which the rule of thumb names."""
    match = after(moves, game, seats)
    rules, chance = match.game, RunningChance("random play")
    state = rules.imagine(match.memory(match.actors[0]), chance)
    board, before = board_of(state, match.memory(match.actors[0]))
    while points(state) == before:
        seat = rules.actors(state)[0]
        legal = rules.legal(state, seat)
        assert board.seat == seat
        assert board.left == sum(map(len, board.hands)) + len(board.stock)
        assert {*board.plays()} == {coded(module, move) for move in legal}
        assert board.best() in board.plays()
        move = legal[chance.below("move", len(legal))]
        for event in rules.decide(state, seat, move, chance):
            state = rules.evolve(state, event)
            if points(state) != before:
                break
        board.play(*coded(module, move))
    assert tuple(board.points()) == tuple(points(state))


def unhurried() -> bool:
    return True


def test_the_end_of_a_round_is_searched_through() -> None:
    """The 5 is safe, and leaves the next one no choice but to take; the 1, which is safe too, doesn't."""
    blue_5, blue_1, blue_4, yellow_1 = (code(card, "byg") for card in ("b5", "b1", "b4", "y1"))
    board = Board(
        0,
        hands=[[blue_1, blue_5], [blue_4], [yellow_1]],
        stock=[],
        totals=[8, 0, 0],
        coloured=[3, 0, 0],
        wilds=[0, 0, 0],
        took=[[0, 0, 0, 0], [0, 2, 0, 0], [9, 3, 0, 0]],
    )
    five, one = board.copy(), board.copy()
    five.play(blue_5, 0)
    one.play(blue_1, 0)
    by_five, by_one = (after.solved(round_worth, unhurried)[0] for after in (five, one))
    assert board.solved(round_worth, unhurried)[0] == by_five > by_one
    assert board.hands == [[blue_1, blue_5], [blue_4], [yellow_1]]


def lone_board(hand: Sequence[str], *, late: bool, leads: bool = False) -> Board:
    """Seat 0 of three is to move; on blue lie 13 in three blue cards, on yellow 4 in a wild one."""
    return Board(
        0,
        hands=[[code(card, "byg") for card in hand], [], []],
        stock=[] if late else [code("g1", "byg")] * 40,
        totals=[13, 4, 0],
        coloured=[3, 0, 0],
        wilds=[0, 1, 0],
        took=[[4 if leads else 0, 0, 0, 0], [6, 0, 0, 0], [0, 0, 0, 0]],
    )


BLUE_7, GREEN_1, WILD_4 = (code(card, "byg") for card in ("b7", "g1", "n4"))


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        (lone_board(["g1", "g7"], late=False), (code("g7", "byg"), 2)),
        (lone_board(["n4", "g1"], late=False), (GREEN_1, 2)),
        (lone_board(["b7", "g1"], late=True), (GREEN_1, 2)),
        (lone_board(["b7", "g1"], late=True, leads=True), (BLUE_7, 0)),
        (lone_board(["b7", "n4"], late=False), (BLUE_7, 0)),
        (lone_board(["b7", "n4"], late=True), (WILD_4, 1)),
    ],
    ids=[
        "the high one of two that fit",
        "a wild one is kept",
        "a late pile is left where a card fits",
        "but taken where it brings the most of its colour",
        "an early one is taken rather than a wild one spent",
        "a late one isn't",
    ],
)
def test_the_rule_of_thumb(board: Board, wanted: tuple[int, int]) -> None:
    assert board.best() == wanted


def worlds_of(totals: tuple[int, int, int], rounds: int) -> Worlds:
    """Those of three players who have so many points, with so many rounds to be scored."""
    memory = after(0, "thirteen").memory(0)
    assert isinstance(memory, Memory)
    return Worlds(evolve(thirteen.seen(memory), totals=totals, rounds=rounds), 0)


def test_a_round_is_worth_the_others_left_behind() -> None:
    """Ties count half, nobody gains what nobody loses, and a clear lead is better than a narrow one."""
    worth = worlds_of((0, 0, 0), 1).worth
    assert worth((5, 5, 5)) == pytest.approx((0.5, 0.5, 0.5))
    assert worth((0, 90, 90)) == pytest.approx((1.0, 0.25, 0.25))
    assert sum(worth((3, 8, 4))) == pytest.approx(1.5)
    assert worth((3, 8, 4))[0] > worth((3, 4, 4))[0] > 0.5


def test_the_points_of_earlier_rounds_count_and_those_of_rounds_to_come_may_change_it_all() -> None:
    last, first = worlds_of((20, 10, 12), 1).worth, worlds_of((20, 10, 12), 4).worth
    assert last((0, 10, 8)) == pytest.approx((0.5, 0.5, 0.5))
    assert last((6, 10, 8))[0] < first((6, 10, 8))[0] < 0.5


@pytest.mark.parametrize(
    ("game", "module", "moves"),
    [("thirteen", thirteen, 50), ("friday13", friday13, 40)],
    ids=["thirteen", "friday13"],
)
def test_what_is_seen_tells_how_the_match_stands(game: str, module: ModuleType, moves: int) -> None:
    match = after(moves, game)
    memory = match.memory(match.actors[0])
    assert isinstance(memory, Memory | FridayMemory)
    seen = module.seen(memory)
    assert memory.table.round == 2
    assert sum(memory.table.last_points) > 0
    assert seen.totals == memory.table.last_points
    assert seen.rounds == memory.table.rounds - 1


def test_few_cards_are_searched_through_and_many_are_not() -> None:
    early, late = after(0, "thirteen"), after(44, "thirteen")
    found: list[bool] = []
    for match in (early, late):
        memory = match.memory(match.actors[0])
        assert isinstance(memory, Memory)
        assert memory.you is not None
        found.append(Worlds(thirteen.seen(memory), memory.you).few)
    assert found == [False, True]


@pytest.mark.parametrize("milliseconds", [10, 100])
def test_wild_cards_at_the_end_of_a_round_do_not_make_it_overstep_its_time(
    milliseconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine cards, six of them wild, can be played in more than a hundred thousand ways, at 10 microseconds a card."""
    now, play = 0.0, Board.play

    def slow(board: Board, card: int, place: int) -> None:
        nonlocal now
        now += 1e-5
        play(board, card, place)

    monkeypatch.setattr(Board, "play", slow)
    wild = sorted(card for card in thirteen_cards.DECK if card[0] == "n")
    memory = after(44, "thirteen").memory(0)
    assert isinstance(memory, Memory)
    seen = evolve(
        thirteen.seen(memory),
        deck=[*wild[:6], "b1", "g2", "y3"],
        hand=(*wild[:2], "b1"),
        hand_sizes=(3, 3, 3),
        stock_size=0,
        piles=[((), 0)] * 3,
        taken=[()] * 3,
    )
    worlds = Worlds(seen, 0)
    assert worlds.few
    chance, budget = RunningChance("wild"), Milliseconds(milliseconds, lambda: now)
    assert (
        played(worlds, worlds.imagined(chance).plays(), chance, budget, None)
        in worlds.imagined(chance).plays()
    )
    assert milliseconds <= 1000 * now < milliseconds + 3


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
    monkeypatch.setattr(lens_of_push, "ROOM", 500)
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
