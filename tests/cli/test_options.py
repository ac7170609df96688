"""House rules from the command line."""

import pytest

from cardkit_cli.options import parse_options


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("true", True),
        ("null", None),
        ("random", "random"),
        ('"3"', "3"),
        ('"true"', "true"),
        ('"', '"'),
        ("1.5", "1.5"),
        ("[1]", "[1]"),
        ("", ""),
    ],
)
def test_a_value_is_a_number_a_truth_or_a_text(text: str, value: object) -> None:
    """a text in quotes is one, even if it looks like something else"""
    assert parse_options([f"order={text}"]) == {"order": value}
