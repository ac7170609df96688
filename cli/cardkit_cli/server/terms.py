"""The terms of a match on a server, in sentences."""

import json
from collections.abc import Iterator

from cardkit.documents import Document
from cardkit.language import Language
from cardkit_api.messages import MatchStatus, Timing
from cardkit_cli.phrases import phrase
from cardkit_cli.times import control_text

__all__ = ["options_sentence", "terms_document", "terms_sentences"]


def terms_sentences(match: MatchStatus, language: Language) -> Iterator[str]:
    """Yield a sentence for each term that isn't the usual one. House rules aren't among them."""
    if match.timing is not None:
        yield _clock_sentence(match.timing, language)
    if match.takebacks != "ask":
        yield phrase(f"takebacks {match.takebacks}", language)
    if match.starts != "full" and match.status == "open":
        yield phrase(f"starts {match.starts}", language)
    if match.spectators != "public":
        yield phrase(f"spectators {match.spectators}", language, delay=match.delay)


def _clock_sentence(timing: Timing, language: Language) -> str:
    control = timing.control
    if control.kind == "none":  # nobody's time runs out
        return phrase("clock none", language)
    if control.kind == "days":
        text = phrase("clock day" if control.days == 1 else "clock days", language, days=control.days)
    else:
        text, _, cap = control_text(control).partition(" up to ")
        if cap:
            text = phrase("clock up to", language, time=text, cap=cap)
    absence, _, bot = timing.absence.partition(":")
    return phrase("clock", language, control=text, absence=phrase(f"absence {absence}", language, bot=bot))


def options_sentence(match: MatchStatus, language: Language) -> str:
    """Return the house rules that are given, in a sentence; an empty text if there are none."""
    given = ", ".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value)}"
        for name, value in match.options.items()
    )
    return phrase("options", language, options=given) if given else ""


def terms_document(match: MatchStatus) -> Document:
    """Return all terms, under the names of the options that set them."""
    timing = match.timing
    return {
        "options": match.options,
        "clock": None if timing is None else control_text(timing.control),
        "absence": None if timing is None else timing.absence,
        "takebacks": match.takebacks,
        "starts": match.starts,
        "spectators": match.spectators,
        "delay": match.delay,
    }
