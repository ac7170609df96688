"""What the clock of a match on a server shows, in words: the time of each seat, and what has happened to it."""

from collections.abc import Iterator, Sequence

from cardkit.game import Json
from cardkit.language import Language, listed
from cardkit_api.messages import ClockStatus, MatchStatus, SeatTime
from cardkit_cli.phrases import phrase
from cardkit_cli.server.status import names_of
from cardkit_cli.server.terms import terms_sentences
from cardkit_cli.times import clock_face

__all__ = ["clock_sentences", "clock_texts", "fact_sentence", "seat_note", "time_text"]


def time_text(one: SeatTime, passed: int = 0) -> str:
    """Return what a seat has left, that many milliseconds later; an empty text if its time doesn't count."""
    left = one.left if one.opening is None else one.opening
    if left is None:
        return ""
    return clock_face(left - passed if one.runs else left)


def seat_note(one: SeatTime, language: Language, *, is_bot: bool) -> str:
    """Return a note for the name of a player who isn't there; else an empty text."""
    if one.bot and not is_bot:
        return phrase("bot plays", language, bot=one.bot)
    return phrase("late", language) if one.out_of_time else ""


def clock_texts(match: MatchStatus, language: Language) -> list[tuple[object, ...]]:
    """Return for each seat its number, its player, its time and a note."""
    clock: ClockStatus | None = None if match.timing is None else match.timing.clock
    return [
        (
            seat.seat,
            name,
            "" if seat.holder == "bot" else time_text(one),
            seat_note(one, language, is_bot=seat.holder == "bot"),
        )
        for seat, name, one in zip(match.seats, names_of(match), clock.seats if clock else (), strict=False)
    ]


def clock_sentences(match: MatchStatus, language: Language) -> Iterator[str]:
    """Yield the control, and what is asked of the players."""
    timing, names = match.timing, names_of(match)
    if timing is None:
        return
    yield next(terms_sentences(match, language))
    if timing.clock is not None and timing.clock.paused:
        yield phrase("paused", language)
    if timing.pause:
        yield phrase("pause asked", language, names=listed([names[seat] for seat in timing.pause], language))
    if timing.late is not None:
        wanted = listed([names[seat] for seat in timing.replace], language)
        yield phrase("replace asked", language, names=wanted, name=names[timing.late])


def fact_sentence(fact: dict[str, Json], names: Sequence[str], language: Language) -> str:
    """Return what has happened to the clock, in a sentence. A newer server may tell more: then it is empty."""
    match fact:
        case {"type": "flagged", "seat": int(seat)}:
            return phrase("flagged", language, name=names[seat])
        case {"type": "taken_over", "seat": int(seat), "bot": str(bot)}:
            return phrase("taken over", language, name=names[seat], bot=bot)
        case {"type": "returned", "seat": int(seat)}:
            return phrase("returned", language, name=names[seat])
        case {"type": "paused"}:
            return phrase("paused", language)
        case {"type": "resumed", "seat": int(seat)}:
            return phrase("resumed", language, name=names[seat])
        case {"type": "given", "seat": int(seat), "to": int(to), "time": int(time)}:
            return phrase("given", language, name=names[seat], to=names[to], time=clock_face(time))
        case _:
            return ""
