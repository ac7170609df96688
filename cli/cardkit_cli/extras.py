"""The optional parts of the installation: `pip install 'cardkit[api]'` and the like."""

from importlib.util import find_spec

from cardkit_cli.errors import NotInstalled

__all__ = ["require_extra"]


def require_extra(extra: str, *modules: str) -> None:
    """Raise `NotInstalled` unless these modules of the extra can be imported."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise NotInstalled(f"{' and '.join(missing)} is missing; install it: pip install 'cardkit[{extra}]'")
