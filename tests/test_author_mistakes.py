"""An author who makes a beginner's mistake reads which function or class it is in, what is wrong, and what to write.

Each mistake is made in the game of `docs/write-your-own-game.md`.
"""

import sys
from types import ModuleType
from typing import Final

import pytest

import cardkit
from cardkit.game import AnyGame
from cardkit.rejections import BrokenGame
from cardkit.testing import examine
from tests import own_game

DECIDED: Final = "return (Played(seat, move.card, None, 0),)"
OPENED: Final = '(Dealt(chance.below("first", seats), hands, deck[cut:]),)'
DEALT: Final = 'Dealt(chance.below("first", seats), hands, deck[cut:])'
EVENTS: Final = 'event_names={"dealt": Dealt, "played": Played}'
MOVES: Final = "moves=lambda seats, options: tuple(map(Play, DECK))"
LEGAL: Final = "tuple(map(Play, state.hands[seat])) if"
ACTORS: Final = "() if state.turn is None else (state.turn,)"
RANKED: Final = "ranked(state.points, state.points)"
SEATS: Final = "seats=range(2, 5)"
STOCK: Final = "FaceDown: TypeAlias = Annotated[tuple[int | H, ...], NOBODY]"
BOUND: Final = "bound=lambda seats, options: seats * options.cards"
DECK: Final = "DECK: Final = tuple(range(1, 21))"

