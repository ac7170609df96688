"""What an author sees of `check_game`."""

import re
from functools import cache

import pytest

from cardkit.chance import Chance
from cardkit.rejections import CardkitError, Rejected
from cardkit.seats import Seat
from cardkit.testing import Law, LawReport, LawsBroken, check_game, examine, replay
from cardkit.testing.laws import consistency
from cardkit.testing.trial import settings
from tests.testing.plants import showing, variant
from tests.testing.refill import REFILL
from tests.testing.tiny import TINY, Event, Move, Options, Play, State, Throw, cards, decide


def slow_die(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    """Refuse the die from the third move on, though it is legal."""
    if isinstance(move, Throw) and state.moved >= 2:
        raise Rejected("not_a_move", "the die is lost")
    return decide(state, seat, move, chance)


BROKEN = variant(decide=slow_die, outcome=lambda state: None)


@cache
def report() -> LawReport:
    """Return what `examine` says of it, if nobody lists the cards."""
    return examine(BROKEN)


def test_a_sound_game_keeps_all_laws() -> None:
    report = check_game(TINY, matches=2, cards=cards, importable="tests.testing.tiny:TINY")

    assert report.broken == ()
    assert {*report.notes} == {Law.ORDER}
    assert report.matches == 2
    assert report.seats == (2, 3)


def test_a_broken_game_raises_one_error_that_names_every_broken_law() -> None:
    with pytest.raises(LawsBroken) as caught:
        check_game(BROKEN, cards=cards)

    assert isinstance(caught.value, AssertionError | CardkitError)
    assert [broken.law for broken in caught.value.report.broken] == [Law.JUDGING, Law.ENDING]
    assert "Law 2 is broken" in str(caught.value)
    assert "Law 8 is broken" in str(caught.value)


def test_the_match_shown_is_the_shortest_of_those_tried() -> None:
    (judging,) = (broken for broken in report().broken if broken.law is Law.JUDGING)

    assert len(judging.turns) == 2


def test_the_match_shown_can_be_played_again() -> None:
    (judging,) = (broken for broken in report().broken if broken.law is Law.JUDGING)

    match = replay(BROKEN, judging.seats, Options(), judging.seed, judging.turns)

    assert Throw() in match.legal()
    with pytest.raises(Rejected, match="the die is lost"):
        match.play(Throw())


def test_the_report_prints_the_call_that_plays_it_again() -> None:
    text = str(report())

    assert re.search(r'replay\(GAME, 2, Options\(deals=2\), "laws \d", \["0 \w+", "1 \w+"\]\)', text)


def test_the_report_has_a_line_for_every_law() -> None:
    """`?` where nothing was checked: nobody counts the cards, and what is imagined can't be played on."""
    imagining = (Law.IMAGINATION, Law.SPECTATORS, Law.CONSISTENCY, Law.ORDER)
    expected = {
        Law.JUDGING: "BROKEN",
        Law.ENDING: "BROKEN",
        Law.CONSERVATION: "?",
        **dict.fromkeys(imagining, "?"),
    }
    lines = str(report()).splitlines()

    assert lines[0].startswith("tiny: 8 matches")
    assert [line.split()[:2] for line in lines[1:14]] == [
        [str(law.value), expected.get(law, "held")] for law in Law
    ]


def test_what_was_not_checked_is_said() -> None:
    report = examine(variant(bound=lambda seats, options: None), matches=1)

    assert {*report.notes} == {Law.CONSERVATION, Law.ENDING, Law.REPEATABILITY, Law.ORDER}


def test_the_check_can_be_limited_to_some_laws() -> None:
    endless = variant(outcome=lambda state: None)

    limited = examine(endless, matches=2, laws=[Law.WORDS])

    assert limited.broken == ()
    assert limited.unjudged == {*Law} - {Law.WORDS}
    assert limited.notes[Law.ENDING] == "left out"
    assert examine(endless, matches=2, laws=[Law.ENDING]).laws_broken == {Law.ENDING}


def test_a_law_that_builds_on_a_broken_one_is_not_judged() -> None:
    assert examine(BROKEN, cards=cards, matches=2).notes[Law.IMAGINATION] == "it builds on law 2"


def test_a_view_that_leaks_is_not_named_twice() -> None:
    report = examine(showing(lambda state, viewer: str(state.stock)), matches=2, cards=cards)

    assert [broken.law for broken in report.broken] == [Law.SECRECY]
    assert "where law 5 is broken" in report.notes[Law.PROJECTION]


def test_the_same_call_finds_the_same() -> None:
    assert str(examine(BROKEN, matches=3)) == str(examine(BROKEN, matches=3))


def test_another_seed_plays_other_matches() -> None:
    assert report().broken[0].seed.startswith("laws ")
    assert examine(BROKEN, matches=2, seed="other").broken[0].seed.startswith("other ")


def test_all_numbers_of_seats_and_all_house_rules_are_gone_round() -> None:
    tried: list[tuple[int, int]] = []

    def opened(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
        tried.append((seats, options.deals))
        return TINY.open(seats, options, chance)

    rules = Options(deals=1), Options(deals=3)
    examine(variant(open=opened), options=rules, matches=4, laws=[Law.REPEATABILITY])

    assert {*tried} == {(2, 1), (3, 1), (2, 3), (3, 3)}


@pytest.mark.parametrize(("seats", "rules"), [(1, 2), (2, 3), (3, 2), (4, 3), (5, 2), (4, 6)])
def test_each_number_of_seats_is_tried_with_each_of_the_house_rules(seats: int, rules: int) -> None:
    tried = [(one, other) for one, other, _ in settings(range(seats), range(rules), seats * rules, "any")]

    assert len({*tried}) == seats * rules
    assert {other for _, other in tried[: max(seats, rules)]} == {*range(rules)}


def test_a_replay_names_seat_and_move() -> None:
    match = replay(TINY, 2, Options(), "any", ["0 throw"])

    assert match.version == 3
    assert match.actors == (1,)
    assert all(isinstance(move, Play | Throw) for move in match.legal())


def test_a_law_that_could_be_tried_nowhere_says_so_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law 12 skips a move if it takes too long to imagine states that fit; law 13 needs cards in a new order."""
    monkeypatch.setattr(consistency, "PATIENCE", 0)

    report = examine(TINY, matches=2, laws=[Law.CONSISTENCY, Law.ORDER])

    assert report.unjudged >= {Law.CONSISTENCY, Law.ORDER}
    assert report.notes[Law.CONSISTENCY].startswith(
        "nothing could be tried: too few imagined states fit the moves; "
    )
    assert report.notes[Law.ORDER] == (
        "nothing could be tried: no move laid cards in a new order without drawing from chance"
    )
    assert str(report).splitlines()[12].startswith("  12 ?  ")


def test_a_law_that_could_be_tried_somewhere_is_judged() -> None:
    report = examine(REFILL, matches=2, laws=[Law.CONSISTENCY])

    assert Law.CONSISTENCY not in report.unjudged
    assert Law.CONSISTENCY not in report.notes
