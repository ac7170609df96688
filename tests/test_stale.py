"""Staleness is by seat: what others do unseen makes no move stale, and a double click still counts once."""

from typing import Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit.chance import SeededChance
from cardkit.engine_events import Undone
from cardkit.game import AnyGame, any_game
from cardkit.match import AnyMatch, Match
from cardkit.registry import BUILT_IN
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from tests.testing import at_once
from tests.testing.at_once import AT_ONCE, AtOnce, Event, Glimpse, Memory, Options, Pick, State, View

OPEN: Final = 2
"""The version of a match of At Once before the first pick."""


def begun(
    game: AtOnce = AT_ONCE, *, seats: int = 2, rounds: int = 2
) -> Match[Pick, Event, State, View, Glimpse, Memory, Options]:
    match = cardkit.start(game, seats, Options(rounds), "picks")
    assert match.version == OPEN
    return match


def stale(match: AnyMatch, seat: Seat | None, expect: int) -> str:
    """Return what a seat with a stale move is told."""
    with pytest.raises(Rejected) as caught:
        match.play(match.legal(match.actors[0])[0], seat, expect)
    assert caught.value.code == "stale_version"
    return str(caught.value)


# --- simultaneous moves


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_all_who_saw_the_same_version_may_move_in_any_order(order: tuple[Seat, ...]) -> None:
    match = begun(seats=3)

    for seat in order:
        match = match.play(Pick(seat), seat, OPEN)

    assert match.events[-1] == at_once.Shown((0, 1, 2))


def test_a_double_click_counts_once() -> None:
    match = begun()
    for click in (0, 1):
        match = match.play(Pick(1), click, OPEN)

    assert match.actors == (0, 1)  # the next round: without a version both could pick again
    for seat in (0, 1):
        assert stale(any_match(match), seat, OPEN) == (
            f"seat {seat} has moved since version 2; the match is at version 5: look again"
        )


def showing_who_picked(state: State, viewer: Viewer) -> View:
    return View(tuple(None if number is None else 0 for number in state.numbers), state.rounds)


def test_seats_that_see_who_has_moved_can_still_move_at_the_same_time() -> None:
    match = begun(attrs.evolve(AT_ONCE, view=showing_who_picked)).play(Pick(1), 0, OPEN)
    assert match.view(1) != match.at(OPEN).view(1)

    assert match.play(Pick(1), 1, OPEN).version == 5


def test_a_move_is_stale_when_the_table_has_changed_while_others_were_to_move() -> None:
    start = cardkit.start("thirteen", 3, seed="turns")
    seen = start.play(start.legal()[0])
    back = seen.undo(1, agreed=range(3))
    other = back.play(back.legal()[-1])
    assert other.legal(2) == seen.legal(2)

    assert stale(other, 2, seen.version) == (
        "what seat 2 sees or may do has changed since version 4; the match is at version 6: look again"
    )


def test_a_move_is_stale_when_the_seats_legal_moves_have_changed() -> None:
    def all_but_the_first_number(state: State, seat: Seat) -> tuple[Pick, ...]:
        moves = at_once.legal(state, seat)
        return moves if state.numbers.count(None) == len(state.numbers) else moves[1:]

    match = begun(attrs.evolve(AT_ONCE, legal=all_but_the_first_number)).play(Pick(1), 0, OPEN)

    assert "may do has changed" in stale(any_match(match), 1, OPEN)


def test_when_it_becomes_a_seats_turn_an_older_version_is_stale() -> None:
    match = cardkit.start("thirteen", 3, seed="turns")
    before = match.version
    match = match.play(match.legal()[0])

    assert "may do has changed" in stale(match, 2, before)
    assert "may do has changed" in stale(match, None, before)


# --- versions that never were


@pytest.mark.parametrize("expect", [-1, 0, 1, 4, 6, 10**30, True, 3.5, "3", []])
def test_a_version_that_the_match_never_had_is_stale(expect: object) -> None:
    match = any_match(begun().play(Pick(1), 0).play(Pick(1), 1))  # versions 2, 3, 5

    for seat in (0, 1, None):
        with pytest.raises(Rejected) as caught:
            match.play(match.legal(0)[0], seat, expect)  # type: ignore[arg-type]  # meant

        assert caught.value.code == "stale_version"
        assert str(caught.value).startswith("there is no version ")
        assert str(caught.value).endswith("; the match is at version 5: look again")


def test_who_is_meant_is_asked_before_what_they_saw() -> None:
    match = any_match(begun().play(Pick(1), 0))

    for seat, code in ((7, "no_such_seat"), ("1", "no_such_seat"), (0, "stale_version")):
        with pytest.raises(Rejected) as caught:
            match.play(match.legal(1)[0], seat, OPEN)  # type: ignore[arg-type]  # meant
        assert caught.value.code == code
    several = any_match(begun(seats=3).play(Pick(1), 0))
    with pytest.raises(Rejected) as caught:
        several.play(several.legal(1)[0], None, OPEN)
    assert caught.value.code == "seat_needed"


# --- moves that were taken back


