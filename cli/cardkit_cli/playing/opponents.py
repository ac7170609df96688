"""The bots at the table. All they are shown is what their seats may see."""

from collections.abc import Iterator
from typing import TypeAlias

from cardkit.arena.references import make_bot
from cardkit.bots import AnyBot, BotFailed, Watcher
from cardkit.bots.contract import Faults
from cardkit.chance import Chance, SeededChance, mixed
from cardkit.match import AnyMatch
from cardkit.rejections import SeedMissing, where
from cardkit.seats import Seat
from cardkit_cli.playing.who import Table

__all__ = ["Opponents"]

_Eyes: TypeAlias = Watcher[object, object, object, object, object, object, object]


class Opponents:
    """The bots of a match, by seat, each with eyes that follow the match and chance of its own."""

    def __init__(self, table: Table, match: AnyMatch) -> None:
        self._bots: dict[Seat, tuple[AnyBot, _Eyes]] = {
            seat: _seated(player.bot, match, seat)
            for seat, player in enumerate(table.players)
            if player.bot is not None
        }

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._bots

    def move(self, match: AnyMatch, seat: Seat) -> object:
        """What the bot does in that seat; `BotFailed` if that isn't legal."""
        player, eyes = self._bots[seat]
        observation = eyes.observe(match, _chance(match, seat))
        try:
            move = player.choose(observation)
        except BotFailed:
            raise
        except Exception as error:  # what it says may tell people at the table what the bot holds
            raise BotFailed(f"bot {player.name}: {type(error).__name__}{where(error)}") from error
        if move not in observation.legal:
            raise BotFailed(f"bot {player.name} wants a move that isn't legal")
        return move

    def failed(self) -> Iterator[tuple[Seat, Faults]]:
        """The bots that moves had to be made for, and what was wrong: that may tell what they held."""
        for seat, (player, _) in self._bots.items():
            faults = player.faults()
            if faults.failed_moves:
                yield seat, faults

    def close(self) -> None:
        """Programs that play for bots end."""
        for player, _ in self._bots.values():
            player.close()


def _seated(name: str, match: AnyMatch, seat: Seat) -> tuple[AnyBot, _Eyes]:
    player = make_bot(name, match.game)
    return player, Watcher(match.game, seat, match.header.seats, match.header.options, player.needs)


def _chance(match: AnyMatch, seat: Seat) -> Chance:
    """The bot's own: derived one way, so that it tells nothing of the match's, and a match goes on the same."""
    source = match.header.mixed_seed
    if source is None:
        raise SeedMissing("this match was read from a log without its seed: it can't be played on")
    return SeededChance(mixed(f"{source} for bots", {seat: "bot"}), match.version)
