"""A process that writes as fast as it can and says what was acknowledged. It is there to be killed.

    python -m tests.api.stores.hammer URL RUN MATCHES MOVES

Every tenth move replaces the row too, and says in it at which version; every third has a key.
"""

import asyncio
import os
import sys

from cardkit_api.stores import store as named
from cardkit_api.stores.contract import Change, Written
from tests.api.stores.acts import NOON, answer, row


def nth(match: str, n: int) -> Change:
    """Return the move that leads from version n to n + 1."""
    return Change(
        match=match,
        row=row(match, n // 10 + 1, document=str(n)) if n % 10 == 0 else None,
        after=n,
        upto=n + 1,
        lines=f"{match} {n}\n",
        answer=answer(f"{match} {n}") if n % 3 == 0 else None,
        now=NOON,
    )


async def hammer(url: str, run: str, matches: int, moves: int) -> None:
    store = named(url)
    await store.open(lambda match, version: None)

    async def play(match: str) -> None:
        for n in range(moves):
            outcome = await store.write(nth(match, n))
            assert isinstance(outcome, Written), outcome
            os.write(1, f"{match} {n + 1}\n".encode())

    await asyncio.gather(*(play(f"{run}-{n}") for n in range(matches)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(hammer(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
