"""`cardkit serve`: the HTTP API, until somebody stops it."""

import os
from pathlib import Path
from typing import Annotated

import typer

from cardkit.extras import needs_extra
from cardkit_cli.errors import ServerError, UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import own_games

__all__ = ["serve"]


def serve(
    database: Annotated[
        str | None,
        typer.Option(
            "--db",
            metavar="URL",
            help="Where matches are kept: sqlite:FILE, postgresql:// or memory:. By default sqlite:cardkit.db.",
        ),
    ] = None,
    host: Annotated[
        str | None, typer.Option(metavar="HOST", help="The address to listen on. By default 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=65535, help="The port to listen on; 0 is any free one. By default 8000."
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORIGIN", help="A site whose pages may use the API: https://host, or * for all."
        ),
    ] = None,
    static: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A folder with files of your own to serve.")
    ] = None,
    trusted_proxies: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Proxies whose X-Forwarded-For is believed. By default none."),
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A limit, such as burst=200.")
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(metavar="text|json", help="How the log is written. By default text.")
    ] = None,
    log_level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="The least that is logged: debug, info, warning or error."),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65535, help="Serve /metrics at this port of 127.0.0.1 only."),
    ] = None,
    drain: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", min=0, help="How long to answer on after SIGTERM, while it isn't ready."
        ),
    ] = None,
    webhook: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Where all events of all matches go, signed by CARDKIT_WEBHOOK_SECRET."
        ),
    ] = None,
    player_webhooks: Annotated[
        bool,
        typer.Option("--player-webhooks", help="Let players name URLs that are told of their matches."),
    ] = False,
    webhook_allow: Annotated[
        list[str] | None,
        typer.Option(metavar="NETWORK", help="Networks that these may go to though they aren't public."),
    ] = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Start though the key of the running matches is lost.")
    ] = False,
) -> int:
    """Serve matches over HTTP.

    Ctrl-C stops it, and no match is lost. The server's key comes from CARDKIT_KEY (64 hexadecimal digits), or from a
    file beside the database. Seeds and tokens are derived from it. Each option has a variable of the environment:
    --log-format is CARDKIT_LOG_FORMAT, and --limit burst=200 is CARDKIT_LIMIT_BURST.

    Example: cardkit serve --db sqlite:matches.db --port 8000
    """
    import cardkit

    with needs_extra("api"):
        from cardkit_api import server
        from cardkit_api.settings import read_settings

    given = {
        "db": database,
        "host": host,
        "port": port,
        "static": static,
        "log-format": log_format,
        "log-level": log_level,
        "metrics-port": metrics_port,
        "drain": drain,
        "webhook": webhook,
        "player-webhooks": "yes" if player_webhooks else None,
        "new-key": "yes" if new_key else None,
    }
    named = {name: [str(value)] for name, value in given.items() if value is not None}
    several = {
        "origin": origin or [],
        "trusted-proxies": trusted_proxies or [],
        "limit": limit or [],
        "webhook-allow": webhook_allow or [],
    }
    try:
        settings = read_settings({**named, **several}, os.environ)
    except ValueError as error:
        raise UsageError(str(error)) from None
    try:
        server.check_address(settings.host, settings.port)
    except OSError as error:
        refusal = server.address_refusal(settings.host, settings.port, error)
        raise ServerError("address_unusable", refusal) from error
    own = own_games()
    try:
        server.serve(settings, {**cardkit.games(), **own} if own else None)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise UsageError(ended.code.removeprefix("error: ")) from None
        raise ServerError("not_served", "the server couldn't start; its messages above say why") from None
    return Exit.INTERRUPTED  # only Ctrl-C ends it in good order
