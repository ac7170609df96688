"""Other histories of the same match, in which some draws or moves are different.

They show what a viewer can't know, without using `imagine`. Two places of a shuffle are exchanged, a number drawn is
shifted, or another legal move is made. If the viewer's glimpses stay the same, the viewer can't tell the two histories
apart.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import repeat
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import attrs
from attrs import field, frozen

from cardkit.chance import Chance, SeededChance
from cardkit.engine_events import Committed, EngineEvent
from cardkit.game import AnyGame
from cardkit.match import AnyMatch, Match
from cardkit.rejections import Rejected, shown
from cardkit.seats import Seat, Viewer
from cardkit.testing.trial import Trial, Turn, game_events, spread

__all__ = [
    "UNRIGGED",
    "Choice",
    "Draw",
    "Rig",
    "RiggedChance",
    "choices_of",
    "decide_if_legal",
    "describe_draw",
    "draws_of",
    "glimpses_of",
    "history",
    "noted",
    "places_of",
    "play_on",
    "random_exchange",
    "remember_all",
    "rigged_history",
]

T = TypeVar("T")

Place: TypeAlias = tuple[int, str]
"""The place of a draw: the version of the match, and the draw's label."""


@frozen
class Draw:
    """A draw that a match made: a shuffle of `size` items, or a number below `size`."""

    version: int
    label: str
    size: int
    shuffles: bool
    twins: int = 1
    """How many of the shuffled items are equal, at most."""

    @property
    def place(self) -> Place:
        """The draw's key in a rig."""
        return self.version, self.label


@frozen
class Choice:
    """A turn with several legal moves: how many there were, and who can't tell the one made from another."""

    turn: int
    size: int
    blind: tuple[Viewer, ...]


@frozen
class Rig:
    """The changes: orders of shuffles (`orders[place][i]` says where item i comes from), numbers, and moves."""

    orders: Mapping[Place, tuple[int, ...]] = MappingProxyType({})
    shifts: Mapping[Place, int] = MappingProxyType({})
    moves: Mapping[int, int] = MappingProxyType({})
    """By turn: how many places after the true move its replacement stands in the list of legal moves."""

    def exchange(self, draw: Draw, first: int, second: int) -> "Rig":
        """Return the rig with two more places of a shuffle exchanged."""
        order = [*self.orders.get(draw.place, range(draw.size))]
        order[first], order[second] = order[second], order[first]
        return attrs.evolve(self, orders={**self.orders, draw.place: tuple(order)})

    def shift(self, draw: Draw, by: int) -> "Rig":
        """Return the rig with a drawn number shifted. After its largest value comes 0."""
        shifted = (self.shifts.get(draw.place, 0) + by) % draw.size
        return attrs.evolve(self, shifts={**self.shifts, draw.place: shifted})

    def choose(self, choice: Choice, by: int) -> "Rig":
        """Return the rig with another move in that turn: the one `by` places after the true one."""
        return attrs.evolve(self, moves={**self.moves, choice.turn: by % choice.size})


UNRIGGED: Final = Rig()

OTHERS: Final = 12
"""The most other legal moves of a turn that are looked at."""


@frozen(eq=False)
class RiggedChance:
    """Draws like the true chance, except for the rig. Its seed has another text, or the one given as `reads`."""

    _true: SeededChance
    _rig: Rig
    _reads: str | None = field(default=None, kw_only=True, alias="reads")
    _notes: list[Draw] | None = field(default=None, kw_only=True, alias="notes")

    @property
    def seed(self) -> str:
        """The text that a game gets if it reads the seed, which it shouldn't."""
        return self._reads or f"not {self._true.seed}"

    @property
    def version(self) -> int:
        """The version of the match for which it draws."""
        return self._true.version

    def at(self, version: int) -> "RiggedChance":
        """Return the rigged chance for another version."""
        return RiggedChance(self._true.at(version), self._rig, reads=self._reads, notes=self._notes)

    def below(self, label: str, n: int) -> int:
        """Draw the number, and shift it if the rig says so."""
        if self._notes is not None and n > 1:
            self._notes.append(Draw(self.version, label, n, shuffles=False))
        return (self._true.below(label, n) + self._rig.shifts.get((self.version, label), 0)) % n

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Shuffle the items, and exchange the places that the rig names."""
        cards = self._true.shuffle(label, items)
        if self._notes is not None and len(cards) > 1:
            twins = max(cards.count(card) for card in cards)
            self._notes.append(Draw(self.version, label, len(cards), shuffles=True, twins=twins))
        order = self._rig.orders.get((self.version, label))
        if order is None or len(order) != len(cards):
            return cards
        return tuple(cards[place] for place in order)


def noted(chance: SeededChance, notes: list[Draw]) -> RiggedChance:
    """Return chance that draws the same, and notes each draw that can have more than one result."""
    return RiggedChance(chance, UNRIGGED, reads=chance.seed, notes=notes)


def history(
    trial: Trial, chance: SeededChance | RiggedChance, moves: Mapping[int, int] = MappingProxyType({})
) -> Iterator[AnyMatch]:
    """Yield the match that this chance gives: after the opening, and after each move, until one isn't legal there."""
    game, header = trial.game, trial.last.header
    opening = game.open(header.seats, header.options, chance.at(0))
    events: tuple[object, ...] = (Committed(header.commitment, header.entropy), *opening)
    state = reduce(game.evolve, opening, game.initial)
    start = Match(game, header, len(events), state, None, events, None)
    yield from play_on(start, trial.turns, chance, moves)


