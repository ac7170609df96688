"""`python -m cardkit` is the command `cardkit`, if the command line is installed."""

import sys
from importlib.metadata import entry_points


def main() -> None:
    """Run the command, or say how to install it."""
    for command in entry_points(group="console_scripts", name="cardkit"):
        sys.exit(command.load()())
    sys.exit("cardkit: the command line isn't installed; install it: pip install 'cardkit[cli]'")


if __name__ == "__main__":
    main()
