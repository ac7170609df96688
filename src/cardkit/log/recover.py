"""Recovery of a log whose end was lost, as in a crash while it was written."""

from typing import Generic, TypeVar, overload

from attrs import frozen

from cardkit import registry
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.log.lines import as_stream
from cardkit.log.read import EndsInsideMove, LogReader
from cardkit.match import AnyMatch, Match
from cardkit.rejections import LogError
from cardkit.some_match import SomeMatch, match_of

__all__ = ["Recovered", "recover", "recover_from"]

AMatch = TypeVar("AMatch", bound=SomeMatch)


@frozen
class Recovered(Generic[AMatch]):
    """The match that was recovered from a log without its end, and the lines that were dropped."""

    match: AMatch
    dropped: tuple[str, ...]
    """The lines that are not in the match, as far as they can be read."""
    reason: str
    """The reason for dropping them; empty if there are none."""


@overload
def recover(text: str | bytes, game: None = None) -> Recovered[AnyMatch]: ...
@overload
def recover(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> Recovered[Match[Move, Event, State, View, Glimpse, Memory, Options]]: ...
def recover(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options] | None = None
) -> Recovered[Match[Move, Event, State, View, Glimpse, Memory, Options]] | Recovered[AnyMatch]:
    """Return the match of a log that a crash may have cut off, up to its last complete move.

    Raise `LogError`, as `loads` does, if anything but the end is damaged.
    """
    if game is None:
        return recover_from(LogReader(as_stream(text), registry.game))
    found = recover_from(LogReader(as_stream(text), lambda _: any_game(game)))
    return Recovered(match_of(found.match, game), found.dropped, found.reason)


def recover_from(reader: LogReader) -> Recovered[AnyMatch]:
    """Do the same as `recover`, with a log that is read from a stream."""
    try:
        return Recovered(reader.match(), (), "")
    except LogError as error:
        lines = reader.lines
        at_end = lines.at_end() and (not lines.broken or isinstance(error, EndsInsideMove))
        if reader.latest is None or not at_end:
            raise
        dropped = tuple(line.decode(errors="replace") for line in lines.pending)
        return Recovered(reader.latest, dropped, str(error))
