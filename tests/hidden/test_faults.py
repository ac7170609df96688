"""An author who marks a field wrongly, or writes an impossible `evolve`, reads where and what to do."""

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, Final, Generic, Literal, Never, TypeAlias, TypeVar

import attrs
import pytest
from attrs import field, frozen

from cardkit.bots.chance import RunningChance
from cardkit.game import Game
from cardkit.hidden import (
    ALL,
    NOBODY,
    OTHER_SEATS,
    OTHERS,
    OWNER,
    SEAT,
    SORTED,
    H,
    Memory,
    Named,
    derive_game,
    noted,
    ordered,
    without,
)
from cardkit.hidden.zones import zones_of
from cardkit.mechanics.dealing import replaced
from cardkit.rejections import BrokenGame
from cardkit.seats import Seat
from tests.hidden.classes import ANNOTATED, HIDDEN, TUPLE, class_with

NAMED_IN_TEXTS: Final = (Literal, OTHERS, OTHER_SEATS, SEAT, Named)
T = TypeVar("T")


class Suit(Enum):
    HEARTS = "h"
    UNKNOWN = "?"


class Rank(Enum):
    ACE = 1


@frozen
class Hand(Generic[H]):
    cards: Annotated[tuple[int | H, ...], NOBODY]


NO_CARDS: Final = (
    "can't hold cards; a zone is Card | H, a tuple of these, or a tuple of such tuples, and is a field"
)
DEEP: TypeAlias = tuple[tuple[tuple[int | H, ...], ...], ...]

