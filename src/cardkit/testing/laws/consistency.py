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

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import count, islice, pairwise
from math import comb
from typing import Final, TypeAlias

from attrs import frozen

from cardkit.chance import SeededChance
from cardkit.fields import is_tuple
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit.testing.differences import fields_of, has_parts, varying_parts
from cardkit.testing.histories import draws_of, remember_all
from cardkit.testing.report import Breach, Look
from cardkit.testing.trial import Trial, Turn, game_events, viewer_name
from cardkit.testing.uniform import alike

__all__ = ["check", "check_orders"]

POINTS: Final = 8
"""The number of moves of a match that are checked, each for one viewer."""
ORDERS: Final = 2
"""The number of moves that are checked because cards lie in a new row after them."""
STAGES: Final = ((192, 0.5), (384, 0.1), (768, 1e-3), (2_048, 1e-9))
"""Stages, each with a number of states in all and a likelihood. A less likely difference goes on to the next stage, and
is a breach after the last one."""
PATIENCE: Final = 12
"""A point is skipped if one state that fits takes more tries than this, on average."""
RESERVE: Final = 8
"""The number of states that may be late, so that a point isn't skipped too soon."""
PEEKS: Final = 8
"""The number of imagined states that are searched for other moves that look the same."""
MOST_MOVES: Final = 64
"""A point is skipped if a hidden move may be one of more moves than this."""
NEW: Final = 3
"""A row is new if it has at least this many cards, and no two of them lay side by side before."""

Value: TypeAlias = tuple[str, str]
"""What was seen (empty if that doesn't count), and the value of the part."""


def check(trial: Trial) -> Iterator[Breach | Look]:
    """Look at some moves, each for one viewer. Yield the first breach of law 12."""
    luck = trial.chance("played on")
    for number in range(POINTS if len(trial.steps) > 1 else 0):
        step = luck.at(number).below("step", len(trial.steps) - 1)
        viewer = trial.viewers[luck.at(number).below("viewer", len(trial.viewers))]
        if _new_rows(trial, step):
            continue
        point = _Point(trial, step, viewer)
        wrong = point.wrong()
        yield point.look
        if wrong is not None:
            yield Breach(step + 1, f"{viewer_name(viewer)}: {wrong}")
            return


def check_orders(trial: Trial) -> Iterator[Breach | Look]:
    """Look at the first moves that laid a new row without drawing. Yield the first breach of law 13.

    A spectator knows least. But if it can't tell which card was played, few states that it imagines fit the move. All
    of those that the mover imagines fit, if it knows its hand.
    """
    found = ((step, rows) for step in range(len(trial.steps) - 1) if (rows := _new_rows(trial, step)))
    laid = [*islice(found, ORDERS)]
    if not laid:
        yield Look("no move laid cards in a new order without drawing from chance")
    for step, rows in laid:
        for viewer in (None, trial.turns[step].seat):
            point = _Point(trial, step, viewer)
            wrong = point.wrong(rows)
            yield point.look
            if wrong is not None:
                what = "was laid out anew without drawing from chance, so its order is known"
                yield Breach(step + 1, f"{rows[0]} {what}: {wrong}")
                return


def _new_rows(trial: Trial, step: int) -> tuple[str, ...]:
    """Return the paths of the rows of cards that the move after this step laid without drawing."""
    before, after = trial.steps[step : step + 2]
    if any(draw.version == before.version for draw in draws_of(trial)):
        return ()
    return tuple(
        path
        for path, was, row in _changed_rows(before.state, after.state, "")
        if len(row) >= max(NEW, len(was) + 2) and not {*pairwise(was)} & {*pairwise(row)}
    )


