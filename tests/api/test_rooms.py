"""Which room of the API may import which."""

from pathlib import Path

import pytest

import cardkit_api
from tests.sources import imported

API = Path(cardkit_api.__file__).parent
MAY_IMPORT = {
    "stores": {"stores", "messages", "keys"},
    "service": {"service", "stores", "messages", "problems", "keys", "limits", "tracing", "webhooks"},
    "webhooks": {"webhooks"},
    "client": {"client", "messages"},
    "admin": {"admin", "service", "stores", "keys", "server_options"},
}


def rooms_of(path: Path) -> set[str]:
    """Return the rooms of the API that a module imports."""
    parts = (name.split(".") for name in imported(path) if name.startswith("cardkit_api."))
    return {part[1] for part in parts}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_is_below_it(room: str) -> None:
    modules = sorted((API / room).rglob("*.py"))
    assert modules

    for path in modules:
        assert rooms_of(path) <= MAY_IMPORT[room], path


def test_routes_reach_stores_through_the_service_alone() -> None:
    for path in sorted((API / "routes").glob("*.py")):
        assert "stores" not in rooms_of(path), path
