"""The one converter between a game's messages and JSON. It is strict both ways.

Nothing is converted silently: a text is not a number, `true` is not a number, and an unknown key is an error. An error
names the JSON path and doesn't repeat the value.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from cardkit.engine_events import Committed, EngineEvent, Undone
from cardkit.fields import RESERVED, check_fields, class_of
from cardkit.game import Event, Game, Glimpse, Json, Memory, Move, Options, State, Upcaster, View, Wire
from cardkit.rejections import BrokenGame, WireError, failure, shown

__all__ = ["ENGINE_EVENTS", "RESERVED", "Codec", "Family", "WireError", "codec", "current_version"]

T = TypeVar("T")

ENGINE_EVENTS: Final[Mapping[str, type[EngineEvent]]] = {
    "cardkit.committed": Committed,
    "cardkit.undone": Undone,
}
"""The wire names of the engine's own events."""


class Codec(Generic[Move, Event, View, Glimpse]):
    """Converts a game's messages to JSON documents and back. A document has a `type`; an event's also has its version
    `v`.
    """

    def __init__(self, wire: Wire[Move, Event, View, Glimpse]) -> None:
        self._events: Family[Event | EngineEvent] = Family(
            "event", {**ENGINE_EVENTS, **wire.events}, wire.upcasters, wire.fields
        )
        self._glimpses: Family[Glimpse | EngineEvent] = Family(
            "glimpse", {**ENGINE_EVENTS, **wire.glimpses}, wire.upcasters, wire.fields
        )
        self._moves: Family[Move] = Family("move", wire.moves, None, wire.fields)
        self._view = wire.view
        self._view_out, _ = _hooks(wire.view)
        for name in ENGINE_EVENTS:
            if name in wire.events or name in wire.glimpses:
                raise BrokenGame(f"the name {name!r} is the engine's own")
        self._check_upcasters(wire.upcasters)

    def _check_upcasters(self, upcasters: Mapping[tuple[str, int], Upcaster]) -> None:
        versions = {**self._glimpses.versions, **self._events.versions}
        for name, version in upcasters:
            if not 1 <= version < versions.get(name, 0):
                raise BrokenGame(
                    f"upcaster of {name!r}, version {version}: no event has this name, or the next upcaster is missing"
                )

    def event_out(self, event: Event | EngineEvent) -> dict[str, Json]:
        """Return the document of an event."""
        return self._events.document(event)

    def event_in(self, document: Json) -> Event | EngineEvent:
        """Return the event of a document, of this schema version or an older one."""
        return self._events.message(document)

    def glimpse_out(self, glimpse: Glimpse | EngineEvent) -> dict[str, Json]:
        """Return the document of a glimpse."""
        return self._glimpses.document(glimpse)

    def glimpse_in(self, document: Json) -> Glimpse | EngineEvent:
        """Return the glimpse of a document."""
        return self._glimpses.message(document)

    def move_out(self, move: Move) -> dict[str, Json]:
        """Return the document of a move."""
        return self._moves.document(move)

    def move_in(self, document: Json) -> Move:
        """Return the move of a document."""
        return self._moves.message(document)

    def view_out(self, view: View) -> dict[str, Json]:
        """Return the document of a view."""
        return self._view_out(view)

    def view_in(self, document: Json) -> View:
        """Return the view of a document."""
        return _structured(document, self._view)

    def is_current(self, document: dict[str, Json]) -> bool:
        """Return whether an event's document has the current schema version. It is then written as it was read."""
        return self._events.versions.get(str(document.get("type"))) == document.get("v")


