"""What it costs that secrecy is derived: one game twice, with its views and memories by hand and derived from marks."""

from collections.abc import Callable, Iterator, Sequence

from bench import peaks_by_hand, peaks_derived
from bench.measure import compare
from cardkit.bots.chance import RunningChance
from cardkit.engine_events import EngineEvent
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.seats import OWNER
from cardkit.testing.trial import steps_at_random

SEATS = 4
MATCHES = 15


def derived(matches: int = MATCHES) -> Iterator[str]:
    """Compare the calls a second of each function, derived and by hand."""
    ours = jobs(peaks_derived.GAME, matches_of(peaks_derived.GAME, peaks_derived.Options(cards=5), matches))
    theirs = jobs(peaks_by_hand.GAME, matches_of(peaks_by_hand.GAME, peaks_by_hand.Options(cards=5), matches))
    for name in ours:
        mine, other, ratio = compare(ours[name], theirs[name])
        yield f"{f'{name} of a derived game':28}{mine:12,.0f} a second, by hand {other:12,.0f}   ratio {ratio:5.2f}"


def matches_of(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], options: Options, matches: int
) -> list[Match[Move, Event, State, View, Glimpse, Memory, Options]]:
    """Return random matches: both games have the same."""
    return [steps_at_random(game, SEATS, options, f"peaks {number}")[-1] for number in range(matches)]


def jobs(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    matches: Sequence[Match[Move, Event, State, View, Glimpse, Memory, Options]],
) -> dict[str, Callable[[], int]]:
    viewers = (None, *range(SEATS))
    steps = [step for match in matches for step in match.standing()]
    events = [
        [event for event in match.glimpses(OWNER) if not isinstance(event, EngineEvent)] for match in matches
    ]
    seen = [(viewer, [game.glimpse(one, viewer) for one in story]) for story in events for viewer in viewers]
    states = [step.state for step in steps]
    memories = [step.memory(viewer) for step in steps for viewer in viewers]

    def view() -> int:
        for state in states:
            for viewer in viewers:
                game.view(state, viewer)
        return len(states) * len(viewers)

    def glimpse() -> int:
        for story in events:
            for event in story:
                for viewer in viewers:
                    game.glimpse(event, viewer)
        return sum(map(len, events)) * len(viewers)

    def remember() -> int:
        for viewer, glimpses in seen:
            memory = game.blank(viewer)
            for one in glimpses:
                memory = game.remember(memory, one)
        return sum(len(glimpses) for _, glimpses in seen)

    def imagine() -> int:
        chance = RunningChance("derived")
        for memory in memories:
            game.imagine(memory, chance)
        return len(memories)

    def evolve() -> int:
        for story in events:
            state = game.initial
            for event in story:
                state = game.evolve(state, event)
        return sum(map(len, events))

    return {"evolve": evolve, "view": view, "glimpse": glimpse, "remember": remember, "imagine": imagine}


if __name__ == "__main__":
    for line in derived():
        print(line)
