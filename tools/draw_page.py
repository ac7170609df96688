"""Take the pictures of the page in docs/browser.md: a table on a laptop and on a phone. This needs a Chromium.

The deal differs each time, so `make pictures` doesn't take them.
"""

from pathlib import Path

from tests.api.clients.serving import serving
from tests.browser.tabs import DESKTOP, PHONE, Tab, opened_browser, seated

IMAGES = Path(__file__).parents[1] / "docs" / "images"
PICTURES = {"page": (DESKTOP, "thirteen"), "page_phone": (PHONE, "friday13")}
MOVES = 7


def main() -> None:
    with serving() as base, opened_browser() as browser:
        if browser is None:
            raise SystemExit("error: no Chromium found; run tools/browser.sh")
        for name, (size, game) in PICTURES.items():
            context = browser.new_context(viewport=size, reduced_motion="reduce", locale="en-GB")
            tab = Tab.open(context, base)
            tab.sit(seated(base, game, 4, name="Ann")[0])
            turn = tab.await_turn()
            for _ in range(MOVES):
                tab.find(".moves button:not(.warned)").or_(tab.find(".moves button")).first.click()
                if tab.find("dialog[open]").count():
                    tab.find("dialog .yes").click()
                turn = tab.await_turn_after(turn)
            tab.page.evaluate("scrollTo(0, 0)")
            tab.page.screenshot(path=IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
