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
from cardkit_cli.files.log_file import create_log, open_log
from cardkit_cli.play import bots
from cardkit_cli.play.file_match import LiveFileMatch
from cardkit_cli.play.players import Player, Players
from cardkit_cli.play.session import Session
from cardkit_cli.terminal.terminal import Script

PLAYERS = Players(tuple(Player(name, "random") for name in "abc"), "en", "random,random,random")


def watched(
    folder: Path, game: str, seed: str, screen: io.StringIO | None = None
) -> tuple[Session, LiveFileMatch]:
    """Return a session without people."""
    file = str(folder / f"{seed}.jsonl")
    create_log(file, cardkit.start(game, 3, {"rounds": 1}, seed))
    match = LiveFileMatch(open_log(file), PLAYERS, remember=False)
    return Session(match, Script(Console(file=screen or io.StringIO()), io.StringIO()), ""), match


def test_a_bot_is_shown_what_its_seat_may_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[AnyObservation] = []

    def spy(name: str, game: AnyGame) -> AnyBot:
        def choose(observation: AnyObservation) -> object:
            shown.append(observation)
            return observation.legal[0]

        return Bot("spy", choose)

    monkeypatch.setattr(bots, "make_bot", spy)
    session, live = watched(tmp_path, "thirteen", "seed")
    session.play()

    match = live.match
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

    monkeypatch.setattr(bots, "make_bot", spy)
    for match_seed in ("one", "other"):
        watched(tmp_path, "friday13", match_seed)[0].play()

    assert [*map(len, drawn.values())] == [1] * 6
    assert len({seed for seeds in drawn.values() for seed in seeds}) == 6


def test_a_bot_that_cheats_stops_the_match_and_not_a_byte_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cheat(name: str, game: AnyGame) -> AnyBot:
        def choose(observation: AnyObservation) -> object:
            return "ace"

        return Bot("cheat", choose)

    monkeypatch.setattr(bots, "make_bot", cheat)
    session, _ = watched(tmp_path, "thirteen", "seed")
    before = (tmp_path / "seed.jsonl").read_bytes()

    with pytest.raises(BotFailed, match=r"^bot cheat chose an illegal move$"):
        session.play()

    assert (tmp_path / "seed.jsonl").read_bytes() == before


@pytest.mark.parametrize("over", [True, False])
def test_for_which_bots_moves_were_made_is_said_at_the_end(
    over: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was wrong, too, but not while the match can go on: it may be a card that the bot holds."""

    def failing(name: str, game: AnyGame) -> AnyBot:
        told = Faults(2, ("I hold b7",), 1)
        return Bot(name, lambda seen: seen.legal[0], faults=lambda: told)

    monkeypatch.setattr(bots, "make_bot", failing)
    told = io.StringIO()
    session, _ = watched(tmp_path, "thirteen", "seed", told)
    assert session.leave(over=over)

    said = "a failed. Moves made for it at random: 1."
    assert (f"{said} I hold b7" if over else f"{said}\n") in told.getvalue()
    assert ("b7" in told.getvalue()) is over


def seed_of(observation: AnyObservation) -> str:
    assert isinstance(observation.chance, SeededChance)
    return observation.chance.seed
