"""The list of players, laid out."""

from collections.abc import Iterator, Sequence

from cardkit.drawing.build.parts import MISSING, at, is_tuple, listed
from cardkit.drawing.build.sight import Sight
from cardkit.drawing.layout import Column
from cardkit.drawing.scenes import Cell, Player
from cardkit.sentences import value_text

__all__ = ["columns_of", "players"]


def columns_of(sight: Sight) -> tuple[Column, ...]:
    """Return the columns that aren't empty at this stage of the match."""
    return tuple(
        column
        for column in sight.layout.columns
        if sight.is_now(column.when) and sight.part(column.part) not in (MISSING, (), None)
    )


def players(sight: Sight, columns: Sequence[Column]) -> Iterator[Player]:
    """Yield the line of each seat."""
    for seat, name in enumerate(sight.names):
        you, line = seat == sight.viewer, sight.said.get(("seats", seat))
        notes = (*((sight.word("you"),) if you else ()), *((sight.say(line),) if line else ()))
        cells = tuple(_cell(sight, seat, column) for column in columns)
        yield Player(seat, name, you, seat in sight.to_move, notes, cells)


def _cell(sight: Sight, seat: int, column: Column) -> Cell:
    """Return a seat's cell in a column."""
    faces, value = sight.faces, at(sight.part(column.part), seat)
    if value is MISSING:
        return Cell()
    cards = listed(value)
    match column.told:
        case "number":
            return Cell(str(len(cards)) if is_tuple(value) else value_text(value, None, sight.names))
        case "sum":
            return Cell(str(faces.sum(cards)))
        case "text":
            return Cell(value_text(value, None, sight.names))
        case "tally":
            return Cell(cards=faces.tally(cards))
        case "suits":
            return Cell(cards=tuple(faces.card(card, card) for card in sorted(cards, key=faces.order)))
        case "cards":
            known = listed(at(sight.known_part(column.part), seat)) if column.remembered else cards
            pairs = zip(cards, known if len(known) == len(cards) else cards, strict=True)
            return Cell(cards=tuple(faces.card(card, other) for card, other in pairs))
