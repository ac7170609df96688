"""How a game's table looks, as data: what lies where, what a card's face looks like, and what is said.

A part of a view is named by its field, or by fields joined with dots: `hands`, `table.totals`. What a game has to work
out, it works out in functions of the view; they are never handed a state.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Generic, Literal, TypeAlias, TypeVar

from attrs import frozen

from cardkit.language import Language
from cardkit.seats import Seat

__all__ = ["Arranged", "Colour", "Column", "Face", "Layout", "Line", "Place", "Target", "Told"]

View = TypeVar("View")

Colour: TypeAlias = Literal[
    "none", "plain", "grey", "black", "red", "orange", "yellow", "green", "cyan", "blue", "purple"
]
"""The colour of a card. `plain` is that of paper; `none` is for a sign between cards, which has no card of its own."""

Arranged: TypeAlias = Literal["hand", "row", "pile", "stack", "list", "suits"]
"""How cards lie.

- `hand`: one beside the other, before the viewer.
- `row`: one beside the other, in the middle of the table.
- `pile`: in a frame with a caption, with their sum and a limit if there are any.
- `stack`: on top of each other. The last card is seen, and how many there are.
- `list`: named in a line of text.
- `suits`: the same, sorted, with each shape said once.
"""

Told: TypeAlias = Literal["number", "sum", "cards", "suits", "tally", "text"]
"""How a column tells what each seat has.

- `number`: the number, or how many cards there are.
- `sum`: what the cards' values add up to.
- `cards`, `suits`: the cards, as they lie or sorted.
- `tally`: how many cards there are of each shape.
- `text`: the value in words.
"""


@frozen
class Face:
    """What a card looks like. Cards that differ by colour differ by shape too: not everybody can tell colours apart."""

    label: str
    colour: Colour = "plain"
    shape: str = ""
    """One sign, such as ♥."""
    letter: str = ""
    """What stands for the shape where only ASCII can be written."""
    value: int = 0
    """What it counts in a sum."""
    names: Mapping[Language, str] = MappingProxyType({})
    """What it is called by language, if its label and its shape don't say so. Told where it lies alone."""


@frozen(kw_only=True)
class Line:
    """Something to say: the key of the layout's words, and what is put into their braces.

    `name` and `other` are seats: their names stand in `{name}` and `{other}`. Numbers stand in `{number}` and `{of}`.
    """

    words: str
    name: Seat | None = None
    other: Seat | None = None
    number: int | None = None
    of: int | None = None
    strong: bool = False
    """Whether it is to catch the eye."""


@frozen(kw_only=True)
class Place:
    """Cards that lie together."""

    part: str
    arranged: Arranged
    whose: Literal["all", "viewer", "seats"] = "all"
    """Whether the cards belong to all, or the part has a place for each seat: the viewer's is shown, or all are."""
    caption: str | tuple[str, ...] = ""
    """The key of its words; one for each pile where the part has several. `{number}` counts the piles from 1."""
    heads: tuple[Face, ...] = ()
    """What marks each pile: a shape and a colour."""
    at_least: int = 0
    """So many piles are shown, though the part has fewer."""
    summed: bool = False
    """Whether the sum of the cards' values is shown."""
    limit: int | None = None
    """How high the sum may go. How near it is, is shown too."""
    numbered: bool = False
    """Whether cards are marked by their places, from 0, as moves name them. Otherwise a hand is marked by its cards."""
    remembered: bool = False
    """Whether cards are shown that the viewer has seen before. Only in a derived game, and if a memory is given."""
    when: Literal["playing", "over", "always"] = "playing"


@frozen(kw_only=True)
class Column:
    """What the list of players says of each seat. It isn't there while the part is empty."""

    part: str
    told: Told = "number"
    caption: str = ""
    remembered: bool = False
    """As in a `Place`."""
    when: Literal["playing", "over", "always"] = "always"


@frozen(kw_only=True)
class Target:
    """Which card or which pile a move is about: the one that a field of the move names, by its face or its number."""

    part: str
    card: str = ""
    """The field of the move with a card of the part."""
    at: str = ""
    """The field of the move with the number of a card or pile in the part."""
    first: int = 0
    """The number of the first one."""


def _nothing(view: object) -> tuple[Line, ...]:
    return ()


def _nowhere(view: object) -> Mapping[tuple[str, int], Line]:
    return {}


def _never(view: object) -> bool:
    return False


@frozen(eq=False, kw_only=True)
class Layout(Generic[View]):
    """How a game's table looks. `Game.layout` names one."""

    places: tuple[Place, ...]
    """In the order in which they are drawn."""
    columns: tuple[Column, ...] = ()
    faces: Mapping[Hashable, Face] = MappingProxyType({})
    """What each card looks like. A card that isn't in it is drawn as its text."""
    words: Mapping[Language, Mapping[str, str]] = MappingProxyType({})
    """All that is said, by language and key."""
    details: tuple[str, ...] = ()
    """Fields of the view that are told in words, below each other."""
    targets: Mapping[type, Target] = MappingProxyType({})
    """By class of moves. A move of another class is about the card in hand that its field `card` names, if any."""
    to_move: Callable[[View], tuple[Seat, ...]] | None = None
    """Who may move: nobody, when the match is over. A derived game's `actors` say so without it."""
    notes: Callable[[View], Iterable[Line]] = _nothing
    """What stands beside the title: the round, the stock."""
    prompt: Callable[[View], Iterable[Line]] = _nothing
    """Who is to do what now, then what else is to be known."""
    said: Callable[[View], Mapping[tuple[str, int], Line]] = _nowhere
    """What is said at places: by part and number of the pile, or by `"seats"` and the seat."""
    computed: Mapping[str, Callable[[View], object]] = MappingProxyType({})
    """Parts that the view doesn't have, worked out from it. Places and columns name them as they name fields."""
    needs_time: Callable[[View], bool] = _never
    """Whether the viewer looks at cards just now that the next event hides."""
