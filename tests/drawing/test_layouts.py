"""What a layout may say, and how it is told what is wrong with it."""

from collections.abc import Mapping
from string import Formatter

import pytest
from attrs import evolve, frozen

from cardkit.drawing import Column, Face, Layout, Line, Place, scene, scene_of, text
from cardkit.drawing.as_text.colours import PAPER
from cardkit.drawing.build.parts import part_of
from cardkit.fields import is_tuple
from cardkit.game import AnyGame
from cardkit.match import AnyMatch
from cardkit.parts import load
from cardkit.rejections import BrokenGame
from tests.drawing.scenes import ALL_GAMES, game_of, steps

LAYOUTS = {key: load(game_of(key).layout or "") for key in ALL_GAMES if game_of(key).layout}


@pytest.mark.parametrize("key", LAYOUTS)
def test_every_language_has_the_same_words_with_the_same_braces(key: str) -> None:
    layout = LAYOUTS[key]
    assert isinstance(layout, Layout)

    def braces(words: Mapping[str, str]) -> dict[str, set[str]]:
        return {
            name: {part[1] for part in Formatter().parse(said) if part[1]} for name, said in words.items()
        }

    first, *others = (braces(words) for words in layout.words.values())
    assert {*layout.words} == {*game_of(key).languages}
    for other in others:
        assert other == first


@pytest.mark.parametrize("key", LAYOUTS)
def test_cards_that_differ_by_colour_differ_by_shape_or_label(key: str) -> None:
    layout = LAYOUTS[key]
    assert isinstance(layout, Layout)
    faces = [*layout.faces.values()]

    for face in faces:
        for other in faces:
            if face.colour != other.colour:
                assert (face.shape, face.label) != (other.shape, other.label)
                assert (face.letter or face.shape, face.label) != (other.letter or other.shape, other.label)


def relative_luminance(code: int) -> float:
    """Return the luminance by the definition of the Web Content Accessibility Guidelines."""
    levels = (0, 95, 135, 175, 215, 255)
    if code >= 232:
        red = green = blue = 8 + 10 * (code - 232)
    else:
        red, green, blue = (levels[(code - 16) // size % 6] for size in (36, 6, 1))
    parts = [
        (part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in (red, green, blue)
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("colour", PAPER)
def test_what_is_printed_on_a_card_can_be_read(colour: str) -> None:
    light, dark = sorted(map(relative_luminance, PAPER[colour]), reverse=True)

    assert (light + 0.05) / (dark + 0.05) >= 4.5


@frozen
class View:
    """Nothing is declared of it."""

    pile: tuple[str, ...]
    cost: int


GOOD: Layout[View] = Layout(
    places=(Place(part="pile", arranged="list", caption="pile", summed=True),),
    faces={"a": Face("A", "red", "♥", value=4)},
    words={"en": {"pile": "The pile", "cost": "it costs {number}"}},
    to_move=lambda view: (0,),
    prompt=lambda view: (Line(words="cost", number=view.cost),),
    needs_time=lambda view: view.cost > 3,
)
NO_FIELD: Layout[View] = evolve(GOOD, places=(Place(part="pille", arranged="list"),))
NO_DEEP_FIELD: Layout[View] = evolve(GOOD, columns=(Column(part="pile.cards"),))


def asks_the_price(view: View) -> tuple[Line, ...]:
    return (Line(words="price"),)


NO_WORDS: Layout[View] = evolve(GOOD, prompt=asks_the_price)
NO_LAYOUT = "a text"


def own_game(layout: str | None) -> AnyGame:
    game = game_of("thirteen")
    reference = None if layout is None else f"{__name__}:{layout}"
    return evolve(game, key="own", title="My own", layout=reference, wire=evolve(game.wire, view=View))


def test_a_plugged_in_game_draws_its_own_table_and_says_who_needs_time_to_look() -> None:
    seen = scene(own_game("GOOD"), View(("a", "b"), 5), 0, ("Ann", "Ben"))

    assert text(seen).splitlines()[1:] == [
        " ▶ it costs 5",
        "      player",
        " ▶ 0  Ann (you)",
        "   1  Ben",
        " The pile (2): ♥A b = 4",
    ]
    assert seen.needs_time
    assert not scene(own_game("GOOD"), View((), 1), 0, ("Ann", "Ben")).needs_time


@pytest.mark.parametrize(
    ("layout", "trouble"),
    [
        (
            "NO_FIELD",
            r"^game own: place 'pille' of its layout: no field 'pille'; the fields there: pile, cost$",
        ),
        (
            "NO_DEEP_FIELD",
            r"^game own: column 'pile.cards' of its layout: no field 'cards'; the fields there: none$",
        ),
        ("NO_WORDS", r"^game own: its layout has no words 'price' in language en$"),
        (
            "NO_LAYOUT",
            r"^game own: layout='.*:NO_LAYOUT' is of type str; use the package.module:NAME of a cardkit",
        ),
        ("MISSING", r"^game own: layout='.*:MISSING' can't be imported"),
    ],
)
def test_a_layout_that_is_wrong_is_an_error_that_names_the_place(layout: str, trouble: str) -> None:
    with pytest.raises(BrokenGame, match=trouble):
        scene(own_game(layout), View(("a",), 5), 0, ("Ann", "Ben"))


def match_of(game: str, moves: int) -> AnyMatch:
    return steps(game, 3)[moves]


def test_a_language_that_a_layout_does_not_speak_is_drawn_in_the_closest() -> None:
    english = text(scene_of(match_of("push", 3), 0, ("a", "b", "c"), "en"))

    assert text(scene_of(match_of("push", 3), 0, ("a", "b", "c"), "pt-BR")) == english


def test_a_colour_that_the_scoring_freed_is_ticked() -> None:
    """13 counts no colour for the player who alone took the most of it. The ticks explain the points."""
    match = steps("thirteen", 3, (("rounds", 1),))[-1]
    (column,) = [at for at, heading in enumerate(scene_of(match, 0).headings) if "✓" in heading.caption]
    points = part_of(match.view(0), "table.last_points")
    assert is_tuple(points)
    for player in scene_of(match, 0).players:
        cards = player.cells[column].cards
        paid = sum(int(card.label) for card in cards[:3] if card.label.isdigit())
        nasty = int(cards[3].label.replace("–", "0"))

        assert paid + 2 * nasty == points[player.seat]
