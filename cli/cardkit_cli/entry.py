"""The start of the command `cardkit`. If only the library is installed, it says what to install."""

from importlib.util import find_spec

__all__ = ["main"]


def main() -> int:
    """Run the command line. Return the exit code."""
    missing = [name for name in ("typer", "rich") if find_spec(name) is None]
    if missing:
        raise SystemExit(
            f"cardkit: {' and '.join(missing)} is missing; install it: pip install 'cardkit[cli]'"
        )
    try:
        from cardkit_cli.main import main as run
    except KeyboardInterrupt:  # `run` itself handles every later one
        return 130

    return run()
