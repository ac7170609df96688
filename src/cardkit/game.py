"""The contract between a game and cardkit: read this page first.

A game is one value of class `Game`: metadata, and functions over the game's own types. There is nothing to
inherit and nothing is registered at import. Three functions carry a game: `legal` lists the moves, `decide` returns
the events of one move, `evolve` records them. The engine refuses every move that isn't listed.

You choose its types. Attrs classes (`attrs.frozen`) of tuples, numbers, text and each other keep all the laws
(`cardkit.testing`), and cardkit derives their JSON form and schema:

- **Move**: what a seat wants. Imperative; may be refused.
- **Event**: what happened. Past tense, complete, chance outcomes included; never refused.
- **State**: the fold of the events.
- **View**: what a viewer sees now.
- **Glimpse**: what a viewer saw of one event. If all of it is open, this is the event, else a type without the secret.
- **Memory**: what a viewer with perfect memory knows: the fold of its glimpses.
- **Options**: the house rules, an attrs class of fields with defaults and validators (`cardkit.options`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeGuard, TypeVar

from attrs import Attribute, field, frozen

from cardkit.chance import Chance
from cardkit.game_checks import check_declared, check_moves
from cardkit.language import Language
from cardkit.moves import Moves
from cardkit.rejections import BrokenGame, Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer
from cardkit.worth import ByOptions, Worth, by_rank

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = [
    "AnyGame",
    "Game",
    "Json",
    "Language",
    "SomeGame",
    "Upcaster",
    "Wire",
    "any_game",
    "known_moves",
    "no_bound",
    "no_reason",
    "plain_tell",
    "rules_beside",
]

Move = TypeVar("Move")
Event = TypeVar("Event")
State = TypeVar("State")
View = TypeVar("View")
Glimpse = TypeVar("Glimpse")
Memory = TypeVar("Memory")
Options = TypeVar("Options")

_RULES: Final = re.compile(r"rules(?:\.([A-Za-z][A-Za-z0-9-]*))?\.md")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Upcaster: TypeAlias = Callable[[dict[str, Json]], dict[str, Json]]


@frozen(eq=False)
class Wire(Generic[Move, Event, View, Glimpse]):
    """The names under which a game's messages are sent and stored. Choose them once: they never change.

    A class can be renamed at any time, a name here never. A class that is both event and glimpse has one name. When an
    event's fields change, `upcasters` converts its older JSON to the next schema version, one step a function:
    `{("thirteen.played", 1): to_version_2}`. A type's current version is one more than the number of its steps.
    """

    moves: Mapping[str, type[Move]]
    events: Mapping[str, type[Event]]
    glimpses: Mapping[str, type[Glimpse]]
    view: type[View]
    upcasters: Mapping[tuple[str, int], Upcaster] = MappingProxyType({})
    fields: Mapping[str, Mapping[str, str | None]] = MappingProxyType({})
    """The names of fields in JSON that differ from those in the class, by message name.

    `{"thirteen.dealt": {"leader": "dealer"}}`. `None`: the field isn't written, and has its default when it is read.
    """


def no_bound(seats: int, options: object) -> int | None:
    """Return `None`: a match has no bound."""
    return None


def no_reason(state: object, seat: Seat, move: object) -> None:
    """Return `None`: the engine explains why the move isn't legal."""


def plain_tell(event: object, language: Language, names: tuple[str, ...]) -> str:
    """Return a sentence made from the names of the event's class and fields."""
    from cardkit.sentences import plain_sentence  # most games have their own words

    return plain_sentence(event, language, names)


def _not_by_rank(game: "AnyGame", shared: "Attribute[bool]", value: bool) -> None:
    if value and game.worth is by_rank:
        raise BrokenGame(
            f"{game.key} is shared, but its worth is by rank, and all seats have the same rank; "
            "add worth=by_points(worst, best)"
        )


