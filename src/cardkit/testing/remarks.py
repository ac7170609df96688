"""Remarks on a game: what is allowed, but may be a mistake."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from cardkit.fields import is_tuple
from cardkit.hidden.access import Access, access_to
from cardkit.hidden.cards import Unseen
from cardkit.hidden.marks import ByPlace, Everybody, Mark, Nobody
from cardkit.hidden.zones import Zone
from cardkit.rejections import BrokenGame
from cardkit.testing.trial import Trial, game_events

__all__ = ["remarks_on"]


def remarks_on(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return a remark for each field of an event that shows everybody cards on their way into a hidden zone.

    Some games do that: a card is shown, and then put into a hand. All remember it. But if the author marked the field
    as `ALL` by mistake, no other law finds it, because everything agrees with the mark.
    """
    return tuple(dict.fromkeys(chain.from_iterable(map(_shown_to_all, trials))))


def _shown_to_all(trial: Trial) -> Iterator[str]:
    state = trial.game.initial
    for match in trial.steps:
        for event in game_events(match):
            before, state = state, trial.game.evolve(state, event)
            for field in _open_fields(type(event)):
                yield from _hidden_again(before, event, field, state)


def _hidden_again(before: object, event: object, field: Zone, after: object) -> Iterator[str]:
    old, new = _access(type(before)), _access(type(after))
    if old is None or new is None:
        return
    shown = Counter(_cards(field, event))
    seen_before = Counter(card for card in old.cards(old.mask(before, None)) if type(card) is not Unseen)
    most, into = 0, None
    for zone in new.zones:
        if isinstance(zone.mark, Everybody) or not zone.hidden:
            continue
        come = Counter(_cards(zone, after)) - Counter(_cards(zone, before))
        number = ((come & shown) - seen_before).total()
        if number > most:  # twins of the cards may go into other zones
            most, into = number, zone
    if into is not None:
        place = f"{type(event).__name__}.{field.name}"
        whose = "nobody sees" if isinstance(into.mark, Nobody) else "not everybody sees"
        yield (
            f"{place} is marked ALL, so everybody sees and remembers cards that go into "
            f"{type(after).__name__}.{into.name}, where {whose} them. If that isn't meant, mark {place} "
            f"{_mark_for(event, field, into.mark)}."
        )


def _mark_for(event: object, field: Zone, mark: Mark[object]) -> str:
    """Return the mark with which a field of an event hides cards as the zone of the state does."""
    match mark:
        case Nobody():
            return "NOBODY"
        case ByPlace(others) if field.depth == 2 or (field.depth == 1 and not hasattr(event, "seat")):
            return "OTHERS" if others else "OWNER"
        case ByPlace(others):
            return "OTHER_SEATS" if others else "SEAT"
        case _:
            return "like that zone"


def _access(cls: type) -> Access | None:
    """Return the functions for the cards of a class, or `None` if it has no marks. They are generated once."""
    if cls not in _KNOWN:
        try:
            _KNOWN[cls] = access_to(cls)
        except BrokenGame:  # a game by hand
            _KNOWN[cls] = None
    return _KNOWN[cls]


_KNOWN: Final[dict[type, Access | None]] = {}


def _open_fields(cls: type) -> tuple[Zone, ...]:
    """Return the fields of an event whose cards could be hidden, but are marked `ALL`."""
    access = _access(cls)
    zones = () if access is None else access.zones
    return tuple(zone for zone in zones if zone.hidden and isinstance(zone.mark, Everybody))


def _cards(zone: Zone, value: object) -> list[object]:
    return [*_flat(getattr(value, zone.name, ()), zone.depth)]


def _flat(cards: object, depth: int) -> Iterator[object]:
    if depth and is_tuple(cards):
        for card in cards:
            yield from _flat(card, depth - 1)
    elif cards is not None:
        yield cards