FIELDS: Final[dict[str, tuple[str, str]]] = {
    "no mark": (
        "tuple[int | H, ...]",
        (
            "State.cards holds cards that may lie face down, but nothing says who sees them; mark its type: "
            "Annotated[..., OWNER] (or NOBODY, SEAT, OTHERS, ALL)"
        ),
    ),
    "no mark on one card": (
        "int | H | None",
        "State.cards holds cards that may lie face down, but nothing says",
    ),
    "only sorted": (
        "Annotated[tuple[int | H, ...], SORTED]",
        "State.cards holds cards that may lie face down, but",
    ),
    "two marks": (
        "Annotated[tuple[int | H, ...], NOBODY, ALL]",
        "State.cards has 2 marks that say who sees it; keep one of them",
    ),
    "a mark within": (
        "tuple[Annotated[int | H, NOBODY], ...]",
        "State.cards has a mark inside its type; put it around the whole type: Annotated[..., OWNER]",
    ),
    "a mark within a union": (
        "Annotated[int, NOBODY] | None",
        "State.cards has a mark inside its type; put it around",
    ),
    "cards that can't be hidden": (
        "Annotated[tuple[int, ...], OWNER]",
        "State.cards is marked as hidden, but its cards can't lie face down; give them the type Card | H",
    ),
    "an owner of one card": (
        "Annotated[int | H, OWNER]",
        (
            "State.cards is one card, so it has no place for each seat; mark it with the seat that sees it (SEAT, or "
            "Named with the name of a field)"
        ),
    ),
    "others, of one card": (
        "Annotated[int | H, OTHERS]",
        "State.cards is one card, so it has no place for each seat",
    ),
    "no seat": (
        "Annotated[int | H, SEAT]",
        "State.cards is seen by the seat in 'seat', but State has no such field; its fields are cards",
    ),
    "no other seats": (
        "Annotated[int | H, OTHER_SEATS]",
        "State.cards is seen by the seat in 'seat', but State has no",
    ),
    "no such name": (
        'Annotated[int | H, Named("looker")]',
        "State.cards is seen by the seat in 'looker', but State has",
    ),
    "one sorted card": (
        "Annotated[int | H, NOBODY, SORTED]",
        "State.cards is one card: SORTED has no meaning there; remove the mark",
    ),
    "sorted gaps": (
        "Annotated[tuple[int | H | None, ...], NOBODY, SORTED]",
        "State.cards has gaps (None), so its order tells something; remove SORTED, or None",
    ),
    "a sorted card each": (
        "Annotated[tuple[int | H, ...], OWNER, SORTED]",
        "State.cards has one card for each seat, so its order tells whose it is; remove SORTED",
    ),
    "sorted, but no zone": (
        "Annotated[tuple[int, ...], SORTED]",
        "State.cards is SORTED, but not marked as a zone; say who sees it too: OWNER, or ALL",
    ),
    "a list": (
        "Annotated[list[int | H], NOBODY]",
        f"State.cards: list[int | H] {NO_CARDS} of the state or event itself",
    ),
    "a dict": ("Annotated[dict[int, int | H], NOBODY]", f"State.cards: dict[int, int | H] {NO_CARDS}"),
    "a set": ("Annotated[frozenset[int | H], NOBODY]", f"State.cards: frozenset[int | H] {NO_CARDS}"),
    "a list in a tuple": (
        "Annotated[tuple[list[int | H], ...], NOBODY]",
        f"State.cards: list[int | H] {NO_CARDS}",
    ),
    "a class within": ("Annotated[Hand[H], NOBODY]", f"Hand[H] {NO_CARDS}"),
    "classes within, unmarked": ("tuple[Hand[H], ...]", f"Hand[H] {NO_CARDS}"),
    "a tuple or nothing": (
        "Annotated[tuple[int | H, ...] | None, NOBODY]",
        f"tuple[int | H, ...] | None {NO_CARDS}",
    ),
    "open cards or nothing": (
        "Annotated[tuple[int, ...] | None, ALL]",
        f"tuple[int, ...] | None {NO_CARDS}",
    ),
    "a fixed tuple": (
        "Annotated[tuple[int | H, int | H], NOBODY]",
        "State.cards is a tuple of fixed length; zones are tuples of any length: tuple[Card | H, ...]",
    ),
    "too deep": (
        "Annotated[DEEP[H], NOBODY]",
        "State.cards nests tuples 3 deep; cards lie at most 2 deep: split the field",
    ),
    "H alone": (
        "Annotated[H, NOBODY]",
        "State.cards has the type H alone; say what lies there when it is seen: Card | H",
    ),
    "H alone in a tuple": (
        "Annotated[tuple[H, ...], NOBODY]",
        "State.cards has the type H alone; say what lies there",
    ),
    "a face ? in an enum": (
        "Annotated[tuple[Suit | H, ...], NOBODY]",
        "State.cards may hold a face '?'; unseen cards are written so in JSON: give the face another name",
    ),
    "a face ? in a literal": (
        'Annotated[Literal["a", "?"] | H, NOBODY]',
        "State.cards may hold a face '?'; unseen",
    ),
}


@pytest.mark.parametrize(("kind", "told"), FIELDS.values(), ids=FIELDS)
def test_a_field_that_makes_no_sense_is_refused_with_a_remedy(kind: str, told: str) -> None:
    with pytest.raises(BrokenGame) as error:
        zones_of(class_with(__name__, cards=kind))

    assert told in str(error.value)


@pytest.mark.parametrize(
    "kind",
    [
        "int",
        "tuple[int, ...]",
        "dict[str, int]",
        'Annotated[tuple[int, ...], "a comment"]',
        "Annotated[int | H | None, SEAT]",
        "Annotated[Rank | H, NOBODY]",
        'Annotated[Literal["a", "b"] | H, ALL]',
        "Annotated[tuple[int, ...], ALL]",
        "Annotated[tuple[tuple[str, ...], ...], ALL, SORTED]",
    ],
)
def test_what_makes_sense_is_taken(kind: str) -> None:
    zones_of(class_with(__name__, seat=Seat, cards=kind))


def test_a_class_that_attrs_did_not_make_is_refused() -> None:
    class Plain:
        cards: tuple[int, ...]

    with pytest.raises(BrokenGame, match=r"^Plain isn't an attrs class; decorate it with attrs\.frozen$"):
        zones_of(Plain)


