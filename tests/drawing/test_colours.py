"""Colours that everybody can read and tell apart, by the usual formulas."""

from collections.abc import Callable
from itertools import combinations
from typing import Final, TypeAlias

import pytest

from cardkit.drawing.as_svg.colours import BACK, PAPER, ROLES, SEEN, Role

Rgb: TypeAlias = tuple[float, float, float]

READABLE: Final = 4.5
"""The least contrast of text, as WCAG 2 has it for level AA."""
APART: Final = 20
"""The least distance of two colours in CIELAB. At 2.3 a trained eye just sees a difference."""

EYES: Final[dict[str, tuple[Rgb, Rgb, Rgb]]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green cones": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue cones": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of a colour without one kind of cones (Machado, Oliveira and Fernandes 2009), in linear RGB."""


def linear(colour: str) -> Rgb:
    digits = colour.removeprefix("#")
    wide = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    red, green, blue = (int(wide[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return _light(red), _light(green), _light(blue)


def _light(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (bright + 0.05) / (dark + 0.05)


def seen(colour: str, eyes: str) -> Rgb:
    """Return the colour in CIELAB, as it looks to these eyes."""
    rgb = linear(colour)
    red, green, blue = (
        min(max(sum(share * part for share, part in zip(row, rgb, strict=True)), 0), 1) for row in EYES[eyes]
    )
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return float(value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116)


def distance(one: Rgb, other: Rgb) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


@pytest.mark.parametrize("colour", PAPER)
def test_print_on_a_card_can_be_read(colour: str) -> None:
    assert contrast(*PAPER[colour]) >= READABLE


def test_print_on_a_remembered_card_can_be_read() -> None:
    assert contrast(*SEEN) >= READABLE


@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["page", "felt", "panel", "turn"])
@pytest.mark.parametrize("ink", ["ink", "soft", "mark"])
def test_text_on_the_table_can_be_read(ink: Role, ground: Role, which: int) -> None:
    assert contrast(ROLES[ink][which], ROLES[ground][which]) >= READABLE


@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
def test_numbers_in_badges_can_be_read(which: int) -> None:
    for badge in (ROLES["ink"], ROLES["soft"]):
        assert contrast(ROLES["page"][which], badge[which]) >= READABLE


@pytest.mark.parametrize("eyes", EYES)
def test_cards_of_two_colours_look_different_to_all_eyes(eyes: str) -> None:
    for one, other in combinations(PAPER, 2):
        assert distance(seen(PAPER[one][0], eyes), seen(PAPER[other][0], eyes)) >= APART, (one, other)


def test_a_back_looks_like_no_face() -> None:
    """It has a pattern, too; the pattern is no text, so less contrast will do."""
    assert contrast(*BACK) >= 3


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (lambda: contrast("#000", "#fff"), 21),
        (lambda: contrast("#777", "#fff"), 4.48),
        (lambda: distance(seen("#ff0000", "all cones"), seen("#00ff00", "all cones")), 170.6),
    ],
)
def test_the_formulas_give_known_values(formula: Callable[[], float], expected: float) -> None:
    assert formula() == pytest.approx(expected, rel=0.002)
