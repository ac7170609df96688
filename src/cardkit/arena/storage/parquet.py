"""Matches as a Parquet file, if `pyarrow` is installed (`cardkit[parquet]`)."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Final, Protocol, TypeAlias

from cardkit.arena.storage.folder import MATCHES, replace_file
from cardkit.game import Json

__all__ = ["PARQUET", "write_parquet"]

PARQUET: Final = "matches.parquet"
ROWS: Final = 10_000
"""The most matches in memory at a time."""

COLUMNS: Final = {
    "match": ("int64", False),
    "deal": ("int64", False),
    "bots": ("string", True),
    "length": ("int64", False),
    "totals": ("int64", True),
    "ranks": ("int64", True),
    "winners": ("int64", True),
    "by": ("int64", True),
    "moves": ("string", True),
}
"""The type of each column, by name, and whether the column holds lists of it."""

Row: TypeAlias = dict[str, Json]


class _Writer(Protocol):
    """The part of PyArrow's writer that is used, which has no types of its own."""

    def write_table(self, table: object) -> None: ...
    def close(self) -> None: ...


def write_parquet(folder: Path) -> Path | None:
    """Write the folder's matches as a Parquet file. Return `None` if there are none, or PyArrow isn't installed."""
    matches = folder / MATCHES
    if not matches.exists():
        return None
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        return None
    open_writer: Callable[[Path, object], _Writer] = parquet.ParquetWriter
    schema, path = _schema(arrow), folder / PARQUET
    with replace_file(path) as new, closing(open_writer(new, schema)) as writer:
        for rows in _batches(matches):
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
    return path


def _schema(arrow: ModuleType) -> object:
    kinds: dict[str, object] = {"int64": arrow.int64(), "string": arrow.string()}
    fields = [
        (name, arrow.list_(kinds[kind]) if many else kinds[kind]) for name, (kind, many) in COLUMNS.items()
    ]
    schema: object = arrow.schema(fields)
    return schema


def _batches(matches: Path) -> Iterator[list[Row]]:
    with matches.open(encoding="utf-8") as lines:
        while rows := [json.loads(line) for line in islice(lines, ROWS)]:
            yield rows
