"""The layout of a view: from a game's layout and what a viewer sees to a scene."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeGuard

import attrs

from cardkit.drawing.build.areas import areas
from cardkit.drawing.build.faces import Faces
from cardkit.drawing.build.finding import layout_of
from cardkit.drawing.build.parts import MISSING
from cardkit.drawing.build.players import columns_of, players
from cardkit.drawing.build.viewpoint import Viewpoint
from cardkit.drawing.layout import Layout
from cardkit.drawing.scenes import Heading, Scene
from cardkit.engine_events import EngineEvent
from cardkit.game import AnyGame, Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.hidden import Memory as Remembered
from cardkit.history import steps_since
from cardkit.language import USUAL, Language, check_language, in_language
from cardkit.match import Match
from cardkit.phrases import SAYS
from cardkit.seats import Viewer
from cardkit.sentences import field_texts
from cardkit.telling import seat_names

__all__ = [
    "in_words",
    "move_texts",
    "round_of",
    "scene",
    "scene_of",
    "scenes_of",
    "translate_move",
    "warnings_of",
]

_WORD: Final = re.compile(r"[a-z]{3,}\d*")
"""A word in the text of a move. Shorter ones name cards."""
_WORDS: Final = ("you", "player", "over", "seen")
"""The words that every table needs. A layout can replace them by the same keys."""


def scene_of(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    names: Sequence[str] | None = None,
    language: Language = "en",
    *,
    remember: bool = False,
) -> Scene:
    """Return what the viewer sees of a match: the table, the viewer's moves, and the last move's events.

    With `remember`, show cards that the viewer has seen before, if the game's layout provides for it.
    """
    memory = match.memory(viewer) if remember and _shows_memories(match, viewer) else None
    return _scene_with(match, viewer, names, language, memory)


def scenes_of(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    names: Sequence[str] | None = None,
    language: Language = "en",
    *,
    remember: bool = False,
) -> tuple[Scene, ...]:
    """Return what the viewer saw of a match at each step: after the opening, and after each move."""
    steps = [*steps_since(match, 0)][::-1]
    remembered = [*_memories(steps, viewer)] if remember and _shows_memories(match, None) else []
    memories: Sequence[Memory | None] = remembered or [None] * len(steps)
    return tuple(
        [
            _scene_with(step, viewer, names, language, memory)
            for step, memory in zip(steps, memories, strict=True)
        ]
    )


def _shows_memories(match: Match[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer) -> bool:
    """Return whether the game's layout shows cards that the viewer has seen before."""
    layout = layout_of(any_game(match.game), match.view(viewer), match.header.seats)
    return any(place.remembered for place in layout.places) or any(
        column.remembered for column in layout.columns
    )


def _memories(
    steps: Sequence[Match[Move, Event, State, View, Glimpse, Memory, Options]], viewer: Viewer
) -> Iterator[Memory]:
    """Yield what the viewer remembers after each step."""
    remember, glimpse = steps[0].game.remember, steps[0].game.glimpse
    memory = steps[0].memory(viewer)
    for step in steps:
        if any(isinstance(event, EngineEvent) for event in step.events) or step.previous is None:
            memory = step.memory(viewer)  # after an undo, it is again as before
        else:
            for event in step.events:
                if not isinstance(event, EngineEvent):
                    memory = remember(memory, glimpse(event, viewer))
        yield memory


def _scene_with(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    names: Sequence[str] | None,
    language: Language,
    memory: Memory | None,
) -> Scene:
    called = seat_names(match.header.seats, names, language)
    last = match.previous
    since = 0 if last is None else last.version
    return scene(
        match.game,
        match.view(viewer),
        viewer,
        called,
        language,
        memory=memory,
        moves=match.legal(viewer) if viewer in match.actors else (),
        story=match.sentences(viewer, language, called, since),
        before=None if last is None else last.view(viewer),
    )


def scene(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    view: View,
    viewer: Viewer,
    names: Sequence[str],
    language: Language = "en",
    *,
    memory: Memory | None = None,
    moves: Sequence[Move] = (),
    story: Sequence[str] = (),
    before: View | None = None,
) -> Scene:
    """Lay out a view.

    `names` are those of the seats. `moves` are the viewer's legal moves: the scene shows what can be done with which
    card. `story` is what just happened, in sentences. `memory` is what the viewer remembers. `before` is what the
    viewer saw before the last move: cards that have come since are marked as fresh.
    """
    rules = any_game(game)
    return _scene(_viewpoint(rules, view, viewer, names, language, memory, moves, before), tuple(story))


