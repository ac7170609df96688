"""What scripts do with a match on a server besides moving: seats, terms, clocks, reactions, and the next match."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.documents import Document
from cardkit_cli.exit_codes import Exit
from cardkit_cli.server import acts
from tests.cli.forking import fork_cardkit
from tests.cli.running import check_refusal, rows, run
from tests.cli.server.house import made
from tests.patience import PATIENCE

ENDLESS = ("biberbande", "--seats", "2", "--option", "rounds=1", "--name", "Ann", "-o", "ann.json")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def two(base: str, *words: str) -> None:
    """Make a match of Ann and Ben, with their tickets."""
    made(base, *ENDLESS, *words)
    joins("ben")


def joins(name: str) -> None:
    assert run("join", "ann.json", "--name", name.title(), "-o", f"{name}.json").code == 0


def ticket(name: str) -> dict[str, object]:
    document: dict[str, object] = json.loads(Path(name).read_text())
    return document


def seats(shown: Document) -> list[Document]:
    listed = shown["seats"]
    assert isinstance(listed, list)
    return [one for one in listed if isinstance(one, dict)]


def watched(name: str, act: Callable[[], object], until: str) -> list[Document]:
    """Return what `cardkit watch` prints from an act on until something of that type."""
    reading, writing = os.pipe()
    process = fork_cardkit("watch", name, "--format", "jsonl", folder=Path.cwd(), stdout=writing)
    os.close(writing)
    told: list[Document] = []
    with os.fdopen(reading) as printed:
        printed.readline()
        act()
        while not (told and told[-1].get("type") == until):
            told.append(json.loads(printed.readline()))
        process.send_signal(signal.SIGKILL)
    process.wait(PATIENCE)
    return told


# --- seats and terms


def test_a_match_starts_when_all_are_ready(base: str) -> None:
    two(base, "--starts", "ready")

    assert run("seat", "ann.json", "ready").out.splitlines()[1:] == ["0     Ann     ready", "1     Ben"]
    (undone,) = rows("seat", "ann.json", "unready")
    rows("seat", "ben.json", "ready")
    (shown,) = rows("seat", "ann.json", "ready")

    assert [one["ready"] for one in seats(undone)] == [False, False]
    assert shown["status"] == "running"


def test_a_player_leaves_and_another_one_sits_down(base: str) -> None:
    two(base, "--starts", "ready")

    assert run("seat", "ben.json", "leave").out == "You have left your seat.\n"
    check_refusal(("seat", "ben.json"), Exit.REFUSED, "not_allowed", "")
    check_refusal(("join", "ann.json", "--name", "Cleo"), Exit.REFUSED, "not_invited", "")
    assert "\nlink http" in run("seat", "ann.json", "invite", "1").out
    joins("cleo")

    assert "1     Cleo" in run("seat", "cleo.json").out


def test_an_owner_frees_a_seat_and_a_player_cannot(base: str) -> None:
    two(base, "--starts", "ready")

    check_refusal(("seat", "ben.json", "free", "0"), Exit.REFUSED, "not_allowed", "")
    check_refusal(("seat", "ann.json", "free"), Exit.USAGE, "usage", "name a seat")
    assert "1     –       free" in run("seat", "ann.json", "free", "1").out


@pytest.mark.parametrize(
    ("clock", "language", "sentence"),
    [
        ("none", "en", "The clock only counts the time; there is no limit."),
        ("1 day", "nl", "Klok: 1 dag voor elke zet. Wie geen tijd meer heeft, heeft opgegeven."),
        ("3 days", "de", "Uhr: 3 Tage für jeden Zug. Wer keine Zeit mehr hat, hat aufgegeben."),
        (
            "5m+3s up to 10m",
            "de",
            "Uhr: 5m+3s bis höchstens 10m. Wer keine Zeit mehr hat, hat aufgegeben.",
        ),
        ("30s/move", "en", "Clock: 30s/move. Players who run out of time have resigned."),
    ],
)
def test_a_clock_is_told_in_the_language(base: str, clock: str, language: str, sentence: str) -> None:
    made(base, *ENDLESS, "--clock", clock, "--absence", "resign")

    assert run("terms", "ann.json", "--lang", language).out.splitlines()[-1] == sentence


def test_an_owner_who_has_left_is_still_the_owner(base: str) -> None:
    for act in (("leave",), ("free", "0")):
        Path("ann.json").unlink(missing_ok=True)
        made(base, *ENDLESS)

        assert run("seat", "ann.json", *act).code == 0

        assert "token" not in ticket("ann.json")
        assert "0     –       free" in run("seat", "ann.json").out
        assert "\nlink http" in run("seat", "ann.json", "invite", "0").out
        check_refusal(("seat", "ann.json", "ready"), Exit.REFUSED, "not_allowed", "")


@pytest.mark.parametrize(
    "act",
    [
        ("seat", "resign", "1"),
        ("seat", "leave", "1"),
        ("seat", "token", "1"),
        ("clock", "pause", "1"),
        ("clock", "replace", "1", "30s"),
    ],
)
def test_an_act_with_a_seat_or_a_time_that_it_does_not_take_does_nothing(
    base: str, act: tuple[str, ...]
) -> None:
    two(base, "--clock", "5m")
    command, *words = act
    kept = ticket("ann.json")

    check_refusal((command, "ann.json", *words), Exit.USAGE, "usage", words[0])

    assert ticket("ann.json") == kept
    assert "resigned" not in run("seat", "ann.json").out
    assert rows("clock", "ann.json")[0]["pause"] == []


def test_the_owner_changes_terms_and_nobody_is_ready_any_more(base: str) -> None:
    two(base, "--starts", "ready")
    rows("seat", "ben.json", "ready")
    (before,) = rows("terms", "ben.json")

    words = ("--option", "rounds=2", "--takebacks", "none", "--spectators", "delayed", "--delay", "4")
    (changed,) = rows("terms", "ann.json", *words)

    assert isinstance(before["options"], dict)
    assert changed["options"] == {**before["options"], "rounds": 2} != before["options"]
    assert (changed["takebacks"], changed["starts"], changed["spectators"], changed["delay"]) == (
        "none",
        "ready",
        "delayed",
        4,
    )
    assert "ready" not in run("seat", "ben.json").out
    assert run("terms", "ben.json", "--lang", "de").out.splitlines()[1:] == [
        "In dieser Partie wird kein Zug zurückgenommen.",
        "Die Partie beginnt, wenn alle bereit sind.",
        "Zuschauer sehen, wie es vor 4 Ereignissen war.",
    ]
    check_refusal(("terms", "ben.json", "--starts", "full"), Exit.REFUSED, "not_allowed", "")


def test_the_owner_changes_the_clock_and_takes_it_away(base: str) -> None:
    two(base, "--starts", "ready")

    (timed,) = rows("terms", "ann.json", "--clock", "3 days", "--absence", "resign")
    (untimed,) = rows("terms", "ann.json", "--clock", "off")

    assert (timed["clock"], timed["absence"]) == ("3 days", "resign")
    assert untimed["clock"] is None
    check_refusal(("terms", "ann.json", "--clock", "soon"), Exit.USAGE, "usage", "5m+3s")


def test_a_new_token_ends_the_old_one(base: str) -> None:
    two(base)
    before = Path("ben.json").read_text()

    (renewed,) = rows("seat", "ben.json", "token")

    assert renewed["file"] == "ben.json"
    assert "token" not in renewed
    assert Path("ben.json").stat().st_mode & 0o777 == 0o600
    assert rows("moves", "ben.json")
    Path("old.json").write_text(before)
    check_refusal(("moves", "old.json"), Exit.REFUSED, "not_allowed", "")


def test_a_new_token_survives_a_command_that_is_killed(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the server has ended the old token, and before the ticket has the new one."""
    two(base)

    class Killed(BaseException):
        pass

    def kill(*_: object) -> bool:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(acts, "rewrite_ticket", kill)
        with pytest.raises(Killed):
            run("seat", "ben.json", "token")
    check_refusal(("moves", "ben.json"), Exit.REFUSED, "not_allowed", "")

    assert run("seat", "ben.json", "token").code == 0
    assert rows("moves", "ben.json")
    assert "renewal" not in ticket("ben.json")


