"""The engine's own events, recorded in every match beside the events of its game."""

from typing import TypeAlias

from attrs import frozen

from cardkit.language import Language, in_language
from cardkit.phrases import SAYS
from cardkit.seats import Seat

__all__ = ["Committed", "EngineEvent", "Undone", "sentence_of"]


@frozen
class Committed:
    """The first event of a match. From here on the seed is fixed, and still secret."""

    commitment: str
    entropy: tuple[tuple[Seat, str], ...]
    """The entropy that players gave, by seat. It is mixed into the seed."""


@frozen
class Undone:
    """A seat took its last move back. The match is again as it was at version `to`."""

    to: int
    agreed: tuple[Seat, ...] = ()
    """All seats, if the undo needed everybody's consent. Empty if nobody had learned anything from the move."""


EngineEvent: TypeAlias = Committed | Undone
"""An event of the engine itself. Everybody sees it as it is."""


def sentence_of(event: EngineEvent, language: Language) -> str:
    """Return a sentence about the event, in the language closest to this one."""
    match event:
        case Committed(commitment, _):
            return in_language(SAYS["committed"], language).format(commitment=commitment)
        case Undone(to=to):
            return in_language(SAYS["undone"], language).format(version=to)
