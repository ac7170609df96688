"""Sentences for people about what happened in a match."""

from collections.abc import Iterable, Sequence

from cardkit.engine_events import EngineEvent, sentence_of
from cardkit.game import AnyGame
from cardkit.language import Language, check_language, closest, seat_name
from cardkit.rejections import Invalid

__all__ = ["seat_names", "sentences"]


def seat_names(seats: int, names: Sequence[str] | None, language: Language) -> tuple[str, ...]:
    """Return the names of the seats: as given, or "seat 0" and so on. Raise `Invalid` for too few or too many."""
    if names and len(names) != seats:
        raise Invalid("names", names, f"{seats} names, one a seat")
    return tuple(names or (seat_name(seat, None, language) for seat in range(seats)))


def sentences(
    game: AnyGame, seats: int, seen: Iterable[object], language: Language, names: Sequence[str] | None
) -> tuple[str, ...]:
    """Return a sentence for each of these events or glimpses of a match, as `Match.sentences` does."""
    spoken = language
    if language not in game.languages:
        check_language(language)
        spoken = closest((language,), game.languages)
    called = seat_names(seats, names, language)
    tell = game.tell
    return tuple(
        [
            sentence_of(each, language) if isinstance(each, EngineEvent) else tell(each, spoken, called)
            for each in seen
        ]
    )
