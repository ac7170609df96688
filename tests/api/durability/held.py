"""What is in the store, compared with what clients were told."""

from collections.abc import Sequence

from attrs import define

import cardkit
from cardkit.converter import structured
from cardkit.log import loads, with_seed
from cardkit.match import AnyMatch
from cardkit_api.keys import Keys
from cardkit_api.messages import SeenEvent
from cardkit_api.service.events import seen_events
from cardkit_api.service.match_info import MatchInfo, load_info
from cardkit_api.stores.contract import STATUSES, MatchRow, Store
from tests.api.durability.players import Client, Game
from tests.api.durability.served import KEY

__all__ = ["Held"]

KEYS = Keys(KEY)


@define
class Held:
    """Looks into the store between two lives of the server; what was there once has to stay."""

    texts: dict[str, str]
    moves: int = 0
    """Answered moves that were found, at the last look."""
    unanswered: int = 0
    """Requests without an answer that had been carried out all the same, over all looks."""

    async def look(self, store: Store, clients: Sequence[Client]) -> None:
        self.moves = 0
        there = await listed(store)
        for client in clients:
            for game in client.games:
                if game.created.answer:
                    await self._game(store, client, game, there.pop(game.id))
        made = [client for client in clients if client.games and not client.games[-1].created.answer]
        assert len(there) <= len(made), "a match was made twice"
        self.unanswered += len(there)

    async def _game(self, store: Store, client: Client, game: Game, row: MatchRow) -> None:
        info = load_info(row.document)
        self._joined(client, game, info)
        text = await store.lines(game.id)
        assert (text != "") == (row.status != "open")
        if text:
            text = whole_log(game.id, info, text)
            assert text.startswith(self.texts.get(game.id, "")), "what was there is there no more"
            self.texts[game.id] = text
            match = loads(text, cardkit.game(info.game))  # whole moves without a gap, each with its seal
            assert (row.status == "over") == (not match.actors)
            self._moved(client, game, match, info)

    def _joined(self, client: Client, game: Game, info: MatchInfo) -> None:
        taken = [chair.name for chair in info.chairs if chair.holder == "person"]
        told = [asked.body["name"] for asked in game.joins if asked.answer]
        assert len({*taken}) == len(taken), "somebody sits on two seats"
        for asked in game.joins:
            if asked.answer:
                seat: int = asked.answer["seat"]
                assert info.chairs[seat].name == asked.body["name"]
        more = [*game.joins[len(told) :]]
        assert {*taken} - {*told} <= {asked.body["name"] for asked in more if asked is client.open_}
        self.unanswered += len(taken) - len(told)

    def _moved(self, client: Client, game: Game, match: AnyMatch, info: MatchInfo) -> None:
        told = [(seat, asked) for seat, asked in game.moves if asked.answer]
        for seat, asked in told:
            before = int(asked.headers["If-Match"].strip('"'))
            then = match.at(asked.answer["version"])
            assert then.by == seat
            assert then.previous is not None
            assert then.previous.version == before
            assert seen_events(then, seat, before, "en", info.names) == [
                structured(event, SeenEvent) for event in asked.answer["events"]
            ]
        more = played(match) - len(told)
        unanswered = [asked for _, asked in game.moves if asked is client.open_]
        assert 0 <= more <= len(unanswered), "a move was played twice"
        self.moves += len(told)
        self.unanswered += more


def played(match: AnyMatch) -> int:
    """Return the number of its moves."""
    moves = 0
    while match.previous is not None:
        match, moves = match.previous, moves + 1
    return moves


def whole_log(match: str, info: MatchInfo, lines: str) -> str:
    return with_seed(info.header, info.seed or KEYS.seed(match, info.salt), lines)


async def listed(store: Store) -> dict[str, MatchRow]:
    """Return all matches, for all of them are public."""
    found: dict[str, MatchRow] = {}
    for status in STATUSES.values():
        before: tuple[float, str] | None = None
        while page := await store.list_matches(status, before, 200):
            found |= {listed.row.match: listed.row for listed in page}
            before = page[-1].row.created, page[-1].row.match
    return found