def rigged_history(trial: Trial, rig: Rig) -> Iterator[AnyMatch]:
    """Yield the match as it would go under the rig. Up to the first change it is the true match."""
    chance = RiggedChance(SeededChance(trial.source), rig)
    drawn = min((version for version, _ in (*rig.orders, *rig.shifts)), default=trial.last.version)
    same = next((place for place, match in enumerate(trial.steps) if match.version >= drawn), 0)
    if trial.steps[same].version > drawn:
        yield from history(trial, chance, rig.moves)
    else:
        same = min((same, *rig.moves))
        yield from trial.steps[:same]
        yield from play_on(trial.steps[same], trial.turns[same:], chance, rig.moves, same)


_DRAWS: Final = WeakKeyDictionary[Trial, tuple[Draw, ...]]()
_CHOICES: Final = WeakKeyDictionary[Trial, tuple[Choice, ...]]()
"""What was found for each match. Several laws ask for it."""


def draws_of(trial: Trial) -> tuple[Draw, ...]:
    """Return what the match drew, in order."""
    if trial not in _DRAWS:
        _DRAWS[trial] = _find_draws(trial)
    return _DRAWS[trial]


def _find_draws(trial: Trial) -> tuple[Draw, ...]:
    notes: list[Draw] = []
    deque(history(trial, noted(SeededChance(trial.source), notes)), 0)
    return tuple(dict.fromkeys(notes))


def choices_of(trial: Trial) -> tuple[Choice, ...]:
    """Return the turns, in order, in which some viewer can't tell the move from another legal one."""
    if trial not in _CHOICES:
        _CHOICES[trial] = tuple(_find_choices(trial))
    return _CHOICES[trial]


def _find_choices(trial: Trial) -> Iterator[Choice]:
    glimpse = trial.game.glimpse
    for number, turn in enumerate(trial.turns[: len(trial.steps) - 1]):
        before, after = trial.steps[number : number + 2]
        legal = trial.game.legal(before.state, turn.seat)
        true = game_events(after)
        blind: dict[Viewer, None] = {}
        for _, move in spread([move for move in legal if move != turn.move], OTHERS):
            try:
                events = trial.game.decide(before.state, turn.seat, move, before.chance)
            except Exception:  # law 2 reports it
                continue
            for one in trial.viewers:
                if [*map(glimpse, events, repeat(one))] == [*map(glimpse, true, repeat(one))]:
                    blind[one] = None
        if blind:
            yield Choice(number, len(legal), tuple(blind))


def play_on(
    match: AnyMatch,
    turns: Iterable[Turn],
    chance: SeededChance | RiggedChance,
    moves: Mapping[int, int] = MappingProxyType({}),
    first: int = 0,
) -> Iterator[AnyMatch]:
    """Yield the match, and the match after each turn, up to the first turn that can't be played there."""
    game = match.game
    yield match
    for number, turn in enumerate(turns, first):
        try:
            move = turn.move
            if number in moves:
                legal = game.legal(match.state, turn.seat)
                move = legal[(legal.index(move) + moves[number]) % len(legal)]
            events = decide_if_legal(game, match.state, turn.seat, move, chance.at(match.version))
            state = reduce(game.evolve, events, match.state)
        except Exception:  # a game may raise anything; this history ends here
            return
        match = Match(game, match.header, match.version + len(events), state, turn.seat, events, match)
        yield match


def decide_if_legal(
    game: AnyGame, state: object, seat: Seat, move: object, chance: Chance
) -> tuple[object, ...]:
    """Return the events of the move in that state. Raise `Rejected` if it isn't legal there."""
    if move not in game.legal(state, seat):
        raise Rejected("not_a_move", f"{shown(move)} isn't legal there")
    return game.decide(state, seat, move, chance)


def places_of(draws: Iterable[Draw]) -> tuple[Draw, ...]:
    """Return each shuffle as often as it has places, and each number once. So a random pick favours cards over dice."""
    return tuple(draw for draw in draws for _ in range(draw.size if draw.shuffles else 1))


def glimpses_of(match: AnyMatch, viewer: Viewer) -> tuple[object, ...]:
    """Return what the viewer saw of the last move."""
    glimpse = match.game.glimpse
    return tuple(
        [event if isinstance(event, EngineEvent) else glimpse(event, viewer) for event in match.events]
    )


def remember_all(game: AnyGame, memory: object, seen: Iterable[object]) -> object:
    """Return the memory after these glimpses. None of them may undo a move."""
    return reduce(
        game.remember, (glimpse for glimpse in seen if not isinstance(glimpse, EngineEvent)), memory
    )


def random_exchange(draw: Draw, luck: Chance) -> Rig:
    """Return a rig with one change: two places of the shuffle, or the number drawn."""
    if not draw.shuffles:
        return UNRIGGED.shift(draw, 1 + luck.below("shift", draw.size - 1))
    first, second = luck.shuffle("places", range(draw.size))[:2]
    return UNRIGGED.exchange(draw, first, second)


def describe_draw(draw: Draw) -> str:
    """Return the draw's name in reports."""
    kind = "shuffle" if draw.shuffles else "number"
    return f"the {kind} {draw.label!r} at version {draw.version}"
