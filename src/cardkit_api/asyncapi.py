"""The AsyncAPI document: what the WebSocket and the streams of a match send and take."""

from typing import Final

from litestar import Litestar
from litestar.handlers.base import BaseRouteHandler
from litestar.params import KwargDefinition, ParameterKwarg
from litestar.routes import HTTPRoute

from cardkit.clock import Control
from cardkit.game import Json
from cardkit.schema import type_schema
from cardkit_api.declaration import lists_methods
from cardkit_api.messages import (
    ClockLine,
    ClockStatus,
    LegalMove,
    Lobby,
    MatchDeleted,
    MatchOver,
    Moved,
    OrderEnded,
    Outcome,
    Players,
    Presence,
    Reaction,
    SeatPresence,
    SeatStatus,
    SeatTime,
    SeenEvent,
    SocketMove,
    TakebackStatus,
    Timing,
)
from cardkit_api.openapi import SECURITY, answer_schema, as_object, problem_schema, request_schema
from cardkit_api.requests import OWN

__all__ = ["asyncapi_document"]

_PLACES: Final = {"socket": "/v1/matches/{match_id}/socket", "events": "/v1/matches/{match_id}/events"}
_ON_BOTH: Final = (
    *("players", "clock", "presence", "reaction", "order_ended"),
    *("match_over", "match_deleted"),
)
_SENT: Final = {
    "socket": ("lobby", "glimpse", *_ON_BOTH, "still_here", "moved", "refused"),
    "events": ("lobby", "event", *_ON_BOTH),
}
_PARTS: Final = (
    *(ClockStatus, Control, LegalMove, Outcome, SeatPresence, SeatStatus, SeatTime),
    *(TakebackStatus, Timing),
)
"""Messages in others."""
_TAKEN: Final = {"socket": ("move",), "events": ()}
_ABOUT: Final = {
    "socket": "Events one way, moves the other way. The server closes it with 1000 after the last event, with 1012 if"
    " the client should come back, with 1008 if the client takes too little, and with 4403 if its token ends. A browser"
    " whose handshake is refused gets `refused`, and then the close code 4000 and the status. Other clients get a"
    " problem document.",
    "events": "The endless answer to a GET. `Accept: application/x-ndjson` asks for an object on each line; an empty"
    " line is a sign of life. `Accept: text/event-stream` asks for server-sent events. Their `data` is the object, and"
    " their `id` is what `Last-Event-ID` takes to resume. Their `event` is `glimpse`, or the `type` of the object.",
}
_NOT_FOR_STREAMS: Final = ("limit", "wait")
"""The parameters of events that only pages and long polls read."""


def asyncapi_document(app: Litestar, base: str = "") -> dict[str, Json]:
    """Return the whole document, for an application at that path.

    It is served at `/schema/asyncapi.json` and kept in `docs/asyncapi.json`.
    """
    channels = {name: _channel(name, base) for name in _PLACES}
    socket: Json = {"method": "GET", "query": _query(app, "socket"), "bindingVersion": "0.1.0"}
    channels["socket"]["bindings"] = {"ws": socket}
    events: Json = {"method": "GET", "query": _query(app, "events"), "bindingVersion": "0.3.0"}
    told = tuple(name for name in _SENT["socket"] if name != "moved")
    schemes: list[Json] = [_ref("components/securitySchemes", name) for name in SECURITY]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "cardkit",
            "version": "1",
            "description": "The WebSocket and the streams of a match. Clients must ignore fields and messages that they"
            " don't know. The OpenAPI document describes all other requests. Public matches can be watched without a"
            " token.",
        },
        "defaultContentType": "application/json",
        "channels": {**channels},
        "operations": {
            "tellOnSocket": {**_operation("send", "socket", told), "security": schemes},
            "playOnSocket": {
                **_operation("receive", "socket", _TAKEN["socket"]),
                "reply": _part("socket", ("moved", "refused")),
                "security": schemes,
            },
            "streamEvents": {
                **_operation("send", "events", _SENT["events"]),
                "bindings": {"http": events},
                "security": schemes,
            },
        },
        "components": {
            "messages": _messages(),
            "schemas": {cls.__name__: answer_schema(cls) for cls in _PARTS},
            "securitySchemes": {
                name: {**scheme, "type": "httpApiKey"} if scheme["type"] == "apiKey" else scheme
                for name, scheme in SECURITY.items()
            },
        },
    }


