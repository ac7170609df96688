"""What viewers imagine of the example games, beside brute force: all that can have happened, each as often as it comes.

Small decks are gone through deal by deal (`tests/secrecy/deals.py`); of real ones samples are compared.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final, TypeAlias

import pytest

import cardkit
from cardkit.bots.chance import RunningChance
from cardkit.chance import SeededChance
from cardkit.seats import Seat, Viewer
from cardkit.testing import fit, uniform
from cardkit.testing.trial import steps_at_random
from cardkit.testing.uniform import alike
from examples.games import crazy_eights, goofspiel, hanabi, leduc
from tests.secrecy.deals import Deals, Walk
from tests.secrecy.test_all_deals import one_way, walked
from tests.secrecy.test_imagined import evenly

TIMES: Final = 1_000
LIKELY: Final = 1e-5

Told: TypeAlias = list[tuple[str, bool]]


def test_in_leduc_every_deal_that_fits_is_imagined_alike() -> None:
    """two seconds: all 90 deals, for every viewer, at every step"""
    found = walked(leduc.GAME, leduc.Options(), 2, 1, 12)

    assert (found.leaks, found.crooked, found.misjudged) == ((), (), ())
    assert found.deals == 90
    assert found.steps > 5


def test_in_crazy_eights_every_deal_and_reshuffle_that_fits_is_imagined_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """hands of two and a stock of one, from six cards: they are reshuffled again and again"""
    monkeypatch.setattr(crazy_eights, "DECK", ("2C", "3C", "4C", "3D", "4D", "8D"))
    monkeypatch.setattr(crazy_eights, "HANDS", {2: 2})

    found = walked(crazy_eights.GAME, crazy_eights.Options(specials=True, dealer=0), 2, 1, 16)

    assert (found.leaks, found.crooked, found.misjudged) == ((), (), ())
    assert found.deals == 5 * 30
    assert found.steps > 5


@pytest.mark.parametrize(("seats", "colours", "ranks"), [(2, 1, 3), (4, 1, 3), (4, 2, 2)])
def test_in_hanabi_every_deal_that_fits_the_hints_is_imagined_alike(
    seats: int, colours: int, ranks: int
) -> None:
    """hints are no nested sets: worlds are drawn by weights, so samples are compared with all deals"""
    options = hanabi.Options(colours=colours, ranks=ranks)
    deals = Deals(hanabi.GAME, seats, options, one_way)
    walk = Walk(deals, Random("hanabi"))
    for _ in range(3):
        walk.step((hanabi.Play(0), hanabi.Play(1), hanabi.Play(2)))
    for viewer in deals.viewers:
        group = max(deals.alike(viewer), key=len)
        possible = Counter(world.match.state for world in group for _ in range(int(world.weight)))
        memory, chance = group[0].match.memory(viewer), RunningChance("hanabi")

        samples = [hanabi.GAME.imagine(memory, chance) for _ in range(TIMES)]

        assert {*samples} <= {*possible}
        assert fit(samples, possible) > LIKELY


def hints_about(glimpses: Iterable[object], seat: Seat) -> list[Told]:
    """Return what was told of each card that the seat holds now, read from what it saw."""
    told = list[Told]()
    for glimpse in glimpses:
        match glimpse:
            case hanabi.Dealt():
                told = [Told() for _ in range(5)]
            case hanabi.Hinted(to=to, hint=hint, places=places) if to == seat:
                for place, known in enumerate(told):
                    known.append((hint, place in places))
            case hanabi.Used(seat=mover, place=place) if mover == seat:
                del told[place]
            case hanabi.Drawn(seat=mover) if mover == seat:
                told.append(Told())
            case _:
                pass
    return told


@pytest.mark.parametrize("seat", [0, 2])
def test_in_a_real_match_of_hanabi_the_own_hand_is_imagined_as_shuffles_that_fit_the_hints(
    seat: Seat,
) -> None:
    """brute force: the cards that the seat doesn't see are shuffled until all hints are true"""
    match = steps_at_random(hanabi.GAME, 3, hanabi.Options(), "hints 3")[9]
    told = hints_about(match.glimpses(seat), seat)
    hand, unseen = match.state.hands[seat], [*match.state.hands[seat], *match.state.stock]
    random, memory = Random("shuffles"), match.memory(seat)
    assert any(told)

    def shuffled() -> list[str]:
        while True:
            cards = random.sample(unseen, len(hand))
            if all(
                (hint in card) is true
                for card, known in zip(cards, told, strict=True)
                for hint, true in known
            ):
                return cards

    possible, imagined = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for number in range(TIMES):
        possible.update(enumerate(shuffled()))
        imagined.update(enumerate(hanabi.GAME.imagine(memory, SeededChance("real", number)).hands[seat]))

    assert alike(possible, imagined) > LIKELY


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_in_a_real_match_of_crazy_eights_unseen_cards_lie_anywhere(viewer: Viewer) -> None:
    """before the first reshuffle: in the hands of others, on top of the stock, deeper in it"""
    match = steps_at_random(crazy_eights.GAME, 4, crazy_eights.Options(), "anywhere")[12]
    state, memory = match.state, match.memory(viewer)
    assert not memory.batches
    others = [seat for seat in range(4) if seat != viewer]
    places = {f"hand {seat}": len(state.hands[seat]) for seat in others}
    hidden = Counter([*state.stock, *[card for seat in others for card in state.hands[seat]]])
    found = Counter[tuple[str, str]]()
    for number in range(TIMES):
        world = crazy_eights.GAME.imagine(memory, SeededChance("anywhere", number))
        found.update((card, f"hand {seat}") for seat in others for card in world.hands[seat])
        found.update((card, "stock" if place else "top") for place, card in enumerate(world.stock))

    assert evenly(hidden, {**places, "top": 1, "stock": len(state.stock) - 1}, found) > LIKELY


@pytest.mark.parametrize("viewer", [0, 9, None])
def test_in_leduc_with_ten_seats_unseen_cards_lie_anywhere(viewer: Viewer) -> None:
    match = cardkit.start(leduc.GAME, seats=10, seed="ten")
    others = [seat for seat in range(10) if seat != viewer]
    hidden = Counter([*match.state.stock, *[match.state.hands[seat] for seat in others]])
    found = Counter[tuple[str, str]]()
    for number in range(TIMES):
        world = leduc.GAME.imagine(match.memory(viewer), SeededChance("ten", number))
        found.update((world.hands[seat], f"hand {seat}") for seat in others)
        found.update((card, "stock") for card in world.stock)

    places = {f"hand {seat}": 1 for seat in others}
    assert evenly(hidden, {**places, "stock": len(match.state.stock)}, found) > LIKELY


def test_in_goofspiel_a_hidden_bid_is_imagined_as_any_card_of_the_hand() -> None:
    match = cardkit.start(goofspiel.GAME, seats=3, seed="bids")
    for seat, card in ((0, 7), (1, 2), (2, 13), (1, 5)):
        match = match.play(goofspiel.Bid(card), seat)
    memory = match.memory(0)
    assert memory.state.bids[1][-1] not in range(14)

    bids = [
        goofspiel.GAME.imagine(memory, SeededChance("bids", number)).bids[1][-1] for number in range(TIMES)
    ]

    assert uniform(bids, [card for card in range(1, 14) if card != 2]) > LIKELY
