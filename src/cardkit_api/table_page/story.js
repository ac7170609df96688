// What happened, in sentences. A line leads to its moment.

import { h } from "./dom.js";

/** @import { SeenEvent } from "./types.js" */

/**
 * @param {SeenEvent[]} events @param {number | undefined} version the moment that is shown @param {string} title
 * @param {(version: number) => void} go @param {boolean} live whether lines come as things happen, the newest first
 */
export function drawnStory(events, version, title, go, live) {
  const told = events.filter(({ text }) => text);
  const lines = live ? told.reverse() : told;
  return h(
    "section",
    { key: "log", class: "list story" },
    h("h3", { id: "story" }, title),
    h(
      "ol",
      {
        class: "lines",
        "aria-labelledby": "story",
        role: live ? "log" : null,
        "aria-live": live ? "polite" : null,
      },
      lines.map((event, at) =>
        h(
          "li",
          { key: event.n, class: event.version === version ? "new" : "" },
          h(
            "button",
            {
              class: "line",
              tabindex: live && at ? "-1" : null,
              "aria-current": !live && event.version === version ? "step" : null,
              onclick: () => go(event.version),
            },
            event.text,
          ),
        ),
      ),
    ),
  );
}
