"""The library's face: its names and parameters are kept, and a match is a value."""

import copy
import gc
import inspect
import os
import pickle
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final, NoReturn

import attrs
import pytest
from attrs import frozen

import cardkit
from cardkit.chance import Chance, SeededChance
from cardkit.engine_events import Committed, EngineEvent
from cardkit.game import Game, Wire
from cardkit.games.thirteen import GAME, Options, Play, Played, ThirteenMatch
from cardkit.hidden import Unseen
from cardkit.match import AnyMatch, Match
from cardkit.rejections import BrokenGame, NoSuchVersion, NoSuchViewer, NotRevealed, SeedMissing
from cardkit.seats import OWNER, Outcome, Seat, Viewer
from cardkit.some_match import any_match, match_of
from tests.log.logs import played

LONG: Final = 20_000 if os.environ.get("CARDKIT_SOAK") else 5_000
"""The moves of a long match: far more than Python's limit of nested calls."""

# --- the face


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("games", []),
        ("game", ["key"]),
        ("start", ["game", "seats", "options", "seed", "entropy"]),
        ("Match.legal", ["self", "seat"]),
        ("Match.play", ["self", "move", "seat", "expect"]),
        ("Match.view", ["self", "viewer"]),
        ("Match.glimpses", ["self", "viewer", "since"]),
        ("Match.memory", ["self", "viewer"]),
        ("Match.at", ["self", "version"]),
        ("dumps", ["match"]),
        ("dump", ["match", "path"]),
        ("loads", ["text"]),
        ("load", ["path"]),
        ("verify", ["subject"]),
        ("schema", ["game"]),
    ],
)
def test_the_names_and_parameters_of_the_face_are_kept(name: str, parameters: list[str]) -> None:
    function: Callable[..., object] = attrgetter(name)(cardkit)

    found = inspect.signature(function).parameters

    assert [*found][: len(parameters)] == parameters
    assert all(found[more].default is not inspect.Parameter.empty for more in [*found][len(parameters) :])


def test_what_a_match_has() -> None:
    match = cardkit.start("thirteen", seats=4, options={"rounds": 2}, seed="s", entropy={0: "e"})

    assert isinstance(cardkit.games(), Mapping)
    assert match.game is cardkit.game("thirteen")
    assert match.version == 3
    assert match.state == match.view(OWNER)
    assert match.actors == (1,)
    assert match.outcome is None
    assert [entry.n for entry in match.log.entries] == [1, 2, 3]
    assert match.chance == SeededChance(match.chance.seed, match.version)
    assert match.legal() == match.legal(seat=1)


def test_all_names_of_the_face_are_there_and_sorted() -> None:
    assert all(hasattr(cardkit, name) for name in cardkit.__all__)
    assert sorted(cardkit.__all__, key=lambda name: (not name.isupper(), name)) == cardkit.__all__


# --- starting


def test_options_may_be_given_by_name_or_as_a_value() -> None:
    by_name = cardkit.start("thirteen", 3, {"rounds": 2, "first_dealer": None}, "s")
    by_value = cardkit.start("thirteen", 3, Options(rounds=2), "s")

    assert by_name == by_value


def test_without_a_seed_256_bits_come_from_the_system() -> None:
    seeds = {cardkit.start("thirteen", 3).header.seed for _ in range(20)}

    assert len(seeds) == 20
    assert all(seed is not None and len(bytes.fromhex(seed)) == 32 for seed in seeds)


def test_the_entropy_of_the_players_changes_the_deal() -> None:
    deals = {cardkit.start(GAME, 3, seed="s", entropy={0: text}).state.hands for text in "abcdefgh"}

    assert len(deals) == 8


