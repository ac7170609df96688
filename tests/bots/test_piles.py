"""The board and the search of the strongest bots for piles agree with the rules, and find what there is to find."""

from collections.abc import Sequence
from types import ModuleType

import pytest
from attrs import evolve

from cardkit.bots.budget import Milliseconds
from cardkit.bots.piles.greedy import round_worth
from cardkit.bots.piles.playout import Board, code
from cardkit.bots.piles.strong import Worlds, played
from cardkit.chance import RunningChance
from cardkit.games.friday13 import bots as friday13
from cardkit.games.friday13.memory import Memory as FridayMemory
from cardkit.games.friday13.state import State as FridayState
from cardkit.games.thirteen import bots as thirteen
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
