"""`docs/log-format.md` says how it is."""

import hmac
import json
import re
from pathlib import Path

import cardkit
from cardkit.log.format import FORMAT, LONGEST_LINE
from tests.log.logs import bodies, seal_key, sealed

PAGE = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text(encoding="utf-8")
EXAMPLE, WITHOUT_SEED = (f"{block}\n" for block in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL))
SEED = "only an example"
ENTROPY = ((0, "dé 🎲"), (2, "7"))


def test_the_example_is_a_log() -> None:
    match = cardkit.loads(EXAMPLE)

    assert match.version == 4
    assert match.header.entropy == ENTROPY
    assert cardkit.dumps(match) == EXAMPLE
    assert cardkit.verify(match).complete


def test_the_example_without_its_seed_is_one_too() -> None:
    text = WITHOUT_SEED + EXAMPLE.partition("\n")[2]

    assert cardkit.dumps(cardkit.loads(text), with_seed=False) == text
    assert cardkit.dumps(cardkit.loads(EXAMPLE), with_seed=False) == text


def test_the_seals_follow_from_what_the_page_says() -> None:
    assert sealed(bodies(EXAMPLE), SEED, ENTROPY) == EXAMPLE
    assert f'"seal_key":"{seal_key(SEED, ENTROPY).hex()}"' in WITHOUT_SEED


def test_a_seal_is_made_over_the_seal_before_and_the_line_up_to_its_own() -> None:
    lines = [line.encode() for line in EXAMPLE.splitlines()]
    before = bytes(32)
    for line in lines:
        body, _, rest = line.rpartition(b',"seal":"')
        before = hmac.digest(seal_key(SEED, ENTROPY), before + body, "sha256")
        assert rest[:64].decode() == before.hex()


def test_the_tables_have_the_keys_in_their_order() -> None:
    tables = [re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) for part in PAGE.split("\n## ")]
    header, event = (keys for keys in tables if keys)

    first, *others = (json.loads(line) for line in EXAMPLE.splitlines())
    assert header == [*first, "seal_key"]
    for line in others:
        assert [key for key in line if key in event] == [key for key in event if key in line]
        assert set(event) - set(line) <= {"more"}


def test_the_numbers_of_the_page_are_right() -> None:
    assert f"`{FORMAT}`" in PAGE
    assert f"{LONGEST_LINE:,} bytes" in PAGE
