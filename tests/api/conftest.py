"""Places to keep matches in, one of each kind, for every test that asks for one."""

import os
import secrets
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from random import Random
from typing import Final

import asyncpg
import pytest

from cardkit_api import Store
from tests.api.places import Place, server

POSTGRES: Final = pytest.param("postgres", marks=pytest.mark.slow)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def random() -> Random:
    """Chance that differs in every run. A test that fails shows the seed; CARDKIT_TEST_SEED takes it again."""
    seed = os.environ.get("CARDKIT_TEST_SEED") or secrets.token_hex(8)
    print(f"CARDKIT_TEST_SEED={seed} draws the same again")
    return Random(seed)


@pytest.fixture(scope="session")
def database() -> Generator[str, None, None]:
    """The URL of a PostgreSQL database, brought up when the first test asks for it."""
    with server() as url:
        yield url


@pytest.fixture
async def postgres(database: str) -> AsyncGenerator[Place, None]:
    """Room in PostgreSQL that nobody else uses."""
    schema = f"test_{secrets.token_hex(6)}"
    connection = await asyncpg.connect(database)
    await connection.execute(f"CREATE SCHEMA {schema}")
    yield Place(f"{database}{'&' if '?' in database else '?'}search_path={schema}&application_name={schema}")
    await connection.execute(f"DROP SCHEMA {schema} CASCADE")
    await connection.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> Place:
    """A file that isn't there yet."""
    return Place(f"sqlite:{tmp_path / 'matches.db'}")


@pytest.fixture(params=["memory", "sqlite", POSTGRES])
def place(request: pytest.FixtureRequest) -> Place:
    """Each kind of place there is, for what a store has to hold."""
    kind: str = request.param
    if kind == "memory":
        return Place("memory:")
    found = request.getfixturevalue(kind)
    assert isinstance(found, Place)
    return found


@pytest.fixture(params=["sqlite", POSTGRES])
def shared_place(request: pytest.FixtureRequest) -> Place:
    """Each kind of place that several processes can use at once."""
    found = request.getfixturevalue(str(request.param))
    assert isinstance(found, Place)
    return found


@pytest.fixture
def kept(sqlite: Place) -> Store:
    """A store that outlives its server, not yet opened."""
    return sqlite.store()
