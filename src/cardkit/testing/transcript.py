"""Golden transcripts: a match as text that reviewers can read in a diff, and tests can play again."""

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

import attrs

from cardkit import registry
from cardkit.codec import codec
from cardkit.game import Json, SomeGame, any_game
from cardkit.history import steps_since
from cardkit.match import AnyMatch
from cardkit.opening import begin
from cardkit.options import options_document, options_from
from cardkit.rejections import CardkitError, Rejected
from cardkit.some_match import SomeMatch, any_match
from cardkit.testing.trial import game_events

__all__ = ["TranscriptDiffers", "check_transcript", "write_transcript"]

_TURN: Final = re.compile(r"(\d+)\. seat (\d+): (.*)")
_HEADER: Final = ("game", "seats", "options", "seed")


class TranscriptDiffers(CardkitError, AssertionError):
    """The match no longer goes as the transcript says. `line` counts from 1."""

    def __init__(self, line: int, written: str, found: str) -> None:
        super().__init__(
            f"line {line} of the transcript differs: it says\n  {written}\nbut the match now gives\n  {found}"
        )
        self.line = line


def write_transcript(match: SomeMatch) -> str:
    """Return the transcript: how to play the match again, each move and its events in words and JSON, the outcome."""
    return "".join(f"{line}\n" for line in _lines(any_match(match)))


def check_transcript(text: str, game: SomeGame | None = None) -> None:
    """Play the transcript again. Raise `TranscriptDiffers`, naming the first line that is different now.

    Without `game`, take the game that the transcript names from `cardkit.games()`.
    """
    written = text.splitlines()
    fields = dict(_field(number, line) for number, line in enumerate(written[: len(_HEADER)], 1))
    played = registry.game(fields["game"]) if game is None else any_game(game)
    options = options_from(played.options, json.loads(fields["options"]), played.key)
    match = begin(played, int(fields["seats"]), options, fields["seed"], None)
    for number, line in enumerate(written, 1):
        turn = _TURN.fullmatch(line)
        if turn is not None:
            try:
                match = match.play(turn[3], int(turn[2]))
            except Rejected as error:
                before = number - 1
                _same(written[:before], [*_lines(match)][:before])  # an earlier line may differ already
                raise TranscriptDiffers(number, line, f"{error.code}: {error}") from None
    _same(written, [*_lines(match)])


def _same(written: list[str], found: list[str]) -> None:
    for number, (line, other) in enumerate(zip_longest(written, found, fillvalue="(nothing)"), 1):
        if line != other:
            raise TranscriptDiffers(number, line, other)


def _field(number: int, line: str) -> tuple[str, str]:
    name, _, value = line.partition(": ")
    if name != _HEADER[number - 1]:
        raise TranscriptDiffers(number, line, f"{_HEADER[number - 1]}: ...")
    return name, value


def _lines(match: AnyMatch) -> Iterator[str]:
    header = match.header
    if header.seed is None or header.entropy or header.branches:
        raise CardkitError(
            "can't write a transcript of a match without a seed, with entropy, or branched off another match"
        )
    yield f"game: {header.game}"
    yield f"seats: {header.seats}"
    yield f"options: {_json(options_document(header.options))}"
    yield f"seed: {header.seed}"
    for number, step in enumerate(reversed([*steps_since(match, 0)])):
        yield ""
        yield (
            "opening" if step.previous is None else f"{number}. seat {step.by}: {_move(step.previous, step)}"
        )
        yield from _events(step)
    yield ""
    yield f"outcome: {_json(None if match.outcome is None else attrs.asdict(match.outcome))}"


def _move(before: AnyMatch, after: AnyMatch) -> str:
    """Return the text of a move that leads from one match to the other. A match keeps events, not moves."""
    assert after.by is not None
    for move in before.legal(after.by):
        if before.play(move, after.by).events == after.events:
            return before.game.say(move)
    raise CardkitError(f"no legal move at version {before.version} leads to version {after.version} any more")


def _events(match: AnyMatch) -> Iterator[str]:
    names = tuple(f"Seat {seat}" for seat in range(match.header.seats))
    for event in game_events(match):
        document = codec(match.game).event_out(event)
        name = document.pop("type")
        del document["v"]
        yield f"  {match.game.tell(event, 'en', names)}"
        yield f"  {name} {_json(document)}"


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
