"""Commands for the shell itself."""

from typing import Annotated, Literal

import typer

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add them to the application."""
    app.command()(completion)


def completion(shell: Annotated[Literal["bash", "zsh", "fish"], typer.Argument(help="Which shell.")]) -> int:
    """Print a shell's completion script.

    With it, Tab offers commands, options, games, seats and legal moves. Legal moves tell what a seat holds.

    Example: eval "$(cardkit completion bash)"
    """
    from cardkit_cli import shells

    return shells.completion(shell)
