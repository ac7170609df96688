"""Law 4 finds cards that get lost or doubled, and breaks for nothing else."""

import attrs

from cardkit.testing import Law, examine
from tests.testing.plants import laws_broken_by, variant
from tests.testing.tiny import TINY, Event, Shown, State, cards, evolve


def doubling(state: State, event: Event) -> State:
    """Turn the lowest card of the stock into the top one's twin, at the end."""
    after = evolve(state, event)
    if isinstance(event, Shown) and len(after.stock) > 1:
        return attrs.evolve(after, stock=(after.stock[0],) * len(after.stock))
    return after


DOUBLING = variant(evolve=doubling)


def test_a_card_that_lies_in_two_places_is_found() -> None:
    assert laws_broken_by(DOUBLING, deals=2) == {Law.CONSERVATION}


def test_cards_are_counted_only_when_it_is_told_where_they_lie() -> None:
    report = examine(TINY, matches=1, laws={Law.CONSERVATION})

    assert "cards" in report.notes[Law.CONSERVATION]
    assert Law.CONSERVATION not in examine(TINY, matches=1, cards=cards, laws={Law.CONSERVATION}).notes
