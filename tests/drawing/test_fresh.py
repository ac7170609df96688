"""The cards that the last move brought are marked on the table."""

from itertools import pairwise

import pytest

import cardkit
from cardkit.drawing import Arranged, Card, Place, scene, scene_of, text
from cardkit.drawing.build.fresh import fresh_cards
from cardkit.drawing.build.parts import MISSING
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from tests.drawing.scenes import ALL_GAMES, LONG_NAMES, steps


def fresh(arranged: Arranged, before: str, now: str, *, topped: bool = False) -> list[int]:
    """Return the places of the fresh cards; a card is a letter."""
    return sorted(fresh_cards(Place(part="any", arranged=arranged, topped=topped), (*now,), (*before,)))


@pytest.mark.parametrize("arranged", ["pile", "stack", "row", "hand"])
def test_a_card_that_was_added_is_fresh(arranged: Arranged) -> None:
    assert fresh(arranged, "ab", "abc") == [2]
    assert fresh(arranged, "ab", "abb") == [2]
    assert fresh(arranged, "ab", "ab") == []


def test_a_card_that_was_sorted_into_a_hand_is_fresh() -> None:
    assert fresh("hand", "bc", "abc") == [0]
    assert fresh("hand", "abd", "bcd") == [1]


def test_a_hand_that_was_dealt_is_not_fresh() -> None:
    assert fresh("hand", "", "abc") == []
    assert fresh("hand", "d", "abc") == []


@pytest.mark.parametrize("now", ["a", "ab", "bc", "c", ""])
def test_cards_that_are_left_on_a_pile_are_not_fresh(now: str) -> None:
    assert fresh("pile", "abc", now) == []


def test_a_card_that_replaces_a_pile_is_fresh() -> None:
    assert fresh("pile", "abc", "d") == [0]
    assert fresh("pile", "aba", "a", topped=True) == [0]


def test_nothing_is_fresh_if_it_is_not_known_what_lay_there() -> None:
    assert not fresh_cards(Place(part="any", arranged="pile", topped=True), ("a",), MISSING)


@pytest.mark.parametrize("game", ["thirteen", "friday13"])
def test_exactly_the_card_that_was_played_last_is_fresh_on_the_piles(game: str) -> None:
    """Also if it took the whole pile, and an equal card lay there among others."""
    seen = 0
    for before, match in pairwise(steps(game, 3)):
        former, now = piles(before), piles(match)
        marked = [card for pile in now for card in pile if card.fresh]
        said = match.sentences(None, since=before.version)
        if len(said) > 1:
            assert not marked, "a new round has begun, or the match is over"
        elif [[card.label for card in pile] for pile in now] != [
            [card.label for card in pile] for pile in former
        ]:
            (card,) = marked
            assert card in [pile[-1] for pile in now if pile]
            assert (
                f" {card.label}" in said[0]
                or {"thirteen": "nasty four", "friday13": "Friday"}[game] in said[0]
            )
            seen += 1
    assert seen > 50


def piles(match: AnyMatch) -> list[tuple[Card, ...]]:
    return [area.cards for area in scene_of(match, None).areas if area.part == "piles"]


def test_a_card_that_was_drawn_is_fresh_for_its_owner_alone() -> None:
    begun = cardkit.start("thirteen", 3, seed="fresh")
    mover = begun.actors[0]
    after = begun.play(begun.legal()[0])

    assert captions(begun, mover) == []
    assert len(captions(after, mover)) == 1
    assert captions(after, (mover + 1) % 3) == []


def captions(match: AnyMatch, viewer: Viewer) -> list[str]:
    areas = scene_of(match, viewer).areas
    return [card.caption for area in areas if area.arranged == "hand" for card in area.cards if card.fresh]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_card_face_down_is_never_fresh(game: str) -> None:
    for match in steps(game, 3)[1::7]:
        for viewer in (None, 0):
            for area in scene_of(match, viewer, remember=True).areas:
                assert not any(card.fresh and (card.down or card.remembered) for card in area.cards)


def test_the_mark_is_seen_without_colours() -> None:
    match = steps("thirteen", 3)[9]
    unmarked = text(scene(match.game, match.view(None), None, LONG_NAMES[:3]))
    marked = text(scene_of(match, None, LONG_NAMES[:3]))

    assert "*" not in unmarked
    assert marked.count("*") == 1
    assert marked.isascii() is False
    assert "#" in text(scene_of(steps("biberbande", 3)[5], 2), ascii=True)
