"""`docs/remote.md`: its examples run against a real server, and say what they say.

`python -m tests.cli.server.test_page` writes what they print anew, to be looked at in a diff.
"""

import asyncio
import re
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from cardkit_api.service import bot_seat, matches, rematch, seats
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_cli.commands import COMMANDS
from tests.api.clients.serving import serving
from tests.cli.test_docs import printed, session

PAGE: Final = Path(__file__).parents[3] / "docs" / "remote.md"
SERVER: Final = "http://127.0.0.1:8000"
"""As the page calls it."""


@contextmanager
def without_luck() -> Generator[str, None, None]:
    """Provide a server whose ids, and so its tokens and its seeds, are always the same; and what its bots do, and when.

    No request is answered while a bot is to move.
    """
    numbers = count(1)

    def name() -> str:
        return urlsafe_b64encode(sha256(b"%d" % next(numbers)).digest()[:16]).decode().rstrip("=")

    get, load = MatchCache.get, MatchCache.load

    def get_at_rest(cache: MatchCache, match: str) -> LoadedMatch | None:
        found = get(cache, match)
        return None if found is None or found.thinking else found

    async def load_at_rest(cache: MatchCache, match: str) -> LoadedMatch | None:
        found = await load(cache, match)
        if found is not None and found.thinking:
            await asyncio.wait([found.thinking])
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MatchCache, "get", get_at_rest)
        patch.setattr(MatchCache, "load", load_at_rest)
        patch.setattr(matches, "new_id", name)
        patch.setattr(seats, "new_id", name)
        patch.setattr(rematch, "new_id", name)
        patch.setattr(bot_seat, "new_seed", lambda: "what bots do")
        with serving() as base:
            yield base


def shown(page: str, folder: Path) -> list[tuple[str, list[str]]]:
    """Return the page's commands, and what they print."""
    commands = [command for command, _ in session(page)]
    with without_luck() as base:
        got = printed((command.replace(SERVER, base) for command in commands), folder)
        return [
            (command, [line.replace(base, SERVER) for line in lines])
            for command, lines in zip(commands, got, strict=False)
        ]


def test_the_examples_print_what_the_page_says(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    said = session(page)

    assert len(said) > 15
    for (command, expected), (_, got) in zip(said, shown(page, tmp_path), strict=True):
        assert got == expected, command


def test_the_page_names_every_command_for_servers() -> None:
    page = PAGE.read_text(encoding="utf-8")

    for name in (
        "serve",
        "join",
        "start",
        "watch",
        "fetch",
        "undo",
        "play",
        "show",
        "moves",
        "move",
        "log",
        "new",
        "seat",
        "terms",
        "clock",
        "say",
        "rematch",
        "order",
    ):
        assert name in COMMANDS
        assert re.search(rf"(cardkit |`){name}\b", page), name


def main() -> None:
    """Put what the commands print on the page."""
    page = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        answers = iter(shown(page, Path(folder)))

    def written(block: re.Match[str]) -> str:
        commands = re.findall(r"^\$ .*\n(?:> .*\n)*", block[1], re.MULTILINE)
        return (
            "```console\n"
            + "".join(command + "".join(f"{line}\n" for line in next(answers)[1]) for command in commands)
            + "```"
        )

    PAGE.write_text(
        re.sub(r"^```console\n(.*?)^```$", written, page, flags=re.DOTALL | re.MULTILINE), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
