"""The list of players, laid out."""

from collections.abc import Iterator, Sequence

from cardkit.drawing.build.parts import MISSING, at, listed
from cardkit.drawing.build.viewpoint import Viewpoint
from cardkit.drawing.layout import Column
from cardkit.drawing.scenes import Cell, Player
from cardkit.fields import is_tuple
from cardkit.sentences import value_text

__all__ = ["columns_of", "players"]


def columns_of(viewpoint: Viewpoint) -> tuple[Column, ...]:
    """Return the columns that aren't empty at this stage of the match."""
    return tuple(
        column
        for column in viewpoint.layout.columns
        if viewpoint.is_now(column.when) and viewpoint.part(column.part) not in (MISSING, (), None)
    )


def players(viewpoint: Viewpoint, columns: Sequence[Column]) -> Iterator[Player]:
    """Yield the line of each seat."""
    for seat, name in enumerate(viewpoint.names):
        you, line = seat == viewpoint.viewer, viewpoint.said.get(("seats", seat))
        notes = (*((viewpoint.word("you"),) if you else ()), *((viewpoint.say(line),) if line else ()))
        cells = tuple(_cell(viewpoint, seat, column) for column in columns)
        yield Player(seat, name, you, seat in viewpoint.to_move, notes, cells)


def _cell(viewpoint: Viewpoint, seat: int, column: Column) -> Cell:
    """Return a seat's cell in a column."""
    faces, value = viewpoint.faces, at(viewpoint.part(column.part), seat)
    if value is MISSING:
        return Cell()
    cards = listed(value)
    match column.told:
        case "number":
            return Cell(str(len(cards)) if is_tuple(value) else value_text(value, None, viewpoint.names))
        case "sum":
            return Cell(str(faces.sum(cards)))
        case "text":
            return Cell(value_text(value, None, viewpoint.names))
        case "suits":
            return Cell(cards=tuple(faces.card(card, card) for card in sorted(cards, key=faces.order)))
        case "cards":
            known = listed(at(viewpoint.known_part(column.part), seat)) if column.remembered else cards
            pairs = zip(cards, known if len(known) == len(cards) else cards, strict=True)
            ends = viewpoint.completed
            return Cell(
                cards=tuple(
                    faces.card(card, other, then=ends.get((column.part, "at", number, seat), ()))
                    for number, (card, other) in enumerate(pairs)
                )
            )
