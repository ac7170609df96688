"""The looks of a game's table, as data: where things lie, what a card's face looks like, and what is said.

A part of a view is named by its field, or by fields joined with dots: `hands`, `table.totals`. A game computes what it
needs in functions of the view. They never get a state.
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
"""The colour of a card. `plain` is the colour of paper. `none` is for a sign between cards, which isn't a card."""

Arranged: TypeAlias = Literal["hand", "row", "pile", "stack", "list", "suits"]
"""How cards lie.

- `hand`: side by side, before the viewer.
- `row`: side by side, in the middle of the table.
- `pile`: in a frame with a caption, with their sum and a limit if there are any.
- `stack`: on top of each other. The last card is visible, and how many there are.
- `list`: named in a line of text.
- `suits`: the same, sorted, with each shape written once.
"""

Told: TypeAlias = Literal["number", "sum", "cards", "suits", "text"]
"""What a column shows of each seat.

- `number`: the number, or how many cards there are.
- `sum`: the sum of the cards' values.
- `cards`, `suits`: the cards, as they lie or sorted.
- `text`: the value in words.
"""


@frozen
class Face:
    """The looks of a card. Cards of different colours have different shapes too, for people who can't see colours."""

    label: str
    colour: Colour = "plain"
    shape: str = ""
    """One sign, such as ♥."""
    letter: str = ""
    """Replaces the shape if only ASCII can be written."""
    value: int = 0
    """The value of the card in a sum."""
    names: Mapping[Language, str] = MappingProxyType({})
    """Its name by language, if its label and its shape don't say it. It is shown where the card lies alone."""


@frozen(kw_only=True)
class Line:
    """A text to show: the key of the layout's words, and the values for their braces.

    `name` and `other` are seats: their names replace `{name}` and `{other}`. Numbers replace `{number}` and `{of}`.
    """

    words: str
    name: Seat | None = None
    other: Seat | None = None
    number: int | None = None
    of: int | None = None
    strong: bool = False
    """Whether it is highlighted."""


@frozen(kw_only=True)
class Place:
    """Cards that lie together."""

    part: str
    arranged: Arranged
    whose: Literal["all", "viewer", "seats"] = "all"
    """Whose the cards are. Unless they belong to all, the part has a place for each seat, and one or all are shown."""
    caption: str | tuple[str, ...] = ""
    """The key of its words, or one key for each pile if there are several. `{number}` counts the piles from 1."""
    heads: tuple[Face, ...] = ()
    """The mark of each pile: a shape and a colour."""
    at_least: int = 0
    """At least this many piles are shown, even if the part has fewer."""
    summed: bool = False
    """Whether the sum of the cards' values is shown."""
    limit: int | None = None
    """The highest allowed sum. The room that is left is shown too."""
    numbered: bool = False
    """Whether cards are marked by their places, from 0, as moves name them. Otherwise a hand is marked by its cards."""
    remembered: bool = False
    """Whether cards that the viewer has seen before are shown. This needs a derived game, and a memory."""
    topped: bool = False
    """Whether the last card is the newest whenever the cards have changed, even if fewer lie there than before."""
    when: Literal["playing", "over", "always"] = "playing"


@frozen(kw_only=True)
class Column:
    """A column in the list of players. It isn't shown while the part is empty."""

    part: str
    told: Told = "number"
    caption: str = ""
    remembered: bool = False
    """The same as in a `Place`."""
    when: Literal["playing", "over", "always"] = "always"


@frozen(kw_only=True)
class Target:
    """The card or the pile that a move is about. A field of the move names it, by its face or its number.

    Without such a field, the move is about the whole part: drawing from a stock, for example.
    """

    part: str
    card: str = ""
    """The field of the move that names a card of the part."""
    at: str = ""
    """The field of the move that holds the number of a card or pile in the part, or the caption key of a pile."""
    seat: str = ""
    """The field of the move that names the seat that the cards belong to. The default is the viewer, or nobody."""
    first: int = 0
    """The number of the first one."""


def _nothing(view: object) -> tuple[Line, ...]:
    return ()


def _nowhere(view: object) -> Mapping[tuple[str, int], Line]:
    return {}


def _no_warning(view: object, move: object) -> Line | None:
    return None


def _never(view: object) -> bool:
    return False


@frozen(eq=False, kw_only=True)
class Layout(Generic[View]):
    """The looks of a game's table. `Game.layout` names one."""

    places: tuple[Place, ...]
    """The places, in the order in which they are drawn."""
    columns: tuple[Column, ...] = ()
    faces: Mapping[Hashable, Face] = MappingProxyType({})
    """The looks of each card. A card without a face here is drawn as its text."""
    words: Mapping[Language, Mapping[str, str]] = MappingProxyType({})
    """All words, by language and key."""
    details: tuple[str, ...] = ()
    """Fields of the view that are described in words, below each other."""
    targets: Mapping[type, Target | tuple[Target, ...]] = MappingProxyType({})
    """Targets by class of moves. By default, a move is about the card in hand that its field `card` names, if any.

    Of several, the first one begins the move, and the others complete it: a card, then the pile to lay it on.
    """
    to_move: Callable[[View], tuple[Seat, ...]] | None = None
    """The seats that may move; none when the match is over. A derived game doesn't need it: its `actors` return them.
    """
    notes: Callable[[View], Iterable[Line]] = _nothing
    """Texts beside the title, such as the round or the stock."""
    prompt: Callable[[View], Iterable[Line]] = _nothing
    """Lines about the turn: first whose turn it is and for what, then other notes."""
    said: Callable[[View], Mapping[tuple[str, int], Line]] = _nowhere
    """Texts at places: by part and number of the pile, or by `"seats"` and the seat."""
    computed: Mapping[str, Callable[[View], object]] = MappingProxyType({})
    """Parts that the view doesn't have, computed from it. Places and columns name them like fields. They may hold faces
    where a part of the view holds cards.
    """
    move_words: Mapping[Language, Mapping[str, str]] = MappingProxyType({})
    """The words of moves by language: `klopfen` for `knock`. People can type them; logs keep the game's own texts."""
    event_words: Mapping[Language, Mapping[str, str]] = MappingProxyType({})
    """The names of events and of their parts in reports, by language and by the name that they are counted by, without
    the game's key: `{"busted": "a bust", "busted roll": "a bust, the die shows"}`.
    """
    warning: Callable[[View, object], Line | None] = _no_warning
    """A short text beside a legal move of the viewer: what it costs, or may cost."""
    round: Callable[[View], int] | None = None
    """The number of the round, if the game has rounds. When it grows, people are shown the scores."""
    needs_time: Callable[[View], bool] = _never
    """Whether the viewer is looking at cards that the next event hides."""
