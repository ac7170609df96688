"""The OpenAPI document: what Litestar derives from the routes, and what it can't know.

Requests are read by the library's own strict reader, refusals are made in one place, and headers are read where they
matter; all of that is added here.
"""

from types import NoneType, UnionType
from typing import Final, Union, get_args, get_origin, get_type_hints

import attrs
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from cardkit.game import Json
from cardkit.schema import type_schema
from cardkit_api import messages
from cardkit_api.house import House
from cardkit_api.problems import MEDIA_TYPE, Problem

__all__ = ["document"]

# --- what callers send


_SECURITY: Final[dict[str, Json]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat, a watcher or the owner of one match, as it was given when it was taken.",
    },
    "tokenInUrl": {
        "type": "apiKey",
        "in": "query",
        "name": "token",
        "description": "The same, for browsers' streams, which can't send headers.",
    },
}
_IF_MATCH: Final[dict[str, Json]] = {
    "name": "If-Match",
    "description": "The entity tag of what the mover saw, or the version in quotes, or `*` for any version.",
    "schema": {"type": "string", "pattern": r'^(\*|"[0-9]{1,9}(\.[a-z0-9.]{1,30})?")$'},
    "example": '"17"',
}
_PARAMETERS: Final[dict[str, dict[str, Json]]] = {
    "If-Match": {**_IF_MATCH, "required": True},
    "If-Match-optional": _IF_MATCH,
    "If-None-Match": {
        "description": "The entity tag of what the caller has. If that is still so, the answer is 304.",
        "schema": {"type": "string"},
    },
    "Idempotency-Key": {
        "description": "A fresh UUID, say: the same request sent again under it has one effect and the same answer.",
        "schema": {"type": "string", "minLength": 16, "maxLength": 200, "pattern": "^[!-~]+$"},
    },
    "Accept-Language": {
        "description": "The languages you prefer. Of those that the game has, you get the closest, else English.",
        "schema": {"type": "string"},
        "example": "de",
    },
    "Last-Event-ID": {
        "description": "The number of the last event seen, as browsers send it when a stream goes on; before `after`.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    },
}
_KEYED: Final = ("createMatch", "joinMatch", "startMatch", "playMove", "undoMove", "resign")
_TAGGED: Final = ("getMatch", "getView", "getMoves", "getEvents", "getLog")
_SPOKEN: Final = ("getRules", "getEvents", "playMove")

_SENT: Final[dict[str, tuple[str, ...]]] = {
    "If-Match": ("playMove",),
    "If-Match-optional": ("undoMove",),
    "If-None-Match": _TAGGED,
    "Idempotency-Key": _KEYED,
    "Accept-Language": _SPOKEN,
    "Last-Event-ID": ("getEvents",),
}
"""Which header is read by which operations."""

# --- what they get back

_HEADERS: Final[dict[str, dict[str, Json]]] = {
    "ETag": {
        "description": "The entity tag of what is shown: it begins with the version.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "Where the new match is.", "schema": {"type": "string"}},
    "Idempotency-Replayed": {
        "description": "The same request was answered before, and nothing happened now.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Content-Language": {
        "description": "The language of the rules.",
        "schema": {"type": "string"},
        "example": "de",
    },
    "Retry-After": {
        "description": "Seconds after which it may be tried again.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
}
_ANSWERED: Final[dict[str, tuple[str, ...]]] = {
    "ETag": ("createMatch", "joinMatch", "startMatch", "playMove", "undoMove", "resign", *_TAGGED),
    "Location": ("createMatch",),
    "Idempotency-Replayed": ("playMove", "undoMove"),
    "Content-Language": ("getRules",),
}
"""Which header is on the answers of which operations."""

_REFUSED: Final[dict[str, str]] = {
    "400": "The request isn't in order: a parameter, or a header.",
    "401": "A token is missing, or its header isn't understood.",
    "403": "The token isn't one that may do this.",
    "404": "There is no such thing: game, match or version.",
    "406": "It can't be had in any form that Accept takes.",
    "409": "It can't be done as the match stands: a rule of the game, or of the table.",
    "412": "Stale: the seat has moved since it looked, or sees or may do something else. `version` is the current one.",
    "413": "The body is too large.",
    "415": "The body isn't declared as JSON.",
    "422": "The body isn't what it should be: `path` or `field` says where; or a move isn't one of the game.",
    "428": "If-Match is missing.",
    "429": "Too much: Retry-After says when to go on.",
    "503": "Not just now: Retry-After may say when. What was asked for may have happened; send it again, with its key.",
    "4XX": "Refused: `code` says why.",
    "5XX": "The server failed.",
}
_OF_BODIES: Final = ("400", "413", "415", "422")
_OF_MATCHES: Final = ("401", "403", "404")
_STATUSES: Final[dict[str, tuple[str, ...]]] = {
    "getGame": ("404",),
    "getRules": ("404",),
    "listMatches": ("400",),
    "createMatch": ("404",),
    "joinMatch": ("403", "404", "409"),
    "startMatch": ("409",),
    "getView": ("400", "409"),
    "getMoves": ("409",),
    "playMove": ("409", "412", "428"),
    "undoMove": ("409", "412"),
    "resign": ("409",),
    "getLog": ("409",),
    "getEvents": ("400", "406"),
}
"""With which statuses operations refuse for reasons of their own."""

_STREAM: Final = "An endless stream; see `StreamLine` for {what}."
_STREAMS: Final[dict[str, Json]] = {
    "application/x-ndjson": {
        "schema": {
            "type": "string",
            "description": _STREAM.format(what="what each line holds that isn't empty"),
        }
    },
    "text/event-stream": {
        "schema": {"type": "string", "description": _STREAM.format(what="the data of each event")}
    },
}
_STREAM_LINE: Final[dict[str, Json]] = {
    "description": "What a stream sends: events, and a last word.",
    "anyOf": [
        {"$ref": "#/components/schemas/Event"},
        {
            "type": "object",
            "title": "MatchOver",
            "properties": {
                "type": {"const": "match_over"},
                "version": {"type": "integer"},
                "outcome": {"$ref": "#/components/schemas/Outcome"},
            },
            "required": ["type", "version", "outcome"],
        },
        {
            "type": "object",
            "title": "MatchDeleted",
            "properties": {"type": {"const": "match_deleted"}},
            "required": ["type"],
        },
    ],
}


_LINKED: Final = (
    "getMatch",
    "deleteMatch",
    "joinMatch",
    "startMatch",
    "getView",
    "getMoves",
    "playMove",
    "getEvents",
    "undoMove",
    "resign",
    "getLog",
)
_LINKS: Final[dict[str, Json]] = {
    name: {"operationId": name, "parameters": {"match_id": "$response.body#/match/id"}} for name in _LINKED
}
"""What can be done with a match that was made."""


def document(app: Litestar) -> dict[str, Json]:
    """The whole document, as it is served at `/schema/openapi.json` and kept in the documentation."""
    whole: dict[str, Json] = app.openapi_schema.to_schema()
    components = _object(whole.setdefault("components", {}))
    schemas = _object(components.setdefault("schemas", {}))
    for name in schemas:
        schemas[name] = answer_schema(getattr(messages, name))
    schemas["Problem"] = {**answer_schema(Problem), "required": ["type", "title", "status", "code", "detail"]}
    schemas["StreamLine"] = _STREAM_LINE
    components["securitySchemes"] = _SECURITY
    components["parameters"] = {
        name: {"name": name, "in": "header", "required": False, **given}
        for name, given in _PARAMETERS.items()
    }
    components["headers"] = dict(_HEADERS)
    components["responses"] = {status: _refusal(status) for status in _REFUSED}
    handlers = {
        str(handler.operation_id): handler
        for route in app.routes
        for handler in getattr(route, "route_handlers", [])
        if isinstance(handler, HTTPRouteHandler)
    }
    for operations in _object(whole["paths"]).values():
        for operation in _object(operations).values():
            if isinstance(operation, dict) and (handler := handlers.get(str(operation.get("operationId")))):
                _complete(operation, handler, schemas)
    _fit_to_games(app, schemas)
    return whole


def _fit_to_games(app: Litestar, schemas: dict[str, Json]) -> None:
    """Say in the schema of a new match which games there are, and for how many."""
    house: object = app.state["house"]
    if not isinstance(house, House) or not house.games:
        return
    games = house.games.values()
    properties = _object(_object(schemas["NewMatch"])["properties"])
    properties["game"] = {"type": "string", "examples": [game.key for game in games]}
    properties["seats"] = {
        "type": "integer",
        "minimum": min(game.seats[0] for game in games),
        "maximum": max(game.seats[-1] for game in games),
    }


def _refusal(status: str) -> dict[str, Json]:
    problem: dict[str, Json] = {
        "description": _REFUSED[status],
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    waits = status in ("429", "503")
    return {**problem, "headers": {"Retry-After": _ref("headers", "Retry-After")}} if waits else problem


def _ref(kind: str, name: str) -> dict[str, Json]:
    return {"$ref": f"#/components/{kind}/{name}"}


def _complete(operation: dict[str, Json], handler: HTTPRouteHandler, schemas: dict[str, Json]) -> None:
    name = str(operation["operationId"])
    operation.pop("deprecated", None)
    operation["summary"] = str(operation.get("description", "")).partition("\n")[0]
    takes: type | None = handler.opt.get("takes")
    if takes is not None:
        _add_request(schemas, takes)
        content: Json = {"application/json": {"schema": _ref("schemas", takes.__name__)}}
        operation["requestBody"] = {"required": True, "content": content}
    given = operation.get("parameters")
    own = [_parameter(_object(item)) for item in given] if isinstance(given, list) else []
    read: list[Json] = [_ref("parameters", header) for header, names in _SENT.items() if name in names]
    if own or read:
        operation["parameters"] = [*own, *read]
    if handler.opt["open_to"] != "anyone":
        public: list[Json] = [] if handler.opt["open_to"] in ("seat", "owner") else [{}]
        in_url: list[Json] = [{"tokenInUrl": []}] if handler.opt["token_in_url"] else []
        operation["security"] = [*public, {"token": []}, *in_url]
    operation["responses"] = _responses(name, handler, _object(operation["responses"]))


def _parameter(given: dict[str, Json]) -> Json:
    """A parameter as Litestar describes it, without what says nothing, and without a default that isn't accepted."""
    schema = _object(given["schema"])
    schema.pop("description", None)
    match schema:
        case {"minimum": int(least) | float(least), "default": int(default)} if default < least:
            del schema["default"]
        case {"type": "integer", "maximum": _} if "minimum" not in schema:  # Litestar leaves 0 out
            schema["minimum"] = 0
        case _:
            pass
    return {
        key: value
        for key, value in given.items()
        if key not in ("deprecated", "allowEmptyValue", "allowReserved")
    }


def _responses(name: str, handler: HTTPRouteHandler, derived: dict[str, Json]) -> dict[str, Json]:
    (success,) = (status for status in derived if status.startswith("2"))
    answer = _object(derived[success])
    answer["description"] = "Done." if success == "204" else "As asked for."
    answer.pop("headers", None)
    headers: dict[str, Json] = {
        header: _ref("headers", header) for header, names in _ANSWERED.items() if name in names
    }
    if headers:
        answer["headers"] = headers
    if name == "getEvents":
        answer["content"] = {**_object(answer["content"]), **_STREAMS}
    if name == "createMatch":
        answer["links"] = _LINKS
    responses: dict[str, Json] = {success: answer}
    if name in _TAGGED:
        responses["304"] = {
            "description": "What If-None-Match names is still so.",
            "headers": {"ETag": _ref("headers", "ETag")},
        }
    refused = {*_STATUSES.get(name, ())}
    refused |= {*_OF_BODIES} if handler.opt.get("takes") else set()
    refused |= {*_OF_MATCHES} if handler.opt["open_to"] != "anyone" else set()
    refused |= set() if handler.opt["unlimited"] else {"429"}
    refused |= set() if name in ("isLive", "getMetrics", "getOpenApi") else {"503"}
    responses.update({status: _ref("responses", status) for status in (*sorted(refused), "4XX", "5XX")})
    return responses


def _object(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise TypeError("expected an object in the OpenAPI document")
    return value


# --- messages


def _add_request(schemas: dict[str, Json], cls: type) -> None:
    """The schema of a message that clients send, and of those in it: nothing may be added to it."""
    hints = get_type_hints(cls)
    for hint in hints.values():
        for item in get_args(hint):
            if isinstance(item, type) and attrs.has(item):
                _add_request(schemas, item)
    required: list[Json] = [field.name for field in attrs.fields(cls) if field.default is attrs.NOTHING]
    schema: dict[str, Json] = {**_message(cls, hints, _COUNTED), "additionalProperties": False}
    schemas[cls.__name__] = {**schema, "required": required} if required else schema


def answer_schema(cls: type) -> dict[str, Json]:
    """The schema of a message that the server sends: all is there. A later server may add to it."""
    return {**_message(cls, get_type_hints(cls)), "required": [field.name for field in attrs.fields(cls)]}


_NUMBER: Final[dict[str, Json]] = {"type": "integer"}
_COUNTED: Final[dict[str, Json]] = {"type": "integer", "minimum": 0}
"""Whole numbers that clients send count something."""


def _message(cls: type, hints: dict[str, object], number: dict[str, Json] = _NUMBER) -> dict[str, Json]:
    properties: dict[str, Json] = {}
    for field in attrs.fields(cls):
        given: dict[str, Json] | None = field.metadata.get("schema")
        properties[field.name] = given or _property(hints[field.name], number)
    described = " ".join((cls.__doc__ or "").split())
    return {"type": "object", "description": described, "properties": properties}


def _property(kind: object, number: dict[str, Json]) -> dict[str, Json]:
    items = get_args(kind)
    if {dict, list} <= {get_origin(item) for item in items}:
        return {}
    if get_origin(kind) in (Union, UnionType) and NoneType in items:
        (inner,) = (item for item in items if item is not NoneType)
        return {"anyOf": [_property(inner, number), {"type": "null"}]}
    if get_origin(kind) in (list, tuple):
        return {"type": "array", "items": _property(items[0], number)}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _property(items[1], number) or True}
    if isinstance(kind, type) and attrs.has(kind):
        return _ref("schemas", kind.__name__)
    return dict(number) if kind is int else type_schema(kind)
