"""A log file is replaced whole or not at all."""

import os
from pathlib import Path
from stat import S_IMODE

import pytest

import cardkit
from cardkit.games.thirteen import GAME
from cardkit.log import write
from tests.log.logs import played

OLD, NEW = played(1), played(5)


class Failure(Exception):
    """Something outside went wrong."""


def fail(*_: object) -> None:
    raise Failure


def test_what_is_dumped_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "match.log"

    cardkit.dump(NEW, path)

    assert cardkit.load(path, GAME) == NEW
    assert path.read_bytes() == cardkit.dumps(NEW).encode()
    assert [*tmp_path.iterdir()] == [path]


def test_a_path_may_be_a_text_too(tmp_path: Path) -> None:
    cardkit.dump(NEW, str(tmp_path / "match.log"))

    assert cardkit.load(str(tmp_path / "match.log")) == NEW


def test_a_file_without_the_seed_has_no_seed(tmp_path: Path) -> None:
    cardkit.dump(NEW, tmp_path / "match.log", with_seed=False)

    assert (tmp_path / "match.log").read_text() == cardkit.dumps(NEW, with_seed=False)


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    cardkit.dump(OLD, path)

    cardkit.dump(NEW, path)

    assert cardkit.load(path) == NEW


@pytest.mark.parametrize("step", ["fsync", "replace", "fdopen", "write"])
def test_when_writing_fails_the_old_file_stays_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "match.log"
    cardkit.dump(OLD, path)
    match step:
        case "replace":
            monkeypatch.setattr(Path, "replace", fail)
        case "write":
            monkeypatch.setattr(write, "event_body", fail)
        case _:
            monkeypatch.setattr(os, step, fail)

    with pytest.raises(Failure):
        cardkit.dump(NEW, path)
    monkeypatch.undo()

    assert cardkit.load(path) == OLD
    assert [*tmp_path.iterdir()] == [path]


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds the seed and every card."""
    path = tmp_path / "match.log"

    cardkit.dump(NEW, path)

    assert S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_an_old_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    cardkit.dump(OLD, path)
    path.chmod(0o640)

    cardkit.dump(NEW, path)

    assert S_IMODE(path.stat().st_mode) == 0o640


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "match.log", tmp_path / "link"
    cardkit.dump(OLD, path)
    link.symlink_to(path)

    cardkit.dump(NEW, link)

    assert link.is_symlink()
    assert cardkit.load(path) == NEW


def test_a_directory_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cardkit.dump(NEW, tmp_path / "nowhere" / "match.log")
    with pytest.raises(FileNotFoundError):
        cardkit.load(tmp_path / "match.log")
