"""The optional parts of the installation: `pip install 'cardkit[api]'` and the like."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["needs_extra"]


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import in this block what an extra brings. If it isn't installed, the error names the command that installs it.

    >>> with needs_extra("parquet"):
    ...     import no_such_module
    Traceback (most recent call last):
    ModuleNotFoundError: no_such_module isn't installed; install it: pip install 'cardkit[parquet]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("cardkit"):
            raise
        message = f"{error.name} isn't installed; install it: pip install 'cardkit[{extra}]'"
        raise ModuleNotFoundError(message, name=error.name) from None
