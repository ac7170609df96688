"""What is listed is accepted, and nothing else is: the same question to every game."""

from collections.abc import Callable
from typing import TypeVar

import attrs
import pytest

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.opening import begin
from cardkit.rejections import ENGINE_CODES, Rejected

__all__ = ["check_listed", "refused", "untyped"]

Answer = TypeVar("Answer")


def check_listed(match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> None:
    """Let every seat try every move of the game: only listed ones may bring events. The state must stay as it is."""
    game, before = match.game, repr(match.state)
    refusals = {*ENGINE_CODES, *game.rejections} - {"not_a_move", "not_legal"}
    for seat in range(match.header.seats):
        legal = match.legal(seat)
        for move in game.moves(match.header.seats, match.header.options):
            answer = _answer(match, seat, move)
            assert answer == "accepted" if move in legal else answer in refusals, (seat, move)
    assert repr(match.state) == before


def _answer(match: Match[Move, Event, State, View, Glimpse, Memory, Options], seat: int, move: Move) -> str:
    """Return how the game answers. `pytest.raises` would take ten times as long as all the rest."""
    try:
        return "accepted" if match.play(move, seat).version > match.version else "no event"
    except Rejected as refused:
        return refused.code if str(refused) else "refused without a word"


def refused(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    state: State,
    seat: int | None,
    move: Move | str,
) -> Rejected:
    """Return why the seat can't make the move in this position, which stays as it is."""
    match = attrs.evolve(begin(game, seats, None, "a seed", None), state=state)
    before = repr(state)
    with pytest.raises(Rejected) as caught:
        match.play(move, seat)
    assert repr(state) == before
    assert str(caught.value)
    return caught.value


def untyped(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the function, as one may call it who doesn't look at types."""
    return function
