"""The client needs nothing of the server."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.usefixtures("unmeasured")

SERVER = ("litestar", "uvicorn", "prometheus_client", "asyncpg", "sqlite3", "msgspec")


def loaded_by(statement: str) -> set[str]:
    """Return the modules that are loaded after the statement, in a Python of their own."""
    script = f"{statement}; import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {*done.stdout.split()}


def test_the_client_loads_nothing_of_the_server() -> None:
    modules = loaded_by("import cardkit_api.client")

    assert not {name.partition(".")[0] for name in modules} & {*SERVER}
    assert {name for name in modules if name.startswith("cardkit_api.")} == {
        "cardkit_api.client",
        "cardkit_api.client.answers",
        "cardkit_api.client.client",
        "cardkit_api.client.connection",
        "cardkit_api.client.errors",
        "cardkit_api.client.matches",
        "cardkit_api.client.streams",
        "cardkit_api.messages",
    }


def test_the_server_would_be_noticed() -> None:
    assert {"litestar", "sqlite3", "cardkit_api.stores.sqlite"} <= loaded_by(
        "import cardkit_api; cardkit_api.create_app; cardkit_api.store('sqlite:unused.db')"
    )
