"""Law 4: each card is somewhere, exactly once."""

from collections import Counter
from collections.abc import Iterable, Iterator

from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, game_events

__all__ = ["check", "miscounted"]


def check(trial: Trial) -> Iterator[Breach]:
    """Yield a breach if the cards after an event aren't those of the first deal."""
    cards_of = trial.game.cards
    if cards_of is None:
        return
    evolve, state = trial.game.evolve, trial.game.initial
    dealt: Counter[object] = Counter()
    for step, match in enumerate(trial.steps):
        for event in game_events(match):
            state = evolve(state, event)
            cards = Counter(cards_of(state))
            dealt = dealt or cards
            if wrong := miscounted(dealt, cards):
                yield Breach(step, f"after {type(event).__name__}: {wrong}")
                return


def miscounted(expected: Iterable[object], found: Iterable[object]) -> str:
    """Return which cards are too many and which are missing, or an empty text if the cards are the same."""
    one, other = Counter(expected), Counter(found)
    return f"{_list(other - one)} too many, {_list(one - other)} missing" if one != other else ""


def _list(cards: "Counter[object]") -> str:
    return " ".join(str(card) for card in cards.elements()) or "none"
