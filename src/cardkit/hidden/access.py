"""Functions that read and change the cards of one class. They are generated for its fields when a game is created."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import chain, zip_longest
from types import CodeType
from typing import Any

import attrs
from attrs import frozen

from cardkit.hidden.cards import FRESH, UNSEEN, Unseen, ordered
from cardkit.hidden.marks import ByPlace, Everybody, Named, Nobody, SeenIf
from cardkit.hidden.zones import Zone, zones_of
from cardkit.quick import fastest
from cardkit.seats import Viewer

__all__ = ["Access", "Supply", "access_to", "difference", "given"]


@frozen(eq=False)
class Access:
    """Functions for the cards of a state or an event of one class."""

    zones: tuple[Zone, ...]
    mask: Callable[[Any, Viewer], Any]
    """Return the value as the viewer sees it: `UNSEEN` replaces each card that the viewer doesn't see."""
    hides: Callable[[Any], bool]
    """Return whether the value holds an unseen card."""
    freshened: Callable[[Any], Any]
    """Return the value with a fresh card in place of each `UNSEEN`."""
    blinded: Callable[[Any], Any]
    """Return the value with a fresh card in place of each card that can be hidden."""
    cards: Callable[[Any], list[Any]]
    """Return all cards, zone by zone."""
    fill: Callable[[Any, Mapping[Unseen, "Supply"]], Any]
    """Return the value with unseen cards replaced by the next faces for each. Zones marked SORTED are sorted."""
    swap: Callable[[Any, Mapping[Any, Any]], Any]
    """Return the value with these unseen cards replaced by others. Zones marked SORTED are sorted."""
    moved: Callable[[Any, Any, list[Any], list[Any]], None]
    """Add the cards that left the zones of the first value, and those new in the second, to two lists."""


def access_to(cls: type, order: Callable[[Any], int] | None = None) -> Access:
    """Generate the functions for a class. Raise `BrokenGame` if a field or its mark makes no sense."""
    zones = zones_of(cls)
    written = _Writer(cls, zones, order)
    return Access(
        zones,
        written.mask(),
        written.hides(),
        written.freshened(),
        written.blinded(),
        written.cards(),
        written.fill(),
        written.swap(),
        written.moved(),
    )


def difference(old: tuple[Any, ...], new: tuple[Any, ...], gone: list[Any], come: list[Any]) -> None:
    """Add the cards that left and the new cards to the lists. Cards taken from or added to an end cost little."""
    longer = len(old) - len(new)
    if longer > 0:
        if old[longer:] == new:
            gone += old[:longer]
            return
        if old[:-longer] == new:
            gone += old[-longer:]
            return
    elif longer < 0:
        if new[: len(old)] == old:
            come += new[len(old) :]
            return
        if new[-len(old) :] == old:
            come += new[: len(new) - len(old)]
            return
    elif old == new:
        return
    else:
        pairs = [(a, b) for a, b in zip(old, new, strict=True) if a is not b]
        gone += [a for a, _ in pairs]
        come += [b for _, b in pairs]
        return
    gone += old
    come += new


class Supply:
    """Faces to lay in the places of one unseen card, in this order."""

    __slots__ = ("faces", "laid")

    def __init__(self, faces: tuple[Any, ...]) -> None:
        self.faces: tuple[Any, ...] = faces
        self.laid: int = 0

    def next(self) -> Any:
        """Return the next face."""
        self.laid += 1
        return self.faces[self.laid - 1]

    def some(self, number: int) -> tuple[Any, ...]:
        """Return the next faces. Nothing is copied if these are all."""
        first = self.laid
        self.laid = first + number
        return self.faces[first : self.laid]


def given(cards: tuple[Any, ...], give: Mapping[Unseen, Supply]) -> tuple[Any, ...]:
    """Return the cards, with the unseen ones replaced. It is fast if all of them are alike, or none is unseen."""
    if not cards:
        return cards
    first = cards[0]
    if type(first) is Unseen:
        if cards.count(first) == len(cards):
            return give[first].some(len(cards))
    elif Unseen not in map(type, cards):
        return cards
    return tuple([give[card].next() if type(card) is Unseen else card for card in cards])


