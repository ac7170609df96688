"""The OpenAPI document: what Litestar derives from the routes, and what the routes declare besides."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from cardkit.drawing import scenes
from cardkit.game import Json
from cardkit.schema import type_schema
from cardkit_api import messages
from cardkit_api.declaration import Declaration, RequestHeader, ResponseHeader, declaration_of
from cardkit_api.problems import MEDIA_TYPE, Problem
from cardkit_api.service.events import StreamLine
from cardkit_api.service.service import Service

__all__ = ["SECURITY", "answer_schema", "as_object", "document", "problem_schema", "request_schema"]

# --- what callers send

SECURITY: Final[dict[str, dict[str, Json]]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat, a watcher or the owner of one match.",
    },
    "tokenInUrl": {
        "type": "apiKey",
        "in": "query",
        "name": "token",
        "description": "The same token, for streams in browsers, which can't send headers.",
    },
    "ticketInUrl": {
        "type": "apiKey",
        "in": "query",
        "name": "ticket",
        "description": "A ticket for the streams of one match. It is good for a minute.",
    },
}
_IF_MATCH: Final[dict[str, Json]] = {
    "name": "If-Match",
    "description": "The entity tag of what the mover saw, or the version in quotes, or `*` for any version.",
    "schema": {"type": "string", "pattern": r'^(\*|"[0-9]{1,9}(\.[a-z0-9.]{1,30})?")$'},
    "example": '"17"',
}
_PARAMETERS: Final[dict[RequestHeader, dict[str, Json]]] = {
    "If-Match": {**_IF_MATCH, "required": True},
    "If-Match-optional": _IF_MATCH,
    "If-None-Match": {
        "description": "The entity tag of what the caller has. If it is still the latest, the answer is 304.",
        "schema": {"type": "string"},
    },
    "Idempotency-Key": {
        "description": "A fresh UUID, say. A request that is repeated with its key takes effect once.",
        "schema": {"type": "string", "minLength": 16, "maxLength": 200, "pattern": "^[!-~]+$"},
    },
    "Accept-Language": {
        "description": "The languages that you prefer. You get the closest one that the game has, else English.",
        "schema": {"type": "string"},
        "example": "de",
    },
    "Last-Event-ID": {
        "description": "The last event seen, as browsers send it to resume a stream. `after` is ignored then.",
        "schema": {"type": "string", "pattern": r"^[0-9]{1,9}(\.over)?$"},
    },
}
# --- what they get back

_HEADERS: Final[dict[ResponseHeader | Literal["Retry-After"], dict[str, Json]]] = {
    "ETag": {
        "description": "The entity tag of the content. It begins with the version.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "The path of the new match.", "schema": {"type": "string"}},
    "Idempotency-Replayed": {
        "description": "The same request was answered before; nothing happened now.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Content-Language": {
        "description": "The language of the rules.",
        "schema": {"type": "string"},
        "example": "de",
    },
    "Link": {
        "description": "The path of the next page, if there is one.",
        "schema": {"type": "string"},
        "example": '</v1/matches?status=open&after=1767225600.5-name>; rel="next"',
    },
    "Retry-After": {
        "description": "Seconds to wait before the next attempt.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
}
_REFUSED: Final[dict[str, str]] = {
    "400": "A parameter or a header isn't valid.",
    "401": "The token is missing, or its header isn't valid.",
    "403": "The token doesn't allow this.",
    "404": "There is no such game, match or version.",
    "406": "None of the available media types is in Accept.",
    "409": "The match doesn't allow this now: by the rules of the game, or by its status.",
    "412": "Stale: the seat has moved since, or what it sees or may do has changed. `version` is the current one.",
    "413": "The body is too large.",
    "415": "The body isn't declared as JSON.",
    "422": "The body isn't valid: `path` or `field` says where. Or the move isn't one of the game.",
    "428": "If-Match is missing.",
    "429": "Too many requests. Retry-After says when to go on.",
    "503": "Not available right now. The request may have taken effect; repeat it with its key, after Retry-After.",
    "4XX": "Refused: `code` says why.",
    "5XX": "The server failed.",
}
_WEBHOOKS: Final[dict[messages.WebhookKind, str]] = {
    "lobby": "Something changed before the start. Only owners are told.",
    "started": "The match has started.",
    "turn": "People are to move who weren't: `seats`.",
    "undo_asked": "A seat asks to take its last move back: `seats`.",
    "taken_over": "A bot has taken seats over from their players: `seats`.",
    "over": "The match is over.",
    "test": "The holder of the webhook asked for it. Nothing has happened.",
}
_WEBHOOK_HEADERS: Final = {
    "webhook-id": "The same for each delivery of one message. Ignore those that you know.",
    "webhook-timestamp": "When it was sent, in seconds of Unix time.",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. Spaces separate several.",
}
_OF_BODIES: Final = ("400", "413", "415", "422")
_OF_MATCHES: Final = ("401", "403", "404")
_OF_ALL: Final = ("429", "503")
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


def document(app: Litestar) -> dict[str, Json]:
    """Return the whole document, as it is served at `/schema/openapi.json` and kept in `docs/openapi.json`."""
    whole: dict[str, Json] = app.openapi_schema.to_schema()
    components = as_object(whole.setdefault("components", {}))
    schemas = as_object(components.setdefault("schemas", {}))
    for name in schemas:
        schemas[name] = answer_schema(getattr(messages, name))
    schemas["Problem"] = problem_schema()
    for cls in (*get_args(StreamLine), messages.SeatPresence):
        schemas[cls.__name__] = answer_schema(cls)
    schemas["StreamLine"] = {
        "description": "What a stream sends: events, what the clock shows, who is here, and a last word.",
        "anyOf": [_ref("schemas", cls.__name__) for cls in get_args(StreamLine)],
    }
    whole["webhooks"] = _webhooks(schemas)
    schemas["Drawing"] = _open(type_schema(scenes.Scene))
    components["securitySchemes"] = {**SECURITY}
    components["parameters"] = {
        name: {"name": name, "in": "header", "required": False, **given}
        for name, given in _PARAMETERS.items()
    }
    components["headers"] = {name: {**given} for name, given in _HEADERS.items()}
    components["responses"] = {status: _refusal(status) for status in _REFUSED}
    handlers = _handlers(app)
    links = _links(handlers)
    for operations in as_object(whole["paths"]).values():
        for operation in as_object(operations).values():
            if isinstance(operation, dict) and (name := str(operation.get("operationId"))) in handlers:
                _complete(operation, handlers[name], schemas, links)
    _fit_to_games(app, schemas)
    return whole


def _webhooks(schemas: dict[str, Json]) -> dict[str, Json]:
    """Return what webhooks send, by event, and add its schemas."""
    for cls in (messages.WebhookMessage, messages.WebhookSubject):
        schemas[cls.__name__] = answer_schema(cls)
    headers: list[Json] = [
        {"name": name, "in": "header", "required": True, "description": said, "schema": {"type": "string"}}
        for name, said in _WEBHOOK_HEADERS.items()
    ]
    answers: dict[str, Json] = {
        "2XX": {"description": "It is delivered."},
        "410": {"description": "The webhook ends."},
        "default": {"description": "It is sent again, with growing pauses, for a day."},
    }
    return {
        event: {
            "post": {
                "operationId": f"tell{event.title().replace('_', '')}",
                "summary": said,
                "tags": ["webhooks"],
                "parameters": headers,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": _ref("schemas", "WebhookMessage")}},
                },
                "responses": answers,
            }
        }
        for event, said in _WEBHOOKS.items()
    }


def _handlers(app: Litestar) -> dict[str, HTTPRouteHandler]:
    return {
        str(handler.operation_id): handler
        for route in app.routes
        for handler in getattr(route, "route_handlers", [])
        if isinstance(handler, HTTPRouteHandler) and handler.operation_id
    }


def _links(handlers: Mapping[str, HTTPRouteHandler]) -> dict[str, Json]:
    """Return links from a new match to all operations on it."""
    return {
        name: {"operationId": name, "parameters": {"match_id": "$response.body#/match/id"}}
        for name, handler in sorted(handlers.items())  # the framework shuffles those of one path
        if any("{match_id:" in path for path in handler.paths)
    }


def _fit_to_games(app: Litestar, schemas: dict[str, Json]) -> None:
    """Put the server's games and their numbers of seats into the schema of a new match."""
    service: object = app.state["service"]
    if not isinstance(service, Service) or not service.games:
        return
    games = service.games.values()
    properties = as_object(as_object(schemas["NewMatch"])["properties"])
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
    waits = status in _OF_ALL
    return {**problem, "headers": {"Retry-After": _ref("headers", "Retry-After")}} if waits else problem


