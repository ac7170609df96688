"""A match that is over, through the eyes of any seat."""

from collections.abc import Callable

import pytest

from tests.browser.tabs import Seat, Tab, seated


@pytest.fixture(scope="module")
def played(base: str) -> Seat:
    """Play a public match by the API. Return its seat 0."""
    (seat,) = seated(base, "biberbande", 2, options={"rounds": 1, "turn_limit": 5}, public=True)
    seat.play_to_the_end(base)
    return seat


def faces(tab: Tab) -> list[str]:
    """Return the cards of the viewer, by their names."""
    labels: list[str] = tab.page.locator("cardkit-replay .mine .card").evaluate_all(
        "cards => cards.map((card) => card.ariaLabel)"
    )
    return labels


def test_everybody_steps_through_a_match_with_the_eyes_of_any_seat_and_shares_a_moment(
    window: Callable[..., Tab], played: Seat
) -> None:
    tab, other = window(), window(fresh=True)
    tab.sit(played)
    tab.page.locator("[slot=over]").get_by_role("link", name="Watch it again").click()
    replay = tab.page.locator("cardkit-replay")
    replay.locator(".steps").wait_for()
    tab.page.get_by_role("button", name="One step on").click()
    replay.get_by_text("2 / ").wait_for()
    own = faces(tab)

    replay.get_by_role("combobox", name="Whose eyes").select_option(label="as greedy 1 saw it")
    replay.locator(".prompt").get_by_text("looks at the outer cards: ").wait_for()
    theirs = faces(tab)
    assert theirs != own
    assert sum("face down" not in face for face in theirs) == 2
    tab.page.wait_for_function("() => location.hash.endsWith('/1')")
    assert played.token not in tab.page.url

    # the link to share is for everybody who may watch
    other.page.goto(tab.page.url.replace(f"{played.match}/0/", f"{played.match}/watch/"))
    other.page.locator("cardkit-replay .prompt").get_by_text("looks at the outer cards: ").wait_for()
    assert faces(other) == theirs
    replay.get_by_role("combobox", name="Whose eyes").select_option(label="as you saw it")
    tab.page.wait_for_function("() => !location.hash.endsWith('/1')")
    assert faces(tab) == own


def test_arrow_keys_in_the_choice_of_eyes_dont_step(window: Callable[..., Tab], played: Seat) -> None:
    tab = window()
    tab.go(f"replay/{played.match}/watch/1/0")
    place = tab.page.locator("cardkit-replay .of")
    place.wait_for()
    before = place.inner_text()

    tab.page.locator("cardkit-replay select").focus()
    tab.page.keyboard.press("ArrowDown")

    tab.page.wait_for_function("() => location.hash.endsWith('/1')")
    assert place.inner_text() == before


def test_a_running_match_offers_nobodys_eyes(window: Callable[..., Tab]) -> None:
    tab = window()
    seat = seated(tab.base, "biberbande", 2, 2, public=True)[0]
    tab.sit(seat)
    tab.go(f"replay/{seat.match}/0")
    tab.page.locator("cardkit-replay .steps").wait_for()
    assert tab.page.locator("cardkit-replay select").count() == 0

    tab.go(f"replay/{seat.match}/watch/3/1")
    tab.page.locator("cardkit-replay .note").get_by_text("when the match is over").wait_for()
    tab.faults.clear()  # the browser tells of refused requests
