"""Commands that check."""

import typer

from cardkit_cli.parameters import FormatOption, LogFile, NewFile

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add them to the application."""
    for command in (verify, recover, doctor):
        app.command()(command)


def verify(file: LogFile, format: FormatOption = "table") -> int:
    """Check a log line by line.

    That it wasn't changed, and that chance is what its seed says. The exit code is 4 if not.

    Example: cardkit verify game.log
    """
    from cardkit_cli import checking

    return checking.verify(file, format)


def recover(file: LogFile, output: NewFile, format: FormatOption = "table") -> int:
    """Save what a crash left of a log.

    Its whole part goes to a new file. The damaged one stays as it is.

    Example: cardkit recover game.log -o saved.log
    """
    from cardkit_cli import checking

    return checking.recover(file, output, format)


def doctor(format: FormatOption = "table") -> int:
    """Say what is installed and what is broken.

    Example: cardkit doctor
    """
    from cardkit_cli.doctor import doctor

    return doctor(format)
