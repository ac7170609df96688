"""Whole matches of bots, without a log, as fast as possible."""

from collections.abc import Iterator, Sequence
from typing import Generic

from attrs import frozen

from cardkit.bots.contract import Bot
from cardkit.bots.players import Watcher
from cardkit.chance import Chance
from cardkit.checks import legal_move
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.seats import Seat

__all__ = ["Turn", "play_out", "turns"]


@frozen
class Turn(Generic[Move, Event, State]):
    """One move of a match: the state before it, the seat, its legal moves, the move, and its events."""

    before: State
    seat: Seat
    legal: tuple[Move, ...]
    move: Move
    events: tuple[Event, ...]


def play_out(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    options: Options,
    bots: Sequence[Bot[Move, View, Glimpse, Memory, Options]],
    chance: Chance,
    own: Sequence[Chance],
    most: int | None = None,
) -> tuple[State, int]:
    """Play a match of these bots, one for each seat. Return its last state and the number of moves.

    `chance` deals, and each bot has its `own`. Equal chance gives equal matches. All must give new draws each time
    (`RunningChance`). The match is broken off after `most` moves. Raise `Rejected` if a bot's answer isn't legal.
    """
    seats, rules = len(bots), any_game(game)
    actors, legal, decide, evolve = game.actors, game.legal, game.decide, game.evolve
    watchers = [Watcher(game, seat, seats, options, bot.needs) for seat, bot in enumerate(bots)]
    following = [watcher for watcher in watchers if watcher.wants_events]
    blind = [bot.blind for bot in bots]
    state = game.initial
    events = game.open(seats, options, chance)
    moves = 0
    while True:
        for event in events:
            state = evolve(state, event)
        for watcher in following:
            watcher.see(events)
        who = actors(state)
        if not who or moves == most:
            return state, moves
        seat = who[0]
        choices = legal(state, seat)
        pick = blind[seat]
        if pick is not None:
            move = pick(choices, own[seat])
        else:
            answer = bots[seat].choose(watchers[seat].observation(state, choices, own[seat]))
            move = legal_move(rules, seats, options, state, seat, choices, answer)
        events = decide(state, seat, move, chance)
        moves += 1


def turns(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    options: Options,
    bots: Sequence[Bot[Move, View, Glimpse, Memory, Options]],
    chance: Chance,
    own: Sequence[Chance],
) -> Iterator[Turn[Move, Event, State]]:
    """Play the same match as `play_out`, and yield its turns."""
    seats = len(bots)
    watchers = [Watcher(game, seat, seats, options, bot.needs) for seat, bot in enumerate(bots)]
    state = game.initial
    events = game.open(seats, options, chance)
    while True:
        for event in events:
            state = game.evolve(state, event)
        for watcher in watchers:
            watcher.see(events)
        who = game.actors(state)
        if not who:
            return
        seat = who[0]
        choices = game.legal(state, seat)
        answer = bots[seat].choose(watchers[seat].observation(state, choices, own[seat]))
        move = legal_move(any_game(game), seats, options, state, seat, choices, answer)
        events = game.decide(state, seat, move, chance)
        yield Turn(state, seat, choices, move, events)
