"""The page without sight or a mouse, and for tired eyes: names, announcements, the focus, contrast, motion."""

from collections.abc import Callable
from typing import Final

import pytest

from tests.browser.tabs import Tab, seated

UNNAMED: Final = """() => {
  const roots = [document, ...[...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean)];
  const named = (one) => one.getAttribute("aria-label") || one.getAttribute("aria-labelledby") || one.innerText?.trim()
    || [...(one.labels ?? [])].map((label) => label.innerText).join("").trim();
  return roots.flatMap((root) => [...root.querySelectorAll("button, a, input, select, summary, ul.cards, [role=img]")])
    .filter((one) => !one.closest("[aria-hidden=true]") && one.checkVisibility() && !named(one))
    .map((one) => one.outerHTML);
}"""
FAINT: Final = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const mixed = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255)
      .map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const parent = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host;
  const roots = [document, ...[...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean)];
  const faint = [];
  for (const one of roots.flatMap((root) => [...root.querySelectorAll("*")])) {
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3);
    const text = texts.map((node) => node.nodeValue.trim()).join("");
    if (!text || !one.checkVisibility({ opacityProperty: true })) continue;
    if (one.closest(".hidden, style, script, option, .act[aria-disabled=true]")) continue;
    const behind = [];
    let place = one.matches(".card > small") ? one.closest("ul") : one;  // it stands below the card
    for (; place; place = parent(place)) behind.unshift(getComputedStyle(place).backgroundColor);
    const ground = light(mixed(["white", ...behind]));
    const ink = light(mixed(["white", ...behind, getComputedStyle(one).color]));
    const contrast = (Math.max(ground, ink) + .05) / (Math.min(ground, ink) + .05);
    if (contrast < 4.5) faint.push(`${contrast.toFixed(2)} ${one.className} ${text}`);
  }
  return faint;
}"""

COUNT_MOTIONS: Final = """(table) => {
  window.motions = 0;
  const count = () => { window.motions += 1; };
  for (const kind of ["transitionrun", "animationstart"]) table.shadowRoot.addEventListener(kind, count);
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) { count(); return animate.apply(this, given); };
}"""
"""Counts in `motions` what begins to move from now on. Who looks now and then may miss all of it."""


@pytest.fixture
def tab(window: Callable[..., Tab]) -> Tab:
    return window()


def sit_down(tab: Tab, game: str, seats: int = 3) -> str:
    tab.sit(seated(tab.base, game, seats)[0])
    return tab.await_turn()


@pytest.mark.parametrize("game", ["thirteen", "friday13", "biberbande", "push"])
def test_all_text_has_contrast_and_all_controls_have_names(tab: Tab, game: str) -> None:
    turn = sit_down(tab, game)
    for _ in range(2):
        tab.find(".moves button").first.click()
        if tab.find("dialog[open]").count():
            tab.find("dialog .yes").click()
        turn = tab.await_turn_after(turn)

    assert tab.page.evaluate(UNNAMED) == []
    assert tab.page.evaluate(FAINT) == []
    tab.page.emulate_media(color_scheme="dark")
    assert tab.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert tab.page.evaluate(FAINT) == []


def test_the_other_pages_have_contrast_and_names_too(tab: Tab) -> None:
    for place, shown in (("", ".hero"), ("new/push", "form.sheet"), ("rules/biberbande", "article.rules")):
        tab.go(place)
        tab.page.locator(shown).wait_for()

        assert tab.page.evaluate(FAINT) == [], place
        assert tab.page.evaluate(UNNAMED) == [], place


def test_the_focus_stays_in_the_hand_after_a_move(tab: Tab) -> None:
    turn = sit_down(tab, "thirteen")
    card = tab.find(".mine button.card.open").nth(2)
    card.focus()
    tab.page.keyboard.press("Enter")
    chosen = tab.find(".prompt em").count()
    if chosen:
        tab.find(".do").first.click()
    if tab.find("dialog[open]").count():
        tab.page.keyboard.press("Enter")
    if chosen:
        tab.find(".mine button.card").nth(2).focus()
    tab.await_turn_after(turn)

    inside = "(table) => !!table.shadowRoot.activeElement?.closest('.mine')"
    assert tab.page.locator("cardkit-table").evaluate(inside)


def test_arrow_keys_go_from_card_to_card_and_escape_drops_a_choice(tab: Tab) -> None:
    sit_down(tab, "biberbande", 2)
    label = "(table) => table.shadowRoot.activeElement?.ariaLabel ?? ''"
    table = tab.page.locator("cardkit-table")
    tab.find(".mine button.card").first.focus()
    first = table.evaluate(label)

    tab.page.keyboard.press("ArrowRight")
    second = table.evaluate(label)
    tab.page.keyboard.press("ArrowLeft")

    assert first.endswith("0")
    assert second.endswith("1")
    assert table.evaluate(label) == first


def test_what_happens_is_announced_politely_in_the_games_sentences(tab: Tab) -> None:
    turn = sit_down(tab, "thirteen")
    log = tab.page.get_by_role("log", name="What happened")
    before = log.get_by_role("listitem").count()

    tab.find(".moves button:not(.warned)").first.click()
    tab.await_turn_after(turn)

    told = log.get_by_role("listitem").all_inner_texts()
    assert log.get_attribute("aria-live") == "polite"
    assert len(told) - before >= 3  # the own move, and those of two bots
    assert any(line.startswith("player 0 plays") for line in told)


def test_nothing_moves_for_readers_who_prefer_that(window: Callable[..., Tab]) -> None:
    for motion in (True, False):
        tab = window(motion=motion)
        (seat,) = seated(tab.base, "thirteen", 3)
        tab.sit(seat)
        turn = tab.await_turn()
        tab.page.locator("cardkit-table").evaluate(COUNT_MOTIONS)
        tab.find(".moves button:not(.warned)").first.click()
        tab.await_turn_after(turn)

        assert tab.page.evaluate("motions > 0") == motion
