"""Reports: what stands in a run's folder, and what the pictures show."""

import csv
import json
import re
import shlex
import sys
from collections.abc import Callable
from functools import cache
from html import escape, unescape
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardkit.arena import Arena, Numbers, RunSpec, Simulation, rate, simulate
from cardkit.arena.report.charts import Bar, Box, Interval, bars, boxes, histogram, intervals
from cardkit.arena.report.files import write_report
from cardkit.arena.report.findings import findings
from cardkit.arena.report.page import arena_page, simulation_page
from cardkit.arena.report.phrases import ENGLISH
from cardkit.arena.report.svg import Drawing, ticks
from cardkit.arena.report.tables import simulation_rows
from cardkit.arena.storage.folder import Folder, OtherRun
from cardkit.arena.storage.parquet import PARQUET, write_parquet
from cardkit.bots import AnyBot, Bot, bot
from cardkit.game import AnyGame
from cardkit.rejections import Invalid
from cardkit_cli.main import main
from tests.arena.scenes import Thirteens, few, the_few

SVG = "{http://www.w3.org/2000/svg}"
SHORT = {"rounds": 1}
QUESTIONS = (
    "How long is a match?",
    "How close is it?",
    "Does a seat have an advantage?",
    "Which rules come into play?",
    "Which moves are made?",
)


def shapes(drawing: Drawing, kind: str) -> list[ElementTree.Element]:
    return [*ElementTree.fromstring(drawing.svg()).iter(f"{SVG}{kind}")]


def texts(drawing: Drawing) -> list[str]:
    return [element.text or "" for element in shapes(drawing, "text")]


@cache
def the_arena() -> Arena:
    return rate(
        RunSpec("thirteen", ["random", "greedy"], 30, seats=3, options=SHORT, seed="report", workers=1)
    )


def test_a_histogram_has_a_bar_for_each_number() -> None:
    drawing = histogram(Numbers([3, 3, 3, 5]), "title", "moves")

    heights = sorted(float(bar.get("height") or 0) for bar in shapes(drawing, "rect"))
    assert len(heights) == 2
    assert heights[1] == pytest.approx(3 * heights[0], abs=0.2)
    assert {"3", "4", "5", "moves"} <= {*texts(drawing)}


def test_a_histogram_of_very_many_numbers_groups_them() -> None:
    assert len(shapes(histogram(Numbers(range(1000)), "title", "moves"), "rect")) <= 60


@pytest.mark.parametrize("numbers", [Numbers(), Numbers([7]), Numbers([-5, 10**9])])
def test_there_is_a_picture_of_any_numbers(numbers: Numbers) -> None:
    for drawing in (histogram(numbers, "t", "u"), boxes([Box("all", numbers)], "t", "u")):
        for shape in (*shapes(drawing, "rect"), *shapes(drawing, "line")):
            assert "nan" not in str(shape.attrib)


def test_an_interval_is_drawn_around_its_value() -> None:
    drawing = intervals([Interval("a", 5, 4, 7), Interval("b", 6, 6, 6)], "t", "u", fair=5)

    first, _ = (float(dot.get("cx") or 0) for dot in shapes(drawing, "circle"))
    line = next(line for line in shapes(drawing, "line") if line.get("class") == "line")
    fair = next(line for line in shapes(drawing, "line") if line.get("class") == "fair")
    assert float(line.get("x1") or 0) < first < float(line.get("x2") or 0)
    assert float(fair.get("x1") or 0) == first


@pytest.mark.parametrize(
    ("interval", "scale", "told"),
    [
        (Interval("a", 0.244831, 0.243724, 0.245942), 100, "24.48 (24.37 to 24.59)"),
        (Interval("a", 0.5, 0.1, 0.9), 100, "50 (10 to 90)"),
        (Interval("a", -33.4, -50.12, -12), 1, "-33 (-50 to -12)"),
        (Interval("a", 0.5, 0.5, 0.5), 1, "0.5"),
        (Interval("a", 0.99999, 0.99998, 1), 100, "99.9990 (99.9980 to 100.0000)"),
    ],
)
def test_an_interval_too_narrow_to_be_seen_can_be_read(interval: Interval, scale: float, told: str) -> None:
    assert told in texts(intervals([interval], "t", "u", scale=scale))


LONG = "exec:/usr/bin/python3 /home/somebody/a/folder/of/mine/with/bots/mybot.py --depth=7 --verbose"


