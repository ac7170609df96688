"""A real server on a free port of this machine, in a thread of its own: for clients that know nothing of asyncio."""

import socket
import time
from collections.abc import Generator
from contextlib import contextmanager
from threading import Thread

from litestar import Litestar

import cardkit
from cardkit.game import AnyGame
from cardkit.games import BUILT_IN
from cardkit_api import Limits, Store, Webhooks
from cardkit_api.app import guard_for
from cardkit_api.service.bots import MakeBot
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import KEY, PATIENT, application_behind, server_of
from tests.patience import PATIENCE

__all__ = ["built_in", "serving", "serving_application"]


def built_in() -> dict[str, AnyGame]:
    """Return the games that cardkit brings, whatever else is installed."""
    return {key: cardkit.game(key) for key in BUILT_IN}


@contextmanager
def serving(
    store: Store | None = None,
    *,
    limits: Limits = PATIENT,
    bots: dict[str, MakeBot] | None = None,
    games: dict[str, AnyGame] | None = None,
    webhooks: Webhooks | None = None,
) -> Generator[str, None, None]:
    """Provide the server's address."""
    guard = guard_for(store or MemoryStore(), games or built_in(), KEY, limits, bots, None, webhooks)
    with application_behind(guard) as app, serving_application(app) as url:
        yield url


@contextmanager
def serving_application(app: Litestar) -> Generator[str, None, None]:
    """Provide the address of a server with that application."""
    with socket.socket() as given:
        given.bind(("127.0.0.1", 0))
        server = server_of(app)
        thread = Thread(target=server.run, kwargs={"sockets": [given]})
        thread.start()
        try:
            until = time.monotonic() + PATIENCE
            while not server.started:
                assert thread.is_alive()
                assert time.monotonic() < until
                time.sleep(0.005)
            yield f"http://127.0.0.1:{given.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
