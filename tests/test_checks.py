"""What the engine asks before a game decides: the same of every game, and of whatever is played."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Final
from unittest.mock import ANY

import attrs
import pytest

import cardkit
from cardkit.chance import Chance
from cardkit.game import AnyGame, known_moves
from cardkit.match import AnyMatch
from cardkit.moves import Moves, text_of
from cardkit.rejections import Rejected
from cardkit.seats import Seat
from cardkit.testing.differences import fields_of
from tests.games.listed import untyped

GAMES: Final = ("biberbande", "friday13", "push", "thirteen")


class Text(str):
    """A text that says it equals whatever it is compared with."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("b7")


class Unspeakable:
    """Can't be hashed, compared or printed."""

    __hash__ = None  # type: ignore[assignment]  # so that nothing can look it up

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared an unspeakable thing")

    def __repr__(self) -> str:
        raise RuntimeError("printed an unspeakable thing")


class Impostor:
    """Says that it is a text, and breaks when it is taken for one."""

    def __getattribute__(self, name: str) -> object:
        return str if name == "__class__" else object.__getattribute__(self, name)


@attrs.frozen
class Play:
    """The move of another game, of the same name."""

    card: str
    onto: str


NO_MOVES: Final[list[object]] = [
    None, True, False, 0, 1, -1, 2**70, 1.5, float("nan"), b"b7", (), ("b7", "blue"), [], ["b7", "blue"], {},
    {"card": "b7", "onto": "blue"}, {"b7"}, object(), type, len, ..., NotImplemented, Play("b7", "blue"), ANY,
    Unspeakable(), Impostor(),
]  # fmt: skip

WRONG_FIELDS: Final[list[object]] = [
    None, True, False, 7, -1, 2**70, 0.0, 1.0, 2.0, float("nan"), "", "B7", "b7 ", "red ", "\ud800", b"b7", (), ("b7",),
    [], ["b7"], {}, {"b7"}, object(), Text("b7"), Text("blue"), Text("red"), ANY, Unspeakable(), Impostor(),
]  # fmt: skip


def named(thing: object) -> str:
    """Return a text that is the same in every run, as the name of a test must be."""
    if isinstance(thing, Unspeakable | Impostor | Text) or type(thing) is object:
        return type(thing).__name__
    return repr(thing).partition(" at 0x")[0][:40]


def started(key: str) -> AnyMatch:
    return cardkit.start(key, 3, seed="friends at a table")


def middle(key: str) -> AnyMatch:
    match = started(key)
    for _ in range(5):
        match = match.play(match.legal()[-1])
    return match


def never(state: object, seat: Seat, move: object) -> Rejected:
    raise AssertionError(f"asked about {type(move)}")


def refusal(match: AnyMatch, thing: object) -> Rejected:
    before, log = repr(match.state), match.log
    with pytest.raises(Rejected) as refused:
        match.play(thing)
    assert (repr(match.state), match.log) == (before, log)
    return refused.value


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("thing", NO_MOVES, ids=named)
def test_what_is_no_move_is_refused_and_the_game_is_not_asked(key: str, thing: object) -> None:
    match = attrs.evolve(middle(key), game=attrs.evolve(cardkit.game(key), refuse=never))

    error = refusal(match, thing)

    assert error.code == "not_a_move"
    assert str(error).endswith(f" isn't a move of {key}; choose one of the legal moves")


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("value", WRONG_FIELDS, ids=named)
def test_a_move_with_a_value_that_no_move_has_there_is_refused(key: str, value: object) -> None:
    """Each field of each class of move, one at a time: `True` is no 1, and what claims to be equal isn't."""
    game = attrs.evolve(cardkit.game(key), refuse=never)
    match = attrs.evolve(middle(key), game=game)
    for move in {type(move): move for move in game.moves(3, game.options())}.values():
        make: Callable[..., object] = type(move)
        fields = fields_of(move) or {}
        for name in fields:
            assert refusal(match, make(**{**fields, name: value})).code == "not_a_move"