def _changed_rows(before: object, after: object, path: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each tuple of things without parts that has changed: its path, what it was, and what it is."""
    if before is after:
        return
    if is_tuple(after):
        old = before if is_tuple(before) else ()
        if not any(has_parts(item) for item in after):
            yield path, [repr(item) for item in old if not has_parts(item)], [*map(repr, after)]
        for place, item in enumerate(after):
            if has_parts(item):
                yield from _changed_rows(old[place] if place < len(old) else (), item, f"{path}[{place}]")
    else:
        for name, part in (fields_of(after) or {}).items():
            yield from _changed_rows(getattr(before, name, ()), part, f"{path}.{name}" if path else name)


@frozen
class _Sample:
    """What a viewer saw of a move, the state after it, and a state imagined from what the viewer saw."""

    seen: str
    played: object
    imagined: object


class _Point:
    """A move of a match, and one viewer."""

    def __init__(self, trial: Trial, step: int, viewer: Viewer) -> None:
        self.before: AnyMatch = trial.steps[step]
        self.turn: Turn = trial.turns[step]
        self.viewer = viewer
        self.memory: object = trial.memory(step, viewer)
        self.seen: tuple[object, ...] = self._glimpses(game_events(trial.steps[step + 1]))
        self.source = f"{viewer_name(viewer)} at {step}"
        self.trial = trial
        self.twins = _twins(trial)
        self.moves = self._hidden_moves()
        self.look = Look()
        """Whether the move could be checked. It is known after `wrong`."""

    def wrong(self, rows: tuple[str, ...] = ("",)) -> str | None:
        """Return how imagined states differ from those played on, or `None` if they don't. `rows` limit the parts."""
        if self.moves > MOST_MOVES:
            self.look = Look(f"a move that a viewer can't see may be one of more than {MOST_MOVES}")
            return None
        samples, tries = list[_Sample](), count()
        found: tuple[float, str] = (1.0, "")
        for size, unlikely in STAGES:
            while len(samples) < size:
                number = next(tries)
                if number > PATIENCE * (len(samples) + RESERVE):
                    self.look = Look(
                        "too few imagined states fit the moves; try options with fewer cards or moves"
                    )
                    return None
                sample = self._sample(number)
                samples += [] if sample is None else [sample]
            found = self._least_likely(samples, rows)
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

    def _sample(self, number: int) -> _Sample | None:
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

    def _glimpses(self, events: Sequence[object]) -> tuple[object, ...]:
        return tuple(self.before.game.glimpse(event, self.viewer) for event in events)

    def _least_likely(self, samples: list[_Sample], rows: tuple[str, ...]) -> tuple[float, str]:
        """Return how likely the greatest difference is, and a description of it."""
        seen = [sample.seen for sample in samples]
        states = [sample.played for sample in samples] + [sample.imagined for sample in samples]
        columns = [(path, texts) for path, texts in varying_parts(states) if path.startswith(rows)]
        ways = [[""] * len(seen), seen] if len({*seen}) > 1 else [[""] * len(seen)]
        found: tuple[float, str] = (1.0, "")
        for path, texts in columns:
            for when in ways:
                played = [*zip(when, texts[: len(seen)], strict=True)]
                imagined = [*zip(when, texts[len(seen) :], strict=True)]
                likely = self._likelihood(played, imagined) * len(columns) * len(ways)
                if likely < found[0]:
                    found = likely, _describe(path, Counter(played), Counter(imagined))
        return found

    def _likelihood(self, played: list[Value], imagined: list[Value]) -> float:
        """Return how likely such a difference is by chance."""
        if self.twins == 1:
            return alike(Counter(played), Counter(imagined))
        half = len(played) // 2
        one, other = [[Counter(some[:half]), Counter(some[half:])] for some in (played, imagined)]
        return 2 * min(_missing(one, other, self.twins), _missing(other, one, self.twins))


def _twins(trial: Trial) -> int:
    """Return how many cards look alike, at most. Without `cards`, only shuffled cards are counted."""
    cards = trial.game.cards
    listed = () if cards is None else Counter(cards(trial.steps[0].state)).values()
    shuffled = [draw.twins for draw in draws_of(trial) if draw.shuffles]
    return max((*listed, *shuffled), default=1)


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
