"""What the whole suite shares: the snippets of the documentation are tests, and soak runs are larger."""

import atexit
import gc
import logging
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Generator
from importlib import import_module
from itertools import islice
from logging.handlers import QueueListener
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

from tests.reports import pytest_runtest_protocol as pytest_runtest_protocol
from tests.slow import SLOW

BROWSER: Final = "tests/browser/"
PACKAGES: Final = (
    "tests/api/clients/test_asyncapi.py",
    "tests/api/clients/test_typescript.py",
    "tests/browser/test_files.py",
)
"""Tests that npm installs something for."""

settings.register_profile("quick", max_examples=30, deadline=None, derandomize=True)
settings.register_profile("soak", max_examples=2000, deadline=None)
settings.load_profile("soak" if os.environ.get("CARDKIT_SOAK") else "quick")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell makes what it starts in the background deaf to Ctrl-C, and so would be all that tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Name a folder for PostgreSQL servers that workers share, should any of them need one."""
    if not hasattr(config, "workerinput"):
        memory = Path("/dev/shm")  # four times as fast as a disk; containers often have little of it
        there = memory.is_dir() and shutil.disk_usage(memory).free > 2**30
        folder = (memory if there else Path(tempfile.gettempdir())) / f"cardkit-{secrets.token_hex(8)}"
        os.environ["CARDKIT_TEST_POSTGRES_FOLDER"] = str(folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove that folder. A server stops with its last worker, or after a minute without its files."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop("CARDKIT_TEST_POSTGRES_FOLDER", ""), ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Take more workers than cores: a slow test often waits for a browser, a process or a database."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if config.option.markexpr == "not slow" else cores + min(cores, 4)


def shared_by(test: str) -> str:
    """Return what runs in one worker: a file, or all files that need a browser or packages of npm.

    So only one browser is started, and packages are installed once.
    """
    file = test.partition("::")[0]
    if file in PACKAGES:
        return PACKAGES[0]
    return BROWSER if file.startswith(BROWSER) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Keep tests together that share what takes long to start."""
    if config.option.dist != "loadfile":
        return None
    scheduler = import_module("xdist.scheduler").LoadFileScheduling(config, log)  # it comes without types
    scheduler._split_scope = shared_by
    return scheduler


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes without coverage, which imports modules and writes files of its own."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture
def logging_as_before() -> Generator[None]:
    """Undo what an example's application sets up: from then on, Litestar would write a line for each answer."""
    loggers = [logging.getLogger(), logging.getLogger("litestar")]
    kept = [(logger.level, [*logger.handlers]) for logger in loggers]
    yield
    for handler in {handler for logger in loggers for handler in logger.handlers}:
        listener: object = getattr(handler, "listener", None)
        if isinstance(listener, QueueListener):
            atexit.unregister(listener.stop)
            listener.stop()
    for logger, (level, handlers) in zip(loggers, kept, strict=True):
        logger.setLevel(level)
        logger.handlers[:] = handlers


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for garbage only in what tests make: searching the collected tests took a third of collecting them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        # a thirtieth of the searches, and a tenth of the full ones: they took one CPU second of forty
        gc.set_threshold(20_000, 10, 100)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark slow tests, and those that ask for a database by their fixtures or parameters.

    Workers begin with the tests of the browser, which one of them runs, and then with the slow files, so none is left
    to one of them while the others have nothing to do. Slow files often wait, so quick ones come between them.
    """
    for item in items:
        fixtures = item.fixturenames if isinstance(item, pytest.Function) else []
        if item.nodeid.startswith(SLOW) or "database" in fixtures or "sqlite" in item.name:
            item.add_marker("slow")
    if hasattr(config, "workerinput"):
        slow = dict.fromkeys(item.path for item in items if item.get_closest_marker("slow"))
        quick = dict.fromkeys(item.path for item in items if item.path not in slow)
        between, rest = len(quick) // (2 * len(slow) or 1), iter(quick)
        mixed = [path for one in slow for path in (one, *islice(rest, between))]
        place = {path: number for number, path in enumerate([*mixed, *rest])}
        items.sort(key=lambda item: (not item.nodeid.startswith(BROWSER), place[item.path]))


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()], patterns=["*.md"], fixtures=["logging_as_before"]
).pytest()