def test_a_pick_that_another_seat_took_back_makes_no_move_stale() -> None:
    match = begun().play(Pick(1), 0, OPEN).undo(0)

    assert match.play(Pick(1), 1, OPEN).play(Pick(2), 0, match.version).version == 7


def test_who_took_a_move_back_has_moved() -> None:
    match = begun().play(Pick(1), 0, OPEN).undo(0)

    for expect in (OPEN, 3):
        assert "seat 0 has moved since" in stale(any_match(match), 0, expect)


def test_a_seat_whose_move_was_taken_back_along_with_anothers_has_to_look_again() -> None:
    first = begun(seats=3).play(Pick(1), 0).play(Pick(2), 1)
    seen = first.version
    back = first.undo(0, agreed=(0, 1, 2))
    assert back.view(2) == first.view(2)

    assert "a move of seat 1 was taken back since" in stale(any_match(back), 1, seen)
    assert back.play(Pick(0), 2, seen).by == 2  # to seat 2 nothing has changed


# --- matches with another past


def test_a_match_that_was_read_from_its_log_judges_alike() -> None:
    match = begun().play(Pick(1), 0, OPEN).undo(0).play(Pick(2), 0)
    read = cardkit.loads(cardkit.dumps(match), AT_ONCE)

    assert read.play(Pick(1), 1, OPEN) == match.play(Pick(1), 1, OPEN)
    with pytest.raises(Rejected, match="seat 0 has moved"):
        read.play(Pick(1), 0, OPEN)


def test_a_branch_judges_by_its_own_past() -> None:
    match = begun().play(Pick(1), 0).play(Pick(1), 1)
    branch = match.branch(3, "other chance")

    assert branch.play(Pick(1), 1, OPEN).version == 5
    assert "no version 5;" in stale(any_match(branch), 1, 5)


# --- secrecy


@pytest.mark.parametrize("clicks", [(0,), (0, 1)])
def test_a_refusal_is_the_same_whatever_the_others_picked(clicks: tuple[Seat, ...]) -> None:
    told: set[str] = set()
    for secret in range(3):
        match = begun(seats=3).play(Pick(secret), 2)
        for seat in clicks:
            match = match.play(Pick(1), seat)
        told.add(stale(any_match(match), 0, OPEN))

    assert len(told) == 1


# --- the definition


def is_stale(match: AnyMatch, seat: Seat, expect: int) -> bool:
    """Judge by the letter: the seat moved, a move of its own was taken back, or its legal moves have changed.

    Or its view has changed, and at some version since then it was not to move.
    """
    entries = match.log.entries
    ends = [entry.n for entry in entries if entry.more == 0]
    if expect not in ends:
        return True
    standing: list[tuple[int, Seat | None]] = []
    for entry in entries:
        if isinstance(entry.event, Undone):
            gone = [by for n, by in standing if n > entry.event.to]
            standing = [(n, by) for n, by in standing if n <= entry.event.to]
            if entry.n > expect and (entry.by == seat or seat in gone):
                return True
        elif entry.more == 0:
            standing.append((entry.n, entry.by))
            if entry.n > expect and entry.by == seat:
                return True
    then = match.at(expect)
    if then.legal(seat) != match.legal(seat):
        return True
    to_move = all(seat in match.at(version).actors for version in ends if version >= expect)
    return not to_move and then.view(seat) != match.view(seat)


@given(key=st.sampled_from([*BUILT_IN, "at_once"]), seed=st.integers(0, 10**6), data=st.data())
def test_for_any_match_and_any_version_the_answer_is_that_of_the_definition(
    key: str, seed: int, data: st.DataObject
) -> None:
    game = any_game(AT_ONCE) if key == "at_once" else cardkit.game(key)
    match = random_match(game, data.draw(st.sampled_from(game.seats)), f"{seed}")

    for seat in range(match.header.seats):
        for expect in range(-1, match.version + 2):
            assert refused_as_stale(match, seat, expect) == is_stale(match, seat, expect)


def random_match(game: AnyGame, seats: int, seed: str) -> AnyMatch:
    """Return some moves of a match; now and then one is taken back, or everybody agrees to take back several."""
    chance = SeededChance(seed)
    match = cardkit.start(game, seats, {"rounds": 3} if game.key == "at_once" else None, seed)
    for step in range(chance.below("moves", 9)):
        here = chance.at(step)
        if not match.actors:
            break
        standing = [one.by for one in match.standing() if one.by is not None]
        if standing and here.below("undo", 3) == 0:
            match = match.undo(standing[here.below("of", len(standing))], range(seats))
            continue
        seat = match.actors[here.below("seat", len(match.actors))]
        moves = match.legal(seat)
        match = match.play(moves[here.below("move", len(moves))], seat)
    return match


def refused_as_stale(match: AnyMatch, seat: Seat, expect: int) -> bool:
    moves = match.legal(seat) or (None,)
    try:
        match.play(moves[0], seat, expect)
    except Rejected as refusal:
        return refusal.code == "stale_version"
    return False


def any_match(match: Match[Pick, Event, State, View, Glimpse, Memory, Options]) -> AnyMatch:
    return cardkit.loads(cardkit.dumps(match), any_game(match.game))
