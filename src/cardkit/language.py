"""Languages, as tags such as `en`, `de` or `pt-BR`: the closest one available, and sentences in several of them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, TypeVar

from attrs import field, frozen

from cardkit.phrases import SAYS

__all__ = [
    "Language",
    "Listed",
    "Name",
    "Part",
    "Sentence",
    "check_language",
    "closest",
    "in_language",
    "listed",
    "seat_name",
]

Words = TypeVar("Words")

Language: TypeAlias = str
"""A language tag: letters, then perhaps a script or region, as in `en`, `pt-BR` or `zh-Hant`. Case doesn't matter."""

USUAL: Final = "en"
_TAG: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}")


def check_language(language: object) -> None:
    """Raise `Invalid` if this isn't a language tag. The language itself may be unknown."""
    from cardkit.rejections import Invalid  # which has sentences of its own

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


# --- sentences


@frozen
class Name:
    """The name of a seat's player, as a part of a sentence."""

    seat: int


@frozen
class Listed:
    """Parts of a sentence in a row: "1, 2 or 3"."""

    items: tuple["Part", ...]
    last: Literal["and", "or"] = "and"
    """The word before the last one."""


@frozen
class Sentence:
    """A sentence that is put into words when somebody reads it, in their language and with the players' names.

    `template` is a text for each language, or one text for all. `parts` fill its braces; without parts, it is taken as
    it is. A part is a text or number, the `Name` of a seat, `Listed` parts, texts by language, or another sentence.
    """

    template: str | Mapping[Language, str]
    parts: Mapping[str, "Part"] = field(factory=dict[str, "Part"])

    def text(self, language: Language = USUAL, names: Sequence[str] | None = None) -> str:
        """Return the sentence in the closest language. Without names, seats are called "seat 0" and so on."""
        template, spoken = self.template, language
        if not isinstance(template, str):
            spoken = language if language in template else closest((language,), template)
            template = template[spoken]
        if not self.parts:
            return template
        return template.format(**{key: _said(part, spoken, names) for key, part in self.parts.items()})

    def lacks(self, language: Language) -> bool:
        """Return whether the sentence, or a part of it, has no text in that very language. One for all is none."""
        if isinstance(self.template, str) or language not in self.template:
            return True
        return any(_lacks(part, language) for part in self.parts.values())


Part: TypeAlias = str | int | Name | Listed | Sentence | Mapping[Language, str]
"""What fills the braces of a sentence."""


def seat_name(seat: int, names: Sequence[str] | None, language: Language) -> str:
    """Return the name of a seat's player, or "seat 2" if it isn't known."""
    if names and 0 <= seat < len(names) and names[seat]:
        return names[seat]
    return in_language(SAYS["seat"], language).format(seat=seat)


def listed(texts: Sequence[str], language: Language, last: Literal["and", "or"] = "and") -> str:
    """Return the texts in a row: "Ann, Ben and Cleo"."""
    *most, end = texts or ("",)
    return f"{', '.join(most)} {in_language(SAYS[last], language)} {end}" if most else end


def _said(part: Part, language: Language, names: Sequence[str] | None) -> str:
    match part:
        case str() | int():
            return str(part)
        case Name(seat):
            return seat_name(seat, names, language)
        case Listed(items, last):
            return listed([_said(item, language, names) for item in items], language, last)
        case Sentence():
            return part.text(language, names)
        case _:
            return in_language(part, language)


def _lacks(part: Part, language: Language) -> bool:
    match part:
        case str() | int() | Name():
            return False
        case Listed(items, _):
            return any(_lacks(item, language) for item in items)
        case Sentence():
            return part.lacks(language)
        case _:
            return language not in part
