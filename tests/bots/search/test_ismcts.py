"""What the tree search tries, and when."""

import attrs
import pytest

import cardkit
from cardkit.bots import bot, observe
from cardkit.bots.chance import RunningChance
from cardkit.bots.game_bots import bots_of
from cardkit.bots.search.ismcts import Search
from cardkit.bots.search.tree import WIDEN, Node, Scale, choose_move, select
from cardkit.games.biberbande import GAME
from cardkit.games.biberbande.bots.search_model import SEARCH_MODEL
from cardkit.games.biberbande.messages import Move
from cardkit.opening import begin
from cardkit.seats import Outcome, ranked
from tests.bots.scenes import GAMES, after
from tests.testing import at_once

LEGAL = ("a", "b", "c")


def test_without_a_rule_of_thumb_every_move_is_tried_before_any_twice() -> None:
    node, chance = Node[str](), RunningChance("order")
    tries = [select(node, LEGAL, chance, 1.0, None) for _ in LEGAL]
    assert {move for move, _, _ in tries} == {*LEGAL}
    assert all(new for _, _, new in tries)


def test_with_a_rule_of_thumb_its_move_comes_first_and_others_as_visits_grow() -> None:
    node, chance = Node[str](), RunningChance("order")
    move, child, new = select(node, LEGAL, chance, 1.0, lambda: "b")
    assert (move, new) == ("b", True)
    child.visits = WIDEN - 1
    assert select(node, LEGAL, chance, 1.0, lambda: "b") == ("b", child, False)
    child.visits = WIDEN
    move, _, new = select(node, LEGAL, chance, 1.0, lambda: "b")
    assert new
    assert move != "b"


def test_certain_results_dont_make_the_uncertain_ones_forgotten() -> None:
    scale = Scale()
    for worth in (0.0, 1.0) * 4 + (0.5,) * 100:
        scale.add(worth)
    assert scale.deviation == pytest.approx(0.5)


@pytest.mark.parametrize(("doubt", "wanted"), [(0.5, "a"), (3.0, "b")])
def test_the_safe_move_is_made_unless_another_is_better_beyond_doubt(doubt: float, wanted: str) -> None:
    """Means 0.6 and 0.5, and a standard error of 0.1."""
    root, scale = Node[str](), Scale()
    for move, total in (("a", 30.0), ("b", 25.0)):
        root.children[move] = node = Node[str]()
        node.visits, node.total = 50, total
    assert choose_move(root, ("a", "b"), "b", scale, doubt) == wanted


@pytest.mark.parametrize(("seat", "wanted"), [(0, 2), (1, 0)])
def test_where_all_move_at_once_it_plays_for_its_own_seat(seat: int, wanted: int) -> None:
    """Seat 0 wants a high number, and seat 1 a low one."""

    def outcome(state: at_once.State) -> Outcome | None:
        numbers = [number for number in state.numbers if number is not None]
        return ranked(numbers, [numbers[0], 2 - numbers[1]]) if state.over and numbers else None

    match = cardkit.start(attrs.evolve(at_once.AT_ONCE, outcome=outcome), 2, seed="at once")
    for number in range(5):
        seen = observe(match, seat, cardkit.SeededChance(f"{number}"))
        assert bot("ismcts:60", match.game).choose(seen) == at_once.Pick(wanted)


@pytest.mark.parametrize(("depth", "deeper"), [(1, False), (None, True)])
def test_a_tree_grows_as_deep_as_the_lens_says(depth: int | None, deeper: bool) -> None:
    match = cardkit.start(GAME, 3, seed="depth")
    while len(match.legal()) == 1:
        match = match.play(match.legal()[0])
    root, chance, memory = Node[Move](), RunningChance("depth"), match.memory(match.actors[0])
    search = Search(match.game, attrs.evolve(SEARCH_MODEL, depth=depth))
    for _ in range(100):
        search.iterate(root, memory, match.actors[0], chance, 0.5)
    assert root.children
    assert any(child.children for child in root.children.values()) is deeper


def test_a_round_of_biberbande_is_imagined_as_the_last_one() -> None:
    match = begin(GAME, 3, None, "alone", None)
    state = match.game.imagine(match.memory(0), RunningChance("imagine"))
    alone = SEARCH_MODEL.trim(state)
    assert alone.rows == state.rows
    assert (alone.table.round, alone.table.rounds) == (1, 1)
    assert state.table.rounds == 3


def test_a_tree_goes_on_from_each_card_that_is_turned_up() -> None:
    """Where a card belongs depends on which it is: else going on is judged by places for others."""
    match = cardkit.start("push", 2, seed="shown")
    memory, chance = match.memory(0), RunningChance("search")
    model = bots_of(match.game).model
    assert model is not None
    search, root = Search(match.game, model), Node[object]()
    for _ in range(300):
        search.iterate(root, memory, match.actors[0], chance, 0.2)
    cards = root.outcomes
    assert len(cards) > 20
    assert all(isinstance(card, str) for card in cards if card is not None)


@pytest.mark.parametrize("game", ["push", "thirteen"])
def test_what_a_tree_is_shown_splits_no_moves_visits(game: str) -> None:
    """Each playout passes one first move, whatever comes of it."""
    match = cardkit.start(game, 3, seed="visits")
    while len(match.legal()) == 1:
        match = match.play(match.legal()[0])
    model, root, chance = bots_of(match.game).model, Node[object](), RunningChance("search")
    assert model is not None
    search = Search(match.game, model)
    for _ in range(60):
        search.iterate(root, match.memory(match.actors[0]), match.actors[0], chance, 0.2)
    assert sum(child.visits for child in root.children.values()) == 60
    assert all(
        bool(child.outcomes) == (model.public_outcome is not None)
        for child in root.children.values()
        if child.visits > 1
    )


@pytest.mark.parametrize("game", GAMES)
def test_one_playout_makes_no_move_look_better_than_what_is_done_in_doubt(game: str) -> None:
    rule = bots_of(cardkit.game(game))
    in_doubt = rule.fallback or (rule.greedy.choose if rule.greedy else None)
    assert in_doubt is not None
    for moves in range(20):
        match = after(moves, game)
        seen = observe(match, match.actors[0], cardkit.SeededChance(f"{moves}"))
        assert bot("ismcts:1", match.game).choose(seen) == in_doubt(seen)
