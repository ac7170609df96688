"""The games that come with cardkit: one folder a game, all with the same structure."""

from typing import Final

__all__ = ["BUILT_IN"]

BUILT_IN: Final = ("thirteen", "friday13", "biberbande", "push")
