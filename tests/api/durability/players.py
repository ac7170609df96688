"""Clients that play on while the server is killed, and note what they asked for and what they were told.

Each client has matches of its own and plays all their seats, so that it knows what every request has to bring. Every
change has an idempotency key; one that wasn't answered is asked for again after the restart.
"""

from random import Random
from typing import Any, Final

import httpx
from attrs import define, field

__all__ = ["SEATS", "Asked", "Client", "Game"]

SEATS: Final = 3


class Enough(httpx.TransportError):
    """The server takes no more requests of this client in this life."""


def enough(response: httpx.Response) -> httpx.Response:
    if response.status_code == 429:
        raise Enough(response.text)
    return response


@define
class Asked:
    """A change that was asked for, and the answer, once there was one."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    answer: dict[str, Any] = field(factory=dict[str, Any])
    """Empty until it came."""

    async def ask(self, http: httpx.AsyncClient) -> httpx.Response:
        return enough(await http.post(self.path, json=self.body, headers=self.headers))


@define
class Game:
    """A match, and what its players were told of it."""

    created: Asked
    joins: list[Asked] = field(factory=list[Asked])
    moves: list[tuple[int, Asked]] = field(factory=list[tuple[int, Asked]])
    """The seat, and its move."""
    over: bool = False

    @property
    def id(self) -> str:
        return str(self.created.answer["match"]["id"])

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    @property
    def version(self) -> int:
        """The version that the last answer told."""
        told = [asked.answer["version"] for _, asked in self.moves if asked.answer]
        begun = [asked.answer["match"]["version"] for asked in self.joins if asked.answer]
        return max((*told, *begun), default=0)

    def token(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.joins[seat].answer['token']}"}


@define
class Client:
    """One who makes matches, joins them, plays, and now and then sends again what was answered already."""

    name: str
    random: Random
    games: list[Game] = field(factory=list[Game])
    open_: Asked | None = None
    """What isn't answered yet."""
    keys: int = 0
    repeated: int = 0
    """Answered requests that were sent again."""

    def _key(self) -> dict[str, str]:
        self.keys += 1
        return {"Idempotency-Key": f"key-{self.name}-{self.keys:08}"}

    async def play(self, http: httpx.AsyncClient) -> None:
        """Go on until the server is gone, or has enough of this client."""
        while True:
            going = [game for game in self.games if not game.over]
            if self.open_ is not None:
                await self._ask(http, self.open_)
            elif len(going) < 2:
                await self._create(http)
            elif self.random.random() < 0.1:
                await self._repeat(http, self.random.choice(going))
            else:
                game = self.random.choice(going)
                await (self._join if len(game.joins) < SEATS else self._move)(http, game)

    async def _ask(self, http: httpx.AsyncClient, asked: Asked) -> None:
        self.open_ = asked
        response = await asked.ask(http)
        assert response.is_success, (asked, response.text)
        asked.answer = response.json()
        self.open_ = None

    async def _repeat(self, http: httpx.AsyncClient, game: Game) -> None:
        """Send the same request under the same key, which must be answered the same."""
        known = [game.created, *game.joins, *(asked for _, asked in game.moves)]
        asked = self.random.choice(known)
        response = await asked.ask(http)
        assert response.is_success, (asked, response.text)
        self.repeated += 1
        again = response.json()
        if asked in (game.created, *game.joins):  # the match has moved on meanwhile
            assert again.pop("match")["id"] == game.id
            assert again.items() <= asked.answer.items()
        else:
            assert again == asked.answer
            assert response.headers["Idempotency-Replayed"] == "true"

    async def _create(self, http: httpx.AsyncClient) -> None:
        body = {"game": "thirteen", "seats": SEATS, "options": {"rounds": 2}, "public": True}
        self.games.append(Game(Asked("/v1/matches", body, self._key())))
        await self._ask(http, self.games[-1].created)

    async def _join(self, http: httpx.AsyncClient, game: Game) -> None:
        seat = len(game.joins)
        body = {"name": f"{self.name} {seat}", "entropy": self.name}
        game.joins.append(Asked(f"{game.path}/seats", body, self._key()))
        await self._ask(http, game.joins[-1])

    async def _move(self, http: httpx.AsyncClient, game: Game) -> None:
        status = enough(await http.get(game.path, headers=game.token(self.random.randrange(SEATS))))
        known = status.json()
        assert known["version"] == game.version, (known, game.moves[-1:])
        if not known["actors"]:
            game.over = True
            return
        seat = known["actors"][0]
        legal = enough(await http.get(f"{game.path}/moves", headers=game.token(seat)))
        move = self.random.choice(legal.json()["moves"])[self.random.choice(("number", "text", "move"))]
        headers = {**game.token(seat), **self._key(), "If-Match": f'"{known["version"]}"'}
        asked = Asked(f"{game.path}/moves", {"move": move}, headers)
        game.moves.append((seat, asked))
        await self._ask(http, asked)
