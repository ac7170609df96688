"""The bots for Biberbande make the moves that are plain, and imagine what players are likely to hold."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean

import attrs
import pytest

import cardkit
from cardkit.bots import Bot, Observation, play_out
from cardkit.bots.chance import RunningChance
from cardkit.bots.contract import Choose
from cardkit.bots.observation import Given
from cardkit.games.biberbande import GAME, Glimpse, Knowledge, Phase, Truth, View
from cardkit.games.biberbande.bots.greedy import greedy
from cardkit.games.biberbande.bots.imagine import POINTS, KnownCard, imagine_likely
from cardkit.games.biberbande.bots.search_model import burdens, share_below
from cardkit.games.biberbande.bots.strong import (
    CAREFUL,
    SLY,
    Tuning,
    careful,
    estimates,
    expected_loss,
    keep_gain,
    looks_like,
    sly,
)
from cardkit.games.biberbande.cards import DECK, NUMBERS, Card
from cardkit.games.biberbande.evolve import NUMBER
from cardkit.games.biberbande.messages import Discard, Draw, Keep, Knock, Move, Options, Pass, Swap, Take
from cardkit.hidden import UNSEEN, Memory, Unseen, noted
from cardkit.mechanics.dealing import unseen

Row = tuple[KnownCard, KnownCard, KnownCard, KnownCard]
HIDDEN: Unseen = UNSEEN
KEPT: Unseen = noted(UNSEEN, NUMBER)
NOTHING_KNOWN: Row = (HIDDEN, HIDDEN, HIDDEN, HIDDEN)
ALL_KEPT: Row = (KEPT, KEPT, KEPT, KEPT)

BOTS: dict[str, Choose[Move, View, Glimpse, Knowledge, Options]] = {
    "greedy": greedy,
    "careful": careful,
    "sly": sly,
}


def remembered(phase: Phase) -> Knowledge:
    """Return what seat 1 of three knows when it comes to such a moment after the first lap, if all draw and discard."""
    match = cardkit.start(GAME, 3, seed="scene")
    while True:
        memory = match.memory(1)
        if memory.state.turns >= 3 and match.actors == (1,) and memory.state.phase == phase:
            return memory
        match = match.play(Draw() if Draw() in match.legal() else match.legal()[0])


def scene(
    phase: Phase, row: Row, others: Row, top: Card, *, knocked: bool = False
) -> Observation[Move, View, Glimpse, Knowledge, Options]:
    """Return what seat 1 of three sees, who has this row: the others' are alike, in the second lap or the third."""
    memory = remembered(phase)
    rows = (others, row, others)
    shown: list[Card] = [card for cards in rows for card in cards if not isinstance(card, Unseen)]
    pool = unseen(DECK, (*shown, top))
    state = attrs.evolve(
        memory.state,
        rows=rows,
        discard=(top,),
        stock=(HIDDEN,) * (len(pool) + len(shown) - 12),
        knocker=2 if knocked else None,
    )
    moves: tuple[Move, ...] = (Pass(), Knock()) if phase == "knocking" else (*map(Take, range(4)), Draw())
    return Observation(1, 3, Options(), moves, RunningChance("own"), seen_memory=Given(Memory(1, state)))


@pytest.mark.parametrize("name", BOTS)
def test_in_the_last_turn_the_highest_card_goes_for_a_zero_that_lies_open(name: str) -> None:
    seen = scene("choosing", ("9", "1", HIDDEN, "2"), ALL_KEPT, "0", knocked=True)
    assert BOTS[name](seen) == Take(0)


@pytest.mark.parametrize("name", BOTS)
def test_a_nine_is_never_taken(name: str) -> None:
    assert BOTS[name](scene("choosing", ("4", "1", HIDDEN, "2"), ALL_KEPT, "9")) == Draw()


@pytest.mark.parametrize("name", BOTS)
def test_one_knocks_with_nothing_but_zeros_and_ones(name: str) -> None:
    assert BOTS[name](scene("knocking", ("0", "1", "0", "0"), NOTHING_KNOWN, "9")) == Knock()


@pytest.mark.parametrize("name", BOTS)
def test_one_doesnt_knock_with_high_cards(name: str) -> None:
    assert BOTS[name](scene("knocking", ("9", "8", HIDDEN, "9"), ALL_KEPT, "9")) == Pass()


@pytest.mark.parametrize(("others", "wanted"), [(("9", "8", "9", HIDDEN), Knock()), (ALL_KEPT, Pass())])
def test_whether_the_careful_rule_knocks_hangs_on_the_others_rows(others: Row, wanted: Move) -> None:
    assert careful(scene("knocking", ("4", "4", "2", "2"), others, "9")) == wanted


