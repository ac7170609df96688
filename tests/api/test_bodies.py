"""A body that isn't a message is refused by a sentence that says what is wrong with it."""

import pytest

from cardkit.rejections import WireError
from cardkit_api.messages import NewMove
from cardkit_api.requests import parse


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "expected a JSON document, found nothing"),
        (b'{"move":', "invalid JSON: its end is missing"),
        (b'{"move": 1,}', "invalid JSON: trailing comma in object (byte 11)"),
        (b'{"move": "\xff"}', "invalid JSON: not UTF-8"),
        (b"[" * 100_000, "invalid JSON: nested too deeply"),
        (b"[]", "expected an object"),
    ],
)
def test_a_body_that_is_no_message_is_explained(body: bytes, sentence: str) -> None:
    with pytest.raises(WireError) as refused:
        parse(body, NewMove)

    assert refused.value.message == sentence
