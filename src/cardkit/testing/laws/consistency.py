"""Laws 12 and 13: imagining after a move agrees with imagining before the move and playing it.

The check makes pairs of states:

- The first state is imagined from what a viewer knew before a move. The move is then played in it, with any chance.
- The second state is imagined from the viewer's memory, after the viewer has seen that.

Over many pairs, each part of the two states must take the same values equally often, on its own and together with what
was seen. Right after the opening, law 7 compares with the truth. So, step by step, imagining is exact. It forgets
nothing that a glimpse showed, contradicts nothing that was certain, and gives no state that doesn't fit the moves.

If the viewer can't tell the move from others, all moves that are legal in the imagined state are tried equally often.
Those that look like the true one count.

The check can't find:

- unevenness of a few per cent, or unevenness that shows only if several parts of a state are taken together;
- unevenness if some cards look alike. Then a move may be twice as likely in a state where its card is held twice. For
  such decks the check finds values that are imagined but impossible, and values that are possible but never imagined;
- faults at points where the viewer saw something so special that few imagined states lead to it.

Law 13 is about orders: nothing was drawn from chance in the move, yet several cards lie in a new row. Law 12 is about
everything else.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice, pairwise
from math import comb
from typing import Final, Generic, TypeAlias

from attrs import frozen

from cardkit.chance import SeededChance
from cardkit.game import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.seats import Viewer
from cardkit.testing.comparison import game_events
from cardkit.testing.differences import parts
from cardkit.testing.histories import Draw, draws_of, remember_all
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, Turn, viewer_name
from cardkit.testing.uniform import alike

__all__ = ["check", "check_orders"]

POINTS: Final = 8
"""The number of moves of a match that are checked, each for one viewer."""
ORDERS: Final = 2
"""The number of moves that are checked because cards lie in a new row after them."""
STAGES: Final = ((192, 0.5), (768, 1e-3), (2_048, 1e-9))
"""Stages, each with a number of states and a likelihood. A less likely difference goes on to the next stage, and is a
breach after the last one."""
PATIENCE: Final = 12
"""A point is skipped if one state that fits takes more tries than this, on average."""
PEEKS: Final = 8
"""The number of imagined states that are searched for other moves that look the same."""
MOST_MOVES: Final = 64
"""A point is skipped if a hidden move may be one of more moves than this."""
NEW: Final = 3
"""A row is new if it has at least this many cards, and no two of them lay side by side before."""

Part: TypeAlias = tuple[str, str]
"""A part of a state, by its path. The first text is `seen` if it is counted together with what was seen."""
Value: TypeAlias = tuple[str, str]
"""What was seen (empty if that doesn't count), and the value of the part."""


def check(trial: Trial[Move, Event, State, View, Glimpse, Memory, Options]) -> Iterator[Breach]:
    """Yield the first breach of law 12, at some moves, for some viewers."""
    luck, draws = trial.chance("played on"), draws_of(trial)
    for number in range(POINTS if len(trial.steps) > 1 else 0):
        step = luck.at(number).below("step", len(trial.steps) - 1)
        viewer = trial.viewers[luck.at(number).below("viewer", len(trial.viewers))]
        if _new_row(trial, step, draws):
            continue
        wrong = _Point(trial, draws, step, viewer).wrong()
        if wrong is not None:
            yield Breach(step + 1, f"{viewer_name(viewer)}: {wrong}")
            return


def check_orders(trial: Trial[Move, Event, State, View, Glimpse, Memory, Options]) -> Iterator[Breach]:
    """Yield the first breach of law 13, for a spectator, at the first moves that laid a new row without drawing."""
    draws = draws_of(trial)
    rows = ((step, row) for step in range(len(trial.steps) - 1) if (row := _new_row(trial, step, draws)))
    for step, row in islice(rows, ORDERS):
        wrong = _Point(trial, draws, step, None).wrong(row)
        if wrong is not None:
            reason = f"{row} was laid out anew without drawing from chance, so its order is known: {wrong}"
            yield Breach(step + 1, reason)
            return


def _new_row(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options], step: int, draws: tuple[Draw, ...]
) -> str:
    """Return the path of a row of cards that the move after this step laid without drawing, or an empty text."""
    before, after = trial.steps[step : step + 2]
    if any(draw.version == before.version for draw in draws):
        return ""
    new = _rows(after.state)
    if all(len(row) < NEW for row in new.values()):
        return ""
    old = _rows(before.state)
    for path, row in new.items():
        was = old.get(path, ())
        beside = {*pairwise(was)}
        if len(row) >= max(NEW, len(was) + 2) and not beside & {*pairwise(row)}:
            return path
    return ""


