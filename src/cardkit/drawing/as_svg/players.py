"""The list of players."""

from collections.abc import Iterator, Sequence
from typing import Final

from cardkit.drawing.as_svg.chips import CHIP, chips, suit_chips, widest
from cardkit.drawing.as_svg.metrics import cut, width_of
from cardkit.drawing.as_svg.pen import Block, Pen, Shape, move
from cardkit.drawing.scenes import Cell, Heading, Player, Scene

__all__ = ["cell_blocks", "players", "run"]

ROW: Final = 36
GAP: Final = 18
LEFT: Final = 60
LONGEST: Final = 150
NUMERIC: Final = ("number", "sum")


def cell_blocks(cell: Cell, heading: Heading, pen: Pen, room: float = 0) -> list[Block]:
    """Draw the contents of a cell, one block for each card. `room` is the least width of a card."""
    if cell.cards:
        return [*(suit_chips(cell.cards, pen) if heading.told == "suits" else chips(cell.cards, pen, room))]
    wide = width_of(cell.text, 15)
    return [Block(wide, CHIP, pen.text(0, 17, cell.text, 15))] if cell.text else []


def run(blocks: Sequence[Block], width: float, gap: float = 4, hang: float = 0) -> Block:
    """Lay blocks side by side, in as many lines as they need. All lines but the first begin at `hang`."""
    x, y, wide, parts = 0.0, 0.0, 0.0, list[str]()
    for block in blocks:
        if x > hang and x + block.width > width:
            x, y = hang, y + CHIP + gap
        parts.append(move(x, y, block.body))
        x += block.width + gap
        wide = max(wide, x - gap)
    return Block(wide, y + CHIP if blocks else 0, "".join(parts))


def players(scene: Scene, width: float, pen: Pen) -> Block:
    """Draw a line for each player. Columns with cards for which there is no room go below the line."""
    rooms = [
        widest(card for player in scene.players for card in player.cells[place].cards)
        for place in range(len(scene.headings))
    ]
    cells = [
        [
            cell_blocks(cell, heading, pen, room)
            for cell, heading, room in zip(player.cells, scene.headings, rooms, strict=True)
        ]
        for player in scene.players
    ]
    table = _Table(scene, pen, width, cells)
    y, parts = 22.0, [*table.heads()]
    for number, player in enumerate(scene.players):
        line = table.line(number, player)
        parts.append(move(0, y, line.body))
        y += line.height + 3
    return Block(width, y, "".join(parts))


class _Table:
    def __init__(self, scene: Scene, pen: Pen, width: float, blocks: list[list[list[Block]]]) -> None:
        self.scene, self.pen, self.width, self.blocks = scene, pen, width, blocks
        self.cells = [[run(cell, width) for cell in row] for row in blocks]
        self.wides = [
            max([width_of(heading.caption, 13), *(row[place].width for row in self.cells)])
            for place, heading in enumerate(scene.headings)
        ]
        self.inner = width - LEFT - 14
        self.notes = [cut(", ".join(player.notes), self.inner * 0.4, 13) for player in scene.players]
        names = [
            min(width_of(player.name, 16, bold=True), LONGEST) + (width_of(note, 13) + 10 if note else 0)
            for player, note in zip(scene.players, self.notes, strict=True)
        ]
        self.name = min(max(names, default=0), self.inner)
        beside = [*range(len(scene.headings))]
        while beside and LEFT + self.name + sum(self.wides[place] + GAP for place in beside) > width - 14:
            wide = [place for place in beside if scene.headings[place].told not in NUMERIC]
            beside.remove(max(wide or beside, key=lambda place: self.wides[place]))
        self.beside = beside
        self.below = [place for place in range(len(scene.headings)) if place not in beside]
        self.lefts = dict[int, float]()
        x = width - 14
        for place in reversed(beside):
            x -= self.wides[place]
            self.lefts[place] = x
            x -= GAP

    def is_numeric(self, place: int) -> bool:
        return self.scene.headings[place].told in NUMERIC

    def heads(self) -> Iterator[str]:
        for place in self.beside:
            x, right = self.lefts[place], self.is_numeric(place)
            caption = self.scene.headings[place].caption
            x += self.wides[place] if right else 0
            yield self.pen.text(x, 14, caption, 13, "soft", anchor="end" if right else "start")

    def line(self, number: int, player: Player) -> Block:
        pen, parts = self.pen, list[str]()
        below = [*self.lines_below(number)]
        height = ROW + sum(block.height + 6 for block in below)
        shape = Shape("turn", "mark", ' stroke-width="1.5"') if player.to_move else Shape("panel")
        parts.append(pen.box(1, 0.5, self.width - 2, height - 1, shape, 8))
        if player.to_move:
            parts.append(f'<path d="M10 11L19 18L10 25Z" {pen.colour("fill", "mark")}/>')
        parts.append(f'<circle cx="38" cy="18" r="12" {pen.colour("fill", "soft")}/>')
        parts.append(pen.text(38, 23, str(player.seat), 14, "page", bold=True, anchor="middle"))
        strong, note = player.you or player.to_move, self.notes[number]
        room = self.name - (width_of(note, 13) + 10 if note else 0)
        name = cut(player.name, room, 16, bold=True)
        parts.append(pen.text(LEFT, 24, name, 16, bold=strong))
        if note:
            after = LEFT + width_of(name, 16, bold=True) + 10
            parts.append(pen.text(after, 24, note, 13, "soft"))
        for place in self.beside:
            block = self.cells[number][place]
            x = self.lefts[place] + (self.wides[place] - block.width if self.is_numeric(place) else 0)
            body = block.body
            if self.is_numeric(place) and not player.cells[place].cards:
                text = player.cells[place].text
                body = pen.text(block.width, 18, text, 16, bold=player.to_move, anchor="end")
            parts.append(move(x, (ROW - CHIP) / 2, body))
        y = float(ROW)
        for block in below:
            parts.append(move(LEFT, y, block.body))
            y += block.height + 6
        return Block(self.width, height, "".join(parts))

    def lines_below(self, number: int) -> Iterator[Block]:
        """Yield the columns for which there is no room beside, each with its caption."""
        player = self.scene.players[number]
        for place in self.below:
            heading = self.scene.headings[place]
            if not (blocks := self.blocks[number][place]):
                continue
            told = cut(heading.caption, self.inner * 0.4, 13)
            wide = width_of(told, 13)
            caption = Block(wide + 6, CHIP, self.pen.text(0, 17, told, 13, "soft"))
            if not player.cells[place].cards:
                text = cut(player.cells[place].text, self.inner - wide - 10, 15)
                blocks = [Block(0, CHIP, self.pen.text(0, 17, text, 15))]
            hang = min(wide + 10, self.inner - max(block.width for block in blocks))
            yield run([caption, *blocks], self.inner, hang=hang)
