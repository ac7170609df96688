"""A match in a file: new, show, moves, move, log, undo, branch, replay, diff, verify, recover."""

import json
import stat
from pathlib import Path
from random import Random

import pytest

import cardkit
from cardkit import drawing
from cardkit.codec import codec
from cardkit.documents import glimpse_documents, match_document, move_documents
from cardkit.registry import BUILT_IN
from tests.cli.running import documents, rows, run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match of 13 at its start."""
    path = tmp_path / "game.log"
    assert run("new", "thirteen", "--seats", "3", "--seed", "a seed", "-o", path).code == 0
    return path


def played(file: Path, number: int = 1) -> list[str]:
    """Play this number of legal moves."""
    made: list[str] = []
    for _ in range(number):
        made.append(str(rows("moves", file)[0]["text"]))
        assert run("move", file, made[-1]).code == 0
    return made


# --- new


def test_a_new_match_is_that_of_the_library(file: Path) -> None:
    assert cardkit.load(file) == cardkit.start("thirteen", 3, seed="a seed")


def test_a_new_file_is_for_its_owner_alone(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_options_and_entropy_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    words = "--option rounds=2 --option first_dealer=random --entropy 1=heads=tails --seed s".split()

    run("new", "thirteen", "--seats", "3", "-o", file, *words)

    options = {"rounds": 2, "first_dealer": "random"}
    assert cardkit.load(file) == cardkit.start("thirteen", 3, options, "s", {1: "heads=tails"})


def test_a_seed_is_repeated_if_it_was_given_and_otherwise_told_to_nobody(tmp_path: Path) -> None:
    (given,) = rows("new", "push", "--seats", "2", "--seed", "mine", "-o", tmp_path / "a")
    (secret,) = rows("new", "push", "--seats", "2", "-o", tmp_path / "b")

    assert given["seed"] == "mine"
    assert "seed" not in secret
    seed = cardkit.load(tmp_path / "b").header.seed
    assert seed is not None
    assert seed not in json.dumps(secret)
    assert secret["commitment"] == cardkit.commitment(seed)


def test_a_file_that_is_there_is_not_overwritten(file: Path) -> None:
    before = file.read_bytes()

    ran = run("new", "thirteen", "--seats", "3", "-o", file)

    assert (ran.code, file.read_bytes()) == (5, before)
    assert "file_exists" in ran.err


def test_an_empty_file_may_be_filled(tmp_path: Path) -> None:
    (tmp_path / "made.by.mktemp").touch()
    assert run("new", "push", "--seats", "2", "-o", tmp_path / "made.by.mktemp").code == 0
    assert cardkit.load(tmp_path / "made.by.mktemp").version == 2


def test_a_new_match_may_go_to_stdout_and_be_read_from_stdin() -> None:
    made = run("new", "friday13", "--seats", "3", "--seed", "x", "-o", "-")

    shown = rows("show", "-", stdin=made.out)

    assert shown == [match_document(cardkit.start("friday13", 3, seed="x"), None)]


# --- show, moves, log


@pytest.mark.parametrize("viewer", ["0", "2", "spectator"])
def test_show_is_what_the_viewer_may_know(file: Path, viewer: str) -> None:
    seat = None if viewer == "spectator" else int(viewer)
    assert rows("show", file, "--as", viewer) == [match_document(cardkit.load(file), seat)]


def test_show_and_log_are_a_spectators_unless_said_otherwise(file: Path) -> None:
    played(file, 2)
    assert rows("show", file) == rows("show", file, "--as", "spectator")
    assert rows("log", file) == rows("log", file, "--as", "spectator")


def test_the_owner_sees_every_hand(file: Path) -> None:
    match = cardkit.load(file)

    (shown,) = rows("show", file, "--as", "owner")

    assert shown["views"] == [match_document(match, seat)["view"] for seat in range(3)]
    assert [line["event"] for line in rows("log", file, "--as", "owner")] == [
        codec(match.game).event_out(event) for event in match.glimpses(cardkit.OWNER)
    ]


def test_show_goes_back_in_time(file: Path) -> None:
    before = rows("show", file, "--as", "1")
    played(file, 3)
    assert rows("show", file, "--as", "1", "--at", "3") == before


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("viewer", ["0", "spectator", "owner"])
def test_every_game_is_drawn_for_every_viewer(game: str, viewer: str, tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    run("new", game, "--seats", "3", "-o", file)

    ran = run("show", file, "--as", viewer, "--names", "Ann,Ben,Cleo")

    assert (ran.code, ran.err) == (0, "")
    assert all(name in ran.out for name in ("Ann", "Ben", "Cleo"))
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "\x1b" not in ran.out


def test_moves_are_those_of_the_library(file: Path) -> None:
    match = cardkit.load(file)
    (seat,) = match.actors

    assert rows("moves", file) == move_documents(match, seat)
    assert rows("moves", file, "--as", str(seat)) == move_documents(match, seat)
    assert rows("moves", file, "--as", str(1 - seat)) == []


def test_the_log_is_told_in_the_languages_of_the_games(file: Path) -> None:
    played(file)
    match = cardkit.load(file)
    names = ("Ann", "Ben", "Cleo")

    assert rows("log", file, "--as", "1", "--lang", "de", "--names", "Ann,Ben,Cleo", "--since", "2") == (
        glimpse_documents(match, 1, 2, "de", names)
    )
    assert [line[3:] for line in run("log", file, "--lang", "nl").out.splitlines()] == [
        *match.sentences(None, "nl")
    ]


# --- move, undo


def test_what_is_written_is_what_the_library_writes(file: Path) -> None:
    played(file, 4)
    assert file.read_text() == cardkit.dumps(cardkit.load(file))


def test_several_moves_go_at_once_from_the_line_and_from_stdin(file: Path) -> None:
    match = cardkit.load(file)
    texts: list[str] = []
    for _ in range(4):
        texts.append(match.game.say(match.legal()[0]))
        match = match.play(match.legal()[0])

    made = rows("move", file, texts[0], "-", texts[3], stdin=f"{texts[1]}\n\n{texts[2]}\n")

    assert [document["text"] for document in made] == texts
    assert cardkit.load(file) == match


def test_of_several_moves_all_are_made_or_none(file: Path) -> None:
    before = file.read_bytes()
    first = str(rows("moves", file)[0]["text"])

    ran = run("move", file, first, "b13", "--format", "json")

    refused = json.loads(ran.err)
    assert (ran.code, ran.out, file.read_bytes()) == (1, "", before)
    assert (refused["code"], refused["place"], refused["given"]) == ("unreadable", 2, "b13")
    match = cardkit.load(file).play(cardkit.load(file).legal()[0])
    assert refused["legal"] == [match.game.say(move) for move in match.legal()]


def test_a_refusal_names_the_players_that_are_given(file: Path) -> None:
    names = ("--names", "Ann,Ben,Cleo")

    assert run("move", file, "b7", "--as", "0", *names).err.startswith(
        "cardkit: it's Ben's turn, not Ann's (not_your_turn)"
    )
    played(file)
    ran = run("move", file, "b7", "b99", "--as", "0", "--lang", "de", *names)
    assert ran.err.startswith("cardkit: Zug 1, 'b7': Cleo ist am Zug, nicht Ann (not_your_turn)")
    assert run("undo", file, "--as", "0", *names).err == (
        "cardkit: the last move can't be taken back: the last move was Ben's (not_undoable)\n"
    )


def test_who_moves_and_at_which_version_can_be_made_sure_of(file: Path) -> None:
    text = str(rows("moves", file)[0]["text"])

    for words, code in ((("--as", "0"), "not_your_turn"), (("--expect", "2"), "stale_version")):
        ran = run("move", file, text, *words, "--format", "jsonl")
        assert (ran.code, json.loads(ran.err)["code"]) == (1, code)

    assert run("move", file, text, "--as", "1", "--expect", "3").code == 0


def test_a_mover_is_shown_what_it_drew_and_a_spectator_is_not(file: Path) -> None:
    text = str(rows("moves", file)[0]["text"])
    copy = file.with_name("copy")
    copy.write_bytes(file.read_bytes())

    (own,) = rows("move", file, text, "--as", "1")
    (theirs,) = rows("move", copy, text)

    match = cardkit.load(file)
    assert own["glimpses"] == glimpse_documents(match, 1, 3)
    assert theirs["glimpses"] == glimpse_documents(match, None, 3)
    assert own["glimpses"] != theirs["glimpses"]


def test_a_move_is_taken_back_where_nobody_learned_anything_or_all_agree(file: Path) -> None:
    texts = played(file)

    refused = run("undo", file)
    (agreed,) = rows("undo", file, "--agreed")

    assert refused.code == 1
    assert "not_undoable" in refused.err
    assert (agreed["seat"], agreed["version"], agreed["actors"]) == (1, 5, [1])
    assert str(rows("moves", file)[0]["text"]) == texts[0]
    assert run("undo", file).code == 1


# --- branch, replay, diff


def test_a_branch_is_that_of_the_library(file: Path) -> None:
    played(file, 3)
    target = file.with_name("branch.log")

    run("branch", file, "--at", "4", "--seed", "other", "-o", target)

    assert cardkit.load(target) == cardkit.load(file).branch(4, "other")


def test_a_replay_can_be_a_page_of_what_one_viewer_saw(file: Path) -> None:
    run("move", file, "#1")
    match = cardkit.loads(file.read_bytes())

    for viewer, words in ((0, ("--as", "0")), (None, ())):
        page = run("replay", file, "--html", "--lang", "de", *words)
        assert page.out == drawing.replay(match, viewer, language="de")
    named = run("replay", file, "--html", "--names", "Ann,Ben,Cleo")
    assert named.out == drawing.replay(match, None, ("Ann", "Ben", "Cleo"))


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--as", "owner"), "--as owner: a page shows what one viewer saw; name a seat, or spectator"),
        (("--format", "json"), "--html prints a page, so --format json can't be used with it"),
    ],
)
def test_a_page_is_for_one_viewer_and_in_one_format(file: Path, words: tuple[str, ...], hint: str) -> None:
    refused = run("replay", file, "--html", *words)

    assert (refused.code, refused.out) == (2, "")
    assert hint in refused.err


def test_a_replay_goes_from_beginning_to_end(file: Path) -> None:
    played(file, 3)
    match = cardkit.load(file)

    steps = rows("replay", file, "--as", "1")

    assert [step["version"] for step in steps] == [3, 4, 5, 6]
    assert [step["by"] for step in steps] == [None, 1, 2, 0]
    for step in steps:
        assert step["view"] == match_document(match.at(int(str(step["version"]))), 1)["view"]
    assert [line for step in steps for line in step["glimpses"]] == rows("log", file, "--as", "1")  # type: ignore[union-attr]  # a list
    assert all(str(line["text"]) in run("replay", file).out for line in rows("log", file))


def test_diff_finds_where_matches_part(file: Path) -> None:
    other = file.with_name("other.log")
    other.write_bytes(file.read_bytes())
    assert run("diff", file, other).out == "no difference in 3 events\n"

    moves = [str(one["text"]) for one in rows("moves", file)]
    run("move", file, moves[0])
    run("move", other, moves[-1])
    ran = run("diff", file, other, "--format", "jsonl")

    (line,) = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 4
    assert (line["what"], line["n"]) == ("event", 4)
    assert line["a"] == rows("log", file, "--as", "owner")[3]


def test_diff_names_differences_of_the_headers_but_no_seeds(tmp_path: Path) -> None:
    for name, seats in (("a", "3"), ("b", "4")):
        run("new", "thirteen", "--seats", seats, "--seed", f"secret of {name}", "-o", tmp_path / name)

    ran = run("diff", tmp_path / "a", tmp_path / "b", "--format", "jsonl")

    assert [json.loads(line)["what"] for line in ran.out.splitlines()] == ["seats", "commitment", "event"]
    assert "secret" not in ran.out


# --- whole matches of bots


def test_bots_play_a_whole_match_for_each_seed(file: Path) -> None:
    """A match depends on its seed and nothing else: alone, or in a range."""
    folder, alone = file.with_name("runs"), file.with_name("alone.log")
    words = ("new", "push", "--bots", "greedy,random")

    many = rows(*words, "--seeds", "9..11", "-o", folder)
    (one,) = rows(*words, "--seed", "10", "-o", alone)

    names = ["push-09.log", "push-10.log", "push-11.log"]
    assert [path.name for path in sorted(folder.iterdir())] == names
    assert [(line["file"], line["seed"]) for line in many] == [
        (str(folder / name), seed) for name, seed in zip(names, ("9", "10", "11"), strict=True)
    ]
    assert all(cardkit.verify(cardkit.load(folder / name)).complete for name in names)
    assert cardkit.load(alone) == cardkit.load(folder / "push-10.log")
    assert {**one, "file": ""} == {**many[1], "file": ""}
    assert one["outcome"] is not None
    assert run(*words, "--seeds", "11..12", "-o", folder).code == 5
    assert len([*folder.iterdir()]) == 3


def test_bots_play_by_house_rules_and_each_match_gets_a_line(file: Path) -> None:
    path = file.with_name("new.log")

    ran = run("new", "thirteen", "--bots", "random,random,random", "--option", "rounds=1", "-o", path)

    version = cardkit.load(path).version
    assert ran.out.startswith(f"{path}: 13, version {version}: over, won by seat ")
    assert ran.out.count("\n") == 1


# --- verify, recover


def test_verify_checks_every_line(file: Path) -> None:
    played(file, 2)

    ran = run("verify", file, "--format", "jsonl")

    assert [line["passed"] for line in documents(ran)] == [True] * len(
        cardkit.verify(cardkit.load(file)).checks
    )
    assert ran.err == f"all {len(documents(ran))} checks passed\n"


def test_verify_gives_each_of_several_files_a_verdict(file: Path) -> None:
    """One exit code for all: a failed check counts more than a file that can't be read."""
    played(file, 2)
    whole = file.read_text()
    good, bad, absent = (file.with_name(name) for name in ("good.log", "bad.log", "absent.log"))
    good.write_text(whole)
    bad.write_text(whole.replace('"by":1', '"by":2', 1))

    fine, failed, unread = (
        run("verify", *files) for files in ((file, good), (file, bad, absent), (file, absent))
    )

    assert (fine.code, failed.code, unread.code) == (0, 4, 5)
    assert fine.err == "2 of 2 logs are in order\n"
    first, second, third = failed.out.splitlines()
    checks = len(cardkit.verify(cardkit.load(file)).checks)
    assert first == f"{file}: all {checks} checks passed"
    assert second.startswith(f"{bad}: ")
    assert second.endswith("checks failed")
    assert third == f"{absent}: not checked: there is no such file"
    assert failed.err == unread.err.replace("1 of 2", "1 of 3") == "1 of 3 logs are in order\n"


