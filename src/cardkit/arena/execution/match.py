"""One match of bots, recorded, as fast as possible."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cardkit.bots import AnyBot, Watcher
from cardkit.bots.contract import Blind
from cardkit.bots.random_bot import pick_any
from cardkit.chance import Chance
from cardkit.checks import legal_move
from cardkit.game import AnyGame
from cardkit.quick import quick
from cardkit.rejections import BrokenGame
from cardkit.seats import Outcome, Seat
from cardkit.worth import is_sound

__all__ = ["LONGEST", "PATIENCE", "PlayedMatch", "play_match"]

LONGEST: Final = 1_000_000
"""The number of moves after which a match counts as endless, if its game states no bound."""
PATIENCE: Final = 20_000
"""The number of moves after which all bots of such a match move at random, because some would go on for ever."""


@quick
@frozen(eq=False)
class PlayedMatch:
    """What happened in a match: the movers, the moves, those that were legal, the events, and how it ended."""

    by: list[Seat]
    moves: list[object]
    legal: list[Sequence[object]]
    events: list[object]
    state: object
    outcome: Outcome
    worth: tuple[float, ...]
    endless: bool
    """Whether it didn't end in time, and went on with random moves."""


def play_match(
    game: AnyGame, options: object, bots: Sequence[AnyBot], chance: Chance, own: Sequence[Chance]
) -> PlayedMatch:
    """Play a match of these bots, one for each seat. `chance` deals, and each bot has its `own`.

    Equal chance gives equal matches. A bot that needs the legal moves alone isn't asked if there is only one. If the
    game states no bound, all moves are random after `PATIENCE`.
    """
    seats = len(bots)
    actors, legal, decide, evolve = game.actors, game.legal, game.decide, game.evolve
    watchers = {
        seat: Watcher(game, seat, seats, options, bot.needs)
        for seat, bot in enumerate(bots)
        if bot.blind is None
    }
    curious = [watcher for watcher in watchers.values() if watcher.wants_events]
    blind: Sequence[Blind[object] | None] = [bot.blind for bot in bots]
    by: list[Seat] = []
    moves: list[object] = []
    offered: list[Sequence[object]] = []
    happened: list[object] = []
    sat, made, could = by.append, moves.append, offered.append
    state, events = game.initial, game.open(seats, options, chance)
    bound = game.bound(seats, options)
    weary = -1 if bound else PATIENCE
    for number in range((bound or LONGEST) + 1):
        if number == weary:
            blind, curious = [pick_any] * seats, []
        happened += events
        for event in events:
            state = evolve(state, event)
        if curious:
            for watcher in curious:
                watcher.see(events)
        who = actors(state)
        if not who:
            break
        seat = who[0]
        choices = legal(state, seat)
        pick = blind[seat]
        if pick is None:
            answer = bots[seat].choose(watchers[seat].observation(state, choices, own[seat]))
            move = legal_move(game, seats, options, state, seat, choices, answer)
        else:
            move = choices[0] if len(choices) == 1 else pick(choices, own[seat])
        events = decide(state, seat, move, chance)
        sat(seat)
        made(move)
        could(choices)
    else:
        raise BrokenGame(f"{game.key} isn't over after {len(moves) - 1:,} moves")
    outcome = game.outcome(state)
    if outcome is None:
        raise BrokenGame(f"in {game.key} nobody may move, but there is no outcome")
    worth = game.worth_with(options)(outcome)
    if not is_sound(worth, seats):
        raise BrokenGame(
            f"{game.key}: worth gives {worth!r}, not a number from 0 to 1 for each of {seats} seats"
        )
    return PlayedMatch(by, moves, offered, happened, state, outcome, worth, len(moves) > weary >= 0)
