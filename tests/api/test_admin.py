"""The commands for those who run a server: `cardkit-api migrate`, `check`, `copy` and the others."""

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve

import cardkit
from cardkit_api.__main__ import main
from cardkit_api.admin.checks import Kept, faults, read_matches
from cardkit_api.admin.commands import COMMANDS, run
from cardkit_api.admin.rows import COLUMNS, read_rows
from cardkit_api.keys import Keys, decode_keys, keys_of
from cardkit_api.stores.contract import UNKNOWN
from cardkit_api.stores.migrations import MIGRATIONS
from cardkit_api.stores.sql import Row
from tests.api.door import KEY, SOME_KEY, Sat, opened
from tests.api.orders.giving import give, kept, last
from tests.api.places import Place
from tests.api.stores.acts import Ears
from tests.api.stores.test_migrations import store_with

pytestmark = pytest.mark.anyio

NEW: Final = b"another key of a server, newer one"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDKIT_KEY", KEY.hex())


class Ran(str):
    """What a command printed, and its exit code."""

    code: int


async def ran(*arguments: str) -> Ran:
    """Run a command as a shell would."""
    out, err = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = said = StringIO()
    try:
        code = await asyncio.to_thread(run, [*arguments])
    finally:
        sys.stdout, sys.stderr = out, err
    printed = Ran(said.getvalue())
    printed.code = code
    return printed


async def filled(place: Place) -> tuple[str, Sat, Sat]:
    """Return an open match, a running one and one that is over, in this place. A file is a copy of the first one."""
    if not place.url.startswith("sqlite:"):
        return await fill(place)
    file = Path(place.url.removeprefix("sqlite:"))
    if not _FILLED:
        made = await fill(place)
        _FILLED.append((file.read_bytes(), made))
    file.touch(0o600)
    content, made = _FILLED[0]
    file.write_bytes(content)
    return made


_FILLED: Final[list[tuple[bytes, tuple[str, Sat, Sat]]]] = []


async def fill(place: Place) -> tuple[str, Sat, Sat]:
    """Make an open match, a running one and one that is over, in this place."""
    async with opened(place.store()) as door:
        free = await door.create(public=True)
        running = await door.sit()
        over = await door.sit(options={"rounds": 1}, clock={"kind": "days", "days": 1})
        await running.go_on(5)
        seat, moves, _ = await running.turn()
        answer = await running.move(seat, moves[0]["number"], Idempotency_Key=SOME_KEY)
        assert answer.status_code == 200, answer.text
        assert (await give(running, seat, 0, [{"type": "nothing"}])).status_code == 200
        await over.finish()
        return free["match"]["id"], running, over


