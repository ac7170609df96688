"""Law 2 finds what is judged otherwise than it is listed, and breaks for nothing else."""

from itertools import count

from cardkit.chance import Chance
from cardkit.game import reader
from cardkit.rejections import Rejected
from cardkit.seats import Seat
from cardkit.testing import Law
from tests.testing.plants import laws_broken_by, variant
from tests.testing.tiny import (
    DECK,
    TINY,
    Event,
    Move,
    Options,
    Play,
    State,
    Throw,
    Thrown,
    actors,
    decide,
    legal,
    say,
)

ONLY_JUDGING = {Law.JUDGING}


def test_a_move_that_is_accepted_must_be_listed() -> None:
    def generous(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if seat in actors(state) and type(move) is Play and move.card == 9:
            return (Thrown(seat, 1),)
        return decide(state, seat, move, chance)

    game = variant(decide=generous, moves=lambda seats, options: (*map(Play, (*DECK, 9)), Throw()))
    game = variant(game, read=reader("tiny", say, game.moves(2, Options())))

    assert laws_broken_by(game) == ONLY_JUDGING


def test_a_move_that_is_listed_must_be_accepted() -> None:
    def hopeful(state: State, seat: Seat) -> tuple[Move, ...]:
        listed = legal(state, seat)
        return (*listed, Play(9)) if listed else ()

    game = variant(legal=hopeful, moves=lambda seats, options: (*TINY.moves(seats, options), Play(9)))
    game = variant(game, read=lambda text: Play(9) if text == "9" else TINY.read(text))

    assert laws_broken_by(game) == ONLY_JUDGING


def test_who_is_not_to_move_must_have_no_legal_moves() -> None:
    def early(state: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(map(Play, state.hands[seat])) if state.moved == 1 else legal(state, seat)

    assert laws_broken_by(variant(legal=early)) == ONLY_JUDGING


def test_a_move_is_listed_once() -> None:
    def stuttering(state: State, seat: Seat) -> tuple[Move, ...]:
        listed = legal(state, seat)
        return (*listed, *listed[:1])

    assert laws_broken_by(variant(legal=stuttering)) == ONLY_JUDGING


def test_what_is_no_move_must_be_rejected_rather_than_crash() -> None:
    def trusting(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if seat in actors(state) and isinstance(move, str):
            raise TypeError(f"{move} is no move")
        return decide(state, seat, move, chance)

    assert laws_broken_by(variant(decide=trusting)) == ONLY_JUDGING


def test_a_move_with_a_field_of_a_wrong_type_must_be_rejected() -> None:
    def trusting(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if type(move) is Play and {move.card} & {*state.heap}:
            raise Rejected("not_in_hand", f"{move.card} was played before")
        return decide(state, seat, move, chance)

    assert laws_broken_by(variant(decide=trusting)) == ONLY_JUDGING


def test_a_code_must_be_declared() -> None:
    def inventive(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        try:
            return decide(state, seat, move, chance)
        except Rejected as refused:
            code = "no_such_card" if refused.code == "not_in_hand" else refused.code
            raise Rejected(code, str(refused)) from None

    assert laws_broken_by(variant(decide=inventive)) == ONLY_JUDGING


def test_a_refusal_must_have_words() -> None:
    def silent(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        try:
            return decide(state, seat, move, chance)
        except Rejected as refused:
            raise Rejected(refused.code, "") from None

    assert laws_broken_by(variant(decide=silent)) == ONLY_JUDGING


def test_an_actor_is_a_seat_of_the_match_and_named_once() -> None:
    assert laws_broken_by(variant(actors=lambda state: actors(state) * 2)) == ONLY_JUDGING


def test_an_actor_must_have_something_to_do() -> None:
    def stuck(state: State, seat: Seat) -> tuple[Move, ...]:
        return () if state.moved == 3 else legal(state, seat)

    assert laws_broken_by(variant(legal=stuck)) == ONLY_JUDGING


def test_legal_moves_must_come_in_the_same_order_again() -> None:
    """What else it breaks depends on who happens to ask when."""
    turns = count()

    def restless(state: State, seat: Seat) -> tuple[Move, ...]:
        listed = legal(state, seat)
        return listed if next(turns) % 7 else listed[::-1]

    assert Law.JUDGING in laws_broken_by(variant(legal=restless))


def test_asking_for_legal_moves_must_not_fail() -> None:
    """Law 6 asks for them too: they belong to what a seat sees."""

    def failing(state: State, seat: Seat) -> tuple[Move, ...]:
        if state.moved == 2:
            raise KeyError(seat)
        return legal(state, seat)

    assert laws_broken_by(variant(legal=failing)) == {Law.JUDGING, Law.PROJECTION}


def test_a_decision_must_bring_events() -> None:
    def idle(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        events = decide(state, seat, move, chance)
        return () if isinstance(events[0], Thrown) else events

    assert laws_broken_by(variant(decide=idle)) == ONLY_JUDGING
