"""Running the server, for `python -m cardkit_api` and `cardkit serve`."""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Final

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp, Receive, Scope, Send

from cardkit.game import AnyGame
from cardkit_api.addresses import ForwardedFor
from cardkit_api.app import create_app
from cardkit_api.caller import Budgets
from cardkit_api.connections import BoundedConfig, BoundedProtocol, Connections
from cardkit_api.keys import keys_from_environment, load_keys
from cardkit_api.server_log import configure_logging
from cardkit_api.service.service import Service, WrongKey
from cardkit_api.settings import Settings, unknown_variables
from cardkit_api.static_files import StaticFolder
from cardkit_api.stores import sqlite_file, store
from cardkit_api.stores.contract import StoreDown, StoreTooNew, reason_of

__all__ = [
    "Server",
    "address_refusal",
    "check_address",
    "keys_for",
    "raise_file_limit",
    "serve",
    "start_failure",
    "tune_garbage_collection",
]

_log: Final = logging.getLogger("cardkit_api")

_METRICS: Final = "/metrics"
_FOR_OPERATORS: Final = (_METRICS, "/health/live", "/health/ready")
_LOOPBACK: Final = "127.0.0.1"
"""Where metrics are that have a port of their own."""
_MOST_FILES: Final = 65_536
"""More files than this are never asked for."""
_KEPT_FILES: Final = 64
"""Files that are left for the database, static files and the log."""

_HINTS: Final = r"""
cardkit serves on {base}, and keeps its matches in {database}

  to play:             {base}
  to read and to try:  {base}/schema
  the games:           curl {base}/v1/games{metrics}

To play a match against two bots, paste this into a shell. The last line plays the last of your legal moves:

  A=$(curl -s {base}/v1/matches -H 'Content-Type: application/json' -d '{{"game": "thirteen", "seats": 3,
    "options": {{"first_dealer": 2}}, "name": "Ada",
    "bots": [{{"seat": 1, "bot": "greedy"}}, {{"seat": 2, "bot": "greedy"}}]}}')
  M={base}/v1/matches/$(expr "$A" : '.*"id":"\([^"]*\)"')
  T="Authorization: Bearer $(expr "$A" : '.*"token":"\([^"]*\)"')"
  curl -s $M/view -H "$T"; echo
  L=$(curl -s $M/moves -H "$T"); echo "$L"
  N=$(expr "$L" : '.*"number":\([0-9]*\)')
  curl -s $M/moves -H "$T" -H 'Content-Type: application/json' -H 'If-Match: *' -d "{{\"move\": $N}}"; echo

Stop it with Ctrl-C; {end}."""


def serve(settings: Settings, games: Mapping[str, AnyGame] | None = None) -> None:
    """Serve until stopped. The database's URL says where matches are kept; the key is in a file beside it.

    By default all installed games are offered.
    """
    configure_logging(settings.log_format, settings.log_level)
    for line in unknown_variables(os.environ):
        _log.warning("%s", line)
    files = raise_file_limit()
    database = settings.database
    try:
        check_static(settings)
        app = create_app(
            store(database),
            games,
            key=keys_for(database, new=settings.new_key),
            limits=settings.limits,
            origins=settings.origins,
            static=settings.static,
            webhooks=settings.webhooks,
        )
    except OSError as error:
        raise SystemExit(f"error: {error.filename}: {(error.strerror or str(error)).lower()}") from None
    except (ValueError, ModuleNotFoundError) as error:
        raise SystemExit(f"error: {error}") from None
    server = Server(app, settings, files)
    with suppress(KeyboardInterrupt):
        server.run()
    if server.failure:
        raise SystemExit(f"error: {server.failure}")
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


def address_refusal(host: str, port: int, error: OSError, option: str = "--port") -> str:
    """Return a sentence about an address at which nothing can listen. The option is the one that names the port."""
    reason = (error.strerror or str(error)).lower()
    return f"can't listen on {host}:{port}: {reason}; {option} 0 chooses a free port"


