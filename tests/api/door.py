"""The API as a visitor meets it: an application over a store, asked in this process or over a real socket."""

import asyncio
import socket
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import httpx
import pytest
import uvicorn
from attrs import evolve, field, frozen
from litestar import Litestar

from cardkit.chance import SeededChance
from cardkit.game import AnyGame
from cardkit_api import Limits, Store
from cardkit_api.addresses import TrustedProxies
from cardkit_api.app import application, guard_for
from cardkit_api.caller import Budgets
from cardkit_api.connections import BoundedConfig, Connections
from cardkit_api.front import Front
from cardkit_api.guard import Authenticate, Guard
from cardkit_api.metrics import Metrics
from cardkit_api.origins import Origins
from cardkit_api.service.bots import MakeBot
from cardkit_api.service.service import Service
from cardkit_api.static_files import StaticFolder
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.webhooks import Webhooks
from tests.api.scopes import PLAIN, request_to
from tests.patience import PATIENCE, wait_until

__all__ = [
    "KEY",
    "PATIENT",
    "SOME_KEY",
    "Door",
    "Sat",
    "application_behind",
    "created",
    "listening",
    "opened",
    "server_of",
    "visited",
]

KEY: Final = bytes(range(32))
SOME_KEY: Final = "0123456789abcdef-a-key"
"""An idempotency key."""
PATIENT: Final = Limits(
    requests=1e6,
    burst=1_000_000,
    new_matches=1e6,
    new_matches_burst=1_000_000,
    pages=1e5,
    figures=1e5,
    metrics_age=0.0,
    refusal_pause=0.0,
    connections=10_000,
)
"""Bounds that no test meets by accident."""


@frozen
class Door:
    """Where a client knocks."""

    app: Litestar
    http: httpx.AsyncClient
    here: bool = False
    """Whether the application is asked without the network."""
    ours: bool = False
    """Whether it runs in this process, so that it could be."""

    @property
    def near(self) -> "Door":
        """The same application, without the network where possible: for what a test needs, but is not about."""
        return evolve(self, here=True) if self.ours and not self.here else self

    async def is_listened_to(self, match: str, by: int = 1) -> None:
        """Wait until at least this number waits for news of the match."""
        service: Service = self.app.state["service"]

        def listening() -> int:
            loaded = service.cache.get(match)
            return 0 if loaded is None else len(loaded.waiting)

        await wait_until(lambda: listening() >= by)

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None, **headers: str
    ) -> httpx.Response:
        """Send one request. `If_Match` stands for the header If-Match. Bodies that aren't bytes are sent as JSON."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if isinstance(body, bytes):
            headers.setdefault("Content_Type", "application/json")
        named = [
            (name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()
        ]
        if self.here and PLAIN.fullmatch(path) and not self.http.event_hooks["response"]:
            if self.ours:
                await asyncio.sleep(0)  # streams go on meanwhile
            return await request_to(self.app, self.http, method, path, named, body)
        if isinstance(body, bytes):
            return await self.http.request(method, path, content=body, headers=named)
        return await self.http.request(method, path, json=body, headers=named)

    async def get(self, path: str, token: str = "", **headers: str) -> httpx.Response:
        return await self.ask("GET", path, token, **headers)

    async def post(self, path: str, body: object, token: str = "", **headers: str) -> httpx.Response:
        return await self.ask("POST", path, token, body, **headers)

    async def create(self, **body: object) -> dict[str, Any]:
        """Create a match, and return what its maker was told: by default, 13 for three by invitation."""
        answer = await self.near.post("/v1/matches", {"game": "thirteen", "seats": 3, **body})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def sit(self, **body: object) -> "Sat":
        """Return a match that has begun, with a person on each seat."""
        made = await self.create(**body)
        tokens: list[str] = []
        for invitation in made["invitations"]:
            player = {"name": f"player {invitation['seat']}", "invitation": invitation["invitation"]}
            answer = await self.near.post(f"/v1/matches/{made['match']['id']}/seats", player)
            assert answer.status_code == 201, answer.text
            tokens.append(answer.json()["token"])
        return Sat(self, made["match"]["id"], made["owner"], made["watcher"], tuple(tokens), made)


@frozen
class Sat:
    """A match whose seats are all taken by people, and all its tokens.

    Where possible, it is asked without the network: most tests with one are about what else goes over it.
    """

    door: Door
    id: str
    owner: str
    watcher: str
    seats: tuple[str, ...]
    made: dict[str, Any] = field(repr=False)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.owner, self.watcher, *self.seats)

    async def status(self) -> dict[str, Any]:
        answer = await self.door.near.get(self.path, self.owner)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def get(self, what: str, seat: int | None = None, **headers: str) -> httpx.Response:
        """Return what the seat gets, as in `get("view", 1)`. Without a seat, it is what the watcher gets."""
        return await self.door.near.get(
            f"{self.path}/{what}", self.watcher if seat is None else self.seats[seat], **headers
        )

    async def move(self, seat: int, move: object, match: str = "*", **headers: str) -> httpx.Response:
        return await self.door.near.post(
            f"{self.path}/moves", {"move": move}, self.seats[seat], If_Match=match, **headers
        )

    async def turn(self) -> tuple[int, list[dict[str, Any]], int]:
        """Return who is to move, the moves, and the version."""
        status = await self.status()
        seat: int = status["actors"][0]
        answer = await self.get("moves", seat)
        moves: list[dict[str, Any]] = answer.json()["moves"]
        return seat, moves, status["version"]

    async def go_on(self, moves: int = 1, luck: str = "any moves") -> dict[str, Any]:
        """Play this number of random moves, or all. Return the match's status after them."""
        status = await self.status()
        actors, version = status["actors"], status["version"]
        for _ in range(moves):
            if not actors:
                break
            seat = actors[0]
            legal = (await self.get("moves", seat)).json()["moves"]
            chosen = legal[SeededChance(luck, version).below("move", len(legal))]
            answer = await self.move(seat, chosen["number"], f'"{version}"')
            assert answer.status_code == 200, answer.text
            moved = answer.json()
            actors, version = moved["actors"], moved["version"]
        return status if version == status["version"] else await self.status()

    async def finish(self) -> dict[str, Any]:
        """Play it to its end."""
        return await self.go_on(100_000)


