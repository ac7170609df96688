"""A table shows a viewer only what they may know."""

import os
from collections.abc import Iterator
from typing import Final

import pytest
from attrs import evolve

import cardkit
from cardkit.chance import SeededChance
from cardkit.drawing import (
    Layout,
    Line,
    animated_svg,
    replay,
    scene,
    scene_document,
    scene_of,
    scenes_of,
    text,
)
from cardkit.game import AnyGame
from cardkit.hidden import Memory
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.trial import play_at_random
from tests.drawing.pictures import KINDS
from tests.drawing.scenes import ALL_GAMES, GAMES, LONG_NAMES, drawn, game_of, steps

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))


def worlds(match: AnyMatch, viewer: Viewer, number: int = 2) -> list[AnyMatch]:
    """Return the match as it might be, as far as the viewer knows."""
    before = match.previous

    def imagined(step: AnyMatch, world: int) -> object:
        return step.game.imagine(step.memory(viewer), SeededChance(f"world {world}"))

    return [
        evolve(
            match,
            state=imagined(match, world),
            previous=None if before is None else evolve(before, state=imagined(before, world)),
        )
        for world in range(number)
    ]


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("remember", [False, True], ids=["seen", "remembered"])
def test_what_a_viewer_cannot_know_changes_not_a_byte(game: str, remember: bool) -> None:
    """Of the drawing, nor of the scene that it is made from."""
    differed, names = 0, LONG_NAMES[:3]

    def drawing(match: AnyMatch, viewer: Viewer) -> tuple[object, ...]:
        made = scene_of(match, viewer, names, remember=remember)
        return scene_document(made), text(made, colour=True), *(draw(made) for draw in KINDS.values())

    for match in steps(game, 3)[1 : 60 : 7 if SOAK else 14]:
        for viewer in (None, 0, 1, 2):
            truth = drawing(match, viewer)
            for other in worlds(match, viewer):
                differed += other.state != match.state
                assert drawing(other, viewer) == truth

    assert differed > 5, "the worlds are no others, so this test says nothing"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_its_layout_tells_no_more(game: str) -> None:
    for match in steps(game, 3)[1:40:11]:
        plain = evolve(match, game=evolve(match.game, layout=None))
        for viewer in (None, 0, 2):
            truth = [draw(scene_of(plain, viewer)) for draw in KINDS.values()]
            for other in worlds(plain, viewer):
                assert [draw(scene_of(other, viewer)) for draw in KINDS.values()] == truth


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_replay_of_another_history_that_a_viewer_cannot_tell_apart_is_the_same(game: str) -> None:
    """Cards and moves are exchanged from the deal on, as long as the viewer's glimpses stay the same."""
    differed = 0
    for viewer, match, other in histories(game):
        differed += other.state != match.state
        assert replay(other, viewer, LONG_NAMES[:3]) == replay(match, viewer, LONG_NAMES[:3])
        assert animated_svg(scenes_of(other, viewer)) == animated_svg(scenes_of(match, viewer))

    assert differed > 1, "the histories are no others, so this test says nothing"


def histories(game: str) -> Iterator[tuple[Viewer, AnyMatch, AnyMatch]]:
    """Yield for each viewer a match, and another that is the same as far as the viewer saw."""
    rules = game_of(game)
    trial = play_at_random(rules, 3, rules.options(), "replays")
    # in Biberbande, all have looked at cards by move 5; in Goofspiel, one of three has bid by move 13
    for half, move in enumerate((5, 13)):
        step = min(len(trial.steps) - 1, move)
        for viewer in trial.viewers if SOAK else trial.viewers[half::2]:
            walk = Exchanges(trial, viewer, step, SeededChance(f"{game} {viewer}"))
            yield viewer, trial.steps[step], walk.walk(40)


STATES: list[object] = []
"""What a bad author keeps beside the views, to look at it while drawing."""


def peeks(view: object) -> tuple[Line, ...]:
    """Note something about the stock, which is in no view, by a state that wasn't handed over."""
    return tuple(Line(words="card", number=hash(state) % 1000) for state in STATES[-1:])


LEAK: Layout[object] = Layout(places=(), notes=peeks, words={"en": {"card": "{number}"}})


