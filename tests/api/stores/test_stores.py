"""The URL is the whole configuration."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardkit_api.stores import store
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.stores.postgres import PostgresStore
from cardkit_api.stores.sqlite import SqliteStore


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:file.db", "file.db"),
        ("sqlite:///path/file.db", "path/file.db"),
        ("sqlite:/path/file.db", "/path/file.db"),
        ("sqlite:////path/file.db", "/path/file.db"),
        ("sqlite:C:/file.db", "C:/file.db"),
    ],
)
def test_a_url_names_a_file(url: str, path: str) -> None:
    found = store(url)
    assert isinstance(found, SqliteStore)
    assert found.path == Path(path)


def test_a_url_names_memory_or_postgresql() -> None:
    assert isinstance(store("memory:"), MemoryStore)
    assert isinstance(store("postgresql://me@host/db"), PostgresStore)
    assert isinstance(store("postgres://me@host/db"), PostgresStore)


@pytest.mark.parametrize(
    "url",
    ["", "memory", "memory:x", "sqlite", "sqlite:", "sqlite:///", "sqlite://host/x", "mysql://x", "file.db"],
)
def test_another_url_is_refused_with_what_is_accepted(url: str) -> None:
    with pytest.raises(ValueError, match=r"memory:, sqlite:.* or postgresql://"):
        store(url)


def test_a_refused_url_isnt_repeated_with_its_password() -> None:
    with pytest.raises(ValueError, match="mysql:") as refused:
        store("mysql://me:secret@host/db")
    assert "secret" not in str(refused.value)


def test_asyncpg_is_loaded_for_postgresql_only() -> None:
    code = "import sys, cardkit_api.stores as s; s.store('sqlite:x'); print('asyncpg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
