"""Tab: the scripts for the shells, and what they offer."""

import shlex
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import cardkit
from cardkit.bots import BOTS
from cardkit.game import AnyGame
from cardkit.options import Choice
from cardkit_cli.commands.completion import SCRIPTS
from cardkit_cli.main import command_line, main
from tests.cli.forking import surroundings
from tests.cli.running import run
from tests.patience import PATIENCE


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of 13 at its start, in the working folder."""
    monkeypatch.chdir(tmp_path)
    cardkit.dump(cardkit.start("thirteen", 3, seed="s"), "game.log")
    return tmp_path / "game.log"


def offered(line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return what bash is offered for the line, whose last word is not complete."""
    words = line.split(" ")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    monkeypatch.setenv("_CARDKIT_COMPLETE", "complete_bash")
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out.split()


def test_commands_options_and_values_are_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered("cardkit re", monkeypatch, capsys) == ["replay", "rematch", "recover"]
    assert "--since" in offered("cardkit log --", monkeypatch, capsys)
    assert offered("cardkit rules push --lang ", monkeypatch, capsys) == ["en", "de", "nl"]
    assert offered("cardkit completion ", monkeypatch, capsys) == ["bash", "zsh", "fish"]
    assert offered("cardkit clock match.json re", monkeypatch, capsys) == ["return", "resume", "replace"]
    assert offered("cardkit new push --absence bot:g", monkeypatch, capsys) == ["bot:greedy"]
    assert "5m+3s" in " ".join(offered("cardkit new push --clock ", monkeypatch, capsys))


def test_games_and_their_house_rules_are_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered("cardkit rules ", monkeypatch, capsys) == [*cardkit.games()]
    assert offered("cardkit new pu", monkeypatch, capsys) == ["push"]
    assert offered("cardkit new push --seats ", monkeypatch, capsys) == ["2", "3", "4", "5", "6"]
    assert "risk=false" in offered("cardkit new push --option ", monkeypatch, capsys)


def test_every_text_of_a_choice_is_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ordered = attrs.make_class(
        "Ordered", {"order": attrs.field(default="up", validator=Choice("up", "down"))}, frozen=True
    )
    game = attrs.evolve(cardkit.game("push"), options=ordered)

    def only(key: str) -> AnyGame:
        return game

    monkeypatch.setattr("cardkit_cli.games.find_game", only)

    assert offered("cardkit new push --option ", monkeypatch, capsys) == ["order=up", "order=down"]


def test_bots_and_players_are_offered_after_those_of_the_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered("cardkit arena push --bots ", monkeypatch, capsys) == [*BOTS]
    assert offered("cardkit simulate push --bots ./a,g", monkeypatch, capsys) == ["./a,greedy"]
    assert offered("cardkit play push --seats ", monkeypatch, capsys) == ["you", *BOTS]
    assert offered("cardkit play push --seats ann=you,ben=r", monkeypatch, capsys) == ["ann=you,ben=random"]


