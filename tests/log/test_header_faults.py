"""A header that is sealed as it should be, and still isn't one."""

import pytest

import cardkit
from cardkit.game import Json
from cardkit.rejections import LogError
from tests.log.logs import Change, bodies, changed, out, played, sealed, to

MATCH = played(2)
PLAIN = cardkit.dumps(MATCH, with_seed=False)


def last(key: str) -> Change:
    def change(fields: dict[str, Json]) -> None:
        fields[key] = fields.pop(key)

    return change


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        (to("format", "cardkit/2"), "$.format", "unknown format 'cardkit/2'; this cardkit reads cardkit/1; a newer"),
        (to("format", "cardkit/" + "9" * 5000), "$.format", "99...; this cardkit reads"),
        (to("format", "chess/1"), "$.format", "expected cardkit/1; this isn't a log of cardkit"),
        (to("format", None), "$.format", "expected cardkit/1"),
        (out("format"), "$.format", "expected cardkit/1"),
        (to("game", "thirtee"), "$.game", "unknown game 'thirtee'; did you mean thirteen?"),
        (to("game", None), "$.game", "expected a text, found null"),
        (to("game", []), "$.game", "expected a text, found a list"),
        (to("rules_version", 2), "$.rules_version", "unknown version 2 of the rules; this cardkit has version 1"),
        (to("rules_version", 10**1000), "$.rules_version", "0... of the rules; this cardkit has version 1"),
        (to("rules_version", 0), "$.rules_version", "expected a whole number from 1"),
        (to("rules_version", True), "$.rules_version", "expected a whole number, found true or false"),
        (to("rules_version", "1"), "$.rules_version", "expected a whole number, found a text"),
        (to("seats", 2), "$.seats", "expected a number of players from 3 to 6"),
        (to("seats", 3.0), "$.seats", "expected a whole number, found a number with a fraction"),
        (to("seats", None), "$.seats", "expected a whole number, found null"),
        (to("options", None), "$.options", "expected an object, found null"),
        (to("options", []), "$.options", "expected an object, found a list"),
        (to("options", {"joker": 1}), "$.options.joker", "unknown option 'joker'; thirteen has: first_dealer, rounds"),
        (to("options", {"rounds": 13}), "$.options.rounds", "expected a whole number from 1 to 12"),
        (to("options", {"rounds": True}), "$.options.rounds", "expected a whole number from 1 to 12"),
        (to("options", {"first_dealer": None}), "$.options.first_dealer", "expected a seat"),
        (to("options", {"j" * 500: 1}), "$.options." + "j" * 40, "thirteen has: first_dealer, rounds"),
        (to("entropy", None), "$.entropy", "expected a list"),
        (to("entropy", [None]), "$.entropy[0]", "expected a list of 2"),
        (to("entropy", [[0, "x"], [0, "y"]]), "$.entropy[1][0]", "expected seats of the match, ascending"),
        (to("entropy", [[1, "x"], [0, "y"]]), "$.entropy[1][0]", "expected seats of the match, ascending"),
        (to("entropy", [[3, "x"]]), "$.entropy[0][0]", "expected seats of the match, ascending"),
        (to("entropy", [[False, "x"]]), "$.entropy[0][0]", "expected a whole number, found true or false"),
        (to("entropy", [[0, 1]]), "$.entropy[0][1]", "expected a text, found a whole number"),
        (to("entropy", [[0, "x", 1]]), "$.entropy[0]", "expected a list of 2"),
        (to("commitment", "0" * 64), "$.seed", "isn't the seed that the match is committed to"),
        (to("commitment", "0" * 63), "$.commitment", "expected 64 hexadecimal digits"),
        (to("commitment", 5), "$.commitment", "expected a text, found a whole number"),
        (to("more", 1), "$", "unknown key 'more'"),
        (out("seats"), "$.seats", "missing"),
        (last("game"), "$", "isn't written as a log is: no spaces, keys in order"),
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
        ('"seed":"a seed"', '"seed":"a seed","more":1', "$", "unknown key 'more'"),
        (',"seed":"a seed"', "", "$.seed", "expected the seed, or the seal_key"),
        ('"rules_version":1', '"rules_version":NaN', "$", "NaN isn't valid JSON"),
        ('"rules_version":1', '"rules_version":-Infinity', "$", "-Infinity isn't valid JSON"),
        ('"rules_version":1', '"rules_version":1e999', "$.rules_version", "expected a whole number"),
        ('"rounds":null', '"rounds":1e999', "$.options.rounds", "expected a whole number from 1 to 12"),
        ('"rounds":null', '"rounds":' + "9" * 5000, "$", "a number in it has too many digits"),
        ('"rounds":null', '"rounds":' + "[" * 200_000, "$", "nested too deeply"),
        ('"rounds":null', '"rounds":' + "[" * 300 + "]" * 300, "$.options.rounds", "expected a whole number"),
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


PLAYED_ON = MATCH.branch(3, "one").play(MATCH.at(3).legal()[0])
BRANCH = cardkit.dumps(PLAYED_ON.branch(4, "two"))
SEEDS = '"branch_seeds":["one","two"]'


@pytest.mark.parametrize(
    ("old", "new", "path", "message"),
    [
        ("[3,4]", "[4,3]", "$.branched[1]", "expected versions, ascending"),
        ("[3,4]", "[3,3]", "$.branched[1]", "expected versions, ascending"),
        ("[3,4]", "[0,4]", "$.branched[0]", "expected versions, ascending"),
        ("[3,4]", "[3,null]", "$.branched[1]", "expected a whole number, found null"),
        ("[3,4]", "3", "$.branched", "expected a list, found a whole number"),
        ("[3,4]", "[3]", "$.branch_seeds", "expected a seed for each version in branched"),
        (f",{SEEDS}", "", "$.branch_seeds", "expected a seed for each version in branched"),
        (SEEDS, '"branch_seeds":[]', "$.branch_seeds", "expected a seed for each version in branched"),
        (SEEDS, '"branch_seeds":["one"]', "$.branch_seeds", "expected a seed for each version in branched"),
        (SEEDS, '"branch_seeds":["one",2]', "$.branch_seeds[1]", "expected a text, found a whole number"),
        (SEEDS, '"branch_seeds":["one","\\ud800"]', "$.branch_seeds[1]", "expected a text"),
        (SEEDS, f'{SEEDS},"seal_key":"{"0" * 64}"', "$.seal_key", "expected nothing: the seed is there"),
        (SEEDS, f'{SEEDS},"seal_key":null', "$", "isn't written as a log is"),
    ],
)  # fmt: skip
def test_a_fault_in_the_header_of_a_branch_is_named_by_its_place(
    old: str, new: str, path: str, message: str
) -> None:
    assert old in BRANCH

    with pytest.raises(LogError) as caught:
        cardkit.loads(BRANCH.replace(old, new, 1))

    assert (caught.value.line, caught.value.path) == (1, path)
    assert message in str(caught.value)


def test_a_match_that_was_not_branched_has_no_key_for_it() -> None:
    def branched(fields: dict[str, Json]) -> None:
        fields["branched"] = []

    with pytest.raises(LogError, match=r"^line 1, \$.branched: expected a version, or no such key"):
        cardkit.loads(changed(MATCH, 1, branched))


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
