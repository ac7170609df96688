// A table before the match begins: who sits where, who is here, and on what terms.

import { h } from "./dom.js";
import { drawnPresence, drawnReaction } from "./people.js";
import { termsList } from "./terms.js";

/** @import { CardkitTable, Status } from "./types.js" */

/** @param {CardkitTable} table @param {Status} status */
export function drawnLobby(table, status) {
  const { say, seat } = table;
  return h(
    "section",
    { key: "waiting", class: "waiting" },
    h("h2", null, say("open")),
    h(
      "ol",
      { class: "chairs", "aria-label": say("players") },
      status.seats.map((chair) =>
        h(
          "li",
          { key: chair.seat, class: chair.holder, "data-seat": chair.seat },
          h("b", null, String(chair.seat + 1)),
          h("span", null, chair.holder === "nobody" ? say("free") : chair.name || chair.bot),
          chair.holder === "bot" && h("small", null, say("bot", { name: chair.bot })),
          status.starts === "ready" && chair.ready && h("small", null, `✓ ${say("ready")}`),
          chair.holder === "person" && chair.seat !== seat && drawnPresence(table.presence, chair.seat, say),
          drawnReaction(table.reactions, chair.seat),
          chair.seat === seat && table.phrases(),
        ),
      ),
    ),
    termsList(status, say),
    h("slot", { name: "open" }),
  );
}