class _Writer:
    """Generates functions as text, for a class and its zones: `v` is the value, `v.hands` a field."""

    def __init__(self, cls: type, zones: tuple[Zone, ...], order: Callable[[Any], int] | None) -> None:
        self.cls = cls
        self.zones = zones
        self.names: dict[str, object] = {
            "new": fastest(cls),
            "U": Unseen,
            "UNSEEN": UNSEEN,
            "FRESH": FRESH,
            "chain": chain.from_iterable,
            "zip_longest": zip_longest,
            "difference": difference,
            "order": partial(ordered, order=order),
            "by": order,
            "given": given,
        }
        for zone in zones:
            if isinstance(zone.mark, SeenIf):
                self.names[f"seen_{zone.name}"] = zone.mark.function

    def _compiled(self, parameters: str, *lines: str) -> Callable[..., Any]:
        text = "\n    ".join((f"def written({parameters}):", *lines))
        names: dict[str, Any] = dict(self.names)
        exec(_code(text), names)
        made: Callable[..., Any] = names["written"]
        return made

    def _rebuilt(self, changed: Mapping[str, str]) -> str:
        """Return the text of a call that creates the value again, with these texts for the changed fields."""
        parts = list[str]()
        for field in attrs.fields(self.cls):
            text = changed.get(field.name, f"v.{field.name}")
            parts.append(f"{field.alias}={text}" if field.kw_only else text)
        return f"new({', '.join(parts)})"

    def mask(self) -> Callable[[Any, Viewer], Any]:
        hidden = [zone for zone in self.zones if not isinstance(zone.mark, Everybody)]
        if not hidden:
            return _as_it_is
        named = {(zone.mark.field, zone.mark.others) for zone in hidden if isinstance(zone.mark, Named)}
        lines = list[str]()
        if len(named) == 1 and all(isinstance(zone.mark, Named) for zone in hidden):
            ((field, others),) = named
            lines = [f"if {_is_named(field, others=others)}: return v"]
        lines.append(f"return {self._rebuilt({zone.name: _masked(zone) for zone in hidden})}")
        return self._compiled("v, viewer", *lines)

    def hides(self) -> Callable[[Any], bool]:
        tests = list[str]()
        for zone in self.zones:
            if zone.hidden:
                value = f"v.{zone.name}"
                inner = (
                    f"type({value}) is U" if not zone.depth else f"any([type(c) is U for c in {_flat(zone)}])"
                )
                tests.append(inner)
        return self._compiled("v", f"return {' or '.join(tests) or 'False'}")

    def freshened(self) -> Callable[[Any], Any]:
        return self._per_card("v", "FRESH if type({c}) is U else {c}")

    def blinded(self) -> Callable[[Any], Any]:
        return self._per_card("v", "None if {c} is None else FRESH")

    def swap(self) -> Callable[[Any, Mapping[Any, Any]], Any]:
        return self._per_card("v, other", "other[{c}] if type({c}) is U and {c} in other else {c}")

    def fill(self) -> Callable[[Any, Mapping[Unseen, Supply]], Any]:
        changed = dict[str, str]()
        for zone in self.zones:
            value = f"v.{zone.name}"
            if zone.hidden and not zone.depth:
                changed[zone.name] = f"give[{value}].next() if type({value}) is U else {value}"
            elif zone.hidden:
                cards = "given({c}, give)"
                cards = f"tuple(sorted({cards}, key=by))" if zone.sorted else cards
                if zone.depth == 1:
                    changed[zone.name] = cards.format(c=value)
                else:  # most of these tuples have no unseen card
                    one = f"{cards.format(c='h')} if h and U in map(type, h) else h"
                    changed[zone.name] = f"tuple([{one} for h in {value}])"
        return self._compiled("v, give", f"return {self._rebuilt(changed)}") if changed else _as_it_is

    def _per_card(self, parameters: str, card: str) -> Callable[..., Any]:
        changed = dict[str, str]()
        for zone in self.zones:
            if not zone.hidden:
                continue
            first, last = ("order([", "])") if zone.sorted else ("tuple([", "])")
            one = card.format(c="c")
            value = f"v.{zone.name}"
            if zone.depth == 0:
                changed[zone.name] = card.format(c=value)
            elif zone.depth == 1:
                changed[zone.name] = f"{first}{one} for c in {value}{last}"
            else:
                changed[zone.name] = f"tuple([{first}{one} for c in h{last} for h in {value}])"
        if not changed:
            return _as_it_is
        return self._compiled(parameters, f"return {self._rebuilt(changed)}")

    def cards(self) -> Callable[[Any], list[Any]]:
        parts = list[str]()
        for zone in self.zones:
            if zone.gaps:
                parts.append(f"*[c for c in {_flat(zone)} if c is not None]")
            else:
                parts.append(f"*{_flat(zone)}")
        return self._compiled("v", f"return [{', '.join(parts)}]")

    def moved(self) -> Callable[[Any, Any, list[Any], list[Any]], None]:
        lines = list[str]()
        for zone in self.zones:
            a, b = f"a.{zone.name}", f"b.{zone.name}"
            lines.append(f"if {a} is not {b}:")
            if not zone.depth:
                lines += [
                    f"    if {a} is None: come.append({b})",
                    f"    elif {b} is None: gone.append({a})",
                    f"    elif {a} != {b}: gone.append({a}); come.append({b})",
                ]
            elif zone.depth == 2:
                lines += [
                    f"    for x, y in zip_longest({a}, {b}, fillvalue=()):",
                    f"        if x is not y: difference({_cards('x', zone)}, {_cards('y', zone)}, gone, come)",
                ]
            else:
                lines.append(f"    difference({_cards(a, zone)}, {_cards(b, zone)}, gone, come)")
        return self._compiled("a, b, gone, come", *(lines or ["pass"]))


