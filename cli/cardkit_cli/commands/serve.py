"""`cardkit serve`: the HTTP API, until somebody stops it."""

from typing import Annotated

import typer

from cardkit_cli.errors import ServerError, UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.extras import require_extra
from cardkit_cli.games import own_games

__all__ = ["serve"]


def serve(
    database: Annotated[
        str,
        typer.Option(
            "--db", metavar="URL", help="Where matches are kept: sqlite:FILE, postgresql:// or memory:."
        ),
    ] = "sqlite:cardkit.db",
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port to listen on; 0 is any free one.")
    ] = 8000,
) -> int:
    """Serve matches over HTTP.

    Ctrl-C stops it, and no match is lost. The server's key comes from CARDKIT_KEY (64 hexadecimal digits), or from a
    file beside the database. Seeds and tokens are derived from it.

    Example: cardkit serve --db sqlite:matches.db --port 8000
    """
    require_extra("api", "litestar", "uvicorn", "httptools", "websockets", "prometheus_client")
    import cardkit
    from cardkit_api import server  # needs the extra

    try:
        server.check_address(host, port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ServerError(
            "address_unusable", f"can't listen on {host}:{port}: {reason}; --port 0 chooses a free port"
        ) from error
    own = own_games()
    try:
        server.serve(database, host, port, games={**cardkit.games(), **own} if own else None)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise UsageError(f"--db {database}: {ended.code.removeprefix('error: ')}") from None
        raise ServerError(
            "not_served", f"{database}: the server couldn't start; its messages above say why"
        ) from None
    return Exit.INTERRUPTED  # only Ctrl-C ends it in good order
