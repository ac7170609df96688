"""Checked by mypy and pyright, never run: what is known of a match, and which mistakes are found early."""

# Each mistake is marked as one that both checkers must find: a mark without a mistake is an error too.
# pyright: reportUnnecessaryTypeIgnoreComment=true

from collections.abc import Mapping
from typing import TypeAlias, assert_type

import cardkit
from cardkit.engine_events import EngineEvent
from cardkit.game import AnyGame
from cardkit.games import friday13, thirteen
from cardkit.games.thirteen import ThirteenMatch
from cardkit.history import Log
from cardkit.match import AnyMatch
from cardkit.rejections import Rejected
from cardkit.some_match import match_of

Play: TypeAlias = thirteen.Play[thirteen.Card, thirteen.Colour]


def everything_of_a_match_is_typed() -> None:
    """Give the game as a value."""
    match = cardkit.start(thirteen.GAME, seats=4, options=thirteen.Options(rounds=1))

    assert_type(match, ThirteenMatch)
    assert_type(match.state, thirteen.Truth)
    assert_type(match.version, int)
    assert_type(match.actors, tuple[int, ...])
    assert_type(match.outcome, cardkit.Outcome | None)
    assert_type(match.legal(), tuple[Play, ...])
    assert_type(match.play(match.legal()[0]), ThirteenMatch)
    assert_type(match.view(0), thirteen.View)
    assert_type(match.view(None), thirteen.View)
    assert_type(match.view(cardkit.OWNER), thirteen.Truth)
    assert_type(match.glimpses(0), tuple[thirteen.Glimpse | EngineEvent, ...])
    assert_type(match.glimpses(cardkit.OWNER, 5), tuple[thirteen.Event | EngineEvent, ...])
    assert_type(match.memory(0), thirteen.Knowledge)
    assert_type(match.at(3), ThirteenMatch)
    assert_type(match.previous, ThirteenMatch | None)
    assert_type(match.log, Log[thirteen.Event, thirteen.Options])
    assert_type(match.chance, cardkit.SeededChance)
    assert_type(match.header.options, thirteen.Options)
    assert_type(match.game, thirteen.Thirteen)


def logs_of_a_known_game_are_typed(text: str) -> None:
    """Give the game. Otherwise, what it is shows when it runs."""
    assert_type(cardkit.loads(text, thirteen.GAME), ThirteenMatch)
    assert_type(cardkit.load("match.log", thirteen.GAME), ThirteenMatch)
    assert_type(cardkit.recover(text, thirteen.GAME).match, ThirteenMatch)
    assert_type(cardkit.loads(text), AnyMatch)
    assert_type(cardkit.load("match.log"), AnyMatch)
    assert_type(cardkit.recover(text).match, AnyMatch)
    assert_type(cardkit.verify(text), cardkit.Report)
    assert_type(match_of(cardkit.loads(text), thirteen.GAME), ThirteenMatch)


def a_game_by_its_key_is_any_game() -> None:
    """Play objects as moves: they are judged when it runs."""
    match = cardkit.start("thirteen", 4, {"rounds": 1}, "seed", {0: "entropy"})

    assert_type(match, AnyMatch)
    assert_type(cardkit.game("thirteen"), AnyGame)
    assert_type(match.legal(), tuple[object, ...])
    assert_type(match.play(match.legal()[0]), AnyMatch)
    assert_type(match.state, object)
    assert_type(match.view(0), object)
    assert_type(match.outcome, cardkit.Outcome | None)


def any_games(games: Mapping[str, AnyGame]) -> Mapping[str, AnyGame]:
    """Return what `cardkit.games` gives, which is a mapping."""
    return games or cardkit.games()


def a_move_of_another_game_is_a_type_error() -> None:
    """Play a move of another game, and things that aren't moves."""
    match = cardkit.start(thirteen.GAME, 4)
    move = friday13.RULES.moves[0]

    match.play(move)  # type: ignore[arg-type]  # a move of friday13
    match.play(thirteen.Play("b3", "blue"))  # type: ignore[arg-type]  # a card that isn't in the deck
    match.play(b"b7")  # type: ignore[arg-type]  # bytes


def a_move_is_given_itself_or_by_its_text(match: ThirteenMatch) -> None:
    """Play a move and its text. Both make a match of the same game."""
    assert_type(match.play("b7"), ThirteenMatch)
    assert_type(match.game.read("b7", 4, thirteen.Options()), Play)
    assert_type(match.play(match.legal()[0]), ThirteenMatch)


def other_mistakes_are_type_errors() -> None:
    """Make mistakes that are found before a match is ever played."""
    match = cardkit.start(thirteen.GAME, 4)

    cardkit.start(thirteen.GAME, 4, friday13.Options())  # type: ignore[misc]  # options of friday13
    thirteen.Options(rounds="three")  # type: ignore[arg-type]  # an option that is no number
    match.view("Ann")  # type: ignore[call-overload]  # a viewer by name
    match.version = 5  # type: ignore[misc]  # a match can't be changed
    match.view(0).stock[0].upper()  # type: ignore[union-attr]  # a view may not show the face of a card


def a_refusal_has_a_code(match: ThirteenMatch, move: Play) -> str:
    """Return the code, which is for programs; the text is for people."""
    try:
        match.play(move, seat=1, expect=5)
    except Rejected as refusal:
        return assert_type(refusal.code, str)
    return ""
