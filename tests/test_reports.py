"""A worker reports whatever happens to a test, in fewer messages than pytest's own."""

import pytest

from tests import reports

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.fixture
def broken():
    raise OSError

@pytest.fixture
def left_open():
    yield
    raise OSError

def test_that_passes(): pass
def test_that_fails(): assert False
def test_with_a_broken_fixture(broken): pass
def test_whose_fixture_breaks_afterwards(left_open): pass
def test_that_fails_with_its_fixture(left_open): assert False
def test_that_is_skipped(): pytest.skip()
@pytest.mark.skip
def test_that_is_never_tried(): pass
@pytest.mark.xfail
def test_that_should_fail(): assert False
@pytest.mark.xfail(strict=True)
def test_that_should_have_failed(): pass
"""


class Worker:
    """What makes a session a worker's, as far as the reports are concerned, and the reports of it."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, str]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        vars(session.config)["workerinput"] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        del vars(session.config)["workerinput"]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seen.append((report.nodeid.rpartition("test_")[2], str(report.when), report.outcome))


def reports_of(pytester: pytest.Pytester, *options: str) -> list[tuple[str, str, str]]:
    worker = Worker()
    pytester.makepyfile(TESTS)
    pytester.runpytest_inprocess("--disable-plugin-autoload", *options, plugins=[reports, worker])
    return worker.seen


def test_each_test_is_reported_once_and_twice_if_it_fails_and_its_fixture_too(
    pytester: pytest.Pytester,
) -> None:
    assert reports_of(pytester) == [
        ("that_passes", "call", "passed"),
        ("that_fails", "call", "failed"),
        ("with_a_broken_fixture", "setup", "failed"),
        ("whose_fixture_breaks_afterwards", "call", "passed"),
        ("whose_fixture_breaks_afterwards", "teardown", "failed"),
        ("that_fails_with_its_fixture", "call", "failed"),
        ("that_fails_with_its_fixture", "teardown", "failed"),
        ("that_is_skipped", "call", "skipped"),
        ("that_is_never_tried", "setup", "skipped"),
        ("that_should_fail", "call", "skipped"),
        ("that_should_have_failed", "call", "failed"),
    ]


@pytest.mark.parametrize("option", ["--durations=3", "--junit-xml=report.xml"])
def test_who_asks_for_times_gets_every_report(pytester: pytest.Pytester, option: str) -> None:
    assert ("that_passes", "setup", "passed") in reports_of(pytester, option)
