"""The table of Push."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from cardkit.games.push.cards import COLOURS, DIE, NUMBERS, SHAPE, SUIT, TURN, VALUE, Card, Number
from cardkit.games.push.view import View
from cardkit.language import Language, in_language
from cardkit.seats import Seat
from cardkit_cli.table.drawing import (
    DIM,
    INK,
    Block,
    Scene,
    TableDrawing,
    beside,
    card_box,
    flowing,
    grid,
    panel,
    seat_cells,
    title_line,
)

__all__ = ["TABLE"]

_ROWS: Final = 3
_SIGNS: Final[dict[Card, str]] = {DIE: "⚅", TURN: "↔"}
_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "over": "the match is over",
        "stock": "stock {}",
        "risk": "with risk",
        "left": "taking goes left",
        "right": "taking goes right",
        "row": "row {}",
        "fits": "↑ fits here",
        "take": "↑ to take",
        "choosing": "{} secures a colour, or turns up a card",
        "placing": "{} chooses a row for the card that is up",
        "going": "{} turns up another card, or stops",
        "taking": "{} takes a row",
        "taking in": "{} takes a row in the turn of {}",
        "head": "player open sum secured",
        "points": "points cards",
        "yours": "Your secured cards",
        "discarded": "Discarded",
    },
    "de": {
        "over": "die Partie ist aus",
        "stock": "Stapel {}",
        "risk": "mit Risiko",
        "left": "linksherum",
        "right": "rechtsherum",
        "row": "Reihe {}",
        "fits": "↑ passt hier",
        "take": "↑ zu nehmen",
        "choosing": "{} sichert eine Farbe oder deckt auf",
        "placing": "{} wählt eine Reihe für die Karte",
        "going": "{} deckt weiter auf oder hört auf",
        "taking": "{} nimmt eine Reihe",
        "taking in": "{} nimmt eine Reihe, im Zug von {}",
        "head": "Name offen Summe gesichert",
        "points": "Punkte Karten",
        "yours": "Deine gesicherten Karten",
        "discarded": "Abgelegt",
    },
    "nl": {
        "over": "de partij is afgelopen",
        "stock": "trekstapel {}",
        "risk": "met risico",
        "left": "linksom",
        "right": "rechtsom",
        "row": "rij {}",
        "fits": "↑ past hier",
        "take": "↑ te nemen",
        "choosing": "{} beveiligt een kleur of draait een kaart om",
        "placing": "{} kiest een rij voor de kaart",
        "going": "{} draait verder om of stopt",
        "taking": "{} neemt een rij",
        "taking in": "{} neemt een rij, in de beurt van {}",
        "head": "naam open som beveiligd",
        "points": "punten kaarten",
        "yours": "Jouw beveiligde kaarten",
        "discarded": "Afgelegd",
    },
}
"""What the columns are called is split at spaces."""


def draw(view: View, scene: Scene) -> Block:
    """The rows, the card that is up, everybody's cards."""
    lines = [title_line(scene, "Push", _notes(view, scene))]
    if view.moment != "over":
        lines.extend(_middle(view, scene))
        lines.extend(_moment(view, scene))
    lines.extend(_players(view, scene))
    says = in_language(_WORDS, scene.language)
    if view.secured and view.moment != "over":
        lines.append(_told(f"{says['yours']} ({_sum(view.secured)})", view.secured))
    if view.discarded:
        lines.append(_told(f"{says['discarded']} ({len(view.discarded)})", view.discarded))
    return [short for line in lines for short in _wrapped(line, scene.width)]


def _notes(view: View, scene: Scene) -> Iterator[str]:
    says = in_language(_WORDS, scene.language)
    if view.moment == "over":
        yield says["over"]
    if view.risk:
        yield says["risk"]
    if view.directions:
        way = "right" if view.directions % 2 else "left"
        yield f"{_SIGNS[TURN]} ×{view.directions}, {says[way]}"
    yield says["stock"].format(view.stock_size)


