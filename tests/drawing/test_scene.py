"""A scene holds everything that a renderer draws, as plain data."""

import json

import pytest

import cardkit
from cardkit.converter import structured
from cardkit.drawing import Area, Scene, scene, scene_document, scene_of
from cardkit.match import AnyMatch
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from tests.drawing.scenes import ALL_GAMES, LONG_NAMES, steps


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_scene_goes_into_json_and_back(game: str) -> None:
    for match in steps(game, 3)[::19]:
        for viewer in (None, 1):
            seen = scene_of(match, viewer, LONG_NAMES[:3])

            assert structured(json.loads(json.dumps(scene_document(seen))), Scene) == seen


def areas(match: AnyMatch, part: str, seat: Seat | None = None) -> list[Area]:
    viewer = match.actors[0] if seat is None else seat
    return [area for area in scene_of(match, viewer).areas if area.part == part]


def test_each_card_says_the_moves_that_are_made_with_it() -> None:
    match = cardkit.start("thirteen", 3, seed="moves")
    (hand,) = areas(match, "hands")

    told = dict.fromkeys(text for card in hand.cards for text in card.moves)
    assert sorted(told) == sorted(match.game.say(move) for move in match.legal())
    assert [card.moves for card in hand.cards if card.label == "7"] == [
        (card.caption,) for card in hand.cards if card.label == "7"
    ]


def test_a_place_says_the_moves_that_are_about_it_as_a_whole() -> None:
    match = next(
        match for match in steps("push", 3) if match.actors and match.game.say(match.legal()[0]) == "take 1"
    )

    assert next(area.moves for area in areas(match, "rows")) == ("take 1",)


def test_a_place_in_ones_row_says_what_can_be_done_there() -> None:
    match = next(
        match for match in steps("biberbande", 3) if "keep 2" in [*map(match.game.say, match.legal())]
    )
    (row,) = areas(match, "rows")

    assert "keep 2" in row.cards[2].moves


def test_a_card_that_no_move_is_about_has_none() -> None:
    match = next(
        match
        for match in steps("crazy_eights", 3)
        if match.actors and [*map(match.game.say, match.legal())] == ["draw"]
    )
    (hand,) = areas(match, "hands")

    assert {card.moves for card in hand.cards} == {()}


def test_players_are_told_of_in_the_order_of_seats() -> None:
    match = steps("biberbande", 4)[9]
    players = scene_of(match, 2, LONG_NAMES[:4]).players

    assert [player.name for player in players] == [*LONG_NAMES[:4]]
    assert [player.you for player in players] == [False, False, True, False]
    assert [player.seat for player in players if player.to_move] == [*match.actors]


def test_all_who_may_move_at_the_same_time_are_marked() -> None:
    match = steps("goofspiel", 3)[1]

    assert len(match.actors) == 2
    assert tuple(player.seat for player in scene_of(match, 0).players if player.to_move) == match.actors


def test_what_the_last_move_brought_is_told_as_the_viewer_saw_it() -> None:
    match = steps("thirteen", 3)[1]
    previous = match.previous
    assert previous is not None

    for viewer in (None, 0, 1):
        assert scene_of(match, viewer).story == match.sentences(viewer, since=previous.version)


def test_a_scene_wants_a_language_tag_and_a_name_for_each_seat() -> None:
    match = steps("thirteen", 3)[1]

    with pytest.raises(Invalid, match="language"):
        scene_of(match, 0, language="no tag")
    with pytest.raises(Invalid, match="names"):
        scene_of(match, 0, ("Ann", "Ben"))
    with pytest.raises(Invalid, match="language"):
        scene(match.game, match.view(0), 0, LONG_NAMES[:3], "no tag")
