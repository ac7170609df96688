"""The result depends on the seed, and on nothing that is said about how to work it out."""

import json
import os

import pytest

from cardkit.arena import Pace, RunSpec, processes, rate, simulate
from cardkit.arena.execution.runner import Workers, WorkersDied, run
from cardkit.arena.references import Contender
from cardkit.arena.simulation import simulation
from cardkit.rejections import Invalid
from tests.arena.scenes import CalledOff, Dying, Shuffled, Stalling, few, first_of, the_few


def text(result: object) -> str:
    return json.dumps(result)


@pytest.mark.parametrize("chunk", [1, 2, 7, 29, 30, 31])
def test_it_is_the_same_for_any_size_of_chunks(chunk: int) -> None:
    assert text(few(chunk_size=chunk).exact()) == text(the_few().exact())


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_same_in_whatever_order_chunks_are_done(seed: int) -> None:
    with Shuffled(seed) as executor:
        assert text(few(chunk_size=2, executor=executor, in_flight=6).exact()) == text(the_few().exact())


@pytest.mark.parametrize("workers", [2])
def test_it_is_the_same_for_any_number_of_workers(workers: int) -> None:
    assert text(few(workers=workers).exact()) == text(the_few().exact())


def test_it_is_the_same_when_a_pool_breaks_in_between() -> None:
    """What was on its way is played again, and nothing is counted twice."""
    pools = [Dying(4), Dying(0), Dying(9), Dying(99)]
    workers = Workers(pools.pop(0), in_flight=3, restart=lambda: pools.pop(0))

    counted = run(the_few().plan, 30, workers, chunk_size=2)

    assert pools == []
    assert text(simulation(the_few().plan, counted).exact()) == text(the_few().exact())


def test_a_pool_that_breaks_again_and_again_ends_the_run() -> None:
    with pytest.raises(WorkersDied, match="killed"):
        run(the_few().plan, 30, Workers(Dying(0), in_flight=3, restart=lambda: Dying(0)))


@pytest.mark.parametrize("own", [True, False])
def test_what_is_on_its_way_when_a_run_ends_early_is_called_back_from_an_executor_that_lives_on(
    own: bool,
) -> None:
    """A pool of the run's own is shut down. Were its chunks called back as well, a pool that breaks would complain."""
    executor = Stalling()

    def stop(pace: Pace) -> None:
        if pace.matches or executor.wanted:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(
            the_few().plan,
            30,
            Workers(executor, in_flight=3, restart=Stalling if own else None),
            chunk_size=2,
            watch=stop,
        )

    assert [wanted() for wanted in executor.wanted] == [own, own]


def test_an_executor_of_ones_own_that_breaks_is_told_as_that() -> None:
    """Nobody but its owner can get another."""
    with pytest.raises(
        WorkersDied, match=r"^the executor broke after \d+ matches \(BrokenProcessPool: killed\)$"
    ):
        run(the_few().plan, 30, Workers(Dying(4), in_flight=3), chunk_size=2)


def test_a_cluster_that_is_gone_is_told_as_that() -> None:
    with pytest.raises(WorkersDied, match=r"^the executor broke after \d+ matches \(CancelledError"):
        run(the_few().plan, 30, Workers(CalledOff(4), in_flight=3), chunk_size=2)


def test_another_seed_gives_another_result() -> None:
    other = simulate(
        RunSpec("thirteen", ["random", "greedy"], 30, seats=3, options={"rounds": 1}, seed="other", workers=1)
    )

    assert other.moves.dump() != the_few().moves.dump()


def test_an_arena_is_the_same_for_any_workers_and_chunks() -> None:
    """With many pairs of bots: the order in which they met must not tell in the last digits of ratings."""
    bots: list[Contender] = ["random", first_of, "random", first_of, "greedy"]

    def rated(workers: int, chunk: int | None) -> str:
        found = rate(
            RunSpec(
                "thirteen",
                bots,
                60,
                seats=3,
                options={"rounds": 1},
                seed="s",
                workers=workers,
                chunk_size=chunk,
            )
        )
        return text([found.run.exact(), found.document()])

    assert rated(2, 1) == rated(1, 3) == rated(1, 100)


def test_all_matches_are_counted_once() -> None:
    assert the_few().matches == 30
    assert the_few().lengths.numbers.count == 30
    assert sum(the_few().seats.seat(0).ranks.values()) == 30
    assert sum(one.times for one in the_few().moves.named.values()) == the_few().lengths.numbers.total


@pytest.mark.parametrize("workers", [0, -1, True, "2"])
def test_workers_are_a_whole_number_from_1(workers: int) -> None:
    with pytest.raises(Invalid, match="workers"):
        processes(workers)


@pytest.mark.soak
@pytest.mark.skipif(not os.environ.get("CARDKIT_SOAK"), reason="only at full size")
@pytest.mark.parametrize("game", ["thirteen", "friday13", "biberbande", "push"])
def test_a_large_run_is_the_same_for_any_workers(game: str) -> None:
    def large(workers: int, chunk: int | None) -> str:
        found = simulate(
            RunSpec(
                game, ["random", "greedy"], 20_000, seats=4, seed="large", workers=workers, chunk_size=chunk
            )
        )
        return text(found.exact())

    assert large(1, None) == large(2, None) == large(4, 77)


def test_what_is_kept_does_not_grow_with_the_number_of_matches() -> None:
    """After as many matches as show all moves and events, only the numbers get longer."""

    def size(matches: int) -> int:
        found = simulate(
            RunSpec(
                "thirteen",
                ["random"],
                matches,
                seats=3,
                options={"rounds": 1},
                seed="size",
                workers=1,
                chunk_size=20,
            )
        )
        return len(text(found.exact()))

    assert size(1200) < 1.25 * size(300)
