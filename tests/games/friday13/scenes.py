"""Scenes of Friday 13, set in few words: `c7 f4` are two cards, `f4>cats` is a move."""

from collections.abc import Sequence
from typing import Final

from cardkit.games.friday13 import GAME, RULES, Card, Kind, Options, Truth
from cardkit.games.friday13.cards import DECK
from tests.families.limited_piles.scenes import Scenes

ORDER: Final[tuple[str, ...]] = (*"c0 c1 c2 c4 c5 c7 m0 m1 m2 m4 m5 m7 l0 l1 l2 l4 l5 l7 f4".split(),)
"""How a hand is held and moves are listed, told here apart from the game."""

FRIDAY13: Final = Scenes[Card, Kind, Options](
    GAME,
    RULES,
    option="first_player",
    rounds=lambda seats: 4,
    plays=lambda seats: 40 if seats == 3 else 53,
    held=ORDER,
    deck=DECK,
)

cards, hand, pile, texts, read = FRIDAY13.cards, FRIDAY13.hand, FRIDAY13.pile, FRIDAY13.texts, FRIDAY13.read
decided, played, scored, fold = FRIDAY13.decided, FRIDAY13.played, FRIDAY13.scored, FRIDAY13.fold
start, steps, events, opened = FRIDAY13.start, FRIDAY13.steps, FRIDAY13.events, FRIDAY13.opened


def scene(
    *hands: str,
    turn: int | None = 0,
    away: str = "",
    cats: str = "",
    mirrors: str = "",
    ladders: str = "",
    taken: Sequence[str] = (),
    round: int = 1,
    rounds: int = 4,
    totals: Sequence[int] = (),
) -> Truth:
    """Return a position in a round that seat 0 began. What isn't told is empty, or none."""
    piles = (cats, mirrors, ladders)
    return FRIDAY13.scene(
        *hands, turn=turn, rest=away, piles=piles, taken=taken, round=round, rounds=rounds, totals=totals
    )
