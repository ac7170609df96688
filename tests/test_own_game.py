"""The game of `docs/write-your-own-game.md`, taken from the page: what the page promises of it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TypeGuard

import pytest

from cardkit.game import AnyGame, Game
from cardkit.testing import Law, examine
from tests import own_game

PROGRAM = """
import cardkit
from cardkit.testing import check_game

match = cardkit.start("peaks", seats=2)
while match.actors:
    match = match.play(match.legal()[0])
assert cardkit.loads(cardkit.dumps(match)) == match
assert cardkit.verify(cardkit.dumps(match)).complete
print(check_game(cardkit.game("peaks"), importable="peaks:GAME", matches=1))
print(match)
"""


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    """The module and its metadata, as pip would have installed them."""
    metadata = tmp_path / "peaks-1.0.dist-info"
    metadata.mkdir()
    (tmp_path / "peaks.py").write_text(own_game.source(), encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: peaks\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(own_game.entry_points(), encoding="utf-8")
    return tmp_path


MYPY = [sys.executable, "-m", "mypy", "--strict", "--config-file="]
EVOLVE = """

def evolve(state: State[H], event: Event[H]) -> State[H]:
"""
LOOKS = ["    top = max(state.stock)", "    top = state.hands[0][0] > 3", "    top = DECK[state.stock[0]]"]


def looking() -> str:
    """Return the game with an `evolve` that looks at hidden cards."""
    source = own_game.source()
    assert source.count(EVOLVE) == 1
    return source.replace(EVOLVE, "\n".join((EVOLVE.rstrip(), *LOOKS, "")))


def looking_lines() -> range:
    first = own_game.source().partition(EVOLVE)[0].count("\n") + 4
    return range(first, first + len(LOOKS))


def for_the_truth() -> str:
    """Return the game with an `evolve` that serves only the true state, so that it can look at every card."""
    source, looks = own_game.source(), EVOLVE.replace("[H]", "[Never]").rstrip()
    assert source.count(EVOLVE) == 1
    return source.replace(EVOLVE, "\n".join((looks, *LOOKS, "")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("checked")


@pytest.fixture(scope="module")
def checked(folder: Path) -> dict[str, list[str]]:
    """The errors that mypy finds: in the game, and in three copies of it that are wrong."""
    modules = {
        "peaks.py": own_game.source(),
        "wrong_move.py": f"{own_game.source()}\nlegal(State(), 'one')\n",
        "looking.py": looking(),
        "for_the_truth.py": for_the_truth(),
    }
    for name, source in modules.items():
        (folder / name).write_text(source, encoding="utf-8")
    done = run([*MYPY, *modules], folder)
    assert done.stdout.splitlines()[-1].endswith("(checked 4 source files)"), done.stdout + done.stderr
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    return {name: [line for line in errors if line.startswith(f"{name}:")] for name in modules}


@pytest.fixture(scope="module")
def pyright(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines that pyright prints about two of these copies."""
    place, modules = (
        tmp_path_factory.mktemp("pyright"),
        {"looking.py": looking(), "for_the_truth.py": for_the_truth()},
    )
    for name, source in modules.items():
        (place / name).write_text(source, encoding="utf-8")
    done = run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, *modules], place)
    return done.stdout.splitlines()


def test_it_takes_no_more_than_80_lines_of_code() -> None:
    """write-your-own-game.md, first paragraph"""
    assert 0 < len(own_game.lines()) <= 80


def test_it_plugs_in_by_entry_point(distribution: Path) -> None:
    """write-your-own-game.md, "Plug it in" """
    done = run([sys.executable, "-W", "error", "-c", PROGRAM], distribution)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "<Match peaks, 2 seats, version 8, over>"


def test_without_its_distribution_the_game_is_unknown(tmp_path: Path) -> None:
    """write-your-own-game.md, "Plug it in": the entry point is what makes the difference"""
    done = run([sys.executable, "-W", "error", "-c", PROGRAM], tmp_path)

    assert done.returncode != 0
    assert "'peaks'" in done.stderr


def test_it_is_strictly_typed(checked: dict[str, list[str]]) -> None:
    """write-your-own-game.md: checked as a user would check it"""
    assert checked["peaks.py"] == []


@pytest.mark.parametrize("hash_seed", ["1", "6", "8"])
@pytest.mark.usefixtures("checked")
def test_its_types_depend_on_no_order_of_sets(folder: Path, hash_seed: str) -> None:
    """write-your-own-game.md, "Put it together": mypy goes over sets when it infers a type that isn't written down"""
    name = f"peaks_{hash_seed}.py"
    (folder / name).write_text(own_game.source(), encoding="utf-8")

    done = run([*MYPY, name], folder, PYTHONHASHSEED=hash_seed)

    assert (done.returncode, done.stdout) == (0, "Success: no issues found in 1 source file\n"), done.stderr


def test_a_move_of_the_wrong_type_is_a_type_error(checked: dict[str, list[str]]) -> None:
    """write-your-own-game.md: the check above can fail"""
    (error,) = checked["wrong_move.py"]
    assert 'incompatible type "str"; expected "int"' in error


ORDER_BY_THE_STOCK = (
    "tuple(sorted(map(Play, state.hands[seat]), key=lambda play: (play.card * state.stock[0]) % 7))"
)


@pytest.mark.parametrize(
    ("sound", "leaking"),
    [
        ("stock: FaceDown[H] = ()", "stock: Annotated[tuple[int | H, ...], ALL] = ()"),
        ("tuple(map(Play, state.hands[seat]))", ORDER_BY_THE_STOCK),
    ],
    ids=["the stock in the view", "an order of legal moves that depends on the stock"],
)
def test_a_leak_planted_in_it_is_found(sound: str, leaking: str) -> None:
    """write-your-own-game.md, "The laws" """
    source = own_game.source()
    assert source.count(sound) == 1
    module: dict[str, object] = {"__name__": "leaking_peaks"}
    exec(source.replace(sound, leaking), module)
    game = module["GAME"]
    assert is_game(game)

    report = examine(game, matches=3)

    assert Law.SECRECY in report.laws_broken


def test_mypy_refuses_an_evolve_that_looks_at_a_hidden_card(checked: dict[str, list[str]]) -> None:
    """write-your-own-game.md, "Record" """
    assert {line_of(error) for error in checked["looking.py"]} == set(looking_lines())


def test_pyright_refuses_an_evolve_that_looks_at_a_hidden_card(pyright: list[str]) -> None:
    """write-your-own-game.md, "Record" """
    errors = [line for line in pyright if " error" in line and "looking.py:" in line]
    assert {line_of(error) for error in errors} == set(looking_lines()), pyright


def test_mypy_refuses_an_evolve_that_serves_only_the_true_state(checked: dict[str, list[str]]) -> None:
    """write-your-own-game.md, "Put it together" """
    (error,) = checked["for_the_truth.py"]
    assert 'Argument "evolve" to "derive_game" has incompatible type' in error


def test_pyright_refuses_an_evolve_that_serves_only_the_true_state(pyright: list[str]) -> None:
    """write-your-own-game.md, "Put it together" """
    (error,) = [line for line in pyright if " - error: " in line and "for_the_truth.py:" in line]
    assert 'is not assignable to declared type "Peaks"' in error


def line_of(error: str) -> int:
    return int(error.partition("looking.py:")[2].partition(":")[0])


def is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def run(command: list[str], place: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run it where only the distribution and what is installed can be imported."""
    environment = {**os.environ, "PYTHONPATH": str(place), **variables}
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
