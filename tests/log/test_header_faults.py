"""A header that is sealed as it should be, and still isn't one."""

import pytest

import cardkit
from cardkit.game import Json
from cardkit.rejections import LogError
from tests.log.logs import Change, bodies, changed, played, sealed

MATCH = played(2)
PLAIN = cardkit.dumps(MATCH, with_seed=False)


def to(key: str, value: Json) -> Change:
    def change(fields: dict[str, Json]) -> None:
        fields[key] = value

    return change


def out(key: str) -> Change:
    def change(fields: dict[str, Json]) -> None:
        del fields[key]

    return change


def last(key: str) -> Change:
    def change(fields: dict[str, Json]) -> None:
        fields[key] = fields.pop(key)

    return change


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        (to("format", "cardkit/2"), "$.format", "format 'cardkit/2' is not known here, only cardkit/1: a"),
        (to("format", "cardkit/" + "9" * 5000), "$.format", "99... is not known here"),
        (to("format", "chess/1"), "$.format", 'expected "cardkit/1": this is no log of cardkit'),
        (to("format", None), "$.format", 'expected "cardkit/1"'),
        (out("format"), "$.format", 'expected "cardkit/1"'),
        (to("game", "thirtee"), "$.game", "game 'thirtee': not known; did you mean thirteen?"),
        (to("game", None), "$.game", "expected the key of a game"),
        (to("game", []), "$.game", "expected the key of a game"),
        (to("rules_version", 2), "$.rules_version", "version 2 of the rules; only 1 is known here"),
        (to("rules_version", 10**1000), "$.rules_version", "0... of the rules; only 1 is known here"),
        (to("rules_version", 0), "$.rules_version", "expected a whole number from 1"),
        (to("rules_version", True), "$.rules_version", "expected a whole number from 1"),
        (to("rules_version", "1"), "$.rules_version", "expected a whole number from 1"),
        (to("seats", 2), "$.seats", "expected a number of players from 3 to 6"),
        (to("seats", 3.0), "$.seats", "expected a number of players from 3 to 6"),
        (to("seats", None), "$.seats", "expected a number of players from 3 to 6"),
        (to("options", None), "$.options", "expected an object"),
        (to("options", []), "$.options", "expected an object"),
        (to("options", {"joker": 1}), "$.options.joker", "unknown option 'joker'; thirteen has: first_dealer, rounds"),
        (to("options", {"rounds": 13}), "$.options.rounds", "it takes a whole number from 1 to 12"),
        (to("options", {"rounds": True}), "$.options.rounds", "it takes a whole number from 1 to 12"),
        (to("options", {"first_dealer": None}), "$.options.first_dealer", "it takes a seat"),
        (to("options", {"j" * 500: 1}), "$.options." + "j" * 40, "thirteen has: first_dealer, rounds"),
        (to("entropy", None), "$.entropy", "expected a list"),
        (to("entropy", [None]), "$.entropy[0]", "expected a seat and a text, seats ascending"),
        (to("entropy", [[0, "x"], [0, "y"]]), "$.entropy[1]", "expected a seat and a text, seats ascending"),
        (to("entropy", [[1, "x"], [0, "y"]]), "$.entropy[1]", "expected a seat and a text, seats ascending"),
        (to("entropy", [[3, "x"]]), "$.entropy[0]", "expected a seat and a text, seats ascending"),
        (to("entropy", [[False, "x"]]), "$.entropy[0]", "expected a seat and a text, seats ascending"),
        (to("entropy", [[0, 1]]), "$.entropy[0]", "expected a seat and a text, seats ascending"),
        (to("entropy", [[0, "x", 1]]), "$.entropy[0]", "expected a seat and a text, seats ascending"),
        (to("commitment", "0" * 64), "$.seed", "isn't the seed that the match is committed to"),
        (to("commitment", "0" * 63), "$.commitment", "expected 64 hexadecimal digits"),
        (to("commitment", 5), "$.commitment", "expected 64 hexadecimal digits"),
        (to("more", 1), "$", "expected the keys format, game, rules_version, seats, options,"),
        (out("seats"), "$", "expected the keys format"),
        (last("game"), "$", "in this order"),
    ],
)  # fmt: skip
def test_a_fault_of_the_header_is_named_by_its_place(change: Change, path: str, message: str) -> None:
    with pytest.raises(LogError) as caught:
        cardkit.loads(changed(MATCH, 1, change))

    assert (caught.value.line, caught.value.path) == (1, path)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("old", "new", "path", "message"),
    [
        ('"seed":"a seed"', '"seed":5', "$.seed", "expected a text"),
        ('"seed":"a seed"', '"seed":"\\ud800"', "$.seed", "expected a text"),
        ('"seed":"a seed"', '"seed":"\\u0061 seed"', "$", "isn't written as a log is"),
        ('"seed":"a seed"', '"seed":"a seed" ', "$", "isn't written as a log is"),
        ('"seed":"a seed"', '"seed":"a seed","seed":"a seed"', "$", "isn't written as a log is"),
        ('"seed":"a seed"', '"seed":"a seed","more":1', "$", "expected the keys"),
        (',"seed":"a seed"', "", "$", "expected the keys"),
        ('"rules_version":1', '"rules_version":NaN', "$", "NaN is no JSON"),
        ('"rules_version":1', '"rules_version":-Infinity', "$", "-Infinity is no JSON"),
        ('"rules_version":1', '"rules_version":1e999', "$.rules_version", "expected a whole number"),
        ('"rounds":null', '"rounds":1e999', "$.options.rounds", "it takes a whole number from 1 to 12"),
        ('"rounds":null', '"rounds":' + "9" * 5000, "$", "a number in it has too many digits"),
        ('"rounds":null', '"rounds":' + "[" * 200_000, "$", "nested too deeply"),
        ('"rounds":null', '"rounds":' + "[" * 300 + "]" * 300, "$.options.rounds", "it takes a whole number"),
    ],
)  # fmt: skip
def test_a_header_is_written_in_just_one_way(old: str, new: str, path: str, message: str) -> None:
    text = cardkit.dumps(MATCH)
    assert old in text

    with pytest.raises(LogError) as caught:
        cardkit.loads(text.replace(old, new, 1))

    assert (caught.value.line, caught.value.path) == (1, path)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("", "64 hexadecimal digits"),
        ("F" * 64, "64 hexadecimal digits"),
        ("0" * 64, "its seal doesn't match"),
    ],
)
def test_a_header_without_the_seed_needs_the_key_of_its_seals(key: str, message: str) -> None:
    with pytest.raises(LogError, match=f"line 1, .*{message}"):
        cardkit.loads(PLAIN.replace(f'"seal_key":"{MATCH.header.seal_key.hex()}"', f'"seal_key":"{key}"'))