@pytest.mark.parametrize("line", ["cardkit ", "cardkit move x --"])
def test_zsh_is_given_whole_texts(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """zsh drops apostrophes, and Typer breaks long texts and drops what is in brackets."""
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    monkeypatch.setenv("_CARDKIT_COMPLETE", "complete_zsh")
    for _ in range(2):
        with pytest.raises(SystemExit):
            main([])
        printed = capsys.readouterr().out

        assert "''" not in printed
        assert all(one.startswith(("_arguments", '"')) for one in printed.splitlines())
        assert ("a shell’s completion" in printed) == (line == "cardkit ")
        assert (" [default\\\\: the seat to move]" in printed) == (line != "cardkit ")


def test_events_of_the_game_of_a_ticket_are_offered_for_an_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.json").write_text('{"server": "http://127.0.0.1:1", "match": "abcdefgh", "game": "push"}')
    Path("broken.json").write_text("{")

    assert offered("cardkit order match.json reveal --if p", monkeypatch, capsys) == ["placed"]
    assert "--withdraw" in offered("cardkit order match.json --", monkeypatch, capsys)
    for ticket in ("broken.json", "none.json", "."):
        assert offered(f"cardkit order {ticket} reveal --if ", monkeypatch, capsys) == []


@pytest.mark.usefixtures("file")
def test_legal_moves_are_offered_after_those_on_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = cardkit.load("game.log")
    first, *_ = legal = [match.game.say(move) for move in match.legal()]
    after = match.play(match.legal()[0])

    assert offered("cardkit move game.log ", monkeypatch, capsys) == legal
    assert offered(f"cardkit move game.log {first} ", monkeypatch, capsys) == [
        after.game.say(move) for move in after.legal()
    ]


@pytest.mark.usefixtures("file")
def test_viewers_and_versions_of_the_file_are_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered("cardkit show game.log --as ", monkeypatch, capsys) == [
        "0",
        "1",
        "2",
        "spectator",
        "owner",
    ]
    assert offered("cardkit moves game.log --as ", monkeypatch, capsys) == ["0", "1", "2"]
    assert offered("cardkit branch game.log --at ", monkeypatch, capsys) == ["3"]


def test_where_nothing_can_be_read_nothing_is_offered_and_nothing_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "junk").write_text("junk")
    for line in (
        "cardkit move junk ",
        "cardkit move nothing ",
        "cardkit move - ",
        "cardkit new whist --option ",
    ):
        assert offered(line, monkeypatch, capsys) == []


@pytest.mark.parametrize(("shell", "prefix"), [("zsh", "_TYPER"), ("fish", "_TYPER")])
@pytest.mark.usefixtures("file")
def test_the_scripts_of_other_shells_speak_the_same_protocol(
    shell: str, prefix: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every variable that the script sets is one that is read: with them, the moves are offered."""
    script = run("completion", shell).out
    values = {
        "_CARDKIT_COMPLETE": f"complete_{shell}",
        f"{prefix}_COMPLETE_ARGS": "cardkit move game.log ",
        f"{prefix}_COMPLETE_FISH_ACTION": "get-args",
    }
    for name, value in values.items():
        if f"{name}=" in script:
            monkeypatch.setenv(name, value)

    with pytest.raises(SystemExit):
        main([])

    printed = capsys.readouterr().out
    match = cardkit.load("game.log")
    assert all(match.game.say(move) in printed for move in match.legal())


def test_each_script_is_printed() -> None:
    for shell, script in SCRIPTS.items():
        assert run("completion", shell).out == script


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no bash")
@pytest.mark.usefixtures("file")
def test_bash_completes_and_quotes_what_it_offers() -> None:
    """`n4>blue` unquoted would write to a file named `blue`."""
    script = """
eval "$(cardkit completion bash)"
complete -p cardkit
COMP_WORDS=(cardkit move game.log '') COMP_CWORD=3
_cardkit_completion cardkit
printf '%s\\n' "${COMPREPLY[@]}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env=surroundings(),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )

    assert done.stderr == ""
    how, *offers = done.stdout.splitlines()
    match = cardkit.load("game.log")
    assert how == "complete -o default -F _cardkit_completion cardkit"
    assert [shlex.split(offer) for offer in offers] == [[match.game.say(move)] for move in match.legal()]
    assert not any(">" in offer.replace("\\>", "") for offer in offers)
    assert [path.name for path in Path().iterdir()] == ["game.log"]


def test_completing_leaves_the_help_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command line is built once for the same commands, so the next reader must get the same texts."""
    line = "cardkit --patience"
    options = command_line(line.split()).params
    before = [getattr(option, "help", None) for option in options]

    offered(line, monkeypatch, capsys)

    assert any("can't" in (text or "") for text in before)
    assert [getattr(option, "help", None) for option in options] == before
