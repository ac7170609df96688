"""A transcript replays itself, and names the first line that goes otherwise."""

import pytest

from cardkit.chance import Chance
from cardkit.opening import begin
from cardkit.rejections import CardkitError, UnknownGame
from cardkit.seats import Seat
from cardkit.testing import TranscriptDiffers, check_transcript, replay, write_transcript
from tests.testing.plants import variant
from tests.testing.tiny import TINY, Event, Move, Options, State, Thrown, decide

MATCH = replay(TINY, 2, Options(deals=1), "golden", ["0 throw", "1 throw"])
TEXT = write_transcript(MATCH)


def test_it_begins_with_what_is_needed_to_play_it_again() -> None:
    assert TEXT.splitlines()[:4] == ["game: tiny", "seats: 2", 'options: {"deals": 1}', "seed: golden"]


def test_each_move_has_its_number_its_seat_and_its_text() -> None:
    lines = TEXT.splitlines()

    assert "1. seat 0: throw" in lines
    assert "2. seat 1: throw" in lines


def test_each_event_is_told_and_stands_in_json() -> None:
    lines = TEXT.splitlines()
    place = lines.index("1. seat 0: throw")

    assert lines[place + 1] == "  Thrown: en"
    assert lines[place + 2].startswith('  tiny.thrown {"seat": 0, "face": ')


def test_it_ends_with_the_outcome() -> None:
    over = replay(TINY, 2, Options(deals=1), "golden", ["0 throw", "1 throw"] * 2)

    assert TEXT.endswith("\noutcome: null\n")
    assert '\noutcome: {"totals": [' in write_transcript(over)


def test_a_match_that_goes_as_it_says_passes() -> None:
    check_transcript(TEXT, TINY)


def test_the_first_line_that_goes_otherwise_is_named() -> None:
    def lucky(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        first, *others = decide(state, seat, move, chance)
        return (Thrown(seat, 7) if isinstance(first, Thrown) and seat == 1 else first, *others)

    with pytest.raises(TranscriptDiffers, match="but the match now gives") as caught:
        check_transcript(TEXT, variant(decide=lucky))

    assert TEXT.splitlines()[caught.value.line - 1].startswith('  tiny.thrown {"seat": 1')
    assert isinstance(caught.value, AssertionError | CardkitError)


def test_a_move_that_is_no_longer_legal_is_named() -> None:
    text = TEXT.replace("2. seat 1: throw", "2. seat 0: throw")

    with pytest.raises(TranscriptDiffers, match="not_your_turn") as caught:
        check_transcript(text, TINY)

    assert text.splitlines()[caught.value.line - 1] == "2. seat 0: throw"


def test_what_went_wrong_before_an_illegal_move_is_named_first() -> None:
    text = TEXT.replace("2. seat 1: throw", "2. seat 0: throw").replace("  Thrown: en", "  Thrown: es", 1)

    with pytest.raises(TranscriptDiffers) as caught:
        check_transcript(text, TINY)

    assert text.splitlines()[caught.value.line - 1] == "  Thrown: es"


@pytest.mark.parametrize("text", [TEXT.rpartition("\n\n")[0], f"{TEXT}more\n"], ids=["few", "many"])
def test_a_line_too_few_or_too_many_is_found(text: str) -> None:
    with pytest.raises(TranscriptDiffers, match=r"\(nothing\)"):
        check_transcript(text, TINY)


def test_a_spoiled_header_is_named() -> None:
    with pytest.raises(TranscriptDiffers, match="line 2 "):
        check_transcript(TEXT.replace("seats: 2", "players: 2"), TINY)


def test_the_game_is_looked_up_by_its_key_when_it_is_not_given() -> None:
    with pytest.raises(UnknownGame, match="tiny"):
        check_transcript(TEXT)


def test_a_match_with_entropy_has_no_transcript() -> None:
    with pytest.raises(CardkitError, match="entropy"):
        write_transcript(begin(TINY, 2, None, "golden", {0: "mine"}))
