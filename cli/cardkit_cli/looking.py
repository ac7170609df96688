"""`cardkit games`, `rules` and `schema`: what can be played, and how."""

import json
import warnings

import cardkit
from cardkit.documents import game_document
from cardkit.language import Language, closest
from cardkit.registry import Games
from cardkit.rejections import CardkitError
from cardkit_cli.exits import Exit
from cardkit_cli.output import Format, columns, draw, emit, emit_all, is_terminal, note, say
from cardkit_cli.own_code import find_game, own_games

__all__ = ["NoRules", "games", "known_games", "rules", "schema"]


class NoRules(CardkitError):
    """The game has no rules page."""

    code = "no_rules"


def games(format: Format) -> Exit:
    """All games, built in and plugged in. A plug-in that is broken is named on stderr."""
    found, trouble = known_games()
    for sentence in trouble:
        note(f"cardkit: {sentence}")
    rows = [
        (game.key, game.title, f"{game.seats[0]}-{game.seats[-1]}", game.rules_version)
        for game in found.values()
    ]
    emit_all(
        map(game_document, found.values()),
        format,
        lambda: say(columns(("game", "title", "seats", "rules version"), rows)),
    )
    return Exit.FINE


def known_games() -> tuple[Games, tuple[str, ...]]:
    """All games, one's own too, and what is wrong with those that are not among them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = cardkit.games()
    return Games({**found.loaded, **own_games()}, found.broken), tuple(
        str(warning.message) for warning in caught
    )


def rules(key: str, language: Language, format: Format) -> Exit:
    """The rules page of a game: drawn on a terminal, Markdown elsewhere."""
    game = find_game(key)
    if not game.rules:
        raise NoRules(f"{game.title} has no rules page; its options are in `cardkit schema {key}`")
    language = closest((language,), game.rules)
    text = game.rules[language]

    def table() -> None:
        if is_terminal():
            from rich.markdown import Markdown

            draw(Markdown(text))
        else:
            say(text.rstrip("\n"))

    emit({"game": key, "language": language, "rules": text}, format, table)
    return Exit.FINE


def schema(key: str, format: Format) -> Exit:
    """The JSON Schema of a game's documents."""
    document = cardkit.schema(find_game(key))
    emit(document, format, lambda: say(json.dumps(document, ensure_ascii=False, indent=2)))
    return Exit.FINE
