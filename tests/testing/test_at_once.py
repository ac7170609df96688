"""Games in which several seats may move, and secrets that come from moves rather than from chance."""

import attrs

from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from cardkit.testing import Law, check_game, divide, examine, perft, replay, write_transcript
from tests.testing.at_once import AT_ONCE, MOVES, AtOnce, Options, Pick, State, View


def laws_broken_by(game: AtOnce) -> set[Law]:
    return {*examine(game, matches=2).laws_broken}


def test_a_game_in_which_all_move_at_once_keeps_the_laws() -> None:
    rules = Options(), Options(rounds=2)
    importable = "tests.testing.at_once:AT_ONCE"
    assert check_game(AT_ONCE, options=rules, matches=2, importable=importable).broken == ()


def test_a_refusal_that_tells_of_a_secret_pick_leaks() -> None:
    def more(seats: int, options: Options) -> tuple[Pick, ...]:
        return (*MOVES, Pick(3))

    def telling(state: State, seat: Seat, move: Pick) -> Rejected:
        return Rejected("not_legal", f"3 is too much, unlike {state.numbers}")

    game = attrs.evolve(AT_ONCE, moves=more, refuse=telling)

    assert laws_broken_by(game) == {Law.SECRECY}


def test_a_view_that_tells_of_a_secret_pick_leaks() -> None:
    """No other deal brings it about: another pick does."""

    def telling(state: State, viewer: Viewer) -> View:
        return View(state.numbers, state.rounds)

    assert laws_broken_by(attrs.evolve(AT_ONCE, view=telling)) == {Law.SECRECY}


def test_the_first_moves_of_all_actors_are_counted() -> None:
    match = replay(AT_ONCE, 2, Options(), "any")

    assert [*divide(match, 2).items()] == [(f"{seat} {number}", 3) for seat in (0, 1) for number in range(3)]
    assert perft(match, 2) == 18


def test_a_transcript_says_which_seat_moved() -> None:
    text = write_transcript(replay(AT_ONCE, 2, Options(), "any", ["1 2", "0 0"]))

    assert "\n1. seat 1: 2\n" in text
    assert "\n2. seat 0: 0\n" in text
