"""Who plays: people and bots, as `--seats` names them."""

from collections import Counter
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from cardkit.arena.references import is_reference, make_bot
from cardkit.bots import BOTS
from cardkit.game import AnyGame
from cardkit.language import Language
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_cli.errors import UsageError
from cardkit_cli.files.players_file import LONGEST_NAME, SavedPlayers
from cardkit_cli.games import add_working_folder
from cardkit_cli.phrases import phrase

__all__ = ["Player", "Players", "default_players", "parse_players"]

YOU: Final = "you"
USUAL_BOT: Final = "greedy"
ADVISER: Final = "strong"


@frozen
class Player:
    """A person at this terminal, or a bot."""

    name: str
    bot: str | None
    """The name of the bot; `None` for a person."""


@frozen
class Players:
    """All players by seat, and the language of the match."""

    by_seat: tuple[Player, ...]
    language: Language
    spec: str
    """What `--seats` says: `ann=you,greedy`."""
    practice: bool = False
    """Whether a person plays alone to learn, with hints and free undo."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(player.name for player in self.by_seat)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of those who play at this terminal."""
        return tuple(seat for seat, player in enumerate(self.by_seat) if player.bot is None)

    def advised(self, seat: Seat) -> "Players":
        """Return the same players, with the strong bot in that seat and no other bot."""
        names = enumerate(self.names)
        players = tuple(Player(name, ADVISER if place == seat else None) for place, name in names)
        return evolve(self, by_seat=players)

    @property
    def saved(self) -> SavedPlayers:
        """What is saved beside the log, so that the match goes on with the same players."""
        return SavedPlayers(self.spec, self.language, self.names, self.practice)


def default_players(game: AnyGame, seats: int | None = None) -> str:
    """Return what `--seats` is by default: you and bots, three players if the game allows it."""
    number = seats or (3 if 3 in game.seats else game.seats[0])
    return ",".join((YOU, *[USUAL_BOT] * (number - 1)))


def parse_players(spec: str, language: Language, game: AnyGame, *, practice: bool = False) -> Players:
    """Return the players that `you,greedy` or `ann=you,ben=random` names. Raise `UsageError` if it is invalid.

    For `practice`, exactly one of them must be a person.
    """
    said = [_parse_player(part.strip(), game) for part in spec.split(",")]
    kinds = [phrase("person", language) if kind == YOU else _called(kind) for _, kind in said]
    twins = Counter(called for (name, _), called in zip(said, kinds, strict=True) if not name)
    met: Counter[str] = Counter()
    players: list[Player] = []
    for (given, kind), called in zip(said, kinds, strict=True):
        met[called] += not given
        usual = f"{called} {met[called]}" if twins[called] > 1 else called
        players.append(Player(given or usual, None if kind == YOU else kind))
    found = Players(tuple(players), language, spec, practice)
    if practice and len(found.people) != 1:
        raise UsageError(f"--seats {_shown(spec)}: practice is for one person against bots; name one {YOU}")
    return found


def _parse_player(part: str, game: AnyGame) -> tuple[str, str]:
    """Return a given name, if any, and a player: `you`, or a bot that exists."""
    name, kind = _split(part)
    if name and not (name.isprintable() and len(name) <= LONGEST_NAME):
        raise UsageError(
            f"--seats: invalid name {_shown(name)}; a name has 1 to {LONGEST_NAME} printable characters"
        )
    if kind == YOU:
        return name, kind
    near = get_close_matches(kind, (YOU, *BOTS), 1)
    if near == [YOU]:
        raise UsageError(f"--seats: unknown player {_shown(kind)}; did you mean {YOU}?")
    add_working_folder()
    try:
        make_bot(kind, game)
    except Invalid as error:
        hint = f"expected {YOU}, NAME={YOU}, or a bot: {error.accepted}"
        if near:
            _, budget, better = error.accepted.partition("did you mean ")
            hint = f"{budget}{better}" or f"did you mean {near[0]}?"
        raise UsageError(f"--seats: unknown player {_shown(kind)}; {hint}") from error
    return name, kind


def _shown(text: str) -> str:
    """Return the text as a sentence can repeat it: short, and without control characters."""
    return "".join(char if char.isprintable() else "?" for char in text[:40])


def _split(part: str) -> tuple[str, str]:
    """Split `ann=you`. A bot that is a program may have an equals sign in its arguments."""
    name, equals, kind = part.partition("=")
    is_name = equals and not any(char in name for char in ":/")
    return (name.strip(), kind.strip()) if is_name else ("", part)


def _called(kind: str) -> str:
    """Return what a bot is called if it isn't given a name."""
    kind = kind.rpartition(":")[2] if is_reference(kind) else kind
    program = kind.removeprefix("exec:").split()[:1] if "/" in kind or kind.startswith("exec:") else []
    name = Path(program[0]).stem if program else kind.partition(":")[0]
    return (name[:1].upper() + name[1:])[:LONGEST_NAME] or "Bot"
