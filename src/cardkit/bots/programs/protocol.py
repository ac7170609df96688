"""The protocol between cardkit and a bot's program: observations out, moves in."""

import json
from typing import Final

from cardkit.bots.observation import Observation
from cardkit.checks import known_move, not_legal
from cardkit.codec import codec
from cardkit.documents import read_move
from cardkit.engine_events import EngineEvent, sentence_of
from cardkit.game import Event, Game, Glimpse, Json, Memory, Move, Options, State, View, any_game, known_moves
from cardkit.options import options_document
from cardkit.rejections import Rejected, WireError

__all__ = ["PROTOCOL", "hello", "is_greeting", "read_answer", "refusal", "turn"]

PROTOCOL: Final = 1
"""The version of the protocol. It grows when old programs don't work any more."""

LONGEST: Final = 1000
"""The most characters of a move's text that are read."""


def hello(game: Game[Move, Event, State, View, Glimpse, Memory, Options]) -> dict[str, Json]:
    """Return the first line to a program."""
    return {"type": "hello", "protocol": PROTOCOL, "game": game.key, "rules_version": game.rules_version}


def is_greeting(line: str) -> bool:
    """Return whether the line answers hello with this version of the protocol."""
    match _parse(line):
        case {"protocol": int(protocol)}:
            return protocol == PROTOCOL
        case _:
            return False


def turn(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    observation: Observation[Move, View, Glimpse, Memory, Options],
    number: int,
    since: int,
    seconds: float,
) -> dict[str, Json]:
    """Return the question for an observation, with the glimpses from index `since` on."""
    seats = observation.seats
    out, names = codec(game), tuple(f"seat {seat}" for seat in range(seats))
    numbers = known_moves(game, seats, observation.options).numbers
    return {
        "type": "turn",
        "turn": number,
        "seat": observation.seat,
        "seats": seats,
        "options": options_document(observation.options),
        "seconds": seconds,
        "since": since,
        "view": out.view_out(observation.view),
        "glimpses": [
            {"n": n, "glimpse": out.glimpse_out(glimpse), "text": _sentence(game, glimpse, names)}
            for n, glimpse in enumerate(observation.glimpses[since:], since + 1)
        ],
        "moves": [
            {"number": numbers[move], "text": game.say(move), "move": out.move_out(move)}
            for move in observation.legal
        ],
    }


def refusal(error: Rejected | WireError) -> dict[str, Json]:
    """Return why the last answer was refused."""
    return {"code": error.code, "message": str(error)}


def read_answer(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    observation: Observation[Move, View, Glimpse, Memory, Options],
    line: str,
    number: int,
) -> Move:
    """Return the legal move that a line names: by number, text (quoted or not) or JSON, or in an object with `move`.

    Such an object may repeat the turn that it answers. Raise `Rejected` or `WireError` if the line names no legal move.
    """
    given = _parse(line)
    if isinstance(given, dict) and "type" not in given:
        if given.get("turn", number) != number:
            raise WireError(f"expected {number}, the turn that was asked about", "$.turn")
        given = given.get("move")
    rules, seats, options, legal = any_game(game), observation.seats, observation.options, observation.legal
    if isinstance(given, str):
        given = given[:LONGEST]
    move = known_move(rules, seats, options, read_move(rules, seats, options, given))
    if move not in legal:
        raise not_legal(rules, move, legal)
    return legal[legal.index(move)]


def _parse(line: str) -> Json:
    """Return the line as JSON, or as a bare text."""
    try:
        given: Json = json.loads(line)
    except (ValueError, RecursionError):
        return line.strip()
    return given


def _sentence(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    glimpse: Glimpse | EngineEvent,
    names: tuple[str, ...],
) -> str:
    return sentence_of(glimpse, "en") if isinstance(glimpse, EngineEvent) else game.tell(glimpse, "en", names)
