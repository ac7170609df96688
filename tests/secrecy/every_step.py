"""Laws 5 and 6 at every step of random matches of the four games: `python -m tests.secrecy` prints the figures."""

import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import process_time
from typing import Final

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.games import biberbande, friday13, push, thirteen
from cardkit.testing import Watched, watch
from tests.games.biberbande.test_laws import PATIENT

SEATS: Final = {
    "thirteen": range(3, 7),
    "friday13": range(3, 7),
    "biberbande": range(2, 7),
    "push": range(2, 7),
}


def watch_one(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], rules: Sequence[Options], number: int
) -> Watched:
    """Match `number`: they go round the numbers of players, and round the house rules."""
    seats = game.seats[number % len(game.seats)]
    options = rules[(number // len(game.seats)) % len(rules)]
    return watch(game, seats=seats, options=options, seed=f"every step {number}")


def watch_push(number: int) -> Watched:
    """Watch a match of Push. Only two may play without direction cards."""
    rules = (
        push.Options(),
        push.Options(risk=True),
        push.Options(first_player="random", risk=True),
        push.Options(first_player=1),
    )
    short = push.Options(direction_cards=False, risk=number % 20 == 0)
    return watch_one(push.GAME, (short,) if number % 10 == 0 else rules, number)


THIRTEEN: Final = (
    thirteen.Options(rounds=1),
    thirteen.Options(),
    thirteen.Options(first_dealer="random", rounds=2),
    thirteen.Options(first_dealer=2, rounds=3),
)
FRIDAY13: Final = (
    friday13.Options(rounds=1),
    friday13.Options(),
    friday13.Options(first_player="random", rounds=2),
    friday13.Options(first_player=2, rounds=3),
)
BIBERBANDE: Final = (
    biberbande.Options(rounds=2),
    biberbande.Options(turn_limit=12),
    biberbande.Options(first_dealer="random", rotate_dealer=True, rounds=3),
    biberbande.Options(first_dealer=1, turn_limit=3),
)

LONG: Final = {2: 36, 3: 24, 4: 18, 5: 15, 6: 13}
"""The turns of each player that usually use up the stock, by the number of seats."""


def watch_biberbande(number: int) -> Watched:
    """Watch a match of Biberbande. Random rounds are short, so every fifth match lasts until the stock has run out."""
    if number % 5 < 4:
        return watch_one(biberbande.GAME, BIBERBANDE, number)
    seats = biberbande.GAME.seats[number // 5 % 5]
    return watch(
        PATIENT,
        seats=seats,
        options=biberbande.Options(turn_limit=LONG[seats], rounds=1),
        seed=f"patient {number}",
    )


WATCHING: Final[dict[str, Callable[[int], Watched]]] = {
    "thirteen": partial(watch_one, thirteen.GAME, THIRTEEN),
    "friday13": partial(watch_one, friday13.GAME, FRIDAY13),
    "biberbande": watch_biberbande,
    "push": watch_push,
}


def watched(key: str, numbers: Iterable[int]) -> Watched:
    """Watch these matches of a game. `LawsBroken` names the first that breaks a law."""
    return sum(map(WATCHING[key], numbers), Watched())


def main(matches: int, keys: Sequence[str]) -> None:
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core")
    for key in keys:
        began, found = process_time(), Watched()
        for number in range(matches):
            found += watched(key, (number,))
            if (number + 1) % 100 == 0 or number + 1 == matches:
                print(f"{key}: {found}, {process_time() - began:,.0f} CPU seconds", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:] or [*WATCHING])