async def all_rows(url: str) -> Mapping[str, list[Row]]:
    """Return every row of a database."""
    async with read_rows(url) as rows:
        return {
            table: [
                tuple(row)
                async for row in rows.query(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2")
            ]
            for table, columns in COLUMNS.items()
        }


async def test_every_match_of_a_server_passes_the_check(shared_place: Place) -> None:
    await filled(shared_place)

    said = await ran("check", "--db", shared_place.url)

    assert (said, said.code) == ("3 matches checked; all are in order\n", 0)


async def test_a_backup_and_what_is_restored_from_it_hold_every_row(
    shared_place: Place, tmp_path: Path
) -> None:
    await filled(shared_place)
    backup, restored = tmp_path / "backup.db", f"sqlite:{tmp_path}/restored.db"

    saved = await ran("backup", "--db", shared_place.url, str(backup))
    again = await ran("backup", "--db", shared_place.url, str(backup))
    filled_again = await ran("restore", "--db", restored, str(backup))

    assert (
        saved
        == f"{backup} holds 3 matches; the server's key isn't in it, so keep that, too, in another place\n"
    )
    assert (again, again.code) == (f"error: {backup} is there already; name a new file\n", 1)
    assert filled_again == "restored 3 matches; the server needs the same key as before\n"
    assert await all_rows(restored) == await all_rows(f"sqlite:{backup}") == await all_rows(shared_place.url)
    assert backup.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.db"]


async def test_a_backup_is_made_while_a_server_writes(sqlite: Place, tmp_path: Path) -> None:
    async with opened(sqlite.store()) as door:
        sat = await door.sit()
        await sat.go_on(3)

        await ran("backup", "--db", sqlite.url, f"{tmp_path}/b.db")
        await sat.go_on(2)

    said = await ran("check", "--db", f"sqlite:{tmp_path}/b.db")
    assert said == "1 match checked; all are in order\n"


@pytest.mark.slow
async def test_a_match_goes_on_in_postgresql_and_back_in_sqlite(
    sqlite: Place, postgres: Place, tmp_path: Path
) -> None:
    _, running, _ = await filled(sqlite)
    before = await all_rows(sqlite.url)

    copied = await ran("copy", "--db", sqlite.url, postgres.url)
    assert copied == "copied 3 matches; the server needs the same key as before\n"
    assert await all_rows(postgres.url) == before
    async with opened(postgres.store()) as door:
        there = evolve(running, door=door)
        (seat,) = [seat for seat in range(3) if (await kept(there, seat))["order"]]
        await there.go_on(2)
        assert await last(there, seat) == "unforeseen"
    back = f"sqlite:{tmp_path}/back.db"
    await ran("copy", "--db", postgres.url, back)
    async with opened(Place(back).store()) as door:
        await evolve(running, door=door).go_on(2)
    assert (await ran("check", "--db", back)).code == 0

    twice = await ran("copy", "--db", back, postgres.url)
    assert (twice, twice.code) == ("error: the database to write to isn't empty; name another one\n", 1)


async def test_logs_are_exported_of_matches_that_are_over(shared_place: Place, tmp_path: Path) -> None:
    _, running, over = await filled(shared_place)
    folder = tmp_path / "logs"

    assert await ran("export", "--db", shared_place.url, str(folder)) == f"1 log in {folder}\n"
    (only,) = folder.iterdir()
    assert only.name == f"{over.id}.jsonl"
    assert cardkit.verify(only.read_text()).complete

    await ran("export", "--db", shared_place.url, "--running", str(folder), running.id)
    log = folder / f"{running.id}.jsonl"
    assert cardkit.loads(log.read_text()).actors
    assert log.stat().st_mode & 0o777 == 0o600


async def test_matches_are_listed_and_deleted(shared_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    free, running, over = await filled(shared_place)

    listed = await ran("list", "--db", shared_place.url)
    only = await ran("list", "--db", shared_place.url, "--status", "over")
    idle = await ran("list", "--db", shared_place.url, "--idle-days", "1")

    assert [line.split("\t")[:5] for line in listed.splitlines()[1:]] == [
        [free, "open", "thirteen", "3", "yes"],
        [running.id, "running", "thirteen", "3", "no"],
        [over.id, "over", "thirteen", "3", "no"],
    ]
    assert [line.split("\t")[0] for line in only.splitlines()[1:]] == [over.id]
    assert len(idle.splitlines()) == 1
    monkeypatch.setattr(sys, "stdin", StringIO(f"{free}\topen\n\n{over.id}\n"))
    assert await ran("delete", "--db", shared_place.url, "-") == "2 matches deleted\n"
    gone = await ran("delete", "--db", shared_place.url, over.id)
    assert (gone, gone.code) == (f"there is no match {over.id}\n0 matches deleted\n", 1)
    assert len((await ran("list", "--db", shared_place.url)).splitlines()) == 2


async def kept_in(place: Place) -> dict[str, Kept]:
    """Return the matches by their status."""
    async with read_rows(place.url) as rows:
        return {kept.status: kept async for kept in read_matches(rows, ())}


async def test_the_check_says_what_is_wrong_with_a_match(sqlite: Place) -> None:
    await filled(sqlite)
    kept, games, keys = await kept_in(sqlite), cardkit.games(), Keys(KEY)
    running, over = kept["running"], kept["over"]
    info = json.loads(running.document)

    def wrong(one: Kept, known: Keys | None = keys, **fields: object) -> str:
        document = json.dumps({**json.loads(one.document), **fields})
        return "; ".join(faults(evolve(one, document=document), known, games))

    first, second, *rest = running.moves
    touched = (*second[:2], second[2].replace("{", "{ ", 1), second[3])
    ended = (*running.moves[:-1], (*running.moves[-1][:3], 1 << 2 | 1 << 0))
    assert wrong(running) == wrong(over) == wrong(kept["open"]) == ""
    assert "integrity FAILED" in wrong(evolve(running, moves=(first, touched, *rest)))
    assert "moves are missing between versions" in wrong(evolve(running, moves=(first, *rest)))
    assert wrong(evolve(running, status="over")).endswith("its record says over, which doesn't fit its log")
    assert wrong(evolve(running, moves=ended)) == "what lists show of it doesn't fit its log"
    unknown = (*running.moves[:-1], (*running.moves[-1][:3], UNKNOWN))
    assert wrong(evolve(running, moves=unknown)) == ""
    assert wrong(running, owner="0") == "the token of the owner doesn't follow from its key"
    chairs = [{**info["chairs"][0], "token": "0"}, *info["chairs"][1:]]
    assert wrong(running, chairs=chairs) == "the tokens of seat 0 don't follow from its key"
    assert wrong(running, commitment="0" * 64).startswith("its seed isn't the one that was committed to")
    assert wrong(running, game="whist") == "its game whist isn't installed here, so it can't be checked"
    assert wrong(running, salt=7).startswith("it can't be read: ")
    for other in (None, Keys(NEW)):
        assert wrong(running, other) == (
            f"the key {keys.name} is missing, which it was made with; put it back"
        )
        assert wrong(over, other) == ""


async def test_the_check_says_what_is_wrong_with_a_clock(sqlite: Place) -> None:
    await filled(sqlite)
    kept, games, keys = await kept_in(sqlite), cardkit.games(), Keys(KEY)
    timed, free = kept["over"], kept["running"]

    def wrong(one: Kept) -> str:
        return "; ".join(faults(one, keys, games))

    *facts, last = timed.facts.splitlines(keepends=True)
    replaced = timed.facts + '{"type":"taken_over","v":1,"at":9000000000000,"seat":1,"bot":"greedy"}\n'
    assert wrong(timed) == wrong(free) == ""
    assert wrong(evolve(timed, facts="")) == "its record and the facts of its clock don't fit"
    assert wrong(evolve(free, facts=last)) == "its record and the facts of its clock don't fit"
    assert wrong(evolve(timed, facts="".join(facts))).startswith("its clock is at version ")
    assert wrong(evolve(timed, facts=replaced)) == "its clock and its record differ in which bots play"
    assert wrong(evolve(timed, facts=last)).startswith("it can't be read: ")


async def test_the_check_ends_with_4_if_something_is_wrong(sqlite: Place) -> None:
    _, running, over = await filled(sqlite)
    with closing(sqlite3.connect(sqlite.url.removeprefix("sqlite:"), isolation_level=None)) as db:
        db.execute("DELETE FROM moves WHERE match = ? AND after > 0", (over.id,))

    said = await ran("check", "--db", sqlite.url)
    one = await ran("check", "--db", sqlite.url, running.id)
    none = await ran("check", "--db", sqlite.url, "nobody")

    assert (said.code, one.code, none.code) == (4, 0, 1)
    assert said.splitlines()[0].startswith(f"{over.id}: ")
    assert said.splitlines()[1] == "3 matches checked; 1 with faults"
    assert none.startswith("error: 1 match of those named aren't in the database")


async def test_a_damaged_file_is_told_in_one_line(sqlite: Place, tmp_path: Path) -> None:
    await filled(sqlite)
    file = Path(sqlite.url.removeprefix("sqlite:"))
    pages = file.read_bytes()
    file.write_bytes(pages[:8192] + b"x" * (len(pages) - 8192))

    checked = await ran("check", "--db", sqlite.url)
    saved = await ran("backup", "--db", sqlite.url, f"{tmp_path}/b.db")

    assert checked.code in (4, 6)
    assert "Traceback" not in checked
    assert (saved.code, saved.count("\n")) == (6, 1)
    assert not (tmp_path / "b.db").exists()


async def test_a_schema_of_an_older_version_is_named_until_it_is_migrated(shared_place: Place) -> None:
    old = store_with(shared_place, MIGRATIONS[:1])
    await old.open(Ears())
    await old.close()

    before = await ran("check", "--db", shared_place.url)
    done = await ran("migrate", "--db", shared_place.url)
    again = await ran("migrate", "--db", shared_place.url)

    assert (before, before.code) == (
        (
            f"error: the database has schema version 1, and this cardkit needs {len(MIGRATIONS)};"
            " update it with cardkit-api migrate\n"
        ),
        1,
    )
    assert done == f"the schema now has version {len(MIGRATIONS)}; it had 1\n"
    assert again == f"the schema has version {len(MIGRATIONS)}\n"
    assert await ran("check", "--db", shared_place.url) == "0 matches checked; all are in order\n"


async def test_a_new_key_is_for_new_matches_and_old_tokens_stay(
    shared_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, running, _ = await filled(shared_place)

    said = await ran("rotate-key", "--db", shared_place.url)
    texts = said.splitlines()[0].split(",")
    keys = decode_keys(texts, "here")
    assert keys[1:] == (KEY,)
    assert said.splitlines()[1:] == [
        "2 keys, 1 added for new matches; this is the new CARDKIT_KEY; restart the server to use them",
        f"  {Keys(keys[0]).name}: 0 matches to be played to an end",
        f"  {Keys(KEY).name}: 2 matches to be played to an end",
    ]
    async with opened(shared_place.store(), key=keys) as door:
        assert (await evolve(running, door=door).go_on(2))["status"] == "running"
        made = await door.sit()
    async with opened(shared_place.store(), key=keys[:1]) as door:
        await evolve(made, door=door).go_on(2)
        refused = await evolve(running, door=door).get("view", 0)
        assert (refused.status_code, refused.json()["code"]) == (503, "key_missing")

    monkeypatch.setenv("CARDKIT_KEY", ",".join(texts))
    assert (await ran("check", "--db", shared_place.url)).code == 0
    assert (await ran("rotate-key", "--drop", "--db", shared_place.url)).splitlines()[0] == ",".join(texts)
    await ran("delete", "--db", shared_place.url, free, running.id)
    assert (await ran("rotate-key", "--drop", "--db", shared_place.url)).splitlines()[0] == texts[0]


async def test_a_key_that_a_server_may_still_use_isnt_dropped(
    sqlite: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A server that wasn't restarted makes matches with the older key, which nobody could go on with then."""
    monkeypatch.delenv("CARDKIT_KEY")
    file = tmp_path / "matches.db.key"
    keys = [NEW, KEY]
    file.write_text("\n".join([key.hex() for key in keys]) + "\n")
    refusal = (
        f"error: a running server may still use the key {Keys(KEY).name}, because no match was made with a newer one;"
        " restart the server, and drop the key after its first new match\n"
    )
    async with opened(sqlite.store(), key=KEY) as door:
        await ran("migrate", "--db", sqlite.url)
        assert (
            await ran("rotate-key", "--drop", "--db", sqlite.url) == refusal
        )  # it makes its first match soon
        over = await door.sit(options={"rounds": 1})
        await over.finish()

        said = await ran("rotate-key", "--drop", "--db", sqlite.url)

    assert (said, said.code) == (refusal, 1)
    assert len(file.read_text().splitlines()) == 2
    async with opened(sqlite.store(), key=keys) as door:  # it is restarted
        await door.sit()
    said = await ran("rotate-key", "--drop", "--db", sqlite.url)
    assert said.startswith(f"1 key, 1 dropped that no match needs any more; they are in {file}; ")
    assert file.read_text() == NEW.hex() + "\n"


async def test_a_key_before_the_one_in_use_is_dropped(sqlite: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    newest = b"the newest key of a server, for later"
    async with opened(sqlite.store(), key=(NEW, KEY)) as door:
        await door.sit()
    texts = [key.hex() for key in (newest, NEW, KEY)]
    monkeypatch.setenv("CARDKIT_KEY", ",".join(texts))

    said = await ran("rotate-key", "--drop", "--db", sqlite.url)

    assert said.splitlines()[0] == ",".join(texts[:2])


async def test_a_key_of_a_planned_rematch_isnt_dropped(
    sqlite: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is killed at the wrong moment leaves the plan to the next request."""

    async def die(*told: object) -> None:
        raise RuntimeError("killed")

    async with opened(sqlite.store()) as door:
        over = await door.sit(options={"rounds": 1})
        await over.finish()
        with monkeypatch.context() as killed:
            killed.setattr("cardkit_api.service.rematch.Rematches._make", die)
            for token in over.seats:
                await door.post(f"{over.path}/rematch", {"agreed": True}, token)
    async with opened(sqlite.store(), key=(NEW, KEY)) as door:
        await door.sit()
    texts = [key.hex() for key in (NEW, KEY)]
    monkeypatch.setenv("CARDKIT_KEY", ",".join(texts))

    said = await ran("rotate-key", "--drop", "--db", sqlite.url)

    assert said.splitlines()[0] == ",".join(texts)
    assert f"  {Keys(KEY).name}: 1 match to be played to an end" in said.splitlines()


async def test_a_key_in_a_file_is_replaced_there(
    sqlite: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARDKIT_KEY")
    await filled(sqlite)
    file = tmp_path / "matches.db.key"

    missing = await ran("rotate-key", "--db", sqlite.url)
    assert (missing, missing.code) == (
        "error: there is no key to replace: set CARDKIT_KEY, or put the key's file back\n",
        1,
    )
    assert not file.exists()
    file.write_text(KEY.hex() + "\n")
    said = await ran("rotate-key", "--db", sqlite.url)

    first, second = file.read_text().splitlines()
    assert second == KEY.hex()
    assert first not in said
    assert second not in said
    assert file.stat().st_mode & 0o777 == 0o600
    assert (await ran("check", "--db", sqlite.url)).code == 0


async def test_a_replaced_key_file_belongs_to_whom_it_did(
    sqlite: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARDKIT_KEY")
    await filled(sqlite)
    file = tmp_path / "matches.db.key"
    file.write_text(KEY.hex() + "\n")
    owners: list[tuple[str, int, int]] = []

    def chown(path: Path, user: int, group: int) -> None:
        owners.append((path.name, user, group))

    monkeypatch.setattr(os, "chown", chown)

    await ran("rotate-key", "--db", sqlite.url)

    assert owners == [("matches.db.key.part", file.stat().st_uid, file.stat().st_gid)]


async def test_a_key_file_stays_as_it_was_if_its_owner_cant_be_kept(
    sqlite: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(path: Path, user: int, group: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    monkeypatch.delenv("CARDKIT_KEY")
    await filled(sqlite)
    file = tmp_path / "matches.db.key"
    file.write_text(KEY.hex() + "\n")
    monkeypatch.setattr(os, "chown", refuse)

    said = await ran("rotate-key", "--db", sqlite.url)

    assert (said, said.code) == (f"error: {file}.part: operation not permitted\n", 5)
    assert file.read_text() == KEY.hex() + "\n"
    assert not file.with_name("matches.db.key.part").exists()


async def test_tickets_of_an_older_key_open_streams_for_their_minute(sqlite: Place) -> None:
    async with opened(sqlite.store()) as door:
        sat = await door.sit()
        answer = await door.post(f"{sat.path}/tickets", {}, sat.seats[0])
    ticket = answer.json()["ticket"]
    async with opened(sqlite.store(), key=(NEW, KEY)) as door:
        held = keys_of((NEW, KEY))
        signed, _, seal = ticket.rpartition(".")
        assert held.is_ticket(sat.id, signed, seal)
        assert not held.is_ticket(sat.id, signed + "0", seal)
        assert not Keys(NEW).is_ticket(sat.id, signed, seal)


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (
            ("check", "--db", "sqlite:nowhere.db"),
            1,
            "there is no file nowhere.db; name a database that is there",
        ),
        (
            ("check", "--db", "memory:"),
            1,
            (
                "memory: isn't a database that lasts; use sqlite:///path/file.db, sqlite:file.db,"
                " or postgresql://user:password@host:port/database"
            ),
        ),
        (
            ("list", "--db", "sqlite://text.db"),
            1,
            (
                "sqlite: names no database; use sqlite:///path/file.db, sqlite:file.db,"
                " or postgresql://user:password@host:port/database"
            ),
        ),
        (
            ("backup", "--db", "sqlite:empty.db", "nowhere/b.db"),
            1,
            "there is no folder nowhere; make it, or name another file",
        ),
        (
            ("list", "--db", "sqlite:empty.db"),
            1,
            "this database holds no matches of cardkit; name another one",
        ),
        (
            ("backup", "--db", "sqlite:nowhere.db", "b.db"),
            1,
            "there is no file nowhere.db; name a database that is there",
        ),
        (
            ("restore", "--db", "sqlite:new.db", "empty.db"),
            1,
            "this database holds no matches of cardkit; name another one",
        ),
        (
            ("list", "--db", "sqlite:text.db"),
            6,
            "text.db: file is not a database; check that the database is there, and that you may read and write it",
        ),
    ],
)
async def test_a_refusal_is_one_line_with_an_exit_code(
    arguments: tuple[str, ...], code: int, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.db").touch()
    Path("text.db").write_text("no database " * 200)

    said = await ran(*arguments)

    assert (said, said.code) == (f"error: {reason}\n", code)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.db", "text.db"]


@pytest.mark.slow
async def test_a_postgresql_that_is_away_is_named_without_its_password() -> None:
    said = await ran("list", "--db", "postgresql://ann:secret@127.0.0.1:1/x")

    assert said.code == 6
    assert said.startswith("error: PostgreSQL: ")
    assert said.count("\n") == 1
    assert "secret" not in said


def test_the_commands_are_named_by_the_help_of_the_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["--help"], ["check", "--help"]):
        monkeypatch.setattr(sys, "argv", ["cardkit-api", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert ", ".join(COMMANDS) in said
    assert "Check every match" in said


async def test_a_log_that_cant_be_exported_is_named_and_the_others_are_written(
    sqlite: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, running, over = await filled(sqlite)
    monkeypatch.setenv("CARDKIT_KEY", NEW.hex())
    folder = tmp_path / "logs"

    printed = await ran("export", "--db", sqlite.url, "--running", str(folder))

    assert f"{running.id}: the key " in printed
    assert "which this match was made with, is missing; put it back" in printed
    assert [path.stem for path in folder.iterdir()] == [over.id]
    assert printed.code == 1


@pytest.mark.parametrize("days", ["a week", "-1", "nan"])
def test_idle_days_are_a_number(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["list", f"--idle-days={days}"])

    assert ended.value.code == 2
    assert f"{days} is invalid; expected a number of days" in capsys.readouterr().err
