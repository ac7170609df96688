"""The rules: play onto a pile, and take its cards if the sum goes over the limit. Fewest points win.

Each game of the family is a row: its cards, how they are dealt, the number of rounds, and who begins.
"""

from collections.abc import Callable, Mapping
from typing import Final, Generic, Never, assert_never, final

from cardkit.chance import Chance
from cardkit.families.limited_piles.messages import (
    C,
    Dealt,
    Event,
    K,
    Opened,
    Play,
    Played,
    RoundInfo,
    Scored,
    State,
    new_played,
    new_state,
)
from cardkit.families.limited_piles.words import SAYS
from cardkit.hidden import Evolve, H, Unseen, exchanged, ordered, seen, without
from cardkit.mechanics.dealing import dealt, replaced
from cardkit.mechanics.majority import penalties
from cardkit.mechanics.turns import ALONE
from cardkit.quick import changed
from cardkit.rejections import Rejected
from cardkit.seats import Outcome, Seat, ranked

__all__ = ["REJECTIONS", "WILD_COST", "LimitedPiles"]

WILD_COST: Final = 2
"""The cost of a wild card for the seat that has taken it. Any other card costs 1."""

REJECTIONS: Final = {"not_in_hand": "the card isn't in the seat's hand"}


SMALL: Final = 5
"""The plays of hands of at most this many cards are kept. There are at most some ten thousand such hands."""


class Choices(dict[tuple[C, ...], tuple[Play[C, K], ...]]):
    """The plays of each hand, in the order of the deck. They are looked up, because every move needs them.

    The plays of small hands are kept. For others, a set of faces is a number with one bit a face. There are two tables,
    one for the lower half of the bits and one for the upper.
    """

    half: int
    low: int
    bits: Mapping[C, int]
    lower: tuple[tuple[Play[C, K], ...], ...]
    upper: tuple[tuple[Play[C, K], ...], ...]

    def __init__(self, plays: Mapping[C, tuple[Play[C, K], ...]]) -> None:
        super().__init__()
        self.half = len(plays) // 2
        self.low = (1 << self.half) - 1
        self.bits = {card: 1 << number for number, card in enumerate(plays)}
        each = tuple(plays.values())
        self.lower, self.upper = self.of_each_set(each[: self.half]), self.of_each_set(each[self.half :])

    @staticmethod
    def of_each_set(each: tuple[tuple[Play[C, K], ...], ...]) -> tuple[tuple[Play[C, K], ...], ...]:
        """Return the plays of every set of these faces, by its bits."""
        table: list[tuple[Play[C, K], ...]] = [()]
        for plays in each:
            table += [fewer + plays for fewer in table]
        return tuple(table)

    def __missing__(self, hand: tuple[C, ...]) -> tuple[Play[C, K], ...]:
        self[hand] = found = self.of(hand)
        return found

    def of(self, hand: tuple[C, ...]) -> tuple[Play[C, K], ...]:
        """Return the plays of a hand without caching them."""
        faces, bits = 0, self.bits
        for card in hand:
            faces |= bits[card]
        return self.lower[faces & self.low] + self.upper[faces >> self.half]


