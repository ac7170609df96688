"""A process that has imported the command line or the server, and forks whenever a test starts one of them.

Each command is a process of its own: with its own streams, folder, environment, signals and exit code. Only the
imports are spared, which cost twenty times as much as most commands.
"""

import fcntl
import gc
import io
import locale
import os
import select
import signal
import socket
import sys
import termios
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import FrameType
from typing import Final, NoReturn

import cardkit
from cardkit.codec import codec

__all__: list[str] = []

LOADED: Final = (
    "cardkit_api.client",
    "cardkit_cli.entry",
    "cardkit_cli.play.server_match",
    "cardkit_cli.play.server_session",
    "cardkit_cli.server.new_match",
    "cardkit_cli.server.rematch",
    "cardkit_cli.server.source",
    "encodings.idna",
    "httpcore",
    "cardkit_cli.terminal.player",
    "pydantic.plugin._loader",
    "rich.markdown",
    "typer._adapters",
    "typer._click.decorators",
)
"""What commands import only when they need it."""
LOADED_BY_SERVERS: Final = (
    "anyio._backends._asyncio",
    "cardkit_api.__main__",
    "cardkit_api.admin.commands",
    "cardkit_api.server",
    "cardkit_api.stores.postgres",
    "cardkit_api.stores.sqlite",
    "encodings.idna",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
)
"""What servers import. The framework imports more for its first application."""


def main() -> None:
    """Fork for each connection to the socket that is handed in, until stdin is closed."""
    woken, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno())
    signal.signal(signal.SIGCHLD, ignore)
    running: dict[int, socket.socket] = {}
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        while True:
            ready, _, _ = select.select([listener, woken, sys.stdin], [], [])
            if woken in ready:
                woken.recv(4096)
                report_ends(running)
            if sys.stdin in ready:
                break
            if listener in ready:
                connection, _ = listener.accept()
                words, folder, environment, streams = receive(connection)
                load(words)
                pid = os.fork()
                if pid == 0:
                    for other in (listener, woken, waker, connection, *running.values()):
                        other.close()
                    become(words, folder, environment, streams)
                for stream in streams:
                    os.close(stream)
                running[pid] = connection
                tell(connection, pid)
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def load(words: Sequence[str]) -> None:
    """Import what the process needs, unless one before it did."""
    if words[0] == "cardkit":
        load_commands()
    if words[0] == "cardkit_api" or "serve" in words:
        load_server()


@cache
def load_commands() -> None:
    commands, main = import_module("cardkit_cli.commands"), import_module("cardkit_cli.main")
    for command in commands.COMMANDS:
        main.function_of(command)
    for name in LOADED:
        import_module(name)
    load_games()


@cache
def load_server() -> None:
    for name in LOADED_BY_SERVERS:
        import_module(name)
    import_module("cardkit_api.app").create_app(import_module("cardkit_api.stores").store("memory:"))
    load_games()


@cache
def load_games() -> None:
    for module in walk_packages(import_module("cardkit.games").__path__, "cardkit.games."):
        import_module(module.name)
    for game in cardkit.games().values():
        codec(game)
    gc.freeze()


def receive(connection: socket.socket) -> tuple[list[str], str, dict[str, str], list[int]]:
    """Return the words of a command, its folder, its environment and its streams."""
    data, streams, _, _ = socket.recv_fds(connection, 65536, 3)
    size, _, data = data.partition(b"\n")
    while len(data) < int(size):
        more = connection.recv(65536)
        if not more:
            raise ConnectionError("a request ended in the middle")
        data += more
    folder, number, *texts = map(os.fsdecode, data.split(b"\0"))
    words, pairs = texts[: int(number)], texts[int(number) :]
    environment = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
    return words, folder, environment, [*streams]


def become(
    words: Sequence[str], folder: str, environment: dict[str, str], streams: Sequence[int]
) -> NoReturn:
    """Run the program with the words after it, as if Python had just begun."""
    restore_signals()
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    if os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    locale.setlocale(locale.LC_CTYPE, "")
    sys.stdin = text_stream(0, "r")
    sys.stdout = text_stream(1, "w", line_buffering=os.isatty(1))
    sys.stderr = text_stream(2, "w", line_buffering=True, errors="backslashreplace")
    sys.argv = [*words]
    room = "cardkit_cli.entry" if words[0] == "cardkit" else "cardkit_api.__main__"
    try:
        code = import_module(room).main()
    except SystemExit as ended:
        code = ended.code
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
        code = 1
    sys.stdout.flush()
    os._exit(code or 0)  # taking everything down takes longer than the command took


def restore_signals() -> None:
    """Handle signals as Python does when it begins. `nohup make test` ignores SIGHUP, and so does what it starts."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGCHLD, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def text_stream(
    number: int, mode: str, *, line_buffering: bool = False, errors: str = "strict"
) -> io.TextIOWrapper:
    """Return a stream as Python opens it when it begins."""
    return io.TextIOWrapper(
        os.fdopen(number, f"{mode}b", closefd=False), "utf-8", errors, line_buffering=line_buffering
    )


def report_ends(running: dict[int, socket.socket]) -> None:
    """Tell how those processes ended that have."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with running.pop(pid) as connection:
                tell(connection, os.waitstatus_to_exitcode(status))


def ignore(number: int, frame: FrameType | None) -> None:
    """Let the signal only wake the server."""


def tell(connection: socket.socket, number: int) -> None:
    """Send a number, unless nobody listens any more."""
    with suppress(OSError):
        connection.sendall(b"%d\n" % number)


if __name__ == "__main__":
    main()