@pytest.mark.parametrize(
    "drawing",
    [
        intervals([Interval(LONG, 5, 4, 7)], "t", "u"),
        boxes([Box(LONG, Numbers([1, 2, 3]))], "t", "u"),
        bars([Bar(LONG, 1, "note")], "t", "u"),
    ],
)
def test_a_long_name_leaves_room_for_the_picture(drawing: Drawing) -> None:
    """It is cut in its middle, for the ends tell such names apart; under the pointer stands all of it."""
    grid = [float(line.get("x2") or 0) for line in shapes(drawing, "line") if line.get("class") == "grid"]

    assert max(grid) - min(grid) > drawing.width / 4
    assert any(text.startswith("exec:/usr") and text.endswith("--verbose") for text in texts(drawing))
    assert LONG in drawing.svg()


def test_values_that_dwarf_others_are_dots_on_a_logarithmic_scale() -> None:
    """A bar would have no length there."""
    plain = bars([Bar("a", 30, "30"), Bar("b", 1, "1")], "title", "times")
    wide = bars(
        [Bar("a", 100, "100"), Bar("b", 1, "1"), Bar("c", 0.1, "0.1"), Bar("d", 0, "0")], "title", "times"
    )

    assert len(shapes(plain, "rect")) == 2
    assert shapes(wide, "rect") == []
    places = [float(dot.get("cx", "0")) for dot in shapes(wide, "circle")]
    assert places[0] - places[1] == pytest.approx(2 * (places[1] - places[2]), abs=0.2)
    assert len(places) == 3, "nothing is nowhere on such a scale"
    assert "times; each line is ten times the one before" in texts(wide)


def test_what_is_written_in_a_picture_is_no_markup() -> None:
    drawing = bars([Bar('<script>"&', 1, "<b>")], "</title>", "u")

    assert '<script>"&' in texts(drawing)
    assert "<script" not in drawing.svg()


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 10, [0, 2, 4, 6, 8, 10]), (0.2, 0.31, [0.2, 0.22, 0.24, 0.26, 0.28, 0.3])],
)
def test_ticks_are_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


def test_numbers_are_written_as_people_do() -> None:
    assert [ENGLISH.number(value) for value in (1234567, 0.25, 123.4, 0.001234)] == [
        "1,234,567",
        "0.25",
        "123",
        "0.00123",
    ]


def test_a_simulation_answers_its_questions_on_one_page() -> None:
    page = simulation_page(the_few())

    assert all(question in page for question in QUESTIONS)
    assert page.count("<svg") == 8
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_few_numbers_are_grouped_in_round_bins() -> None:
    """Sixty numbers in bins one wide look like a comb."""
    drawing = histogram(Numbers(range(203, 443, 4)), "title", "moves")

    hints = [str(bar[0].text) for bar in shapes(drawing, "rect")]
    assert hints[:2] == ["200 to 219: 8.33 % (5 of 60)", "220 to 239: 8.33 % (5 of 60)"]
    assert len(hints) == 12


@pytest.mark.parametrize("result", [the_few, the_arena])
def test_a_report_says_how_it_is_repeated(
    result: Callable[[], Simulation | Arena], capsys: pytest.CaptureFixture[str]
) -> None:
    found = result()
    page = arena_page(found) if isinstance(found, Arena) else simulation_page(found)
    commands = re.findall(r"<code>cardkit (.*?)</code>", page)

    assert main([*shlex.split(unescape(commands[0])), "--workers", "1", "--format", "json"]) == 0

    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.document()))
    assert f"cardkit {version('cardkit')}; 13, version 1 of its rules" in page


def test_a_page_is_dark_where_the_system_is() -> None:
    """Each colour of a chart has another one there."""
    page = simulation_page(the_few())

    _, _, dark = page.partition("@media (prefers-color-scheme:dark)")
    for kind in ("text", ".quiet", ".grid", ".axis", ".bar", ".line", ".dot", ".fair", ".faint", ".lead"):
        assert f"svg {kind}{{" in dark


def test_an_arena_tells_first_who_is_stronger() -> None:
    page = arena_page(the_arena())

    assert page.index("greedy is stronger than random") < page.index(QUESTIONS[0])


def test_ratings_of_bots_that_never_met_are_not_compared() -> None:
    """Six deals for twelve bots: that isn't the same as never to have lost anything."""
    page = arena_page(rate(RunSpec("push", ["random"] * 12, 12, seats=2, seed="report", workers=1)))

    assert escape("Some bots didn't meet, even by way of others") in page
    assert "won nothing from others" not in page


@pytest.mark.parametrize(("games", "few_deals"), [(2, True), (20, False)])
def test_it_is_said_where_there_are_too_few_deals_for_intervals(games: int, few_deals: bool) -> None:
    page = arena_page(rate(RunSpec("push", ["random", "greedy"], games, seats=2, seed="report", workers=1)))

    assert ("There are too few deals for intervals" in page) == few_deals


