"""The OpenAPI document: the one that is committed is the one that is served, and it says what is so."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import httpx
import pytest
from jsonschema_rs import Draft202012Validator, meta

from cardkit.game import Json
from tests import plain_http
from tests.api.clients.serving import serving
from tools.write_openapi import DOCS, documents

METHODS: Final = ("get", "post", "delete", "put", "patch")


@pytest.fixture(scope="module")
def document() -> Any:
    with serving() as url:
        return plain_http.get(f"{url}/schema/openapi.json").json()


def within(value: Json) -> Iterator[dict[str, Any]]:
    """Yield all objects in a document."""
    match value:
        case dict():
            yield value
            for inner in value.values():
                yield from within(inner)
        case list():
            for inner in value:
                yield from within(inner)
        case _:
            pass


def operations(document: Any) -> dict[str, Any]:
    return {
        operation["operationId"]: operation
        for path in document["paths"].values()
        for method, operation in path.items()
        if method in METHODS
    }


def test_the_committed_document_is_the_served_one(document: Any) -> None:
    file = DOCS / "openapi.json"
    made = documents()[file]
    assert file.read_text(encoding="utf-8") == made, "run tools/write_openapi.py"
    assert httpx.Response(200, text=made).json() == document


def test_it_is_openapi_3_1(document: Any) -> None:
    definition: dict[str, Any] = import_module("schemathesis.specs.openapi.definitions").OPENAPI_31

    assert document["openapi"].startswith("3.1.")
    Draft202012Validator(definition).validate(document)
    for part in within(document):
        if "schema" in part and "properties" not in part:
            meta.validate(part["schema"])
    for schema in document["components"]["schemas"].values():
        meta.validate(schema)


def test_every_reference_leads_somewhere_and_everything_is_referred_to(document: Any) -> None:
    references = {part["$ref"] for part in within(document) if "$ref" in part}
    for reference in references:
        place = document
        for name in reference.removeprefix("#/").split("/"):
            place = place[name]
    for kind in ("schemas", "parameters", "headers", "responses"):
        for name in document["components"][kind]:
            assert f"#/components/{kind}/{name}" in references or name == "StreamLine", name


def test_every_operation_says_how_it_refuses_and_whom_it_is_open_to(document: Any) -> None:
    for name, operation in operations(document).items():
        assert operation["summary"].endswith("."), name
        assert {"4XX", "5XX"} <= {*operation["responses"]}, name
        if "requestBody" in operation:
            assert {"400", "413", "415", "422"} <= {*operation["responses"]}, name
        if "{match_id}" in str(operation.get("parameters")):
            assert "security" in operation, name


def test_operations_have_names_of_their_own(document: Any) -> None:
    paths = document["paths"].values()
    assert len(operations(document)) == sum(method in METHODS for path in paths for method in path)


def test_links_lead_to_operations(document: Any) -> None:
    created = operations(document)["createMatch"]["responses"]["201"]
    about_a_match = {
        name
        for name, operation in operations(document).items()
        if any(parameter.get("name") == "match_id" for parameter in operation.get("parameters", ()))
    }
    assert {link["operationId"] for link in created["links"].values()} == about_a_match
