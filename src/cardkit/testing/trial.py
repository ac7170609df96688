"""Random matches to try the laws on. Everything is drawn from a seed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial, reduce
from math import lcm
from typing import Final, TypeVar

from attrs import frozen

from cardkit.chance import Chance, SeededChance
from cardkit.engine_events import EngineEvent
from cardkit.game import AnyGame, Event, Game, Glimpse, Memory, Move, Options, SomeGame, State, View, any_game
from cardkit.game_checks import check_events
from cardkit.match import AnyMatch, Match
from cardkit.opening import begin
from cardkit.rejections import CardkitError, Rejected, shown, where
from cardkit.seats import Seat, Viewer
from cardkit.some_match import match_of
from cardkit.testing.report import Breach, Law

__all__ = [
    "Trial",
    "Turn",
    "describe_error",
    "describe_refusal",
    "game_events",
    "play_at_random",
    "replay",
    "settings",
    "spread",
    "steps_at_random",
    "viewer_name",
]

T = TypeVar("T")

LONGEST: Final = 5_000
"""The number of moves after which a match is broken off, if its rules set no bound."""


@frozen
class Turn:
    """A seat and its move."""

    seat: Seat
    move: object


@frozen(eq=False)
class Trial:
    """One random match, as far as it was played, with what the laws need to know about it. They try all games alike."""

    game: AnyGame
    steps: tuple[AnyMatch, ...]
    """The match after its opening, and after each move."""
    turns: tuple[Turn, ...]
    """`turns[i]` led from `steps[i]` to `steps[i + 1]`."""
    prints: tuple[str, ...]
    """The text of each step's state when it was new."""
    broke_off: tuple[Law, Breach] | None
    """Why the match couldn't be played on, or `None`."""

    @property
    def last(self) -> AnyMatch:
        """The match as far as it was played."""
        return self.steps[-1]

    @property
    def seats(self) -> range:
        """All seats of the match."""
        return range(self.last.header.seats)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """All viewers: each seat, and a spectator."""
        return (*self.seats, None)

    @property
    def bound(self) -> int | None:
        """The most moves that the match can have, as the game says."""
        return self.game.bound(len(self.seats), self.last.header.options)

    @property
    def source(self) -> str:
        """The seed that the match drew from."""
        return self.last.chance.seed

    def memory(self, step: int, viewer: Viewer) -> object:
        """Return what the viewer remembers at that step.

        It equals `steps[step].memory(viewer)`, but doesn't fold everything again.
        """
        game, known = self.game, self._memories.setdefault(viewer, [])
        for match in self.steps[len(known) : step + 1]:
            memory = known[-1] if known else game.blank(viewer)
            for event in game_events(match):
                memory = game.remember(memory, game.glimpse(event, viewer))
            known.append(memory)
        return known[step]

    @cached_property
    def _memories(self) -> dict[Viewer, list[object]]:
        return {}

    def turn_texts(self, moves: int) -> tuple[str, ...]:
        """Return the turns of the first `moves` moves as text, as `replay` takes them."""
        return tuple(f"{turn.seat} {_text(partial(self.game.say, turn.move))}" for turn in self.turns[:moves])

    def points(self, purpose: str, number: int) -> Iterator[tuple[SeededChance, Viewer, int]]:
        """Yield viewers and steps by chance, each with more chance to draw from."""
        for luck in map(self.chance(purpose).at, range(number)):
            yield (
                luck,
                self.viewers[luck.below("viewer", len(self.viewers))],
                luck.below("step", len(self.steps)),
            )

    def chance(self, purpose: str) -> SeededChance:
        """Return chance for a law to draw from. It is independent of the match's own."""
        return SeededChance(f"{purpose} {self.last.header.seed}")


