"""`cardkit-api COMMAND`: what the commands take, what they print, and how they end."""

import argparse
import asyncio
import os
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Set
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Final, TypeAlias

from attrs import frozen

import cardkit
from cardkit_api.admin.checks import faults, log_of, read_matches
from cardkit_api.admin.copying import copy_database
from cardkit_api.admin.rows import is_sqlite, open_file, path_of, read_rows, schema_version
from cardkit_api.keys import (
    Keys,
    encode_keys,
    keys_from_environment,
    keys_of,
    load_keys,
    new_key,
    write_keys,
)
from cardkit_api.server_options import DEFAULT_DATABASE
from cardkit_api.service.match_info import load_info
from cardkit_api.stores import store
from cardkit_api.stores.contract import STATUSES, StoreDown, StoreTooNew
from cardkit_api.stores.migrations import MIGRATIONS

__all__ = ["COMMANDS", "run"]

Work: TypeAlias = Callable[[argparse.Namespace], Awaitable[int]]

_FINE, _REFUSED, _FAILED, _FILE, _SERVER, _INTERRUPTED, _PIPE = 0, 1, 4, 5, 6, 130, 141
"""The exit codes, as those of the command `cardkit`. argparse ends with 2 if the command line is wrong."""


@frozen
class _Command:
    help: str
    work: Work
    options: Callable[[argparse.ArgumentParser], object] = lambda _: None


async def _migrate(given: argparse.Namespace) -> int:
    before = 0 if is_sqlite(given.db) and not path_of(given.db).exists() else await schema_version(given.db)
    opened = store(given.db)
    await opened.open(_ignore)
    await opened.close()
    now = len(MIGRATIONS)
    _say(
        f"the schema has version {now}"
        if before == now
        else f"the schema now has version {now}; it had {before}"
    )
    return _FINE


async def _check(given: argparse.Namespace) -> int:
    wrong = checked = 0
    keys = _known_keys(given.db)
    async with read_rows(given.db) as rows:
        if is_sqlite(given.db):
            wrong += _check_file(path_of(given.db))
        async for kept in read_matches(rows, given.match):
            checked += 1
            found = faults(kept, keys, cardkit.games())
            wrong += bool(found)
            for fault in found:
                _say(f"{kept.match}: {fault}")
    missing = len({*given.match}) - checked if given.match else 0
    if missing:
        raise _Refused(
            f"{_matches(missing)} of those named aren't in the database; cardkit-api list shows all"
        )
    _say(f"{_matches(checked)} checked; {f'{wrong} with faults' if wrong else 'all are in order'}")
    return _FAILED if wrong else _FINE