def _ref(kind: str, name: str) -> dict[str, Json]:
    return {"$ref": f"#/components/{kind}/{name}"}


def _complete(
    operation: dict[str, Json],
    handler: HTTPRouteHandler,
    schemas: dict[str, Json],
    links: dict[str, Json],
) -> None:
    """Add what the route declares to what Litestar derives."""
    declared = declaration_of(handler)
    if declared is None:
        raise LookupError(f"{handler} declares nothing")
    operation.pop("deprecated", None)
    if declared.deprecated is not None:
        operation["deprecated"] = True
    operation["summary"] = str(operation.get("description", "")).partition("\n")[0]
    if declared.takes is not None:
        _add_request(schemas, declared.takes)
        content: Json = {"application/json": {"schema": _ref("schemas", declared.takes.__name__)}}
        operation["requestBody"] = {"required": True, "content": content}
    given = operation.get("parameters")
    own = [_parameter(as_object(item)) for item in given] if isinstance(given, list) else []
    read: list[Json] = [_ref("parameters", header) for header in _PARAMETERS if header in declared.reads]
    if own or read:
        operation["parameters"] = [*own, *read]
    if declared.who not in ("anyone", "user"):
        public: list[Json] = [{}] if declared.who in ("invited", "watchers") else []
        in_url: list[Json] = [{"tokenInUrl": []}, {"ticketInUrl": []}] if declared.token_in_url else []
        operation["security"] = [*public, {"token": []}, *in_url]
    operation["responses"] = _responses(declared, as_object(operation["responses"]), links)


