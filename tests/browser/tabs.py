"""A browser's tab on the page: what is on it, and what went wrong in it."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import httpx
from attrs import define, field, frozen
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.patience import PATIENCE

__all__ = [
    "DESKTOP",
    "HURRY",
    "LINGER",
    "PHONE",
    "POLLING",
    "Seat",
    "Tab",
    "client_of",
    "opened_browser",
    "seated",
]

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
"""Programs that are a Chromium. The last one can't have a window, and takes two thirds of the processor's time."""
SWITCHES: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
POLLING: Final = 40
"""Milliseconds between two looks at a page. Looking all the time takes more than the page itself."""
READY: Final = """() => {
  const table = document.querySelector("cardkit-table")?.shadowRoot?.querySelector(".table");
  if (!table || "working" in table.dataset) return "";
  if (table.querySelector(".ending")) return "over";
  return table.querySelector(".prompt.yours") ? `turn ${table.dataset.version}` : "";
}"""
"""Tells that the viewer may move, or that the match is over."""
HURRY: Final = """(() => {
  const wait = window.setTimeout, still = matchMedia("(prefers-reduced-motion: reduce)");
  window.setTimeout = (act, after, ...more) => wait(act, after <= 3000 && still.matches ? after / 4 : after, ...more);
})();"""
"""Shortens the pauses in which people read what the others did, unless cards move. They took most of a match."""
LINGER: Final = """(() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, after, ...more) => wait(act, [5000, 6000].includes(after) ? 300_000 : after, ...more);
})();"""
"""Leaves what is told for a moment on the page for minutes, or it would be gone before a busy machine has looked."""
LEAVE: Final = """async () => {
  if (location.hash !== "#/.")
    await new Promise((left) => {
      addEventListener("hashchange", left, { once: true });
      location.hash = "#/.";
    });
  localStorage.clear();
  sessionStorage.clear();
  document.querySelector("main").replaceChildren();
  const { lang, dataset } = document.documentElement;
  const own = [fetch, WebSocket, Element.prototype.animate].every((one) => /native code/.test(one));
  return own && lang === "en" && dataset.theme === "auto";
}"""
"""Goes to a place where the page shows and asks for nothing, and forgets what it has kept.

Returns whether the page is as it is when it has just been loaded.
"""

expect.set_options(timeout=1000 * PATIENCE)


@contextmanager
def opened_browser(*, light: bool = False) -> Generator[Browser | None]:
    """Provide a browser without a window, or `None` if there is no Chromium.

    It is the system's, or the one that Playwright has installed. A `light` one takes less of the processor's time.
    """
    program = next(filter(None, map(shutil.which, reversed(NAMES) if light else NAMES)), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        except Error as error:
            if program or "Executable doesn't exist" not in error.message:
                raise
            yield None
            return
        try:
            yield browser
        finally:
            browser.close()


@frozen
class Seat:
    """A seat of a match, with its token."""

    match: str
    seat: int
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of a request for this seat."""
        return {"Authorization": f"Bearer {self.token}"}

    def client(self, base: str) -> httpx.Client:
        """Return a client for the match that acts for this seat."""
        client = client_of(f"{base}/v1/matches/{self.match}")
        client.headers.update(self.headers)
        return client

    def play_on(self, base: str) -> None:
        """Play the last move in the list by the API, if it's this seat's turn."""
        with self.client(base) as http:
            if moves := http.get("/moves").raise_for_status().json()["moves"]:
                move = {"move": moves[-1]["number"]}
                http.post("/moves", json=move, headers={"If-Match": "*"}).raise_for_status()

    def play_to_the_end(self, base: str) -> None:
        """Play all its moves by the API, until the match is over. The others must be bots."""
        with self.client(base) as http:
            while (status := http.get("").raise_for_status().json())["status"] == "running":
                if self.seat in status["actors"]:
                    self.play_on(base)


def client_of(base: str) -> httpx.Client:
    """Return a client of that address, without the system's certificates: to load them takes 25 ms each time."""
    return httpx.Client(base_url=base, timeout=PATIENCE, trust_env=False, verify=False)


def seated(base: str, game: str, seats: int, people: int = 1, **more: object) -> tuple[Seat, ...]:
    """Make a match with bots on the other seats. Return the seats of the people."""
    bots = [{"seat": seat, "bot": "greedy"} for seat in range(people, seats)]
    with client_of(base) as http:
        asked = {"game": game, "seats": seats, "bots": bots, "name": "player 0", **more}
        made = http.post("/v1/matches", json=asked).raise_for_status().json()
        found = [Seat(made["match"]["id"], 0, made["token"])]
        for invitation in made["invitations"]:
            player = {"name": f"player {invitation['seat']}", "invitation": invitation["invitation"]}
            joined = http.post(f"/v1/matches/{found[0].match}/seats", json=player).raise_for_status().json()
            found.append(Seat(found[0].match, joined["seat"], joined["token"]))
    return tuple(found)


