"""A game that has no layout is laid out by what it declares."""

import pytest
from attrs import evolve, frozen

from cardkit.drawing import scene, scene_of, text
from cardkit.game import AnyGame
from cardkit.seats import Seat
from tests.drawing.scenes import ALL_GAMES, LONG_NAMES, game_of, steps

OWN = evolve(game_of("thirteen"), key="own", title="My own", layout=None)


@frozen
class Bid:
    seat: Seat
    points: int


@frozen
class View:
    """A view that was written by hand: nothing is known of its fields but their types."""

    you: Seat | None
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    bid: Bid
    order: tuple[Seat, ...]
    open: bool
    last: None = None


def own(view: object, seats: int = 2, width: int = 80) -> list[str]:
    game: AnyGame = evolve(OWN, wire=evolve(OWN.wire, view=type(view)))
    return text(scene(game, view, 0, LONG_NAMES[:seats]), width).splitlines()


def test_numbers_by_seat_are_in_columns_and_all_else_is_told_by_name() -> None:
    lines = own(View(0, (3, 4), (("a", "b"), ()), Bid(1, 20), (1, 0), open=True))

    assert lines[0].startswith("━━ My own ━")
    assert lines[1:] == [
        "      player            hand sizes",
        "   0  Bartholom… (you)           3",
        "   1  Ann                        4",
        " you    Bartholomea von",
        " hands  a b | –",
        " bid    seat Ann, points 20",
        " order  Ann | Bartholomea von",
        " open   yes",
        " last   –",
    ]


def test_what_is_long_goes_on_in_the_next_line() -> None:
    lines = own(View(0, tuple(range(100)), (), Bid(1, 20), (), open=False), width=40)

    assert max(map(len, lines)) <= 40
    assert " ".join(map(str, range(100))) in " ".join(" ".join(lines).split())


def test_what_has_no_fields_is_told_as_it_is() -> None:
    assert own("a text")[-1] == " str  a text"


@pytest.mark.parametrize("key", ALL_GAMES)
def test_a_derived_game_shows_hands_backs_and_open_cards_without_a_layout(key: str) -> None:
    match = steps(key, 3)[4]
    plain = evolve(match, game=evolve(match.game, layout=None))
    shown = scene_of(plain, 1, LONG_NAMES[:3])
    cards = [card for area in shown.areas for card in area.cards]
    cards += [card for player in shown.players for cell in player.cells for card in cell.cards]

    assert any(card.down for card in cards)
    assert any(not card.down for card in cards)
    assert [player.seat for player in shown.players if player.to_move] == [*match.actors]
    assert text(shown)


def test_a_card_in_hand_is_marked_by_the_move_with_it() -> None:
    match = steps("crazy_eights", 3)[13]
    plain = evolve(match, game=evolve(match.game, layout=None))
    (hand,) = [area for area in scene_of(plain, match.actors[0]).areas if area.arranged == "hand"]

    assert [card.moves for card in hand.cards if card.moves] == [("5S",)]