def test_a_layout_that_looks_at_more_than_the_view_is_found() -> None:
    """The one way to a leak is around the arguments; then the law sees that the drawing differs."""
    match = steps("thirteen", 3)[5]
    leaking = evolve(match, game=evolve(match.game, layout=f"{__name__}:LEAK"))

    STATES.append(match.state)
    truth = drawn(leaking, 0)
    STATES.append(worlds(match, 0, 1)[0].state)
    other = drawn(leaking, 0)
    STATES.clear()

    assert other != truth


@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_leak_is_found_in_every_drawing(kind: str) -> None:
    match = steps("thirteen", 3)[5]
    leaking = evolve(match, game=evolve(match.game, layout=f"{__name__}:LEAK"))
    found = list[str]()
    for state in (match.state, worlds(match, 0, 1)[0].state):
        STATES.append(state)
        found.append(KINDS[kind](scene_of(leaking, 0)))
    STATES.clear()

    assert found[0] != found[1]


def test_a_replay_that_draws_for_others_too_is_found() -> None:
    """This planted layout shows the latest state to every viewer."""
    differed = 0
    for viewer, match, other in histories("thirteen"):
        pages = list[str]()
        for one in (match, other):
            STATES.append(one.state)
            pages.append(replay(evolve(one, game=evolve(one.game, layout=f"{__name__}:LEAK")), viewer))
        STATES.clear()
        differed += pages[0] != pages[1]

    assert differed > 1


def test_a_replay_with_another_memory_than_the_viewers_is_found() -> None:
    """This planted memory holds the true state, so cards that the viewer never saw are shown as seen before."""

    def recall(memory: object, glimpse: object) -> object:
        return Memory(viewer, STATES[-1])

    differed = 0
    for viewer, match, other in histories("biberbande"):
        pages = list[str]()
        for one in (match, other):
            STATES.append(one.state)
            pages.append(replay(with_game(one, evolve(one.game, remember=recall)), viewer))
        STATES.clear()
        differed += pages[0] != pages[1]

    assert differed > 1


def with_game(match: AnyMatch, game: AnyGame) -> AnyMatch:
    """Return the match, and all steps before it, by these rules."""
    before = None if match.previous is None else with_game(match.previous, game)
    return evolve(match, game=game, previous=before)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_replay_holds_neither_the_seed_nor_the_log(game: str) -> None:
    match = cardkit.start(game_of(game), 3, seed="this text is the owner's secret")
    match = match.play(match.legal(match.actors[0])[0], match.actors[0])
    shown = replay(match, 0)

    assert match.header.mixed_seed is not None
    assert match.header.mixed_seed not in shown
    assert "this text is" not in shown
    assert f'"{match.game.key}.' not in shown, "events are named like that"
    assert f'"{match.game.key}.' in cardkit.dumps(match)


def test_a_scene_is_made_without_a_state() -> None:
    """A view, the rules and names are all that it takes: so it is made of what came over a wire, too."""
    match = steps("push", 3)[30]
    made = scene(game_of("push"), match.view(1), 1, LONG_NAMES[:3])

    assert text(made) == text(evolve(scene_of(match, 1, LONG_NAMES[:3]), story=()))


@pytest.mark.parametrize("game", ["thirteen", "friday13"])
def test_a_spectator_sees_nobodys_hand(game: str) -> None:
    match = steps(game, 3)[0]

    assert [area.part for area in scene_of(match, 0).areas if area.arranged == "hand"] == ["hands"]
    assert [area for area in scene_of(match, None).areas if area.arranged == "hand"] == []


def test_cards_seen_before_are_shown_only_if_they_are_given() -> None:
    """Biberbande is a game of memory: the view has only what lies open."""
    match = steps("biberbande", 2)[4]

    def remembered(remember: bool) -> list[str]:
        areas = scene_of(match, 1, remember=remember).areas
        return [card.label + card.shape for area in areas for card in area.cards if card.remembered]

    assert remembered(False) == []
    assert remembered(True) != []


def test_a_match_of_another_seat_is_not_told_of() -> None:
    """What a viewer may do is told to that viewer alone."""
    match = cardkit.start("thirteen", 3, seed="moves")
    mover = match.actors[0]

    def moves(viewer: Viewer) -> list[str]:
        return [text for area in scene_of(match, viewer).areas for card in area.cards for text in card.moves]

    assert moves(mover) != []
    assert moves((mover + 1) % 3) == moves(None) == []
