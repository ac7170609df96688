"""Write the OpenAPI document of the HTTP API, with the built-in games, to docs/openapi.json."""

import json
from pathlib import Path

import cardkit
from cardkit.games import BUILT_IN
from cardkit_api import create_app
from cardkit_api.openapi import document
from cardkit_api.stores.memory import MemoryStore

FILE = Path(__file__).parent.parent / "docs" / "openapi.json"


def text() -> str:
    app = create_app(MemoryStore(), {key: cardkit.game(key) for key in BUILT_IN})
    return json.dumps(document(app), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
