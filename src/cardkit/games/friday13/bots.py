"""The bots of Friday 13, which are those of its family."""

from typing import Final

from cardkit.families.limited_piles.bots import bots_for
from cardkit.games.friday13 import RULES

__all__ = ["BOTS"]

BOTS: Final = bots_for(RULES)
