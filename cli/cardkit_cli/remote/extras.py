"""What is installed besides the command line itself."""

from importlib.util import find_spec

from cardkit_cli.failures import NotInstalled

__all__ = ["needed"]


def needed(extra: str, *modules: str) -> None:
    """`NotInstalled` unless these can be imported."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise NotInstalled(f"this needs {' and '.join(missing)}: pip install 'cardkit[{extra}]'")
