"""What a notebook shows: it asks values for `_repr_html_` and `_repr_svg_`."""

import pytest
from attrs import evolve

import cardkit
from cardkit.arena import RunSpec, rate, simulate
from cardkit.arena.report.findings import findings
from cardkit.drawing import html, scene_of, svg
from cardkit.verify import Check, Report
from tests.drawing.pictures import Page, elements
from tests.drawing.scenes import ALL_GAMES, steps
from tests.drawing.test_secrecy import worlds


def shown(value: object, kind: str = "html") -> str:
    """Return what a notebook shows of a value."""
    picture: object = getattr(value, f"_repr_{kind}_")()
    assert isinstance(picture, str)
    return picture


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_match_is_shown_as_a_spectator_sees_it(game: str) -> None:
    """A notebook is shared: no hand may stand in it."""
    for match in steps(game, 3)[1:40:9]:
        assert shown(match, "svg") == svg(scene_of(match, None))
        assert shown(match, "html") == html(scene_of(match, None))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_what_a_notebook_shows_of_a_match_does_not_depend_on_hidden_cards(game: str) -> None:
    match = steps(game, 3)[4]
    for other in worlds(match, None, 4):
        for kind in ("svg", "html"):
            assert shown(other, kind) == shown(match, kind)


def test_a_match_of_a_game_without_a_layout_is_shown_too() -> None:
    match = steps("push", 3)[5]
    plain = evolve(match, game=evolve(match.game, layout=None))

    assert len([*elements(shown(plain, "svg"))]) > 20


def test_a_scene_is_shown_as_its_viewer_sees_it() -> None:
    scene = scene_of(steps("thirteen", 3)[5], 1)

    assert shown(scene, "svg") == svg(scene)
    assert shown(scene, "html") == html(scene)


def test_a_verification_that_passed_is_one_sentence() -> None:
    match = steps("thirteen", 3, (("rounds", 1),))[-1]
    report = cardkit.verify(match)

    assert report.complete
    assert Page(shown(report)).texts == {"strong": [f"✓ All {len(report.checks)} checks passed."]}


def test_a_verification_names_what_failed_and_what_was_not_possible() -> None:
    checks = (
        Check(1, "fairness", None, "the log doesn't hold the seed"),
        Check(2, "integrity", True, "fine"),
        Check(3, "integrity", False, "the seal of <b> doesn't fit"),
    )

    assert Page(shown(Report(checks))).texts == {
        "strong": ["✗ 1 of 3 checks failed."],
        "li": [
            "line 3: integrity FAILED: the seal of <b> doesn't fit",
            "line 1: fairness not checked: the log doesn't hold the seed",
        ],
    }
    assert "No check failed. 1 of 2 weren't possible." in shown(Report(checks[:2]))
    assert "<p>And 5 more.</p>" in shown(Report(checks[:1] * 25))


def test_a_simulation_is_shown_with_its_findings() -> None:
    found = simulate(RunSpec("push", ["random"], 3, seats=2, seed="a notebook", workers=1))
    page = Page(shown(found))

    assert page.texts["li"] == findings(found)
    assert page.texts["strong"] == ["push: 3 matches of random"]
    images = [attributes for tag, attributes in page.tags if tag == "img"]
    assert [attributes["alt"] for attributes in images] == ["How long is a match, in moves?"]
    assert (images[0]["src"] or "").startswith("data:image/svg+xml")


def test_an_arena_is_shown_with_its_ratings() -> None:
    found = rate(RunSpec("push", ["random", "greedy"], 2, seats=2, seed="a notebook", workers=1))
    page = Page(shown(found))

    assert page.texts["li"] == [*found.sentences]
    assert "style" not in {tag for tag, _ in page.tags}, "a style sheet would reach the whole notebook"
