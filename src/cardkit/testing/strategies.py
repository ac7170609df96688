"""Hypothesis strategies for matches and moves. They need the extra `cardkit[testing]`.

A failing example shrinks to a short match with the first legal moves and a simple seed.
"""

from cardkit.extras import needs_extra
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.opening import begin
from cardkit.testing.junk import JUNK

with needs_extra("testing"):
    from hypothesis import strategies as st

__all__ = ["junk", "legal_moves", "matches", "moves"]

SEEDS = st.integers(min_value=0, max_value=2**32).map(str)
PICK = st.integers(min_value=0, max_value=2**16)


@st.composite
def matches(
    draw: st.DrawFn,
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    *,
    seats: st.SearchStrategy[int] | None = None,
    options: st.SearchStrategy[Options] | None = None,
    seeds: st.SearchStrategy[str] = SEEDS,
    least: int = 0,
    most: int = 60,
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """Draw a match of a game after `least` to `most` legal moves, or fewer if the match ends before that."""
    number = draw(st.sampled_from(game.seats) if seats is None else seats)
    house_rules = game.options() if options is None else draw(options)
    match = begin(game, number, house_rules, draw(seeds), None)
    for pick in draw(st.lists(PICK, min_size=least, max_size=most)):
        turns = [(seat, move) for seat in match.actors for move in match.legal(seat)]
        if not turns:
            break
        seat, move = turns[pick % len(turns)]
        match = match.play(move, seat)
    return match


def legal_moves(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
) -> st.SearchStrategy[tuple[int, Move]]:
    """Return the moves that may be played next, each with its seat. None can be drawn when the match is over."""
    return st.sampled_from([(seat, move) for seat in match.actors for move in match.legal(seat)])


def moves(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], seats: int, options: Options | None = None
) -> st.SearchStrategy[Move]:
    """Return all moves that exist with these seats and options, legal now or not."""
    return st.sampled_from(game.moves(seats, game.options() if options is None else options))


def junk() -> st.SearchStrategy[object]:
    """Return things that aren't moves."""
    return st.sampled_from(JUNK)