DECLARED: Final[dict[str, tuple[str, str, str]]] = {
    "the state's class": (
        "initial=State()",
        "initial=State",
        "peaks: initial is the state before the first event, but this is the class State; write State()",
    ),
    "no state": (
        "initial=State()",
        "initial=None",
        "peaks: initial is the state before the first event, but this is None; write State() with your own class",
    ),
    "a plain class of states": (
        "@frozen\nclass State",
        "class State",
        "peaks: initial: State isn't an attrs class; decorate it with attrs.frozen",
    ),
    "a plain class of events": (
        "@frozen\nclass Played",
        "class Played",
        "peaks: event_names: Played isn't an attrs class; decorate it with attrs.frozen",
    ),
    "a plain class of moves": (
        "@frozen\nclass Play:",
        "class Play:",
        "peaks: move_names: Play isn't an attrs class; decorate it with attrs.frozen",
    ),
    "a class of moves that can change": (
        "@frozen\nclass Play:",
        "from attrs import define\n@define\nclass Play:",
        "peaks: move_names: Play can be changed, so it can't be hashed; decorate it with attrs.frozen",
    ),
    "plain options": (
        "@frozen(kw_only=True)\nclass Options",
        "class Options",
        "peaks: options: Options isn't an attrs class; decorate it with attrs.frozen",
    ),
    "options, not their class": (
        "options=Options,",
        "options=Options(),",
        "peaks: options=Options(cards=3) isn't a class; write options=Options, without brackets",
    ),
    "an option without a default": (
        "cards: int = field(default=3, validator=Whole(1, 5))",
        "cards: int = field(validator=Whole(1, 5))",
        "peaks: Options.cards has no default, so there are no default rules; give each option a default",
    ),
    "names the wrong way round": (
        EVENTS,
        'event_names={Dealt: "dealt", Played: "played"}',
        'peaks: event_names has Dealt where a name belongs; write classes by their names: {"played": Played}',
    ),
    "events without names": (
        EVENTS,
        "event_names=[Dealt, Played]",
        'peaks: event_names is of type list; write classes by their names: {"played": Played}',
    ),
    "a move, not its class": (
        'move_names={"play": Play}',
        'move_names={"play": Play(1)}',
        "peaks: move_names: Play(card=1) isn't a class; write the name of a class, without brackets",
    ),
    "a number of seats": (
        SEATS,
        "seats=3",
        "peaks: seats=3 isn't a range of numbers of players; for 2 to 4 players, write seats=range(2, 5)",
    ),
    "no seats": (SEATS, "seats=range(5, 2)", "peaks: seats=range(5, 2) isn't a range of numbers of players"),
    "zero seats": (
        SEATS,
        "seats=range(0, 5)",
        "peaks: seats=range(0, 5) isn't a range of numbers of players",
    ),
    "moves as a value": (
        MOVES,
        "moves=tuple(map(Play, DECK))",
        "peaks: moves is of type tuple, not a function; write moves=lambda seats, options: ...",
    ),
    "a deck as a value": (
        "deck=lambda state: DECK",
        "deck=DECK",
        "peaks: deck is of type tuple, not a function; write deck=lambda state: ...",
    ),
    "a bound as a value": (
        BOUND,
        "bound=15",
        "peaks: bound is of type int, not a function; write bound=lambda seats, options: ...",
    ),
    "moves that don't get options": (
        MOVES,
        "moves=lambda seats: tuple(map(Play, DECK))",
        "peaks: `moves` can't be called as moves(seats, options); give it these parameters, in this order",
    ),
    "decide without chance": (
        "def decide(state: State[Never], seat: Seat, move: Play, chance: Chance)",
        "def decide(state: State[Never], seat: Seat, move: Play)",
        "peaks: `decide` can't be called as decide(state, seat, move, chance); give it these parameters, in this order",
    ),
    "a key with spaces": (
        'key="peaks"',
        'key="Peaks and Valleys"',
        "the key 'Peaks and Valleys' isn't made of lower case letters, digits and underscores; write it like my_game",
    ),
    "one language": (
        BOUND,
        'languages="en"',
        'peaks: languages is of type str; write a tuple of tags: ("en",)',
    ),
    "rules without a language": (
        BOUND,
        'rules="# Peaks"',
        'peaks: rules is of type str; write texts by language: {"en": "# The rules"}',
    ),
    "a mark as text": (
        STOCK,
        'FaceDown: TypeAlias = Annotated[tuple[int | H, ...], "NOBODY"]',
        "State.stock is annotated with the text 'NOBODY', which is no mark; import NOBODY from cardkit.hidden",
    ),
    "the owner of a match as a mark": (
        DECK,
        f"from cardkit.seats import OWNER\n{DECK}",
        (
            "State.hands is annotated with OWNER of cardkit.seats, which is the owner of a match; "
            "import OWNER from cardkit.hidden"
        ),
    ),
    "the class of a mark": (
        STOCK,
        "from cardkit.hidden import Named\nFaceDown: TypeAlias = Annotated[tuple[int | H, ...], Named]",
        (
            "State.stock is annotated with the class Named; write Named(...), "
            "or one of the marks OWNER, SEAT, NOBODY, ALL"
        ),
    ),
    "a misspelt mark": (
        DECK,
        f"from cardkit.hidden import OWNRE\n{DECK}",
        "cardkit.hidden has no mark OWNRE; did you mean OWNER?",
    ),
    "a mark in other letters": (
        DECK,
        f"import cardkit.hidden\nmark = cardkit.hidden.Nobody\n{DECK}",
        "cardkit.hidden has no mark Nobody; did you mean NOBODY?",
    ),
    "a misspelt argument": (
        BOUND,
        "bounds=lambda seats, options: 15",
        "peaks: derive_game has no argument 'bounds'; did you mean 'bound'?",
    ),
    "an argument that no game has": (
        BOUND,
        "wild_cards=4",
        "peaks: derive_game has no argument 'wild_cards'; leave it out, or see help(derive_game)",
    ),
    "a missing function": (
        "    deck=lambda state: DECK,\n",
        "",
        "peaks: derive_game lacks deck; write deck=lambda state: DECK",
    ),
    "missing moves and their text": (
        f"    {MOVES},\n    say=lambda move: str(move.card),\n",
        "",
        ("peaks: derive_game lacks moves, say; write moves=lambda seats, options: ..., say=lambda move: ..."),
    ),
    "a missing key": (
        '    key="peaks",\n',
        "",
        'a game without a key: derive_game lacks key; write key="my_game"',
    ),
    "an argument without its name": (
        'key="peaks"',
        '"peaks"',
        'a game without a key: derive_game takes each argument by its name; write key="my_game", and so on',
    ),
    "a reserved name": (
        "    taker: Seat | None\n    points: int",
        "    taker: Seat | None\n    type: int",
        (
            "event 'peaks.played': a field can't be called 'type', because a line of a log uses that name; "
            "rename the field, or give it another name in JSON (`field_names`)"
        ),
    ),
    "two fields of one name": (
        EVENTS,
        f'{EVENTS}, field_names={{"played": {{"card": "seat"}}}}',
        "event 'peaks.played': two fields are called 'seat' in JSON",
    ),
}

