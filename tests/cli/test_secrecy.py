"""What a seat can't know, the command line doesn't tell: two matches that differ only in that print the same bytes."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import cardkit
from cardkit.chance import SeededChance
from cardkit.engine_events import Committed
from cardkit.match import AnyMatch
from cardkit.registry import BUILT_IN
from cardkit.seats import Viewer
from cardkit.testing.histories import UNRIGGED, Draw, Rig, RiggedChance, random_exchange
from tests.cli.running import Ran, run

MOVES = 9
WANTED = 10 if os.environ.get("CARDKIT_SOAK") else 1


def history(true: AnyMatch, chance: RiggedChance, moves: list[object]) -> AnyMatch | None:
    """Return the match as it goes with this chance and these moves; nothing where one of them isn't legal."""
    game, header = true.game, true.header
    opening = game.open(header.seats, header.options, chance.at(0))
    state = game.initial
    for event in opening:
        state = game.evolve(state, event)
    events = (Committed(header.commitment, header.entropy), *opening)
    match: AnyMatch = type(true)(game, header, len(events), state, None, events, None)
    for move in moves:
        seat = match.actors[0] if match.actors else None
        if seat is None or move not in match.legal():
            return None
        brought = game.decide(match.state, seat, move, chance.at(match.version))
        for event in brought:
            state = game.evolve(state, event)
        match = type(true)(game, header, match.version + len(brought), state, seat, brought, match)
    return match


def twins(true: AnyMatch, moves: list[object], viewer: Viewer) -> Iterator[AnyMatch]:
    """Yield other matches that the viewer can't tell from the true one: with chance rigged where they can't see."""
    seed = true.header.mixed_seed
    assert seed is not None
    notes: list[Draw] = []
    assert history(true, RiggedChance(SeededChance(seed), UNRIGGED, notes=notes), moves) == true
    for attempt in range(400):
        luck = SeededChance(f"attempt {attempt}")
        draw = notes[luck.below("draw", len(notes))]
        rig: Rig = random_exchange(draw, luck)
        other = history(true, RiggedChance(SeededChance(seed), rig), moves)
        if other is None or other == true or other.glimpses(viewer) != true.glimpses(viewer):
            continue
        yield other


def everything_seen(match: AnyMatch, file: Path, viewer: Viewer) -> list[Ran]:
    """Return what every command prints for the viewer, refusals too."""
    who = "spectator" if viewer is None else str(viewer)
    moves = ["b7", "y1", "c1", "secure red", "keep 2", "#3", "junk"]
    printed: list[Ran] = []
    log = cardkit.dumps(match).encode()
    for format in ("table", "jsonl"):
        looks: list[list[str | Path]] = [
            ["show", file, "--as", who],
            ["show", file, "--as", who, "--at", str(first(match))],
            ["log", file, "--as", who],
            ["replay", file, "--as", who],
            ["replay", file, "--as", who, "--html"],
            ["diff", file, file.with_name("start"), "--as", who],
        ]
        if viewer is not None:
            looks.append(["moves", file, "--as", who])
            looks.append(["undo", file, "--as", who])
            looks += [["move", file, move, "--as", who, "--expect", "1"] for move in moves]
            if viewer not in match.actors:
                looks += [["move", file, move, "--as", who] for move in moves]
        for words in looks:
            if not file.exists() or file.read_bytes() != log:
                file.write_bytes(log)
            printed.append(run(*words, "--format", format))
    return printed


def first(match: AnyMatch) -> int:
    """Return the version after the opening."""
    while match.previous is not None:
        match = match.previous
    return match.version


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("game", BUILT_IN)
def test_matches_that_differ_in_what_is_hidden_print_the_same(
    game: str, viewer: Viewer, tmp_path: Path
) -> None:
    random = Random(f"{game} {viewer}")
    file, found = tmp_path / "game.log", 0
    for attempt in range(20 * WANTED):
        match = cardkit.start(game, 3, seed=f"{game} {viewer} {attempt}")
        cardkit.dump(match, file.with_name("start"))
        moves: list[object] = []
        for _ in range(MOVES):
            if match.actors:
                moves.append(random.choice(match.legal()))
                match = match.play(moves[-1])
        twin = next(twins(match, moves, viewer), None)
        if twin is None:
            continue
        found += 1
        assert cardkit.dumps(twin) != cardkit.dumps(match)
        assert everything_seen(twin, file, viewer) == everything_seen(match, file, viewer)
        if found == WANTED:
            break
    assert found == WANTED


def test_the_comparison_finds_a_leak(tmp_path: Path) -> None:
    """For the owner, who may know everything, they differ."""
    match = cardkit.start("thirteen", 3, seed="a seed")
    twin = next(twins(match, [], 0))
    printed: list[str] = []
    for one in (match, twin):
        cardkit.dump(one, tmp_path / "game.log")
        printed.append(run("log", tmp_path / "game.log", "--as", "owner", "--format", "jsonl").out)
    assert printed[0] != printed[1]


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_seed_is_shown_before_the_end_and_it_is_shown_then(game: str, tmp_path: Path) -> None:
    seed = "canary-0123456789"
    match = cardkit.start(game, 3, seed=seed)
    for _ in range(5):
        match = match.play(match.legal()[-1])
    file = tmp_path / "game.log"
    cardkit.dump(match, file)

    for words in (["show"], ["log"], ["replay"], ["moves"], ["verify"], ["show", "--as", "owner"]):
        for format in ("table", "jsonl"):
            ran = run(words[0], file, *words[1:], "--format", format)
            assert seed not in ran.out + ran.err, words

    while match.actors:
        match = match.play(Random(match.version).choice(match.legal()))
    cardkit.dump(match, file)
    assert seed in run("show", file, "--format", "jsonl").out
