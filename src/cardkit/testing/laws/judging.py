"""Law 2: only moves listed as legal are accepted; everything else is Rejected and changes nothing."""

from collections.abc import Iterator, Sequence
from typing import Final

from cardkit.chance import SeededChance
from cardkit.game_checks import check_events
from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit.rejections import ENGINE_CODES, BrokenGame, Rejected, shown
from cardkit.seats import Seat
from cardkit.testing.differences import describe_text_difference
from cardkit.testing.histories import Draw, noted
from cardkit.testing.junk import JUNK, anything, is_listed, misshapen, with_liars
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, describe_refusal, spread

__all__ = ["check"]

STEPS: Final = 40
"""The number of steps of a match at which every move is tried."""
CLOSE: Final = 6
"""The number of steps at which all kinds of junk are tried."""


def check(trial: Trial) -> Iterator[Breach]:
    """Try every move and all kinds of junk, for every seat. Yield what is wrong."""
    header = trial.last.header
    moves = trial.game.moves(header.seats, header.options)
    junk = (*JUNK, *misshapen(moves))
    draws = list[Draw]()
    trial.game.open(header.seats, header.options, noted(SeededChance(trial.source), draws))
    for reason in _drawn_again("open", draws):
        yield Breach(0, reason)
        return
    close = {step for step, _ in spread(trial.steps, CLOSE)}
    for step, match in spread(trial.steps, STEPS):
        for reason in _wrong(match, moves, junk if step in close else ()):
            yield Breach(step, reason)
            return


def _wrong(match: AnyMatch, moves: tuple[object, ...], junk: tuple[object, ...]) -> Iterator[str]:
    before, actors = repr(match.state), match.actors
    if len({*actors}) < len(actors) or not {*actors} <= {*range(match.header.seats)}:
        yield f"the actors {actors} aren't different seats of the match"
    for seat in range(match.header.seats):
        legal = match.legal(seat)
        yield from _listing(match, seat, legal, may_move=seat in actors)
        yield from _accepted(match, seat, legal)
        if seat in actors:
            for thing in (*moves, *junk):
                if not is_listed(thing, legal):
                    yield from _refused(match, seat, thing)
            if junk:
                yield from _disguised(match, seat, moves)
    if junk:
        yield from _engine(match, moves)
    if repr(match.state) != before:
        yield f"trying moves changed the state: {describe_text_difference(before, repr(match.state))}"


def _listing(match: AnyMatch, seat: Seat, legal: tuple[object, ...], *, may_move: bool) -> Iterator[str]:
    if bool(legal) != may_move:
        yield (
            f"seat {seat} {'may' if may_move else 'may not'} move, but has {len(legal)} legal moves; let `actors` "
            "list the seats that have one"
        )
    for place, move in enumerate(legal):
        if is_listed(move, legal[:place]):
            yield f"seat {seat}: {shown(move)} is listed as legal twice"
    if match.game.legal(match.state, seat) != legal:
        yield f"seat {seat}: `legal` lists the moves in another order the second time"


def _accepted(match: AnyMatch, seat: Seat, legal: tuple[object, ...]) -> Iterator[str]:
    for move in legal:
        draws = list[Draw]()
        try:
            events = match.game.decide(match.state, seat, move, noted(match.chance, draws))
        except Exception as error:
            yield f"seat {seat}: {shown(move)} is legal, but {describe_refusal(error)}"
        else:
            try:
                check_events(match.game.key, events)
            except BrokenGame as error:
                yield f"seat {seat}: {shown(move)}: {error}"
        for reason in _drawn_again("decide", draws):
            yield f"seat {seat}: {shown(move)}: {reason}"


def _drawn_again(name: str, draws: Sequence[Draw]) -> Iterator[str]:
    """Yield a fault if two draws have the same label, so that one tells the other."""
    labels = [draw.label for draw in draws]
    for label in dict.fromkeys(labels):
        if labels.count(label) > 1:
            yield (
                f"`{name}` draws {labels.count(label)} times under the label {shown(label)}, so these draws depend on "
                "each other; give each a label of its own"
            )


def _refused(match: AnyMatch, seat: Seat, thing: object) -> Iterator[str]:
    """Yield a fault unless the thing, which isn't legal, is refused with a reason.

    The reason is the engine's, or what the game's `refuse` returns.
    """
    game = match.game
    try:
        anything(match.play)(thing, seat)
    except Rejected as error:
        if error.code not in ENGINE_CODES and error.code not in game.rejections:
            yield f"seat {seat}: {shown(thing)} {describe_refusal(error)}; the game doesn't declare that code"
        else:
            for reason in _unsaid(error, game.languages, own=error.code in game.rejections):
                yield f"seat {seat}: {shown(thing)} was Rejected as {error.code!r} {reason}"
    except Exception as error:
        yield f"seat {seat}: {shown(thing)} is not legal, but {describe_refusal(error)}; it should be Rejected"
    else:
        yield f"seat {seat}: {shown(thing)} is accepted, but not listed as legal"


def _unsaid(error: Rejected, languages: tuple[Language, ...], *, own: bool) -> Iterator[str]:
    """Yield what the refusal doesn't say. A game that speaks several languages says its `own` refusals in each."""
    if not str(error).strip():
        yield "without an explanation"
    elif own and len(languages) > 1:
        for language in languages:
            if error.says.lacks(language):
                yield f"without a sentence in {language}; pass a text for each language"
            elif not error.sentence(language).strip():
                yield f"without an explanation in {language}"


def _disguised(match: AnyMatch, seat: Seat, moves: tuple[object, ...]) -> Iterator[str]:
    """Yield a fault if a thing is accepted because it claims to equal a legal move."""
    for thing in with_liars(moves):
        yield from _refused(match, seat, thing)


def _engine(match: AnyMatch, moves: tuple[object, ...]) -> Iterator[str]:
    """Yield a fault unless a wrong seat, a match that is over and a stale version are each refused with their code."""
    play = anything(match.play)
    actors, move = match.actors, moves[0]
    idle = [seat for seat in range(match.header.seats) if seat not in actors]
    strangers: tuple[object, ...] = (-1, match.header.seats, True, "0", 0.0)
    expected: list[tuple[object, int | None, str]] = [
        (None, match.version + 1, "stale_version"),
        *((seat, None, "no_such_seat") for seat in strangers),
        *((seat, None, "not_your_turn" if actors else "match_over") for seat in idle),
    ]
    if len(actors) != 1:
        expected.append((None, None, "seat_needed" if actors else "match_over"))
    for seat, version, code in expected:
        try:
            play(move, seat, version)
        except Rejected as error:
            if error.code != code:
                yield f"playing for seat {seat!r} at version {version} {describe_refusal(error)}, not as {code!r}"
        except Exception as error:
            yield f"playing for seat {seat!r} at version {version} {describe_refusal(error)}, instead of {code!r}"
        else:
            yield f"playing for seat {seat!r} at version {version} is accepted, instead of {code!r}"
