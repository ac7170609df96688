"""Tables: what lies before a viewer's eyes, drawn for a terminal.

Everything is drawn from a view alone, and from the viewer's own memory where it is given, so a table can show
nothing that its viewer may not see. Suits differ in sign as well as in colour.
"""

from collections.abc import Sequence

from rich.console import Group, RenderableType

from cardkit.game import Language
from cardkit_cli.table.drawing import Block, Scene
from cardkit_cli.table.signs import Fitting

__all__ = ["height", "shows_a_secret", "table"]

WIDEST = 100
"""No table is wider than this: the eye has to find its way back."""


def table(
    game_key: str,
    view: object,
    names: Sequence[str],
    language: Language = "en",
    width: int = 80,
    memory: object = None,
) -> RenderableType:
    """All that the view shows; `names` are those of the seats.

    `memory` is what the viewer remembers (`match.memory`): of Biberbande it shows the cards that were seen
    before. A view of a game that isn't built in is shown field by field.
    """
    return Fitting(Group(*_block(game_key, view, names, language, width, memory)))


def height(
    game_key: str, view: object, names: Sequence[str], language: Language, width: int, memory: object = None
) -> int:
    """How many lines the table has."""
    return len(_block(game_key, view, names, language, width, memory))


def shows_a_secret(view: object) -> bool:
    """Whether the viewer looks at cards just now that the next event hides, so that they need time to look."""
    from cardkit.games.biberbande import View

    return isinstance(view, View) and any(card is not None for card in view.row or ())


def _block(
    game_key: str, view: object, names: Sequence[str], language: Language, width: int, memory: object
) -> Block:
    you: object = getattr(view, "you", None)
    scene = Scene(tuple(names), language, min(width, WIDEST), you if isinstance(you, int) else None)
    drawn = _drawn(game_key, view, scene, memory)
    if drawn is None:
        from cardkit_cli.table import generic

        drawn = generic.draw(game_key, view, scene)
    return drawn


def _drawn(game_key: str, view: object, scene: Scene, memory: object) -> Block | None:
    """By the game's own drawing, if it has one and the view is its own. Only that game is imported."""
    match game_key:
        case "thirteen":
            from cardkit_cli.table import thirteen

            return thirteen.draw(view, scene) if isinstance(view, thirteen.View) else None
        case "friday13":
            from cardkit_cli.table import friday13

            return friday13.draw(view, scene) if isinstance(view, friday13.View) else None
        case "biberbande":
            from cardkit_cli.table import biberbande

            if not isinstance(view, biberbande.View):
                return None
            known = memory if isinstance(memory, biberbande.Memory) else None
            return biberbande.draw(view, scene, known)
        case "push":
            from cardkit_cli.table import push

            return push.draw(view, scene) if isinstance(view, push.View) else None
        case _:
            return None
