"""The logs of matches, without their secret seeds: how matches begin, and how they are read again."""

import asyncio
from collections.abc import Mapping
from typing import Final

import attrs

import cardkit
from cardkit.game import AnyGame
from cardkit.log import header_without_seed, lines_since, loads, with_seed
from cardkit.match import AnyMatch
from cardkit.rejections import UnknownGame
from cardkit_api.keys import Keys
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.match_info import MatchInfo

__all__ = ["MatchLogs"]

_LONG: Final = 200_000
"""Characters of a log that is read in a thread, so that other requests needn't wait."""


class MatchLogs:
    """Begins matches and reads their logs. The seeds aren't stored; they follow from the server's key."""

    def __init__(self, games: Mapping[str, AnyGame], keys: Keys) -> None:
        self._games = games
        self._keys = keys

    def game(self, key: str) -> AnyGame:
        """Return the server's game with this key, or raise `UnknownGame`."""
        game = self._games.get(key)
        if game is None:
            raise UnknownGame(key, self._games)
        return game

    def seed(self, match: str, info: MatchInfo) -> str:
        """Return the seed of a match: derived from the server's key, or the revealed one once the match is over."""
        if info.seed is not None:
            return info.seed
        return self.keys_of(info).seed(match, info.salt)

    def keys_of(self, info: MatchInfo) -> Keys:
        """Return the key that the match was made with, or refuse if this server doesn't have it."""
        return self.named_keys(info.key)

    def named_keys(self, name: str) -> Keys:
        """Return the key of that name, or refuse if this server doesn't have it."""
        keys = self._keys.named(name)
        if keys is None:
            raise HttpRefusal(
                503, "key_missing", "this server doesn't have the key that the match was made with"
            )
        return keys

    def has_key_of(self, info: MatchInfo) -> bool:
        """Return whether this server has the key that the match was made with."""
        return self._keys.named(info.key) is not None

    def check_readable(self, match: str, info: MatchInfo) -> None:
        """Raise if this server lacks the game of the match, or the key of a match that has begun."""
        self.game(info.game)
        if info.header:
            self.seed(match, info)

    def begin(self, match: str, info: MatchInfo) -> tuple[MatchInfo, AnyMatch, str]:
        """Begin a match. Return its information with the log's header, the match, and the log's further lines."""
        entropy = {seat: chair.entropy for seat, chair in enumerate(info.chairs) if chair.entropy is not None}
        game = self.game(info.game)
        begun = cardkit.start(game, len(info.chairs), dict(info.options), self.seed(match, info), entropy)
        return attrs.evolve(info, header=header_without_seed(begun)), begun, lines_since(begun)

    def veil(self, text: str, size: int) -> str:
        """Return the text for other processes. Without the server's key it can neither be read nor made."""
        return self._keys.veil(text, size)

    def unveil(self, veiled: str) -> str:
        """Return the text of another process. Raise `ValueError` if it has another key."""
        return self._keys.unveil(veiled)

    async def read(self, match: str, info: MatchInfo, lines: str) -> AnyMatch:
        """Return the match with these log lines."""
        text = with_seed(info.header, self.seed(match, info), lines)
        game = self.game(info.game)
        return await asyncio.to_thread(loads, text, game) if len(text) > _LONG else loads(text, game)