def warnings_of(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    view: View,
    viewer: Viewer,
    names: Sequence[str],
    language: Language = "en",
    *,
    moves: Sequence[Move],
) -> dict[str, str]:
    """Return what the viewer's moves cost, or may cost, by the text of the move: "takes 3". Most moves have none."""
    rules = any_game(game)
    viewpoint = _viewpoint(rules, view, viewer, names, language, None, moves)
    lines = {rules.say(move): viewpoint.layout.warning(view, move) for move in moves}
    return {text: viewpoint.say(line) for text, line in lines.items() if line is not None}


def move_texts(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    view: View,
    seats: int,
    moves: Sequence[Move],
    language: Language,
) -> dict[str, str]:
    """Return the texts of moves in the closest language, by the game's own texts: `klopfen` by `knock`."""
    own = map(any_game(game).say, moves)
    return {text: translate_move(game, view, seats, text, language) for text in own}


def translate_move(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    view: View,
    seats: int,
    text: str,
    language: Language,
) -> str:
    """Return the text of a move in the closest language. The text is the game's own."""
    return in_words(layout_of(any_game(game), view, seats), text, language)


def in_words(layout: Layout[object] | None, text: str, language: Language) -> str:
    """Return the text of a move, or a part of one, in the words of the closest language."""
    words = in_language({USUAL: {}, **(layout.move_words if layout else {})}, language)
    return _WORD.sub(lambda found: words.get(found[0], found[0]), text)


def round_of(game: Game[Move, Event, State, View, Glimpse, Memory, Options], view: View, seats: int) -> int:
    """Return the number of the round, as the game's layout says; 0 if it doesn't, or if the match is over."""
    count = layout_of(any_game(game), view, seats).round
    return 0 if count is None else count(view)


def _viewpoint(
    rules: AnyGame,
    view: object,
    viewer: Viewer,
    names: Sequence[str],
    language: Language,
    memory: object,
    moves: Sequence[object],
    before: object = None,
) -> Viewpoint:
    check_language(language)
    layout = layout_of(rules, view, len(names))
    own = layout.words
    words = {
        **{key: in_language(SAYS[key], language) for key in _WORDS},
        **(in_language(own, language) if own else {}),
    }
    known = memory.state if _is_memory(memory) else MISSING
    faces = Faces(layout, language)
    if before is None or (layout.round is not None and layout.round(before) != layout.round(view)):
        before = MISSING  # in a new round, all cards are new
    return Viewpoint(rules, layout, view, viewer, tuple(names), faces, words, known, tuple(moves), before)


def _scene(viewpoint: Viewpoint, story: tuple[str, ...]) -> Scene:
    layout, columns, over = viewpoint.layout, columns_of(viewpoint), not viewpoint.to_move
    notes = tuple(viewpoint.say(line) for line in layout.notes(viewpoint.view))
    return Scene(
        game=viewpoint.game.key,
        title=viewpoint.game.title,
        language=viewpoint.faces.language,
        viewer=viewpoint.viewer,
        over=over,
        notes=(viewpoint.word("over"), *notes) if over else notes,
        areas=tuple(
            area
            for place in layout.places
            if viewpoint.is_now(place.when)
            for area in areas(viewpoint, place)
        ),
        heading=viewpoint.word("player"),
        headings=tuple(Heading(viewpoint.word(column.caption), column.told) for column in columns),
        players=tuple(players(viewpoint, columns)),
        prompt=tuple(viewpoint.say(line) for line in layout.prompt(viewpoint.view)),
        details=_details(viewpoint),
        story=story,
        needs_time=layout.needs_time(viewpoint.view),
    )


def _details(viewpoint: Viewpoint) -> tuple[tuple[str, str], ...]:
    """Return fields that are described in words."""
    if not viewpoint.layout.details:
        return ()
    kind, texts = type(viewpoint.view), field_texts(viewpoint.view, viewpoint.names)
    if not attrs.has(kind):
        return tuple(texts.items())
    told = dict(zip((field.name for field in attrs.fields(kind)), texts.items(), strict=True))
    return tuple(
        (viewpoint.words.get(name, told[name][0]), told[name][1]) for name in viewpoint.layout.details
    )


def _is_memory(memory: object) -> TypeGuard[Remembered[object]]:
    return isinstance(memory, Remembered)
