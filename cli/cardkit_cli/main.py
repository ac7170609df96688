"""The command `cardkit`: it finds the command that is named, runs it, and reports errors.

Only the module of that command is imported, so that a command starts quickly.
"""

import os
import re
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from importlib import import_module
from typing import Annotated, Final

import typer
import typer.completion
import typer.core
import typer.main

from cardkit_cli.commands import COMMANDS, MODULES
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import use_game
from cardkit_cli.server.settings import Settings

__all__ = ["command_line", "function_of", "main"]

_COMPLETE: Final = "_CARDKIT_COMPLETE"
"""A shell sets this to ask how a line can go on."""
_LINES: Final = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""The line itself is in one of these then."""


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
            help="The server to use. A ticket file already names its server.",
        ),
    ] = "",
    patience: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            envvar="CARDKIT_PATIENCE",
            min=0,
            help="Seconds to retry if the server can't be reached. [default: 5; 600 to play or watch]",
        ),
    ] = None,
    game: Annotated[
        str,
        typer.Option(
            metavar="MODULE:NAME",
            envvar="CARDKIT_GAME",
            show_default=False,
            help="Also find this game by its key. Logs of your own games need it, unless those are installed.",
        ),
    ] = "",
) -> None:
    """Card games: play, script, replay and check them, with hidden cards that stay hidden.

    A match is a log file, or is on a server. Start with `cardkit games`, `cardkit rules GAME` and `cardkit play
    GAME`.
    """
    context.obj = Settings(server, patience)
    use_game(game)
    if context.invoked_subcommand is None:
        print(context.get_help())


def command_line(words: Sequence[str]) -> typer.core.TyperGroup:
    """Return the command line. It knows what the commands among these words take, and the summaries of the others.

    If the first word is a command, it knows no other.
    """
    if words and words[0] in COMMANDS:
        return _command_line((words[0],), words[0])
    return _command_line((*COMMANDS,), *sorted({*words} & {*COMMANDS}))


@cache
def _command_line(listed: tuple[str, ...], *named: str) -> typer.core.TyperGroup:
    """Build it. A program that calls `main` many times builds it once for each command."""
    app = typer.Typer(
        name="cardkit",
        add_completion=False,  # `cardkit completion` has scripts that quote what they offer
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_cardkit)
    for name in listed:
        app.command(name, short_help=COMMANDS[name])(function_of(name) if name in named else _not_named)
    return typer.main.get_group(app)


def function_of(name: str) -> Callable[..., int]:
    """Import the module of a command, and return the command's function."""
    module = import_module(f"cardkit_cli.commands.{MODULES.get(name, name)}")
    function: Callable[..., int] = getattr(module, name)
    return function


def _not_named() -> int:
    raise AssertionError("only a command that is named on the line can run")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Return the exit code, one of `Exit`."""
    words = sys.argv[1:] if argv is None else [*argv]
    streams = sys.stdout, sys.stderr
    _prepare_streams()
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _end_without_reader()
    except SystemExit as ended:
        if ended.code != 1 or _COMPLETE in os.environ:
            raise
        return _end_without_reader()  # Typer and Rich end so if the pipe is broken
    finally:
        sys.stdout, sys.stderr = streams
    return code


def _run(words: Sequence[str]) -> int:
    try:
        line = [*words]
        if _COMPLETE in os.environ:
            typer.completion.get_completion_inspect_parameters()  # makes Typer know the shells
            line += (word for name in _LINES for word in os.environ.get(name, "").split())
        group = command_line(line)
        with _whole_offers(group) if _COMPLETE in os.environ else nullcontext():
            code: object = group.main(args=[*words], prog_name="cardkit", standalone_mode=False)
        return code if isinstance(code, int) else Exit.FINE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except typer.TyperException as error:
        return _report_usage(error, words)
    except typer.Abort:
        return Exit.INTERRUPTED
    except Exception as error:
        return _report(error, words)


@contextmanager
def _whole_offers(group: typer.core.TyperGroup) -> Generator[None, None, None]:
    """Let Typer offer whole texts: it wraps long ones and takes brackets for markup, and zsh drops apostrophes.

    Afterwards the texts are as before, because the command line is built once for each command.
    """
    texts = [
        (one, name, text)
        for command in (group, *group.commands.values())
        for one in (command, *command.params)
        for name in ("help", "short_help")
        if isinstance(text := getattr(one, name, None), str)
    ]
    for one, name, text in texts:
        setattr(one, name, re.sub(r"(?<!\\)\[", r"\\[", text.replace("'", "’")))
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "1000"
    try:
        yield
    finally:
        for one, name, text in texts:
            setattr(one, name, text)
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before


def _report_usage(error: typer.TyperException, words: Sequence[str]) -> int:
    from cardkit_cli.errors import UsageError, report
    from cardkit_cli.usage import usage_sentence

    return report(UsageError(usage_sentence(error, words)), as_document=_wants_documents(words))


def _report(error: Exception, words: Sequence[str]) -> int:
    from cardkit.extras import MissingExtra
    from cardkit.rejections import BrokenGame, CardkitError
    from cardkit_cli.errors import NotInstalled, file_error, report

    if isinstance(error, OSError):
        error = file_error(error)
    if isinstance(error, MissingExtra):
        error = NotInstalled(str(error))
    if not isinstance(error, CardkitError):
        if os.environ.get("CARDKIT_TRACEBACK"):
            raise error
        hint = "set CARDKIT_TRACEBACK=1 to see where; that may show hidden cards"
        error = BrokenGame(f"a bug in cardkit or in a plugged-in game: {type(error).__name__}; {hint}")
    return report(error, as_document=_wants_documents(words))


def _wants_documents(words: Sequence[str]) -> bool:
    """Return whether errors are documents too. It is read from the bare words, because they may be what is wrong."""
    pairs = zip(words, [*words[1:], ""], strict=True)
    return any(
        word in ("--format=json", "--format=jsonl") or (word == "--format" and after in ("json", "jsonl"))
        for word, after in pairs
    )


def _prepare_streams() -> None:
    """Make text UTF-8, whatever the platform prefers, and never fail for a character that a terminal doesn't have."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(
                encoding="utf-8", errors="surrogateescape" if stream is sys.stdin else "backslashreplace"
            )


def _end_without_reader() -> Exit:
    """Return the exit code if nobody reads any more. The interpreter must not write again when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.PIPE


if __name__ == "__main__":
    sys.exit(main())