def _parameter(given: dict[str, Json]) -> Json:
    """Return a parameter as Litestar describes it, without empty fields, and without a default that isn't valid."""
    schema = as_object(given["schema"])
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


def _responses(declared: Declaration, derived: dict[str, Json], links: dict[str, Json]) -> dict[str, Json]:
    (success,) = (status for status in derived if status.startswith("2"))
    answer = as_object(derived[success])
    answer["description"] = "Done." if success == "204" else "As asked for."
    answer.pop("headers", None)
    tagged = "If-None-Match" in declared.reads
    sent = {*declared.sends, *(("ETag",) if tagged else ())}
    headers: dict[str, Json] = {header: _ref("headers", header) for header in _HEADERS if header in sent}
    for header in () if declared.deprecated is None else declared.deprecated.headers:
        headers[header] = {"schema": {"type": "string"}}
    if headers:
        answer["headers"] = headers
    if declared.streams:
        answer["content"] = {**as_object(answer["content"]), **_STREAMS}
    if "Location" in declared.sends:
        answer["links"] = links
    responses: dict[str, Json] = {success: answer}
    if declared.streams:
        responses["204"] = {"description": "The caller has had the whole stream by Last-Event-ID."}
    if tagged:
        responses["304"] = {
            "description": "What the caller has by If-None-Match is still the latest.",
            "headers": {"ETag": _ref("headers", "ETag")},
        }
    refused = {str(status) for status in declared.refuses}
    refused |= {*_OF_BODIES} if declared.takes else set()
    refused |= {"anyone": set[str](), "user": {"401"}}.get(declared.who, {*_OF_MATCHES})
    refused |= {*_OF_ALL} if declared.budget == "requests" else {"429"}
    responses.update({status: _ref("responses", status) for status in (*sorted(refused), "4XX", "5XX")})
    return responses


def as_object(value: Json) -> dict[str, Json]:
    """Return the value, which is an object."""
    if not isinstance(value, dict):
        raise TypeError("expected an object in the document")
    return value


# --- messages


def _add_request(schemas: dict[str, Json], cls: type) -> None:
    """Add the schema of a message that clients send, and of those in it. Such messages take no other fields."""
    hints = get_type_hints(cls)
    for hint in hints.values():
        for item in get_args(hint):
            if isinstance(item, type) and attrs.has(item):
                _add_request(schemas, item)
    schemas[cls.__name__] = request_schema(cls)


def request_schema(cls: type) -> dict[str, Json]:
    """Return the schema of a message that clients send."""
    required: list[Json] = [field.name for field in attrs.fields(cls) if field.default is attrs.NOTHING]
    schema: dict[str, Json] = {**_message(cls, get_type_hints(cls), _COUNTED), "additionalProperties": False}
    return {**schema, "required": required} if required else schema


def problem_schema() -> dict[str, Json]:
    """Return the schema of a refusal. Most have no more than the first five fields."""
    return {**answer_schema(Problem), "required": ["type", "title", "status", "code", "detail"]}


def answer_schema(cls: type) -> dict[str, Json]:
    """Return the schema of a message that the server sends, with all its fields. A later server may add some."""
    return {**_message(cls, get_type_hints(cls)), "required": [field.name for field in attrs.fields(cls)]}


def _open(schema: Json) -> Json:
    """Return a schema without its bounds for other fields: a later server may add some."""
    match schema:
        case dict():
            return {key: _open(inner) for key, inner in schema.items() if key != "additionalProperties"}
        case list():
            return [_open(inner) for inner in schema]
        case _:
            return schema


_NUMBER: Final[dict[str, Json]] = {"type": "integer"}
_COUNTED: Final[dict[str, Json]] = {"type": "integer", "minimum": 0}
"""Whole numbers in requests are counts."""


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