def test_the_order_in_which_entropy_is_given_does_not_matter() -> None:
    one = cardkit.start(GAME, 3, seed="s", entropy={0: "a", 2: "c"})

    assert cardkit.start(GAME, 3, seed="s", entropy={2: "c", 0: "a"}) == one


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": 2}, "seats: 2 is invalid; expected a number of players from 3 to 6"),
        ({"seats": 3.0}, "seats: 3.0 is invalid; expected a number"),
        ({"seats": True}, "seats: true is invalid; expected a number"),
        ({"seats": None}, "seats: null is invalid; expected a number"),
        ({"seed": ""}, "seed: this value is invalid; expected a text of 1 to 1000 characters"),
        ({"seed": 5}, "seed: this value is invalid; expected a text"),
        ({"seed": "\ud800 hush"}, "seed: this value is invalid"),
        ({"entropy": "x"}, "entropy: 'x' is invalid; expected texts by seat"),
        ({"entropy": {3: "x"}}, "entropy: 3 is invalid; expected texts by seat, and seats go from"),
        ({"entropy": {True: "x"}}, "entropy: true is invalid; expected texts by seat"),
        ({"entropy": {0: b"x"}}, "entropy[0]: b'x' is invalid; expected a text of up to 1000"),
        ({"entropy": {0: "\udfff"}}, "entropy[0]: '\\udfff' is invalid"),
        ({"options": 5}, "options: 5 is invalid; expected names and values; thirteen has: "),
        ({"options": {"joker": 1}}, "unknown option 'joker'; thirteen has: first_dealer, rounds"),
        ({"options": {5: 1}}, "unknown option '5'; thirteen has: first_dealer, rounds"),
        ({"options": {"rounds": "3"}}, "rounds: '3' is invalid; expected a whole number from 1 to 12"),
        ({"options": {"first_dealer": 3}}, 'first_dealer: 3 is invalid; expected a seat from 0 to 2'),
    ],
)  # fmt: skip
def test_what_a_match_cannot_start_with_is_named(arguments: dict[str, object], message: str) -> None:
    start: Callable[..., object] = attrgetter("start")(cardkit)

    with pytest.raises(cardkit.Invalid) as caught:
        start("thirteen", **{"seats": 3, **arguments})

    assert str(caught.value).startswith(message)
    assert "hush" not in str(caught.value)


# --- playing


def test_a_move_makes_a_new_match_and_leaves_the_old_one_as_it_was() -> None:
    old = played(0)
    before = cardkit.dumps(old)

    new = old.play(old.legal()[0])

    assert cardkit.dumps(old) == before
    assert new.version == old.version + 1
    assert new.previous is old
    assert new.by == 1
    assert new.events == new.glimpses(OWNER, since=old.version)


def test_the_seat_may_be_named() -> None:
    match = played(0)
    move = match.legal()[0]

    assert match.play(move, seat=1) == match.play(move, 1, match.version) == match.play(move)


OVER = played(None)


@pytest.mark.parametrize(
    ("match", "seat", "expect", "code", "message"),
    [
        (played(0), 0, None, "not_your_turn", "it's seat 1's turn, not seat 0's"),
        (played(0), 3, None, "no_such_seat", "unknown seat 3; this match has seats 0 to 2"),
        (played(0), -1, None, "no_such_seat", "unknown seat -1; "),
        (played(0), True, None, "no_such_seat", "unknown seat true; "),
        (played(0), 1.0, None, "no_such_seat", "unknown seat 1.0; "),
        (played(0), "1", None, "no_such_seat", "unknown seat '1'; "),
        (played(0), [], None, "no_such_seat", "unknown seat []; "),
        (played(0), 1, 2, "stale_version", "there is no version 2; the match is at version 3: look again"),
        (played(0), 1, 4, "stale_version", "there is no version 4; the match is at version 3"),
        (played(0), 0, 2, "stale_version", "there is no version 2; the match is at version 3: look again"),
        (played(0), 1, "3", "stale_version", "there is no version '3'; the match is at version 3"),
        (OVER, None, None, "match_over", "the match is over: nobody moves any more"),
        (OVER, 1, None, "match_over", "the match is over"),
        (OVER, 7, None, "no_such_seat", "unknown seat 7; "),
        (OVER, 1, 3, "stale_version", "seat 1 has moved since version 3; the match is"),
    ],
)
def test_the_engine_refuses_with_a_code(
    match: ThirteenMatch, seat: Seat | None, expect: int | None, code: str, message: str
) -> None:
    before = cardkit.dumps(match)
    move = played(0).legal()[0]

    with pytest.raises(cardkit.Rejected) as caught:
        match.play(move, seat, expect)

    assert caught.value.code == code
    assert str(caught.value).startswith(message)
    assert cardkit.dumps(match) == before


