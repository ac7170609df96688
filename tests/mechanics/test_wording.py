"""What sentences about different games have in common."""

import pytest

from cardkit.game import Language
from cardkit.mechanics.wording import by_name, counted


@pytest.mark.parametrize(
    ("language", "rounds", "cards"),
    [
        ("en", ("0 rounds", "1 round", "2 rounds"), ("0 cards", "1 card", "2 cards")),
        ("de", ("0 Runden", "1 Runde", "2 Runden"), ("0 Karten", "1 Karte", "2 Karten")),
        ("nl", ("0 rondes", "1 ronde", "2 rondes"), ("0 kaarten", "1 kaart", "2 kaarten")),
    ],
)
def test_one_is_told_apart_from_many(
    language: Language, rounds: tuple[str, ...], cards: tuple[str, ...]
) -> None:
    assert tuple(counted(number, "rounds", language) for number in range(3)) == rounds
    assert tuple(counted(number, "cards", language) for number in range(3)) == cards


def test_each_name_has_its_number() -> None:
    assert by_name(("Ann", "{Ben}"), (3, 0)) == "Ann 3, {Ben} 0"


def test_a_name_too_few_or_too_many_is_an_error() -> None:
    for names in (("Ann",), ("Ann", "Ben", "Cy")):
        with pytest.raises(ValueError, match="zip"):
            by_name(names, (3, 0))
