"""What commands print on a terminal."""

from pathlib import Path

from tests.cli.play.person import COLUMNS, Person
from tests.cli.running import run


def test_the_log_is_broken_at_words_on_a_terminal(tmp_path: Path) -> None:
    new = ("new", "push", "--bots", "random,random,random", "--seed", "s", "-o", tmp_path / "m.jsonl")
    assert run(*new).code == 0
    with Person(tmp_path, "log", "m.jsonl", asked=False) as person:
        code = person.ends()
        lines = person.raw.replace("\r\n", "\n").splitlines()

    piped = run("log", tmp_path / "m.jsonl").out.splitlines()
    assert code == 0
    assert max(map(len, lines)) <= COLUMNS < max(map(len, piped))
    assert any(line.startswith("     ") for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(piped).split())