def _ref(room: str, name: str) -> dict[str, Json]:
    return {"$ref": f"#/{room}/{name}"}


def _channel(name: str, base: str) -> dict[str, Json]:
    messages = (*_SENT[name], *_TAKEN[name])
    return {
        "address": base + _PLACES[name],
        "description": _ABOUT[name],
        "parameters": {"match_id": {"description": "The id of the match."}},
        "messages": {message: _ref("components/messages", message) for message in messages},
    }


def _part(channel: str, messages: tuple[str, ...]) -> dict[str, Json]:
    return {
        "channel": _ref("channels", channel),
        "messages": [_ref(f"channels/{channel}/messages", name) for name in messages],
    }


def _operation(action: str, channel: str, messages: tuple[str, ...]) -> dict[str, Json]:
    return {"action": action, **_part(channel, messages)}


# --- messages


_TOLD: Final = {
    "event": (SeenEvent, "The same, on a stream."),
    "lobby": (Lobby, "The match before its start, if asked for."),
    "players": (Players, "Who sits where and who wants a move back, if asked for."),
    "clock": (ClockLine, "What the clock shows, if the match has one."),
    "presence": (Presence, "Which players follow the match, if asked for."),
    "reaction": (Reaction, "What a player says, if asked for."),
    "order_ended": (OrderEnded, "What became of the caller's own order, if asked for."),
    "match_over": (MatchOver, "The last message if the match is over."),
    "match_deleted": (MatchDeleted, "The last message if the match was deleted."),
}
"""Messages that are as their classes say, with their summaries."""


def _messages() -> dict[str, Json]:
    """Return all messages. Those of sockets have a `type`; so have the last ones of streams."""
    moved = _properties(answer_schema(Moved))
    return {
        "glimpse": _message(_tagged("glimpse", answer_schema(SeenEvent)), "What the viewer saw of an event."),
        **{name: _message(answer_schema(cls), summary) for name, (cls, summary) in _TOLD.items()},
        "still_here": _message(_tagged("still_here", {}), "A sign of life, if nothing else happens."),
        "moved": _message(
            _answer("moved", {"properties": {name: moved[name] for name in ("version", "actors")}}),
            "The answer to a move that was played.",
        ),
        "refused": _message(_answer("refused", problem_schema()), "A move or a handshake that was refused."),
        "move": _message(request_schema(SocketMove), "A move by the holder of a seat."),
    }


def _message(payload: dict[str, Json], summary: str) -> dict[str, Json]:
    return {"summary": summary, "payload": payload}


def _properties(schema: dict[str, Json]) -> dict[str, Json]:
    return as_object(schema.get("properties", {}))


def _tagged(kind: str, schema: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of a message with a `type`."""
    properties = {name: field for name, field in _properties(schema).items() if name != "type"}
    required = schema.get("required", [*properties])
    names = [name for name in required if name != "type"] if isinstance(required, list) else []
    return {
        **schema,
        "type": "object",
        "properties": {"type": {"const": kind}, **properties},
        "required": ["type", *names],
    }


def _answer(kind: str, schema: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of the answer to a move. It has the `id` of the move, if that has one."""
    tagged = _tagged(kind, schema)
    return {**tagged, "properties": {**_properties(tagged), "id": {"type": "string"}}}


# --- parameters


def _query(app: Litestar, channel: str) -> dict[str, Json]:
    """Return the schema of the query, from the parameters of the function that answers."""
    properties: dict[str, Json] = {}
    for name, field in _handler(app, _PLACES[channel]).parsed_fn_signature.parameters.items():
        if not field.has_default or name in _NOT_FOR_STREAMS:
            continue
        schema = type_schema(field.annotation)
        given = field.kwarg_definition
        if isinstance(given, KwargDefinition):
            bounds = {"minimum": given.ge, "maximum": given.le, "description": given.description}
            schema.update({key: value for key, value in bounds.items() if isinstance(value, int | str)})
            schema.update(given.schema_extra or {})
        if isinstance(given, ParameterKwarg) and given.name:
            name = given.name
        default = {} if field.default == OWN else {"default": field.default}
        properties[name] = {**schema, **default}
    return {"type": "object", "properties": properties}


def _handler(app: Litestar, place: str) -> BaseRouteHandler:
    handlers = (
        handler
        for route in app.routes
        if route.path_format == place
        for handler in (route.route_handlers if isinstance(route, HTTPRoute) else (route.route_handler,))
    )
    return next(handler for handler in handlers if not lists_methods(handler))