def test_an_event_in_the_place_of_its_class_is_refused() -> None:
    with pytest.raises(
        BrokenGame, match=r"^small: event_names: Played\(seat=0, card=1\) isn't a class; write the name"
    ):
        game_of(event_names={"played": Played(0, 1)})


def test_a_class_that_is_generic_in_something_else_is_refused() -> None:
    @frozen
    class State(Generic[T]):
        cards: tuple[int | T, ...]

    with pytest.raises(
        BrokenGame, match=r"^State is generic in T; make it Generic\[H\], with H from cardkit\.hidden"
    ):
        game_of(initial=State(()))


def test_a_state_or_an_event_with_hidden_cards_that_is_not_generic_is_refused() -> None:
    hidden = ANNOTATED[TUPLE[int | HIDDEN, ...], NOBODY]
    plain = attrs.make_class("Plain", {"cards": field(default=(), type=hidden)}, frozen=True)
    told = r"^Plain\.cards may hold hidden cards, but Plain isn't generic in H; write class Plain\(Generic\[H\]\)"

    with pytest.raises(BrokenGame, match=told):
        game_of(initial=plain())
    with pytest.raises(BrokenGame, match=told):
        game_of(event_names={"dealt": plain})


def test_a_field_that_is_no_argument_is_refused() -> None:
    @frozen
    class State(Generic[H]):
        cards: Annotated[tuple[int | H, ...], NOBODY] = ()
        number: int = field(init=False, default=0)

    with pytest.raises(BrokenGame, match=r"^State\.number isn't an argument of the class \(init=False\)"):
        zones_of(State)


def test_types_that_can_not_be_read_are_refused() -> None:
    @frozen
    class State(Generic[H]):
        cards: "Annotated[tuple[Inner | H, ...], NOBODY]"  # type: ignore[name-defined]  # noqa: F821  # the mistake

    with pytest.raises(
        BrokenGame, match=r"^the types of the fields of State can't be read: .*; define Inner in the"
    ):
        zones_of(State)


# A whole game, with one mistake at a time


DECK: Final = (1, 2, 3, 4)


@frozen
class State(Generic[H]):
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED] = ()
    stock: Annotated[tuple[int | H, ...], NOBODY] = ()
    pile: Annotated[tuple[int, ...], ALL] = ()


@frozen
class Over(Generic[H]):
    pass


@frozen
class Dealt(Generic[H]):
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER]
    stock: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Played:
    seat: Seat
    card: int


@frozen
class Forgotten:
    pass


def evolve(state: State[H], event: Dealt[H] | Played) -> State[H]:
    if isinstance(event, Dealt):
        return State(tuple([ordered(hand) for hand in event.hands]), event.stock)
    hands = replaced(state.hands, event.seat, without(state.hands[event.seat], event.card))
    return State(hands, state.stock, (*state.pile, event.card))


def nothing(*given: object) -> tuple[()]:
    return ()


def of(cards: tuple[object, ...]) -> Callable[[object], tuple[object, ...]]:
    return lambda state: cards


def game_of(**changes: object) -> Game[Any, Any, Any, Any, Any, Memory[Any], Any]:
    given: dict[str, Any] = {
        "key": "small",
        "title": "Small",
        "seats": range(2, 3),
        "options": Forgotten,
        "initial": State[Never](),
        "open": nothing,
        "actors": nothing,
        "legal": nothing,
        "decide": nothing,
        "evolve": evolve,
        "outcome": nothing,
        "deck": of(DECK),
        "moves": nothing,
        "say": str,
        "read": int,
        "event_names": {"dealt": Dealt, "played": Played},
        "move_names": {},
        **changes,
    }
    return derive_game(**given)


DEAL: Final = Dealt[Never](((1, 2), (3,)), (4,))


def remembered(game: Game[Any, Any, Any, Any, Any, Memory[Any], Any], *events: object) -> Memory[Any]:
    memory = game.blank(0)
    for event in events:
        memory = game.remember(memory, game.glimpse(event, 0))
    return memory