@pytest.mark.parametrize("move", [None, 5, b"b7", [], {}, Options(), OVER])
def test_what_is_no_move_of_the_game_is_refused(move: object) -> None:
    match: AnyMatch = cardkit.start("thirteen", 3)

    with pytest.raises(cardkit.Rejected) as caught:
        match.play(move)

    assert caught.value.code == "not_a_move"


def test_the_moves_of_a_seat_that_is_not_to_move_are_none() -> None:
    assert played(0).legal(0) == ()
    assert OVER.legal() == OVER.legal(2) == ()


@pytest.mark.parametrize("seat", [3, -1, True, "1", 1.0])
def test_the_moves_of_a_seat_that_is_not_there_are_refused(seat: Seat) -> None:
    with pytest.raises(cardkit.Rejected, match="this match has seats 0 to 2"):
        played(0).legal(seat)


# --- versions


def test_every_version_between_moves_can_be_had_and_played_on() -> None:
    other = OVER.at(40)

    assert other.version == 40
    assert OVER.at(OVER.version) is OVER
    assert OVER.at(3).previous is None
    assert other.play(other.legal()[0]).previous is other


def test_going_back_replays_nothing() -> None:
    def fail(*_: object) -> NoReturn:
        raise AssertionError("a replay")

    match = played(60)
    lame = attrs.evolve(match, game=attrs.evolve(GAME, evolve=fail, decide=fail, open=fail))

    assert lame.at(30) is match.at(30)
    assert lame.log.entries == match.log.entries


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (54, "version 54 lies inside a move; the versions around it are 52 and 55"),
        (53, "version 53 lies inside a move; the versions around it are 52 and 55"),
        (2, "unknown version 2; this match has versions 3 to 62"),
        (0, "unknown version 0; this match has versions 3 to 62"),
        (-1, "unknown version -1; this match has versions 3 to 62"),
        (63, "unknown version 63; this match has versions 3 to 62"),
        (True, "unknown version true; this match"),
        (40.0, "unknown version 40.0; this match"),
        ("40", "unknown version '40'; this match"),
        (None, "unknown version null; this match"),
    ],
)
def test_a_version_that_is_not_there_is_refused(version: int, message: str) -> None:
    match = played(57)
    assert match.version == 62

    with pytest.raises(NoSuchVersion) as caught:
        match.at(version)

    assert str(caught.value).startswith(message)


def test_a_match_of_one_version_names_just_that_one() -> None:
    with pytest.raises(NoSuchVersion) as caught:
        played(0).at(99)

    assert str(caught.value) == "unknown version 99; this match has version 3 only"


# --- eyes


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_there_is_one_glimpse_for_each_event(viewer: Viewer) -> None:
    match = played(60)
    events, seen = match.glimpses(OWNER), match.glimpses(viewer)

    assert len(seen) == len(events) == match.version
    assert seen[0] == events[0]
    assert isinstance(seen[0], Committed)
    for event, glimpse in zip(events[1:], seen[1:], strict=True):
        assert not isinstance(event, EngineEvent)
        assert glimpse == GAME.glimpse(event, viewer)


def test_glimpses_since_a_version_are_those_after_it_even_inside_a_move() -> None:
    match = played(60)
    for viewer in (None, 1):
        everything = match.glimpses(viewer)
        for since in range(match.version + 1):
            assert match.glimpses(viewer, since) == everything[since:]


@pytest.mark.parametrize("since", [-1, 66, True, 1.0, "1", None])
def test_glimpses_since_no_version_are_refused(since: int) -> None:
    match = played(60)
    assert match.version == 65

    with pytest.raises(NoSuchVersion, match=r"^since: unknown version .*; expected one from 0 to 65$"):
        match.glimpses(0, since)


