"""The command `cardkit`: its commands, and what becomes of whatever goes wrong.

Nothing that takes long is imported before a command needs it.
"""

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Final

import typer
import typer.completion
import typer.main

from cardkit_cli.commands import arena, check, embed, look, remote, script, shell
from cardkit_cli.exits import Exit
from cardkit_cli.own_code import use_game
from cardkit_cli.play import play
from cardkit_cli.remote.settings import Settings

__all__ = ["app", "main"]

_COMPLETE: Final = "_CARDKIT_COMPLETE"
"""A shell sets this when it asks what may follow."""


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"cardkit {version('cardkit')}")
        raise typer.Exit


def _cardkit(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
    server: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="CARDKIT_SERVER",
            show_default=False,
            help="Where matches are made and meant by their ids; a ticket knows its own.",
        ),
    ] = "",
    patience: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            envvar="CARDKIT_PATIENCE",
            min=0,
            help="How long a server that is away is tried again. [default: 5; 600 to play or watch]",
        ),
    ] = None,
    game: Annotated[
        str,
        typer.Option(
            metavar="MODULE:NAME",
            envvar="CARDKIT_GAME",
            show_default=False,
            help="Know this game by its key, too: for logs of a game of yours that isn't installed.",
        ),
    ] = "",
) -> None:
    """Card games: play, script, replay and check them, with hidden cards that stay hidden.

    A match is a log file, or lies on a server. Start with `cardkit games`, `cardkit rules GAME` and `cardkit play
    GAME`.
    """
    context.obj = Settings(server, patience)
    use_game(game)
    if context.invoked_subcommand is None:
        print(context.get_help())


app = typer.Typer(
    name="cardkit",
    add_completion=False,  # `cardkit completion` has scripts that quote what they offer
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.callback(invoke_without_command=True)(_cardkit)
look.register(app)
app.command()(play)
script.register(app)
remote.register(app)
check.register(app)
arena.register(app)
embed.register(app)
shell.register(app)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. The exit code; what it means stands in `Exit`."""
    words = sys.argv[1:] if argv is None else [*argv]
    streams = sys.stdout, sys.stderr
    _prepare_streams()
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as ended:
        if ended.code != 1 or _COMPLETE in os.environ:
            raise
        return _reader_gone()  # so Typer and Rich end when they find the pipe broken
    finally:
        sys.stdout, sys.stderr = streams
    return code


def _run(words: Sequence[str]) -> int:
    command = typer.main.get_command(app)
    if _COMPLETE in os.environ:
        typer.completion.get_completion_inspect_parameters()  # makes Typer know the shells
    try:
        code: object = command.main(args=[*words], prog_name="cardkit", standalone_mode=False)
        return code if isinstance(code, int) else Exit.FINE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except typer.TyperException as error:
        return _misunderstood(error, words)
    except typer.Abort:
        return Exit.INTERRUPTED
    except Exception as error:
        return _refused(error, words)


def _misunderstood(error: typer.TyperException, words: Sequence[str]) -> int:
    from cardkit_cli.failures import Usage, report

    message = " ".join(error.format_message().replace("Value error, ", "").split()).rstrip(".")
    return report(Usage(message + _given(error)), as_document=_for_programs(words))


def _given(error: typer.TyperException) -> str:
    """The value that Typer has checked and leaves out of its sentence."""
    given = re.search(r"input_value=(.*), input_type=", str(error.__cause__))
    return f", not {given[1]}" if given else ""


def _refused(error: Exception, words: Sequence[str]) -> int:
    from cardkit.rejections import BrokenGame, CardkitError
    from cardkit_cli.failures import file_trouble, report

    if isinstance(error, OSError):
        error = file_trouble(error)
    if not isinstance(error, CardkitError):
        if os.environ.get("CARDKIT_TRACEBACK"):
            raise error
        hint = "set CARDKIT_TRACEBACK=1 to see where; it may show hidden cards"
        error = BrokenGame(f"a fault in cardkit or in a plugged-in game: {type(error).__name__}; {hint}")
    return report(error, as_document=_for_programs(words))


def _for_programs(words: Sequence[str]) -> bool:
    """Whether documents are wanted. Asked of the bare words, for they may be what isn't understood."""
    pairs = zip(words, [*words[1:], ""], strict=True)
    return any(
        word in ("--format=json", "--format=jsonl") or (word == "--format" and after in ("json", "jsonl"))
        for word, after in pairs
    )


def _prepare_streams() -> None:
    """Text is UTF-8, whatever the platform prefers, and is never cut short by a sign that a terminal doesn't know."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(
                encoding="utf-8", errors="surrogateescape" if stream is sys.stdin else "backslashreplace"
            )


def _reader_gone() -> Exit:
    """Nobody reads any more; the interpreter must not try again when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.PIPE


if __name__ == "__main__":
    sys.exit(main())
