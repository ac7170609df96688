"""The drawing of the list of players."""

from collections.abc import Sequence
from typing import Final

from cardkit.drawing.as_text.lines import Block, Line, filled, joined, padded, size, width_of
from cardkit.drawing.as_text.pen import LONGEST_NAME, Pen
from cardkit.drawing.as_text.signs import cells
from cardkit.drawing.scenes import Cell, Player, Scene

__all__ = ["players"]

SHORT_NAME: Final = 10
"""The length to which names are cut if there is little room."""
FEWEST: Final = 6
"""The shortest length to which names are cut."""
NUMERIC: Final = ("number", "sum")


def players(scene: Scene, width: int, pen: Pen) -> Block:
    """Draw a line for each player. If there is too little room, shorten names, then move columns below."""
    table = _Table(scene, pen)
    for beside in table.choices:
        for room in (LONGEST_NAME, SHORT_NAME):
            lines = table.lines(beside, room)
            if width_of(lines) <= width or not beside:
                return table.with_below(
                    lines, [place for place in table.places if place not in beside], width
                )
    return []


class _Table:
    """The columns of the list."""

    def __init__(self, scene: Scene, pen: Pen) -> None:
        self.scene = scene
        self.pen = pen
        self.places = range(len(scene.headings))
        self.cells = [
            [self.cell(player.cells[place], place) for place in self.places] for player in scene.players
        ]

    @property
    def choices(self) -> list[list[int]]:
        """The choices of columns to draw side by side: first all of them, then fewer of those with cards, last none."""
        wide = [place for place in self.places if not self.is_numeric(place)]
        fewer = [wide[at:] for at in range(len(wide), -1, -1)]
        return [*([place for place in self.places if place not in gone] for gone in fewer), []]

    def is_numeric(self, place: int) -> bool:
        """Return whether a column holds numbers."""
        return self.scene.headings[place].told in NUMERIC

    def cell(self, cell: Cell, place: int) -> list[Line]:
        """Return a player's cell in a column."""
        if self.scene.headings[place].told == "suits":
            return self.pen.suits(cell.cards)
        if not cell.cards:
            return [((self.pen.word(cell.text), ""),)]
        labels = [self.pen.label(card) for player in self.scene.players for card in player.cells[place].cards]
        return self.pen.listed(cell.cards, max(map(cells, labels)))

    def lines(self, places: Sequence[int], room: int) -> list[Line]:
        """Return the list with these columns. No name is longer than this."""
        heads = [self.scene.heading, *(self.scene.headings[place].caption for place in places)]
        rows: list[list[Line]] = [[(), *(((self.pen.word(head), "dim"),) for head in heads)]]
        for player, told in zip(self.scene.players, self.cells, strict=True):
            mark = self.pen.fit("▶") if player.to_move else " "
            seat: Line = ((f" {mark}", "bold"), (f" {player.seat}", ""))
            rows.append([seat, self.name(player, room), *(joined(told[place], " ") for place in places)])
        widths = [max(map(size, column)) for column in zip(*rows, strict=True)]
        rights = [False, False, *map(self.is_numeric, places)]
        columns = [*zip(widths, rights, strict=True)]
        return [
            joined(
                [padded(cell, wide, left=right) for cell, (wide, right) in zip(row, columns, strict=True)],
                "  ",
            )
            for row in rows
        ]

    def name(self, player: Player, room: int) -> Line:
        """Return a player's name with its notes."""
        notes = f" ({', '.join(map(self.pen.word, player.notes))})" if player.notes else ""
        name = self.pen.short(player.name, max(room - cells(notes), FEWEST))
        return ((name + notes, "bold" if player.you or player.to_move else ""),)

    def with_below(self, lines: Sequence[Line], places: Sequence[int], width: int) -> Block:
        """Add these columns below each player's line."""
        drawn = [*lines[:1]]
        for told, line in zip(self.cells, lines[1:], strict=True):
            drawn.append(line)
            parts = list[Line]()
            for place in places:
                if any(map(size, told[place])):
                    parts += [
                        ((f"{self.pen.word(self.scene.headings[place].caption)}:", "dim"),),
                        *told[place],
                    ]
            if parts:
                drawn += [((" " * 6, ""), *below) for below in filled(parts, width - 6)]
        return drawn
