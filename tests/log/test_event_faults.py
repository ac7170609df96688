"""Events that are sealed as they should be, and still can't be what happened."""

import pytest

import cardkit
from cardkit.game import Json
from cardkit.games.thirteen.cards import CARDS
from cardkit.rejections import LogError
from tests.log.logs import Change, bodies, changed, out, played, rewritten, sealed, to

MATCH = played(2)
"""Its lines: the header, the commitment, the opening, the deal (4), and two plays (5 and 6)."""


def deep(*place: int, value: Json) -> Change:
    def change(fields: dict[str, Json]) -> None:
        part = fields["hands"]
        for index in place[:-1]:
            assert isinstance(part, list)
            part = part[index]
        assert isinstance(part, list)
        part[place[-1]] = value

    return change


ONE_OF = f"expected one of {', '.join(CARDS)}"
HELD = (*MATCH.at(3).state.hands[1], MATCH.at(3).state.stock[0])
ABSENT = next(card for card in CARDS if card not in HELD)


@pytest.mark.parametrize(
    ("line", "change", "path", "message"),
    [
        (5, out("n"), "$.n", "expected the number of the event"),
        (5, to("n", "4"), "$.n", "expected the number of the event"),
        (5, to("n", True), "$.n", "expected the number of the event"),
        (5, to("n", 4.0), "$.n", "expected the number of the event"),
        (5, to("n", 10**4000), "$.n", "event 1000"),
        (5, out("by"), "$.by", "expected a seat from 0 to 2"),
        (5, to("by", None), "$.by", "expected a seat from 0 to 2"),
        (5, to("by", True), "$.by", "expected a seat from 0 to 2"),
        (5, to("by", 3), "$.by", "expected a seat from 0 to 2"),
        (5, to("by", -1), "$.by", "expected a seat from 0 to 2"),
        (3, to("by", 0), "$.by", "expected null: nobody moves in the opening"),
        (5, to("more", "1"), "$.more", "expected a whole number from 1, or nothing"),
        (5, to("more", -1), "$.more", "expected a whole number from 1, or nothing"),
        (5, to("more", True), "$.more", "expected a whole number from 1, or nothing"),
        (5, to("more", None), "$.more", "expected a whole number from 1, or nothing"),
        (5, to("more", 1), "$", "isn't written as a log is"),  # in its place, after by
        (3, to("more", 5), "$.more", "expected 1: the line before says so"),
        (3, out("more"), "$.more", "expected 1: the line before says so"),
        (5, to("type", "thirteen.played_out"), "$.type", "unknown type of event; known: cardkit.committed,"),
        (5, to("type", None), "$.type", "no type of event; known: cardkit.committed, cardkit.undone, thirteen.opened"),
        (5, to("type", ["thirteen.played"]), "$.type", "unknown type of event"),
        (5, out("type"), "$.type", "no type of event"),
        (5, to("v", 2), "$.v", "schema version 2 of thirteen.played is newer than 1, which this cardkit knows"),
        (5, to("v", 10**4000), "$.v", "of thirteen.played is newer than 1, which this cardkit knows"),
        (5, to("v", 0), "$.v", "expected a schema version, a whole number from 1"),
        (5, to("v", True), "$.v", "expected a schema version"),
        (5, to("v", "1"), "$.v", "expected a schema version"),
        (5, out("v"), "$.v", "expected a schema version"),
        (5, to("card", "b3"), "$.card", ONE_OF),
        (5, to("card", 7), "$.card", ONE_OF),
        (5, to("card", ["b7"]), "$.card", ONE_OF),
        (5, to("seat", "1"), "$.seat", "expected a whole number, found a text"),
        (5, to("seat", True), "$.seat", "expected a whole number, found true or false"),
        (5, to("seat", 1.0), "$.seat", "expected a whole number, found a number with a fraction"),
        (5, to("taken", None), "$.taken", "expected a list, found null"),
        (5, to("taken", "b7"), "$.taken", "expected a list, found a text"),
        (5, to("taken", {}), "$.taken", "expected a list, found an object"),
        (5, to("drawn", "x1"), "$.drawn", ONE_OF),
        (5, out("drawn"), "$.drawn", "missing"),
        (5, to("joker", 1), "$", "unknown key 'joker'"),
        (5, to("line\nbreak", 1), "$", r"unknown key 'line\nbreak'"),
        (4, to("hands", 5), "$.hands", "expected a list, found a whole number"),
        (4, deep(1, value=5), "$.hands[1]", "expected a list, found a whole number"),
        (4, deep(1, 0, value="b3"), "$.hands[1][0]", ONE_OF),
        (4, deep(2, 4, value=None), "$.hands[2][4]", ONE_OF),
        (2, to("commitment", 1), "$.commitment", "expected a text, found a whole number"),
        (2, to("entropy", [[0, 1]]), "$.entropy[0][1]", "expected a text, found a whole number"),
        (2, to("entropy", [[0]]), "$.entropy[0]", "expected a list of 2"),
        (2, to("entropy", [[0, "x"]]), "$", "commits to another seed or entropy than the header"),
        (5, to("seat", 7), "$", "the event doesn't fit the match so far (IndexError)"),
        (5, to("card", ABSENT), "$", "the event doesn't fit the match so far (without: 'b4' isn't among"),
    ],
)  # fmt: skip
def test_a_fault_of_an_event_is_named_by_its_line_and_place(
    line: int, change: Change, path: str, message: str
) -> None:
    with pytest.raises(LogError) as caught:
        cardkit.loads(changed(MATCH, line, change))

    assert (caught.value.line, caught.value.path) == (line, path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"seat":1', '"seat": 1', "isn't written as a log is"),
        ('"seat":1', '"seat":1,"seat":1', "isn't written as a log is"),
        ('"seat":1', '"seat":2,"seat":1', "isn't written as a log is"),
        ('"onto":"', '"onto":"\\u0062lue","onto":"', "isn't written as a log is"),
        ('"by":1', '"by":1,"more":0', "isn't written as a log is"),
        ('"type":"thirteen.played","v":1', '"v":1,"type":"thirteen.played"', "isn't written as a log is"),
        ('{"n":4,"by":1', '{"by":1,"n":4', "isn't written as a log is"),
        ('"seat":1', '"seat":NaN', "NaN isn't valid JSON"),
        ('"seat":1', '"seat":Infinity', "Infinity isn't valid JSON"),
        ('"seat":1', '"seat":1e999', "$.seat: expected a whole number, found a number with a fraction"),
        ('"seat":1', '"seat":' + "1" * 4000, "doesn't fit the match so far"),
        ('"seat":1', '"seat":' + "1" * 5000, "a number in it has too many digits"),
        ('"seat":1', '"seat":' + "[" * 100_000, "nested too deeply"),
        ('"seat":1', '"seat":' + '{"a":' * 100_000, "nested too deeply"),
        ('"seat":1', '"seat":1,"deep":' + "[" * 500 + "]" * 500, "unknown key 'deep'"),
        ('"seat":1', '"seat":-0', "isn't written as a log is"),
        ('"seat":1', '"seat":01', "invalid JSON"),
        ('"seat":1', '"seat":1,', "invalid JSON"),
        ('"seat":1', '"seat":1,"half":"\\ud800"', "unknown key 'half'"),
    ],
)  # fmt: skip
def test_an_event_is_written_in_just_one_way(old: str, new: str, message: str) -> None:
    with pytest.raises(LogError, match=r"^line 5") as caught:
        cardkit.loads(rewritten(MATCH, 5, old, new))

    assert message in str(caught.value)


