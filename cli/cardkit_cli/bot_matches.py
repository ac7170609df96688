"""Whole matches of bots, each in a log of its own: `cardkit new --bots`."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import cardkit
from cardkit.documents import Document
from cardkit.game import AnyGame
from cardkit.match import AnyMatch
from cardkit.seats import Seat
from cardkit_cli.errors import UsageError, file_error
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import create_log
from cardkit_cli.files.new_log import described, new_log_document
from cardkit_cli.output import Format, emit_each, note, say
from cardkit_cli.play.bots import Bots
from cardkit_cli.play.players import YOU, Players, parse_players
from cardkit_cli.signals import exit_on_signals

__all__ = ["files_for_seeds", "play_matches"]

MOST: Final = 1_000_000
"""The most seeds of a range."""


def files_for_seeds(text: str, game: AnyGame, folder: str) -> dict[str, str]:
    """Return the files for the matches of a range of seeds such as `1..100`, each with its seed. Create the folder."""
    found = re.fullmatch(r"(\d{1,18})\.\.(\d{1,18})", text, re.ASCII)
    if found is None or not 0 <= int(found[2]) - int(found[1]) < MOST:
        raise UsageError(
            f"--seeds {text}: expected FIRST..LAST, as in --seeds 1..100; at most {MOST:,} seeds"
        )
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(error, folder, writing=True) from error
    width = len(str(int(found[2])))
    seeds = range(int(found[1]), int(found[2]) + 1)
    return {str(Path(folder, f"{game.key}-{seed:0{width}}.log")): str(seed) for seed in seeds}


def play_matches(
    game: AnyGame,
    bots: str,
    options: Mapping[str, object],
    entropy: Mapping[Seat, str],
    seeds: Mapping[str, str | None],
    format: Format,
) -> Exit:
    """Play a match for each file, with its seed, and save it there. Print a line for each.

    If a bot failed in one of them, so that moves were made for it, return `Exit.FAILED`.
    """
    players, failed = _bots(bots, game), list[str]()
    for path in seeds:
        if Path(path).exists():
            raise file_error(FileExistsError(17, "File exists", path), path)
    texts: dict[str, str] = {}

    def documents() -> Iterator[Document]:
        for path, seed in seeds.items():
            match = cardkit.start(game, len(players.by_seat), options, seed, entropy)
            match, sentences = _play(match, players)
            create_log(path, match)
            for sentence in sentences:
                note(f"{path}: {sentence}")
                failed.append(path)
            texts[path] = described(path, match)
            yield new_log_document(path, match, seed)

    with exit_on_signals():
        emit_each(documents(), format, lambda document: say(texts[str(document["file"])]))
    return Exit.FAILED if failed else Exit.FINE


def _bots(bots: str, game: AnyGame) -> Players:
    try:
        players = parse_players(bots, "en", game)
    except UsageError as error:
        raise UsageError(str(error).replace("--seats:", "--bots:", 1)) from error
    if players.people:
        raise UsageError(f"--bots: {YOU} can't play here; `cardkit play` lets you play against bots")
    return players


def _play(match: AnyMatch, players: Players) -> tuple[AnyMatch, list[str]]:
    """Return the match after its end, and a sentence for each bot that failed."""
    with closing(Bots(players, match)) as bots:
        while match.actors:
            seat = match.actors[0]
            match = match.play(bots.move(match, seat), seat)
        failed = [
            f"{players.names[seat]}: moves made at random: {faults.failed_moves}. {faults.sentences[0]}"
            for seat, faults in bots.failed()
        ]
    return match, failed
