"""`cardkit serve`: the HTTP API, until somebody stops it."""

import socket

from cardkit_cli.exits import Exit
from cardkit_cli.failures import ServerTrouble, Usage
from cardkit_cli.own_code import own_games
from cardkit_cli.remote.extras import needed

__all__ = ["serve"]


def serve(database: str, host: str, port: int) -> Exit:
    """Serve until Ctrl-C, games of one's own too (`--game`). Raise `ServerTrouble` if it can't begin."""
    needed("api", "litestar", "uvicorn", "httptools", "websockets", "prometheus_client")
    _check_free(host, port)
    import cardkit
    from cardkit_api.server import serve

    own = own_games()
    try:
        serve(database, host, port, games={**cardkit.games(), **own} if own else None)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise Usage(f"--db {database}: {ended.code.removeprefix('error: ')}") from None
        raise ServerTrouble("not_served", f"{database}: the server could not begin") from None
    return Exit.INTERRUPTED  # nothing else ends it in good order


def _check_free(host: str, port: int) -> None:
    """Refuse a port that somebody listens on, before anything is opened or made."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in found:
            with socket.socket(family, kind, protocol) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(address)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ServerTrouble(
            "address_unusable", f"{host}:{port} can't be listened on: {reason}; --port 0 takes any free port"
        ) from error
