"""The colours of drawings: those of cards, which are the same everywhere, and those of the table, light and dark.

Print on a card has a contrast of 4.5 or more, text on the table too. The colours of cards stay apart for colour-blind
eyes. Tests calculate both.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

__all__ = ["BACK", "PAPER", "ROLES", "SEEN", "Role", "Theme", "style"]

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""`auto` follows the reader's system: it is light, with a style sheet for those who prefer dark."""

Role: TypeAlias = Literal["page", "felt", "panel", "line", "ink", "soft", "mark", "turn", "track"]
"""What a colour of the table is for. `mark` highlights, `turn` lies behind a player who may move now."""

ROLES: Final[Mapping[Role, tuple[str, str]]] = {
    "page": ("#fdfcf9", "#16191c"),
    "felt": ("#dfeae3", "#1d2b27"),
    "panel": ("#f4f8f5", "#263733"),
    "line": ("#c3d0c8", "#3d514b"),
    "ink": ("#1b2320", "#e9eeeb"),
    "soft": ("#51605a", "#a3b3ac"),
    "mark": ("#a03c00", "#ffb35c"),
    "turn": ("#fdebd2", "#3a2c1b"),
    "track": ("#cddad2", "#34463f"),
}
"""The colours of the table, in light and in dark."""

DARK_INK: Final = "#15171a"
PAPER: Final[Mapping[str, tuple[str, str]]] = {
    "plain": ("#fbfaf4", DARK_INK),
    "grey": ("#646a73", "#fff"),
    "black": ("#1f2226", "#fff"),
    "red": ("#ae2415", "#fff"),
    "orange": ("#dd8a24", DARK_INK),
    "yellow": ("#ffd21f", DARK_INK),
    "green": ("#129a5a", DARK_INK),
    "cyan": ("#62d4f7", DARK_INK),
    "blue": ("#1450dc", "#fff"),
    "purple": ("#84359a", "#fff"),
}
"""The paper and the print of a card, by its colour."""

BACK: Final = ("#3b4a57", "#8fa3b3")
"""The paper and the pattern of a card's back."""
SEEN: Final = ("#566673", "#fff")
"""The paper and the print of a card that lies face down, but that the viewer has seen before."""


def style(scope: str = "") -> str:
    """Return the style sheet that makes drawings dark for readers who prefer that, for elements inside `scope`."""
    before = f"{scope} " if scope else ""
    rules = "".join(
        f"{before}.ck-{role}{{fill:{dark}}}{before}.ck-{role}-line{{stroke:{dark}}}"
        for role, (_, dark) in ROLES.items()
    )
    return f"@media(prefers-color-scheme:dark){{{rules}}}"
