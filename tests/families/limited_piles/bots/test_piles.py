"""The board and the search of the strongest bots for piles agree with the rules, and find what there is to find."""

from collections.abc import Sequence
from typing import Never

import pytest
from attrs import evolve

from cardkit.bots.chance import RunningChance
from cardkit.bots.search.budget import Milliseconds
from cardkit.families.limited_piles.bots import encode_play, letters_of, round_knowledge
from cardkit.families.limited_piles.bots.board import Board, encode_card
from cardkit.families.limited_piles.bots.greedy import round_worth
from cardkit.families.limited_piles.bots.strong import Worlds, choose_play
from cardkit.families.limited_piles.messages import C, K, State
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, PileMatch, Scenes
from tests.games.thirteen.scenes import THIRTEEN


def after(of: Scenes[C, K, O], moves: int, seats: int = 3) -> PileMatch[C, K, O]:
    """Return a match after this number of random moves."""
    return of.steps(of.start(seats), seed=seats)[moves]


def worlds_at(of: Scenes[C, K, O], match: PileMatch[C, K, O], seat: int) -> Worlds:
    return Worlds(round_knowledge(of.rules, match.memory(seat)), seat)


def board_of(of: Scenes[C, K, O], worlds: Worlds, state: State[C, Never]) -> Board:
    """Return a board with just the cards of a state."""
    board, letters = worlds.imagine(RunningChance("board")), letters_of(of.rules)
    board.hands = [[encode_card(card, letters) for card in hand] for hand in state.hands]
    board.stock = [encode_card(card, letters) for card in reversed(state.stock)]
    return board


@each_game
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("moves", [0, 17, 40])
def test_a_round_ends_on_the_board_as_it_does_in_the_game(
    of: Scenes[C, K, O], seats: int, moves: int
) -> None:
    """And on the way there are the same plays to choose from, one of which the rule of thumb names."""
    match, rules, chance = after(of, moves, seats), of.game, RunningChance("random play")
    (seat,) = match.actors
    state = rules.imagine(match.memory(seat), chance)
    board, before = board_of(of, worlds_at(of, match, seat), state), state.table.last_points
    while state.table.last_points == before:
        (seat,) = rules.actors(state)
        legal = rules.legal(state, seat)
        assert board.seat == seat
        assert board.left == sum(map(len, board.hands)) + len(board.stock)
        assert {*board.plays()} == {encode_play(of.rules, move) for move in legal}
        assert board.best() in board.plays()
        move = legal[chance.below("move", len(legal))]
        for event in rules.decide(state, seat, move, chance):
            state = rules.evolve(state, event)
            if state.table.last_points != before:
                break
        board.play(*encode_play(of.rules, move))
    assert tuple(board.points()) == tuple(state.table.last_points)


def unhurried() -> bool:
    return True


def test_the_end_of_a_round_is_searched_through() -> None:
    """The 5 is safe, and leaves the next one no choice but to take; the 1, which is safe too, doesn't."""
    blue_5, blue_1, blue_4, yellow_1 = (encode_card(card, "byg") for card in ("b5", "b1", "b4", "y1"))
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
    by_five, by_one = (after.solve(round_worth, unhurried)[0] for after in (five, one))
    assert board.solve(round_worth, unhurried)[0] == by_five > by_one
    assert board.hands == [[blue_1, blue_5], [blue_4], [yellow_1]]


def lone_board(hand: Sequence[str], *, late: bool, leads: bool = False) -> Board:
    """Return a board where seat 0 of three is to move. On blue lie 13 in three cards, on yellow a wild 4."""
    return Board(
        0,
        hands=[[encode_card(card, "byg") for card in hand], [], []],
        stock=[] if late else [encode_card("g1", "byg")] * 40,
        totals=[13, 4, 0],
        coloured=[3, 0, 0],
        wilds=[0, 1, 0],
        took=[[4 if leads else 0, 0, 0, 0], [6, 0, 0, 0], [0, 0, 0, 0]],
    )


BLUE_7, GREEN_1, WILD_4 = (encode_card(card, "byg") for card in ("b7", "g1", "n4"))


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        (lone_board(["g1", "g7"], late=False), (encode_card("g7", "byg"), 2)),
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
    """Return the worlds of three players with these points, and this number of rounds to be scored."""
    seen = round_knowledge(THIRTEEN.rules, THIRTEEN.start(3).memory(0))
    return Worlds(evolve(seen, totals=totals, rounds=rounds), 0)


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


@each_game
def test_what_is_seen_tells_how_the_match_stands(of: Scenes[C, K, O]) -> None:
    match = after(of, of.plays(3))
    (seat,) = match.actors
    memory = match.memory(seat)
    seen, table = round_knowledge(of.rules, memory), memory.state.table
    assert table.round == 2
    assert sum(table.last_points) > 0
    assert seen.totals == table.last_points
    assert seen.rounds == table.rounds - 1


def test_few_cards_are_searched_through_and_many_are_not() -> None:
    early, late = after(THIRTEEN, 0), after(THIRTEEN, 44)
    assert [worlds_at(THIRTEEN, match, match.actors[0]).few for match in (early, late)] == [False, True]


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
    seen = evolve(
        round_knowledge(THIRTEEN.rules, after(THIRTEEN, 44).memory(0)),
        deck=["n4"] * 6 + ["b1", "g2", "y3"],
        hand=("n4", "n4", "b1"),
        hand_sizes=(3, 3, 3),
        stock_size=0,
        piles=[()] * 3,
        sums=[0] * 3,
        taken=[()] * 3,
    )
    worlds = Worlds(seen, 0)
    assert worlds.few
    chance, budget = RunningChance("wild"), Milliseconds(milliseconds, lambda: now)
    assert (
        choose_play(worlds, worlds.imagine(chance).plays(), chance, budget, None)
        in worlds.imagine(chance).plays()
    )
    assert milliseconds <= 1000 * now < milliseconds + 3