class Family(Generic[T]):
    """Messages of one kind: their names, and how to convert each to JSON and back.

    Without `upcasters`, documents have no version.
    """

    def __init__(
        self,
        kind: str,
        classes: Mapping[str, type[T]],
        upcasters: Mapping[tuple[str, int], Upcaster] | None,
        fields: Mapping[str, Mapping[str, str | None]],
    ) -> None:
        self.kind: str = kind
        self.classes: dict[str, type[T]] = dict(classes)
        self.upcasters: Mapping[tuple[str, int], Upcaster] | None = upcasters
        self.fields: dict[str, Mapping[str, str | None]] = {name: fields.get(name, {}) for name in classes}
        self.versions: dict[str, int] = {name: current_version(name, upcasters or {}) for name in classes}
        self._out: dict[type, tuple[dict[str, Json], Callable[[T], dict[str, Json]]]] = {}
        self._in: dict[str, Callable[[object, type[T]], T]] = {}
        for name, cls in classes.items():
            check_fields(f"{kind} {name!r}", cls, self.fields[name])
            plain = class_of(cls)
            if plain in self._out:
                raise BrokenGame(f"{kind} {name!r}: {cls.__name__} has another name already")
            head: dict[str, Json] = {"type": name}
            if upcasters is not None:
                head["v"] = self.versions[name]
            document, self._in[name] = _hooks(cls, self.fields[name])
            self._out[plain] = head, document

    def document(self, message: T) -> dict[str, Json]:
        """Return the document of a message."""
        known = self._out.get(type(message))
        if known is None:
            raise BrokenGame(
                f"{type(message).__name__} isn't among the {self.kind}s that the game names for JSON; give it a name: "
                f"in `{'move' if self.kind == 'move' else 'event'}_names` of derive_game, or in `Wire`"
            )
        head, fields = known
        return {**head, **fields(message)}

    def message(self, document: Json) -> T:
        """Return the message of a document. Raise `WireError` if it isn't one."""
        if not isinstance(document, dict):
            raise WireError(f"expected an object with a type of {self.kind}")
        fields = dict(document)
        name = fields.pop("type", None)
        if not isinstance(name, str) or name not in self.classes:
            known = ", ".join(self.classes)
            raise WireError(
                f"{'no' if name is None else 'unknown'} type of {self.kind}; known: {known}", "$.type"
            )
        if self.upcasters is not None:
            fields = self._upcast(name, fields.pop("v", None), fields)
        cls = self.classes[name]
        try:
            return self._in[name](fields, cls)
        except Exception:  # convert again, to find the path
            return _structured(fields, cls, self.fields[name])

    def _upcast(self, name: str, version: Json, fields: dict[str, Json]) -> dict[str, Json]:
        current = self.versions[name]
        if type(version) is not int or version < 1:
            raise WireError("expected a schema version, a whole number from 1", "$.v")
        if version > current:
            raise WireError(
                f"schema version {shown(version)} of {name} is newer than {current}, which this cardkit knows",
                "$.v",
            )
        for older in range(version, current):
            try:
                fields = (self.upcasters or {})[name, older](fields)
            except Exception as error:  # an upcaster trusts its document, which may be damaged
                trouble = (
                    f"schema version {older} of {name} can't be brought to {older + 1} ({failure(error)})"
                )
                raise WireError(trouble) from error
        return fields


def _hooks(
    cls: type[T], names: Mapping[str, str | None] = MappingProxyType({})
) -> tuple[Callable[[T], dict[str, Json]], Callable[[object, type[T]], T]]:
    """Return functions from a message of the class to its fields in JSON, and back."""
    from cardkit.converter import hooks_for  # importing cattrs takes half the time of importing cardkit

    return hooks_for(cls, names)


def _structured(document: Json, cls: type[T], names: Mapping[str, str | None] = MappingProxyType({})) -> T:
    from cardkit.converter import structured

    return structured(document, cls, names)


def codec(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
) -> Codec[Move, Event, View, Glimpse]:
    """Return the codec of a game. It is created once for each game."""
    return _codec(game.wire)


@cache
def _codec(wire: Wire[Any, Any, Any, Any]) -> Codec[Any, Any, Any, Any]:
    return Codec(wire)


def current_version(name: str, upcasters: Mapping[tuple[str, int], Upcaster]) -> int:
    """Return the current schema version of an event type."""
    version = 1
    while (name, version) in upcasters:
        version += 1
    return version
