"""Write the face of the HTTP API, on which clients rely, to tests/api/face.txt: names and types, a line each.

Run it for each release. `tests/api/test_stability.py` then refuses a change that takes a line back.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import cardkit
from cardkit.game import any_game
from cardkit.games import BUILT_IN

ROOT: Final = Path(__file__).parent.parent
FILE: Final = ROOT / "tests" / "api" / "face.txt"
STABLE: Final = ("/v1/", "/health/")
"""The paths about which clients are promised something."""

Object: TypeAlias = dict[str, Any]


def face() -> set[str]:
    """Return what the committed documents, the table of codes and the games promise."""
    docs = ROOT / "docs"
    openapi = json.loads((docs / "openapi.json").read_text(encoding="utf-8"))
    asyncapi = json.loads((docs / "asyncapi.json").read_text(encoding="utf-8"))
    page = (docs / "http.md").read_text(encoding="utf-8")
    return {*operations(openapi), *messages(openapi), *channels(asyncapi), *codes(page), *games()}


def text() -> str:
    return "".join(f"{line}\n" for line in sorted(face()))


def operations(document: Object) -> Iterator[str]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if path.startswith(STABLE):
                yield from operation_lines(f"{method.upper()} {path}", operation, document)


def operation_lines(name: str, operation: Object, document: Object) -> Iterator[str]:
    yield name
    for given in operation.get("parameters", ()):
        parameter = resolved(given, document)
        verb = "needs" if parameter.get("required") else "takes"
        yield f"{name} {verb} {parameter['in']} {parameter['name']}: {kind(parameter['schema'])}"
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{name} needs body {media}: {kind(content['schema'])}"
    for status, answer in operation["responses"].items():
        if status[0] in "23":
            yield f"{name} answers {status}"
            for media, content in answer.get("content", {}).items():
                yield f"{name} answers {status} {media}: {kind(content['schema'])}"
            for header in answer.get("headers", ()):
                yield f"{name} answers {status} with {header}"


def messages(document: Object) -> Iterator[str]:
    taken = {kind(schema) for schema in bodies(document)}
    schemas: Object = document["components"]["schemas"]
    inner = {kind(field).strip("[]") for name in taken for field in schemas[name]["properties"].values()}
    for name, schema in schemas.items():
        yield name
        yield from fields(name, schema, is_request=name in taken | inner)


def bodies(document: Object) -> Iterator[Object]:
    for methods in document["paths"].values():
        for operation in methods.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield content["schema"]


def fields(name: str, schema: Object, *, is_request: bool = False) -> Iterator[str]:
    """Yield the fields of a message and of the objects in it."""
    always, else_ = ("needs", "takes") if is_request else ("has", "may have")
    required = schema.get("required", ())
    for field, inner in schema.get("properties", {}).items():
        verb = always if field in required else else_
        if name.startswith("Drawing") and "enum" in inner:  # other games may bring more values
            yield f"{name} {verb} {field}: string"
            yield from (f'{name} may have {field} "{value}"' for value in inner["enum"])
        else:
            yield f"{name} {verb} {field}: {kind(inner)}"
        yield from fields(f"{name}.{field}", inner, is_request=is_request)
        yield from fields(f"{name}.{field}", inner.get("items", {}), is_request=is_request)


def channels(document: Object) -> Iterator[str]:
    for channel, described in document["channels"].items():
        yield f"{channel} is {described['address']}"
    for operation in document["operations"].values():
        query: Object = {}
        for binding in (*operation.get("bindings", {}).values(), *of_channel(document, operation).values()):
            query.update(binding["query"]["properties"])
        channel = last(operation["channel"])
        for name, schema in query.items():
            yield f"{channel} takes query {name}: {kind(schema)}"
        verb = {"send": "sends", "receive": "takes"}[operation["action"]]
        for message in operation["messages"]:
            yield f"{channel} {verb} {last(message)}"
        for message in operation.get("reply", {}).get("messages", ()):
            yield f"{channel} sends {last(message)}"
    for name, message in document["components"]["messages"].items():
        yield f"message {name}"
        yield from fields(f"message {name}", message["payload"], is_request=name == "move")


def of_channel(document: Object, operation: Object) -> Object:
    found: Object = document["channels"][last(operation["channel"])].get("bindings", {})
    return found


def codes(page: str) -> Iterator[str]:
    table = page.partition("| status | code |")[2].partition("\n\n")[0]
    for row in table.splitlines():
        for status, named in re.findall(r"^\| (\d+) \| (.*?) \|", row):
            for code in re.findall("`([a-z_]+)`", named):
                yield f"refusal {status} {code}"


def games() -> Iterator[str]:
    for key in BUILT_IN:
        game = any_game(cardkit.game(key))
        yield from (f"{key} refuses by {code}" for code in game.rejections)
        yield from (f"{key} takes {name}" for name in game.wire.moves)
        yield from (f"{key} tells {name}" for name in game.wire.glimpses)


def resolved(value: Object, document: Object) -> Object:
    for name in value.get("$ref", "#").split("/")[1:]:
        document = document[name]
    return document if "$ref" in value else value


def last(reference: Object) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def kind(schema: Object) -> str:
    """Return the name of a type."""
    match schema:
        case {"$ref": str()}:
            return last(schema)
        case {"enum": [*values]}:
            return "|".join(sorted(f'"{value}"' for value in values))
        case {"const": value}:
            return f'"{value}"'
        case {"anyOf": [*choices]}:
            return "|".join(sorted({kind(choice) for choice in choices}))
        case {"type": "array"}:
            return f"[{kind(schema.get('items') or {})}]"
        case {"type": "object", "additionalProperties": {"type": str(name)}}:
            return f"{{{name}}}"
        case {"type": str(name)}:
            return name
        case _:
            return "any"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
