"""The golden logs of the example games: matches as they were written, which must open for ever.

`python -m tests.examples.golden` writes those that aren't there yet.
"""

from pathlib import Path
from typing import Final

import cardkit
from cardkit.bots.chance import RunningChance
from cardkit.game import AnyGame, any_game
from cardkit.match import AnyMatch
from examples.games import crazy_eights, goofspiel, hanabi, leduc

__all__ = ["GAMES", "path", "played"]

HERE: Final = Path(__file__).parent / "golden"
GAMES: Final[dict[str, tuple[AnyGame, int, dict[str, object]]]] = {
    "goofspiel": (any_game(goofspiel.GAME), 3, {"cards": 5}),
    "leduc": (any_game(leduc.GAME), 4, {"first_player": "random"}),
    "crazy_eights": (any_game(crazy_eights.GAME), 4, {"specials": True, "plays": 60}),
    "hanabi": (any_game(hanabi.GAME), 3, {"colours": 3, "ranks": 3}),
}


def path(key: str) -> Path:
    return HERE / f"{key}.log"


def played(key: str) -> AnyMatch:
    """Return the match that was written down, played again."""
    game, seats, options = GAMES[key]
    match, picks = cardkit.start(game, seats=seats, options=options, seed="golden"), RunningChance("golden")
    while match.actors:
        seat = match.actors[picks.below("seat", len(match.actors))]
        legal = match.legal(seat)
        match = match.play(legal[picks.below("move", len(legal))], seat)
    return match


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for key in GAMES:
        if not path(key).exists():
            path(key).write_text(cardkit.dumps(played(key)), encoding="utf-8")


if __name__ == "__main__":
    main()
