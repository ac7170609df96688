"""Bots, games and measures of one's own, told by `package.module:name`."""

import sys
from pathlib import Path

__all__ = ["own_code_is_found"]


def own_code_is_found() -> None:
    """From now on modules in the current folder can be imported, after those that are installed."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
