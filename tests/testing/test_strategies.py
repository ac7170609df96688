"""The strategies give matches and moves, and what they find shrinks to something small."""

from typing import TypeAlias

from hypothesis import find, given, settings
from hypothesis import strategies as st

from cardkit.match import Match
from cardkit.rejections import Rejected
from cardkit.testing.strategies import junk, legal_moves, matches, moves
from tests.testing.tiny import TINY, Event, Glimpse, Memory, Move, Options, State, View

TinyMatch: TypeAlias = Match[Move, Event, State, View, Glimpse, Memory, Options]

QUICK = settings(max_examples=30, deadline=None, derandomize=True, database=None)


@QUICK
@given(matches(TINY, options=st.builds(Options, deals=st.integers(1, 3)), most=12), st.data())
def test_a_match_can_be_played_on_with_any_legal_move(match: TinyMatch, data: st.DataObject) -> None:
    if match.actors:
        seat, move = data.draw(legal_moves(match))

        assert match.play(move, seat).version > match.version


@QUICK
@given(matches(TINY, seats=st.just(3), least=2, most=4))
def test_a_match_has_as_many_seats_and_moves_as_wanted(match: TinyMatch) -> None:
    assert match.header.seats == 3
    assert 2 <= match.state.moved <= 4


@QUICK
@given(matches(TINY, most=12), moves(TINY, 2), st.integers(0, 1))
def test_any_move_is_legal_or_rejected(match: TinyMatch, move: Move, seat: int) -> None:
    legal = move in match.legal(seat)
    try:
        match.play(move, seat)
    except Rejected:
        assert not legal
    else:
        assert legal


@QUICK
@given(junk())
def test_junk_is_no_move(thing: object) -> None:
    assert all(thing is not move for move in TINY.moves(2, Options()))


def test_what_is_found_shrinks_to_the_shortest_match_and_a_plain_seed() -> None:
    found = find(matches(TINY, most=30), lambda match: match.state.moved >= 3, settings=QUICK)

    assert found.header.seats == 2
    assert found.header.seed == "0"
    assert found.state.moved == 3
    assert found.by == 0
