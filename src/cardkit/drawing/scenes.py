"""A table as a viewer sees it, as plain data: it holds all that is to be drawn, and knows no game."""

from attrs import frozen

from cardkit.drawing.layout import Arranged, Colour, Told
from cardkit.game import Json, Language
from cardkit.seats import Seat, Viewer

__all__ = ["Area", "Card", "Cell", "Heading", "Player", "Scene", "scene_document"]


@frozen
class Card:
    """A card as it lies on the table. One that lies face down has neither label nor shape."""

    label: str = ""
    colour: Colour = "plain"
    shape: str = ""
    letter: str = ""
    """What stands for the shape where only ASCII can be written."""
    name: str = ""
    down: bool = False
    """Whether it lies face down."""
    remembered: bool = False
    """Whether it lies face down, and the viewer has seen its face before."""
    caption: str = ""
    """What marks it: its place, or its text in moves."""
    moves: tuple[str, ...] = ()
    """The short texts of the viewer's moves with this card."""


@frozen
class Area:
    """Cards that lie together."""

    part: str
    """Which part of the view it shows; several piles have the same."""
    arranged: Arranged
    cards: tuple[Card, ...]
    caption: str = ""
    seat: Seat | None = None
    """Whose cards they are."""
    head: Card | None = None
    """What marks it: a shape and a colour."""
    sum: int | None = None
    limit: int | None = None
    note: str = ""
    """What is said at its foot."""
    strong: bool = False
    """Whether it is to catch the eye."""
    moves: tuple[str, ...] = ()
    """The short texts of the viewer's moves that are about it as a whole."""


@frozen
class Cell:
    """What a column says of a player: a text, or cards."""

    text: str = ""
    cards: tuple[Card, ...] = ()


@frozen
class Heading:
    """What is above a column of the list of players."""

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
    """What is said of the seat: "you", "has knocked"."""
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
    """What stands beside the title."""
    areas: tuple[Area, ...]
    heading: str
    """What is above the players' names."""
    headings: tuple[Heading, ...]
    """What is above what is told of them."""
    players: tuple[Player, ...]
    prompt: tuple[str, ...]
    """Who is to do what now, then what else is to be known."""
    details: tuple[tuple[str, str], ...]
    """What else the view says: names and values."""
    story: tuple[str, ...]
    """What just happened, in sentences."""
    needs_time: bool
    """Whether the viewer looks at cards just now that the next event hides."""


def scene_document(scene: Scene) -> dict[str, Json]:
    """Return the scene as JSON."""
    from cardkit.converter import hooks_for  # cattrs takes long to import

    write, _ = hooks_for(Scene)
    return write(scene)
