"""What might have been: playing on from a version with other chance."""

import pytest

import cardkit
from cardkit.games.thirteen import GAME, ThirteenMatch


def first_moves(match: ThirteenMatch) -> ThirteenMatch:
    while match.actors:
        match = match.play(match.legal()[0])
    return match


def test_a_branch_keeps_the_past_and_draws_what_comes_from_the_other_seed() -> None:
    match = first_moves(cardkit.start(GAME, 4, seed="as it was"))

    branch = first_moves(match.branch(30, "as it might have been"))

    assert branch.at(30).state == match.at(30).state
    assert branch.glimpses(0)[:54] == match.glimpses(0)[:54]  # the first round had been dealt already
    assert branch.state != match.state
    assert branch.version == match.version


def test_its_header_says_so_and_its_report_does_not_call_it_fair() -> None:
    match = cardkit.start(GAME, 3, seed="as it was")
    branch = first_moves(match.branch(3, "as it might have been"))

    report = cardkit.verify(branch)

    assert '"branched":[3]' in cardkit.dumps(branch).splitlines()[0]
    assert report.ok
    assert not report.complete
    assert (
        "line 1: fairness not checked: branched at version 3: nobody committed to the draws after it"
        in str(report)
    )
    assert cardkit.verify(first_moves(match)).complete


def test_a_branch_is_another_match_that_its_log_brings_back() -> None:
    match = cardkit.start(GAME, 3, seed="as it was")
    branch = first_moves(match.branch(3, "one").branch(3, "other"))

    again = cardkit.loads(cardkit.dumps(branch), GAME)

    assert match.branch(3, "one") != match
    assert again == branch
    assert again.header.branches == ((3, "other"),)
    assert cardkit.loads(cardkit.dumps(branch, with_seed=False), GAME).header.branches == ((3, None),)


def test_branches_of_a_branch_each_have_their_seed() -> None:
    match = first_moves(cardkit.start(GAME, 3, seed="as it was").branch(3, "one").branch(3, "two"))
    late = match.at(match.version).branch(20, "three")

    assert late.header.branches == ((3, "two"), (20, "three"))
    assert late.at(3).chance.seed == "two"
    assert late.chance == cardkit.SeededChance("three", 20)
    assert match.branch(3, "four").header.branches == ((3, "four"),)


@pytest.mark.parametrize("seed", ["", 3, None, "x" * 1001])
def test_a_seed_that_is_no_text_is_refused(seed: str) -> None:
    with pytest.raises(cardkit.Invalid, match=r"^seed: "):
        cardkit.start(GAME, 3).branch(3, seed)


def test_there_is_no_branch_from_a_version_that_does_not_exist() -> None:
    with pytest.raises(cardkit.CardkitError, match="version 2"):
        cardkit.start(GAME, 3).branch(2, "other")
