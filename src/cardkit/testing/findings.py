"""Find breaches: the order of the laws, what each builds on, and the shortest match that shows a breach."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from cardkit.testing.laws import (
    conservation,
    consistency,
    ending,
    fold,
    imagination,
    immutability,
    judging,
    projection,
    repeatability,
    secrecy,
    spectators,
    words,
)
from cardkit.testing.report import Breach, Broken, Law, Look
from cardkit.testing.trial import Trial, describe_error

__all__ = ["Finding", "Findings", "shortest", "try_elsewhere", "try_laws"]

CHECKS: Final[Mapping[Law, Callable[[Trial], Iterator[Breach | Look]]]] = {
    Law.REPEATABILITY: repeatability.check,
    Law.FOLD: fold.check,
    Law.JUDGING: judging.check,
    Law.CONSERVATION: conservation.check,
    Law.PROJECTION: projection.check,
    Law.WORDS: words.check,
    Law.ENDING: ending.check,
    Law.SECRECY: secrecy.check,
    Law.IMMUTABILITY: immutability.check,  # late, because checking other laws may have changed something
    Law.IMAGINATION: imagination.check,
    Law.SPECTATORS: spectators.check,
    Law.CONSISTENCY: consistency.check,
    Law.ORDER: consistency.check_orders,
}
"""The laws, in the order in which they are tried."""

TRUTH: Final = {Law.REPEATABILITY, Law.FOLD, Law.JUDGING, Law.CONSERVATION, Law.SECRECY, Law.IMMUTABILITY}
BUILDS_ON: Final = {
    Law.SECRECY: {Law.FOLD, Law.REPEATABILITY},
    Law.IMAGINATION: TRUTH,
    Law.SPECTATORS: TRUTH,
    Law.CONSISTENCY: {*TRUTH, Law.PROJECTION, Law.IMAGINATION},
    Law.ORDER: {*TRUTH, Law.PROJECTION, Law.IMAGINATION},
}
"""The laws that each law builds on. If one of them is broken, histories can't be compared, the true state itself is
impossible, or imagined states are wrong anyway."""

UNDO: Final = "undo"
"""The topic of what is shown about undoing."""

OVERSHADOWED: Final = {
    Law.PROJECTION: "where law 5 is broken: what leaks can't be rebuilt from memory either",
    Law.SECRECY: "undoing, because law 7 is broken: what can be undone is judged by imagined states",
}

ENOUGH: Final = 3
"""After this many matches have broken a slow law, it isn't tried on more. Each takes seconds."""
COUNTED: Final = {Law.CONSISTENCY, Law.ORDER}
"""The laws that can be tried at some points only. They say at which."""
SLOW: Final = {Law.IMAGINATION, Law.CONSISTENCY, Law.ORDER}


@frozen(eq=False)
class Finding:
    """A match that shows a breach."""

    law: Law
    trial: Trial
    breach: Breach


@frozen(eq=False)
class Findings:
    """What broke, what wasn't checked, and the laws that were only checked in part."""

    findings: list[Finding]
    notes: dict[Law, str]
    unjudged: frozenset[Law]


def try_laws(trials: Sequence[Trial], laws: frozenset[Law]) -> Findings:
    """Try these laws on each match, unless one that they build on is broken."""
    found = [Finding(trial.broke_off[0], trial, trial.broke_off[1]) for trial in trials if trial.broke_off]
    failed: list[Finding] = []
    notes, unjudged = _from_the_start(trials), set[Law]()
    if Law.CONSERVATION in notes:
        unjudged.add(Law.CONSERVATION)
    for law, check in CHECKS.items():
        if law not in laws:
            notes[law] = "left out"
            unjudged.add(law)
            continue
        sure = {finding.law for finding in found if finding.breach.topic != UNDO}
        missing = sorted(BUILDS_ON.get(law, set[Law]()) & sure)
        if missing:
            notes[law] = f"it builds on law {' and '.join(str(one.value) for one in missing)}"
            unjudged.add(law)
            continue
        looks = Counter[str]()
        for trial in trials:
            if law in SLOW and len({one.trial for one in found if one.law is law}) >= ENOUGH:
                break
            try:
                for seen in check(trial):
                    if isinstance(seen, Look):
                        looks[seen.skipped] += 1
                    else:
                        found.append(Finding(law, trial, seen))
            except Exception as error:  # a game may fail in any way
                breach = Breach(len(trial.steps) - 1, f"checking it {describe_error(error)}")
                failed.append(Finding(law, trial, breach))
        if law in COUNTED and not looks[""] and not any(finding.law is law for finding in [*found, *failed]):
            notes[law] = _why_skipped(looks)
            unjudged.add(law)
    for finding in found:
        if _overshadowed(finding, found):
            notes[finding.law] = OVERSHADOWED[finding.law]
    if found:  # a broken law may be the cause
        notes |= {finding.law: finding.breach.reason for finding in failed}
        unjudged |= {finding.law for finding in failed} - {finding.law for finding in found}
    return Findings(found or failed, notes, frozenset(unjudged))


def _why_skipped(looks: "Counter[str]") -> str:
    """Return why a law was tried at no point at all."""
    reasons = [reason for reason, _ in looks.most_common() if reason]
    return f"nothing could be tried: {reasons[0] if reasons else 'the matches have no moves'}"


def _from_the_start(trials: Sequence[Trial]) -> dict[Law, str]:
    """Return what can't be checked, because the game or the caller doesn't say what is needed."""
    notes: dict[Law, str] = {}
    if any(trial.game.cards is None for trial in trials):
        notes[Law.CONSERVATION] = "pass `cards` to list the cards of a state"
    if any(trial.bound is None for trial in trials):
        notes[Law.ENDING] = "that it ends; the game states no bound"
    return notes


def try_elsewhere(trials: Sequence[Trial], importable: str) -> list[Finding]:
    """Return what breaks when the matches are played in other processes."""
    return [
        Finding(Law.REPEATABILITY, trials[place], breach)
        for place, breach in repeatability.check_elsewhere(trials, importable)
    ]


def shortest(findings: Sequence[Finding]) -> tuple[Broken, ...]:
    """Return the breach with the fewest moves, for each law and topic."""
    best: dict[tuple[Law, str], Broken] = {}
    for finding in sorted(findings, key=lambda finding: finding.breach.moves):
        if not _overshadowed(finding, findings):
            best.setdefault((finding.law, finding.breach.topic), _broken(finding))
    return tuple(sorted(best.values(), key=lambda broken: broken.law))


def _overshadowed(finding: Finding, findings: Sequence[Finding]) -> bool:
    """Return whether another law names the cause of this finding already.

    A view that leaks can't be rebuilt from memory either, so law 6 doesn't repeat what law 5 names. What can be undone
    is judged by what a spectator imagines; if that is wrong, law 7 names it.
    """
    topic = finding.breach.topic
    if finding.law is Law.SECRECY and topic == UNDO:
        return any(one.law is Law.IMAGINATION for one in findings)
    leaks = (one.breach.topic for one in findings if one.law is Law.SECRECY)
    return finding.law is Law.PROJECTION and topic in leaks


def _broken(finding: Finding) -> Broken:
    trial, breach = finding.trial, finding.breach
    header = trial.last.header
    return Broken(
        law=finding.law,
        reason=breach.reason,
        topic=breach.topic,
        seats=header.seats,
        options=header.options,
        seed=header.seed or "",
        turns=trial.turn_texts(breach.moves),
    )
