"""What can be taken back in Push: whatever shows nobody anything new."""

from itertools import pairwise

from cardkit.games.push import Busted, Move, Place, Reveal, Secure, Stop, Take, Taken
from tests.games.push.scenes import PushMatch, start, steps


def last_moves(kind: type[Move], seed: str, reveal: float = 0.0) -> list[PushMatch]:
    """Return matches in which the last move is of this kind, and the match goes on."""
    made = steps(start(3, seed=seed), reveal=reveal)
    return [
        now
        for before, now in pairwise(made)
        if now.by is not None and now.outcome is None and played(before, now, kind)
    ]


def played(before: PushMatch, now: PushMatch, kind: type[Move]) -> bool:
    assert now.by is not None
    return any(isinstance(move, kind) and before.play(move) == now for move in before.legal())


def undoable(match: PushMatch) -> bool:
    assert match.by is not None
    return bool(match.undoable(match.by))


def test_placing_a_card_can_be_undone_until_the_next_one_is_turned_up() -> None:
    """the card stays up, and may be placed elsewhere"""
    for match in last_moves(Place, "a seed")[:25]:
        assert match.by is not None
        assert undoable(match)
        back = match.undo(match.by)
        assert match.previous is not None
        assert back.state == match.previous.state
        assert back.view(None).phase.moment == "placing"
        if match.view(None).phase.moment == "going":
            assert not undoable(match.play(Reveal()))


def test_turning_up_a_card_can_never_be_undone() -> None:
    """unless it was the only card that it can have been"""
    turned = [match for match in last_moves(Reveal, "a seed", 0.5) if match.view(None).stock]

    assert len(turned) > 50
    assert not any(undoable(match) for match in turned[::7])


def test_to_stop_or_to_secure_can_be_undone() -> None:
    for kind in (Stop, Secure):
        matches = last_moves(kind, "a seed")[:8]
        assert matches
        assert all(undoable(match) for match in matches)


def test_to_take_a_row_can_be_undone_if_no_die_was_rolled() -> None:
    matches = last_moves(Take, "a seed")[:25]
    rolled = [isinstance(match.events[0], Taken) and match.events[0].roll is not None for match in matches]

    assert {*rolled} == {True, False}
    assert [undoable(match) for match in matches] == [not roll for roll in rolled]


def test_a_bust_cannot_be_undone() -> None:
    busts = [match for match in last_moves(Reveal, "a seed", 0.95) if isinstance(match.events[0], Busted)]

    assert busts
    assert not any(undoable(match) for match in busts)
