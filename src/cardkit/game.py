"""The contract between a game and cardkit: read this page first.

A game is one value of class `Game`: metadata, and functions over the game's own types. There is nothing to
inherit and nothing is registered at import. Two functions carry a game: `decide` judges, `evolve` records.

Its types are yours to choose; attrs classes (`attrs.frozen`) of tuples, numbers, text and each other keep all
the laws (`cardkit.testing`) and have their JSON form and schema derived:

- **Move**: what a seat wants. Imperative; may be refused.
- **Event**: what happened. Past tense, complete, chance outcomes included; never refused.
- **State**: the fold of the events.
- **View**: what lies before a viewer's eyes now.
- **Glimpse**: what a viewer saw of one event: the same event where all of it is open, else a type without the secret.
- **Memory**: what a viewer with perfect memory knows: the fold of its glimpses.
- **Options**: the house rules, an attrs class of fields with defaults and validators (`cardkit.options`).
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, Generic, Literal, TypeAlias, TypeGuard, TypeVar

from attrs import frozen

from cardkit.chance import Chance
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer

__all__ = [
    "LANGUAGES",
    "AnyGame",
    "Game",
    "Json",
    "Language",
    "Upcaster",
    "Wire",
    "any_game",
    "reader",
    "rules_beside",
]

Move = TypeVar("Move")
Event = TypeVar("Event")
State = TypeVar("State")
View = TypeVar("View")
Glimpse = TypeVar("Glimpse")
Memory = TypeVar("Memory")
Options = TypeVar("Options")

Language: TypeAlias = Literal["en", "de", "nl"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de", "nl")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Upcaster: TypeAlias = Callable[[dict[str, Json]], dict[str, Json]]


@frozen(eq=False)
class Wire(Generic[Move, Event, View, Glimpse]):
    """The names under which a game's messages travel and are stored. Chosen once, kept for ever.

    A class may be renamed on a whim, a name here never. A class that is both event and glimpse has one name.
    When an event's fields change, `upcasters` takes its older JSON to the next schema version, one step a
    function: `{("thirteen.played", 1): to_version_2}`. A type's current version is one more than its steps.
    """

    moves: Mapping[str, type[Move]]
    events: Mapping[str, type[Event]]
    glimpses: Mapping[str, type[Glimpse]]
    view: type[View]
    upcasters: Mapping[tuple[str, int], Upcaster] = MappingProxyType({})

    def version(self, name: str) -> int:
        """The current schema version of an event type."""
        version = 1
        while (name, version) in self.upcasters:
            version += 1
        return version


def _no_bound(seats: int, options: object) -> int | None:
    return None


def _plain(event: object, language: Language, names: tuple[str, ...]) -> str:
    return str(event)


def _no_rules(language: Language) -> str:
    return ""


@frozen(eq=False, kw_only=True)
class Game(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """The rules of one game, as data and functions. All functions are pure."""

    key: str
    """What programs call it, for ever: lower case, digits and underscores."""
    title: str
    """What people call it."""
    seats: range
    """The numbers of players it is made for."""
    rules_version: int
    """Grows when the rules are corrected, so that an old match says by which it was played."""
    options: type[Options]
    """A frozen attrs class. `options()` are the rules of the sheet; wrong values are refused on construction."""
    initial: State
    """The state before the first event."""

    open: Callable[[int, Options, Chance], tuple[Event, ...]]
    """`open(seats, options, chance)`: the first events, configuration and first deal."""
    actors: Callable[[State], tuple[Seat, ...]]
    """Who may move now. Empty when the match is over."""
    legal: Callable[[State, Seat], tuple[Move, ...]]
    """All moves of the seat, each face once, in an order that depends on nothing the seat can't see."""
    decide: Callable[[State, Seat, Move, Chance], tuple[Event, ...]]
    """The only place that judges. Raises `Rejected`, or answers with events; accepts just what is `legal`."""
    evolve: Callable[[State, Event], State]
    """The only place that records. Total; there is no rule in it and no chance."""
    outcome: Callable[[State], Outcome | None]
    """Totals, ranks and winners, once the match is over."""

    view: Callable[[State, Viewer], View]
    """What lies before the viewer's eyes now. Its own type: a secret has no field to leak through."""
    glimpse: Callable[[Event, Viewer], Glimpse]
    """What the viewer saw of the event."""
    blank: Callable[[Viewer], Memory]
    """What the viewer knows before the first event: who they are."""
    remember: Callable[[Memory, Glimpse], Memory]
    """What the viewer knows after one more glimpse."""
    imagine: Callable[[Memory, Chance], State]
    """Return a full state that the viewer can't tell from the true one, drawn uniformly from all that fit the memory.

    Where that is hard, nearly uniform will do. You may draw until it fits. Draw from `chance` only.

    Bots and the laws call it with ordinary chance. `Match.undoable` calls it up to 2,000 times with *rigged* chance,
    which tries all results of the draws, or turns them so that each card comes to each place. Rigged chance may never
    bring what you wait for. So after 5,000 draws it raises an exception of its own: let that pass. The move is
    then judged by random states.
    """

    moves: Callable[[int, Options], tuple[Move, ...]]
    """All moves that can ever be legal with these seats and options. A move's number is its place in it."""
    say: Callable[[Move], str]
    """The short text of a move, the same in every language."""
    read: Callable[[str], Move]
    """The move that the text says. `read(say(move)) == move`; anything else is `Rejected` ("unreadable")."""
    wire: Wire[Move, Event, View, Glimpse]
    """The names of moves, events and glimpses in JSON."""

    tell: Callable[[Event | Glimpse, Language, tuple[str, ...]], str] = _plain
    """`tell(event or glimpse, language, names by seat)`: a sentence for people."""
    rules: Callable[[Language], str] = _no_rules
    """The rules page, in Markdown."""
    bound: Callable[[int, Options], int | None] = _no_bound
    """No match has more moves than this; `None` where the rules set no end."""
    rejections: Mapping[str, str] = MappingProxyType({})
    """The game's own rejection codes, each with what it means."""

    def __repr__(self) -> str:
        return f"<Game {self.key}>"


