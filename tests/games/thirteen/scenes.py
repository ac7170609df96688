"""Scenes of 13, set in few words: `b7 n4` are two cards, `n4>blue` is a move."""

from collections.abc import Sequence
from typing import Final

from cardkit.games.thirteen import GAME, RULES, Card, Colour, Options, Truth
from cardkit.games.thirteen.cards import CARDS, DECK
from tests.families.limited_piles.scenes import Scenes

THIRTEEN: Final = Scenes[Card, Colour, Options](
    GAME,
    RULES,
    option="first_dealer",
    rounds=lambda seats: 6 if seats == 3 else seats,
    plays=lambda seats: 50,
    held=tuple(sorted(CARDS)),
    deck=DECK,
)

cards, pile, texts, read = THIRTEEN.cards, THIRTEEN.pile, THIRTEEN.texts, THIRTEEN.read
decided, played, scored, fold = THIRTEEN.decided, THIRTEEN.played, THIRTEEN.scored, THIRTEEN.fold
start, steps, events, opened = THIRTEEN.start, THIRTEEN.steps, THIRTEEN.events, THIRTEEN.opened


def scene(
    *hands: str,
    turn: int | None = 0,
    stock: str = "",
    blue: str = "",
    yellow: str = "",
    green: str = "",
    taken: Sequence[str] = (),
    round: int = 1,
    rounds: int = 4,
    totals: Sequence[int] = (),
) -> Truth:
    """Return a position in a round that seat 0 opened. What isn't told is empty, or none."""
    targets = (blue, yellow, green)
    return THIRTEEN.scene(
        *hands, turn=turn, rest=stock, piles=targets, taken=taken, round=round, rounds=rounds, totals=totals
    )