# --- the clock


def test_a_match_with_a_clock_says_on_which_terms(base: str) -> None:
    ran = made(base, *ENDLESS, "--clock", "5m+3s up to 10m", "--absence", "wait")

    assert "\nClock: 5m+3s up to 10m. If a player runs out of time, the others wait.\n" in ran.out
    (shown,) = rows("terms", "ann.json")
    assert (shown["clock"], shown["absence"]) == ("5m+3s up to 10m", "wait")


CLOCKS = [
    (("--clock", "5"), Exit.USAGE, "usage", "30s/move"),
    (("--clock", "0s"), Exit.USAGE, "usage", "1s to 60 days"),
    (("--absence", "wait"), Exit.USAGE, "usage", "--absence needs --clock"),
    (("--clock", "5m", "--absence", "bot:clever"), Exit.REFUSED, "invalid", "bot:random"),
    (("--delay", "4"), Exit.REFUSED, "invalid", "delay"),
]


@pytest.mark.parametrize(("words", "exit", "code", "hint"), CLOCKS, ids=lambda value: str(value)[:30])
def test_a_match_that_cannot_be_is_refused(
    words: tuple[str, ...], exit: Exit, code: str, hint: str, base: str
) -> None:
    check_refusal(("--server", base, "new", "push", "--seats", "2", *words), exit, code, hint)