def raise_file_limit() -> int:
    """Raise the limit of open files as far as allowed, and return it. Each connection is an open file."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return _MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # a system may allow fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_FILES if soft == resource.RLIM_INFINITY else soft


def check_static(settings: Settings) -> None:
    """Raise `ValueError` if there is no folder to serve, or if the database or its key lies in it."""
    if settings.static is None:
        return
    folder, database = StaticFolder(settings.static), sqlite_file(settings.database)
    if database is not None and database.resolve().is_relative_to(folder.root):
        raise ValueError(
            f"--static {settings.static}: the database {database.name} and its key are in this folder;"
            " keep the files to serve in one of their own"
        )


class Server(uvicorn.Server):
    """A server that prints where it serves, and that stops in good order."""

    def __init__(self, app: Litestar, settings: Settings, files: int) -> None:
        budgets: object = app.state["budgets"]
        service: object = app.state["service"]
        if not isinstance(budgets, Budgets) or not isinstance(service, Service):
            raise TypeError("the application was made without a service")
        most = max(files - _KEPT_FILES, 1)
        if most < settings.limits.all_streams:
            _log.warning(
                "%d files may be open at once, so there can't be more than %d connections", files, most
            )
        self.connections: Connections = Connections(
            limits=settings.limits, trusted=settings.trusted_proxies, most=most, refusals=budgets.refusals
        )
        self.settings = settings
        self.app = app
        self.service = service
        self.failure: str = ""
        """Why the server couldn't start."""
        self._running = AsyncExitStack()
        super().__init__(
            self._config(
                app if settings.metrics_port is None else _serving(app, lambda path: path != _METRICS),
                settings.port,
            )
        )

    def _config(self, app: ASGIApp, port: int) -> BoundedConfig:
        front = ForwardedFor(app, self.settings.trusted_proxies)
        return BoundedConfig(front, self.connections, self.settings.host, port)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the store, and listen."""
        try:
            await self._running.enter_async_context(self.app.lifespan())
            if not self.settings.new_key:
                await self.service.check_key()
        except Exception as error:
            self.failure = start_failure(error, self.settings.database)
            self.should_exit: bool = True
            await self._running.aclose()
            return
        await super().startup(sockets)
        if not self.started:
            return
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        own = self.settings.metrics_port
        try:
            metrics = "" if own is None else await self._serve_metrics(own)
        except OSError as error:
            self.failure = address_refusal(_LOOPBACK, own or 0, error, "--metrics-port")
            self.should_exit = True
            await self.shutdown(sockets)
            return
        tune_garbage_collection()
        place = f"[{host}]" if ":" in host else host
        database = without_password(self.settings.database)
        hints = _HINTS.format(
            base=f"http://{place}:{port}",
            database=database,
            metrics=metrics,
            end="its matches end with it" if database == "memory:" else "nothing is lost",
        )
        sys.stderr.write(hints.removeprefix("\n") + "\n")
        sys.stderr.flush()

    async def _serve_metrics(self, port: int) -> str:
        """Listen for those who want the metrics. Return a line that says where."""
        check_address(_LOOPBACK, port)
        config = self._config(_serving(self.app, lambda path: path in _FOR_OPERATORS), port)
        config.load()
        listening = await asyncio.get_running_loop().create_server(
            lambda: BoundedProtocol(config, self.server_state, self.lifespan.state), _LOOPBACK, port
        )
        self.servers.append(listening)
        found = listening.sockets[0].getsockname()[1]
        return f"\n  the metrics:         curl http://{_LOOPBACK}:{found}{_METRICS}"

    async def main_loop(self) -> None:
        """Serve until told to stop. Then answer on for a while, until proxies have noticed that it isn't ready."""
        await super().main_loop()
        self.service.stopping = True
        if signal.SIGTERM not in self._captured_signals:
            return
        until = monotonic() + self.settings.drain
        while monotonic() < until and len(self._captured_signals) < 2:
            await self.on_tick(0)
            await asyncio.sleep(0.1)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would go on for ever, then the requests, and then everything else."""
        self.service.disconnect()
        await super().shutdown(sockets)
        await self._running.aclose()


def _serving(app: ASGIApp, serves: Callable[[str], bool]) -> ASGIApp:
    """Return the application with only the paths for which `serves` returns `True`."""

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        if not serves(_plain(scope["path"])):
            scope["path"], scope["raw_path"] = "/unserved", b"/unserved"
        await app(scope, receive, send)

    return served


def _plain(path: str) -> str:
    """Return the path as the routes read it, which don't count slashes."""
    return "/" + "/".join(filter(None, path.split("/")))


def start_failure(error: Exception, database: str) -> str:
    """Return in one sentence why the server can't start, and what to do. Raise the error again if it is a bug."""
    match getattr(error, "exceptions", ()):  # the framework wraps an error in groups of one
        case (Exception() as only,):
            return start_failure(only, database)
        case _:
            pass
    match error:
        case StoreDown():
            return f"can't open {without_password(database)}: {_reason(error, database)}"
        case StoreTooNew() | WrongKey():
            return str(error)
        case _:
            raise error


def _reason(error: StoreDown, database: str) -> str:
    path = sqlite_file(database)
    if path is None:
        return f"{error}; check that it runs, and that the address, user and password in --db are right"
    if not path.parent.is_dir():
        return _no_folder(path)
    cause = error.__cause__
    reason = reason_of(cause if isinstance(cause, Exception) else error)
    if "not a database" in reason:
        return "this file isn't a SQLite database; name another one with --db"
    if path.is_dir():
        return _A_FOLDER
    return f"{reason}; check that you may write to this file and its folder"


_A_FOLDER: Final = "this is a folder; name a file in it with --db"


def _no_folder(path: Path) -> str:
    return f"there is no folder {path.parent}; make it, or name another file with --db"


def without_password(database: str) -> str:
    """Return the database's URL without its user and password."""
    scheme, separator, rest = database.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}" if separator else database


def keys_for(database: str, *, new: bool = False) -> tuple[bytes, ...] | None:
    """Return the server's keys, from CARDKIT_KEY or from the file `<database>.key`, which is created if needed.

    Raise `ValueError` if there is no such folder, or if the database is one. Raise it, too, if the file is missing
    beside a database that is there, unless a `new` key is wanted.
    """
    if given := keys_from_environment():
        return given
    path = sqlite_file(database)
    if path is None:
        return None
    if not path.parent.is_dir():
        raise ValueError(f"can't open {database}: {_no_folder(path)}")
    if path.is_dir():
        raise ValueError(f"can't open {database}: {_A_FOLDER}")
    file = path.with_name(f"{path.name}.key")
    if not new and not file.exists() and path.exists() and path.stat().st_size:
        raise ValueError(
            f"{file} is missing, the key of the matches in {path.name}: put it back, or set CARDKIT_KEY to it;"
            " --new-key makes a new one, and nobody can play the running matches on"
        )
    return load_keys(file)
