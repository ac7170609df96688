"""The names of moves and events in reports: in the game's own words, if its layout has any."""

from collections.abc import Mapping
from functools import cached_property

from attrs import frozen

from cardkit.drawing.build import in_words
from cardkit.drawing.build.finding import own_layout
from cardkit.drawing.layout import Layout
from cardkit.game import AnyGame
from cardkit.language import USUAL, Language, in_language

__all__ = ["Labels"]


@frozen(slots=False)
class Labels:
    """The names of a game's moves and events, in the language closest to this one."""

    game: AnyGame
    language: Language = "en"

    def move(self, name: str) -> str:
        """Return the text of a move, from the name that it is counted by: `thirteen.play b7`."""
        text = name.partition(" ")[2] or name
        return in_words(self._layout, text, self.language)

    def event(self, name: str) -> str:
        """Return the name of an event, or of a part of it, in words: `push.busted roll star`."""
        own = name.removeprefix(f"{self.game.key}.")
        known, words = self._words, own.split(" ")
        for end in range(len(words), 0, -1):
            label = known.get(" ".join(words[:end]))
            if label is not None:
                part = " ".join(words[end:])
                rest = known.get(part) or in_words(self._layout, part, self.language).replace("_", " ")
                return f"{label}: {rest}" if rest else label
        kind, _, part = (name.partition(".")[2] or name).partition(" ")
        return ": ".join(filter(None, (kind, part))).replace("_", " ")

    @cached_property
    def _layout(self) -> Layout[object] | None:
        return own_layout(self.game)

    @cached_property
    def _words(self) -> Mapping[str, str]:
        own: Mapping[Language, Mapping[str, str]] = self._layout.event_words if self._layout else {}
        return in_language({USUAL: {}, **own}, self.language)
