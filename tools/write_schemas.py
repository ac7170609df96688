"""Write the JSON Schema of each built-in game to docs/schema/<key>.json."""

import json
from pathlib import Path

import cardkit
from cardkit.games import BUILT_IN

FOLDER = Path(__file__).parent.parent / "docs" / "schema"


def text(key: str) -> str:
    return json.dumps(cardkit.schema(cardkit.game(key)), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key in BUILT_IN:
        FOLDER.joinpath(f"{key}.json").write_text(text(key), encoding="utf-8")
