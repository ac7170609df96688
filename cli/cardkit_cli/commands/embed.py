"""Commands for programs that embed the engine."""

import typer

from cardkit_cli.parameters import GameKey

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add them to the application."""
    app.command()(pipe)


def pipe(game: GameKey) -> int:
    """Speak JSON Lines with a program.

    On stdin and stdout, so that a program in any language can embed the engine. The protocol is described in
    docs/pipe.md.

    Example: echo '{"do":"hello","protocol":1}' | cardkit pipe push
    """
    from cardkit_cli import pipe as piping

    return piping.run(game)
