"""Languages, as tags such as `en`, `de` or `pt-BR`, and the choice of the closest one available."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from cardkit.rejections import Invalid

__all__ = ["Language", "check_language", "closest", "in_language"]

Words = TypeVar("Words")

Language: TypeAlias = str
"""A language tag: letters, then perhaps a script or region, as in `en`, `pt-BR` or `zh-Hant`. Case doesn't matter."""

USUAL: Final = "en"
_TAG: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}")


def check_language(language: object) -> None:
    """Raise `Invalid` if this isn't a language tag. The language itself may be unknown."""
    if not isinstance(language, str) or _TAG.fullmatch(language) is None:
        raise Invalid("language", language, "a language tag, such as en, de or pt-BR")


def closest(wanted: Iterable[Language], spoken: Iterable[Language]) -> Language:
    """Return the spoken language closest to those wanted, of which the first is wanted most.

    For each wanted language, that is the language itself, else a more general one (`pt` for `pt-BR`), else another
    variant (`pt-PT`). If none of them is spoken, return English, or else the first spoken one.
    """
    by_tag = {tag.lower(): tag for tag in spoken}
    for language in wanted:
        parts = language.lower().split("-")
        for length in range(len(parts), 0, -1):
            if found := by_tag.get("-".join(parts[:length])):
                return found
        for tag, found in by_tag.items():
            if tag.startswith(f"{parts[0]}-"):
                return found
    return by_tag.get(USUAL) or next(iter(by_tag.values()), USUAL)


def in_language(words: Mapping[Language, Words], language: Language) -> Words:
    """Return the words in the language closest to the wanted one. `words` may not be empty."""
    return words[language] if language in words else words[closest((language,), words)]