@define
class Tab:
    """A tab, and all that the page complained about or asked of other hosts."""

    context: BrowserContext
    page: Page
    base: str
    faults: list[str] = field(factory=list[str])
    asked: list[str] = field(factory=list[str])
    """The addresses of all requests."""
    parked: str = ""
    """The server where the window was left the last time."""
    others: tuple[str, ...] = ()
    """Other hosts that the page may ask."""

    @classmethod
    def open(cls, context: BrowserContext, base: str) -> "Tab":
        """Open a tab in that window, at the server's address."""
        context.set_default_timeout(1000 * PATIENCE)
        tab = cls(context, context.new_page(), base)
        page, faults = tab.page, tab.faults
        page.on("console", lambda told: tab._check_console(told))
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("request", lambda asked: tab._check_host(asked.url))
        page.on("websocket", lambda socket: tab._check_host(socket.url.replace("ws", "http", 1)))
        return tab

    def begin(self, base: str, size: ViewportSize, *, motion: bool) -> None:
        """Begin anew, at that server's address."""
        self.base, self.others = base, ()
        self.faults.clear()
        self.asked.clear()
        if self.page.viewport_size != size:
            self.page.set_viewport_size(size)
        self.page.emulate_media(color_scheme="light", reduced_motion="no-preference" if motion else "reduce")

    def forget(self, base: str, *, keep: bool) -> None:
        """Leave the place without all that the page has kept and without the other tabs.

        To load the page takes three times as long as to go to another place of it. So the document stays if it may
        be kept and is as good as new. Otherwise, a picture of that server replaces it.
        """
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        if self.page.url != "about:blank":
            self.page.evaluate("localStorage.clear(); sessionStorage.clear();")
        if not keep or not self.page.url.startswith(f"{base}/#/") or not self.page.evaluate(LEAVE):
            self.park(base)

    def park(self, base: str) -> None:
        """Show a picture of that server instead of the page. A blank page would take another process."""
        self.parked = base
        self.page.goto(f"{base}/page/icon.svg")

    def _check_console(self, told: ConsoleMessage) -> None:
        if (
            told.location["url"] != f"{self.parked}/favicon.ico"
        ):  # a browser asks for it where nothing names an icon
            self.faults.append(f"console: {told.type} {told.text}")

    def _check_host(self, url: str) -> None:
        self.asked.append(url)
        if not url.startswith((*(f"{host}/" for host in (self.base, *self.others)), "data:")):
            self.faults.append(f"request to another host: {url}")

    def go(self, place: str = "") -> None:
        """Go to a place of the page."""
        self.page.goto(f"{self.base}/#/{place}")

    def sit(self, seat: Seat) -> None:
        """Sit down at a table, by the link for another device."""
        self.go(f"sit/{seat.match}/{seat.seat}/{seat.token}")
        self.page.locator("cardkit-table .prompt").wait_for()

    def is_ready(self) -> str:
        """Return the version if the viewer may move, `over` if the match is, or an empty text."""
        ready: str = self.page.evaluate(READY)
        return ready

    def await_turn(self) -> str:
        """Wait until the viewer may move. Return the version, or `over`."""
        ready: str = self.page.wait_for_function(READY, polling=POLLING).json_value()
        return ready

    def await_turn_after(self, turn: str) -> str:
        """Wait for the next turn after that one."""
        script = f"() => {{ const now = ({READY})(); return now === {turn!r} ? '' : now; }}"
        ready: str = self.page.wait_for_function(script, polling=POLLING).json_value()
        return ready

    def await_end_of(self, turn: str) -> None:
        """Wait until that turn is over."""
        self.page.wait_for_function(f"() => ({READY})() !== {turn!r}", polling=POLLING)

    def find(self, selector: str) -> Locator:
        """Find something in the table."""
        return self.page.locator(f"cardkit-table {selector}")

    @property
    def story(self) -> list[str]:
        """What happened, as the page tells it, the newest first."""
        return self.find(".lines li").all_inner_texts()

    @property
    def width(self) -> int:
        """The width that the page needs."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth")
        return width

    def html(self) -> str:
        """Return the whole document, with what is inside the elements."""
        html: str = self.page.evaluate(
            """() => [document, ...[...document.querySelectorAll("*")].map((one) => one.shadowRoot)]
              .filter(Boolean).map((root) => (root.documentElement ?? root).innerHTML).join("\\n")"""
        )
        return html
