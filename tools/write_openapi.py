"""Write the OpenAPI and AsyncAPI documents of the HTTP API, with the built-in games, into docs/."""

import json
from pathlib import Path

import cardkit
from cardkit.games import BUILT_IN
from cardkit_api import create_app
from cardkit_api.asyncapi import asyncapi_document
from cardkit_api.openapi import document
from cardkit_api.stores.memory import MemoryStore

DOCS = Path(__file__).parent.parent / "docs"


def documents() -> dict[Path, str]:
    """Return the text of each file."""
    app = create_app(MemoryStore(), {key: cardkit.game(key) for key in BUILT_IN})
    made = {"openapi.json": document(app), "asyncapi.json": asyncapi_document(app)}
    return {
        DOCS / name: json.dumps(whole, ensure_ascii=False, indent=2) + "\n" for name, whole in made.items()
    }


if __name__ == "__main__":
    for file, text in documents().items():
        file.write_text(text, encoding="utf-8")
