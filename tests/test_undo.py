"""Taking moves back: granted when nobody has learned anything, and never forgotten by the log."""

from itertools import count
from typing import Final

import pytest

import cardkit
from cardkit.chance import Chance, SeededChance
from cardkit.engine_events import Undone
from cardkit.games.biberbande import GAME as BIBERBANDE
from cardkit.games.biberbande import Options as BiberbandeOptions
from cardkit.games.biberbande import rounds
from cardkit.games.push import GAME as PUSH
from cardkit.games.push import Place, Reveal
from cardkit.games.thirteen import GAME as THIRTEEN
from cardkit.match import Match
from tests.games.biberbande.scenes import cards
from tests.resealing import resealed
from tests.testing.plants import NotedState, keeping, note_in, recast, variant
from tests.testing.tiny import Event, Memory, Move, State, Throw, Thrown, decide, imagine


def placed() -> Match[object, object, object, object, object, object, object]:
    """Return a match of Push whose last move is seat 0's placing of the first card."""
    match = cardkit.start("push", 3, seed="a fitting start")
    match = match.play(Reveal())
    assert isinstance(match.legal()[0], Place)
    return match.play(match.legal()[0])


def test_the_match_stands_as_it_did_and_the_log_keeps_the_move() -> None:
    match = placed()
    before = match.at(match.version - 1)

    back = match.undo(0)

    assert back.state == before.state
    assert back.version == match.version + 1
    assert back.log.entries[:-1] == match.log.entries
    assert back.log.entries[-1].event == Undone(before.version)
    assert back.log.entries[-1].by == 0


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everybody_sees_that_a_move_was_undone_and_knows_what_they_knew_before(viewer: int | None) -> None:
    match = placed()
    before = match.at(match.version - 1)

    back = match.undo(0)

    assert back.glimpses(viewer, since=match.version) == (Undone(before.version),)
    assert back.memory(viewer) == before.memory(viewer)
    assert back.view(viewer) == before.view(viewer)
    assert "taken back" in back.sentences(viewer, since=match.version)[0]


def test_it_can_be_played_on_undone_again_saved_and_checked() -> None:
    match = placed().undo(0)
    match = match.play(match.legal()[0]).undo(0)
    match = match.play(match.legal()[0])

    again = cardkit.loads(cardkit.dumps(match))

    assert again == match
    assert again.memory(1) == match.memory(1)
    assert cardkit.verify(match).complete


def test_moves_before_the_last_one_can_be_undone_in_turn() -> None:
    match = placed()

    twice = match.play("stop").undo(0).undo(0)

    assert twice.state == match.at(match.version - 1).state
    assert not twice.undoable(0)  # the card that was turned up


@pytest.mark.parametrize(
    ("seat", "reason"), [(1, "the last move was seat 0's"), (2, "the last move was seat 0's")]
)
def test_only_the_seat_that_moved_last_may_undo(seat: int, reason: str) -> None:
    verdict = placed().undoable(seat)

    assert not verdict
    assert verdict.reason == reason


def test_a_move_that_told_anybody_anything_stays() -> None:
    match = cardkit.start(THIRTEEN, 3, seed="13")
    match = match.play(match.legal()[0])

    assert not match.undoable(1)
    with pytest.raises(cardkit.Rejected, match="somebody has learned something from it") as refusal:
        match.undo(1)
    assert refusal.value.code == "not_undoable"


def test_the_opening_stays() -> None:
    assert match_at_start().undoable(0).reason == "nobody has moved yet"


def match_at_start() -> cardkit.AnyMatch:
    return cardkit.start("push", 2, seed="start")


@pytest.mark.parametrize("seat", [3, -1, True, "0", None])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(cardkit.Rejected) as refusal:
        placed().undoable(seat)
    assert refusal.value.code == "no_such_seat"


def test_a_log_that_takes_back_another_move_is_refused() -> None:
    log = cardkit.dumps(placed().undo(0))
    wrong = log.replace('"to":3', '"to":2')
    assert wrong != log

    with pytest.raises(cardkit.LogError):
        cardkit.loads(wrong, PUSH)


FIVES: Final = cards("7 5 5 5 5 5 5 5 5 5 5")
"""Two rows, a card turned up, a stock of two."""


