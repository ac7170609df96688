"""Random playouts through the public contract, and through `Match.play`."""

import random

import cardkit
from cardkit.bots.chance import RunningChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View


def by_contract(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    options: Options,
    seats: int,
    n: int,
    rng: random.Random,
) -> int:
    """Play `n` random matches by `legal`, `decide` and `evolve`. Return the number of moves."""
    pick, chance = rng.random, RunningChance(str(rng.random()))
    actors, legal, decide, evolve = game.actors, game.legal, game.decide, game.evolve
    moves = 0
    for _ in range(n):
        state = game.initial
        for event in game.open(seats, options, chance):
            state = evolve(state, event)
        while who := actors(state):
            seat = who[0]
            choices = legal(state, seat)
            for event in decide(state, seat, choices[int(pick() * len(choices))], chance):
                state = evolve(state, event)
            moves += 1
    return moves


def by_match(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    options: Options,
    seats: int,
    n: int,
    rng: random.Random,
) -> int:
    """Do the same by `Match.play`: everything is checked, and the log is kept."""
    pick, moves = rng.random, 0
    for _ in range(n):
        match = cardkit.start(game, seats, options, seed=str(rng.random()))
        while choices := match.legal():
            match = match.play(choices[int(pick() * len(choices))])
            moves += 1
    return moves