def _middle(view: View, scene: Scene) -> Block:
    blocks = [_row(view, number, scene) for number in range(1, _ROWS + 1)]
    if view.card is not None:
        blocks.append(card_box(_face(view.card), "", _ink(view.card), 6))
    return flowing(blocks, scene.width, gap=1)


def _row(view: View, number: int, scene: Scene) -> Block:
    says = in_language(_WORDS, scene.language)
    cards = view.rows[number - 1] if number <= len(view.rows) else ()
    chips = Text(" ").join(Text(_face(card), INK[_ink(card)]) for card in cards)
    total = _sum(cards)
    chosen = number in view.choices
    foot = says["fits" if view.moment == "placing" else "take"] if chosen else ""
    right = str(total) if cards else ""
    title = Text(f" {says['row'].format(number)}", "bold" if chosen else "")
    return panel(title, right, (Text(" ").append_text(chips),), 20, foot, edge="" if chosen else DIM)


def _face(card: Card) -> str:
    if card == "die" or card == "turn":
        return _SIGNS[card]
    return f"{SHAPE[COLOURS[SUIT[card]]]}{VALUE[card]}"


def _ink(card: Card) -> str:
    return "plain" if card == "die" or card == "turn" else COLOURS[SUIT[card]]


def _sum(cards: Iterable[Card]) -> int:
    return sum(VALUE[card] for card in _numbers(cards))


def _numbers(cards: Iterable[Card]) -> list[Number]:
    return [card for card in cards if card != "die" and card != "turn"]


def _moment(view: View, scene: Scene) -> Block:
    if view.to_move is None:
        return ()
    player = "" if view.player is None else scene.name(view.player)
    turn = "taking in" if view.moment == "taking" and view.player != view.to_move else view.moment
    line = in_language(_WORDS, scene.language)[turn].format(scene.name(view.to_move), player)
    return (Text(f" ▶ {line}", "bold"),)


def _players(view: View, scene: Scene) -> Block:
    says = in_language(_WORDS, scene.language)
    over = view.moment == "over"
    heads = (*says["head"].split(), *(says["points"].split() if over else ()))
    order = [0, 2, 3, *((4, 5) if over else ()), 1]
    rows = [[Text(), *(Text(heads[place], DIM) for place in order)]]
    for seat, cards in enumerate(view.open):
        mover, name = seat_cells(scene, seat, to_move=seat == view.to_move)
        counts = [_sum(cards), view.secured_sizes[seat], *_result(view, seat)]
        rows.append([mover, name, *(Text(str(count)) for count in counts), _suited(cards)])
    lines = list(grid(rows, frozenset(range(2, len(order))), scene.width))
    if over:
        lines.extend(
            _told(f"{scene.name(seat)}: {heads[3]}", cards) for seat, cards in enumerate(view.turned_up)
        )
    return lines


def _result(view: View, seat: Seat) -> Sequence[int]:
    return (view.points[seat], view.owned[seat]) if view.points else ()


def _told(name: str, cards: Sequence[Card]) -> Text:
    line = Text.assemble(f" {name}: ", _suited(cards))
    for card, sign in _SIGNS.items():
        if card in cards:
            line.append(f" {sign} ×{cards.count(card)}")
    return line


def _suited(cards: Iterable[Card]) -> Text:
    """Numbers by colour: the shape, then each of its numbers."""
    by_suit: dict[int, list[str]] = {}
    for card in sorted(_numbers(cards), key=NUMBERS.index):
        by_suit.setdefault(SUIT[card], []).append(str(VALUE[card]))
    return Text(" ").join(
        Text(f"{SHAPE[COLOURS[suit]]} {''.join(values)}", INK[COLOURS[suit]])
        for suit, values in by_suit.items()
    )


def _wrapped(line: Text, width: int) -> list[Text]:
    if line.cell_len <= width:
        return [line]
    pieces = list(beside([(line,)], indent=0))
    whole = pieces[0]
    cut = whole.plain.rfind(" ", 0, width)
    first, rest = whole[:cut], whole[cut:]
    return [first, *_wrapped(Text.assemble("   ", rest), width)]


TABLE: Final[TableDrawing[View, object]] = TableDrawing(lambda view, scene, _: draw(view, scene))
