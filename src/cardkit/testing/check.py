"""Checking a game against all laws."""

from collections.abc import Iterable

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.testing.findings import shortest, try_elsewhere, try_laws
from cardkit.testing.report import Law, Report
from cardkit.testing.trial import Cards, play_at_random

__all__ = ["check_game", "examine"]


def check_game(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    *,
    options: Iterable[Options] | None = None,
    seats: Iterable[int] | None = None,
    matches: int = 8,
    seed: str = "laws",
    cards: Cards[State] | None = None,
    importable: str | None = None,
) -> Report:
    """Try all laws on random matches of a game. Raise `LawsBroken`, with a match that shows each broken law.

    The matches take the numbers of seats in turn (`seats`; default: all that the game allows). They take the house
    rules in turn, too (`options`; default: the game's defaults). Everything is drawn from `seed`, so the same call
    finds the same faults.

    `cards` lists all cards of a state, wherever they lie (default: the game's own `cards`). Without it, law 4 isn't
    checked. `importable` names the game as `"package.module:GAME"`. With it, the matches are played again in other
    processes (law 10).
    """
    report = examine(
        game, options=options, seats=seats, matches=matches, seed=seed, cards=cards, importable=importable
    )
    report.raise_if_broken()
    return report


def examine(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    *,
    options: Iterable[Options] | None = None,
    seats: Iterable[int] | None = None,
    matches: int = 8,
    seed: str = "laws",
    cards: Cards[State] | None = None,
    importable: str | None = None,
) -> Report:
    """Try the same laws as `check_game`. Return the report instead of raising."""
    cards = cards or game.cards
    house_rules = (game.options(),) if options is None else tuple(options)
    numbers = tuple(game.seats if seats is None else seats)
    trials = [
        play_at_random(
            game,
            numbers[number % len(numbers)],
            house_rules[(number + number // len(numbers)) % len(house_rules)],
            f"{seed} {number}",
            cards,
        )
        for number in range(matches)
    ]
    tried = try_laws(trials)
    findings, notes = tried.findings, tried.notes
    if importable is None:
        notes[Law.REPEATABILITY] = "in other processes; pass `importable` to name the game there"
    elif any(finding.law in (Law.FOLD, Law.WORDS) for finding in findings):
        notes[Law.REPEATABILITY] = "in other processes; logs and moves can't be sent there"
    else:
        findings += try_elsewhere(trials, importable)
    return Report(
        game=game.key,
        matches=len(trials),
        moves=sum(len(trial.turns) for trial in trials),
        seats=tuple(sorted({len(trial.seats) for trial in trials})),
        broken=shortest(findings),
        notes=notes,
        unjudged=tried.unjudged,
    )
