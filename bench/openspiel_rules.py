"""The example games beside OpenSpiel's: the same matches move by move, and random playouts. `make bench-rules`.

OpenSpiel deals what cardkit has dealt: its chance nodes are given the cards of cardkit's events. After each move, who
may move and what is legal are compared, and the result at the end. These references undo the known differences:

- Goofspiel: OpenSpiel makes the last bids by itself, because there is nothing to choose.
- Crazy Eights: an eight and the suit that is named with it are two actions. A round that is stuck goes on for one more
  pass. An ace costs 10. And OpenSpiel 2.0.2 charges for a card from two to ten its number in the deck (0 to 51) and 2,
  where its own header says "face value". So OpenSpiel's result is compared with what its formula makes of the hands
  that cardkit shows at the end, and the points are cardkit's own.
"""

# pyright: reportMissingModuleSource=false
# OpenSpiel isn't in the lock; its types stand in bench/stubs.

import argparse
import platform
import random
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.metadata import version
from typing import Final, Never

import pyspiel
from attrs import frozen

from bench.measure import compare
from bench.playouts import by_contract
from cardkit.game import AnyGame, any_game
from cardkit.seats import Seat
from cardkit.testing import beside
from examples.games import crazy_eights, goofspiel, hanabi, leduc

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
DRAW: Final = 52
PASS: Final = 53
SUIT: Final = 54
"""The first of OpenSpiel's four actions that name a suit."""


class Goofspiel:
    def __init__(
        self, seats: int, options: goofspiel.Options, events: Sequence[goofspiel.Event[Never]]
    ) -> None:
        self.state = load("goofspiel", goofspiel_parameters(seats, options)).new_initial_state()
        self.hands = [[*range(1, options.cards + 1)] for _ in range(seats)]
        self.bids: dict[Seat, int] = {}
        for event in events:
            if isinstance(event, goofspiel.Begun):
                self.turn_up(event.prize)

    def turn_up(self, prize: int | None) -> None:
        if prize is not None and self.state.is_chance_node():
            self.state.apply_action(prize - 1)

    def actors(self) -> list[Seat]:
        return [seat for seat, hand in enumerate(self.hands) if hand and seat not in self.bids]

    def legal(self, seat: Seat) -> list[str]:
        if self.state.is_terminal():
            return [str(card) for card in self.hands[seat]]
        return [str(action + 1) for action in self.state.legal_actions(seat)]

    def play(self, seat: Seat, move: str, events: Sequence[goofspiel.Event[Never]]) -> None:
        self.bids[seat] = int(move)
        for event in events:
            if isinstance(event, goofspiel.Revealed):
                for bidder, bid in self.bids.items():
                    self.hands[bidder].remove(bid)
                if not self.state.is_terminal():
                    self.state.apply_actions([self.bids[bidder] - 1 for bidder in range(len(self.hands))])
                self.bids = {}
                self.turn_up(event.next_prize)

    def totals(self) -> list[int] | None:
        return None if self.actors() else [round(points) for points in self.state.returns()]


class Leduc:
    ACTS: Final = ("fold", "call", "raise")

    def __init__(self, seats: int, options: leduc.Options, events: Sequence[leduc.Event[Never]]) -> None:
        (dealt,) = events
        assert isinstance(dealt, leduc.Dealt)
        self.ranks = leduc.deck(seats)[::2]
        self.dealt: list[str] = []
        game = load("leduc_poker", {"players": seats, "starting_player": dealt.first})
        self.state = game.new_initial_state()
        for card in dealt.hands:
            self.deal(card)

    def deal(self, card: str) -> None:
        """Deal the first card of the rank that isn't out yet."""
        self.state.apply_action(2 * self.ranks.index(card) + self.dealt.count(card))
        self.dealt.append(card)

    def actors(self) -> list[Seat]:
        return [] if self.state.is_terminal() else [self.state.current_player()]

    def legal(self, seat: Seat) -> list[str]:
        return [self.ACTS[action] for action in self.state.legal_actions(seat)]

    def play(self, seat: Seat, move: str, events: Sequence[leduc.Event[Never]]) -> None:
        self.state.apply_action(self.ACTS.index(move))
        for event in events:
            if isinstance(event, leduc.TurnedUp):
                self.deal(event.card)

    def totals(self) -> list[int] | None:
        return [round(2 * chips) for chips in self.state.returns()] if self.state.is_terminal() else None


def number(card: str) -> int:
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


def charged(card: str) -> int:
    """Return what OpenSpiel's formula makes of a card: the fault is in the last line."""
    if card[0] == "8":
        return 50
    return 10 if card[0] in "JQKA" else number(card) + 2


