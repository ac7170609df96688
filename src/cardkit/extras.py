"""The optional parts of the installation: `pip install 'cardkit[api]'` and the like."""

import sys
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["MissingExtra", "needs_extra"]


class MissingExtra(ModuleNotFoundError):
    """What an extra brings isn't installed. The text names the command that installs it."""


@contextmanager
def needs_extra(extra: str) -> Generator[None]:
    """Import in this block what an extra brings. If it isn't installed, the error names the command that installs it.

    >>> with needs_extra("parquet"):
    ...     import no_such_module
    Traceback (most recent call last):
    cardkit.extras.MissingExtra: no_such_module isn't installed; install it: pip install 'cardkit[parquet]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("cardkit"):
            raise
        message = f"{error.name} isn't installed; install it: {_command(extra, error.name)}"
        raise MissingExtra(message, name=error.name) from None


def _command(extra: str, package: str) -> str:
    """Return the command that installs what is missing. A copy of the sources has no extras (`make run`)."""
    from importlib.metadata import PackageNotFoundError, distribution  # takes long, and is seldom needed

    try:
        distribution("cardkit")
    except PackageNotFoundError:
        return f"{sys.executable} -m pip install {package.partition('.')[0]}"
    return f"pip install 'cardkit[{extra}]'"
