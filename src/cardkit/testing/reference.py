"""Comparing a game with your own reference implementation: the same matches, move by move."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, TypeVar

from attrs import frozen

from cardkit.chance import SeededChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.opening import begin
from cardkit.rejections import CardkitError
from cardkit.seats import Seat
from cardkit.testing.differences import describe_difference
from cardkit.testing.trial import describe_error, game_events, settings

__all__ = ["Compared", "Differs", "Reference", "beside"]

SomeEvent = TypeVar("SomeEvent", contravariant=True)

LONGEST: Final = 5_000
"""The number of moves after which a match is broken off."""


class Reference(Protocol[SomeEvent]):
    """One match, as the reference implementation plays it. Moves are named by their short texts.

    It draws nothing itself: the events that it gets hold everything that was drawn from chance.
    """

    def actors(self) -> Iterable[Seat]:
        """Return the seats that may move now; none when the match is over."""
        ...

    def legal(self, seat: Seat) -> Iterable[str]:
        """Return the short texts of the seat's legal moves, in any order."""
        ...

    def play(self, seat: Seat, move: str, events: Sequence[SomeEvent]) -> None:
        """Play the move. `events` are its events in cardkit; take from them what was drawn from chance."""
        ...

    def totals(self) -> Sequence[int] | None:
        """Return the result by seat once the match is over; `None` before."""
        ...


@frozen
class Compared:
    """The numbers of matches and moves that were compared and found equal."""

    matches: int
    moves: int


class Differs(CardkitError, AssertionError):
    """The game and its reference differ. Pass `seed` and `turns` to `replay` to see where."""

    def __init__(self, reason: str, seats: int, options: object, seed: str, turns: tuple[str, ...]) -> None:
        played = ", ".join(f'"{turn}"' for turn in turns)
        super().__init__(
            f"{reason}\n"
            f"  Shortest match that shows it, {len(turns)} {'move' if len(turns) == 1 else 'moves'}:\n"
            f'  replay(GAME, {seats}, {options}, "{seed}", [{played}])'
        )
        self.reason = reason
        self.seed = seed
        self.turns = turns


def beside(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    reference: Callable[[int, Options, Sequence[Event]], Reference[Event]],
    *,
    options: Iterable[Options] | None = None,
    seats: Iterable[int] | None = None,
    matches: int = 100,
    seed: str = "beside",
) -> Compared:
    """Play random matches of the game and of a reference side by side. Raise `Differs` if they differ.

    `reference(seats, options, events)` begins a match; `events` are those of the opening, with the deal. After the
    opening and after each move, the seats to move, the legal moves of each seat and the result are compared. If
    several matches differ, the error holds the one with the fewest moves. The matches take the numbers of seats and
    the house rules in turn, as in `check_game`.
    """
    house_rules = (game.options(),) if options is None else tuple(options)
    numbers = tuple(game.seats if seats is None else seats)
    found: Differs | None = None
    moves = 0
    for setting in settings(numbers, house_rules, matches, seed):
        match = begin(game, *setting, None)
        most = LONGEST if found is None else len(found.turns) - 1
        reason, turns = _side_by_side(match, reference, most)
        moves += len(turns)
        if reason is not None:
            header = match.header
            found = Differs(reason, header.seats, header.options, header.seed or "", turns)
            if not turns:
                break
    if found is not None:
        raise found
    return Compared(matches, moves)


def _side_by_side(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    reference: Callable[[int, Options, Sequence[Event]], Reference[Event]],
    most: int,
) -> tuple[str | None, tuple[str, ...]]:
    """Return the first difference within `most` moves, if there is one, and the turns up to it."""
    game, turns = match.game, list[str]()
    try:
        other = reference(match.header.seats, match.header.options, game_events(match))
        while (reason := _difference(match, other)) is None and match.actors and len(turns) < most:
            chance = SeededChance(f"{match.header.seed}, beside", match.version)
            seat = match.actors[chance.below("seat", len(match.actors))]
            legal = match.legal(seat)
            move = legal[chance.below("move", len(legal))]
            match = match.play(move, seat)
            turns.append(f"{seat} {game.say(move)}")
            other.play(seat, game.say(move), game_events(match))
    except Exception as error:  # the author's own code may raise anything
        reason = f"playing the two side by side {describe_error(error)}"
    return reason, tuple(turns)


def _difference(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options], other: Reference[Event]
) -> str | None:
    """Return what differs now: who may move, the legal moves, or the result."""
    game, here, there = match.game, f"in {match.game.key}", "in the reference"
    actors, others = sorted(match.actors), sorted(other.actors())
    if actors != others:
        return f"seats to move: {actors} {here} and {others} {there}"
    for seat in actors:
        mine, theirs = {game.say(move) for move in match.legal(seat)}, {*other.legal(seat)}
        if mine != theirs:
            only = [
                f"{', '.join(sorted(moves))} only {where}"
                for moves, where in ((mine - theirs, here), (theirs - mine, there))
                if moves
            ]
            return f"legal moves of seat {seat}: {'; '.join(only)}"
    outcome, totals = match.outcome, other.totals()
    result = None if outcome is None else tuple(outcome.totals)
    expected = None if totals is None else tuple(totals)
    return None if result == expected else f"totals: {describe_difference(result, expected, here, there)}"
