"""A place where no card lies holds `None`: it is never counted as a card."""

from typing import Annotated, Any, Generic

from attrs import frozen

from cardkit.hidden import OWNER, H
from cardkit.hidden.access import access_to


@frozen
class Bids(Generic[H]):
    bids: Annotated[tuple[int | H | None, ...], OWNER] = ()


def moved(before: Bids[Any], after: Bids[Any]) -> tuple[list[Any], list[Any]]:
    gone, come = list[Any](), list[Any]()
    access_to(Bids).moved(before, after, gone, come)
    return gone, come


def test_empty_places_that_a_deal_brings_are_no_cards() -> None:
    assert moved(Bids(), Bids((None, None))) == ([], [])


def test_empty_places_that_go_are_no_cards() -> None:
    assert moved(Bids((None, 7, None)), Bids()) == ([7], [])


def test_a_card_laid_in_an_empty_place_has_come() -> None:
    assert moved(Bids((None, None)), Bids((None, 7))) == ([], [7])
