"""Measures can be merged: in any grouping and any order, with nothing lost, and nothing of it depends on memory."""

import json
from functools import cache

import attrs
import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from cardkit.arena import Facts, Numbers, Tally
from cardkit.arena.execution.chunks import MatchRunner
from cardkit.arena.measures.bot_faults import BotFaults
from cardkit.arena.measures.choices import Choices
from cardkit.arena.measures.occurrences import Events
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.plan import STANDARD, Plan
from cardkit.arena.storage.json_values import Damaged
from cardkit.bots.contract import Faults
from cardkit.game import Json
from tests.arena.scenes import Thirteens

MEASURES = (*STANDARD, Pairs, Choices, Thirteens)
DEALS = 9

measures = st.sampled_from(MEASURES)
parts = st.lists(st.integers(0, 3), min_size=DEALS, max_size=DEALS)
whole_numbers = st.lists(st.integers(-(10**9), 10**9) | st.integers(-20, 20), max_size=30)


@cache
def deals() -> list[list[Facts]]:
    spec = Plan("push", 3, {}, ("random", "random", "greedy"), "tallies", True, True)
    table = MatchRunner(spec)
    return [[*table.matches(deal)] for deal in range(DEALS)]


def counted(measure: type[Tally], chosen: list[int]) -> Tally:
    tally = measure()
    for deal in chosen:
        for facts in deals()[deal]:
            tally.add(facts)
    return tally


def text(document: Json) -> str:
    return json.dumps(document)


@given(measures, parts, st.permutations(range(4)))
def test_merged_parts_are_the_whole(measure: type[Tally], where: list[int], order: list[int]) -> None:
    """Commutative and associative: deals are spread over four parts, which are merged in any order."""
    merged = measure()
    for part in order:
        merged.merge(counted(measure, [deal for deal in range(DEALS) if where[deal] == part]))

    assert text(merged.dump()) == text(counted(measure, [*range(DEALS)]).dump())


@given(measures, parts)
def test_merging_is_associative(measure: type[Tally], where: list[int]) -> None:
    def part(number: int) -> Tally:
        return counted(measure, [deal for deal in range(DEALS) if where[deal] == number])

    left, right, last = part(0), part(1), part(2)
    left.merge(right)
    left.merge(last)
    middle, other_left = part(1), part(0)
    middle.merge(part(2))
    other_left.merge(middle)

    assert text(left.dump()) == text(other_left.dump())


@pytest.mark.parametrize("measure", MEASURES)
def test_a_new_tally_is_neutral(measure: type[Tally]) -> None:
    full, empty = counted(measure, [0, 1]), measure()
    before = text(full.dump())
    full.merge(measure())
    empty.merge(counted(measure, [0, 1]))

    assert text(full.dump()) == text(empty.dump()) == before


@pytest.mark.parametrize("measure", MEASURES)
def test_what_was_dumped_is_loaded_again_and_goes_on_counting(measure: type[Tally]) -> None:
    loaded = measure.load(json.loads(text(counted(measure, [0, 1, 2]).dump())))
    for facts in deals()[3]:
        loaded.add(facts)

    assert text(loaded.dump()) == text(counted(measure, [0, 1, 2, 3]).dump())
    json.dumps(loaded.summary(), allow_nan=False)


@pytest.mark.parametrize("measure", [*MEASURES, BotFaults])
@pytest.mark.parametrize("junk", [None, 3, "x", [], [1, 2], {"games": "3"}, {"deals": 1.5}, [0, 0, {"x": 1}]])
def test_what_is_no_dump_is_refused(measure: type[Tally] | type[BotFaults], junk: Json) -> None:
    with pytest.raises(Damaged):
        measure.load(junk)


@given(whole_numbers, whole_numbers)
def test_numbers_have_exact_sums(some: list[int], more: list[int]) -> None:
    numbers = Numbers(some)
    numbers.merge(Numbers(more))

    assert numbers == Numbers([*more, *some])
    assert numbers.count == len(some) + len(more)
    assert numbers.total == sum(some) + sum(more)
    assert numbers.squares == sum(value * value for value in (*some, *more))


@given(st.lists(st.integers(-9999, 9999), min_size=2, max_size=40))
def test_numbers_have_the_deviation_and_median_of_a_sample(values: list[int]) -> None:
    from statistics import median_low, stdev

    numbers = Numbers(values)

    assert numbers.deviation == pytest.approx(stdev(values))
    assert numbers.quantile(0.5) == median_low(values)
    assert (numbers.quantile(0), numbers.quantile(1)) == (min(values), max(values))


