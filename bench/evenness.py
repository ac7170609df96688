"""How evenly states are imagined where notes on cards depend on each other: `python -m bench.evenness --draws 20000`.

A row of cards lies face down, and notes say of each which faces fit. All ways to fit them should be equally frequent.
If no way was kept after 64 tries, one of them is drawn by its weight, which is only nearly even. The distance is the
share of the draws that would have to move to make all ways equally frequent. `By luck` is the distance that even draws
have on average. χ² has one degree of freedom less than there are ways.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import pi, sqrt
from typing import Annotated, Final, Generic, Never, TypeAlias, TypeGuard

from attrs import frozen

from cardkit.bots.chance import RunningChance
from cardkit.chance import Chance
from cardkit.game import AnyGame, any_game
from cardkit.hidden import NOBODY, H, derive_game, noted
from cardkit.seats import Seat, ranked

__all__ = ["CASES", "figures"]

Allowed: TypeAlias = tuple[frozenset[int], ...]


@frozen
class Options:
    faces: int = 5
    allowed: Allowed = ()


@frozen
class Look:
    """Move on to the next card. Nothing is seen."""


@frozen
class Laid(Generic[H]):
    """The row lies face down. Everybody is told which faces each card may have."""

    allowed: Allowed
    row: Annotated[tuple[int | H, ...], NOBODY]
    rest: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class State(Generic[H]):
    row: Annotated[tuple[int | H, ...], NOBODY] = ()
    rest: Annotated[tuple[int | H, ...], NOBODY] = ()


def evolve(state: State[H], event: Laid[H]) -> State[H]:
    """Lay the row, with a note on each card."""
    row = [noted(card, allowed) for card, allowed in zip(event.row, event.allowed, strict=True)]
    return State(tuple(row), event.rest)


def opened(seats: int, options: Options, chance: Chance) -> tuple[Laid[Never], ...]:
    """Lay any row that fits."""
    row = ways(options.faces, options.allowed)[0]
    rest = tuple([face for face in range(options.faces) if face not in row])
    return (Laid(options.allowed, row, rest),)


def nobody(state: State[Never]) -> tuple[Seat, ...]:
    """Return no seat: nobody may move."""
    return ()


def fits(face: int, allowed: frozenset[int]) -> bool:
    """Return whether the face is among those of the note."""
    return face in allowed


def row_of(faces: int) -> AnyGame:
    """Return the game with a deck of these faces."""
    return any_game(
        derive_game(
            key="row",
            title="A row",
            seats=range(1, 2),
            options=Options,
            initial=State(),
            open=opened,
            actors=nobody,
            legal=lambda state, seat: (Look(),),
            decide=lambda state, seat, move, chance: (),
            evolve=evolve,
            outcome=lambda state: ranked((0,), (0,)),
            deck=lambda state: range(faces),
            fits=fits,
            moves=lambda seats, options: (Look(),),
            say=lambda move: "look",
            move_names={"look": Look},
            event_names={"laid": Laid},
        )
    )


def sets(*allowed: set[int]) -> Allowed:
    """Return the faces that fit, place by place."""
    return tuple(map(frozenset, allowed))


CASES: Final[dict[str, tuple[int, Allowed]]] = {
    "nested: 0 1, 0 1 2, 4": (5, sets({0, 1}, {0, 1, 2}, {4})),
    "two that cross": (4, sets({0, 1}, {1, 2})),
    "a chain of three": (5, sets({0, 1}, {1, 2}, {2, 3, 4})),
    "two pairs that share a face": (5, sets({0, 1, 2}, {0, 1, 2}, {2, 3, 4}, {2, 3, 4})),
    "five neighbours": (5, sets({0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4})),
    "a ring of six": (6, sets(*({place, (place + 1) % 6} for place in range(6)))),
    "a ring of eight": (8, sets(*({place, (place + 1) % 8} for place in range(8)))),
}
"""Decks, and the faces that fit each place."""


def ways(faces: int, allowed: Allowed) -> list[tuple[int, ...]]:
    """Return all rows that fit."""
    rows = permutations(range(faces), len(allowed))
    return [row for row in rows if all(face in some for face, some in zip(row, allowed, strict=True))]


def figures(draws: int = 2_000) -> Iterator[str]:
    """Yield a line for each case."""
    yield f"{f'{draws:,} imagined states':34}{'ways':>6}{'never':>7}{'distance':>10}{'by luck':>9}{'χ²':>10}"
    for name, (faces, allowed) in CASES.items():
        possible = ways(faces, allowed)
        counted = drawn(faces, allowed, draws)
        strange = {*counted} - {*possible}
        assert not strange, f"{name}: {strange} were imagined, but don't fit"
        mean = draws / len(possible)
        distance = sum(abs(counted[way] - mean) for way in possible) / 2 / draws
        square = sum((counted[way] - mean) ** 2 / mean for way in possible)
        never = sum(not counted[way] for way in possible)
        luck = sqrt(len(possible) / (2 * pi * draws))
        yield f"{name:34}{len(possible):6}{never:7}{distance:10.4f}{luck:9.4f}{square:10.1f}"


def drawn(faces: int, allowed: Allowed, draws: int) -> Counter[tuple[int, ...]]:
    """Return how often each row is imagined by somebody who knows the notes only."""
    game, chance = row_of(faces), RunningChance("evenness")
    (laid,) = game.open(1, Options(faces, allowed), chance)
    memory = game.remember(game.blank(None), game.glimpse(laid, None))
    counted = Counter[tuple[int, ...]]()
    for _ in range(draws):
        state = game.imagine(memory, chance)
        assert is_state(state)
        counted[state.row] += 1
    return counted


def is_state(value: object) -> TypeGuard[State[Never]]:
    """Return whether the value is a state in which all cards are seen."""
    return isinstance(value, State)


def main(words: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How evenly states are imagined.")
    parser.add_argument("--draws", type=int, default=2_000, help="the imagined states for each case")
    for line in figures(parser.parse_args(words).draws):
        print(line, flush=True)


if __name__ == "__main__":
    main()
