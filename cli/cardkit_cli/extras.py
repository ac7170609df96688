"""The optional parts of the installation: `pip install 'cardkit[api]'` and the like."""

from importlib.util import find_spec

from cardkit_cli.errors import NotInstalled

__all__ = ["require_extra"]


def require_extra(extra: str, *modules: str) -> None:
    """Raise `NotInstalled` unless these modules of the extra can be imported."""
    for name in modules:
        if find_spec(name) is None:
            raise NotInstalled(f"{name} isn't installed; install it: pip install 'cardkit[{extra}]'")
