"""A bot sees what its seat may see, and nothing leads further."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

import attrs
import pytest

from cardkit.bots import Bot, NotAsked, Observation, Player, Watcher, bot, observe
from cardkit.bots.chance import RunningChance
from cardkit.chance import SeededChance
from cardkit.header import Header
from cardkit.match import AnyMatch, Match
from cardkit.rejections import Invalid
from tests.bots.reach import reachable
from tests.bots.scenes import GAMES, after


def secrets(match: AnyMatch, start: object) -> list[object]:
    """Return what can be reached that nobody at the table may have."""
    forbidden = {match.header.seed, match.header.mixed_seed, match.header.seal_key}
    texts = [text for text in forbidden if text is not None]
    return [
        thing
        for thing in reachable(start)
        if isinstance(thing, Match | Header)
        or (type(thing) is type(match.state) and thing == match.state)
        or (isinstance(thing, str | bytes) and thing in texts)
    ]


@pytest.mark.parametrize("moves", [0, 7, 20])
@pytest.mark.parametrize("game", GAMES)
def test_no_path_leads_from_an_observation_to_the_state_the_match_or_its_seed(game: str, moves: int) -> None:
    match = after(moves, game)
    assert secrets(match, observe(match, match.actors[0], SeededChance("own"), 1.0)) == []


@pytest.mark.parametrize("game", GAMES)
def test_nor_from_one_that_was_carried_along(game: str) -> None:
    match = after(12, game)
    seat = match.actors[0]
    watcher = Watcher(match.game, seat, 3, match.header.options)
    assert secrets(match, watcher.observe(match, SeededChance("own"))) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_walk_finds_a_path_where_there_is_one(game: str) -> None:
    match = after(5, game)
    planted = attrs.evolve(observe(match, match.actors[0], SeededChance("own")), chance=Leaky(match))
    assert match.state in secrets(match, planted)


T = TypeVar("T")


class Leaky:
    """Chance with a way to the match, three steps long."""

    def __init__(self, match: AnyMatch) -> None:
        self.more = [lambda: match.state]

    def below(self, label: str, n: int) -> int:
        return 0

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        return tuple(items)


@pytest.mark.parametrize("name", ["random", "greedy", "ismcts:12", "strong:24"])
@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_a_seat_cant_tell_apart_give_equal_observations_and_moves(game: str, name: str) -> None:
    differed = 0
    for moves in (4, 11, 18):
        match = after(moves, game)
        seat = match.actors[0]
        double = attrs.evolve(
            match, state=match.game.imagine(match.memory(seat), SeededChance(f"double {moves}"))
        )
        differed += double.state != match.state
        player = bot(name, match.game)
        one, other = (observe(world, seat, RunningChance("own")) for world in (match, double))
        assert one == other
        assert player.choose(one) == player.choose(other)
    assert differed, "no world differed: nothing was tried"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_carried_along_equals_what_is_worked_out_from_the_past(game: str) -> None:
    match = after(0, game)
    watchers = [Watcher(match.game, seat, 3, match.header.options) for seat in range(3)]
    seen = [0, 0, 0]
    while match.actors and match.version < 150:
        seat = match.actors[0]
        carried = watchers[seat].observe(match, SeededChance("own"))
        assert carried.since == seen[seat]
        seen[seat] = match.version
        assert attrs.evolve(carried, since=0) == observe(match, seat, SeededChance("own"))
        match = match.play(carried.legal[-1])


def test_what_was_taken_back_is_seen_but_not_remembered() -> None:
    match = after(6, "thirteen")
    watchers = [Watcher(match.game, seat, 3, match.header.options) for seat in range(3)]
    for watcher in watchers:
        watcher.observe(match, SeededChance("own"))
    on = match.play(match.legal()[0])
    back = on.undo(match.actors[0], range(3))
    for seat, watcher in enumerate(watchers):
        watched = watcher.observation(back.state, back.legal(0) or match.legal(), SeededChance("own"))
        caught_up = watcher.observe(back, SeededChance("own"))
        assert caught_up.memory == back.memory(seat) == match.memory(seat)
        assert caught_up.glimpses == back.glimpses(seat)
        assert watched.seat == seat


@pytest.mark.parametrize("game", GAMES)
def test_what_is_carried_along_is_right_where_moves_are_taken_back_and_others_made(game: str) -> None:
    """for who looks on all the time, now and then, and for the first time"""
    for seed in range(6):
        luck, match = Random(seed), after(0, game, seed=f"{seed}")
        steady, idle = (
            [Watcher(match.game, seat, 3, match.header.options) for seat in range(3)] for _ in range(2)
        )
        for _ in range(40):
            if not match.actors:
                break
            (seat,) = match.actors
            late = Watcher(match.game, seat, 3, match.header.options)
            looking = [steady[seat], late, *([idle[seat]] if luck.random() < 0.3 else [])]
            expected = observe(match, seat, SeededChance("own"))
            for watcher in looking:
                assert attrs.evolve(watcher.observe(match, SeededChance("own")), since=0) == expected
            match = match.play(luck.choice(expected.legal))
            if luck.random() < 0.3:
                match = match.undo(seat, range(3))


def test_another_match_is_seen_from_its_start() -> None:
    one, other = after(9, "push", seed="one"), after(9, "push", seed="other")
    watcher = Watcher(one.game, 0, 3, one.header.options)
    watcher.observe(one, SeededChance("own"))
    seen = watcher.observe(other, SeededChance("own"))
    assert (seen.since, seen.memory, seen.glimpses) == (0, other.memory(0), other.glimpses(0))


def test_a_seat_that_is_not_to_move_has_nothing_to_choose_from() -> None:
    match = after(3, "thirteen")
    (mover,) = match.actors
    other = (mover + 1) % 3
    told = rf"^seat: {other} is invalid; expected a seat to move: {mover}$"
    with pytest.raises(Invalid, match=told):
        observe(match, other, SeededChance("own"))
    with pytest.raises(Invalid, match=told):
        Player(bot("greedy", match.game), match, other, SeededChance("own")).move(match)


def test_what_a_bot_didnt_say_it_needs_isnt_made() -> None:
    match = after(3, "thirteen")

    def choose(observation: Observation[object, object, object, object, object]) -> object:
        assert observation.view is not None
        return observation.memory

    peeker = Bot("peeker", choose, needs=frozenset({"view"}))
    with pytest.raises(NotAsked, match="needs=\\{'memory'\\}"):
        Player(peeker, match, match.actors[0], SeededChance("own")).move(match)


def test_a_bot_cant_need_what_there_isnt() -> None:
    with pytest.raises(Invalid, match="needs: 'hands' is invalid; expected glimpses, memory, view"):
        Bot("dreamer", first, needs=frozenset({"hands"}))  # type: ignore[arg-type]  # that is what is tried


def first(observation: Observation[object, object, object, object, object]) -> object:
    return observation.legal[0]
