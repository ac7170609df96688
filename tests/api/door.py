"""The API as a visitor meets it: an application over a store, asked in this process or over a real socket."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import httpx
import uvicorn
from attrs import field, frozen
from litestar import Litestar

from cardkit.chance import SeededChance
from cardkit.game import AnyGame
from cardkit_api import Limits, Store, create_app
from cardkit_api.guard import Authenticate
from cardkit_api.service.bots import MakeBot
from cardkit_api.stores.memory import MemoryStore

__all__ = ["KEY", "SOME_KEY", "Door", "Sat", "listening", "opened", "visited"]

KEY: Final = bytes(range(32))
SOME_KEY: Final = "0123456789abcdef-a-key"
"""An idempotency key."""
PATIENT: Final = Limits(requests=1e6, burst=1_000_000, new_matches=1e6, new_matches_burst=1_000_000)
"""Bounds that no test meets by accident."""


@frozen
class Door:
    """Where a client knocks."""

    app: Litestar
    http: httpx.AsyncClient

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None, **headers: str
    ) -> httpx.Response:
        """One request; `If_Match` stands for the header If-Match. Bodies that aren't bytes are sent as JSON."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if isinstance(body, bytes):
            headers.setdefault("Content-Type", "application/json")
        named = [
            (name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()
        ]
        if isinstance(body, bytes):
            return await self.http.request(method, path, content=body, headers=named)
        return await self.http.request(method, path, json=body, headers=named)

    async def get(self, path: str, token: str = "", **headers: str) -> httpx.Response:
        return await self.ask("GET", path, token, **headers)

    async def post(self, path: str, body: object, token: str = "", **headers: str) -> httpx.Response:
        return await self.ask("POST", path, token, body, **headers)

    async def create(self, **body: object) -> dict[str, Any]:
        """A new match as its maker was told of it: 13 for three by invitation, unless said otherwise."""
        answer = await self.post("/v1/matches", {"game": "thirteen", "seats": 3, **body})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def sit(self, **body: object) -> "Sat":
        """A match that has begun, with a person on each seat."""
        made = await self.create(**body)
        tokens: list[str] = []
        for invitation in made["invitations"]:
            player = {"name": f"player {invitation['seat']}", "invitation": invitation["invitation"]}
            answer = await self.post(f"/v1/matches/{made['match']['id']}/seats", player)
            assert answer.status_code == 201, answer.text
            tokens.append(answer.json()["token"])
        return Sat(self, made["match"]["id"], made["owner"], made["watcher"], tuple(tokens), made)


@frozen
class Sat:
    """A match whose seats are all taken by people, and all its tokens."""

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
        answer = await self.door.get(self.path, self.owner)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def get(self, what: str, seat: int | None = None, **headers: str) -> httpx.Response:
        """`get("view", 1)`: what seat 1 gets; without a seat what the watcher gets."""
        return await self.door.get(
            f"{self.path}/{what}", self.watcher if seat is None else self.seats[seat], **headers
        )

    async def move(self, seat: int, move: object, match: str = "*", **headers: str) -> httpx.Response:
        return await self.door.post(
            f"{self.path}/moves", {"move": move}, self.seats[seat], If_Match=match, **headers
        )

    async def turn(self) -> tuple[int, list[dict[str, Any]], int]:
        """Who is to move, the moves, and the version."""
        status = await self.status()
        seat: int = status["actors"][0]
        answer = await self.get("moves", seat)
        moves: list[dict[str, Any]] = answer.json()["moves"]
        return seat, moves, status["version"]

    async def go_on(self, moves: int = 1, luck: str = "any moves") -> dict[str, Any]:
        """So many moves at random, or up to the end; the match's status after them."""
        status = await self.status()
        for _ in range(moves):
            if not status["actors"]:
                break
            seat, version = status["actors"][0], status["version"]
            legal = (await self.get("moves", seat)).json()["moves"]
            chosen = legal[SeededChance(luck, version).below("move", len(legal))]
            answer = await self.move(seat, chosen["number"], f'"{version}"')
            assert answer.status_code == 200, answer.text
            status = await self.status()
        return status

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
    key: bytes = KEY,
) -> AsyncGenerator[Door]:
    """The API over that store, asked without a network."""
    app = create_app(
        store or MemoryStore(), games, key=key, limits=limits, bots=bots, authenticate=authenticate
    )
    async with app.lifespan(), visited(app) as door:
        yield door


@asynccontextmanager
async def visited(app: Litestar, base: str = "http://cards.test") -> AsyncGenerator[Door]:
    """An application that is running, asked without a network."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)  # type: ignore[arg-type]  # plain dicts
    async with httpx.AsyncClient(transport=transport, base_url=base) as http:
        yield Door(app, http)


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield  # the tests' process keeps its own


@asynccontextmanager
async def listening(
    store: Store | None = None,
    *,
    limits: Limits = PATIENT,
    games: Mapping[str, AnyGame] | None = None,
    bots: Mapping[str, MakeBot] | None = None,
) -> AsyncGenerator[Door]:
    """The API behind a real server on a free port."""
    app = create_app(store or MemoryStore(), games, key=KEY, limits=limits, bots=bots)
    with socket.socket(proto=socket.IPPROTO_TCP) as given:  # or asyncio lets small answers wait for more
        given.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, log_level="critical", access_log=False, timeout_graceful_shutdown=1)
        server = _Server(config)
        serving = asyncio.create_task(server.serve([given]))
        base = f"http://127.0.0.1:{given.getsockname()[1]}"
        while not server.started:
            await asyncio.sleep(0.005)
        try:
            async with httpx.AsyncClient(base_url=base, timeout=10) as http:
                yield Door(app, http)
        finally:
            server.should_exit = True
            await serving
