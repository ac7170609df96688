"""The fields of one request of `cardkit pipe`, with their types checked."""

from difflib import get_close_matches

from cardkit.game import Json
from cardkit.language import Language, check_language
from cardkit.rejections import Invalid, WireError
from cardkit.seats import Seat

__all__ = ["Request"]


class Request:
    """A JSON object whose fields are taken one by one. `finish` refuses the rest."""

    def __init__(self, fields: dict[str, Json]) -> None:
        self.fields = dict(fields)
        self.known: set[str] = {"do", "id"}

    def take(self, name: str) -> Json:
        """Return a required field, whatever it holds."""
        self.known.add(name)
        if name not in self.fields:
            raise WireError(f"missing key {name}")
        return self.fields[name]

    def finish(self) -> None:
        """Refuse fields that were never taken."""
        for name in self.fields:
            if name not in self.known:
                near = get_close_matches(name, self.known, 1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(sorted(self.known))}"
                raise WireError(f"unknown key; {hint}", f"$.{name[:40]}")

    def text(self, name: str) -> str:
        """Return a required text."""
        value = self.take(name)
        if not isinstance(value, str):
            raise WireError("expected a text", f"$.{name}")
        return value

    def optional_text(self, name: str) -> str | None:
        """Return a text, or `None`."""
        return None if self._absent(name) else self.text(name)

    def whole(self, name: str, default: int | None = None) -> int:
        """Return a whole number. It is required unless it has a default."""
        if default is not None and self._absent(name):
            return default
        value = self.take(name)
        if type(value) is not int:
            raise WireError("expected a whole number", f"$.{name}")
        return value

    def optional_whole(self, name: str) -> int | None:
        """Return a whole number, or `None`."""
        return None if self._absent(name) else self.whole(name)

    def seat(self, name: str) -> Seat | None:
        """Return a seat, or `None`. The match checks that it has the seat."""
        return self.optional_whole(name)

    def seats(self, name: str) -> tuple[Seat, ...]:
        """Return a list of seats; empty if it is absent."""
        items = [] if self._absent(name) else self.take(name)
        if isinstance(items, list):
            seats = tuple(item for item in items if type(item) is int)
            if len(seats) == len(items):
                return seats
        raise WireError("expected a list of seats", f"$.{name}")

    def texts(self, name: str) -> tuple[str, ...] | None:
        """Return a list of texts, or `None`."""
        if self._absent(name):
            return None
        items = self.take(name)
        if isinstance(items, list):
            texts = tuple(item for item in items if isinstance(item, str))
            if len(texts) == len(items):
                return texts
        raise WireError("expected a list of texts", f"$.{name}")

    def mapping(self, name: str) -> dict[str, Json]:
        """Return an object; an empty one if it is absent."""
        value = {} if self._absent(name) else self.take(name)
        if not isinstance(value, dict):
            raise WireError("expected an object", f"$.{name}")
        return value

    def by_seat(self, name: str) -> dict[Seat, str]:
        """Return texts by seat, given as a list of pairs; empty if it is absent."""
        pairs = [] if self._absent(name) else self.take(name)
        found: dict[Seat, str] = {}
        if not isinstance(pairs, list):
            raise WireError("expected a list of pairs", f"$.{name}")
        for index, pair in enumerate(pairs):
            match pair:
                case [int(seat), str(text)] if type(seat) is int and seat not in found:
                    found[seat] = text
                case _:
                    raise WireError("expected a seat and a text, each seat once", f"$.{name}[{index}]")
        return found

    def language(self, name: str) -> Language:
        """Return the tag of a language; English if it is absent."""
        value = "en" if self._absent(name) else self.text(name)
        try:
            check_language(value)
        except Invalid as error:
            raise WireError(f"expected {error.accepted}", f"$.{name}") from error
        return value

    def _absent(self, name: str) -> bool:
        self.known.add(name)
        return self.fields.get(name) is None