def test_findings_say_what_never_happens_and_what_is_rare() -> None:
    told = " ".join(findings(simulate(RunSpec("biberbande", ["greedy"], 20, seats=2, seed="r", workers=1))))

    assert "moves" in told
    assert "points ahead of the second" in told
    assert "Never happened: " in told


def test_a_seat_with_an_advantage_is_named() -> None:
    """A bot that plays well where it sits in the last seat, and at random elsewhere."""

    def partial_to_the_last_seat(game: AnyGame) -> AnyBot:
        well, badly = bot("greedy", game), bot("random", game)
        return Bot("partial", lambda seen: (well if seen.seat == 2 else badly).choose(seen))

    unfair = simulate(
        RunSpec("thirteen", [partial_to_the_last_seat], 60, options=SHORT, seats=3, seed="u", workers=1)
    )
    fair = simulate(
        RunSpec("thirteen", ["random", "random", "greedy"], 60, options=SHORT, seed="u", workers=1)
    )

    assert "Seat 2 wins more than its share" in " ".join(findings(unfair))
    assert "No seat shows an advantage" in " ".join(findings(fair))


def test_ones_own_measures_are_told_of_too() -> None:
    plain = simulate(RunSpec("push", ["random"], 3, seats=2, seed="o", workers=1))
    run = simulate(RunSpec("push", ["random"], 3, seats=2, seed="o", workers=1, measures=[Thirteens]))
    mean = run.of(Thirteens).numbers.mean

    page = simulation_page(run)

    assert f"<tr><td>moves of seat 0</td><td>mean</td><td>{mean:.6g}</td></tr>" in page
    assert "your measures" not in simulation_page(plain)
    assert "your measures" not in arena_page(the_arena())


def test_how_often_a_bot_wins_is_told_with_its_interval() -> None:
    """Each of two bots has two of four seats, so one that always wins fills half of them with wins."""
    run = simulate(RunSpec("push", ["random", "greedy"], 40, seats=4, seed="o", workers=1))
    page = simulation_page(run)

    for who in (0, 1):
        cell, share = run.seats.bot(who), run.seats.share_of_bot(who, 0.99)
        assert share.value == float(cell.wins / cell.matches)
        assert share.low <= share.value <= share.high
    assert run.seats.share_of_bot(1, 0.99).excludes(0.25)
    assert "Which bot wins?" in page
    alone = simulate(RunSpec("push", ["random"], 3, seats=2, seed="o", workers=1))
    assert "Which bot wins?" not in simulation_page(alone)


def test_how_bots_fared_is_among_the_numbers() -> None:
    run = simulate(RunSpec("push", ["random", "greedy"], 6, seats=2, seed="o", workers=1))

    rows = run.document()["by_bot"]

    assert isinstance(rows, list)
    assert [isinstance(row, dict) and row["bot"] for row in rows] == ["random", "greedy"]
    worse, better = (row["wins"] for row in rows if isinstance(row, dict))
    assert (worse, better) == (0.0, 1.0)
    assert ["by_bot", "1", "wins", "1.0"] in simulation_rows(run)


def test_of_few_deals_nothing_is_said_of_seats() -> None:
    """Ten for each seat; and the picture's intervals are those of the words."""
    some, enough = (few(matches) for matches in (29, 30))

    assert "There are too few deals (29) to say whether a seat has an advantage; it takes 30." in findings(
        some
    )
    assert "No seat shows an advantage" in " ".join(findings(enough))
    assert "with 99 % intervals of all at once" in simulation_page(enough)


@pytest.mark.parametrize("seed", range(3))
def test_how_far_a_seat_may_be_from_its_part_is_told_by_the_far_end_of_its_interval(seed: int) -> None:
    run = simulate(RunSpec("push", ["random"], 90, seats=3, seed=f"{seed}", workers=1))
    ends = [end for share in run.seats.shares(0.99).values() for end in (share.low, share.high)]
    most = 100 * max(abs(end - 1 / 3) for end in ends)
    told = f"more or less than 33.3 % of the matches, the difference is {most:.1f} % at most"
    assert told in " ".join(findings(run))


def test_of_bots_that_keep_their_seats_nothing_is_said_of_seats() -> None:
    """The seat isn't why the better bot wins."""
    run = simulate(RunSpec("thirteen", ["greedy", "random", "random"], 30, seed="s", workers=1), rotate=False)

    assert (
        "It isn't known whether a seat has an advantage, because each bot kept its seats in all matches."
        in findings(run)
    )
    assert "each bot keeps its seats" in simulation_page(run)
    assert "move on" not in simulation_page(run)


def test_lengths_that_are_counted_alike_are_not_said_to_be_alike() -> None:
    """Numbers of five digits have a bin for the first three."""
    run = few(3)
    for longer, told in ((12_300, "Every match has 12,300 moves."), (12_301, "A match has 12,300 moves")):
        run.lengths.numbers = Numbers([12_300, longer])
        assert findings(run)[0].startswith(told)