@pytest.mark.parametrize("key", GAMES)
def test_a_move_of_a_subclass_is_refused(key: str) -> None:
    """Where the class of moves can have one: what is made `quick` can't."""
    match = middle(key)
    kind = type(match.legal()[0])
    try:
        bold: Callable[..., object] = type("Bold", (kind,), {})
    except TypeError as error:
        refused = str(error)
    else:
        refused = refusal(match, bold(**(fields_of(match.legal()[0]) or {}))).code

    assert refused == "not_a_move" or "is final" in refused


@pytest.mark.parametrize("key", GAMES)
def test_a_move_whose_fields_were_never_set_is_refused(key: str) -> None:
    match = middle(key)
    for move in cardkit.game(key).moves(3, match.header.options):
        kind = type(move)
        if fields_of(move):
            assert refusal(match, object.__new__(kind)).code == "not_a_move"


@pytest.mark.parametrize("key", GAMES)
def test_a_move_like_a_legal_one_is_that_one(key: str) -> None:
    match = middle(key)
    for move in match.legal():
        make: Callable[..., object] = type(move)
        fields = fields_of(move) or {}

        assert match.play(make(**fields)) == match.play(move)


def test_a_games_own_refusal_is_raised() -> None:
    error = refusal(started("push"), "stop")

    assert (error.code, str(error)) == (
        "not_now",
        "stop isn't possible now; secure a colour or reveal a card",
    )


def quiet(state: object, seat: Seat, move: object) -> None:
    """Say nothing."""


def silent(key: str) -> AnyMatch:
    """Return a match of a game that doesn't say why a move isn't legal."""
    return attrs.evolve(middle(key), game=attrs.evolve(cardkit.game(key), refuse=quiet))


def test_without_one_the_engine_says_which_moves_are_legal() -> None:
    few, many = (
        refusal(silent("thirteen"), "b1"),
        refusal(cardkit.start(silent("friday13").game, 3, seed="s"), "c0"),
    )

    assert (few.code, str(few)) == ("not_legal", "b1 isn't legal now; legal moves: b5, y1, y5, g4")
    assert str(many).endswith("c1, c4, c5, c7, m1 and 8 more")


def test_a_game_without_refuse_says_what_is_legal() -> None:
    game = cardkit.game("push")
    parts = {field.alias: getattr(game, field.name) for field in attrs.fields(type(game))}
    del parts["refuse"]
    make: Callable[..., AnyGame] = type(game)

    error = refusal(cardkit.start(make(**parts), 3, seed="x"), "stop")

    assert (error.code, str(error)) == ("not_legal", "stop isn't legal now; legal moves: reveal")


def test_whose_turn_it_is_is_judged_before_the_move() -> None:
    match = started("push")
    for thing in ("nonsense", None, "stop"):
        with pytest.raises(Rejected, match="it's seat 0's turn, not seat 2's") as refused:
            match.play(thing, 2)
        assert refused.value.code == "not_your_turn"


def test_a_game_decides_on_legal_moves_only() -> None:
    game = cardkit.game("push")
    decided: list[object] = []

    def noting(state: object, seat: Seat, move: object, chance: Chance) -> tuple[object, ...]:
        decided.append(move)
        return game.decide(state, seat, move, chance)

    match = attrs.evolve(started("push"), game=attrs.evolve(game, decide=noting))
    for seat, move in product(range(3), game.moves(3, match.header.options)):
        if move not in game.legal(match.state, seat):
            with pytest.raises(Rejected):
                match.play(move, seat)

    assert decided == []


@pytest.mark.parametrize("text", ["place 1", Text("place 1")])
def test_a_move_may_be_given_by_its_text(text: str) -> None:
    match = cardkit.start("push", 3, seed="a fitting start").play("reveal")

    assert match.play(text) == match.play(match.legal()[0])


def test_a_text_that_says_no_move_is_unreadable() -> None:
    error = refusal(started("thirteen"), "b77")

    assert (error.code, str(error)) == ("unreadable", "'b77' isn't a move of thirteen; did you mean b7?")


