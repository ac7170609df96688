"""A whole game, made from its rules and from marks that say who sees what."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from inspect import isclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Never, Protocol, TypeAlias, TypeVar, get_args, overload

from cardkit.chance import Chance
from cardkit.fields import check_fields, class_of
from cardkit.game import Game, Upcaster, Wire, no_bound, no_reason, plain_tell
from cardkit.game_checks import check_attrs_class, check_function, text_of_value, with_named_arguments
from cardkit.hidden.access import access_to
from cardkit.hidden.account import check_tuple
from cardkit.hidden.cards import H, Unseen
from cardkit.hidden.declarations import check_marks
from cardkit.hidden.imagine import imagined
from cardkit.hidden.keeper import Keeper
from cardkit.hidden.memory import Memory
from cardkit.language import Language
from cardkit.options import is_mapping
from cardkit.rejections import BrokenGame, Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer
from cardkit.worth import ByOptions, Worth, by_rank

__all__ = ["DerivedGame", "Evolve", "derive_game"]

Move = TypeVar("Move")
Event = TypeVar("Event")
State = TypeVar("State")
Glimpse = TypeVar("Glimpse")
Known = TypeVar("Known")
Options = TypeVar("Options")
Card = TypeVar("Card", bound=Hashable)
Note = TypeVar("Note", bound=Hashable)

Truth = TypeVar("Truth")
Happened = TypeVar("Happened", contravariant=True)
Sketch = TypeVar("Sketch")
Witnessed = TypeVar("Witnessed", contravariant=True)


class Evolve(Protocol[Truth, Happened, Sketch, Witnessed]):
    """One function that records events in the true state, and glimpses in what a viewer remembers.

    A function `evolve(state: State[H], event: Event[H]) -> State[H]` is one. It works for every `H`, so it can't look
    at a face that may be hidden.
    """

    @overload
    def __call__(self, state: Truth, event: Happened, /) -> Truth: ...
    @overload
    def __call__(self, state: Sketch, event: Witnessed, /) -> Sketch: ...


DerivedGame: TypeAlias = Game[Move, Event, State, Known, Glimpse, Memory[Known], Options]
"""The type of a derived game. Write it down, because type checkers can't infer what viewers see.

