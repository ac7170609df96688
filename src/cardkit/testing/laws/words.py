"""Law 9: moves can be said, read and numbered, all messages have JSON, and the table can be drawn."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from cardkit import drawing
from cardkit.codec import codec
from cardkit.engine_events import EngineEvent
from cardkit.language import check_language
from cardkit.match import AnyMatch
from cardkit.rejections import Invalid, Rejected, shown
from cardkit.testing.differences import describe_difference
from cardkit.testing.histories import glimpses_of
from cardkit.testing.junk import JUNK_TEXTS
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, describe_refusal, spread, viewer_name

__all__ = ["check"]

STEPS: Final = 40
DRAWN: Final = 4
"""The number of steps at which the table is drawn."""
SPOILED: Final = 50
"""The number of moves' texts that are spoiled in each match, to check that the result can't be read."""


def check(trial: Trial) -> Iterator[Breach]:
    """Say, number and read every move, turn every message into JSON and back, and draw the table."""
    game, header = trial.game, trial.last.header
    moves = game.moves(header.seats, header.options)
    for reason in (*_languages(trial), *_numbering(trial, moves), *_reading(trial, moves)):
        yield Breach(0, reason)
    known = set(moves)
    for step, match in enumerate(trial.steps):
        legal = [move for seat in trial.seats for move in game.legal(match.state, seat)]
        for move in legal:
            if move not in known:
                yield Breach(step, f"{shown(move)} is legal, but it isn't in `moves`")
    for step, match in spread(trial.steps, STEPS):
        for reason in (*_json(match, trial), *_telling(match, trial)):
            yield Breach(step, reason)
    for step, match in spread(trial.steps, DRAWN):
        for reason in _drawing(match, trial):
            yield Breach(step, reason)


def _drawing(match: AnyMatch, trial: Trial) -> Iterator[str]:
    for viewer in trial.viewers:
        for language in trial.game.languages:
            try:
                drawing.text(drawing.scene_of(match, viewer, language=language))
            except Exception as error:  # an author's layout may raise anything
                yield f"drawing the table for {viewer_name(viewer)} in language {language} {describe_refusal(error)}"


def _languages(trial: Trial) -> Iterator[str]:
    if not trial.game.languages:
        yield "`languages` is empty: name the language that `tell` speaks"
    for language in (*trial.game.languages, *trial.game.rules):
        try:
            check_language(language)
        except Invalid as error:
            yield str(error)


def _numbering(trial: Trial, moves: tuple[object, ...]) -> Iterator[str]:
    game, header = trial.game, trial.last.header
    if game.moves(header.seats, header.options) != moves:
        yield "`moves` returns a different list the second time"
    twin = next((move for move, count in Counter(moves).items() if count > 1), None)
    if twin is not None:
        yield f"{shown(twin)} is in `moves` twice"
    document = codec(game)
    for move in moves:
        if document.move_in(json.loads(json.dumps(document.move_out(move)))) != move:
            yield f"{shown(move)} comes back from JSON as a different move"


def _reading(trial: Trial, moves: tuple[object, ...]) -> Iterator[str]:
    game, header = trial.game, trial.last.header
    read: Callable[..., object] = game.read  # it is also called with things that aren't texts
    texts = [game.say(move) for move in moves]
    for move, text in zip(moves, texts, strict=True):
        if not _speakable(text):
            yield f"{shown(move)} is said as {text!r}, but it must be one line of text"
            continue
        try:
            meant = read(text, header.seats, header.options)
        except Exception as error:
            yield f"{shown(move)} is said as {text!r}, but reading that {describe_refusal(error)}"
        else:
            if type(meant) is not type(move) or meant != move:
                twin = f"{shown(move)} is said as {text!r}, but that is read as {shown(meant)}"
                yield f"{twin}; give each move a text of its own"
    known = {*texts}
    some = trial.chance("words").shuffle("texts to spoil", texts)[:SPOILED]
    variants = {wrong for text in some for wrong in _spoiled(text)}
    for wrong in (*JUNK_TEXTS, *sorted(variants)):
        if not isinstance(wrong, str) or wrong not in known:
            yield from _unreadable(partial(read, wrong, header.seats, header.options), wrong)


def _spoiled(text: str) -> tuple[str, ...]:
    return f" {text}", f"{text} ", f"{text}{text}", text.swapcase(), text[:-1]


def _unreadable(read: Callable[[], object], wrong: object) -> Iterator[str]:
    try:
        move = read()
    except Rejected as error:
        if error.code != "unreadable":
            yield f"{shown(wrong)} {describe_refusal(error)}, not as 'unreadable'"
    except Exception as error:
        yield f"reading {shown(wrong)} {describe_refusal(error)}; it should be Rejected as 'unreadable'"
    else:
        yield f"{shown(wrong)} is read as {shown(move)}; it should be Rejected as 'unreadable'"


def _json(match: AnyMatch, trial: Trial) -> Iterator[str]:
    """Yield views and glimpses that come back from JSON changed. Law 1 checks events."""
    document = codec(trial.game)
    for viewer in trial.viewers:
        view = match.view(viewer)
        back = document.view_in(json.loads(json.dumps(document.view_out(view))))
        if back != view:
            yield _changed("a view", view, back)
    for glimpse in _seen(match, trial):
        back = document.glimpse_in(json.loads(json.dumps(document.glimpse_out(glimpse))))
        if back != glimpse:
            yield _changed("a glimpse", glimpse, back)


def _changed(what: str, value: object, back: object) -> str:
    name = type(value).__name__
    difference = describe_difference(value, back, "before", "after it")
    return (
        f"{what} comes back from JSON changed: {name}.{difference}; give each field the type of what it holds"
    )


def _seen(match: AnyMatch, trial: Trial) -> list[object]:
    """Return what viewers saw of the last move. What several saw comes once."""
    seen = [glimpse for viewer in trial.viewers for glimpse in glimpses_of(match, viewer)]
    return [glimpse for place, glimpse in enumerate(seen) if not any(glimpse is one for one in seen[:place])]


def _telling(match: AnyMatch, trial: Trial) -> Iterator[str]:
    """Yield each event and glimpse that has no sentence in a language."""
    names = tuple(f"P{seat}" for seat in trial.seats)
    for message in (*match.events, *_seen(match, trial)):
        if isinstance(message, EngineEvent):
            continue
        for language in trial.game.languages:
            if not _speakable(trial.game.tell(message, language, names)):
                yield f"{shown(message)} has no sentence in {language}"


def _speakable(text: object) -> bool:
    return isinstance(text, str) and text == text.strip() != "" and len(text.splitlines()) == 1
