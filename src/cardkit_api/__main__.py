"""`cardkit-api [--db URL] [--host HOST] [--port PORT] ...` serves the API, and `cardkit-api COMMAND` looks after it.

`python -m cardkit_api` does the same.
"""

import argparse
import os
import sys

from cardkit.extras import needs_extra


def main() -> None:
    """Serve by the options of the command line and the environment, or run the command that is named first."""
    try:
        with needs_extra("api"):
            from cardkit_api.admin.commands import COMMANDS, run
            from cardkit_api.server import address_refusal, check_address, serve
            from cardkit_api.server_options import OPTIONS
            from cardkit_api.settings import read_settings
    except ModuleNotFoundError as error:
        sys.exit(f"error: {error}")
    if sys.argv[1:] and not sys.argv[1].startswith("-"):
        sys.exit(run(sys.argv[1:]))
    parser = argparse.ArgumentParser(
        prog="cardkit-api",
        description="Serve cardkit's HTTP API. Each option has a variable of the environment:"
        " --log-format is CARDKIT_LOG_FORMAT, and --limit burst=200 is CARDKIT_LIMIT_BURST.",
        epilog=f"For those who run a server: cardkit-api COMMAND --help, with one of {', '.join(COMMANDS)}.",
    )
    for option in OPTIONS:
        flag = f"--{option.name}"
        if option.metavar:
            parser.add_argument(flag, metavar=option.metavar, action="append", help=option.help)
        else:
            parser.add_argument(flag, action="append_const", const="yes", help=option.help)
    given: dict[str, list[str] | None] = vars(parser.parse_args())
    try:
        settings = read_settings(
            {name.replace("_", "-"): values for name, values in given.items() if values}, os.environ
        )
    except ValueError as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(2)
    try:
        check_address(settings.host, settings.port)
    except OSError as error:
        sys.exit(f"error: {address_refusal(settings.host, settings.port, error)}")
    serve(settings)


if __name__ == "__main__":
    main()
