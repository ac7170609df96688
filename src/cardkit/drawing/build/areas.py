"""The places of a layout, laid out: each pile, and each seat's cards."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from cardkit.drawing.build.fresh import fresh_cards
from cardkit.drawing.build.parts import MISSING, at, listed
from cardkit.drawing.build.viewpoint import Spot, Viewpoint
from cardkit.drawing.layout import Face, Place
from cardkit.drawing.scenes import Area, Card
from cardkit.fields import is_tuple
from cardkit.seats import Seat

__all__ = ["areas"]


@frozen(eq=False)
class _Heap:
    """Cards that lie together."""

    cards: tuple[object, ...]
    known: tuple[object, ...]
    """What the viewer remembers of them; empty if that is no more than is visible."""
    before: object
    """The cards that lay there before the last move, or `MISSING`."""
    number: int
    """The number of the pile, or its seat."""
    seat: Seat | None = None


def areas(viewpoint: Viewpoint, place: Place) -> Iterator[Area]:
    """Lay out a place. Yield nothing if there are no cards and nothing to say about that."""
    for heap in _heaps(viewpoint, place):
        if heap.cards or place.arranged in ("pile", "stack"):
            yield _area(viewpoint, place, heap)


def _heaps(viewpoint: Viewpoint, place: Place) -> Iterator[_Heap]:
    value, viewer = viewpoint.part(place.part), viewpoint.viewer
    known = viewpoint.known_part(place.part) if place.remembered else MISSING
    before = viewpoint.part_before(place.part)
    if place.whose != "all":
        for seat, cards in enumerate(listed(value)):
            if place.whose == "seats" or seat == viewer:
                yield _Heap(listed(cards), listed(at(known, seat)), at(before, seat), seat, seat)
    elif is_tuple(value) and (place.at_least or is_tuple(at(value, 0))):
        for number in range(max(len(value), place.at_least)):
            yield _Heap(listed(at(value, number)), listed(at(known, number)), at(before, number), number)
    elif value is not MISSING and value is not None:
        yield _Heap(listed(value), listed(known), before, 0)


def _area(viewpoint: Viewpoint, place: Place, heap: _Heap) -> Area:
    faces, cards = viewpoint.faces, _cards(viewpoint, place, heap)
    line = viewpoint.said.get((place.part, heap.number))
    remembers = any(card.remembered for card in cards)
    return Area(
        part=place.part,
        arranged=place.arranged,
        cards=cards,
        caption=_caption(viewpoint, place, heap),
        seat=heap.seat,
        head=_mark(place.heads[heap.number]) if heap.number < len(place.heads) else None,
        sum=faces.sum(heap.cards) if place.summed else None,
        limit=place.limit,
        note=viewpoint.say(line) if line else viewpoint.word("seen") if remembers else "",
        strong=line is not None and line.strong,
        moves=_area_moves(viewpoint.targets, viewpoint, place, heap),
        then=_area_moves(viewpoint.completed, viewpoint, place, heap),
    )


def _mark(head: Face) -> Card:
    return Card(head.label, head.colour, head.shape, head.letter)


def _cards(viewpoint: Viewpoint, place: Place, heap: _Heap) -> tuple[Card, ...]:
    faces, hand = viewpoint.faces, place.arranged == "hand"
    fresh = fresh_cards(place, heap.cards, heap.before)
    cards = list[Card]()
    for number, card in enumerate(heap.cards):
        known = heap.known[number] if number < len(heap.known) else card
        caption = str(number) if place.numbered else faces.text(card) if hand else ""
        moves = _moves(viewpoint.targets, viewpoint, place, heap, number)
        then = _moves(viewpoint.completed, viewpoint, place, heap, number)
        cards.append(faces.card(card, known, caption, moves, then, fresh=number in fresh))
    if place.arranged != "suits":
        return tuple(cards)
    order = sorted(range(len(cards)), key=lambda number: faces.order(heap.cards[number]))
    return tuple(cards[number] for number in order)


def _area_moves(
    texts: Mapping[Spot, tuple[str, ...]], viewpoint: Viewpoint, place: Place, heap: _Heap
) -> tuple[str, ...]:
    """Return the viewer's moves about an area as a whole. That of another seat has none."""
    if heap.seat is None:
        numbered = texts.get((place.part, "at", heap.number, None), ())
        return numbered + texts.get((place.part, "whole", None, None), ())
    return texts.get((place.part, "whole", None, None), ()) if heap.seat == viewpoint.viewer else ()


def _moves(
    texts: Mapping[Spot, tuple[str, ...]], viewpoint: Viewpoint, place: Place, heap: _Heap, number: int
) -> tuple[str, ...]:
    """Return the viewer's moves with a card. A card of another seat has those that name the seat."""
    if not texts:
        return ()
    card, own = heap.cards[number], heap.seat is not None and heap.seat == viewpoint.viewer
    if heap.seat is not None and not own:
        return texts.get((place.part, "at", number, heap.seat), ())
    moves = texts.get((place.part, "card", card, None), ())
    if own and place.arranged == "hand":
        moves += texts.get(("", "card", card, None), ())
    return moves + (texts.get((place.part, "at", number, None), ()) if own else ())


def _caption(viewpoint: Viewpoint, place: Place, heap: _Heap) -> str:
    """Return the caption of a place. If a single card lies there or on top and has a name, add the name."""
    if isinstance(place.caption, tuple):
        return viewpoint.word(place.caption[heap.number]) if heap.number < len(place.caption) else ""
    words = viewpoint.word(place.caption).format(number=heap.number + 1)
    name = viewpoint.faces.name(heap.cards[-1]) if heap.cards and _is_alone(place, heap.cards) else ""
    return f"{words}: {name}" if words and name else words or name


def _is_alone(place: Place, cards: Sequence[object]) -> bool:
    return place.arranged == "stack" or (place.arranged == "row" and place.whose == "all" and len(cards) == 1)
