"""How the command line reads a move."""

import pytest

from cardkit.rejections import WireError
from cardkit_cli.move_text import parse_move


def test_a_move_is_a_text_a_number_or_json() -> None:
    assert parse_move("b7") == "b7"
    assert parse_move("#12") == 12
    assert parse_move("#x") == "#x"
    assert parse_move('{"type": "thirteen.play", "card": "b7"}') == {"type": "thirteen.play", "card": "b7"}


def test_a_line_of_cardkit_moves_is_its_move() -> None:
    assert parse_move('{"number": 3, "text": "b7", "move": {"type": "thirteen.play"}}') == {
        "type": "thirteen.play"
    }


def test_invalid_json_is_refused_by_its_place_or_as_a_whole() -> None:
    with pytest.raises(WireError, match="invalid JSON at character 2"):
        parse_move("{b7}")
    with pytest.raises(WireError, match=r"invalid JSON$"):
        parse_move('{"deep": ' + "[" * 100_000)
    with pytest.raises(WireError, match=r"invalid JSON$"):
        parse_move(f'{{"long": {"9" * 5_000}}}')