`GAME: Final[DerivedGame[Play, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]] = derive_game(...)`
"""


def derive_game(
    *,
    key: str,
    title: str,
    seats: range,
    options: type[Options],
    initial: State,
    open: Callable[[int, Options, Chance], tuple[Event, ...]],
    actors: Callable[[State], tuple[Seat, ...]],
    legal: Callable[[State, Seat], tuple[Move, ...]],
    decide: Callable[[State, Seat, Move, Chance], tuple[Event, ...]],
    evolve: Evolve[State, Event, Known, Glimpse],
    outcome: Callable[[State], Outcome | None],
    deck: Callable[[Known], Sequence[Card]],
    moves: Callable[[int, Options], tuple[Move, ...]],
    say: Callable[[Move], str],
    event_names: Mapping[str, type[Event]],
    move_names: Mapping[str, type[Move]],
    state_type: type[State] | None = None,
    field_names: Mapping[str, Mapping[str, str | None]] = MappingProxyType({}),
    fits: Callable[[Card, Note], bool] | None = None,
    refuse: Callable[[State, Seat, Move], Rejected | None] = no_reason,
    read: Callable[[str, int, Options], Move] | None = None,
    order: Callable[[Card], int] | None = None,
    rules_version: int = 1,
    upcasters: Mapping[tuple[str, int], Upcaster] = MappingProxyType({}),
    tell: Callable[[Glimpse, Language, tuple[str, ...]], str] = plain_tell,
    languages: tuple[Language, ...] = ("en",),
    rules: Mapping[Language, str] = MappingProxyType({}),
    bound: Callable[[int, Options], int | None] = no_bound,
    rejections: Mapping[str, str] = MappingProxyType({}),
    score: Callable[[State], Outcome | None] | None = None,
    worth: Worth | ByOptions[Options] = by_rank,
    shared: bool = False,
    bots: str | None = None,
    layout: str | None = None,
    view: Callable[[State, Viewer], Known] | None = None,
    glimpse: Callable[[Event, Viewer], Glimpse] | None = None,
    imagine: Callable[[Memory[Known], Chance], State] | None = None,
) -> DerivedGame[Move, Event, State, Known, Glimpse, Options]:
    """Return the whole game. The fields of `Game` that aren't arguments follow from the marks.

    Annotate the variable that it is assigned to with `DerivedGame[...]`: type checkers can't infer what viewers see.

    Raise `BrokenGame`, naming the class and the field, if a mark is missing or makes no sense.

    - `deck` lists all cards in play.
    - `event_names` and `move_names` are the names of messages in JSON, without the game's key.
    - `field_names` are the fields that have another name in JSON (`Wire.fields`).
    - `fits(face, note)` says which faces a `noted` card may have.
    - `order(face)` sorts the cards in zones marked `SORTED`. By default they are sorted as they compare.
    - `tell` takes glimpses. An event is a glimpse in which no card is unseen.
    - `view`, `glimpse` and `imagine` replace the derived functions.
    - `state_type` is the state's class with its parameters, if it has more than `H`: `State[Card, Never]`.
    """
    _check_initial(key, initial)
    for what, names in (("event", event_names), ("move", move_names)):
        _check_names(key, what, names, field_names)
    for kind in (state_type or type(initial), *event_names.values()):
        _check_parameters(kind)
        check_marks(kind)
    check_function(key, "deck", deck, "state")
    if fits is not None:
        check_function(key, "fits", fits, "face, note")
    state_cards = access_to(type(initial), order)
    event_cards = {class_of(cls): access_to(class_of(cls)) for cls in event_names.values()}
    careful = fits is not None and any(zone.sorted and zone.hidden for zone in state_cards.zones)
    keeper = Keeper(key, evolve, deck, fits, state_cards, event_cards, order, careful)

    masks = dict[type, Callable[[Any, Viewer], Any]]()

    def masked_event(event: object, viewer: Viewer) -> Any:
        kind = type(event)
        mask = masks.get(kind)
        return first_of_its_kind(event, viewer) if mask is None else mask(event, viewer)

    def first_of_its_kind(event: object, viewer: Viewer) -> Any:
        cards = event_cards.get(type(event))
        name = type(event).__name__
        if cards is None:
            raise BrokenGame(f"{key}: unknown event {name}; add it to `event_names`")
        for zone in cards.zones:
            check_tuple(event, zone, f"{key}: {name} holds")
        masks[type(event)] = cards.mask
        return cards.mask(event, viewer)

    def blank(viewer: Viewer) -> Memory[Any]:
        return Memory(viewer, initial)

    def imagine_any(memory: Memory[Any], chance: Chance) -> Any:
        return imagined(keeper, memory, chance)

    tell_any: Callable[[Any, Language, tuple[str, ...]], str] = tell
    named = {f"{key}.{name}": cls for name, cls in event_names.items()}
    return Game(
        key=key,
        title=title,
        seats=seats,
        rules_version=rules_version,
        options=options,
        initial=initial,
        open=open,
        actors=actors,
        legal=legal,
        decide=decide,
        evolve=evolve,
        outcome=outcome,
        view=view or state_cards.mask,
        glimpse=glimpse or masked_event,
        blank=blank,
        remember=keeper.remember,
        imagine=imagine or imagine_any,
        moves=moves,
        say=say,
        refuse=refuse,
        read=read,
        wire=Wire(
            moves={f"{key}.{name}": cls for name, cls in move_names.items()},
            events={name: _with(cls, Never) for name, cls in named.items()},
            glimpses={name: _with(cls, Unseen) for name, cls in named.items()},
            view=_with(state_type or type(initial), Unseen),
            upcasters=upcasters,
            fields={f"{key}.{name}": names for name, names in field_names.items()},
        ),
        bound=bound,
        rejections=rejections,
        score=score,
        worth=worth,
        shared=shared,
        bots=bots,
        layout=layout,
        cards=state_cards.cards,
        tell=tell_any,
        languages=languages,
        rules=rules,
    )


if not TYPE_CHECKING:  # type checkers check arguments by themselves, and infer less through a decorator
    derive_game = with_named_arguments(derive_game)


def _check_initial(key: str, initial: object) -> None:
    """Raise `BrokenGame` unless this is an instance of an attrs class."""
    what = "initial is the state before the first event"
    if isclass(initial):
        raise BrokenGame(
            f"{key}: {what}, but this is the class {initial.__name__}; write {initial.__name__}()"
        )
    if initial is None:
        raise BrokenGame(f"{key}: {what}, but this is None; write State() with your own class")
    check_attrs_class(f"{key}: initial", type(initial))


def _check_names(key: str, what: str, names: object, renamed: Mapping[str, Mapping[str, str | None]]) -> None:
    """Raise `BrokenGame` unless these are attrs classes by the names of messages, with fields that suit JSON."""
    if not is_mapping(names):
        raise BrokenGame(
            f'{key}: {what}_names is of type {type(names).__name__}; write classes by their names: {{"played": Played}}'
        )
    for name, kind in names.items():
        if not isinstance(name, str):
            raise BrokenGame(
                f"{key}: {what}_names has {text_of_value(name)} where a name belongs; write classes by their names: "
                '{"played": Played}'
            )
        _check_name(name)
        check_attrs_class(f"{key}: {what}_names", kind)
        check_fields(f"{what} '{key}.{name}'", class_of(kind), renamed.get(name, {}))


def _check_parameters(kind: Any) -> None:
    """Raise `BrokenGame` if a type parameter other than `H` isn't given."""
    strange = [one for one in getattr(kind, "__parameters__", ()) if one is not H]
    if strange:
        raise BrokenGame(
            f"{class_of(kind).__name__} is generic in {strange[0].__name__}; make it Generic[H], with H from "
            f"cardkit.hidden, or say what {strange[0].__name__} is: {class_of(kind).__name__}[Card, Never]"
        )


def _check_name(name: str) -> None:
    """Raise `BrokenGame` if a message can't have this name in JSON."""
    if not (name.isascii() and name.isidentifier()):
        raise BrokenGame(
            f"{shown(name)} can't be the name of a message in JSON; use letters, digits and underscores, and leave "
            "out the game's key"
        )


def _with(cls: Any, hidden: Any) -> Any:
    """Return the class with this in place of `H`, or of `Never` if it was given as the true state's."""
    if get_args(cls):
        origin: Any = class_of(cls)
        return origin[tuple(hidden if kind is Never else kind for kind in get_args(cls))]
    return cls[hidden] if H in getattr(cls, "__parameters__", ()) else cls
