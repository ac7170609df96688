"""What tests of files as games share."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Forget the modules that the test imports, and the folders in which it looks for them."""
    known, path = {*sys.modules}, [*sys.path]
    yield
    for name in {*sys.modules} - known:
        del sys.modules[name]
    sys.path[:] = path
