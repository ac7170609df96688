"""The table of games in which three piles grow to 13: what 13 and Friday 13 share."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from attrs import frozen
from rich.text import Text

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

__all__ = ["PileTable", "Printed", "Suit", "drawn"]

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


@frozen(kw_only=True)
class PileTable:
    """What is drawn. The last of the suits has no pile."""

    title: str
    notes: tuple[str, ...]
    round: int
    rounds: int
    turn: Seat | None
    suits: tuple[Suit, ...]
    hand: tuple[Printed, ...] | None
    hand_sizes: tuple[int, ...]
    piles: tuple[tuple[Printed, ...], ...]
    sums: tuple[int, ...]
    taken_sizes: tuple[int, ...]
    totals: tuple[int, ...]
    last_taken: tuple[tuple[Printed, ...], ...]
    last_points: tuple[int, ...]


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


def drawn(table: PileTable, scene: Scene) -> Block:
    """All of it. When the match is over, what was taken lies where piles and hand lay."""
    says = in_language(_WORDS, scene.language)
    over = table.turn is None
    state = says["over"] if over else says["round"].format(table.round, table.rounds)
    notes = () if over else table.notes
    head = title_line(scene, table.title, (state, *notes))
    if over:
        return [head, *_players(table, scene), Text(), *_turned_up(table, scene)]
    piles = [_pile(table, place, scene) for place in range(len(table.piles))]
    hand = [card_box(f"{suit.sign} {value}", text, suit.ink) for suit, value, text in table.hand or ()]
    return [head, *flowing(piles, scene.width), *_players(table, scene), *flowing(hand, scene.width)]


def _pile(table: PileTable, place: int, scene: Scene) -> Block:
    says = in_language(_WORDS, scene.language)
    suit, total = table.suits[place], table.sums[place]
    cards = Text(" ").join(other.chip(value) for other, value, _ in table.piles[place])
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
    title = Text.assemble((f" {suit.sign} ", INK[suit.ink]), f" {in_language(suit.names, scene.language)}")
    return panel(title, f"{total}", (Text(" ").append_text(cards), gauge), 24, edge=ink)


def _players(table: PileTable, scene: Scene) -> Block:
    says = in_language(_WORDS, scene.language)
    counted = bool(table.last_points)
    heads = (*says["head"].split(), says["last"] if counted else "")
    rows = [[Text(), *(Text(word, DIM) for word in heads)]]
    for seat, size in enumerate(table.hand_sizes):
        mover, name = seat_cells(scene, seat, to_move=seat == table.turn)
        numbers = (size, table.taken_sizes[seat], table.totals[seat])
        last = _last_round(table, seat) if counted else Text()
        rows.append([mover, name, *(Text(str(number)) for number in numbers), last])
    return grid(rows, frozenset((2, 3, 4)), scene.width)


def _last_round(table: PileTable, seat: Seat) -> Text:
    """How many of each suit were turned up, and what they cost."""
    suits = [suit for suit, _, _ in table.last_taken[seat]]
    counts = [f"{suit.sign}{suits.count(suit) or '-'}" for suit in table.suits]
    return Text.assemble("  ".join(counts), "  = ", (str(table.last_points[seat]), "bold"))


def _turned_up(table: PileTable, scene: Scene) -> Block:
    lines = [Text(f" {in_language(_WORDS, scene.language)['turned up'].format(table.round)}", DIM)]
    for seat, cards in enumerate(table.last_taken):
        chips = [(suit.chip(value),) for suit, value, _ in cards] or [(Text("–"),)]
        block = flowing(chips, scene.width - 20, gap=1, indent=0)
        name = Text(scene.name(seat))
        name.pad_right(17 - name.cell_len)
        lines.extend(beside([(name,), block]))
    return lines
