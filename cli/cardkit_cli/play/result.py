"""How a match ended."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from cardkit.language import Language, listed
from cardkit.seats import Outcome
from cardkit_cli.phrases import phrase
from cardkit_cli.terminal.screen import lines_of

__all__ = ["result_lines"]


def result_lines(
    outcome: Outcome | None, seed: str, names: Sequence[str], language: Language, width: int
) -> Iterator[Text]:
    """Yield who has won, everybody's rank and points, and the seed, which isn't secret any more."""
    if outcome is not None:
        winners = [names[seat] for seat in outcome.winners]
        won = phrase("win" if len(winners) > 1 else "wins", language, names=listed(winners, language))
        yield Text(f" ★ {won}", "bold")
        order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
        yield from lines_of(
            [f"{outcome.ranks[seat]}. {names[seat]} {outcome.totals[seat]}" for seat in order], width
        )
    yield Text(f" {phrase('seed', language, seed=seed)}")
