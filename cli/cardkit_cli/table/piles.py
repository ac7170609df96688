"""The table of a game of the family `cardkit.families.limited_piles`."""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeAlias

from attrs import frozen
from rich.text import Text

from cardkit.families.limited_piles.messages import C, State
from cardkit.hidden import Unseen, faces
from cardkit.language import Language, in_language
from cardkit.seats import Seat
from cardkit_cli.table.drawing import (
    DIM,
    INK,
    Block,
    Scene,
    beside,
    card_box,
    flowing,
    grid,
    panel,
    seat_cells,
    title_line,
)

__all__ = ["PileTable", "Printed", "Suit"]

LIMIT: Final = 13


@frozen
class Suit:
    """What cards of a kind look like: told apart by sign as well as by colour."""

    sign: str
    ink: str
    names: Mapping[Language, str]

    def chip(self, value: str) -> Text:
        """A card in a pile."""
        return Text(f"{self.sign}{value}", INK[self.ink])


Printed: TypeAlias = tuple[Suit, str, str]
"""A card: its suit, its value, and its text in moves."""


_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "round": "round {} of {}",
        "over": "the match is over",
        "free": "{} to go",
        "full": "full",
        "head": "player hand taken total",
        "last": "last round",
        "turned up": "Turned up in round {}:",
    },
    "de": {
        "round": "Runde {} von {}",
        "over": "die Partie ist aus",
        "free": "{} frei",
        "full": "voll",
        "head": "Name Hand kassiert gesamt",
        "last": "letzte Runde",
        "turned up": "Aufgedeckt in Runde {}:",
    },
    "nl": {
        "round": "ronde {} van {}",
        "over": "de partij is afgelopen",
        "free": "nog {}",
        "full": "vol",
        "head": "naam hand gepakt totaal",
        "last": "vorige ronde",
        "turned up": "Omgedraaid in ronde {}:",
    },
}


@frozen(kw_only=True)
class PileTable(Generic[C]):
    """How the table of one game of the family is drawn."""

    title: str
    suits: Mapping[str, Suit]
    """By the first letter of a card. The last one has no pile."""
    rest: Mapping[Language, str]
    """What is said of the cards in the stock, or of those put away, with their number."""
    has_stock: bool
    """Whether the rest is a stock: then it is also said when none is left."""
    leads: Mapping[Language, str]
    """What is said of the seat that leads the round, with its name."""

    def draw(self, view: State[C, Unseen], scene: Scene) -> Block:
        """Draw all of it. When the match is over, what was taken lies where piles and hand lay."""
        says, over = in_language(_WORDS, scene.language), view.turn is None
        state = says["over"] if over else says["round"].format(view.table.round, view.table.rounds)
        head = title_line(scene, self.title, (state, *(() if over else self.notes(view, scene))))
        if over:
            return [head, *self.players(view, scene), Text(), *self.turned_up(view, scene)]
        piles = [self.pile(view, place, scene) for place in range(len(view.piles))]
        own = () if scene.you is None else faces(view.hands[scene.you])
        hand = [
            card_box(f"{suit.sign} {value}", text, suit.ink) for suit, value, text in map(self.printed, own)
        ]
        return [head, *flowing(piles, scene.width), *self.players(view, scene), *flowing(hand, scene.width)]

    def printed(self, card: C) -> Printed:
        """Return how a card is printed."""
        return self.suits[card[0]], card[1], card

    def notes(self, view: State[C, Unseen], scene: Scene) -> Sequence[str]:
        """Say how many cards are left, and who leads."""
        rest, leader = len(view.stock) + len(view.away), view.table.leader
        notes = [in_language(self.rest, scene.language).format(rest)] if rest or self.has_stock else []
        if leader is not None:
            notes.append(in_language(self.leads, scene.language).format(scene.name(leader)))
        return notes

    def pile(self, view: State[C, Unseen], place: int, scene: Scene) -> Block:
        """Draw a pile with its sum, and how much is left to the limit."""
        says = in_language(_WORDS, scene.language)
        suit, total = [*self.suits.values()][place], view.sums[place]
        cards = Text(" ").join(other.chip(value) for other, value, _ in map(self.printed, view.piles[place]))
        ink = INK[suit.ink].rpartition(" on ")[2]
        free = LIMIT - total
        left = says["free"].format(free) if free else says["full"]
        gauge = Text.assemble(
            " ",
            ("█" * min(total, LIMIT), ink),
            ("░" * max(free, 0), DIM),
            " ",
            (left, "bold" if free < 3 else ""),
        )
        title = Text.assemble(
            (f" {suit.sign} ", INK[suit.ink]), f" {in_language(suit.names, scene.language)}"
        )
        return panel(title, f"{total}", (Text(" ").append_text(cards), gauge), 24, edge=ink)

    def players(self, view: State[C, Unseen], scene: Scene) -> Block:
        """List the players with their numbers of cards and their points."""
        says, table = in_language(_WORDS, scene.language), view.table
        counted = bool(table.last_points)
        heads = (*says["head"].split(), says["last"] if counted else "")
        rows = [[Text(), *(Text(word, DIM) for word in heads)]]
        for seat, hand in enumerate(view.hands):
            mover, name = seat_cells(scene, seat, to_move=seat == view.turn)
            numbers = (len(hand), len(view.taken[seat]), table.totals[seat])
            last = self.last_round(view, seat) if counted else Text()
            rows.append([mover, name, *(Text(str(number)) for number in numbers), last])
        return grid(rows, frozenset((2, 3, 4)), scene.width)

    def last_round(self, view: State[C, Unseen], seat: Seat) -> Text:
        """Say how many of each suit were turned up, and what they cost."""
        letters = [card[0] for card in view.table.last_taken[seat]]
        counts = [f"{suit.sign}{letters.count(letter) or '-'}" for letter, suit in self.suits.items()]
        return Text.assemble("  ".join(counts), "  = ", (str(view.table.last_points[seat]), "bold"))

    def turned_up(self, view: State[C, Unseen], scene: Scene) -> Block:
        """List the cards that were turned up in the last round."""
        lines = [Text(f" {in_language(_WORDS, scene.language)['turned up'].format(view.table.round)}", DIM)]
        for seat, cards in enumerate(view.table.last_taken):
            chips = [(suit.chip(value),) for suit, value, _ in map(self.printed, cards)] or [(Text("–"),)]
            block = flowing(chips, scene.width - 20, gap=1, indent=0)
            name = Text(scene.name(seat))
            name.pad_right(17 - name.cell_len)
            lines.extend(beside([(name,), block]))
        return lines