def _rows(state: object) -> dict[str, tuple[str, ...]]:
    """Return each tuple of things that have no parts, by its path."""
    rows = defaultdict[str, list[str]](list)
    for path, value in parts(state).items():
        row, bracket, place = path.rpartition("[")
        if bracket and place[:-1].isdigit():
            rows[row].append(repr(value))
    return {path: tuple(row) for path, row in rows.items()}


@frozen
class _Sample(Generic[State]):
    """What a viewer saw of a move, the state after it, and a state imagined from what the viewer saw."""

    seen: str
    played: State
    imagined: State


class _Point(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """A move of a match, and one viewer."""

    def __init__(
        self,
        trial: Trial[Move, Event, State, View, Glimpse, Memory, Options],
        draws: tuple[Draw, ...],
        step: int,
        viewer: Viewer,
    ) -> None:
        self.before: Match[Move, Event, State, View, Glimpse, Memory, Options] = trial.steps[step]
        self.turn: Turn[Move] = trial.turns[step]
        self.viewer = viewer
        self.memory: Memory = trial.memory(step, viewer)
        self.seen: tuple[Glimpse, ...] = self._glimpses(game_events(trial.steps[step + 1]))
        self.source = f"{viewer_name(viewer)} at {step}"
        self.trial = trial
        self.twins = _twins(trial, draws)
        self.moves = self._hidden_moves()

    def wrong(self, row: str = "") -> str | None:
        """Return how imagined states differ from those played on, or `None` if they don't. `row` limits the parts."""
        if self.moves > MOST_MOVES:
            return None
        tried = 0
        found: tuple[float, str] = (1.0, "")
        for size, unlikely in STAGES:
            samples = list[_Sample[State]]()
            for number in range(size * PATIENCE):
                sample = self._sample(tried + number)
                samples += [] if sample is None else [sample]
                if len(samples) == size:
                    break
            tried += size * PATIENCE
            if len(samples) < size:
                return None
            found = self._least_likely(samples, row)
            if found[0] >= unlikely:
                return None
        return found[1]

    def _hidden_moves(self) -> int:
        """Return how many moves there were to choose from at most. Return 0 if the viewer can tell which was made."""
        game, seat, most, hidden = self.before.game, self.turn.seat, 0, False
        chance = SeededChance(f"{self.source}: which move")
        for number in range(PEEKS):
            world = game.imagine(self.memory, chance.at(number))
            legal = game.legal(world, seat)
            most = max(most, len(legal))
            if self.turn.move not in legal or len(legal) > MOST_MOVES:
                continue
            seen = self._glimpses(game.decide(world, seat, self.turn.move, self._luck(number)))
            hidden = hidden or any(
                self._glimpses(game.decide(world, seat, move, self._luck(number))) == seen
                for move in legal
                if move != self.turn.move
            )
        header = self.before.header
        return max(most, len(game.moves(header.seats, header.options))) if hidden else 0

    def _sample(self, number: int) -> _Sample[State] | None:
        """Return a state played on and one imagined, or `None` if the first doesn't fit."""
        game, seat, move = self.before.game, self.turn.seat, self.turn.move
        world = game.imagine(self.memory, SeededChance(f"{self.source}: before", number))
        legal = game.legal(world, seat)
        if self.moves:
            place = SeededChance(f"{self.source}: move", number).below("move", self.moves)
            if place >= len(legal):
                return None
            move = legal[place]
        elif move not in legal:
            return None
        events = game.decide(world, seat, move, self._luck(number))
        seen = self._glimpses(events)
        if self.moves and seen != self.seen:
            return None
        memory = remember_all(game, self.memory, seen)
        imagined = game.imagine(memory, SeededChance(f"{self.source}: after", number))
        return _Sample(repr(seen), reduce(game.evolve, events, world), imagined)

    def _luck(self, number: int) -> SeededChance:
        return SeededChance(f"{self.source}: played", number)

    def _glimpses(self, events: Sequence[Event]) -> tuple[Glimpse, ...]:
        return tuple(self.before.game.glimpse(event, self.viewer) for event in events)

    def _least_likely(self, samples: list[_Sample[State]], row: str) -> tuple[float, str]:
        """Return how likely the greatest difference is, and a description of it."""
        halves = [samples[: len(samples) // 2], samples[len(samples) // 2 :]]
        played = [_counted(half, row, played=True) for half in halves]
        imagined = [_counted(half, row, played=False) for half in halves]
        found: tuple[float, str] = (1.0, "")
        parts = {part: None for counts in (*played, *imagined) for part in counts}
        for part in parts:
            one, other = [counts[part] for counts in played], [counts[part] for counts in imagined]
            if self.twins == 1:
                likely = alike(one[0] + one[1], other[0] + other[1])
            else:
                likely = 2 * min(_missing(one, other, self.twins), _missing(other, one, self.twins))
            if likely * len(parts) < found[0]:
                found = likely * len(parts), _describe(part[1], one[0] + one[1], other[0] + other[1])
        return found


def _twins(trial: Trial[Move, Event, State, View, Glimpse, Memory, Options], draws: tuple[Draw, ...]) -> int:
    """Return how many cards look alike, at most. Without `cards`, only shuffled cards are counted."""
    listed = Counter(trial.cards(trial.steps[0].state)).values() if trial.cards is not None else ()
    shuffled = [draw.twins for draw in draws if draw.shuffles]
    return max((*listed, *shuffled), default=1)


def _counted(samples: list[_Sample[State]], row: str, *, played: bool) -> "defaultdict[Part, Counter[Value]]":
    """Return how often each part has each value, on its own and together with what was seen."""
    values = defaultdict[str, list[Value]](list)
    for sample in samples:
        for path, value in parts(sample.played if played else sample.imagined).items():
            if path.startswith(row):
                values[path].append((sample.seen, repr(value)))
    counts = defaultdict[Part, Counter[Value]](Counter)
    varied = len({sample.seen for sample in samples}) > 1
    for path, pairs in values.items():
        counts["", path] = Counter(("", text) for _, text in pairs)
        if varied:
            counts["seen", path] = Counter(pairs)
    return counts


def _missing(one: "list[Counter[Value]]", other: "list[Counter[Value]]", twins: int) -> float:
    """Return the probability that values missing from one first half are this rare in its second half.

    If cards look alike, a state may be up to `twins` times as likely, so the values may be that much rarer.
    """
    missing = other[0].keys() - one[0].keys()
    rare, frequent = (sum(counts[1][value] for value in missing) for counts in (one, other))
    share, total = 1 / (1 + twins), rare + frequent
    return sum(comb(total, n) * share**n * (1 - share) ** (total - n) for n in range(rare + 1))


def _describe(path: str, played: "Counter[Value]", imagined: "Counter[Value]") -> str:
    """Describe the value whose count differs most."""
    value = max({**played, **imagined}, key=lambda value: abs(played[value] - imagined[value]))
    seen, text = value
    when = f" after {seen}" if seen else ""
    counts = (
        f"in {played[value]} of {STAGES[-1][0]:,} states that were imagined before the move and played on"
    )
    return f"{path} is {text}{when} {counts}, but in {imagined[value]} of those imagined after it"
