"""A match of any game: for functions that treat all games alike."""

from typing import Protocol, TypeGuard

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.match import AnyMatch, Match
from cardkit.rejections import shown

__all__ = ["SomeMatch", "any_match", "match_of"]


class SomeMatch(Protocol):
    """A match of any game, whatever is known of its types. Functions take it, and call `any_match`."""

    @property
    def game(self) -> object:
        """The game."""
        ...

    @property
    def version(self) -> int:
        """The number of events so far."""
        ...


def any_match(match: SomeMatch) -> AnyMatch:
    """Return the same match, with its types unknown. Use it where all matches are handled alike, as in a server."""
    if not _is_match(match):
        raise TypeError(f"{shown(match)} isn't a match")
    return match


def match_of(
    match: AnyMatch, game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """Return the same match, with the types of its game."""
    if not _is_of(match, game):
        raise TypeError(f"{shown(match)} isn't a match of {shown(game)}")
    return match


def _is_match(value: object) -> TypeGuard[AnyMatch]:
    return isinstance(value, Match)


def _is_of(
    match: AnyMatch, game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> TypeGuard[Match[Move, Event, State, View, Glimpse, Memory, Options]]:
    return any_game(game) is match.game