def test_the_commitment_stands_in_the_header_and_in_the_first_event_alike() -> None:
    lines = bodies(cardkit.dumps(MATCH))
    lines[1] = lines[1].replace(MATCH.header.commitment, "0" * 64)

    with pytest.raises(LogError, match=r"^line 2: commits to another seed or entropy than the header$"):
        cardkit.loads(sealed(lines))


def test_a_log_is_read_as_the_game_that_wrote_it() -> None:
    with pytest.raises(LogError, match=r"line 1, \$.game: is a log of 'thirteen', not of friday13"):
        cardkit.loads(cardkit.dumps(MATCH), cardkit.game("friday13"))


def test_options_that_came_later_are_as_the_rule_sheet_has_them_and_the_log_stays_as_it_was() -> None:
    """Receipts given out before the game got a new option must still fit."""
    lines = bodies(cardkit.dumps(MATCH))
    header = (
        '{"format":"cardkit/1","game":"thirteen","rules_version":1,"seats":3,"options":{"first_dealer":0},'
    )
    lines[0] = header + lines[0][lines[0].index('"commitment"') :]
    text = sealed(lines)

    match = cardkit.loads(text)

    assert match.header.options == MATCH.header.options
    assert cardkit.dumps(match) == text
    assert cardkit.verify(match).complete
    assert cardkit.dumps(match.play(match.legal()[0])).startswith(text)