@given(whole_numbers.filter(bool), whole_numbers)
def test_the_least_and_the_greatest_number_are_exact_and_hold_all_quantiles(
    some: list[int], more: list[int]
) -> None:
    numbers = Numbers(some)
    numbers.merge(Numbers(more))
    numbers = Numbers.load(numbers.dump())
    least, greatest = min(*some, *more, some[0]), max(*some, *more, some[0])

    assert (numbers.quantile(0), numbers.quantile(1)) == (least, greatest)
    assert least <= numbers.mean <= greatest
    assert all(least <= numbers.quantile(share) <= greatest for share in (0.1, 0.5, 0.9))


def test_the_bins_of_numbers_have_a_bound() -> None:
    """Numbers far from 0 share bins by their first three digits, but their sums stay exact."""
    numbers = Numbers(range(-200_000, 200_000, 3))

    assert len(numbers.bins) < 10_000
    assert numbers.total == sum(range(-200_000, 200_000, 3))
    assert Numbers([12_345, -12_345]).bins == {12_300: 1, -12_300: 1}


def test_moves_that_look_alike_count_as_one_wherever_they_lie_in_memory() -> None:
    """A game may make its moves anew each time."""
    from copy import copy

    from attrs import evolve

    from cardkit.arena.measures.occurrences import Moves

    anew, same = Moves(), Moves()
    for facts in deals()[0]:
        anew.add(evolve(facts, moves=[copy(move) for move in facts.moves]))
        same.add(facts)

    assert anew.dump() == same.dump()


def test_what_moves_remember_has_a_bound() -> None:
    from copy import copy

    from attrs import evolve

    from cardkit.arena.measures.occurrences import MOST, Moves

    tally = Moves()
    facts = deals()[0][0]
    for _ in range(3 * MOST // len(facts.moves)):
        tally.add(evolve(facts, moves=[copy(move) for move in facts.moves]))

    assert len(tally._made) <= MOST + len(facts.moves)  # pyright: ignore[reportPrivateUsage]  # what must not grow
    assert len(tally._known) <= 2 * MOST + len(facts.moves)  # pyright: ignore[reportPrivateUsage]  # nor this


def test_faults_are_counted_and_a_few_are_kept() -> None:
    one, two = BotFaults(), BotFaults()
    one.note("a", Faults(7, tuple(f"fault {n}" for n in range(6)), 2))
    two.note("a", Faults(2, ("fault 0", "another"), 1))
    two.note("b", Faults())

    one.merge(two)

    assert one.found == {"a": Faults(9, ("another", "fault 0", "fault 1", "fault 2", "fault 3"), 3)}
    assert BotFaults.load(one.dump()).found == one.found
    assert [*one.sentences()] == [
        "a: 9 times something went wrong, such as: another. It was given up, and moved for at random from then on."
    ]
    assert [*two.sentences()] == ["a: 2 times something went wrong, such as: another"]


@pytest.mark.parametrize("game", ["thirteen", "friday13", "push", "biberbande"])
def test_what_comes_into_play_within_events_is_counted_too(game: str) -> None:
    """By hand: a part that may be missing where it is there, and one with few values by its value."""
    options: dict[str, Json] = {"turn_limit": 5} if game == "biberbande" else {}
    table = MatchRunner(Plan(game, 3, options, ("random",), "parts", False, True, ()))
    facts = [one for deal in range(3) for one in table.matches(deal)]
    rules = Events()
    for one in facts:
        rules.add(one)
    named = rules.named
    for name, (kind, field, *values) in PARTS[game].items():
        found = [
            getattr(event, field) for one in facts for event in one.events if type(event).__name__ == kind
        ]
        times = (
            found.count(values[0])
            if values
            else sum(value is not None and value is not False and value != () for value in found)
        )
        assert 0 < times < len(found)
        assert (named[name].times, named[name].matches) == (times, None)
    assert not {"thirteen.dealt hands", "push.stopped rows", "biberbande.opened rotate_dealer"} & named.keys()


PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "thirteen": {
        "thirteen.played taken": ("Played", "taken"),
        "thirteen.played drawn": ("Played", "drawn"),
        "thirteen.played onto blue": ("Played", "onto", "blue"),
    },
    "friday13": {"friday13.played taken": ("Played", "taken")},
    "push": {
        "push.taken roll star": ("Taken", "roll", "star"),
        "push.taken lost": ("Taken", "lost"),
        "push.taken taker": ("Taken", "taker"),
        "push.secured colour red": ("Secured", "colour", "red"),
    },
    "biberbande": {"biberbande.kept may_knock": ("Kept", "may_knock")},
}


def test_events_whose_types_cant_be_found_are_counted_as_wholes() -> None:
    """A game of somebody's own may hide them."""

    @frozen
    class Odd:
        cards: "NoSuchType"  # type: ignore[name-defined]  # noqa: F821  # what is meant

    (facts,) = deals()[0][:1]
    rules = Events()
    rules.add(attrs.evolve(facts, events=[Odd(())]))
    assert [*rules.named] == ["Odd"]
