"""The checks of a match as HTML, for notebooks."""

from html import escape
from typing import Final

from cardkit.verify import Report

__all__ = ["checks"]

MOST: Final = 20
"""The most checks that are listed."""


def checks(report: Report) -> str:
    """Tell the result of a verification. List the checks that failed, then those that weren't possible."""
    number, failed = len(report.checks), len(report.failures)
    open_ones = [check for check in report.checks if check.passed is None]
    if failed:
        result = f"✗ {failed} of {number} checks failed."
    elif open_ones:
        result = f"✓ No check failed. {len(open_ones)} of {number} weren't possible."
    else:
        result = f"✓ All {number} checks passed."
    listed = [*report.failures, *open_ones]
    lines = "".join(f"<li>{escape(str(check))}</li>" for check in listed[:MOST])
    more = f"<p>And {len(listed) - MOST} more.</p>" if len(listed) > MOST else ""
    return f"<p><strong>{result}</strong></p>" + (f"<ul>{lines}</ul>{more}" if lines else "")
