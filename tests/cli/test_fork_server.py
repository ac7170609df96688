"""The server that forks commands for other tests."""

import signal
import sys

import pytest

from tests.cli.fork_server import restore_signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT], ids=["nohup", "in the background"])
def test_what_is_forked_hears_a_signal_that_the_suite_was_started_to_ignore(number: signal.Signals) -> None:
    heard = signal.signal(number, signal.SIG_IGN)
    try:
        restore_signals()

        assert signal.getsignal(number) != signal.SIG_IGN
    finally:
        signal.signal(number, heard)
