"""The two locks: what developing takes, and what serving takes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements-dev.lock", "requirements-run.lock")


def pins(lock: str) -> dict[str, str]:
    text = (ROOT / lock).read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", text, re.MULTILINE))


def test_what_both_locks_hold_has_one_version() -> None:
    developing, serving = map(pins, LOCKS)

    assert serving.items() <= developing.items()


def test_serving_takes_none_of_the_developers_tools() -> None:
    assert {"litestar", "uvicorn", "attrs"} <= pins("requirements-run.lock").keys()
    assert not {"mypy", "pytest", "sphinx", "dask"} & pins("requirements-run.lock").keys()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")

    assert not re.search(r"://|file:|--(extra-)?index-url|--find-links", text)
