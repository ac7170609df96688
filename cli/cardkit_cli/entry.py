"""Where the command `cardkit` begins: it says what to install, where only the library is."""

from importlib.util import find_spec

__all__ = ["main"]


def main() -> int:
    """Run the command line; the exit code."""
    missing = [name for name in ("typer", "rich") if find_spec(name) is None]
    if missing:
        raise SystemExit(
            f"cardkit: the command line needs {' and '.join(missing)}: pip install 'cardkit[cli]'"
        )
    try:
        from cardkit_cli.main import main as run
    except KeyboardInterrupt:  # all that comes later is seen to there
        return 130

    return run()
