"""`cardkit games`, `rules` and `schema`: what can be played, and how."""

import json
import os
import sys
from contextlib import nullcontext

import cardkit
from cardkit.documents import game_document
from cardkit.language import closest
from cardkit.rejections import CardkitError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import find_game, load_games
from cardkit_cli.output import columns, console, emit, emit_all, is_terminal, note, say
from cardkit_cli.parameters import FormatOption, GameKey, LanguageChoice
from cardkit_cli.terminal.language import language_of_terminal

__all__ = ["NoRules", "games", "rules", "schema"]


class NoRules(CardkitError):
    """A game without a rules page."""

    code = "no_rules"


def games(format: FormatOption = "table") -> int:
    """List the games that can be played.

    Example: cardkit games
    """
    found, broken = load_games()
    for sentence in broken:
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


def rules(game: GameKey, language: LanguageChoice = None, format: FormatOption = "table") -> int:
    """Show the rules of a game.

    Example: cardkit rules push --lang nl
    """
    found = find_game(game)
    if not found.rules:
        raise NoRules(f"{found.title} has no rules page; `cardkit schema {game}` shows its options")
    if language is None:
        language = language_of_terminal() if is_terminal() else "en"
    language = closest((language,), found.rules)
    text = found.rules[language]

    def table() -> None:
        if is_terminal():
            from rich.markdown import Markdown  # takes longer to import than all the rest

            screen = console()
            os.environ.setdefault("LESS", "FRX")  # shows colours, and ends if all fits on the screen
            with screen.pager(styles=True) if sys.stdin.isatty() else nullcontext():
                screen.print(Markdown(text))
        else:
            say(text.rstrip("\n"))

    emit({"game": game, "language": language, "rules": text}, format, table)
    return Exit.FINE


def schema(game: GameKey, format: FormatOption = "table") -> int:
    """Show the JSON Schema of a game's documents.

    It describes the game's moves, events, glimpses, views and options.

    Example: cardkit schema thirteen
    """
    document = cardkit.schema(find_game(game))
    emit(document, format, lambda: say(json.dumps(document, ensure_ascii=False, indent=2)))
    return Exit.FINE
