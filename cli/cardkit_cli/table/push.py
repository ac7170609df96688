"""The table of Push."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from cardkit.games.push import View
from cardkit.games.push.cards import COLOURS, DIE, NUMBERS, SHAPE, SUIT, TURN, VALUE, Card, Number
from cardkit.games.push.state import Over, Placing, Taking
from cardkit.hidden import faces
from cardkit.language import Language, in_language
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
    over = isinstance(view.phase, Over)
    if not over:
        lines.extend(_middle(view, scene))
        lines.extend(_moment(view, scene))
    lines.extend(_players(view, scene))
    says = in_language(_WORDS, scene.language)
    yours: tuple[Number, ...] = () if scene.you is None or over else faces(view.secured[scene.you])
    if yours:
        lines.append(_told(f"{says['yours']} ({_sum(yours)})", yours))
    if view.discarded:
        lines.append(_told(f"{says['discarded']} ({len(view.discarded)})", view.discarded))
    return [short for line in lines for short in _wrapped(line, scene.width)]


def _notes(view: View, scene: Scene) -> Iterator[str]:
    says = in_language(_WORDS, scene.language)
    if isinstance(view.phase, Over):
        yield says["over"]
    if view.setup.risk:
        yield says["risk"]
    if view.directions:
        number = len(view.directions)
        way = "right" if number % 2 else "left"
        yield f"{_SIGNS[TURN]} ×{number}, {says[way]}"
    yield says["stock"].format(len(view.stock))


def _middle(view: View, scene: Scene) -> Block:
    blocks = [_row(view, number, scene) for number in range(1, _ROWS + 1)]
    if view.up is not None:
        blocks.append(card_box(_face(view.up), "", _ink(view.up), 6))
    return flowing(blocks, scene.width, gap=1)


def _row(view: View, number: int, scene: Scene) -> Block:
    says = in_language(_WORDS, scene.language)
    cards = view.rows[number - 1] if number <= len(view.rows) else ()
    chips = Text(" ").join(Text(_face(card), INK[_ink(card)]) for card in cards)
    total = _sum(cards)
    match view.phase:
        case Placing(rows):
            chosen, foot = number in rows, says["fits"]
        case Taking(_, rows):
            chosen, foot = number in rows, says["take"]
        case _:
            chosen, foot = False, ""
    right = str(total) if cards else ""
    title = Text(f" {says['row'].format(number)}", "bold" if chosen else "")
    return panel(
        title, right, (Text(" ").append_text(chips),), 20, foot if chosen else "", edge="" if chosen else DIM
    )


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
    if view.seat is None:
        return ()
    says, name = in_language(_WORDS, scene.language), scene.name(view.seat)
    if isinstance(view.phase, Taking) and view.phase.player != view.seat:
        line = says["taking in"].format(name, scene.name(view.phase.player))
    else:
        line = says[view.phase.moment].format(name)
    return (Text(f" ▶ {line}", "bold"),)


def _players(view: View, scene: Scene) -> Block:
    says, phase = in_language(_WORDS, scene.language), view.phase
    over = phase if isinstance(phase, Over) and phase.points else None
    heads = (*says["head"].split(), *(says["points"].split() if over else ()))
    order = [0, 2, 3, *((4, 5) if over else ()), 1]
    rows = [[Text(), *(Text(heads[place], DIM) for place in order)]]
    for seat, cards in enumerate(view.open):
        mover, name = seat_cells(scene, seat, to_move=seat == view.seat)
        result = (over.points[seat], over.owned[seat]) if over else ()
        counts = [_sum(cards), len(view.secured[seat]), *result]
        rows.append([mover, name, *(Text(str(count)) for count in counts), _suited(cards)])
    lines = list(grid(rows, frozenset(range(2, len(order))), scene.width))
    if over:
        for seat, face_down in enumerate(view.secured):
            turned_up: tuple[Number, ...] = faces(face_down)
            lines.append(_told(f"{scene.name(seat)}: {heads[3]}", turned_up))
    return lines


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