def test_a_match_begins_with_its_commitment() -> None:
    lines = bodies(cardkit.dumps(MATCH))
    opening = lines[2].replace('"n":2', '"n":1')

    with pytest.raises(LogError, match=r"^line 2: the first event must be the commitment to the seed$"):
        cardkit.loads(sealed([lines[0], opening]))


def test_a_match_commits_to_its_seed_once() -> None:
    lines = bodies(cardkit.dumps(MATCH))
    again = lines[1].replace('"n":1,"by":null,"more":2', '"n":4,"by":1')

    with pytest.raises(LogError, match=r"^line 5: commits to another seed or entropy than the header$"):
        cardkit.loads(sealed([*lines[:4], again]))


def test_the_events_of_one_move_are_of_one_seat() -> None:
    match = played(50)
    lines = bodies(cardkit.dumps(match))
    scored = next(number for number, line in enumerate(lines) if "thirteen.scored" in line)
    lines[scored] = lines[scored].replace('"by":2', '"by":1')

    with pytest.raises(
        LogError, match=r"\$.by: the line before belongs to a move that goes on, of another seat"
    ):
        cardkit.loads(sealed(lines))


def test_a_log_that_ends_inside_a_move_is_not_whole() -> None:
    lines = bodies(cardkit.dumps(played(50)))
    scored = next(number for number, line in enumerate(lines) if "thirteen.scored" in line)

    with pytest.raises(LogError, match=f"^line {scored + 1}: the log ends inside a move: 1 more"):
        cardkit.loads(sealed(lines[: scored + 1]))