@pytest.mark.parametrize(("knocked", "wanted"), [(False, Draw()), (True, Take(0))])
def test_the_careful_rule_takes_a_middling_card_only_in_the_last_turn(knocked: bool, wanted: Move) -> None:
    """In the open it would be swapped away from it; and the next card drawn may be better."""
    assert careful(scene("choosing", ("6", "1", "2", "2"), ALL_KEPT, "3", knocked=knocked)) == wanted


def test_a_card_that_was_let_lie_is_held_to_be_lower_than_one_that_nobody_saw() -> None:
    values = estimates(scene("choosing", ("6", "1", "2", "2"), NOTHING_KNOWN, "3").memory, CAREFUL)
    outer, inner = values[0][0], values[0][1]
    assert outer < inner


def later(memory: Knowledge, turns: int) -> Knowledge:
    """Return the same knowledge after this number of turns."""
    return attrs.evolve(memory, state=attrs.evolve(memory.state, turns=turns))


def sums(states: Sequence[Truth], seat: int) -> float:
    return mean(sum(POINTS[card] for card in state.rows[seat]) for state in states)


def test_likely_worlds_fit_what_was_seen_and_have_low_cards_where_others_kept_them() -> None:
    memory = scene("choosing", ("4", HIDDEN, HIDDEN, "2"), (HIDDEN, KEPT, KEPT, "5"), "7").memory
    chance = RunningChance("worlds")
    worlds = [imagine_likely(memory, chance) for _ in range(200)]
    possible = [GAME.imagine(memory, chance) for _ in range(200)]
    for world in worlds:
        assert Counter(
            [*world.stock, *world.discard, *(card for row in world.rows for card in row)]
        ) == Counter(DECK)
        assert {world.rows[0][1], world.rows[0][2]} <= NUMBERS
        assert (world.rows[1][0], world.rows[1][3], world.rows[2][3]) == ("4", "2", "5")
    assert sums(worlds, 0) < sums(possible, 0) - 4
    assert sums(worlds, 1) == pytest.approx(sums(possible, 1), abs=1.5)


def test_the_parts_that_seats_may_expect_to_be_below_make_half_of_all_pairs() -> None:
    burden = burdens([7.0, 12.0, 12.0, 20.0], 2, 9)
    parts = [share_below(burden, seat) for seat in range(4)]
    assert sum(parts) == pytest.approx(2.0)
    assert parts[0] > parts[2] > parts[1] > parts[3]


def test_the_sly_rule_knocks_the_sooner_the_longer_a_round_lasts() -> None:
    """The careful one holds what others let lie to be lower and lower, and doesn't dare."""
    early = scene("knocking", ("4", "4", "3", "3"), NOTHING_KNOWN, "9")
    late = attrs.evolve(early, seen_memory=Given(later(early.memory, 30)))
    assert [sly(early), sly(late)] == [Pass(), Knock()]
    assert careful(late) == Pass()


@pytest.mark.parametrize(("lap", "wanted"), [(19, Pass()), (20, Pass()), (22, Pass()), (23, Knock())])
def test_the_careful_rule_grows_impatient_in_the_end(lap: int, wanted: Move) -> None:
    """It expects to stay below 0.684 of the others here, and wants 0.77; from lap 20 on by 0.03 less with each."""
    seen = scene("knocking", ("4", "4", "3", "3"), ("9", "4", "3", "3"), "8")
    assert careful(attrs.evolve(seen, seen_memory=Given(later(seen.memory, 3 * lap)))) == wanted


@pytest.mark.parametrize(("top", "wanted"), [("1", Take(0)), ("2", Draw())])
def test_the_sly_rule_takes_in_the_open_only_what_helps_most(top: Card, wanted: Move) -> None:
    seen = scene("choosing", ("9", "1", "2", "2"), ALL_KEPT, top)
    assert sly(seen) == wanted
    assert careful(seen) == Take(0)


def drawn(
    row: Row, card: Card, others: Row = ALL_KEPT, *, knocked: bool = False
) -> Observation[Move, View, Glimpse, Knowledge, Options]:
    """Return what seat 1 of three sees who has drawn this card."""
    seen = scene("choosing", row, others, "9", knocked=knocked)
    state = seen.memory.state
    memory = Memory(1, attrs.evolve(state, phase="drawn", drawn=card, stock=state.stock[1:]))
    moves: tuple[Move, ...] = (Discard(), *map(Keep, range(4)))
    return attrs.evolve(seen, legal=moves, seen_memory=Given(memory))