@pytest.mark.parametrize(
    "words", [("--clock", "5m"), ("--starts", "ready"), ("--spectators", "none"), ("--delay", "3")]
)
def test_a_match_in_a_file_has_no_such_terms(words: tuple[str, str]) -> None:
    check_refusal(
        ("new", "push", "--seats", "2", "-o", "x", *words),
        Exit.USAGE,
        "usage",
        f"{words[0]}: only for a match",
    )


def test_players_pause_resume_and_give_time(base: str) -> None:
    two(base, "--clock", "5m")

    assert run("clock", "ann.json", "pause").out.splitlines()[-1] == "Ann would like a pause."
    assert run("clock", "ben.json", "pause").out.splitlines()[-1] == "The match is paused."
    refused = run("move", "ben.json", "look")
    (resumed,) = rows("clock", "ann.json", "resume")
    (given,) = rows("clock", "ann.json", "give", "1", "1m30s")

    assert (refused.code, "`cardkit clock MATCH resume` (paused)" in refused.err) == (Exit.REFUSED, True)
    assert resumed["paused"] is False
    assert [one["left"] for one in seats(given)] == [300_000, 390_000]
    check_refusal(("clock", "ann.json", "give", "1"), Exit.USAGE, "usage", "a time")
    check_refusal(("clock", "ann.json", "give", "1", "soon"), Exit.USAGE, "usage", "30s")
    check_refusal(("clock", "ann.json", "replace", "1"), Exit.REFUSED, "not_late", "")


def test_a_turn_in_a_pause_begins_with_the_end_of_the_pause(base: str) -> None:
    two(base, "--clock", "5m")
    rows("move", "ben.json", "look")
    for name in ("ann.json", "ben.json"):
        rows("clock", name, "pause")
    process = fork_cardkit("watch", "ann.json", "--turn", folder=Path.cwd())

    with pytest.raises(TimeoutError):
        process.wait(0.5)
    rows("clock", "ben.json", "resume")

    assert process.wait(PATIENCE) == 0
    assert run("move", "ann.json", "look").code == 0


def test_what_is_shown_holds_no_token(base: str) -> None:
    over(base, "--clock", "5m")
    secrets = [
        str(ticket(file)[name])
        for file, name in [
            ("ann.json", "token"),
            ("ann.json", "owner"),
            ("ann.json", "watcher"),
            ("ben.json", "token"),
        ]
    ]

    shown = [
        run(*words, "--format", form)
        for form in ("table", "json")
        for words in [
            ("seat", "ann.json"),
            ("terms", "ann.json"),
            ("clock", "ann.json"),
            ("rematch", "ann.json"),
            ("rematch", "ann.json", "--no"),
            ("watch", "ann.json"),
        ]
    ]
    rows("rematch", "ann.json")
    shown += [run("rematch", "ben.json"), run("rematch", "ann.json", "--format", "json")]
    secrets += [str(ticket(name)["token"]) for name in ("ann.json", "ben.json")]

    assert [ran.code for ran in shown] == [0] * len(shown)
    assert not any(secret in ran.out + ran.err for secret in secrets for ran in shown)


