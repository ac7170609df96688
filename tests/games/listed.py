"""What is listed is accepted, and nothing else is: the same question to every game."""

from cardkit.game import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.rejections import ENGINE_CODES, Rejected

__all__ = ["check_listed"]


def check_listed(match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> None:
    """Every seat tries every move of the game: just those that are listed bring events. The state stays as it is."""
    game, before = match.game, repr(match.state)
    refusals = {*ENGINE_CODES, *game.rejections}
    for seat in range(match.header.seats):
        legal = match.legal(seat)
        for move in game.moves(match.header.seats, match.header.options):
            answer = _answer(match, seat, move)
            assert answer == "accepted" if move in legal else answer in refusals, (seat, move)
    assert repr(match.state) == before


def _answer(match: Match[Move, Event, State, View, Glimpse, Memory, Options], seat: int, move: Move) -> str:
    """`pytest.raises` would take ten times as long as all the rest."""
    try:
        return "accepted" if match.game.decide(match.state, seat, move, match.chance) else "no event"
    except Rejected as refused:
        return refused.code if str(refused) else "refused without a word"