@pytest.mark.parametrize(("position", "drawer_knows"), [(0, True), (1, False)])
def test_whether_a_move_can_be_undone_tells_nobody_what_its_player_knew(
    position: int, drawer_knows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who saw the only 7 knows that it draws a 5; the other player can't know."""
    monkeypatch.setattr(rounds, "DECK", FIVES)
    options = BiberbandeOptions(rounds=1, first_dealer=1)
    started = (cardkit.start(BIBERBANDE, 2, options=options, seed=str(number)) for number in range(999))
    match = next(match for match in started if match.state.rows[0][position] == "7")

    match = match.play("look").play("look").play("draw")

    stocks = {BIBERBANDE.imagine(match.memory(0), match.chance.at(number)).stock for number in range(20)}
    assert (len(stocks) == 1) == drawer_knows
    assert match.undoable(0).reason == "somebody has learned something from it"


def played() -> Match[object, object, object, object, object, object, object]:
    """Return a match of 13 in which each of three seats has moved once."""
    match = cardkit.start("thirteen", 3, seed="friends at a table", options={"first_dealer": 2})
    for _ in range(3):
        match = match.play(match.legal()[0])
    return match


def test_with_everybodys_consent_a_seats_last_move_is_taken_back_and_all_that_followed_it() -> None:
    match = played()
    before = match.last_of(0, among_others=True)
    assert before is not None
    assert before.previous is not None

    back = match.undo(0, agreed=(1, 2))

    assert back.state == before.previous.state
    assert back.actors == (0,)
    assert back.log.entries[-1].event == Undone(before.previous.version, (0, 1, 2))
    assert back.memory(1) == before.previous.memory(1)


def test_it_takes_the_consent_of_all() -> None:
    match = played()

    with pytest.raises(cardkit.Rejected) as refused:
        match.undo(0, agreed=(1,))

    assert refused.value.code == "not_undoable"


def test_a_seat_that_has_not_moved_has_nothing_to_take_back() -> None:
    match = played()
    first = match.last_of(0, among_others=True)
    assert first is not None

    with pytest.raises(cardkit.Rejected):
        first.undo(1, agreed=(0, 1, 2))


def test_a_match_with_moves_taken_back_by_consent_can_be_saved_and_checked() -> None:
    match = played().undo(0, agreed=(0, 1, 2))
    match = match.play(match.legal()[-1])

    again = cardkit.loads(cardkit.dumps(match))

    assert again == match
    assert cardkit.verify(match).ok


@pytest.mark.parametrize("agreed", [[0], [0, 1], [2, 1, 0]], ids=str)
def test_a_log_in_which_not_all_agreed_is_refused(agreed: list[int]) -> None:
    text = cardkit.dumps(played().undo(0, agreed=(0, 1, 2)))

    changed = resealed(text, lambda lines: lines[-1].update(agreed=agreed))

    with pytest.raises(cardkit.LogError):
        cardkit.loads(changed)


def test_a_hidden_number_is_tried_in_all_its_values() -> None:
    """a throw would have come otherwise if the number were 137: one world in a thousand"""

    def knowing(memory: Memory, chance: Chance) -> State:
        return recast(NotedState, imagine(memory, chance), note=chance.below("number", 1000))

    def telling(state: State, seat: int, move: Move, chance: Chance) -> tuple[Event, ...]:
        return thrown(state, seat, move, 6 if note_in(state) == "137" else 1)

    quiet = variant(keeping(lambda chance: "5"), imagine=knowing, decide=certain)
    game = variant(quiet, decide=telling)

    assert cardkit.start(quiet, 2, seed="number").play(Throw()).undoable(0)
    assert not cardkit.start(game, 2, seed="number").play(Throw()).undoable(0)


def test_a_draw_that_could_come_but_one_way_is_none() -> None:
    """one item shuffled, a number below 1"""

    def drawing(state: State, seat: int, move: Move, chance: Chance) -> tuple[Event, ...]:
        chance.shuffle("one", "a")
        return thrown(state, seat, move, 1 + chance.below("none", 1))

    assert cardkit.start(variant(decide=drawing), 2, seed="certain").play(Throw()).undoable(0)


def test_a_wide_draw_in_imagine_does_not_make_undo_ask_for_as_many_worlds() -> None:
    asked: list[State] = []

    def weighing(memory: Memory, chance: Chance) -> State:
        chance.below("weight", 2**32)
        asked.append(imagine(memory, chance))
        return asked[-1]

    match = cardkit.start(variant(imagine=weighing, decide=certain), 2, seed="wide").play(Throw())

    assert match.undoable(0)
    assert len(asked) < 3_000


def test_an_imagine_that_draws_until_it_fits_does_not_make_undo_hang() -> None:
    """rigged chance would give the first card for ever, which never fits"""

    def trying(memory: Memory, chance: Chance) -> State:
        for number in count():
            if (
                chance.below(f"try {number}", 3) == 2
                and chance.shuffle(f"try {number}: cards", "abc")[0] != "a"
            ):
                return imagine(memory, chance)
        raise AssertionError

    match = cardkit.start(variant(imagine=trying, decide=certain), 2, seed="trying").play(Throw())

    assert match.undoable(0)


def test_worlds_whose_draws_depend_on_earlier_ones_are_all_gone_through() -> None:
    """a coin, and if it shows 1, one number of 90: only the last number tells something"""

    def dependent(memory: Memory, chance: Chance) -> State:
        number = chance.below("number", 90) if chance.below("coin", 2) else 0
        return recast(NotedState, imagine(memory, SeededChance("fixed")), note=number)

    def telling(state: State, seat: int, move: Move, chance: Chance) -> tuple[Event, ...]:
        return thrown(state, seat, move, 6 if note_in(state) == "89" else 1)

    game = variant(keeping(lambda chance: "5"), imagine=dependent, decide=telling)

    assert not cardkit.start(game, 2, seed="coin").play(Throw()).undoable(0)


def certain(state: State, seat: int, move: Move, chance: Chance) -> tuple[Event, ...]:
    """Decide as the tiny game does, with a die that always shows 1."""
    return thrown(state, seat, move, 1)


def thrown(state: State, seat: int, move: Move, face: int) -> tuple[Event, ...]:
    """Return what a move brings there; of a throw, this face."""
    return (
        (Thrown(seat, face),) if isinstance(move, Throw) else decide(state, seat, move, SeededChance("none"))
    )
