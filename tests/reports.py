"""What a worker tells the controller of the tests that it runs."""

import pytest
from _pytest.runner import runtestprotocol

__all__ = ["pytest_runtest_protocol"]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test. Let a worker send one report of it unless it fails: sending five costs as much as most tests."""
    options = item.config.option
    if not hasattr(item.config, "workerinput") or options.durations or options.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            report.keywords = {}
            item.ihook.pytest_runtest_logreport(report=report)
    return True
