"""Law 9 finds moves that can't be said, read or numbered, and breaks for nothing else."""

from itertools import count

import pytest
from attrs import evolve

from cardkit.drawing import Layout, Line
from cardkit.game import Language
from cardkit.rejections import Rejected
from cardkit.testing import Law
from tests.testing.plants import NotedView, laws_broken_by, variant, wired
from tests.testing.tiny import DECK, TINY, Event, Glimpse, Move, Options, Play, View, moves, say, tell

ONLY_WORDS = {Law.WORDS}


def test_two_moves_must_not_be_said_alike() -> None:
    def mumbling(move: Move) -> str:
        return "7" if move == Play(8) else say(move)

    assert laws_broken_by(variant(say=mumbling)) == ONLY_WORDS


def test_a_move_that_can_not_be_said_at_all_is_found() -> None:
    def speechless(move: Move) -> str:
        raise NotImplementedError

    assert laws_broken_by(variant(say=speechless), importable="tests.testing.tiny:TINY") == ONLY_WORDS


def test_a_text_that_no_move_is_said_as_must_not_be_read() -> None:
    def lenient(text: str, seats: int, options: Options) -> Move:
        return TINY.read(text.strip(), seats, options)

    assert laws_broken_by(variant(read=lenient)) == ONLY_WORDS


def test_a_legal_move_must_have_a_number() -> None:
    """Else it isn't a move of the match: it is listed as legal, but refused."""
    game = variant(moves=lambda seats, options: tuple(map(Play, DECK)))

    assert laws_broken_by(game) == {Law.JUDGING, Law.WORDS}


def test_a_move_must_not_have_two_numbers() -> None:
    twice = variant(moves=lambda seats, options: moves(seats, options) * 2)

    assert laws_broken_by(twice) == ONLY_WORDS


def test_every_event_must_have_a_sentence_in_every_language() -> None:
    def speechless(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
        return "" if language == "nl" else tell(event, language, names)

    assert laws_broken_by(variant(tell=speechless, languages=("en", "nl"))) == ONLY_WORDS
    assert not laws_broken_by(variant(tell=speechless, languages=("en",)))


@pytest.mark.parametrize("languages", [(), ("English, please",)])
def test_a_game_names_the_languages_that_it_speaks_by_their_tags(languages: tuple[str, ...]) -> None:
    assert laws_broken_by(variant(languages=languages)) == ONLY_WORDS


def test_a_view_must_come_back_from_its_json() -> None:
    assert laws_broken_by(variant(wire=wired(view=NotedView))) == ONLY_WORDS


def test_a_move_must_not_be_said_on_two_lines() -> None:
    def rambling(move: Move) -> str:
        return "7\n" if move == Play(7) else say(move)

    assert laws_broken_by(variant(say=rambling)) == ONLY_WORDS


def test_what_a_move_is_said_as_must_be_readable() -> None:
    def short_sighted(text: str, seats: int, options: Options) -> Move:
        if text == "7":
            raise Rejected("unreadable", "7 is too small to read")
        return TINY.read(text, seats, options)

    assert laws_broken_by(variant(read=short_sighted)) == ONLY_WORDS


def test_what_can_not_be_read_must_be_refused_as_unreadable() -> None:
    def vague(text: str, seats: int, options: Options) -> Move:
        try:
            return TINY.read(text, seats, options)
        except Rejected as refused:
            raise Rejected("not_a_move", str(refused)) from None

    assert laws_broken_by(variant(read=vague)) == ONLY_WORDS


def test_reading_must_not_crash() -> None:
    def trusting(text: str, seats: int, options: Options) -> Move:
        return TINY.read(text, seats, options) if text.isalnum() else moves(2, Options())[int(text)]

    assert laws_broken_by(variant(read=trusting)) == ONLY_WORDS


def test_moves_must_keep_their_numbers() -> None:
    times = count()

    assert laws_broken_by(
        variant(moves=lambda seats, options: moves(seats, options)[:: (-1) ** next(times)])
    ) == (ONLY_WORDS)


LAYOUT_WITHOUT_WORDS: Layout[View] = Layout(places=(), prompt=lambda view: (Line(words="turn"),))


def test_a_layout_that_lacks_a_word_is_found() -> None:
    assert laws_broken_by(evolve(TINY, layout=f"{__name__}:LAYOUT_WITHOUT_WORDS")) == ONLY_WORDS