def game_events(match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> list[Event]:
    """Return the events of the last move, without the engine's own."""
    return [event for event in match.events if not isinstance(event, EngineEvent)]


def play_at_random(game: SomeGame, seats: int, options: object, seed: str) -> Trial:
    """Play a match of random legal moves, all equally likely, to its end.

    A match without an end is broken off one move past the game's bound.
    """
    known = any_game(game)
    match = begin(known, seats, options, seed, None)
    steps, prints, turns = [match], [_text(partial(repr, match.state))], list[Turn]()
    bound = known.bound(seats, options)
    longest = LONGEST if bound is None else min(bound + 1, LONGEST)
    broke_off = None
    while len(turns) < longest:
        chance = SeededChance(f"{seed}, random play", match.version)
        try:
            turn = _pick(match, chance)
            if turn is None:
                break
        except Exception as error:
            broke_off = (
                Law.JUDGING,
                Breach(len(turns), f"asking for actors and legal moves {describe_error(error)}"),
            )
            break
        turns.append(turn)
        try:
            match = match.play(turn.move, turn.seat)
        except Exception as error:
            broke_off = _blame(match, turn, error, len(turns))
            break
        steps.append(match)
        prints.append(_text(partial(repr, match.state)))
    return Trial(known, tuple(steps), tuple(turns), tuple(prints), broke_off)


def _pick(match: AnyMatch, chance: Chance) -> Turn | None:
    actors = match.actors
    if not actors:
        return None
    seat = actors[chance.below("seat", len(actors))]
    if seat not in range(match.header.seats):
        raise CardkitError(f"`actors` lists {shown(seat)}, but seats are 0 to {match.header.seats - 1}")
    legal = match.legal(seat)
    if not legal:
        raise CardkitError(
            f"seat {seat} may move, but has no legal move; let `legal` list one, or leave the seat out of `actors`"
        )
    return Turn(seat, legal[chance.below("move", len(legal))])


def _blame(match: AnyMatch, turn: Turn, error: Exception, moves: int) -> tuple[Law, Breach]:
    """Return which law breaks if a legal move can't be played: that of judging, or that of recording."""
    try:
        events = match.game.decide(match.state, turn.seat, turn.move, match.chance)
        if isinstance(error, Rejected):  # by the engine: `moves` lacks it
            raise error
        check_events(match.game.key, events)
    except Exception as refused:
        why = f"seat {turn.seat}: {shown(turn.move)} is legal, but {describe_refusal(refused)}"
        return Law.JUDGING, Breach(moves, why)
    try:
        reduce(match.game.evolve, events, match.state)
    except Exception:  # as expected
        pass
    else:
        return Law.JUDGING, Breach(
            moves, f"seat {turn.seat}: playing {shown(turn.move)} {describe_error(error)}"
        )
    return Law.FOLD, Breach(moves, f"evolve could not record {shown(events)}: it {describe_error(error)}")


def describe_refusal(error: Exception) -> str:
    """Describe how a move failed."""
    if isinstance(error, Rejected):
        return f"was Rejected as {error.code!r}: {error}"
    return describe_error(error)


def describe_error(error: Exception) -> str:
    """Describe what a game's function raised, and where. Errors of cardkit say what to do, so they aren't shortened."""
    if isinstance(error, CardkitError):
        return f"raised {type(error).__name__}: {error}"
    return f"raised {shown(error)}{where(error)}"


def _text(make: Callable[[], str]) -> str:
    try:
        return make()
    except Exception as error:  # a game's own functions may raise anything
        return f"no text: {error!r}"


def steps_at_random(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], seats: int, options: Options, seed: str
) -> tuple[Match[Move, Event, State, View, Glimpse, Memory, Options], ...]:
    """Return the steps of such a match, with the types of its game."""
    return tuple(match_of(step, game) for step in play_at_random(game, seats, options, seed).steps)


def replay(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options,
    seed: str,
    turns: Iterable[str] = (),
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """Play these turns, and return the match. Each is a seat and the text of its move (`"0 b7"`), as in reports."""
    match = begin(game, seats, options, seed, None)
    for turn in turns:
        seat, _, text = turn.partition(" ")
        match = match.play(text, int(seat))
    return match


def settings(
    seats: Sequence[int], options: Sequence[Options], matches: int, seed: str
) -> Iterator[tuple[int, Options, str]]:
    """Yield a number of seats, house rules and a seed for each match.

    Seats and rules take turns, until all have met.
    """
    together = lcm(len(seats), len(options))
    for number in range(matches):
        rules = options[(number + number // together) % len(options)]
        yield seats[number % len(seats)], rules, f"{seed} {number}"


def spread(items: Sequence[T], most: int) -> Iterator[tuple[int, T]]:
    """Yield at most `most` items with their places, evenly spread, with the first and the last among them."""
    last = len(items) - 1
    if last < most:
        yield from enumerate(items)
    else:
        for place in sorted({round(part * last / (most - 1)) for part in range(most)}):
            yield place, items[place]


def viewer_name(viewer: Viewer) -> str:
    """Return the viewer's name in reports."""
    return "a spectator" if viewer is None else f"seat {viewer}"
