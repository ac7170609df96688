"""Bots at the terminal see what their seat may see, draw from chance of their own, and nothing else."""

import io
from pathlib import Path

import pytest
from rich.console import Console

import cardkit
from cardkit.bots import AnyBot, AnyObservation, Bot, BotFailed
from cardkit.bots.contract import Faults
from cardkit.chance import SeededChance
from cardkit.game import AnyGame
from cardkit_cli.playing import opponents
from cardkit_cli.playing.saving import begun
from cardkit_cli.playing.sitting import Sitting
from cardkit_cli.playing.terminal import Script
from cardkit_cli.playing.who import Player, Table


def watched(folder: Path, game: str, seed: str) -> Sitting:
    match = cardkit.start(game, 3, {"rounds": 1}, seed)
    table = Table(tuple(Player(name, "random") for name in "abc"), "en", "random,random,random")
    place = Script(Console(file=io.StringIO()), io.StringIO())
    return Sitting(begun(str(folder / f"{seed}.jsonl"), match), table, place, remember=False, greeting="")


def test_a_bot_is_shown_what_its_seat_may_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[AnyObservation] = []

    def spy(name: str, game: AnyGame) -> AnyBot:
        def choose(observation: AnyObservation) -> object:
            shown.append(observation)
            return observation.legal[0]

        return Bot("spy", choose)

    monkeypatch.setattr(opponents, "make_bot", spy)
    at_table = watched(tmp_path, "thirteen", "seed")
    at_table.play()

    match = at_table.match
    moves = [move for move in [*match.standing()][::-1] if move.previous is not None]
    assert len(shown) == len(moves)
    for observation, move in zip(shown, moves, strict=True):
        before = move.previous
        assert before is not None
        assert observation.seat == move.by
        assert observation.view == before.view(observation.seat)
        assert observation.memory == before.memory(observation.seat)
        assert observation.glimpses == before.glimpses(observation.seat)
        assert seed_of(observation) not in ("seed", match.header.mixed_seed, match.chance.seed)


def test_each_bot_draws_from_a_seed_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: dict[tuple[str, int], set[str]] = {}

    def spy(name: str, game: AnyGame) -> AnyBot:
        def choose(observation: AnyObservation) -> object:
            drawn.setdefault((match_seed, observation.seat), set()).add(seed_of(observation))
            return observation.legal[-1]

        return Bot("spy", choose)

    monkeypatch.setattr(opponents, "make_bot", spy)
    for match_seed in ("one", "other"):
        watched(tmp_path, "friday13", match_seed).play()

    assert [*map(len, drawn.values())] == [1] * 6
    assert len({seed for seeds in drawn.values() for seed in seeds}) == 6


def test_a_bot_that_cheats_stops_the_match_and_not_a_byte_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cheat(name: str, game: AnyGame) -> AnyBot:
        def choose(observation: AnyObservation) -> object:
            return "ace"

        return Bot("cheat", choose)

    monkeypatch.setattr(opponents, "make_bot", cheat)
    at_table = watched(tmp_path, "thirteen", "seed")
    before = (tmp_path / "seed.jsonl").read_bytes()

    with pytest.raises(BotFailed, match=r"^bot cheat wants a move that isn't legal$"):
        at_table.play()

    assert (tmp_path / "seed.jsonl").read_bytes() == before


@pytest.mark.parametrize("over", [True, False])
def test_for_which_bots_moves_were_made_is_said_at_the_end(
    over: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was wrong, too, but not while the match can go on: it may be a card that the bot holds."""

    def failing(name: str, game: AnyGame) -> AnyBot:
        told = Faults(2, ("I hold b7",), 1)
        return Bot(name, lambda seen: seen.legal[0], faults=lambda: told)

    monkeypatch.setattr(opponents, "make_bot", failing)
    told = io.StringIO()
    match = cardkit.start("thirteen", 3, {"rounds": 1}, "seed")
    table = Table(tuple(Player(name, "random") for name in "abc"), "en", "random,random,random")
    kept = begun(str(tmp_path / "match.jsonl"), match)
    at_table = Sitting(kept, table, Script(Console(file=told), io.StringIO()), remember=False, greeting="")
    at_table.leave(over=over)

    said = "a failed, and 1 moves were made for it at random."
    assert (f"{said} I hold b7" if over else f"{said}\n") in told.getvalue()
    assert ("b7" in told.getvalue()) is over


def seed_of(observation: AnyObservation) -> str:
    assert isinstance(observation.chance, SeededChance)
    return observation.chance.seed
