"""What reports say, in the reader's language. `cardkit.phrases` has the words."""

from attrs import frozen

from cardkit.language import Language, closest, in_language
from cardkit.phrases import REPORTS

__all__ = ["Say"]


@frozen
class Say:
    """What reports say in the language closest to this one. Call it with the key of a sentence and its values."""

    language: Language = "en"

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence."""
        return in_language(REPORTS, self.language)[key].format(**values)

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
