"""Running the server, for `python -m cardkit_api` and `cardkit serve`."""

import gc
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import uvicorn
from litestar import Litestar

from cardkit.game import AnyGame
from cardkit_api.app import create_app
from cardkit_api.keys import key_from_environment, load_key
from cardkit_api.limits import Limits
from cardkit_api.service.service import Service
from cardkit_api.stores import store

__all__ = ["DEFAULT_DATABASE", "check_address", "key_for", "serve", "tune_garbage_collection"]

DEFAULT_DATABASE: Final = "sqlite:cardkit.db"

_HINTS: Final = r"""
cardkit serves on {base}, and keeps its matches in {database}

  to read and to try:  {base}/schema
  the games:           curl {base}/v1/games

To play a match against two bots, paste this into a shell. The last line plays the last of your legal moves:

  A=$(curl -s {base}/v1/matches -H 'Content-Type: application/json' -d '{{"game": "thirteen", "seats": 3,
    "name": "Ada", "bots": [{{"seat": 1, "bot": "greedy"}}, {{"seat": 2, "bot": "greedy"}}]}}')
  M={base}/v1/matches/$(expr "$A" : '.*"id":"\([^"]*\)"')
  T="Authorization: Bearer $(expr "$A" : '.*"token":"\([^"]*\)"')"
  curl -s $M/view -H "$T"; echo
  L=$(curl -s $M/moves -H "$T"); echo "$L"
  N=$(expr "$L" : '.*"number":\([0-9]*\)')
  curl -s $M/moves -H "$T" -H 'Content-Type: application/json' -H 'If-Match: *' -d "{{\"move\": $N}}"; echo

Stop it with Ctrl-C; nothing is lost."""


def serve(
    database: str = DEFAULT_DATABASE,
    host: str = "127.0.0.1",
    port: int = 8000,
    limits: Limits | None = None,
    games: Mapping[str, AnyGame] | None = None,
) -> None:
    """Serve until stopped. The database's URL is the whole configuration; the key is in a file beside it.

    By default all installed games are offered.
    """
    try:
        app = create_app(store(database), games, key=key_for(database), limits=limits)
    except (ValueError, ModuleNotFoundError) as error:
        raise SystemExit(f"error: {error}") from None
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
        ws_max_size=8 * (limits or Limits()).body,
    )
    server = _Server(config, database, app)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        raise SystemExit(3)


def check_address(host: str, port: int) -> None:
    """Raise `OSError` if nothing can listen there. Call it before anything is opened or created."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    for family, kind, protocol, _, address in found:
        with socket.socket(family, kind, protocol) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)


def tune_garbage_collection() -> None:
    """Make Python look for unreachable cycles less often. Matches are many long-lived values without cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 500)


class _Server(uvicorn.Server):
    """A server that prints where it serves."""

    def __init__(self, config: uvicorn.Config, database: str, app: Litestar) -> None:
        super().__init__(config)
        self.database = database
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would go on for ever, and then everything else."""
        service: object = self.app.state["service"]
        if isinstance(service, Service):
            service.disconnect()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tune_garbage_collection()
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            hints = _HINTS.format(base=f"http://{host}:{port}", database=without_password(self.database))
            sys.stderr.write(hints.removeprefix("\n") + "\n")
            sys.stderr.flush()


def without_password(database: str) -> str:
    """Return the database's URL without its user and password."""
    scheme, separator, rest = database.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}" if separator else database


def key_for(database: str) -> bytes | None:
    """Return the server's key, from CARDKIT_KEY or from the file `<database>.key`, which is created if needed."""
    if given := key_from_environment():
        return given
    if not database.startswith("sqlite:"):
        return None
    path = database.removeprefix("sqlite:")
    return load_key(Path((path.removeprefix("///")) + ".key"))
