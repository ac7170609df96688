"""The page in a browser: how soon it is painted, and how soon a move is seen by the other browser.

`python -m bench.page` prints the medians and the 90th percentiles, in milliseconds. The server is a process of its own
on this machine. Each paint is in a new window, which has kept nothing. A page with one word, from another server, is
painted beside it: that is what the browser itself takes.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import median, quantiles
from threading import Thread
from time import perf_counter

from playwright.sync_api import Browser, BrowserContext

from tests.browser.tabs import DESKTOP, POLLING, Seat, Tab, opened_browser, seated

PAINTS = 25
MOVES = 40

FIRST_PAINT = """() => new Promise((done) => new PerformanceObserver((list, observer) => {
  for (const { name, startTime } of list.getEntries())
    if (name === "first-contentful-paint") { observer.disconnect(); done(startTime); }
}).observe({ type: "paint", buffered: true }))"""

TABLE_SHOWN = """() => new Promise((done) => {
  const look = () => {
    const table = document.querySelector("cardkit-table")?.shadowRoot?.querySelector(".table");
    if (table?.dataset.version) done(performance.now()); else requestAnimationFrame(look);
  };
  look();
})"""

NOTE_CLICKS = """() => document.addEventListener("click", () => {
  window.clicked = performance.timeOrigin + performance.now();
}, true)"""

NOTE_MOVES = """() => {
  let version = "";
  const look = () => {
    const table = document.querySelector("cardkit-table")?.shadowRoot?.querySelector(".table");
    if (table && table.dataset.version !== version) {
      version = table.dataset.version;
      window.seen = performance.timeOrigin + performance.now();
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@contextmanager
def serving() -> Generator[str]:
    """Provide the address of a server in a process of its own."""
    limits = [f"--limit={name}=100000" for name in ("pages", "requests", "burst")]
    command = [sys.executable, "-m", "cardkit_api", "--db", "memory:", "--port", "0", *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            for line in server.stdout or ():
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found[0]
                    return
            raise OSError("the server did not say where it is")
        finally:
            server.terminate()


class OneWord(BaseHTTPRequestHandler):
    """Answers every request with one word."""

    def do_GET(self) -> None:
        """Answer a request."""
        page = b"<!doctype html><title>bench</title><p>Hello"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@contextmanager
def serving_one_word() -> Generator[str]:
    """Provide the address of a server with next to nothing."""
    with ThreadingHTTPServer(("127.0.0.1", 0), OneWord) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def new_window(browser: Browser) -> BrowserContext:
    """Open a window that has kept nothing."""
    return browser.new_context(viewport=DESKTOP, locale="en-GB")


def painted(browser: Browser, address: str, moment: str) -> float:
    """Return the milliseconds until that moment of a page, in a new window."""
    window = new_window(browser)
    page = window.new_page()
    page.goto(address, wait_until="commit")
    milliseconds: float = page.evaluate(moment)
    window.close()
    return milliseconds


def moved(tabs: dict[str, Tab], turns: int) -> list[float]:
    """Return the milliseconds from a click in one browser until the other shows the move, for that many moves."""
    for tab in tabs.values():
        tab.page.evaluate(NOTE_CLICKS)
        tab.page.evaluate(NOTE_MOVES)
    times: list[float] = []
    until = perf_counter() + 300
    while len(times) < turns and perf_counter() < until:
        ready = [tab for tab in tabs.values() if tab.is_ready().startswith("turn")]
        if any(tab.is_ready() == "over" for tab in tabs.values()):
            break
        if not ready:
            next(iter(tabs.values())).page.wait_for_timeout(POLLING)
            continue
        (mover,) = ready
        (other,) = (tab for tab in tabs.values() if tab is not mover)
        turn = mover.is_ready()
        other.page.evaluate("window.seen = 0")
        mover.find(".moves button").first.click()
        if mover.find("dialog[open]").count():
            mover.find("dialog .yes").click()
        other.page.wait_for_function("() => window.seen > 0", polling=POLLING)
        seen: float = other.page.evaluate("window.seen")
        clicked: float = mover.page.evaluate("window.clicked")
        times.append(seen - clicked)
        mover.await_end_of(turn)
    return times


def tell(what: str, times: list[float]) -> None:
    """Print the median and the 90th percentile of times."""
    print(f"{what:<46} {median(times):6.0f} ms {quantiles(times, n=10)[-1]:6.0f} ms", flush=True)


def sat(browser: Browser, base: str, seat: Seat) -> Tab:
    """Sit down in a new window."""
    tab = Tab.open(new_window(browser), base)
    tab.begin(base, DESKTOP, motion=True)
    tab.sit(seat)
    return tab


def main() -> None:
    """Print all figures."""
    with opened_browser() as browser, serving() as base, serving_one_word() as bare:
        if browser is None:
            sys.exit("there is no Chromium; make test looks for one, or installs it")
        print(f"{'':<46} {'median':>9} {'p90':>9}")
        (alone,) = seated(base, "thirteen", 3, spectators="public", public=True)
        watched = f"{base}/#/match/{alone.match}"
        paint = partial(painted, browser)
        pages: dict[str, Callable[[], float]] = {
            "first paint of a page with one word": lambda: paint(bare, FIRST_PAINT),
            "first paint of the page": lambda: paint(base, FIRST_PAINT),
            "first paint of the page at a table": lambda: paint(watched, FIRST_PAINT),
            "its table is shown": lambda: paint(watched, TABLE_SHOWN),
        }
        found: dict[str, list[float]] = {what: [] for what in pages}
        for _ in range(PAINTS):
            for what, measure in pages.items():
                found[what].append(measure())
        for what, times in found.items():
            tell(what, times[1:])  # the first one finds nothing prepared
        for game in ("push", "biberbande"):
            seats = seated(base, game, 2, people=2)
            tabs = {seat.token: sat(browser, base, seat) for seat in seats}
            tell(f"{game}: from a click to the other browser", moved(tabs, MOVES))
            for tab in tabs.values():
                tab.context.close()


if __name__ == "__main__":
    main()