def test_a_late_player_is_replaced_and_returns(base: str) -> None:
    """The one thing here that takes a second: the shortest time that a clock can have."""
    two(base, "--clock", "1s/move", "--absence", "bot:random")
    rows("move", "ben.json", "look")
    rows("clock", "ben.json", "give", "0", "60s")

    told = watched("ann.json", lambda: rows("move", "ann.json", "look"), "taken_over")
    late = run("move", "ben.json", "#1")

    facts = [one for one in told if one.get("type") in ("flagged", "taken_over")]
    assert [(one["type"], one["seat"]) for one in facts] == [("flagged", 1), ("taken_over", 1)]
    assert [one["text"] for one in facts] == ["Ben has run out of time.", "The bot random plays for Ben."]
    assert (late.code, "`cardkit clock MATCH return` (out_of_time)" in late.err) == (Exit.REFUSED, True)
    assert "random plays" in run("clock", "ann.json").out
    (back,) = rows("clock", "ben.json", "return")
    assert seats(back)[1]["bot"] == ""


def test_a_match_without_a_clock_says_so(base: str) -> None:
    two(base)

    check_refusal(("clock", "ann.json"), Exit.REFUSED, "no_clock", "--clock")
    check_refusal(("clock", "ann.json", "pause"), Exit.REFUSED, "no_clock", "")


ACTS = [("seat",), ("clock",), ("terms",), ("rematch",), ("order",), ("say", "hello")]


@pytest.mark.parametrize("words", ACTS, ids=lambda words: words[0])
def test_a_match_in_a_file_has_nobody_to_do_it_with(words: tuple[str, ...]) -> None:
    rows("new", "push", "--seats", "2", "-o", "game.log")

    command, *more = words
    check_refusal((command, "game.log", *more), Exit.USAGE, "usage", "game.log: not a ticket")


# --- reactions and the next match


def test_a_word_is_said_in_ones_language(base: str) -> None:
    two(base)

    assert run("say", "ann.json", "thanks", "--lang", "de").out == "Danke!\n"
    assert rows("say", "ann.json", "thanks")[0]["seat"] == 0


def over(base: str, *words: str) -> None:
    """Make a short match, and play it to its end."""
    two(base, "--option", "turn_limit=1", *words)
    while run("watch", "ben.json", "--turn").code == 0:
        for name in ("ben.json", "ann.json"):
            legal = rows("moves", name)
            while legal:
                rows("move", name, f"#{legal[-1]['number']}")
                legal = rows("moves", name)


def test_players_agree_to_a_rematch_and_follow_with_their_tickets(base: str) -> None:
    over(base)
    old = ticket("ann.json")

    asked = run("rematch", "ann.json")
    (taken_back,) = rows("rematch", "ann.json", "--no")
    rows("rematch", "ann.json")
    (followed,) = rows("rematch", "ben.json")
    again = run("rematch", "ann.json")

    assert asked.out == "Waiting for Ben to agree to another match.\n"
    assert taken_back["agreed"] == []
    assert (followed["file"], followed["kept"], followed["seat"]) == ("ben.json", "ben-1.json", 0)
    assert again.out.startswith("ann.json: Biberbande, version 3: ")
    assert ticket("ann-1.json") == old
    assert ticket("ann.json")["match"] == ticket("ben.json")["match"] != old["match"]
    assert [ticket(name)["seat"] for name in ("ann.json", "ben.json")] == [1, 0]
    assert "owner" in ticket("ann.json")
    assert rows("moves", "ann.json")
    assert run("fetch", "ann-1.json", "-o", "first.log").code == 0
    for name in ("ann.json", "ben.json"):
        assert Path(name).stat().st_mode & 0o777 == 0o600


def test_a_rematch_before_the_end_is_refused(base: str) -> None:
    two(base)

    check_refusal(("rematch", "ann.json"), Exit.REFUSED, "not_over", "")
