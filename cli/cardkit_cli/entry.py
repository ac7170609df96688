"""The start of the command `cardkit`. If only the library is installed, it says what to install."""

from importlib.util import find_spec

__all__ = ["main"]


def main() -> int:
    """Run the command line. Return the exit code."""
    for name in ("typer", "rich"):
        if find_spec(name) is None:
            raise SystemExit(f"cardkit: {name} isn't installed; install it: pip install 'cardkit[cli]'")
    try:
        from cardkit_cli.main import main as run
    except KeyboardInterrupt:  # `run` itself handles every later one
        return 130

    return run()
