"""`python -m cardkit_api [--db URL] [--host HOST] [--port PORT]` serves the API."""

import argparse
import sys

from cardkit.extras import needs_extra


def main() -> None:
    """Serve by the options of the command line."""
    try:
        with needs_extra("api"):
            from cardkit_api.server import DEFAULT_DATABASE, check_address, serve
    except ModuleNotFoundError as error:
        sys.exit(f"error: {error}")
    parser = argparse.ArgumentParser(prog="python -m cardkit_api", description="Serve cardkit's HTTP API.")
    parser.add_argument("--db", default=DEFAULT_DATABASE, help=f"where matches are kept ({DEFAULT_DATABASE})")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=_port, default=8000, help="the port to listen on; 0: any free one (8000)"
    )
    wanted = parser.parse_args()
    try:
        check_address(wanted.host, wanted.port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        sys.exit(
            f"error: can't listen on {wanted.host}:{wanted.port}: {reason}; --port 0 chooses a free port"
        )
    try:
        serve(wanted.db, wanted.host, wanted.port)
    except OSError as error:
        sys.exit(f"error: {error.filename}: {(error.strerror or str(error)).lower()}")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} isn't a port; expected a number from 0 to 65535")
    return int(text)


if __name__ == "__main__":
    main()