def test_intervals_of_all_seats_at_once_are_wider() -> None:
    """Each of three seats has a third of the 1 % that may go wrong."""
    seats = the_few().seats

    assert seats.shares(0.99) == {seat: seats.share(seat, 1 - 0.01 / 3) for seat in range(3)}
    assert all(share.low < seats.share(seat, 0.99).low for seat, share in seats.shares(0.99).items())


@pytest.mark.parametrize("kind", ["simulation", "arena"])
def test_the_folder_has_the_result_for_programs_too(tmp_path: Path, kind: str) -> None:
    result: Simulation | Arena = the_few() if kind == "simulation" else the_arena()

    written = write_report(result, tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in written}
    assert json.loads((tmp_path / "result.json").read_text()) == json.loads(json.dumps(result.document()))
    rows = [*csv.reader((tmp_path / "counts.csv").read_text().splitlines())]
    assert rows[0] == ["measure", "of", "number", "value"]
    assert all(len(row) == 4 for row in rows)
    assert ["length", "", "count", "30"] in rows


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_no_report_is_written_while_another_process_is_at_work_in_the_folder(tmp_path: Path) -> None:
    result = simulate(RunSpec("push", ["random"], 3, seats=2, seed="p", workers=1, out=tmp_path))
    held = Folder.open(tmp_path, result.plan.identity())
    try:
        with pytest.raises(OtherRun, match="another process"):
            write_report(result, tmp_path)
    finally:
        held.close()

    assert tmp_path / "report.html" in write_report(result, tmp_path)


def test_nor_one_that_says_less_than_the_run_has_come_to(tmp_path: Path) -> None:
    result = simulate(RunSpec("push", ["random"], 3, seats=2, seed="p", workers=1, out=tmp_path))
    simulate(RunSpec("push", ["random"], 5, seats=2, seed="p", workers=1, out=tmp_path))

    with pytest.raises(OtherRun, match="is at deal 5, and this report at 3"):
        write_report(result, tmp_path)


def test_nor_one_beside_another_run(tmp_path: Path) -> None:
    simulate(RunSpec("push", ["random"], 5, seats=2, seed="p", workers=1, out=tmp_path))

    with pytest.raises(OtherRun, match="holds a different run"):
        write_report(the_arena(), tmp_path)


def test_ratings_are_a_table_and_a_picture(tmp_path: Path) -> None:
    write_report(the_arena(), tmp_path)

    head, best, worst = csv.reader((tmp_path / "ratings.csv").read_text().splitlines())
    assert head[:6] == ["bot", "rating", "low", "high", "bound", "failed moves"]
    assert head[6:] == ["ahead of greedy", "ahead of random"]
    assert (best[0], worst[0]) == ("greedy", "random")
    assert best[4:7] == [f"{the_arena().ratings[0].bound}", "0", ""]
    assert float(best[7]) + float(worst[6]) == pytest.approx(1)
    assert ElementTree.parse(tmp_path / "ratings.svg").getroot().tag == f"{SVG}svg"


def test_bots_of_one_name_are_told_apart_in_the_lines_of_matches(tmp_path: Path) -> None:
    found = simulate(RunSpec("push", ["random", "greedy", "random"], 3, seed="p", workers=1, out=tmp_path))

    lines = [json.loads(line) for line in (tmp_path / "matches.jsonl").read_text().splitlines()]
    assert [sorted(line["bots"]) for line in lines] == [sorted(found.bots)] * 3
    assert found.bots == ["random#1", "greedy", "random#2"]


@pytest.mark.parametrize(("seat", "confidence"), [(-1, 0.99), (3, 0.99), (0, 0.0), (0, 1.0), (0, 2.0)])
def test_a_share_of_what_there_isnt_is_refused(seat: int, confidence: float) -> None:
    with pytest.raises(Invalid, match="confidence" if seat == 0 else "one of 0, 1, 2"):
        few(30).seats.share(seat, confidence)


def test_matches_are_written_as_parquet_too(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    simulate(RunSpec("push", ["random"], 25, seats=2, seed="p", workers=1, out=tmp_path, keep_moves=True))

    assert write_parquet(tmp_path) == tmp_path / PARQUET

    rows = parquet.read_table(tmp_path / PARQUET).to_pylist()
    lines = [json.loads(line) for line in (tmp_path / "matches.jsonl").read_text().splitlines()]
    assert rows == lines


def test_without_pyarrow_there_is_no_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(RunSpec("push", ["random"], 2, seats=2, seed="p", workers=1, out=tmp_path))
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    assert write_parquet(tmp_path) is None
