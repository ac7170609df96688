"""A table as a viewer sees it, as plain data. It holds everything to draw, and doesn't depend on the game."""

from attrs import frozen

from cardkit.drawing.layout import Arranged, Colour, Told
from cardkit.game import Json, Language
from cardkit.seats import Seat, Viewer

__all__ = ["Area", "Card", "Cell", "Heading", "Player", "Scene", "scene_document"]


@frozen
class Card:
    """A card on the table. A card face down has neither label nor shape."""

    label: str = ""
    colour: Colour = "plain"
    shape: str = ""
    letter: str = ""
    """Replaces the shape if only ASCII can be written."""
    name: str = ""
    down: bool = False
    """Whether it lies face down."""
    remembered: bool = False
    """Whether it lies face down, but the viewer has seen its face before."""
    fresh: bool = False
    """Whether it came there by the last move."""
    caption: str = ""
    """Its mark: its place, or its text in moves."""
    moves: tuple[str, ...] = ()
    """The short texts of the viewer's moves with this card."""
    then: tuple[str, ...] = ()
    """The short texts of moves that begin elsewhere, and that this card completes."""


@frozen
class Area:
    """Cards that lie together."""

    part: str
    """The part of the view that it shows. Several piles can show the same part."""
    arranged: Arranged
    cards: tuple[Card, ...]
    caption: str = ""
    seat: Seat | None = None
    """The seat that the cards belong to, if any."""
    head: Card | None = None
    """Its mark: a shape and a colour."""
    sum: int | None = None
    limit: int | None = None
    note: str = ""
    """A text at its foot."""
    strong: bool = False
    """Whether it is highlighted."""
    moves: tuple[str, ...] = ()
    """The short texts of the viewer's moves about the area as a whole."""
    then: tuple[str, ...] = ()
    """The short texts of moves that begin elsewhere, and that this area completes."""


@frozen
class Cell:
    """A player's entry in a column: a text, or cards."""

    text: str = ""
    cards: tuple[Card, ...] = ()


@frozen
class Heading:
    """The heading of a column in the list of players."""

    caption: str
    told: Told


@frozen
class Player:
    """A seat in the list of players."""

    seat: Seat
    name: str
    you: bool
    to_move: bool
    notes: tuple[str, ...]
    """Texts beside the name: "you", "has knocked"."""
    cells: tuple[Cell, ...]
    """One for each heading."""


@frozen
class Scene:
    """What a viewer sees, laid out."""

    game: str
    title: str
    language: Language
    viewer: Viewer
    over: bool
    notes: tuple[str, ...]
    """Texts beside the title."""
    areas: tuple[Area, ...]
    heading: str
    """The heading of the players' names."""
    headings: tuple[Heading, ...]
    """The headings of the columns."""
    players: tuple[Player, ...]
    prompt: tuple[str, ...]
    """Lines about the turn: first whose turn it is and for what, then other notes."""
    details: tuple[tuple[str, str], ...]
    """The other contents of the view: names and values."""
    story: tuple[str, ...]
    """What just happened, in sentences."""
    needs_time: bool
    """Whether the viewer is looking at cards that the next event hides."""

    def _repr_svg_(self) -> str:
        """Draw the scene in a notebook."""
        from cardkit.drawing.as_svg import svg  # it draws scenes

        return svg(self)

    def _repr_html_(self) -> str:
        """Draw the scene in a notebook of any width."""
        from cardkit.drawing.as_html import html

        return html(self)


def scene_document(scene: Scene) -> dict[str, Json]:
    """Return the scene as JSON."""
    from cardkit.converter import hooks_for  # importing cattrs is slow

    write, _ = hooks_for(Scene)
    return write(scene)