def test_a_game_without_a_mistake_remembers_and_imagines() -> None:
    game = game_of()
    memory = remembered(game, DEAL, Played(0, 2))

    assert repr(memory.state) == "State(hands=((1,), (?,)), stock=(?,), pile=(2,))"
    assert game.imagine(memory, RunningChance("small")) in (
        State(((1,), (3,)), (4,), (2,)),
        State(((1,), (4,)), (3,), (2,)),
    )


def test_an_event_without_a_name_is_refused_when_it_is_seen_and_when_it_is_remembered() -> None:
    game = game_of()
    told = "^small: unknown event Forgotten; add it to `event_names`$"

    with pytest.raises(BrokenGame, match=told):
        game.glimpse(Forgotten(), 0)
    with pytest.raises(BrokenGame, match=told):
        game.remember(game.blank(0), Forgotten())


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        (Dealt[Never](((1, 2), (3,)), [4]), "small: Dealt holds a list in Dealt.stock; zones are tuples"),  # type: ignore[arg-type]  # the mistake
        (Dealt[Never](([1, 2], (3,)), (4,)), "small: Dealt holds a list in Dealt.hands; zones are tuples"),  # type: ignore[arg-type]  # the mistake
        (Dealt[Never]([(1, 2), (3,)], (4,)), "small: Dealt holds a list in Dealt.hands; zones are tuples"),  # type: ignore[arg-type]  # the mistake
    ],
    ids=["a zone", "a hand", "hands"],
)
def test_a_list_in_an_event_is_refused_when_the_event_is_first_seen(deal: Dealt[Never], told: str) -> None:
    with pytest.raises(BrokenGame) as error:
        game_of().glimpse(deal, 0)

    assert told in str(error.value)


@pytest.mark.parametrize("name", ["small.played", "played!", "2nd", ""])
@pytest.mark.parametrize("names", ["event_names", "move_names"])
def test_a_name_that_does_not_suit_json_is_refused(names: str, name: str) -> None:
    with pytest.raises(BrokenGame, match=r"can't be the name of a message in JSON; use letters, dig"):
        game_of(**{names: {name: Played}})


Mistaken: TypeAlias = Callable[[State[Never], Dealt[Never] | Played], object]


def changed_by(**changes: Any) -> Mistaken:
    """Return an `evolve` that makes a mistake when a card is played."""

    def mistaken(state: State[Never], event: Dealt[Never] | Played) -> State[Never]:
        after = evolve(state, event)
        return after if isinstance(event, Dealt) else attrs.evolve(after, **changes)

    return mistaken


def over(state: State[Never], event: Dealt[Never] | Played) -> object:
    return evolve(state, event) if isinstance(event, Dealt) else Over[Never]()


def careless(state: State[Never], event: Dealt[Never] | Played) -> State[Never]:
    after = evolve(state, event)
    return attrs.evolve(after, pile=after.pile[:1])


def noting(state: State[H], event: Dealt[H] | Played) -> State[H]:
    after = evolve(state, event)
    return State(after.hands, tuple([noted(card, "low") for card in after.stock]), after.pile)


def fits_nothing(face: int, note: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("mistaken", "told"),
    [
        (
            changed_by(pile=()),
            (
                "small: Played lost 1 card; each card must be in `deck`, and lie in one zone of the state from the "
                "first deal on; mark the zones that everybody sees as ALL"
            ),
        ),
        (
            changed_by(pile=(2, 2)),
            "small: Played brought in 1 card; each card must be in `deck`, and lie in one zone of the state",
        ),
        (
            changed_by(hands=((2, 1), ()), pile=(3,)),
            (
                "small: Played leaves the cards of State.hands in another order than by face, but the zone is marked "
                "SORTED; in `evolve`, write ordered(...) around its cards"
            ),
        ),
        (
            changed_by(pile=[2]),
            "small: Played leaves a list in State.pile; zones are tuples: write tuple(...) around the cards",
        ),
        (
            changed_by(hands=([1], (3,))),
            "small: Played leaves a list in State.hands; zones are tuples: write tuple(...) around the cards",
        ),
        (
            over,
            "small: `evolve` made a Over of a State after Played; a state must stay of the class of `initial`",
        ),
    ],
    ids=["lost", "doubled", "not sorted", "a list", "a list for a hand", "of another class"],
)
def test_an_evolve_that_makes_a_mistake_is_found_out_when_its_event_is_first_remembered(
    mistaken: Mistaken, told: str
) -> None:
    game = game_of(evolve=mistaken)

    with pytest.raises(BrokenGame) as error:
        remembered(game, DEAL, Played(0, 2))

    assert told in str(error.value)


