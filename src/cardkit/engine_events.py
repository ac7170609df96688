"""The engine's own events: what is recorded of every match besides the events of its game."""

from typing import Final, TypeAlias

from attrs import frozen

from cardkit.language import Language, in_language
from cardkit.seats import Seat

__all__ = ["Committed", "EngineEvent", "Undone", "sentence_of"]


@frozen
class Committed:
    """The first event of a match: from here on the seed is fixed, and still secret."""

    commitment: str
    entropy: tuple[tuple[Seat, str], ...]
    """What players gave to be mixed into the seed, by seat."""


@frozen
class Undone:
    """A seat's last move was taken back. The match stands again where it stood at version `to`."""

    to: int
    agreed: tuple[Seat, ...] = ()
    """All seats, if the undo needed everybody's consent. Empty if nobody had learned anything from the move."""


EngineEvent: TypeAlias = Committed | Undone
"""An event of the engine itself. Everybody sees it as it is."""

_COMMITTED: Final[dict[Language, str]] = {
    "en": "The seed is fixed; its commitment is {}.",
    "de": "Der Startwert steht fest; seine Festlegung ist {}.",
    "nl": "De startwaarde ligt vast; haar vastlegging is {}.",
}
_UNDONE: Final[dict[Language, str]] = {
    "en": "The last move is taken back; the match stands as it did at version {}.",
    "de": "Der letzte Zug ist zurückgenommen; die Partie steht wieder wie bei Version {}.",
    "nl": "De laatste zet is teruggenomen; de partij staat weer zoals bij versie {}.",
}


def sentence_of(event: EngineEvent, language: Language) -> str:
    """Say in one sentence what happened, in the language closest to this one."""
    match event:
        case Committed(commitment, _):
            return in_language(_COMMITTED, language).format(commitment)
        case Undone(to=to):
            return in_language(_UNDONE, language).format(to)