RETURNED: Final[dict[str, tuple[str, str, str]]] = {
    "one event": (
        DECIDED,
        "return Played(seat, move.card, None, 0)",
        (
            "peaks: `decide` returned Played(seat=1, card=1, taker=None, points=0), of type Played; "
            "return a tuple of events, (event,) for one of them"
        ),
    ),
    "a list of events": (
        DECIDED,
        "return [Played(seat, move.card, None, 0)]",
        "of type list; return a tuple of events, (event,) for one of them",
    ),
    "no events": (
        DECIDED,
        "return None",
        "peaks: `decide` returned nothing (None); return a tuple of events, (event,) for one of them",
    ),
    "a text as an event": (
        DECIDED,
        'return ("played",)',
        (
            "peaks: `decide` returned 'played', of type str, among its events; the classes of events are: Dealt, "
            "Played; return only these, or add the class to `event_names` (or `Wire`)"
        ),
    ),
    "an event without a name": (
        EVENTS,
        'event_names={"dealt": Dealt}',
        "peaks: unknown event Played; add it to `event_names`",
    ),
    "one event to open": (OPENED, DEALT, "return a tuple of events, (event,) for one of them"),
    "nothing to open": (OPENED, "None", "peaks: `open` returned nothing (None); return a tuple of events"),
    "moves as texts": (
        MOVES,
        "moves=lambda seats, options: tuple(map(str, DECK))",
        (
            "peaks: `moves` returned '1', of type str, among its moves; the classes of moves are: Play; "
            "return only these, or add the class to `move_names` (or `Wire`)"
        ),
    ),
    "a list of moves": (
        MOVES,
        "moves=lambda seats, options: list(map(Play, DECK))",
        "of type list; return a tuple of all moves that can ever be legal",
    ),
    "too few moves": (
        MOVES,
        "moves=lambda seats, options: (Play(20),)",
        "peaks: `legal` lists Play(card=1), but `moves` doesn't; list each move that can ever be legal",
    ),
    "cards as legal moves": (
        LEGAL,
        "state.hands[seat] if",
        "peaks: `legal` returned 1, of type int, among its moves; the classes of moves are: Play; return only",
    ),
    "texts as legal moves": (
        LEGAL,
        "tuple(map(str, state.hands[seat])) if",
        "peaks: `legal` returned '1', of type str",
    ),
    "a list of legal moves": (
        LEGAL,
        "list(map(Play, state.hands[seat])) if",
        "of type list; return a tuple of moves, () if the seat may not move",
    ),
    "a seat, not a tuple": (
        ACTORS,
        "state.turn",
        (
            "peaks: `actors` returned 1, of type int; return a tuple of the seats that may move, "
            "() if there are none"
        ),
    ),
    "no tuple at the end": (
        ACTORS,
        "None if state.turn is None else (state.turn,)",
        "peaks: `actors` returned nothing (None); return a tuple of the seats that may move",
    ),
    "no state": (
        "    gone = (*state.gone, *trick)\n    return State(",
        "    gone = (*state.gone, *trick)\n    State(",
        "peaks: `evolve` returned nothing (None) after Played; return the state on every way",
    ),
    "no deck": (
        "deck=lambda state: DECK",
        "deck=lambda state: None",
        "peaks: `deck` returned a NoneType; return a tuple of all cards in play",
    ),
    "too few totals": (
        RANKED,
        "ranked(state.points[:-1], state.points[:-1])",
        (
            "peaks: `outcome` returned Outcome(totals=(1,), ranks=(1,), winners=(0,)); it needs a total and a rank for "
            "each of 2 seats; pass `ranked` a value for each seat"
        ),
    ),
    "totals alone": (
        RANKED,
        "state.points",
        "; return what `ranked(totals, merits)` makes, or None while the match goes on",
    ),
    "half points": (
        RANKED,
        "ranked([one / 2 for one in state.points], state.points)",
        "; totals are whole numbers; to allow half points, count in halves",
    ),
    "numbers as texts of moves": (
        "say=lambda move: str(move.card)",
        "say=lambda move: move.card",
        "peaks: `say` returned 1 for Play(card=1); return a text: str(...)",
    ),
    "a text as a refusal": (
        BOUND,
        'refuse=lambda state, seat, move: "no"',
        'peaks: `refuse` returned \'no\'; return Rejected("some_code", "a sentence"), or None',
    ),
}

