"""Logs of older schemas open for ever, and stay as they are.

Once upon a time a play of thirteen had no `drawn` and no `taken` but said both in one list, `moved`.
"""

import json

import attrs
import pytest

import cardkit
from cardkit.codec import codec
from cardkit.game import Json, Upcaster
from cardkit.games.thirteen import GAME, Played, Thirteen
from cardkit.rejections import BrokenGame, LogError
from tests.log.logs import bodies, played, sealed, written

PLAYED = "thirteen.played"


def to_version_2(document: dict[str, Json]) -> dict[str, Json]:
    """Rename a field."""
    return {"seat" if key == "player" else key: value for key, value in document.items()}


def to_version_3(document: dict[str, Json]) -> dict[str, Json]:
    """Split what was taken from what was drawn."""
    moved = document.pop("moved")
    assert isinstance(moved, list)
    *taken, drawn = moved
    return {**document, "taken": taken, "drawn": drawn}


def with_upcasters(*steps: Upcaster, first: int = 1) -> Thirteen:
    upcasters = {(PLAYED, version): step for version, step in enumerate(steps, first)}
    return attrs.evolve(GAME, wire=attrs.evolve(GAME.wire, upcasters=upcasters))


NEWER = with_upcasters(to_version_2, to_version_3)
NOW = played(52, game=NEWER)
"""A match of the game as it is now, with a whole round in it: some of its moves have several events."""


def aged(line: str, version: int) -> str:
    """Return a line as it was written when its schema was that old."""
    fields: dict[str, Json] = json.loads(line + "}")
    if fields.get("type") != PLAYED:
        return line
    taken, drawn = fields.pop("taken"), fields.pop("drawn")
    assert isinstance(taken, list)
    fields |= {"v": version, "moved": [*taken, drawn]}
    if version == 1:
        fields = {"player" if key == "seat" else key: value for key, value in fields.items()}
    return written(fields)


LINES = bodies(cardkit.dumps(NOW))
OLD = sealed([aged(line, 1 + number % 3) if number % 3 < 2 else line for number, line in enumerate(LINES)])
"""The same match, begun long ago: its plays are of all three schemas."""


def test_the_newer_schema_is_written() -> None:
    assert f'"type":"{PLAYED}","v":3' in cardkit.dumps(NOW)
    assert '"v":1,"player"' not in cardkit.dumps(NOW)


def test_an_old_log_opens_and_its_events_have_the_new_shape() -> None:
    assert '"v":1,' in OLD
    assert '"player":' in OLD

    match = cardkit.loads(OLD, NEWER)

    assert match == NOW
    assert match.state == NOW.state
    assert [entry.event for entry in match.log.entries] == [entry.event for entry in NOW.log.entries]
    assert all(type(event) is Played for event in match.events[:1])


def test_an_old_log_is_written_as_it_was_with_its_own_seals() -> None:
    match = cardkit.loads(OLD, NEWER)

    assert cardkit.dumps(match) == OLD
    assert cardkit.receipts(match) == tuple(line[-66:-2] for line in OLD.splitlines()[1:])
    assert cardkit.dumps(cardkit.loads(cardkit.dumps(match), NEWER)) == OLD


def test_an_old_match_is_played_on_in_the_new_schema() -> None:
    match = cardkit.loads(OLD, NEWER)
    while match.outcome is None:
        match = match.play(match.legal()[0])

    text = cardkit.dumps(match)

    assert text.startswith(OLD)
    assert '"v":3' in text.removeprefix(OLD).partition("\n")[0]
    assert cardkit.loads(text, NEWER) == match
    assert cardkit.verify(match).complete
    assert cardkit.verify(text, NEWER).complete


def test_a_fork_of_an_old_match_keeps_the_lines_that_it_shares() -> None:
    match = cardkit.loads(OLD, NEWER).at(20)

    fork = match.play(match.legal()[-1])

    assert cardkit.dumps(fork).splitlines()[:21] == OLD.splitlines()[:21]
    assert cardkit.verify(fork).complete


def test_an_old_log_without_its_seed_opens_too() -> None:
    plain = cardkit.dumps(cardkit.loads(OLD, NEWER), with_seed=False)

    assert plain.splitlines()[1:] == OLD.splitlines()[1:]
    assert cardkit.loads(plain, NEWER).state == NOW.state


def test_the_log_as_a_value_knows_its_old_lines() -> None:
    log = cardkit.loads(OLD, NEWER).log

    assert cardkit.verify(log, NEWER).ok
    assert {entry.line is None for entry in log.entries} == {True, False}


def test_a_newer_schema_than_is_known_is_refused_by_name() -> None:
    number = next(number for number, line in enumerate(LINES, 1) if PLAYED in line)

    with pytest.raises(LogError) as caught:
        cardkit.loads(cardkit.dumps(NOW), with_upcasters(to_version_2))

    assert (caught.value.line, caught.value.path) == (number, "$.v")
    assert "schema version 3 of thirteen.played is newer than 2, which this cardkit knows" in str(
        caught.value
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"moved":',
            '"mowed":',
            "schema version 2 of thirteen.played can't be brought to 3 (KeyError (tests.log.test_upcasters, line",
        ),
        ('"player":', '"plyr":', "$.seat: missing"),
        ('"player":', '"player": ', "isn't written as a log is"),
        ('"moved":[', '"moved":[[],', "$.taken[0]: expected one of"),
    ],
)
def test_damage_in_an_old_line_is_named(old: str, new: str, message: str) -> None:
    lines = [aged(line, 1) for line in LINES]
    lines[6] = lines[6].replace(old, new, 1)

    with pytest.raises(LogError, match="line 7") as caught:
        cardkit.loads(sealed(lines), NEWER)

    assert message in str(caught.value)


def test_an_upcaster_may_fail_in_any_way() -> None:
    def broken(document: dict[str, Json]) -> dict[str, Json]:
        raise AttributeError("x" * 1000)

    with pytest.raises(LogError, match="can't be brought to 3") as caught:
        cardkit.loads(OLD, with_upcasters(to_version_2, broken))

    assert len(str(caught.value)) < 200


def test_glimpses_that_are_events_share_their_schema() -> None:
    messages = codec(NEWER)
    glimpse = NOW.glimpses(None)[-1]

    document = messages.glimpse_out(glimpse)

    assert document["v"] == (3 if document["type"] == PLAYED else 1)
    assert messages.glimpse_in(document) == glimpse


@pytest.mark.parametrize(
    "upcasters",
    [{(PLAYED, 2): to_version_3}, {("thirteen.plaid", 1): to_version_2}, {(PLAYED, 0): to_version_2}],
    ids=["a step is missing", "no such type", "no such version"],
)
def test_an_upcaster_that_leads_nowhere_is_the_games_fault(
    upcasters: dict[tuple[str, int], Upcaster],
) -> None:
    game = attrs.evolve(GAME, wire=attrs.evolve(GAME.wire, upcasters=upcasters))

    with pytest.raises(BrokenGame, match=r"upcaster of 'thirteen\.\w+', version \d: no event has this name"):
        codec(game)