def test_a_text_is_read_with_the_seats_and_options_of_the_match() -> None:
    """with three seats there is nobody at seat 5"""
    six, three = (cardkit.start("biberbande", seats, seed="x") for seats in (6, 3))

    assert refusal(six, "swap 0>5.0").code == "not_now"
    assert refusal(three, "swap 0>5.0").code == "unreadable"


def test_a_game_may_read_in_its_own_way() -> None:
    game = cardkit.game("push")

    def read(text: str, seats: int, options: object) -> object:
        return game.read(text.lower(), seats, options)

    loud = attrs.evolve(game, read=read)
    match = attrs.evolve(started("push"), game=loud)

    assert match.play("REVEAL") == match.play("reveal")


def test_a_variant_with_other_texts_reads_those() -> None:
    game = cardkit.game("push")

    def say(move: object) -> str:
        return game.say(move).upper()

    shouting = attrs.evolve(game, say=say)

    assert shouting.read("STOP", 2, shouting.options()) == game.read("stop", 2, game.options())


@attrs.frozen
class Pass:
    cards: tuple[int, ...]


@attrs.frozen
class Nested:
    one: Pass
    other: Pass | None = None


PASSES: Final = tuple(map(Pass, combinations(range(52), 3)))
MANY: Final = Moves("hearts", PASSES, lambda move: " ".join(map(str, move.cards)))


def test_of_very_many_moves_each_is_found_and_read() -> None:
    for move in PASSES[::1000]:
        assert MANY.find(Pass(move.cards)) is move
        assert MANY.read(" ".join(map(str, move.cards))) is move


def test_of_very_many_moves_the_nearest_are_named() -> None:
    with pytest.raises(Rejected, match=r"'17 18' .* did you mean 17 18 19, 17 18 20 or 17 18 21\?"):
        MANY.read("17 18")
    with pytest.raises(Rejected, match=r"did you mean 40 41 42"):
        MANY.read("40 41 4x2")


def test_only_few_of_very_many_moves_are_compared_with_an_unknown_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []

    def noting(wanted: str, known: list[str], cutoff: float) -> list[str]:
        compared.append(len(known))
        return []

    monkeypatch.setattr("cardkit.moves.get_close_matches", noting)

    with pytest.raises(Rejected, match="a move looks like this: "):
        MANY.read("nonsense")

    assert compared == [64]


@pytest.mark.parametrize(
    "cards", [(0, 1, True), (0, 1), (), (0, 1, (2,)), (0, 1, 2.0), (2, 1, 0), "012", None]
)
def test_every_part_of_a_move_has_to_be_of_its_class(cards: object) -> None:
    assert MANY.find(untyped(Pass)(cards)) is None


def test_parts_of_moves_may_have_parts() -> None:
    known = Moves("nested", (Nested(PASSES[0]), Nested(PASSES[0], PASSES[1])), repr)

    assert known.find(Nested(Pass((0, 1, 2)), Pass((0, 1, 3)))) == known.in_order[1]
    assert known.find(Nested(Pass((0, 1, 2)))) == known.in_order[0]
    assert known.find(Nested(Pass((0, 1, 3)))) is None


def test_a_part_that_goes_on_and_on_is_no_move() -> None:
    deep: tuple[object, ...] = ()
    for _ in range(100_000):
        deep = (deep,)

    assert MANY.find(untyped(Pass)(deep)) is None


def test_the_moves_of_a_game_are_asked_for_once() -> None:
    asked: list[int] = []
    game = cardkit.game("push")

    def moves(seats: int, options: object) -> tuple[object, ...]:
        asked.append(seats)
        return game.moves(seats, options)

    noting = attrs.evolve(game, moves=moves)
    for seats in (2, 3, 2, 3):
        assert known_moves(noting, seats, noting.options()).in_order == game.moves(seats, game.options())

    assert asked == [2, 3]


@pytest.mark.parametrize("value", [None, 7, b"b7", Impostor()], ids=named)
def test_what_is_no_text_has_no_characters(value: object) -> None:
    assert text_of(value) is None


def test_a_text_of_another_class_has_its_characters_only() -> None:
    text = text_of(Text("b7"))

    assert type(text) is str
    assert text == "b7"
