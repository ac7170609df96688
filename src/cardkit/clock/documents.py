"""Facts as JSON, a line for each. They are converted as strictly as the events of a log."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Final

from cardkit.clock.facts import (
    Fact,
    Flagged,
    Given,
    Moved,
    Paused,
    Resumed,
    Returned,
    Started,
    TakenOver,
    Undone,
)
from cardkit.codec import Family
from cardkit.game import Json

__all__ = ["dump_facts", "fact_document", "load_facts"]

_NAMES: Final[dict[str, type[Fact]]] = {
    "started": Started,
    "moved": Moved,
    "undone": Undone,
    "paused": Paused,
    "resumed": Resumed,
    "given": Given,
    "flagged": Flagged,
    "taken_over": TakenOver,
    "returned": Returned,
}


@cache
def _family() -> Family[Fact]:
    return Family("fact", _NAMES, {}, {})


def fact_document(fact: Fact) -> dict[str, Json]:
    """Return the document of a fact, with its `type` and its version `v`."""
    return _family().document(fact)


def dump_facts(facts: Iterable[Fact]) -> str:
    """Return the facts as JSON Lines."""
    return "".join(
        json.dumps(fact_document(fact), ensure_ascii=False, separators=(",", ":")) + "\n" for fact in facts
    )


def load_facts(lines: str) -> tuple[Fact, ...]:
    """Return the facts of these lines. Raise `WireError` or `ValueError` if one isn't a fact."""
    return tuple(_family().message(json.loads(line)) for line in lines.splitlines())
