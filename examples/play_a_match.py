"""Play one match on the terminal, as its first seat sees it, and check its log at the end.

python examples/play_a_match.py --game friday13 --seats 4 --seed "my own" --language de
"""

import argparse
import textwrap
from collections.abc import Iterator, Mapping, Sequence

import cardkit
from cardkit import AnyMatch, Report, Seat, SeededChance
from cardkit.codec import codec
from cardkit.game import Json
from cardkit.language import Language

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
YOU: Seat = 0
TABLE_EVERY = 4
"""The table is shown before every fourth of your moves."""


def main(arguments: Sequence[str] | None = None) -> None:
    wanted = arguments_of(arguments)
    rounds = wanted.rounds or None
    try:
        match = cardkit.start(wanted.game, wanted.seats, {"rounds": rounds} if rounds else None, wanted.seed)
        for line in story(match, wanted.language):
            print(line)
    except cardkit.CardkitError as error:
        raise SystemExit(f"error: {error}") from None


def arguments_of(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play one match of random moves, as the first seat sees it.")
    parser.add_argument("--game", default="thirteen", help=f"{' or '.join(cardkit.games())} (thirteen)")
    parser.add_argument("--seats", type=int, default=3, help="how many play (3)")
    parser.add_argument("--seed", default="a quiet evening", help="any text; deals and moves follow from it")
    parser.add_argument("--language", default="en", help="of the sentences, as a tag such as de (en)")
    parser.add_argument("--rounds", type=int, default=1, help="how many (1); 0: as the rules of the game say")
    return parser.parse_args(given)


def story(match: AnyMatch, language: Language) -> Iterator[str]:
    """Yield the whole match, line by line."""
    names = NAMES[: match.header.seats]
    yield f"{match.game.title}: a match of {', '.join(names)}. You look over {names[YOU]}'s shoulder."
    yield "The deals follow from a secret seed, committed to by its hash:"
    yield f"  {match.header.commitment}"
    yield ""
    yield from sentences(match, since=1, language=language)  # version 1 is the commitment
    turns = 0
    while match.actors:
        if match.actors == (YOU,):
            turns += 1
            if turns % TABLE_EVERY == 0:
                yield from table(match)
        before = match.version
        match = random_move(match)
        yield from sentences(match, since=before, language=language)
    yield ""
    yield from standings(match)
    yield ""
    yield from verdict(match, cardkit.verify(match))


def random_move(match: AnyMatch) -> AnyMatch:
    """Return any legal move. The player's luck is its own, yet follows from the seed: a match can be shown again."""
    seat = match.actors[0]
    moves = match.legal(seat)
    luck = SeededChance(f"players of {match.header.seed}", match.version)
    return match.play(moves[luck.below("move", len(moves))], seat)


def sentences(match: AnyMatch, since: int, language: Language) -> Iterator[str]:
    """Yield what you saw after version `since`, each sentence under its version."""
    told = match.sentences(YOU, language, NAMES[: match.header.seats], since)
    for version, text in enumerate(told, since + 1):
        yield from textwrap.wrap(text, 79, initial_indent=f"{version:4}  ", subsequent_indent=" " * 6)


def table(match: AnyMatch) -> Iterator[str]:
    """Your view: single values in one line, then a line for each row of things."""
    view = dict(flat(codec(match.game).view_out(match.view(YOU))))
    single = [f"{spaced(name)} {value}" for name, value in view.items() if isinstance(value, str | int)]
    yield ""
    yield from textwrap.wrap(", ".join(single), 79, initial_indent=" " * 6, subsequent_indent=" " * 6)
    for name, value in view.items():
        if isinstance(value, list) and value:
            yield from textwrap.wrap(
                cell(value), 79, initial_indent=f"      {spaced(name):14}", subsequent_indent=" " * 20
            )
    yield ""


def flat(view: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Yield the view's fields, and those of a part of it in its place."""
    for name, value in view.items():
        yield from flat(value) if isinstance(value, dict) else [(name, value)]


def spaced(name: str) -> str:
    return name.replace("_", " ")


def cell(value: Json) -> str:
    """Return a value, short: cards with spaces between them, heaps with bars. Of unseen cards the number is shown."""
    if not isinstance(value, list):
        return str(value)
    heaps = any(isinstance(item, list) for item in value)
    shown = [cell(item) or "-" for item in value if item != "?"]
    unseen = [f"{value.count('?')}x?"] if "?" in value else []
    return (" | " if heaps else " ").join((*shown, *unseen))


def standings(match: AnyMatch) -> Iterator[str]:
    """Yield who came in where."""
    outcome = match.outcome
    assert outcome is not None, "the match is over"
    yield "  rank  player  points"
    for seat in sorted(range(match.header.seats), key=lambda seat: outcome.ranks[seat]):
        yield f"  {outcome.ranks[seat]:4}  {NAMES[seat]:6}  {outcome.totals[seat]:6}"


def verdict(match: AnyMatch, report: Report) -> Iterator[str]:
    """Yield the revealed seed, and what became of each kind of check."""
    yield f"The seed was {match.revealed!r}. The log was checked against it:"
    for subject, meaning in (
        ("integrity", "no line was changed, lost or moved"),
        ("fairness", "each follows from the seed"),
    ):
        checks = [check for check in report.checks if check.subject == subject]
        passed = sum(check.passed is True for check in checks)
        yield f"  {subject:9}  {passed} of {len(checks)} checks passed: {meaning}"
    yield from map(str, report.failures)


if __name__ == "__main__":
    main()
