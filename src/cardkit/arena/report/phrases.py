"""What reports say, in the reader's language. `cardkit.phrases` has the words."""

from string import Formatter
from typing import Final

from attrs import frozen

from cardkit.language import Language, closest, in_language
from cardkit.phrases import REPORTS

__all__ = ["ENGLISH", "Say"]


@frozen
class Say:
    """What reports say in the language closest to this one. Call it with the key of a sentence and its values."""

    language: Language = "en"

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence."""
        return _Sentences(self).vformat(in_language(REPORTS, self.language)[key], (), values)

    @property
    def spoken(self) -> Language:
        """The tag of the language that is really spoken."""
        return closest([self.language], REPORTS)

    def counted(self, one: str, many: str, number: int) -> str:
        """Return the sentence for one thing, or for several."""
        return self(one) if number == 1 else self(many, number=number)

    def times(self, number: int) -> str:
        """Return how often something happens."""
        return self({0: "never", 1: "once", 2: "twice"}.get(number, "times"), number=number)

    def number(self, value: float, form: str = "") -> str:
        """Write a number with the marks of the language. Without a form, round it as people do."""
        marks = in_language(REPORTS, self.language)
        told = format(value, form) if form else _rounded(value)
        return told.translate({ord("."): marks["decimal mark"], ord(","): marks["thousands mark"]})

    def percent(self, share: float, form: str = ".1f") -> str:
        """Write a share in percent."""
        return f"{self.number(100 * share, form)} %"


ENGLISH: Final = Say()


@frozen
class _Sentences(Formatter):
    """Fills sentences in. A number that has a form gets the marks of the language."""

    say: Say

    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec and isinstance(value, int | float):
            return self.say.number(value, format_spec)
        return format(value, format_spec)


def _rounded(value: float) -> str:
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