class CrazyEights:
    def __init__(
        self, seats: int, options: crazy_eights.Options, events: Sequence[crazy_eights.Event[Never]]
    ) -> None:
        (dealt,) = events
        assert isinstance(dealt, crazy_eights.Dealt)
        self.state = load("crazy_eights", eights_parameters(seats, options)).new_initial_state()
        self.scored: crazy_eights.Scored | None = None
        dealer = self.dealer(seats, options, dealt)
        self.state.apply_action(DRAW + dealer)
        for lap in range(len(dealt.hands[0])):
            for seat in range(dealer + 1, dealer + 1 + seats):
                self.state.apply_action(number(dealt.hands[seat % seats][lap]))
        self.state.apply_action(number(dealt.up))

    def dealer(self, seats: int, options: crazy_eights.Options, dealt: crazy_eights.Dealt[Never]) -> Seat:
        """Return the dealer. The first card may be special, and then another seat begins than the next."""
        return next(
            seat
            for seat in range(seats)
            if crazy_eights.following(dealt.up, seat, seats, crazy_eights.Turn(None), options, stock=True)
            == dealt.turn
        )

    def actors(self) -> list[Seat]:
        return [] if self.state.is_terminal() else [self.state.current_player()]

    def legal(self, seat: Seat) -> list[str]:
        return [text for action in self.state.legal_actions(seat) for text in self.texts(action)]

    def texts(self, action: int) -> list[str]:
        if action >= DRAW:
            return ["draw" if action == DRAW else "pass"]
        card = RANKS[action // 4] + SUITS[action % 4]
        return [f"{card} {suit}" for suit in SUITS] if card[0] == "8" else [card]

    def play(self, seat: Seat, move: str, events: Sequence[crazy_eights.Event[Never]]) -> None:
        card, _, suit = move.partition(" ")
        self.state.apply_action(
            {"draw": DRAW, "pass": PASS}[card] if card in ("draw", "pass") else number(card)
        )
        if suit and not self.state.is_terminal():
            self.state.apply_action(SUIT + SUITS.index(suit))
        for event in events:
            if isinstance(event, crazy_eights.Drawn):
                self.state.apply_action(number(event.card))
            if isinstance(event, crazy_eights.Scored):
                self.scored = event
        if self.scored and move == "pass" and not self.state.is_terminal():
            self.state.apply_action(PASS)

    def totals(self) -> Sequence[int] | None:
        if self.scored is None:
            return None
        theirs = [-round(points) for points in self.state.returns()]
        assert theirs == [sum(map(charged, hand)) for hand in self.scored.hands]
        return self.scored.points


class Hanabi:
    def __init__(self, seats: int, options: hanabi.Options, events: Sequence[hanabi.Event[Never]]) -> None:
        (dealt,) = events
        assert isinstance(dealt, hanabi.Dealt)
        self.options, self.seats = options, seats
        self.state = load("hanabi", hanabi_parameters(seats, options)).new_initial_state()
        for hand in dealt.hands:
            for card in hand:
                self.deal(card)

    def deal(self, card: str) -> None:
        place = hanabi.COLOURS.index(card[0]) * self.options.ranks + hanabi.RANKS.index(card[1])
        self.state.apply_action(place)

    def actors(self) -> list[Seat]:
        return [] if self.state.is_terminal() else [self.state.current_player()]

    def actions(self, seat: Seat) -> dict[str, int]:
        """Return OpenSpiel's actions by cardkit's texts."""
        found: dict[str, int] = {}
        for action in self.state.legal_actions(seat):
            match self.state.action_to_string(seat, action).strip("()").split():
                case ["Reveal", "player", offset, _, hint]:
                    found[f"hint {(seat + int(offset)) % self.seats} {hint}"] = action
                case [act, place]:
                    found[f"{act.lower()} {int(place) + 1}"] = action
                case other:
                    raise ValueError(other)
        return found

    def legal(self, seat: Seat) -> list[str]:
        return [*self.actions(seat)]

    def play(self, seat: Seat, move: str, events: Sequence[hanabi.Event[Never]]) -> None:
        self.state.apply_action(self.actions(seat)[move])
        for event in events:
            if isinstance(event, hanabi.Drawn):
                self.deal(event.card)

    def totals(self) -> list[int] | None:
        return [round(points) for points in self.state.returns()] if self.state.is_terminal() else None


Parameters = Mapping[str, int | str | bool]


def load(name: str, parameters: Parameters) -> pyspiel.Game:
    return pyspiel.load_game(name, parameters)


def goofspiel_parameters(seats: int, options: goofspiel.Options) -> Parameters:
    order = {"players": seats, "num_cards": options.cards, "points_order": options.order}
    return {**order, "returns_type": "total_points"}


def eights_parameters(seats: int, options: crazy_eights.Options) -> Parameters:
    return {
        "players": seats,
        "max_draw_cards": options.draws,
        "max_turns": options.plays,
        "use_special_cards": options.specials,
        "reshuffle": options.reshuffle,
    }


def hanabi_parameters(seats: int, options: hanabi.Options) -> Parameters:
    return {
        "players": seats,
        "colors": options.colours,
        "ranks": options.ranks,
        "hand_size": hanabi.hand_size(seats, options),
        "max_information_tokens": options.hints,
        "max_life_tokens": options.lives,
    }


def documented(game: pyspiel.Game, matches: int, picks: random.Random) -> int:
    """Play by OpenSpiel's own loop, with Python's `random`. Return the number of moves, without those of chance."""
    moves = 0
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(picks.choices(actions, weights)[0])
            elif state.is_simultaneous_node():
                players = range(game.num_players())
                state.apply_actions([picks.choice(state.legal_actions(player)) for player in players])
                moves += game.num_players()
            else:
                state.apply_action(picks.choice(state.legal_actions(state.current_player())))
                moves += 1
    return moves


@frozen
class Contest:
    """A game by the contract, and by OpenSpiel's loop."""

    game: AnyGame
    seats: int
    options: object
    theirs: pyspiel.Game


def contests() -> list[Contest]:
    """Return OpenSpiel's defaults, except for Goofspiel's returns."""
    cards, eights, colours = goofspiel.Options(), crazy_eights.Options(reshuffle=False), hanabi.Options()
    return [
        Contest(any_game(goofspiel.GAME), 2, cards, load("goofspiel", goofspiel_parameters(2, cards))),
        Contest(any_game(leduc.GAME), 2, leduc.Options(), load("leduc_poker", {"players": 2})),
        Contest(any_game(crazy_eights.GAME), 3, eights, load("crazy_eights", eights_parameters(3, eights))),
        Contest(any_game(hanabi.GAME), 2, colours, load("hanabi", hanabi_parameters(2, colours))),
    ]


def rules(matches: int) -> None:
    """Raise `Differs` if a game is played otherwise than OpenSpiel's."""
    goofspiels = [
        goofspiel.Options(cards=cards, order=order)
        for cards in (2, 5, 13)
        for order in ("random", "ascending", "descending")
    ]
    eights = [
        crazy_eights.Options(draws=draws, plays=plays, reshuffle=reshuffle, specials=specials)
        for draws, plays in ((5, 100), (1, 30), (2, 500))
        for reshuffle in (False, True)
        for specials in (False, True)
    ]
    hanabis = [
        hanabi.Options(colours=colours, ranks=ranks, hints=hints, lives=lives)
        for colours, ranks in ((5, 5), (4, 5), (5, 4))
        for hints, lives in ((8, 3), (2, 1))
    ]
    for key, compared in (
        ("goofspiel", beside(goofspiel.GAME, Goofspiel, options=goofspiels, matches=matches)),
        ("leduc", beside(leduc.GAME, Leduc, options=[leduc.Options(first_player="random")], matches=matches)),
        ("crazy_eights", beside(crazy_eights.GAME, CrazyEights, options=eights, matches=matches)),
        ("hanabi", beside(hanabi.GAME, Hanabi, options=hanabis, matches=matches)),
    ):
        print(f"{key:14}{compared.matches:9,} matches{compared.moves:11,} moves   no difference", flush=True)


def speed(seconds: float) -> None:
    print(f"{'moves a CPU second':26}{'cardkit':>10}{'OpenSpiel':>11}{'ratio':>8}")
    for contest in contests():
        picks, game = random.Random("speed"), contest.game
        ours = partial(by_contract, game, contest.options, contest.seats)
        matches = 1 + int(seconds * 50_000) // (ours(20, picks) // 20)
        mine, theirs, ratio = compare(
            partial(ours, matches, picks), partial(documented, contest.theirs, matches, picks)
        )
        print(
            f"{f'{game.key}, {contest.seats} seats':26}{mine:10,.0f}{theirs:11,.0f}{ratio:8.2f}", flush=True
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Set the example games beside OpenSpiel's.")
    parser.add_argument(
        "--matches", type=int, default=3000, help="of each game, move by move; 0 leaves them out"
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="of playouts, about; 0 leaves them out")
    given = parser.parse_args(arguments)
    print(
        f"open_spiel {version('open_spiel')}, {platform.python_implementation()} {platform.python_version()}"
    )
    if given.matches:
        rules(given.matches)
    if given.seconds:
        speed(given.seconds)


if __name__ == "__main__":
    main()