def highest_first(face: int) -> int:
    return -face


def evolve_highest_first(state: State[H], event: Dealt[H] | Played) -> State[H]:
    after = evolve(state, event)
    return State(tuple([ordered(hand, highest_first) for hand in after.hands]), after.stock, after.pile)


def test_hands_lie_in_the_order_that_the_game_says() -> None:
    right = game_of(evolve=evolve_highest_first, order=highest_first)

    spectator = right.remember(right.blank(None), right.glimpse(DEAL, None))

    assert remembered(right, DEAL).state.hands[0] == (2, 1)
    for seed in "abcd":
        high, low = right.imagine(spectator, RunningChance(seed)).hands[0]
        assert high > low
    for wrong in (game_of(evolve=evolve_highest_first), game_of(order=highest_first)):
        with pytest.raises(
            BrokenGame, match=r"leaves the cards of State\.hands in another order than by face"
        ):
            remembered(wrong, DEAL)


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ((1, 2, 3), "small: Dealt brought in 1 card;"),
        ((1, 2, 3, 4, 5, 5), "small: Dealt lost 2 cards;"),
        ((1, 3, 4, 4), "small: 2 lies in a zone of the state more often than in the deck"),
        (
            (1, 2, 3, "?"),
            "small: the deck has a face '?'; unseen cards are written so in JSON: give the face another",
        ),
        ((1, 2, 3, Suit.UNKNOWN), "small: the deck has a face '?'"),
    ],
    ids=str,
)
def test_a_deck_that_does_not_match_what_is_dealt_is_found_out(deck: tuple[object, ...], told: str) -> None:
    game = game_of(deck=of(deck))

    with pytest.raises(BrokenGame) as error:
        remembered(game, DEAL)

    assert told in str(error.value)


def test_a_card_that_is_lost_later_is_found_out_when_a_state_is_imagined() -> None:
    """Each kind of event is checked when it is first remembered, so this one passes once."""

    game = game_of(evolve=careless)
    memory = remembered(game, DEAL, Played(0, 2), Played(0, 1))

    with pytest.raises(BrokenGame) as error:
        game.imagine(memory, RunningChance("small"))

    assert str(error.value) == (
        "small: 3 faces are left for 2 unseen cards; does `deck` list all cards, and does each lie in one zone of the "
        "state?"
    )


def test_a_note_without_fits_is_refused_when_a_state_is_imagined() -> None:
    game = game_of(evolve=noting)

    told = r"^small: a card is noted as 'low', but nothing says which faces fit; give derive_game `fits`$"
    with pytest.raises(BrokenGame, match=told):
        game.imagine(remembered(game, DEAL), RunningChance("small"))


def test_notes_that_no_faces_fit_are_refused_when_a_state_is_imagined() -> None:
    game = game_of(evolve=noting, fits=fits_nothing)

    with pytest.raises(BrokenGame, match=r"^small: no faces fit all notes on the unseen cards"):
        game.imagine(remembered(game, DEAL), RunningChance("small"))


def test_a_face_that_can_not_have_lain_there_is_refused() -> None:
    with pytest.raises(BrokenGame, match="without: 9 isn't among the cards, and none of them is unseen"):
        without((1, 2), 9)
