"""Matches to show to bots."""

import cardkit
from cardkit.bots.chance import RunningChance
from cardkit.match import AnyMatch

GAMES = ("thirteen", "friday13", "biberbande", "push")


def after(moves: int, game: str, seats: int = 3, seed: str = "scene") -> AnyMatch:
    """Return a match after this number of random moves."""
    match = cardkit.start(game, seats, seed=seed)
    chance = RunningChance(f"{seed} {game}")
    for _ in range(moves):
        legal = match.legal()
        match = match.play(legal[chance.below("move", len(legal))])
    return match
