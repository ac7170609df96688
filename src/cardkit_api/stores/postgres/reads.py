"""Reading moves from PostgreSQL. Reads that arrive while others run share the next statement."""

from typing import Final, TypeAlias

from cardkit_api.stores.postgres.connection import ERRORS, store_errors
from cardkit_api.stores.postgres.queue import MOST, Queue, Request

__all__ = ["MoveReader"]

_Read: TypeAlias = Request[tuple[str, int], str]
"""A match, and the version from which on its moves are wanted."""

_LINES: Final = """
    SELECT asked.place, moves.lines
    FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS asked (match, after, place)
    JOIN moves ON moves.match = asked.match AND moves.after >= asked.after
    ORDER BY asked.place, moves.after
"""


class MoveReader(Queue[tuple[str, int], str]):
    """A queue of reads. Each is answered by the log lines of the match from that version on."""

    def pick(self, waiting: list[_Read]) -> tuple[list[_Read], list[_Read]]:
        """Return the reads that one statement answers, and those that wait on."""
        return waiting[:MOST], waiting[MOST:]

    async def answer(self, batch: list[_Read]) -> None:
        """Read the lines of all with one statement."""
        with store_errors():
            found = await self._fetch([asked for asked, _ in batch])
        for (_, future), lines in zip(batch, found, strict=True):
            if not future.done():
                future.set_result("".join(lines))

    async def _fetch(self, asked: list[tuple[str, int]]) -> list[list[str]]:
        connection = await self.connection()
        matches, versions = [match for match, _ in asked], [after for _, after in asked]
        found: dict[int, list[str]] = {place: [] for place in range(1, len(asked) + 1)}
        try:
            for row in await connection.fetch(_LINES, matches, versions):
                found[int(row[0])].append(row[1])
        except ERRORS:
            connection.terminate()
            raise
        return [*found.values()]
