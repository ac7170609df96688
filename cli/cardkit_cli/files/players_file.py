"""The small file beside a log that says who plays: `game.log.seats`. It holds nothing of the match."""

import json
from pathlib import Path
from typing import Final

from attrs import frozen

from cardkit.game import Json
from cardkit.language import Language, check_language
from cardkit.rejections import Invalid
from cardkit_cli.status import is_name, seat_names

__all__ = [
    "LONGEST_NAME",
    "SUFFIX",
    "SavedPlayers",
    "copy_players",
    "load_players",
    "names_of",
    "save_players",
]

SUFFIX: Final = ".seats"
LONGEST_NAME: Final = 20
"""Servers allow longer names."""


@frozen
class SavedPlayers:
    """Who plays the match of a log."""

    spec: str
    """What `--seats` says: `ann=you,greedy`. Empty if only the names are known."""
    language: Language
    names: tuple[str, ...]
    """The names by seat; none if an older file doesn't hold them."""
    practice: bool = False
    """Whether somebody plays alone to learn, with hints and free undo."""


def save_players(path: str, players: SavedPlayers) -> None:
    """Save who plays the match of that log."""
    document: dict[str, object] = {
        "seats": players.spec,
        "lang": players.language,
        "names": players.names,
        **({"practice": True} if players.practice else {}),
    }
    _beside(path).write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")


def load_players(path: str) -> SavedPlayers | None:
    """Return who played the match of that log last time; `None` if that isn't known."""
    try:
        known: Json = json.loads(_beside(path).read_text(encoding="utf-8"))
        if not isinstance(known, dict):
            return None
        spec, language = known.get("seats"), known.get("lang")
        if not (isinstance(spec, str) and isinstance(language, str)):
            return None
        check_language(language)
        return SavedPlayers(spec, language, _names(known.get("names")), known.get("practice") is True)
    except (OSError, ValueError, RecursionError, Invalid):
        return None


def names_of(path: str, seats: int, language: Language, given: str | None = None) -> tuple[str, ...]:
    """Return the names of the seats: as given, as saved beside the log, or "seat 0" and so on."""
    known = load_players(path) if given is None else None
    if known is not None and len(known.names) == seats:
        return known.names
    return seat_names(seats, language, given)


def copy_players(path: str, new: str) -> None:
    """Save that the same players play the match of another log, if they are known."""
    known = load_players(path)
    if known is not None:
        save_players(new, known)


def _names(value: Json) -> tuple[str, ...]:
    given = value if isinstance(value, list) else []
    texts = tuple(name for name in given if isinstance(name, str) and is_name(name))
    return texts if len(texts) == len(given) else ()


def _beside(path: str) -> Path:
    return Path(f"{path}{SUFFIX}")
