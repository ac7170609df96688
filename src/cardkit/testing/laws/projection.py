"""Law 6: a viewer's memory is enough to rebuild its view."""

from collections.abc import Callable, Iterator
from typing import Final

from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit.testing.differences import describe_difference
from cardkit.testing.histories import glimpses_of, remember_all
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, describe_error, spread, viewer_name

__all__ = ["check"]

STEPS: Final = 60


def check(trial: Trial) -> Iterator[Breach]:
    """Yield, for each viewer, how a state imagined from its memory looks different from the true one."""
    for viewer in trial.viewers:
        yield from _for(trial, viewer)


def _for(trial: Trial, viewer: Viewer) -> Iterator[Breach]:
    game = trial.game
    chance = trial.chance("projection")
    looked_at = {step for step, _ in spread(trial.steps, STEPS)}
    memory, step = game.blank(viewer), 0
    try:
        for step, match in enumerate(trial.steps):
            memory = remember_all(game, memory, glimpses_of(match, viewer))
            if step in looked_at:
                imagined = game.imagine(memory, chance.at(step))
                for topic, reason in _differences(match, imagined, viewer):
                    yield Breach(step, f"{viewer_name(viewer)}: {reason}", topic)
                    return
    except Exception as error:
        yield Breach(
            step, f"{viewer_name(viewer)}: showing, remembering or imagining {describe_error(error)}"
        )


def _differences(match: AnyMatch, imagined: object, viewer: Viewer) -> Iterator[tuple[str, str]]:
    game = match.game
    faces: list[tuple[str, Callable[[object], object]]] = [
        ("view", lambda state: game.view(state, viewer)),
        ("actors", game.actors),
        ("outcome", game.outcome),
    ]
    if viewer is not None:
        faces.append(("legal", lambda state: game.legal(state, viewer)))
    for topic, face in faces:
        true, rebuilt = face(match.state), face(imagined)
        if true != rebuilt:
            yield (
                topic,
                f"{topic}: {describe_difference(true, rebuilt, 'in truth', 'as rebuilt from memory')}",
            )
