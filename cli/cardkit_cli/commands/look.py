"""Commands to look at games."""

import typer

from cardkit_cli.parameters import FormatOption, GameKey, LanguageOption

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add them to the application."""
    for command in (games, rules, schema):
        app.command()(command)


def games(format: FormatOption = "table") -> int:
    """List the games that can be played.

    Example: cardkit games
    """
    from cardkit_cli import looking

    return looking.games(format)


def rules(game: GameKey, language: LanguageOption = "en", format: FormatOption = "table") -> int:
    """Show the rules of a game.

    Example: cardkit rules push --lang nl
    """
    from cardkit_cli import looking

    return looking.rules(game, language, format)


def schema(game: GameKey, format: FormatOption = "table") -> int:
    """Show the JSON Schema of a game's documents.

    That is of its moves, events, glimpses, views and options.

    Example: cardkit schema thirteen
    """
    from cardkit_cli import looking

    return looking.schema(game, format)