@lru_cache(maxsize=1024)
def _code(text: str) -> CodeType:
    """Return the compiled text. Fields of the same names and marks have the same functions, in many games."""
    return compile(text, "<string>", "exec")


def _as_it_is(value: Any, *_: object) -> Any:
    return value


def _flat(zone: Zone) -> str:
    value = f"v.{zone.name}"
    return (f"({value},)", value, f"chain({value})")[zone.depth]


def _cards(value: str, zone: Zone) -> str:
    """Return the text of the cards in one tuple of a zone, without gaps."""
    return f"tuple([c for c in {value} if c is not None])" if zone.gaps else value


def _masked(zone: Zone) -> str:
    """Return the text of a hidden field as `viewer` sees it."""
    value, mark = f"v.{zone.name}", zone.mark
    match mark:
        case Nobody():
            return _blank(value, zone.depth, gaps=zone.gaps)
        case Named(field, others):
            test = _is_named(field, others=others)
            return f"{value} if {test} else {_blank(value, zone.depth, gaps=zone.gaps)}"
        case ByPlace(others):
            test = "i != viewer and viewer is not None" if others else "i == viewer"
            blank = _blank("h", zone.depth - 1, gaps=zone.gaps)
            return f"tuple([h if {test} else {blank} for i, h in enumerate({value})])"
        case SeenIf():
            return _asked(zone)
        case Everybody():
            return value


def _is_named(field: str, *, others: bool) -> str:
    """Return the text of a test: is the viewer the seat in the field, or another seat? A spectator is neither."""
    return f"viewer is not None and v.{field} {'!=' if others else '=='} viewer"


def _blank(value: str, depth: int, *, gaps: bool) -> str:
    if depth == 0:
        return f"(None if {value} is None else UNSEEN)" if gaps else "UNSEEN"
    if depth == 1:
        return (
            f"tuple([None if c is None else UNSEEN for c in {value}])"
            if gaps
            else f"(UNSEEN,) * len({value})"
        )
    return f"tuple([{_blank('g', 1, gaps=gaps)} for g in {value}])"


def _asked(zone: Zone) -> str:
    value, ask = f"v.{zone.name}", f"seen_{zone.name}"
    if zone.depth == 0:
        return f"{value} if {value} is None or {ask}(v, viewer, ()) else UNSEEN"
    first, last = ("order([", "])") if zone.sorted else ("tuple([", "])")
    if zone.depth == 1:
        return f"{first}c if c is None or {ask}(v, viewer, (i,)) else UNSEEN for i, c in enumerate({value}){last}"
    return (
        f"tuple([{first}c if c is None or {ask}(v, viewer, (s, i)) else UNSEEN for i, c in enumerate(h){last}"
        f" for s, h in enumerate({value})])"
    )
