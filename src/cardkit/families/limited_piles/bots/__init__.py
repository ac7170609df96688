"""The bots of the family: a rule of thumb, a model for the search, fast playouts, and a search of its own."""

from collections.abc import Sequence
from functools import partial
from typing import Never, TypeAlias

from cardkit.bots.contract import Bot
from cardkit.bots.game_bots import GameBots
from cardkit.bots.observation import Observation
from cardkit.bots.search.budget import Budget
from cardkit.bots.search.model import SearchModel
from cardkit.chance import Chance
from cardkit.families.limited_piles.bots.board import BoardPlay, encode_card
from cardkit.families.limited_piles.bots.greedy import best_play, round_worth
from cardkit.families.limited_piles.bots.strong import RoundKnowledge, make_strong
from cardkit.families.limited_piles.messages import C, K, Play, State
from cardkit.families.limited_piles.rules import LimitedPiles
from cardkit.hidden import Memory, Unseen, faces
from cardkit.seats import Seat

__all__ = ["bots_for", "encode_play", "letters_of", "round_knowledge"]


Seen: TypeAlias = Observation[Play[C, K], object, object, Memory[State[C, Unseen]], object]
PileBot: TypeAlias = Bot[Play[C, K], object, object, Memory[State[C, Unseen]], object]
PileBots: TypeAlias = GameBots[Play[C, K], State[C, Never], object, object, Memory[State[C, Unseen]], object]


def letters_of(rules: LimitedPiles[C, K]) -> str:
    """Return the letters of the piles' own kinds: all other cards are wild."""
    return "".join(pile[0] for pile in rules.piles)


def round_knowledge(rules: LimitedPiles[C, K], memory: Memory[State[C, Unseen]]) -> RoundKnowledge:
    """Return what a seat knows of the round, in the form that the search needs."""
    known = memory.state
    table = known.table
    return RoundKnowledge(
        rules.deck,
        letters_of(rules),
        () if memory.you is None else faces(known.hands[memory.you]),
        [len(hand) for hand in known.hands],
        len(known.stock),
        known.piles,
        known.sums,
        [faces(heap) for heap in known.taken],
        table.totals,
        table.rounds - table.round + 1,
    )


def encode_play(rules: LimitedPiles[C, K], play: Play[C, K]) -> BoardPlay:
    """Return the play in the form that the board of the search uses."""
    return encode_card(play.card, letters_of(rules)), rules.place[play.onto]


def bots_for(rules: LimitedPiles[C, K]) -> PileBots[C, K]:
    """Return the bots of a game of the family."""
    letters = letters_of(rules)

    def most_appealing(
        piles: Sequence[Sequence[str]],
        sums: Sequence[int],
        taken: Sequence[tuple[str, ...]],
        seat: Seat,
        legal: tuple[Play[C, K], ...],
    ) -> Play[C, K]:
        plays = [(play.card, rules.place[play.onto]) for play in legal]
        return legal[best_play(piles, sums, taken, seat, plays, letters)]

    def greedy(observation: Seen[C, K]) -> Play[C, K]:
        known = observation.memory.state
        taken = [faces(heap) for heap in known.taken]
        return most_appealing(known.piles, known.sums, taken, observation.seat, observation.legal)

    def policy(
        state: State[C, Never], seat: Seat, legal: tuple[Play[C, K], ...], chance: Chance
    ) -> Play[C, K]:
        return most_appealing(state.piles, state.sums, state.taken, seat, legal)

    def is_settled(first: State[C, Never], now: State[C, Never]) -> bool:
        return first.table is not now.table  # a round is a whole: cards taken in it count in no other

    def worth(first: State[C, Never], last: State[C, Never]) -> tuple[float, ...]:
        return round_worth(last.table.last_points)

    def strong(budget: Budget) -> PileBot[C, K]:
        return make_strong(budget, partial(round_knowledge, rules), partial(encode_play, rules))

    return GameBots(
        greedy=Bot("greedy", greedy, frozenset({"memory"})),
        model=SearchModel(is_settled, worth, policy),
        strong=strong,
    )