def test_verify_prints_only_what_is_wrong_if_it_is_quiet(file: Path) -> None:
    played(file, 2)
    bad = file.with_name("bad.log")
    bad.write_text(file.read_text().replace('"by":1', '"by":2', 1))

    alone, both = run("verify", file, "-q"), run("verify", file, bad, "-q")
    found = [
        json.loads(line) for line in run("verify", file, bad, "-q", "--format", "jsonl").out.splitlines()
    ]

    assert (alone.code, alone.out, alone.err) == (0, "", "")
    assert (both.code, len(both.out.splitlines())) == (4, 1)
    assert {(one["file"], one["passed"]) for one in found} == {(str(bad), False)}


def test_verify_fails_for_a_changed_line_and_names_it(file: Path) -> None:
    played(file, 2)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:4], lines[4].replace('"by":1', '"by":2'), *lines[5:]]))

    ran = run("verify", file)

    assert ran.code == 4
    assert ran.out.splitlines()[-1].startswith("line 5: integrity FAILED")


def test_verify_says_what_it_could_not_check(file: Path) -> None:
    file.write_text(cardkit.dumps(cardkit.load(file), with_seed=False))

    ran = run("verify", file)

    assert ran.code == 0
    assert "could not be made" in ran.err


def test_what_a_crash_left_is_saved_in_another_file(file: Path) -> None:
    played(file, 3)
    whole = cardkit.load(file)
    file.write_bytes(file.read_bytes()[:-20])
    damaged = file.read_bytes()

    refused = run("move", file, "b7", "--format", "json")
    (saved,) = rows("recover", file, "-o", file.with_name("saved.log"))

    assert (refused.code, json.loads(refused.err)["recoverable"]) == (3, 5)
    assert (saved["version"], saved["dropped"]) == (5, 1)
    assert cardkit.load(file.with_name("saved.log")) == whole.at(5)
    assert file.read_bytes() == damaged


def test_recover_refuses_what_is_damaged_elsewhere_and_to_overwrite(file: Path) -> None:
    assert run("recover", file, "-o", file).code == 5
    file.write_text(file.read_text().replace('"n":2', '"n":3'))
    assert run("recover", file, "-o", file.with_name("saved.log")).code == 3
    assert not file.with_name("saved.log").exists()


# --- a whole match


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_whole_match_of_each_game_gives_the_librarys_log(game: str, tmp_path: Path) -> None:
    file, random = tmp_path / "game.log", Random(game)
    match = cardkit.start(game, 2 if 2 in cardkit.game(game).seats else 3, seed="whole")
    run("new", game, "--seats", str(match.header.seats), "--seed", "whole", "-o", file)
    while match.actors and match.version < 150:
        texts: list[str] = []
        for _ in range(random.randint(1, 9)):
            if match.actors:
                move = random.choice(match.legal())
                texts.append(match.game.say(move))
                match = match.play(move)
        assert run("move", file, *texts).code == 0
    assert file.read_text() == cardkit.dumps(match)
