"""Keys that a terminal sends."""

from pathlib import Path

import pytest

import cardkit
from cardkit_cli.terminal.keys import split_keys
from tests.cli.play.person import Person


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("\x1b[C", ["right"]),
        ("\x1b[C\x1b[C\x1b[C", ["right"] * 3),
        ("\x1bOD\x1b[D", ["left", "left"]),
        ("\x1b[1~\x1b[7~\x1b[H\x1bOH", ["home"] * 4),
        ("\x1b[4~\x1b[8~\x1b[F\x1bOF", ["end"] * 4),
        ("n\x1b[Cq", ["n", "right", "q"]),
        ("\x1b", ["\x1b"]),
        ("\x1b[1;5C\x1b[3~p", ["", "", "p"]),
        ("ä ", ["ä", " "]),
    ],
)
def test_keys_that_come_at_once_are_told_apart(sent: str, keys: list[str]) -> None:
    assert split_keys(sent) == keys


def test_keys_that_are_pressed_quickly_all_count_in_a_replay(tmp_path: Path) -> None:
    match = cardkit.start("thirteen", 3, seed="s")
    for _ in range(6):
        match = match.play(match.legal()[0])
    (tmp_path / "game.log").write_text(cardkit.dumps(match))
    with Person(tmp_path, "replay", "game.log", asked=False) as person:
        person.sees_next("version 3:")
        for keys, version in (("\x1b[C\x1b[C\x1b[C", 6), ("\x1b[1~", 3), ("\x1b[4~", 9)):
            person.sends(keys)
            person.sees_next(f"version {version}:")
        person.sends("q")
        assert person.ends() == 0
