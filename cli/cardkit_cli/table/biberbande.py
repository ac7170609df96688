"""The table of Biberbande."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from rich.text import Text

from cardkit.games.biberbande import Card, Knowledge, View
from cardkit.games.biberbande.cards import NUMBERS
from cardkit.hidden import UNSEEN, Unseen
from cardkit.language import Language, in_language
from cardkit.seats import Seat
from cardkit_cli.table.drawing import (
    DIM,
    HIDDEN,
    INK,
    Block,
    Scene,
    TableDrawing,
    beside,
    card_box,
    grid,
    seat_cells,
    title_line,
)

__all__ = ["TABLE"]

_SPECIALS: Final[dict[Card, tuple[str, str]]] = {
    "swap": ("⇄", "yellow"),
    "peek": ("◉", "purple"),
    "draw2": ("⇊", "green"),
}
_NAMES: Final[dict[Language, dict[Card, str]]] = {
    "en": {"swap": "swap", "peek": "peek", "draw2": "draw two"},
    "de": {"swap": "Tauschen", "peek": "Spähen", "draw2": "Zweimal ziehen"},
    "nl": {"swap": "ruilen", "peek": "gluren", "draw2": "twee trekken"},
}
_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "round": "round {} of {}",
        "over": "the match is over",
        "turns": "{} turns",
        "limit": "max. {} each",
        "deals": "{} deals",
        "stock": "stock",
        "discard": "discard",
        "held": "you hold",
        "row": "your row",
        "seen": "(n) seen before",
        "knocked": "knocked",
        "lying": "carries out {}",
        "first": "discarding it brings a second card",
        "head": "player row total",
        "last": "last round",
        "looking": "{} looks at the outer cards",
        "choosing": "{} takes the top of the discard pile, or draws",
        "choosing special": "{} draws: a special can't be taken",
        "drawing": "{} draws",
        "drawn": "{} holds a card from the stock",
        "knocking": "{} knocks or passes",
    },
    "de": {
        "round": "Runde {} von {}",
        "over": "die Partie ist aus",
        "turns": "{} Züge",
        "limit": "max. je {}",
        "deals": "{} gibt",
        "stock": "Stapel",
        "discard": "Ablage",
        "held": "in der Hand",
        "row": "deine Reihe",
        "seen": "(n) schon gesehen",
        "knocked": "hat geklopft",
        "lying": "führt {} aus",
        "first": "wer sie ablegt, zieht eine zweite",
        "head": "Name Reihe gesamt",
        "last": "letzte Runde",
        "looking": "{} sieht die Außenkarten an",
        "choosing": "{} nimmt die oberste der Ablage oder zieht",
        "choosing special": "{} zieht: eine Sonderkarte kann niemand nehmen",
        "drawing": "{} zieht",
        "drawn": "{} hält eine Karte vom Stapel",
        "knocking": "{} klopft oder passt",
    },
    "nl": {
        "round": "ronde {} van {}",
        "over": "de partij is afgelopen",
        "turns": "{} beurten",
        "limit": "max. {} elk",
        "deals": "{} deelt",
        "stock": "stapel",
        "discard": "aflegstapel",
        "held": "in de hand",
        "row": "jouw rij",
        "seen": "(n) eerder gezien",
        "knocked": "heeft geklopt",
        "lying": "voert {} uit",
        "first": "wie hem aflegt, trekt een tweede",
        "head": "naam rij totaal",
        "last": "vorige ronde",
        "looking": "{} bekijkt de buitenste kaarten",
        "choosing": "{} pakt de bovenste van de aflegstapel of trekt",
        "choosing special": "{} trekt: een speciale kaart kun je niet pakken",
        "drawing": "{} trekt",
        "drawn": "{} houdt een kaart van de stapel",
        "knocking": "{} klopt of past",
    },
}

Row: TypeAlias = tuple[Card | Unseen, ...]

NOTHING: Final[Row] = (UNSEEN,) * 4
"""What is known of a row's four cards."""


def draw(view: View, scene: Scene, memory: Knowledge | None) -> Block:
    """The piles, what the viewer holds and looks at, and everybody's row, with the cards that are remembered."""
    says = in_language(_WORDS, scene.language)
    over = view.turn is None
    parts = [says["over"] if over else says["round"].format(view.table.round, view.table.rounds)]
    if not over:
        parts.extend(_clock(view, scene))
    head = title_line(scene, "Biberbande", parts)
    middle = [] if over else [*_middle(view, scene, memory), *_moment(view, scene)]
    return [head, *middle, *_players(view, scene, memory)]


def _clock(view: View, scene: Scene) -> Iterator[str]:
    says = in_language(_WORDS, scene.language)
    limit, dealer = view.table.turn_limit, view.table.dealer
    at_most = "" if limit is None else f", {says['limit'].format(limit)}"
    yield says["turns"].format(view.turns) + at_most
    if dealer is not None:
        yield says["deals"].format(scene.name(dealer, 10))