BROKEN: Final[dict[str, tuple[str, str, str]]] = {
    "two draws to open under one label": (
        'chance.below("first", seats)',
        'chance.below("deal", seats)',
        (
            "`open` draws 2 times under the label 'deal', so these draws depend on each other; "
            "give each a label of its own"
        ),
    ),
    "two draws of a move under one label": (
        DECIDED,
        'return (Played(seat, move.card, None, chance.below("die", 6) + chance.below("die", 6)),)',
        "`decide` draws 2 times under the label 'die', so these draws depend on each other",
    ),
    "no legal move": (
        f"{LEGAL} seat == state.turn else ()",
        "()",
        "seat 0 may move, but has no legal move; let `legal` list one, or leave the seat out of `actors`",
    ),
    "an unknown seat": (
        "State(taker if any(hands) else None",
        "State(taker + 5 if any(hands) else None",
        "`actors` lists 5, but seats are 0 to 1",
    ),
    "no outcome": (
        f"None if state.turn is not None else {RANKED}",
        "None",
        "nobody may move, but the outcome is None; let `outcome` return one exactly when `actors` is empty",
    ),
    "two moves with one text": (
        "say=lambda move: str(move.card)",
        'say=lambda move: "play"',
        "Play(card=1) is said as 'play', but that is read as Play(card=20); give each move a text of its own",
    ),
    "a list by default": (
        "points: tuple[int, ...] = ()",
        "points: list[int] = []",
        "a view comes back from JSON changed: State.points",
    ),
}


def made(right: str, wrong: str) -> AnyGame:
    """Make the game of the page, with one mistake."""
    source = own_game.source()
    assert right in source
    module = ModuleType("peaks_by_a_beginner")
    sys.modules[module.__name__] = module
    exec(source.replace(right, wrong), module.__dict__)
    game: AnyGame = module.GAME
    return game


def use(game: AnyGame) -> None:
    """Use it as an author would who looks at what it does."""
    match = cardkit.start(game, 2, seed="a")
    while match.actors:
        match.memory(0)
        match = match.play(match.legal()[0])
    assert match.outcome is not None
    match = cardkit.start(game, 2, seed="a")
    match.play("20")


@pytest.mark.parametrize(("right", "wrong", "told"), DECLARED.values(), ids=DECLARED)
def test_a_wrong_declaration_is_refused_when_the_game_is_made(right: str, wrong: str, told: str) -> None:
    with pytest.raises(BrokenGame) as error:
        made(right, wrong)

    assert str(error.value).startswith(told)


@pytest.mark.parametrize(("right", "wrong", "told"), RETURNED.values(), ids=RETURNED)
def test_what_a_function_wrongly_returns_is_refused_when_it_is_first_used(
    right: str, wrong: str, told: str
) -> None:
    game = made(right, wrong)

    with pytest.raises(BrokenGame) as error:
        use(game)

    assert told in str(error.value)


@pytest.mark.parametrize(("right", "wrong", "told"), BROKEN.values(), ids=BROKEN)
def test_what_only_the_laws_find_names_the_remedy_too(right: str, wrong: str, told: str) -> None:
    report = examine(made(right, wrong), matches=1)

    assert any(told in broken.reason for broken in report.broken), report


def test_the_game_without_a_mistake_is_made_and_used() -> None:
    with pytest.raises(cardkit.Rejected, match=r"^20 isn't legal now"):
        use(made("", ""))
