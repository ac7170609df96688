"""Hidden information, declared once: an author marks who sees which cards, and everything else follows.

States and events are generic in `H`, what a hidden card may be. The true state is `State[Never]`. What a viewer sees or
remembers is `State[Unseen]`. One `evolve` writes both, so the type checker refuses an `evolve` that looks at a hidden
face. `derive_game` makes the rest of the contract from the marks: views, glimpses, memories, imagined states, the law
that no card is lost, and JSON.
"""

from cardkit.hidden.cards import UNSEEN, H, Unseen, exchanged, faces, including, noted, ordered, seen, without
from cardkit.hidden.derive import DerivedGame, Evolve, derive_game
from cardkit.hidden.marks import ALL, NOBODY, OTHER_SEATS, OTHERS, OWNER, SEAT, SORTED, Named, Place, SeenIf
from cardkit.hidden.memory import Batch, Memory
from cardkit.hidden.recorder import recorder

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
