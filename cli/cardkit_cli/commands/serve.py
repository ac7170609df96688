"""`cardkit serve`: the HTTP API, until somebody stops it."""

import os
from inspect import Parameter, Signature
from pathlib import Path

import typer

from cardkit.extras import needs_extra
from cardkit_api.server_options import OPTIONS, Option
from cardkit_cli.errors import ServerError, UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import own_games

__all__ = ["serve"]


def serve(**given: str | Path | list[str] | bool | None) -> int:
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

    values = {
        option.name: ["yes"] if value is True else [*map(str, value if isinstance(value, list) else (value,))]
        for option in OPTIONS
        if (value := given[_parameter(option).name]) is not None and value is not False
    }
    try:
        settings = read_settings(values, os.environ)
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


def _parameter(option: Option) -> Parameter:
    """Return the parameter from which Typer makes the option."""
    kind: object = str | None
    if not option.metavar:
        kind = bool
    elif option.repeatable:
        kind = list[str] | None
    elif option.metavar == "FOLDER":
        kind = Path | None
    default = None if option.metavar else False
    known = typer.Option(default, f"--{option.name}", metavar=option.metavar or None, help=option.help)
    name = option.name.replace("-", "_")
    return Parameter(name, Parameter.KEYWORD_ONLY, default=known, annotation=kind)


# Typer reads the parameters of a command here. An assignment would do the same, but types know no such attribute.
setattr(serve, "__signature__", Signature([*map(_parameter, OPTIONS)]))  # noqa: B010
