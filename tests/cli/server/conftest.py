"""A server in this process, for all tests that don't kill it."""

from collections.abc import Generator

import pytest

from tests.api.clients.serving import serving


@pytest.fixture(scope="module")
def base() -> Generator[str, None, None]:
    """Its address."""
    with serving() as address:
        yield address
