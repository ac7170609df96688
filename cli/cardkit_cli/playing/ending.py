"""How a match went, once it is over."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from cardkit.language import Language, in_language
from cardkit.seats import Outcome
from cardkit_cli.playing.phrases import phrase
from cardkit_cli.playing.who import Table

__all__ = ["ended"]

_AND: Final[dict[Language, str]] = {"en": "and", "de": "und", "nl": "en"}


def ended(outcome: Outcome | None, seed: str, table: Table) -> Iterator[Text]:
    """Who has won, everybody's place and points, and the seed, which is no secret any more."""
    if outcome is not None:
        yield Text(f" ★ {_won(outcome, table)}", "bold")
        yield Text(f"   {_places(outcome, table)}")
    yield Text(f" {phrase('seed', table.language, seed=seed)}")


def _won(outcome: Outcome, table: Table) -> str:
    *most, last = (table.names[seat] for seat in outcome.winners)
    names = f"{', '.join(most)} {in_language(_AND, table.language)} {last}" if most else last
    return phrase("win" if most else "wins", table.language, names=names)


def _places(outcome: Outcome, table: Table) -> str:
    order = sorted(range(len(table.players)), key=lambda seat: outcome.ranks[seat])
    return "   ".join(f"{outcome.ranks[seat]}. {table.names[seat]} {outcome.totals[seat]}" for seat in order)