@asynccontextmanager
async def opened(
    store: Store | None = None,
    *,
    games: Mapping[str, AnyGame] | None = None,
    limits: Limits = PATIENT,
    bots: Mapping[str, MakeBot] | None = None,
    authenticate: Authenticate | None = None,
    key: bytes | Sequence[bytes] = KEY,
    webhooks: Webhooks | None = None,
) -> AsyncGenerator[Door]:
    """Provide the API over that store, asked without a network."""
    guard = guard_for(store or MemoryStore(), games, key, limits, bots, authenticate, webhooks)
    with application_behind(guard) as app:
        async with app.lifespan(), visited(app) as door:
            yield door


@contextmanager
def created(create: Callable[[], Litestar]) -> Generator[Litestar]:
    """Provide what a call of `create_app` returns, on an application that is used again."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:

        def application(
            guard: Guard, origins: Origins | None = None, static: StaticFolder | None = None
        ) -> Litestar:
            return stack.enter_context(application_behind(guard, origins, static))

        patch.setattr("cardkit_api.app.application", application)
        yield create()


@contextmanager
def application_behind(
    guard: Guard, origins: Origins | None = None, static: StaticFolder | None = None
) -> Generator[Litestar]:
    """Provide an application behind that guard.

    Building the routes takes ten times as long as the rest of opening. So an application is used again after a test:
    the next guard's service replaces the last one's, with all its figures.
    """
    idle = _IDLE[guard.service.limits.body]
    app, held = idle.pop() if idle else (application(guard), guard)
    held.service, held.budgets, held.authenticate = guard.service, guard.budgets, guard.authenticate
    metrics: object = app.state["metrics"]
    assert isinstance(metrics, Metrics)
    metrics.service, metrics.budgets, metrics.requests = guard.service, guard.budgets, {}
    app.state["service"], app.state["budgets"] = guard.service, guard.budgets
    front = app.asgi_handler
    assert isinstance(front, Front)
    app.asgi_handler = evolve(front, origins=origins, static=static)
    yield app
    idle.append((app, held))


_IDLE: Final[defaultdict[int, list[tuple[Litestar, Guard]]]] = defaultdict(list)
"""Applications that nobody uses, by what is built into them: the longest body that they take."""


@asynccontextmanager
async def visited(app: Litestar, base: str = "http://cards.test") -> AsyncGenerator[Door]:
    """Provide an application that is running, asked without a network."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)  # type: ignore[arg-type]  # plain dicts
    async with httpx.AsyncClient(transport=transport, base_url=base) as http:
        yield Door(app, http, here=True)


class Server(uvicorn.Server):
    """A server that stops as soon as it is told to; uvicorn's own looks ten times a second."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield  # the tests' process keeps its own

    async def main_loop(self) -> None:
        await self.on_tick(0)
        while not self.should_exit:
            await asyncio.sleep(0.005)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in (*self.servers, *(sockets or ())):
            listener.close()
        for connection in [*self.server_state.connections]:
            connection.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                while self.server_state.connections or self.server_state.tasks:
                    await asyncio.sleep(0.002)
        for task in self.server_state.tasks:
            task.cancel()
        await self.lifespan.shutdown()


def server_of(app: Litestar) -> Server:
    """Return a server with the connections that `cardkit_api.server` has."""
    service, budgets = app.state["service"], app.state["budgets"]
    assert isinstance(service, Service)
    assert isinstance(budgets, Budgets)
    connections = Connections(
        limits=service.limits, trusted=TrustedProxies(), most=10_000, refusals=budgets.refusals
    )
    config = BoundedConfig(app, connections, "127.0.0.1", 0)
    config.lifespan, config.timeout_graceful_shutdown = "on", 1
    return Server(config)


@asynccontextmanager
async def listening(
    store: Store | None = None,
    *,
    limits: Limits = PATIENT,
    games: Mapping[str, AnyGame] | None = None,
    bots: Mapping[str, MakeBot] | None = None,
) -> AsyncGenerator[Door]:
    """Provide the API behind a real server on a free port."""
    guard = guard_for(store or MemoryStore(), games, KEY, limits, bots, None)
    with (
        application_behind(guard) as app,
        socket.socket(proto=socket.IPPROTO_TCP) as given,  # or asyncio lets small answers wait for more
    ):
        given.bind(("127.0.0.1", 0))
        server = server_of(app)
        serving = asyncio.create_task(server.serve([given]))
        base = f"http://127.0.0.1:{given.getsockname()[1]}"
        while not server.started:
            await asyncio.sleep(0.002)
        try:
            async with httpx.AsyncClient(
                base_url=base, timeout=PATIENCE, verify=False
            ) as http:  # no certificates
                yield Door(app, http, ours=True)
        finally:
            server.should_exit = True
            await serving
