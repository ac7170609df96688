"""Checking a game against all laws."""

from collections.abc import Callable, Hashable, Iterable

import attrs

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.testing.findings import shortest, try_elsewhere, try_laws
from cardkit.testing.remarks import remarks_on
from cardkit.testing.report import Law, LawReport
from cardkit.testing.trial import play_at_random, settings

__all__ = ["check_game", "examine"]


def check_game(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    *,
    options: Iterable[Options] | None = None,
    seats: Iterable[int] | None = None,
    matches: int = 8,
    seed: str = "laws",
    cards: Callable[[State], Iterable[Hashable]] | None = None,
    importable: str | None = None,
) -> LawReport:
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
    cards: Callable[[State], Iterable[Hashable]] | None = None,
    importable: str | None = None,
    laws: Iterable[Law] = Law,
) -> LawReport:
    """Try the same laws as `check_game`. Return the report instead of raising.

    `laws` limits the check. The others count as not checked.
    """
    rules = any_game(game if cards is None else attrs.evolve(game, cards=cards))
    house_rules = (game.options(),) if options is None else tuple(options)
    numbers = tuple(game.seats if seats is None else seats)
    trials = [play_at_random(rules, *setting) for setting in settings(numbers, house_rules, matches, seed)]
    tried = try_laws(trials, frozenset(laws))
    findings, notes = tried.findings, tried.notes
    if importable is None:
        notes.setdefault(Law.REPEATABILITY, "in other processes; pass `importable` to name the game there")
    elif any(finding.law in (Law.FOLD, Law.WORDS) for finding in findings):
        notes[Law.REPEATABILITY] = "in other processes; logs and moves can't be sent there"
    else:
        findings += try_elsewhere(trials, importable)
    return LawReport(
        game=game.key,
        matches=len(trials),
        moves=sum(len(trial.turns) for trial in trials),
        seats=tuple(sorted({len(trial.seats) for trial in trials})),
        broken=shortest(findings),
        notes=notes,
        unjudged=tried.unjudged,
        remarks=() if findings else remarks_on(trials),
    )
