"""The bots of a match. They are only shown what their seats may see."""

from collections.abc import Iterator
from typing import TypeAlias

from cardkit.arena.references import make_bot
from cardkit.bots import AnyBot, BotFailed, Watcher
from cardkit.bots.contract import Faults
from cardkit.chance import Chance, SeededChance, mixed
from cardkit.match import AnyMatch
from cardkit.rejections import SeedMissing, where
from cardkit.seats import Seat
from cardkit_cli.play.players import Players

__all__ = ["Bots"]

_Watcher: TypeAlias = Watcher[object, object, object, object, object, object, object]


class Bots:
    """The bots of a match, by seat, each with a watcher that follows the match and with its own chance."""

    def __init__(self, players: Players, match: AnyMatch) -> None:
        self._bots: dict[Seat, tuple[AnyBot, _Watcher]] = {
            seat: _seated(player.bot, match, seat)
            for seat, player in enumerate(players.by_seat)
            if player.bot is not None
        }

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._bots

    def move(self, match: AnyMatch, seat: Seat) -> object:
        """Return the bot's move in that seat. Raise `BotFailed` if it has none that is legal."""
        player, watcher = self._bots[seat]
        observation = watcher.observe(match, _chance(match, seat))
        try:
            move = player.choose(observation)
        except BotFailed:
            raise
        except Exception as error:  # its sentence may reveal the bot's cards
            raise BotFailed(f"bot {player.name}: {type(error).__name__}{where(error)}") from error
        if move not in observation.legal:
            raise BotFailed(f"bot {player.name} chose an illegal move")
        return move

    def failed(self) -> Iterator[tuple[Seat, Faults]]:
        """Yield the bots that moves had to be made for, and why. The reasons may reveal their cards."""
        for seat, (player, _) in self._bots.items():
            faults = player.faults()
            if faults.failed_moves:
                yield seat, faults

    def close(self) -> None:
        """End the programs of bots."""
        for player, _ in self._bots.values():
            player.close()


def _seated(name: str, match: AnyMatch, seat: Seat) -> tuple[AnyBot, _Watcher]:
    player = make_bot(name, match.game)
    return player, Watcher(match.game, seat, match.header.seats, match.header.options, player.needs)


def _chance(match: AnyMatch, seat: Seat) -> Chance:
    """Return the bot's own chance. It reveals nothing of the match's, and a match always goes on the same."""
    source = match.header.mixed_seed
    if source is None:
        raise SeedMissing("this match was read from a log without its seed, so it can't be played on")
    return SeededChance(mixed(f"{source} for bots", {seat: "bot"}), match.version)
