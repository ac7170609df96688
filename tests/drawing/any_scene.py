"""Scenes of any contents, for drawings that must cope with all that a layout can say."""

from hypothesis import strategies as st

from cardkit.drawing import Area, Arranged, Card, Cell, Colour, Heading, Player, Scene, Told

__all__ = ["scenes"]

WORDS = st.text(max_size=30) | st.sampled_from(["", "10", "a caption", "x" * 80, "word " * 20])
COLOURS: list[Colour] = [
    "none", "plain", "grey", "black", "red", "orange", "yellow", "green", "cyan", "blue", "purple",
]  # fmt: skip
ARRANGED: list[Arranged] = ["hand", "row", "pile", "stack", "list", "suits"]
TOLD: list[Told] = ["number", "sum", "cards", "suits", "text"]

CARDS = st.builds(
    Card,
    label=WORDS,
    colour=st.sampled_from(COLOURS),
    shape=st.sampled_from(["", "♥", "⚅", "Ω", "->"]),
    name=WORDS,
    caption=WORDS,
    moves=st.lists(WORDS, max_size=2).map(tuple),
) | st.sampled_from(
    [Card(down=True), Card("7", "grey", remembered=True), Card("", "red", "✚", remembered=True)]
)
HANDS = st.lists(CARDS, max_size=9).map(tuple)
AREAS = st.builds(
    Area,
    part=WORDS,
    arranged=st.sampled_from(ARRANGED),
    cards=HANDS,
    caption=WORDS,
    seat=st.none() | st.integers(0, 1),
    head=st.none() | CARDS,
    sum=st.none() | st.integers(-5, 99),
    limit=st.none() | st.integers(0, 20),
    note=WORDS,
    strong=st.booleans(),
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Return a scene of two players."""
    headings = draw(st.lists(st.builds(Heading, WORDS, st.sampled_from(TOLD)), max_size=4).map(tuple))
    cells = st.tuples(*(st.builds(Cell, WORDS, HANDS) for _ in headings))
    players = tuple(
        Player(seat, draw(WORDS), draw(st.booleans()), draw(st.booleans()), (draw(WORDS),), draw(cells))
        for seat in range(2)
    )
    return Scene(
        game="any",
        title=draw(WORDS),
        language=draw(st.sampled_from(["en", "de", "nl", "fr"])),
        viewer=draw(st.none() | st.integers(0, 1)),
        over=draw(st.booleans()),
        notes=draw(st.lists(WORDS, max_size=3).map(tuple)),
        areas=draw(st.lists(AREAS, max_size=6).map(tuple)),
        heading=draw(WORDS),
        headings=headings,
        players=players,
        prompt=draw(st.lists(WORDS, max_size=2).map(tuple)),
        details=draw(st.lists(st.tuples(WORDS, WORDS), max_size=2).map(tuple)),
        story=draw(st.lists(WORDS, max_size=2).map(tuple)),
        needs_time=False,
    )
