"""Mistakes on the command line are said in its own words, not in those of its libraries."""

import pytest

from tests.cli.running import run

SAID = {
    "gmes": "unknown command gmes; did you mean games or moves?",
    "zzzzzz": "unknown command zzzzzz; see `cardkit --help`",
    "games --formt json": "unknown option --formt; did you mean --format?",
    "games --zzzzzz": "unknown option --zzzzzz; see `cardkit games --help`",
    "rules": "missing argument GAME; see `cardkit rules --help`",
    "new push -o x": "missing option --seats; see `cardkit new --help`",
    "new push --seats 2": "missing option --output or -o; see `cardkit new --help`",
    "new push --seats": "--seats: missing value; see `cardkit new --help`",
    "new push --seats 2 --public=yes": "--public: the option takes no value",
    "games push": "unexpected argument push; see `cardkit games --help`",
    "new push --seats two -o x": "--seats: expected a whole number, got two; see `cardkit new --help`",
    "replay x --speed fast": "--speed: expected a number, got fast; see `cardkit replay --help`",
    "replay x --speed 0": "--speed: expected 0.0625 or more, got 0; see `cardkit replay --help`",
    "replay x --speed 65": "--speed: expected 64 or less, got 65; see `cardkit replay --help`",
    "simulate push --bots random -n 0": "--matches or -n: expected 1 or more, got 0; see `cardkit simulate --help`",
    "play push --pace 99": "--pace: expected 60 or less, got 99; see `cardkit play --help`",
    "--patience x games": "--patience: expected a number, got x; see `cardkit games --help`",
    "completion fsh": "shell: expected bash, zsh or fish, got fsh; see `cardkit completion --help`",
    "move x": "missing argument MOVE; see `cardkit move --help`",
    "games --format yaml": "--format: expected table, json or jsonl, got yaml; see `cardkit games --help`",
    "rules push --lang f_r": "--lang: expected a language tag, such as en, de or pt-BR, got f_r",
    "show x --as onwer": "--as onwer: expected a seat (0 is the first), spectator or owner; did you mean owner?",
    "moves x --as onwer": "--as onwer: expected a seat (0 is the first)",
    "watch http://127.0.0.1:8000": (
        "a link isn't a match; `cardkit join LINK` takes a seat, `--server URL` takes a match's id"
    ),
    "games --patience 3": "--patience goes before the command; see `cardkit --help`",
    "completion": "missing argument shell; expected one of bash, zsh, fish; see `cardkit completion --help`",
    "new push --seats 2 -o x --option risk": "--option risk: expected NAME=VALUE, as in --option rounds=2",
    "new push --seats 2 -o x --option risk=true --option risk=false": (
        "--option risk=false: risk is given twice; give it once"
    ),
}


@pytest.mark.parametrize("words", SAID)
def test_a_mistake_is_named_with_its_place_and_what_to_do(
    words: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder := tmp_path_factory.mktemp("empty"))
    if " x --as" in words:
        assert run("new", "push", "--seats", "2", "-o", folder / "x").code == 0

    ran = run(*words.split())

    assert (ran.code, ran.out, ran.err) == (2, "", f"cardkit: {SAID[words]} (usage)\n")