@final
class LimitedPiles(Generic[C, K]):
    """One game of the family. The first letter of a card is its pile's letter, the second is its value."""

    piles: tuple[K, ...]
    deck: tuple[C, ...]
    wild: C
    limit: int
    hand: int | None
    fewest_hands: int
    leader_begins: bool
    order: Callable[[C], int] | None
    cards: tuple[C, ...]
    """Each face once, in the order of the deck."""
    value: Mapping[C, int]
    place: Mapping[K, int]
    """The index of each pile."""
    plays: Mapping[C, tuple[Play[C, K], ...]]
    """The plays of each face."""
    moves: tuple[Play[C, K], ...]
    choices: Choices[C, K]
    initial: State[C, Never]

    def __init__(
        self,
        *,
        piles: tuple[K, ...],
        deck: tuple[C, ...],
        wild: C,
        hand: int | None,
        fewest_hands: int = 0,
        leader_begins: bool,
        order: Callable[[C], int] | None = None,
        limit: int = 13,
    ) -> None:
        """Take the facts in which the games of the family differ.

        The card `wild` goes onto any pile, all others onto the pile with their first letter. Each seat is dealt `hand`
        cards, and the rest is the stock to draw from. If `hand` is `None`, all cards are dealt into at least
        `fewest_hands` hands, and hands without a player are put away. The leader of a round begins it, or deals, so
        that the next seat begins. Hands are sorted by this `order` of faces: by default as texts.
        """
        self.piles, self.deck, self.wild, self.limit = piles, deck, wild, limit
        self.hand, self.fewest_hands, self.leader_begins = hand, fewest_hands, leader_begins
        self.cards = tuple(dict.fromkeys(deck))
        self.value = {card: int(card[1]) for card in self.cards}
        self.place = {pile: place for place, pile in enumerate(piles)}
        self.plays = {card: tuple(Play(card, pile) for pile in self.piles_of(card)) for card in self.cards}
        self.moves = tuple(play for card in self.cards for play in self.plays[card])
        self.choices = Choices(self.plays)
        self.initial = State(RoundInfo(), None, (), (), (), (), (), ())
        self.order = order

    def all_cards(self, state: State[C, Unseen]) -> tuple[C, ...]:
        """Return the deck, which is the same in every round."""
        return self.deck

    def piles_of(self, card: C) -> tuple[K, ...]:
        """Return the piles that the card may be played on."""
        return tuple(pile for pile in self.piles if card == self.wild or pile[0] == card[0])

    def outcome(self, state: State[C, Never]) -> Outcome | None:
        """Return the outcome after the last round's scoring. Fewest points in total win."""
        table = state.table
        return None if state.turn is not None or table.round < table.rounds else self.score(state)

    def score(self, state: State[C, Never]) -> Outcome:
        """Return the result as it stands after the rounds that were scored."""
        totals = state.table.totals
        return ranked(totals, [-total for total in totals])

    def longest(self, seats: int, rounds: int) -> int:
        """Return the number of cards that can be played in this many rounds: all that aren't put away."""
        unplayed = max(0, self.fewest_hands - seats) * len(self.deck) // max(seats, self.fewest_hands)
        return rounds * (len(self.deck) - unplayed)

    def open(self, seats: int, first: Seat, rounds: int, chance: Chance) -> tuple[Event[C, K, Never], ...]:
        """Begin a match: choose the first leader, then deal the first round."""
        return Opened(seats, first, rounds), self.deal(1, first, seats, chance)

    def deal(self, number: int, leader: Seat, seats: int, chance: Chance) -> Dealt[C, Never]:
        """Deal card by card and clockwise, beginning with the seat that has the first turn."""
        deck = chance.shuffle("deal", self.deck)
        heaps = max(seats, self.fewest_hands)
        cut = len(deck) if self.hand is None else self.hand * seats
        lap = dealt(deck[:cut], 0, heaps)
        begins = self.beginner(leader, seats)
        hands = tuple(self.sorted(lap[(seat - begins) % seats]) for seat in range(seats))
        away = self.sorted(tuple(card for heap in lap[seats:] for card in heap))
        return Dealt(number, leader, hands, away or deck[cut:])

    def beginner(self, leader: Seat, seats: int) -> Seat:
        """Return the seat with the first turn of a round."""
        return leader if self.leader_begins else (leader + 1) % seats

    def sorted(self, cards: tuple[C | H, ...]) -> tuple[C | H, ...]:
        """Return the cards in the order of a hand."""
        return ordered(cards, self.order)

    def actors(self, state: State[C, Never]) -> tuple[Seat, ...]:
        """Return the one seat whose turn it is."""
        return () if state.turn is None else ALONE[state.turn]

    def legal(self, state: State[C, Never], seat: Seat) -> tuple[Play[C, K], ...]:
        """Return the legal plays: each face in hand, in the order of the deck, onto each pile that it may go on."""
        if seat != state.turn:
            return ()
        hand = state.hands[seat]
        return self.choices.of(hand) if len(hand) > SMALL else self.choices[hand]

    def say(self, move: Play[C, K]) -> str:
        """Return the card's text. A wild card's text names its pile: `n4>yellow`."""
        return f"{move.card}>{move.onto}" if move.card == self.wild else move.card

    def refuse(self, state: State[C, Never], seat: Seat, move: Play[C, K]) -> Rejected:
        """Explain why a play isn't legal. A play can't name a wrong pile, so its card isn't in hand."""
        return Rejected("not_in_hand", SAYS["not_in_hand"], card=move.card, hand=" ".join(state.hands[seat]))

    def decide(
        self, state: State[C, Never], seat: Seat, move: Play[C, K], chance: Chance
    ) -> tuple[Event[C, K, Never], ...]:
        """Play, take what goes over the limit, draw. The last card of a round brings its scoring, and the next deal."""
        card, onto, pile = move.card, move.onto, self.place[move.onto]
        taken = state.piles[pile] if state.sums[pile] + self.value[card] > self.limit else ()
        if state.stock:
            return (new_played(seat, card, onto, taken, state.stock[0]),)
        played: Played[C, K, Never] = new_played(seat, card, onto, taken, None)
        if len(state.hands[seat]) > 1 or state.hands[(seat + 1) % len(state.hands)]:
            return (played,)
        return (played, *self.end_of_round(self.evolve(state, played), chance))

    def end_of_round(self, state: State[C, Never], chance: Chance) -> tuple[Event[C, K, Never], ...]:
        """Score the cards that were taken. Then deal the next round, which the next seat leads."""
        table = state.table
        points = self.points(state.taken)
        totals = tuple(total + new for total, new in zip(table.totals, points, strict=True))
        scored = Scored(table.round, state.taken, points, totals)
        if table.round == table.rounds:
            return (scored,)
        leader = (table.first + table.round) % table.seats
        return scored, self.deal(table.round + 1, leader, table.seats, chance)

    def points(self, taken: tuple[tuple[C, ...], ...]) -> tuple[int, ...]:
        """Return what each seat pays. A seat that alone has the most of a kind pays nothing for that kind."""
        kinds = "".join(pile[0] for pile in self.piles)
        return penalties(taken, kinds, wild=self.wild[0], wild_cost=WILD_COST)

    def evolve(self, state: State[C, H], event: Event[C, K, H]) -> State[C, H]:
        """Record what happened."""
        if not isinstance(event, Played):
            return self.between_plays(state, event)
        seat, card, taken = event.seat, event.card, event.taken
        pile = self.place[event.onto]
        hands, piles, sums, stock = [*state.hands], [*state.piles], [*state.sums], state.stock
        heaps: tuple[tuple[C | H, ...], ...] = state.taken
        if event.drawn is None:
            hands[seat] = without(hands[seat], card)
        else:
            hands[seat] = exchanged(hands[seat], card, seen(stock[0], event.drawn), self.order)
            stock = stock[1:]
        if taken:
            piles[pile], sums[pile] = (card,), self.value[card]
            heaps = replaced(heaps, seat, heaps[seat] + taken)
        else:
            piles[pile] += (card,)
            sums[pile] += self.value[card]
        turn = (seat + 1) % len(hands)
        return new_state(state.table, turn, tuple(hands), stock, state.away, tuple(piles), tuple(sums), heaps)

    @property
    def evolve_both(
        self,
    ) -> Evolve[State[C, Never], Event[C, K, Never], State[C, Unseen], Event[C, K, Unseen]]:
        """`evolve` with the types that `derive_game` needs. Pyright doesn't infer them."""
        return self.evolve

    def between_plays(self, state: State[C, H], event: Opened | Dealt[C, H] | Scored[C]) -> State[C, H]:
        """Record the start of the match, and the start and the end of a round."""
        was = state.table
        match event:
            case Opened(seats, first, rounds):
                return State(
                    RoundInfo(seats, rounds, first, totals=(0,) * seats), None, (), (), (), (), (), ()
                )
            case Dealt(round, leader, hands, rest):
                table = changed(was, round=round, leader=leader)
                stock: tuple[C | H, ...] = () if self.hand is None else rest
                away: tuple[C | H, ...] = self.sorted(rest) if self.hand is None else ()
                empty: tuple[tuple[C, ...], ...] = ((),) * len(self.piles)
                nothing: tuple[tuple[C | H, ...], ...] = ((),) * was.seats
                turn, sums = self.beginner(leader, was.seats), (0,) * len(self.piles)
                return State(table, turn, hands, stock, away, empty, sums, nothing)
            case Scored(round, taken, points, totals):
                table = changed(was, totals=totals, last_taken=taken, last_points=points)
                return changed(state, table=table, turn=None)
            case _:
                assert_never(event)