@frozen(eq=False, kw_only=True)
class Game(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """The rules of one game, as data and functions. All functions are pure."""

    key: str
    """Its name in programs: lower case, digits and underscores. It never changes."""
    title: str
    """Its name for people."""
    seats: range
    """The possible numbers of players."""
    rules_version: int
    """Increased when the rules are corrected. So an old match says which version it was played by."""
    options: type[Options]
    """A frozen attrs class. `options()` are the rules of the sheet. The constructor refuses invalid values."""
    initial: State
    """The state before the first event."""

    open: Callable[[int, Options, Chance], tuple[Event, ...]]
    """`open(seats, options, chance)`: the first events, which are the configuration and the first deal."""
    actors: Callable[[State], tuple[Seat, ...]]
    """The seats that may move now. Empty when the match is over."""
    legal: Callable[[State, Seat], tuple[Move, ...]]
    """All moves that the seat may make now. Cards that look alike give one move, not two.

    The order must depend on nothing that the seat can't see. Empty for a seat that isn't among the `actors`. The engine
    accepts these moves and no others.
    """
    decide: Callable[[State, Seat, Move, Chance], tuple[Event, ...]]
    """The events that follow from a legal move, at least one.

    The engine has checked whose turn it is and that the move is `legal`. If you call it without a `Match`, pass one of
    the legal moves.
    """
    evolve: Callable[[State, Event], State]
    """The only function that records. It accepts every event, applies no rule and draws from no chance."""
    outcome: Callable[[State], Outcome | None]
    """Totals, ranks and winners, once the match is over."""

    view: Callable[[State, Viewer], View]
    """What the viewer sees now. A secret has no field in it, or an unseen card in its place."""
    glimpse: Callable[[Event, Viewer], Glimpse]
    """What the viewer saw of the event."""
    blank: Callable[[Viewer], Memory]
    """What the viewer knows before the first event: who they are."""
    remember: Callable[[Memory, Glimpse], Memory]
    """What the viewer knows after one more glimpse."""
    imagine: Callable[[Memory, Chance], State]
    """A full state that the viewer can't tell from the true one, drawn uniformly from all that fit the memory.

    If that is hard, draw nearly uniformly. You may draw again until a state fits. Draw from `chance` only.

    Bots and the laws call it with ordinary chance. `Match.undoable` calls it up to 2,000 times with *rigged* chance,
    which tries all results of the draws, or shifts them so that each card comes to each place. Rigged chance may never
    give the result you wait for. So it raises its own exception after 5,000 draws. Don't catch it. The move is then
    judged by random states.
    """

    moves: Callable[[int, Options], tuple[Move, ...]]
    """All moves that can ever be legal with these seats and options, each once. A move's number is its index here.

    Called once for each pair of seats and options. A move that isn't here is rejected as "not_a_move".
    """
    say: Callable[[Move], str]
    """The short text of a move, the same in every language; no two moves of a match share one."""
    wire: Wire[Move, Event, View, Glimpse]
    """The names of moves, events and glimpses in JSON."""

    refuse: Callable[[State, Seat, Move], Rejected | None] = no_reason
    """The reason why a move isn't legal now, with one of the game's own `rejections`. `None`: the engine explains it.

    Called for a seat whose turn it is, with one of the `moves` that isn't `legal`. If it returns `None`, the engine
    rejects the move as "not_legal". It must not depend on what the seat can't see. A game that speaks several
    `languages` gives the sentence in each: see `Rejected`.
    """
    _read: Callable[[str, int, Options], Move] | None = field(default=None, alias="read")
    tell: Callable[[Event | Glimpse, Language, tuple[str, ...]], str] = plain_tell
    """`tell(event or glimpse, language, names by seat)`: a sentence for people, in one of `languages`.

    By default, sentences are made from the names of classes and fields, in English.
    """
    languages: tuple[Language, ...] = ("en",)
    """The languages of `tell`, as tags. For any other language, the closest one is used (`cardkit.language`)."""
    rules: Mapping[Language, str] = MappingProxyType({})
    """The rules page, in Markdown, by language. Empty if there is none."""
    bound: Callable[[int, Options], int | None] = no_bound
    """The most moves that a match can have; `None` if the rules set no end."""
    rejections: Mapping[str, str] = MappingProxyType({})
    """The game's own rejection codes, each with what it means."""
    bots: str | None = None
    """The place of its `cardkit.bots.GameBots`, as `package.module:NAME`. It is imported when a bot is first needed."""
    layout: str | None = None
    """The place of its `cardkit.drawing.Layout`, as `package.module:NAME`. It is imported when a table is first drawn.

    Without it, a table is laid out by the fields of the view and their marks.
    """
    score: Callable[[State], Outcome | None] | None = None
    """The result as it stands in the middle of a match: totals, ranks, and who is ahead. At the end it is the outcome.

    Reports use it to say who leads when. It gets the true state, as `outcome` does, so no player is shown it. `None`:
    the game has no score before its end. The function returns `None` while nothing counts yet.
    """
    cards: Callable[[State], Iterable[object]] | None = None
    """All cards of a state, wherever they lie. The law of conservation counts them. `None`: they aren't counted."""
    worth: "Worth | ByOptions[Options]" = by_rank
    """The worth of a match to each seat, from 0 to 1. Bots play for it; ratings and reports use it.

    By default it follows the rank. Use `by_points` where the size of a win counts, as in poker, and `by_options` where
    it depends on the options. Call it by `worth_with`.
    """
    shared: bool = field(default=False, validator=_not_by_rank)
    """Whether all seats share one result: the same total, rank and worth. Arenas then compare teams of one bot each."""

    def worth_with(self, options: Options) -> Worth:
        """Return the worth of a match that is played with these options."""
        worth = self.worth
        return worth.choose(options) if _depends_on_options(worth) else worth

    def __attrs_post_init__(self) -> None:
        check_declared(any_game(self))

    def read(self, text: str, seats: int, options: Options) -> Move:
        """Return the move with this text. `read(say(move), seats, options) == move`.

        Raise `Rejected` ("unreadable"), naming the nearest texts, if there is none. A game can pass its own function
        for this, `Game(read=...)`.
        """
        if self._read is None:
            return known_moves(self, seats, options).read(text)
        return self._read(text, seats, options)

    def __repr__(self) -> str:
        return f"<Game {self.key}>"


AnyGame: TypeAlias = Game[object, object, object, object, object, object, object]
"""A game looked up by its key. Its types are unknown, so arguments are checked when it runs."""


class SomeGame(Protocol):
    """A game, whatever is known of its types. Functions take it, and call `any_game`."""

    @property
    def key(self) -> str:
        """Its name in programs."""
        ...

    @property
    def wire(self) -> object:
        """The names of its messages in JSON."""
        ...


def any_game(game: SomeGame) -> AnyGame:
    """Return the same game, with its types unknown. Use it where all games are handled alike, as in a server."""
    if not _is_any(game):
        raise TypeError(f"{shown(game)} isn't a game")
    return game


def _depends_on_options(worth: object) -> TypeGuard[ByOptions[Any]]:
    return isinstance(worth, ByOptions)


def _is_any(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def known_moves(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], seats: int, options: Options
) -> Moves[Move]:
    """Return all moves that can be legal with these seats and options. They are computed once and kept."""
    return _known_moves(game, seats, options)


@lru_cache(maxsize=64)
def _known_moves(game: Game[Any, Any, Any, Any, Any, Any, Any], seats: int, options: Any) -> Moves[Any]:
    moves = game.moves(seats, options)
    check_moves(game, moves)
    return Moves(game.key, moves, game.say)


def rules_beside(package: str) -> Mapping[Language, str]:
    """Return a game's `rules`, read from its package when needed: `rules.md`, `rules.de.md`, `rules.pt-BR.md`."""
    return _RulesBeside(package)


@frozen(eq=False)
class _RulesBeside(Mapping[Language, str]):
    package: str

    def __getitem__(self, language: Language) -> str:
        if language not in self._files:
            raise KeyError(language)
        return self._files[language].read_text(encoding="utf-8")

    def __iter__(self) -> Iterator[Language]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    @cached_property
    def _files(self) -> "Mapping[Language, Traversable]":
        """The files by language, English first. `rules.md` is English."""
        from importlib.resources import files  # slow to import, and rarely needed

        found: dict[Language, Traversable] = {}
        for file in sorted(files(self.package).iterdir(), key=lambda file: (len(file.name), file.name)):
            if name := _RULES.fullmatch(file.name):
                found[name[1] or "en"] = file
        return found