def test_what_a_seat_draws_is_seen_by_itself_alone() -> None:
    match = played(1)

    for viewer in (0, 1, 2, None):
        play = match.glimpses(viewer)[-1]
        assert isinstance(play, Played)
        assert isinstance(play.drawn, Unseen) == (viewer != 1)
    assert match.glimpses(1)[-1] == match.glimpses(OWNER)[-1]


def test_the_owner_sees_the_state_and_the_events() -> None:
    match = played(60)

    assert match.view(OWNER) is match.state
    assert match.glimpses(OWNER) == tuple(entry.event for entry in match.log.entries)


@pytest.mark.parametrize("viewer", [3, -1, True, "owner", 0.0, []])
def test_who_is_not_there_sees_nothing(viewer: Viewer) -> None:
    match = played(0)
    for look in (match.view, match.glimpses, match.memory):
        with pytest.raises(
            NoSuchViewer, match=r"expected a seat from 0 to 2, None for a spectator, or OWNER"
        ):
            look(viewer)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_memory_is_the_fold_of_the_glimpses(viewer: Viewer) -> None:
    match = played(60)
    memory = GAME.blank(viewer)
    for glimpse in match.glimpses(viewer):
        if not isinstance(glimpse, EngineEvent):
            memory = GAME.remember(memory, glimpse)

    assert match.memory(viewer) == memory


def test_the_seed_is_revealed_when_the_match_is_over() -> None:
    assert OVER.revealed == "a seed"
    with pytest.raises(NotRevealed, match="when the match is over"):
        _ = played(5).revealed
    with pytest.raises(SeedMissing):
        _ = cardkit.loads(cardkit.dumps(OVER, with_seed=False)).revealed


# --- a value


def test_matches_are_equal_when_their_events_are() -> None:
    one, other = played(20), played(20)

    assert one == other
    assert hash(one) == hash(other)
    assert one != played(19)
    assert one != played(20, seed="another")
    assert one != one.at(one.version - 1).play(one.at(one.version - 1).legal()[0])
    assert one != "a match"
    assert len({one, other, played(19)}) == 2


def test_matches_that_came_to_the_same_state_by_other_ways_differ() -> None:
    start = played(0)
    forks = [start.play(move) for move in start.legal()]
    ends = [fork.play(fork.legal()[0]) for fork in forks]

    assert len({*ends}) == len(ends)


def test_a_copy_is_the_match_itself() -> None:
    match = played(5)

    assert copy.copy(match) is match
    assert copy.deepcopy(match) is match
    assert copy.deepcopy([match])[0] is match


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_match_is_not_pickled(protocol: int) -> None:
    with pytest.raises(TypeError, match=r"a match travels as its log: use cardkit\.dumps and cardkit\.loads"):
        pickle.dumps(played(5), protocol)