@pytest.mark.parametrize(("knocked", "wanted"), [(False, Keep(0)), (True, Discard())])
def test_the_sly_rule_keeps_a_high_card_for_others_to_swap_for(knocked: bool, wanted: Move) -> None:
    """Else the next swap would take the 0. After a knock there is hardly one to come."""
    seen = drawn((HIDDEN, "0", HIDDEN, HIDDEN), "8", knocked=knocked)
    assert sly(seen) == wanted
    assert careful(seen) == Discard()


def test_a_decoy_is_laid_where_it_looks_best_rather_than_on_the_highest_card() -> None:
    """The first of the cards that look kept is the one that will be taken."""
    assert sly(drawn((HIDDEN, "0", "6", HIDDEN), "8")) == Keep(0)


def test_a_number_that_one_knows_may_look_kept_to_others() -> None:
    assert [looks_like(known) for known in ("0", "9", "swap", HIDDEN)] == [2.0, 2.0, 5.0, 5.0]


@pytest.mark.parametrize("rule", [careful, sly])
@pytest.mark.parametrize(("own", "swaps"), [("5", True), ("4", False)])
def test_a_card_is_swapped_for_one_that_is_no_worse(
    rule: Choose[Move, View, Glimpse, Knowledge, Options], own: Card, swaps: bool
) -> None:
    seen = drawn((own, "1", "1", "1"), "swap", ("5", "6", "7", "8"))
    ways = [Swap(place, other, theirs) for place in range(4) for other in (0, 2) for theirs in range(4)]
    assert rule(attrs.evolve(seen, legal=(Discard(), *ways))) == (Swap(0, 0, 0) if swaps else Discard())


PLAIN = attrs.evolve(CAREFUL, unseen=0.0)


@pytest.mark.parametrize(
    ("tuning", "gain"),
    [
        (PLAIN, 5.0 - 3.0),
        (attrs.evolve(PLAIN, fodder=0.5), 2.0),
        (attrs.evolve(PLAIN, lure=0.5), 2.0 + 0.5 * ((8 - 1) - (8 - 3))),
    ],
)
def test_keeping_a_card_gains_what_it_is_lower_and_what_swaps_will_change(
    tuning: Tuning, gain: float
) -> None:
    """A 3 for the 5 in the first place; the 1 was the only card that looked kept, now the first of two is the 3."""
    row, looks = [5.0, 1.0, 9.0, 5.0], [5.0, 2.0, 5.0, 5.0]
    assert keep_gain(row, row, looks, 0, 3.0, tuning) == pytest.approx(gain)


def test_the_highest_card_is_worth_less_trouble_to_who_will_give_it_away() -> None:
    row, looks = [5.0, 1.0, 9.0, 5.0], [5.0, 5.0, 5.0, 5.0]
    given_away = attrs.evolve(PLAIN, fodder=0.5)
    assert keep_gain(row, row, looks, 2, 3.0, given_away) == pytest.approx(9.0 - 3.0 + 0.5 * (5.0 - 9.0))


def test_a_swap_takes_what_looks_kept_and_else_anything() -> None:
    assert expected_loss([5.0, 1.0, 9.0, 5.0], [5.0, 2.0, 5.0, 5.0]) == 7.0
    assert expected_loss([5.0, 1.0, 9.0, 5.0], [5.0] * 4) == 1.5


def test_there_is_a_temper_for_every_number_of_seats() -> None:
    assert sorted(SLY) == [*GAME.seats]


@pytest.mark.parametrize("rule", [careful, sly])
@pytest.mark.parametrize(("seats", "deal"), [(2, "d3"), (2, "d11"), (3, "d0"), (6, "d0")])
def test_a_round_among_them_ends_though_no_limit_is_set(
    rule: Choose[Move, View, Glimpse, Knowledge, Options], seats: int, deal: str
) -> None:
    """In two of these the careful one once waited for more than 6000 laps, and all others with it."""
    player = Bot("patient", rule, frozenset({"memory"}))
    chance = [RunningChance(f"{seat}") for seat in range(seats)]
    last, _ = play_out(GAME, Options(rounds=1), [player] * seats, RunningChance(deal), chance, 150 * seats)
    assert GAME.outcome(last) is not None


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_rules_move_is_always_legal(seats: int) -> None:
    def checked(seen: Observation[Move, View, Glimpse, Knowledge, Options]) -> Move:
        moves = careful(seen), sly(seen)
        assert set(moves) <= set(seen.legal)
        return moves[seen.chance.below("which", 2)]

    player = Bot("both", checked, frozenset({"memory"}))
    for deal in range(10):
        chance = RunningChance(f"deal {deal}")
        play_out(GAME, Options(rounds=1, turn_limit=20), [player] * seats, chance, [chance] * seats)
