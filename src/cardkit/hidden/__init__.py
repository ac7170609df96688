"""Hidden information, declared once: an author marks who sees which cards, and everything else follows.

States and events are generic in `H`, what a hidden card may be. The true state is `State[Never]`. What a viewer sees or
remembers is `State[Unseen]`. One `evolve` writes both, so the type checker refuses an `evolve` that looks at a hidden
face. `derive_game` makes the rest of the contract from the marks: views, glimpses, memories, imagined states, the law
that no card is lost, and JSON.
"""

from difflib import get_close_matches
from typing import TYPE_CHECKING

from cardkit.hidden.cards import UNSEEN, H, Unseen, exchanged, faces, including, noted, ordered, seen, without
from cardkit.hidden.derive import DerivedGame, Evolve, derive_game
from cardkit.hidden.marks import ALL, NOBODY, OTHER_SEATS, OTHERS, OWNER, SEAT, SORTED, Named, Place, SeenIf
from cardkit.hidden.memory import Batch, Memory
from cardkit.hidden.recorder import recorder
from cardkit.rejections import BrokenGame

__all__ = [
    "ALL",
    "NOBODY",
    "OTHERS",
    "OTHER_SEATS",
    "OWNER",
    "SEAT",
    "SORTED",
    "UNSEEN",
    "Batch",
    "DerivedGame",
    "Evolve",
    "H",
    "Memory",
    "Named",
    "Place",
    "SeenIf",
    "Unseen",
    "derive_game",
    "exchanged",
    "faces",
    "including",
    "noted",
    "ordered",
    "recorder",
    "seen",
    "without",
]


if not TYPE_CHECKING:  # type checkers know the names, and would take each other one for known too

    def __getattr__(name: str) -> object:
        """Raise `BrokenGame` for a misspelt mark, and else what Python raises."""
        near = get_close_matches(name.upper(), __all__, n=1) if name[0].isupper() else []
        if near:
            raise BrokenGame(f"cardkit.hidden has no mark {name}; did you mean {near[0]}?")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