def test_a_match_cannot_change() -> None:
    match = played(5)

    for field in attrs.fields(Match):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(match, field.name, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(match, field.name)
    with pytest.raises((AttributeError, TypeError)):
        match.note = "new"  # type: ignore[attr-defined]  # meant


def test_a_repr_shows_no_secret() -> None:
    match = played(5, seed="hush hush")
    cards = [repr(card) for card in (*match.state.hands[0], *match.state.stock)]
    hidden = [*cards, "hush", str(match.header.mixed_seed), match.header.seal_key.hex()]

    for text in (repr(match), repr(match.game), repr(match.header), repr(match.chance), str(match)):
        assert not [secret for secret in hidden if secret in text]
    assert repr(match) == "<Match thirteen, 3 seats, version 8, seat 0 to move>"
    assert repr(OVER) == f"<Match thirteen, 3 seats, version {OVER.version}, over>"


# --- long matches, and games unlike ours


@frozen
class Tick:
    seat: Seat


@frozen
class Step:
    add: int


@frozen
class Rules:
    pass


def added(number: int, event: Tick) -> int:
    return number + 1


def same(memory: int, chance: Chance) -> int:
    return memory


def nothing(seats: int, options: Rules, chance: Chance) -> tuple[Tick, ...]:
    return ()


def never(state: int) -> Outcome | None:
    return None


def silent(state: int, seat: Seat, move: Step, chance: Chance) -> tuple[Tick, ...]:
    return ()


WALK: Final[Game[Step, Tick, int, Tick, Tick, int, Rules]] = Game(
    key="walk",
    title="Walk",
    seats=range(1, 4),
    rules_version=1,
    options=Rules,
    initial=0,
    open=nothing,
    actors=lambda state: (0, 2),
    legal=lambda state, seat: (Step(1),),
    decide=lambda state, seat, move, chance: (Tick(seat),),
    evolve=added,
    outcome=never,
    view=lambda state, viewer: Tick(0),
    glimpse=lambda event, viewer: event,
    blank=lambda viewer: 0,
    remember=added,
    imagine=same,
    moves=lambda seats, options: (Step(1),),
    say=lambda move: str(move.add),
    wire=Wire(moves={"walk.step": Step}, events={"walk.tick": Tick}, glimpses={"walk.tick": Tick}, view=Tick),
)
"""A game that never ends: two seats may step at any time."""


def test_where_several_may_move_the_seat_is_needed() -> None:
    match = cardkit.start(WALK, 3)

    for ask in (match.legal, lambda: match.play(Step(1))):
        with pytest.raises(cardkit.Rejected, match=r"^several seats may move; name one: 0, 2$") as caught:
            ask()
        assert caught.value.code == "seat_needed"
    assert match.legal(2) == (Step(1),)
    assert match.play(Step(1), 2).by == 2
    with pytest.raises(cardkit.Rejected, match=r"^it's the turn of seat 0 and seat 2, not of seat 1$"):
        match.play(Step(1), 1)


def test_a_game_may_open_with_nothing() -> None:
    match = cardkit.start(WALK, 3)

    assert match.version == 1
    assert cardkit.loads(cardkit.dumps(match), match.game) == match


def test_a_game_that_decides_on_nothing_is_broken() -> None:
    match = cardkit.start(attrs.evolve(WALK, decide=silent), 3)

    with pytest.raises(BrokenGame, match="walk: `decide` returned no event"):
        match.play(Step(1), 0)


def test_a_long_match_does_not_overflow_the_stack() -> None:
    game = WALK
    one, other = (cardkit.start(game, 1, seed="long") for _ in range(2))
    for _ in range(LONG):
        one, other = one.play(Step(1), 0), other.play(Step(1), 0)

    assert one == other
    assert hash(one) == hash(other)
    assert len(one.log.entries) == one.version == LONG + 1
    assert one.at(1).version == 1
    assert one.memory(0) == one.state
    assert copy.deepcopy(one) is one
    assert cardkit.loads(cardkit.dumps(one), game) == one
    assert repr(one).startswith("<Match walk")
    with pytest.raises(TypeError):
        pickle.dumps(one)
    del one
    gc.collect()
    assert other.version == LONG + 1


def test_a_fork_shares_its_past() -> None:
    match = played(40)
    forks = [match.play(move) for move in match.legal()]

    assert all(fork.previous is match for fork in forks)


def test_a_move_is_a_value_that_may_come_from_anywhere() -> None:
    match = played(0)
    move = match.legal()[0]

    assert match.play(Play(move.card, move.onto)) == match.play(move)


def test_a_match_keeps_its_types_beside_its_unknown_ones() -> None:
    match = played(0)

    assert any_match(match) is match
    assert match_of(any_match(match), GAME) is match
    with pytest.raises(TypeError, match=r"^<Match thirteen, .*> isn't a match of <Game walk>$"):
        match_of(any_match(match), WALK)


def test_what_only_looks_like_a_match_is_refused() -> None:
    @frozen
    class Looks:
        game: object
        version: int

    with pytest.raises(TypeError, match=r"isn't a match$"):
        any_match(Looks(GAME, 3))