AnyGame: TypeAlias = Game[object, object, object, object, object, object, object]
"""A game looked up by its key: nothing is known of its types, so whatever it is handed is judged when it runs."""


def any_game(game: Game[Move, Event, State, View, Glimpse, Memory, Options]) -> AnyGame:
    """The same game as one of which nothing is known: for what takes games of all kinds, such as a server."""
    if not _is_any(game):
        raise TypeError(f"{shown(game)} is no game")
    return game


def _is_any(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def reader(key: str, say: Callable[[Move], str], moves: Iterable[Move]) -> Callable[[str], Move]:
    """A game's `read`, made from its `say`: looks the text up among the moves, and names the nearest otherwise."""
    by_text = {say(move): move for move in moves}

    def read(text: str) -> Move:
        try:
            return by_text[text]
        except (KeyError, TypeError):
            hint = _nearest(text, tuple(by_text))
            raise Rejected("unreadable", f"{shown(text)} is no move of {key}; {hint}") from None

    return read


def _nearest(text: object, known: tuple[str, ...]) -> str:
    """The texts that begin like it; else those that look most like it."""
    wanted = text.strip().lower()[:100] if isinstance(text, str) else ""
    begun = [one for one in known if wanted and one.startswith(wanted)]
    near = begun[:3] or get_close_matches(wanted, known, cutoff=0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"it looks like {known[0]}"


def rules_beside(package: str) -> Callable[[Language], str]:
    """A game's `rules`, read from `rules.md`, `rules.de.md` and `rules.nl.md` in its package."""

    def rules(language: Language) -> str:
        from importlib.resources import files  # slow to import, and few ask for the rules

        name = "rules.md" if language == "en" else f"rules.{language}.md"
        return files(package).joinpath(name).read_text(encoding="utf-8")

    return rules
