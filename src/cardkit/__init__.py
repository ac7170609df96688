"""cardkit: card games as immutable, event-sourced values, with hidden information that stays hidden.

    match = cardkit.start("thirteen", seats=4)
    match = match.play(match.legal()[0])

The module `cardkit.game` is the contract between a game and this library.
"""

from collections.abc import Mapping
from typing import overload

from cardkit import registry
from cardkit.chance import Chance, SeededChance, commitment, new_seed
from cardkit.game import AnyGame, Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.log import Recovered, dump, dumps, load, loads, receipts, recover
from cardkit.match import AnyMatch, Match
from cardkit.opening import begin
from cardkit.registry import game, games
from cardkit.rejections import CardkitError, Invalid, InvalidOption, LogError, Rejected, UnknownGame
from cardkit.schema import schema
from cardkit.seats import OWNER, Outcome, Owner, Seat, Viewer
from cardkit.verify import Report, verify

__all__ = [
    "OWNER",
    "AnyGame",
    "AnyMatch",
    "CardkitError",
    "Chance",
    "Game",
    "Invalid",
    "InvalidOption",
    "LogError",
    "Match",
    "Outcome",
    "Owner",
    "Recovered",
    "Rejected",
    "Report",
    "Seat",
    "SeededChance",
    "UnknownGame",
    "Viewer",
    "commitment",
    "dump",
    "dumps",
    "game",
    "games",
    "load",
    "loads",
    "new_seed",
    "receipts",
    "recover",
    "schema",
    "start",
    "verify",
]


@overload
def start(
    game: str,
    seats: int,
    options: object = None,
    seed: str | None = None,
    entropy: Mapping[Seat, str] | None = None,
) -> AnyMatch: ...
@overload
def start(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options | Mapping[str, object] | None = None,
    seed: str | None = None,
    entropy: Mapping[Seat, str] | None = None,
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]: ...
def start(
    game: str | Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options | Mapping[str, object] | None = None,
    seed: str | None = None,
    entropy: Mapping[Seat, str] | None = None,
) -> Match[Move, Event, State, View, Glimpse, Memory, Options] | AnyMatch:
    """Start a match and return it with its first events, such as the first deal.

    Name the game by its key, or pass the game itself for a precisely typed match. Omitted options are those of the rule
    sheet. Without a seed, one of 256 bits comes from the system. The players' entropy is mixed into the seed. Raise
    `Invalid`, naming the field, if an argument isn't valid.
    """
    if isinstance(game, Game):
        return begin(game, seats, options, seed, entropy)
    return begin(registry.game(game), seats, options, seed, entropy)
