"""Law 2 finds what is judged otherwise than it is listed, and breaks for nothing else."""

from itertools import count

from cardkit.chance import Chance
from cardkit.rejections import Rejected
from cardkit.seats import Seat
from cardkit.testing import Law
from tests.testing.plants import laws_broken_by, variant
from tests.testing.tiny import Event, Move, Play, State, Throw, Thrown, actors, decide, legal, say

ONLY_JUDGING = {Law.JUDGING}


def test_a_move_that_is_listed_must_be_accepted() -> None:
    def picky(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if isinstance(move, Throw) and state.moved == 3:
            raise Rejected("not_in_hand", "not now")
        return decide(state, seat, move, chance)

    assert laws_broken_by(variant(decide=picky)) == ONLY_JUDGING


def test_refusing_must_not_crash() -> None:
    def failing(state: State, seat: Seat, move: Move) -> Rejected:
        raise KeyError(move)

    assert laws_broken_by(variant(refuse=failing)) == ONLY_JUDGING


def test_a_code_must_be_declared() -> None:
    def inventive(state: State, seat: Seat, move: Move) -> Rejected:
        return Rejected("no_such_card", f"{say(move)} is nowhere")

    assert laws_broken_by(variant(refuse=inventive)) == ONLY_JUDGING


def test_a_refusal_must_have_words() -> None:
    def silent(state: State, seat: Seat, move: Move) -> Rejected:
        return Rejected("not_in_hand", "")

    assert laws_broken_by(variant(refuse=silent)) == ONLY_JUDGING


def test_a_game_need_not_say_why_a_move_is_not_legal() -> None:
    assert laws_broken_by(variant(refuse=lambda state, seat, move: None)) == set()


def test_who_is_not_to_move_must_have_no_legal_moves() -> None:
    def early(state: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(map(Play, state.hands[seat])) if state.moved == 1 else legal(state, seat)

    assert laws_broken_by(variant(legal=early)) == ONLY_JUDGING


def test_a_move_is_listed_once() -> None:
    def stuttering(state: State, seat: Seat) -> tuple[Move, ...]:
        listed = legal(state, seat)
        return (*listed, *listed[:1])

    assert laws_broken_by(variant(legal=stuttering)) == ONLY_JUDGING


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


def test_a_refusal_must_be_told_in_every_language_of_the_game() -> None:
    def told(*languages: str) -> set[Law]:
        says = dict.fromkeys(languages, "{move} is not in your hand")

        def refuse(state: State, seat: Seat, move: Move) -> Rejected:
            return Rejected("not_in_hand", says, move=say(move))

        return laws_broken_by(variant(refuse=refuse, languages=("en", "de")))

    assert told("en", "de") == set()
    assert told("en") == ONLY_JUDGING
    assert told("en", "de-AT") == ONLY_JUDGING


def test_a_refusal_must_have_words_in_every_language() -> None:
    def refuse(state: State, seat: Seat, move: Move) -> Rejected:
        return Rejected("not_in_hand", {"en": "not in your hand", "de": " "})

    assert laws_broken_by(variant(refuse=refuse, languages=("en", "de"))) == ONLY_JUDGING


def test_a_game_of_one_language_may_say_it_in_one_text() -> None:
    def plain(state: State, seat: Seat, move: Move) -> Rejected:
        return Rejected("not_in_hand", f"{say(move)} ist nicht auf deiner Hand")

    assert laws_broken_by(variant(refuse=plain, languages=("de",))) == set()
    assert laws_broken_by(variant(refuse=plain, languages=("en", "nl"))) == ONLY_JUDGING
