"""Taking moves back: granted when nobody has learned anything, and never forgotten by the log."""

import pytest

import cardkit
from cardkit.games.push import GAME as PUSH
from cardkit.games.push import Place, Reveal
from cardkit.games.thirteen import GAME as THIRTEEN
from cardkit.match import Match
from cardkit.record import Undone


def placed() -> Match[object, object, object, object, object, object, object]:
    """A match of Push whose last move is seat 0's placing of the first card."""
    match = cardkit.start("push", 3, seed="a fitting start")
    match = match.play(Reveal())
    assert isinstance(match.legal()[0], Place)
    return match.play(match.legal()[0])


def test_the_match_stands_as_it_did_and_the_log_keeps_the_move() -> None:
    match = placed()
    before = match.at(match.version - 1)

    back = match.undo(0)

    assert back.state == before.state
    assert back.version == match.version + 1
    assert back.log.entries[:-1] == match.log.entries
    assert back.log.entries[-1].event == Undone(before.version)
    assert back.log.entries[-1].by == 0


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everybody_sees_that_a_move_was_undone_and_knows_what_they_knew_before(viewer: int | None) -> None:
    match = placed()
    before = match.at(match.version - 1)

    back = match.undo(0)

    assert back.glimpses(viewer, since=match.version) == (Undone(before.version),)
    assert back.memory(viewer) == before.memory(viewer)
    assert back.view(viewer) == before.view(viewer)
    assert "taken back" in back.tell(viewer, since=match.version)[0]


def test_it_can_be_played_on_undone_again_saved_and_checked() -> None:
    match = placed().undo(0)
    match = match.play(match.legal()[0]).undo(0)
    match = match.play(match.legal()[0])

    again = cardkit.loads(cardkit.dumps(match))

    assert again == match
    assert again.memory(1) == match.memory(1)
    assert cardkit.verify(match).complete


def test_moves_before_the_last_one_can_be_undone_in_turn() -> None:
    match = placed()

    twice = match.play(cardkit.game("push").read("stop")).undo(0).undo(0)

    assert twice.state == match.at(match.version - 1).state
    assert not twice.undoable(0)  # the card that was turned up


@pytest.mark.parametrize(
    ("seat", "reason"), [(1, "the last move is that of seat 0"), (2, "the last move is that of seat 0")]
)
def test_only_the_seat_that_moved_last_may_undo(seat: int, reason: str) -> None:
    verdict = placed().undoable(seat)

    assert not verdict
    assert verdict.reason == reason


def test_a_move_that_told_anybody_anything_stays() -> None:
    match = cardkit.start(THIRTEEN, 3, seed="13")
    match = match.play(match.legal()[0])

    assert not match.undoable(1)
    with pytest.raises(cardkit.Rejected, match="somebody has learned something from it") as refusal:
        match.undo(1)
    assert refusal.value.code == "not_undoable"


def test_the_opening_stays() -> None:
    assert match_at_start().undoable(0).reason == "nobody has moved yet"


def match_at_start() -> cardkit.AnyMatch:
    return cardkit.start("push", 2, seed="start")


@pytest.mark.parametrize("seat", [3, -1, True, "0", None])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(cardkit.Rejected) as refusal:
        placed().undoable(seat)
    assert refusal.value.code == "no_such_seat"


def test_a_log_that_takes_back_another_move_is_refused() -> None:
    log = cardkit.dumps(placed().undo(0))
    wrong = log.replace('"to":3', '"to":2')
    assert wrong != log

    with pytest.raises(cardkit.LogError):
        cardkit.loads(wrong, PUSH)