def _middle(view: View, scene: Scene, memory: Knowledge | None) -> Block:
    """Stock, discard pile, the card drawn, the own row."""
    says = in_language(_WORDS, scene.language)
    stock = card_box(HIDDEN if view.stock else "", str(len(view.stock)), "grey", 4)
    top = _top(view)
    discard = card_box("" if top is None else _face(top), str(len(view.discard)), _ink(top), 4)
    blocks = [
        _headed(stock, says["stock"]),
        _headed(discard, says["discard"] + _special(top, scene)),
    ]
    if view.drawn is not None and not isinstance(view.drawn, Unseen):
        held = card_box(_face(view.drawn), "", _ink(view.drawn), 4)
        blocks.append(_headed(held, says["held"] + _special(view.drawn, scene)))
    if scene.you is not None:
        known = _known(memory, scene.you)
        cards = [
            card_box(_place(shown, known[place]), str(place), _ink(shown), 4)
            for place, shown in enumerate(view.rows[scene.you])
        ]
        head = says["row"] if known == NOTHING else f"{says['row']}, {says['seen']}"
        blocks.append(_headed(beside(cards, indent=0), head))
    return beside(blocks, gap=3)


def _headed(block: Block, head: str) -> Block:
    return (Text(head, DIM), *block)


def _top(view: View) -> Card | None:
    """The top of the discard pile, which everybody sees."""
    (top,) = view.discard[-1:] or (None,)
    return None if isinstance(top, Unseen) else top


def _special(card: Card | None, scene: Scene) -> str:
    return f": {in_language(_NAMES, scene.language)[card]}" if card in _SPECIALS else ""


def _face(card: Card) -> str:
    return _SPECIALS[card][0] if card in _SPECIALS else card


def _ink(card: Card | Unseen | None) -> str:
    if card is None or isinstance(card, Unseen):
        return "grey"
    return _SPECIALS[card][1] if card in _SPECIALS else "plain"


def _place(shown: Card | Unseen, known: Card | Unseen) -> str:
    """A card of a row: as it is looked at, in brackets as it is remembered, or face down."""
    if not isinstance(shown, Unseen):
        return _face(shown)
    return HIDDEN if isinstance(known, Unseen) else f"({_face(known)})"


def _known(memory: Knowledge | None, seat: Seat) -> Row:
    """The cards of a row that the viewer has seen, wherever they lay then."""
    if memory is None or not memory.state.rows:
        return NOTHING
    return tuple([UNSEEN if isinstance(card, Unseen) else card for card in memory.state.rows[seat]])


def _moment(view: View, scene: Scene) -> Block:
    """Whose move it is, and what it is about."""
    if view.turn is None:
        return ()
    says, name = in_language(_WORDS, scene.language), scene.name(view.turn)
    special = view.phase == "choosing" and _top(view) not in NUMBERS
    line = Text(f" ▶ {says['choosing special' if special else view.phase].format(name)}", "bold")
    line.truncate(scene.width, overflow="ellipsis")
    return (line, *_draw_twos(view, scene))


def _draw_twos(view: View, scene: Scene) -> Block:
    """Those that are being carried out, and what they mean for the card in hand."""
    says = in_language(_WORDS, scene.language)
    told: list[str] = []
    draw_twos = len(view.aside)
    if draw_twos:
        times = f"{draw_twos}× " if draw_twos > 1 else ""
        told.append(says["lying"].format(times + in_language(_NAMES, scene.language)["draw2"]))
    if view.first:
        told.append(says["first"])
    line = Text(f"   {'; '.join(told)}")
    line.truncate(scene.width, overflow="ellipsis")
    return (line,) if told else ()


def _players(view: View, scene: Scene, memory: Knowledge | None) -> Block:
    says = in_language(_WORDS, scene.language)
    counted = bool(view.table.last_points)
    rows = [[Text(), *(Text(word, DIM) for word in (*says["head"].split(), says["last"] if counted else ""))]]
    if view.turn is None:
        rows[0][2] = Text()
    for seat in range(view.table.seats):
        mover, name = seat_cells(scene, seat, to_move=seat == view.turn)
        if view.knocker == seat and view.turn is not None:
            name.append(f" {says['knocked']}", "bold")
        row = Text() if view.turn is None else _row(view, seat, memory)
        last = _last_round(view, seat) if counted else Text()
        rows.append([mover, name, row, Text(str(view.table.totals[seat])), last])
    return grid(rows, frozenset((3,)), scene.width)


def _row(view: View, seat: Seat, memory: Knowledge | None) -> Text:
    cells = zip(view.rows[seat], _known(memory, seat), strict=True)
    return Text(" ").join(Text(_place(card, known).center(4), INK[_ink(card)]) for card, known in cells)


def _last_round(view: View, seat: Seat) -> Text:
    """The row as it was turned up, each special with what replaced it, and what it cost."""
    places: list[list[Card]] = [[card] for card in view.table.last_rows[seat]]
    for replacement in view.table.last_replacements:
        if replacement.seat == seat:
            places[replacement.position].extend(replacement.cards)
    row = " ".join("→".join(map(_face, cards)) for cards in places)
    return Text.assemble(row, " = ", (str(view.table.last_points[seat]), "bold"))


def _looks(view: View) -> bool:
    """At cards of the own row, which lie face down again with the next event."""
    return view.phase != "over" and any(not isinstance(card, Unseen) for row in view.rows for card in row)


TABLE: Final[TableDrawing[View, Knowledge]] = TableDrawing(draw, needs_time=_looks)
