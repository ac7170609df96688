"""The bots of 13, which are those of its family."""

from typing import Final

from cardkit.families.limited_piles.bots import bots_for
from cardkit.games.thirteen import RULES

__all__ = ["BOTS"]

BOTS: Final = bots_for(RULES)