def _check_file(path: Path) -> int:
    with closing(open_file(path)) as db:
        (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found == "ok":
        return 0
    _say(f"{path} is damaged: {found.splitlines()[-1]}")
    return 1


async def _list(given: argparse.Namespace) -> int:
    last = "FROM moves WHERE moves.match = matches.match ORDER BY after DESC LIMIT 1"
    sql = (
        f"SELECT match, status, public, created, touched, document, (SELECT upto {last}), (SELECT at {last})"
        " FROM matches ORDER BY created, match"
    )
    async with read_rows(given.db) as rows:
        _say("match\tstatus\tgame\tseats\tpublic\tversion\tcreated\tchanged\tkey")
        async for match, status, public, created, touched, document, version, at in rows.query(sql):
            info = load_info(document)
            changed = max(touched, at or touched)
            if given.status not in (None, status) or time() - changed < given.idle_days * 86_400:
                continue
            listed = "yes" if public else "no"
            columns = match, status, info.game, len(info.chairs), listed, version or 0
            _say("\t".join([*map(str, columns), _date(created), _date(changed), info.key]))
    return _FINE


async def _delete(given: argparse.Namespace) -> int:
    wanted = [*given.match]
    if wanted == ["-"]:
        wanted = [line.split()[0] for line in sys.stdin if line.strip()]
    await _require_database(given.db)
    opened, missing = store(given.db), 0
    await opened.open(_ignore)
    try:
        for match in wanted:
            if not await opened.delete(match, time()):
                missing += 1
                _complain(f"there is no match {match}")
    finally:
        await opened.close()
    _say(f"{_matches(len(wanted) - missing)} deleted")
    return _REFUSED if missing else _FINE


async def _export(given: argparse.Namespace) -> int:
    folder = Path(given.folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = refused = 0
    keys = _known_keys(given.db)
    async with read_rows(given.db) as rows:
        async for kept in read_matches(rows, given.match):
            if kept.status != "over" and not given.running:
                continue
            try:
                if not re.fullmatch(r"[\w-]+", kept.match, re.ASCII):
                    raise ValueError("its identifier can't be the name of a file")
                text = log_of(kept, keys)
            except ValueError as error:
                refused += 1
                _complain(f"{kept.match}: {error}")
                continue
            if text is not None:
                _write_log(folder / f"{kept.match}.jsonl", text)
                written += 1
    _say(f"{written} {'log' if written == 1 else 'logs'} in {folder}")
    return _REFUSED if refused else _FINE


def _write_log(path: Path, text: str) -> None:
    """Write a log that only its owner can read. It replaces an older one as a whole."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    part.replace(path)


async def _backup(given: argparse.Namespace) -> int:
    await copy_database(given.db, f"sqlite:{given.file}")
    _say(f"{given.file} holds {await _count(f'sqlite:{given.file}')}; {_KEY_APART}")
    return _FINE


async def _restore(given: argparse.Namespace) -> int:
    await copy_database(f"sqlite:{given.file}", given.db)
    _say(f"restored {await _count(given.db)}; {_KEY_NEEDED}")
    return _FINE


async def _copy(given: argparse.Namespace) -> int:
    await copy_database(given.db, given.to)
    _say(f"copied {await _count(given.to)}; {_KEY_NEEDED}")
    return _FINE


_KEY_APART: Final = "the server's key isn't in it, so keep that, too, in another place"
_KEY_NEEDED: Final = "the server needs the same key as before"


async def _rotate_key(given: argparse.Namespace) -> int:
    await _require_database(given.db)
    keys = _known_keys(given.db)
    if keys is None:
        raise _Refused("there is no key to replace: set CARDKIT_KEY, or put the key's file back")
    used, newest = await _used_keys(given.db)
    if given.drop:
        kept = [keys.key, *(key for key in keys.older if used[Keys(key).name])]
        _check_dropped(keys, {keys.key, *keys.older} - {*kept}, newest)
        done = f"{1 + len(keys.older) - len(kept)} dropped that no match needs any more"
    else:
        kept = [new_key(), keys.key, *keys.older]
        done = "1 added for new matches"
    if keys_from_environment():
        sys.stdout.write(encode_keys(kept) + "\n")
    else:
        write_keys(_key_file(given.db), kept)
    where = "this is the new CARDKIT_KEY" if keys_from_environment() else f"they are in {_key_file(given.db)}"
    _complain(
        f"{len(kept)} {'key' if len(kept) == 1 else 'keys'}, {done}; {where}; restart the server to use them"
    )
    for key in kept:
        name = Keys(key).name
        _complain(f"  {name}: {_matches(used[name])} to be played to an end")
    return _FINE


async def _used_keys(url: str) -> "tuple[Counter[str], str]":
    """Return how many matches that aren't over need each key, and the key of the newest match, by their names."""
    used: Counter[str] = Counter()
    newest, latest = "", 0.0
    async with read_rows(url) as rows:
        async for status, created, document in rows.query("SELECT status, created, document FROM matches"):
            info = load_info(document)
            if created >= latest:
                newest, latest = info.key, created
            if status != "over":
                used[info.key] += 1
            elif info.next is not None and not info.next.made:  # the next request makes it
                used[info.next.key] += 1
    return used, newest


def _check_dropped(keys: Keys, dropped: Set[bytes], newest: str) -> None:
    """Refuse if a running server may still make matches with one of these keys.

    A server that made the newest match with a key makes none with the older keys, which come after it.
    """
    for key in (keys.key, *keys.older):
        name = Keys(key).name
        if key in dropped:
            raise _Refused(
                f"a running server may still use the key {name}, because no match was made with a newer one;"
                " restart the server, and drop the key after its first new match"
            )
        if name == newest:
            return


async def _require_database(url: str) -> None:
    async with read_rows(url):
        pass


async def _count(url: str) -> str:
    async with read_rows(url) as rows:
        return _matches([number async for (number,) in rows.query("SELECT count(*) FROM matches")].pop())


def _known_keys(url: str) -> Keys | None:
    """Return the server's keys, or `None` if there are none. A command makes no key by the way."""
    if given := keys_from_environment():
        return keys_of(given)
    if not is_sqlite(url) or not _key_file(url).exists():
        return None
    return keys_of(load_keys(_key_file(url)))


def _key_file(url: str) -> Path:
    path = path_of(url)
    return path.with_name(f"{path.name}.key")


def _matches(number: int) -> str:
    return f"{number} {'match' if number == 1 else 'matches'}"


def _date(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _ignore(match: str, version: int) -> None:
    """Take no note of what is written: a command ends before that matters."""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _complain(line: str) -> None:
    sys.stderr.write(line + "\n")


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = -1
    if not days >= 0:
        raise argparse.ArgumentTypeError(f"{text} is invalid; expected a number of days")
    return days


def _some_matches(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", nargs="*", metavar="MATCH", help="the matches; by default all")


def _list_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--status", choices=[*STATUSES], help="only matches of this status")
    parser.add_argument(
        "--idle-days", metavar="N", type=_days, default=0, help="only those that haven't changed for N days"
    )


def _export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="where to write the logs; it is made if needed")
    parser.add_argument(
        "--running", action="store_true", help="running matches, too; their logs hold all cards and the seed"
    )
    _some_matches(parser)


COMMANDS: Final[Mapping[str, _Command]] = {
    "migrate": _Command("bring the schema of the database up to date", _migrate),
    "check": _Command("check every match: its key, its seals, its cards", _check, _some_matches),
    "list": _Command("list all matches, separated by tabs", _list, _list_options),
    "delete": _Command(
        "delete matches",
        _delete,
        lambda parser: parser.add_argument(
            "match", nargs="+", metavar="MATCH", help="the matches; - reads them"
        ),
    ),
    "export": _Command("write the logs of matches that are over to a folder", _export, _export_options),
    "backup": _Command(
        "copy the database to a new file, also while it is served",
        _backup,
        lambda parser: parser.add_argument("file", metavar="FILE", help="a file that isn't there"),
    ),
    "restore": _Command(
        "fill a new database from a backup",
        _restore,
        lambda parser: parser.add_argument("file", metavar="FILE", help="the backup"),
    ),
    "copy": _Command(
        "copy the database to another one, such as from SQLite to PostgreSQL",
        _copy,
        lambda parser: parser.add_argument("to", metavar="URL", help="the new database"),
    ),
    "rotate-key": _Command(
        "add a new key for new matches",
        _rotate_key,
        lambda parser: parser.add_argument(
            "--drop", action="store_true", help="drop the keys that no match needs any more, and add none"
        ),
    ),
}


class _Refused(Exception):
    """Nothing was changed. The message says why."""


def run(arguments: list[str]) -> int:
    """Run the command of these arguments, and return its exit code."""
    parser = argparse.ArgumentParser(prog="cardkit-api", description="Look after the database of a server.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    database = os.environ.get("CARDKIT_DB") or DEFAULT_DATABASE
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, help=command.help, description=f"{command.help.capitalize()}.")
        one.add_argument("--db", metavar="URL", default=database, help=f"the database ({DEFAULT_DATABASE})")
        one.set_defaults(work=command.work)
        command.options(one)
    given = parser.parse_args(arguments)
    try:
        code = asyncio.run(given.work(given))
        sys.stdout.flush()
    except StoreTooNew as error:
        _complain(f"error: {error}")
        return _SERVER
    except (StoreDown, sqlite3.Error) as error:
        _complain(f"error: {error}; check that the database is there, and that you may read and write it")
        return _SERVER
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE
    except OSError as error:
        _complain(f"error: {error.filename}: {(error.strerror or str(error)).lower()}")
        return _FILE
    except (ValueError, ModuleNotFoundError, _Refused) as error:
        _complain(f"error: {error}")
        return _REFUSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    return int(code)
