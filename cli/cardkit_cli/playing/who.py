"""Who sits at the table: people and bots, as `--seats` names them."""

import json
from collections import Counter
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from attrs import frozen

from cardkit.arena.references import is_reference, make_bot
from cardkit.bots import BOTS
from cardkit.game import AnyGame
from cardkit.language import Language, check_language, in_language
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_cli.failures import Usage
from cardkit_cli.own_code import own_code_is_found

__all__ = ["Player", "Table", "keep_table", "kept_table", "table_of", "usual_seats"]

YOU: Final = "you"
USUAL_BOT: Final = "greedy"
LONGEST_NAME: Final = 20
_PERSON: Final[dict[Language, str]] = {"en": "Player", "de": "Person", "nl": "Speler"}


@frozen
class Player:
    """Who has a seat."""

    name: str
    bot: str | None
    """Its name among the bots; `None` for a person at this terminal."""


@frozen
class Table:
    """All players by seat, and the language that is spoken."""

    players: tuple[Player, ...]
    language: Language
    seats: str
    """As it was said: `ann=you,greedy`."""

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(player.name for player in self.players)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of those who play at this terminal."""
        return tuple(seat for seat, player in enumerate(self.players) if player.bot is None)


def usual_seats(game: AnyGame, seats: int | None = None) -> str:
    """You and bots, three of you where the game allows it."""
    number = seats or (3 if 3 in game.seats else game.seats[0])
    return ",".join((YOU, *[USUAL_BOT] * (number - 1)))


def table_of(seats: str, language: Language, game: AnyGame) -> Table:
    """The table that is meant by `you,greedy` or `ann=you,ben=random`. `Usage` says what isn't understood."""
    said = [_said(part.strip(), game) for part in seats.split(",")]
    kinds = [in_language(_PERSON, language) if kind == YOU else _called(kind) for _, kind in said]
    twins = Counter(called for (name, _), called in zip(said, kinds, strict=True) if not name)
    met: Counter[str] = Counter()
    players: list[Player] = []
    for (given, kind), called in zip(said, kinds, strict=True):
        met[called] += not given
        usual = f"{called} {met[called]}" if twins[called] > 1 else called
        players.append(Player(given or usual, None if kind == YOU else kind))
    return Table(tuple(players), language, seats)


def _said(part: str, game: AnyGame) -> tuple[str, str]:
    """The name that is given, if any, and who it is: you, or a bot that there is."""
    name, kind = _apart(part)
    if name and not (name.isprintable() and len(name) <= LONGEST_NAME):
        raise Usage(f"--seats: {name[:40]!r} is no name; it takes 1 to {LONGEST_NAME} printable characters")
    if kind == YOU:
        return name, kind
    near = get_close_matches(kind, (YOU, *BOTS), 1)
    if near == [YOU]:
        raise Usage(f"--seats: {kind[:40]!r} is nobody who could play; did you mean {YOU}?")
    own_code_is_found()
    try:
        make_bot(kind, game)
    except Invalid as error:
        hint = (
            f"did you mean {near[0]}?" if near else f"it takes {YOU}, NAME={YOU}, or a bot: {error.accepted}"
        )
        raise Usage(f"--seats: {kind[:40]!r} is nobody who could play; {hint}") from error
    return name, kind


def _apart(part: str) -> tuple[str, str]:
    """`ann=you`; a bot that is a command may have such a sign of its own."""
    name, equals, kind = part.partition("=")
    is_name = equals and not any(char in name for char in ":/")
    return (name.strip(), kind.strip()) if is_name else ("", part)


def _called(kind: str) -> str:
    """What a bot is called, unless it is given a name."""
    kind = kind.rpartition(":")[2] if is_reference(kind) else kind
    program = kind.removeprefix("exec:").split()[:1] if "/" in kind or kind.startswith("exec:") else []
    name = Path(program[0]).stem if program else kind.partition(":")[0]
    return (name[:1].upper() + name[1:])[:LONGEST_NAME] or "Bot"


# --- beside a match, so that it goes on with the same players


def keep_table(path: str, table: Table) -> None:
    """Write down who plays, in a small file beside that of the match. It holds nothing of the match."""
    text = json.dumps({"seats": table.seats, "lang": table.language}, ensure_ascii=False)
    _beside(path).write_text(text + "\n", encoding="utf-8")


def kept_table(path: str) -> tuple[str, Language] | None:
    """Who played last time, in which language; `None` where that isn't known."""
    try:
        known: object = json.loads(_beside(path).read_text(encoding="utf-8"))
        match known:
            case {"seats": str(seats), "lang": str(lang)}:
                check_language(lang)
                return seats, lang
            case _:
                return None
    except (OSError, ValueError, Invalid):
        return None


def _beside(path: str) -> Path:
    return Path(f"{path}.seats")
