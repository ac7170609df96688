// The first page: the games, and the matches that can be joined or watched.

import { controlText } from "./clock.js";
import { h } from "./dom.js";
import { forget, kept } from "./kept.js";
import { paint, say, server, state, titleOf, to, whoSits } from "./shell.js";

/** @import { Nodes, Status } from "./types.js" */

const FAN = [
  ["7", "●"],
  ["4", "✗"],
  ["5", "■"],
  ["2", "▲"],
];

/** @returns {Promise<() => Nodes>} */
export async function home() {
  const ask = server();
  const [open, running] = await Promise.all(
    ["open", "running"].map((status) => ask.get(`v1/matches?limit=20&status=${status}`)),
  );
  /** @type {Status[]} */
  const joinable = open.matches;
  /** @type {Status[]} */
  const watchable = running.matches;
  return () => {
    const own = Object.entries(kept().matches)
      .filter(([, { owner, seats }]) => owner || Object.keys(seats).length)
      .sort(([, one], [, other]) => other.when - one.when);
    return [
      h(
        "section",
        { class: "hero" },
        h("div", null, h("h1", null, "cardkit"), h("p", null, say("welcome"))),
        h(
          "div",
          { class: "fan", "aria-hidden": "true" },
          FAN.map(([label, shape]) => h("i", null, label, h("b", null, shape))),
        ),
      ),
      h("h2", null, say("games")),
      h(
        "ul",
        { class: "games" },
        state.games.map((game) =>
          h(
            "li",
            { key: game.key },
            h("h3", null, game.title),
            h("p", null, `${say("players")}: ${[...new Set([game.least_seats, game.most_seats])].join("–")}`),
            h(
              "p",
              { class: "links" },
              h(
                "a",
                { class: "go", href: to("new", game.key), "aria-label": `${say("creates")}: ${game.title}` },
                say("creates"),
              ),
              game.links.rules &&
                h("a", { href: to("rules", game.key), "aria-label": `${say("rules")}: ${game.title}` }, say("rules")),
            ),
          ),
        ),
      ),
      own.length > 0 && [
        h("h2", null, say("own")),
        h(
          "ul",
          { class: "matches" },
          own.slice(0, 12).map(([id, { title, seats }]) =>
            h(
              "li",
              { key: id },
              h("span", null, title),
              Object.keys(seats).map((seat) =>
                h("a", { key: seat, href: to("match", id, seat) }, say("seat", { number: Number(seat) + 1 })),
              ),
              !Object.keys(seats).length && h("a", { href: to("watch", id) }, say("watch")),
              h(
                "button",
                {
                  class: "quiet",
                  "aria-label": `${say("close")}: ${title}`,
                  onclick: () => {
                    forget(id);
                    paint();
                  },
                },
                "×",
              ),
            ),
          ),
        ),
      ],
      h("h2", null, say("joinable")),
      joinable.length ? matches(joinable, say("join"), "join") : h("p", { class: "none" }, say("nobody")),
      watchable.length > 0 && [h("h2", null, say("running")), matches(watchable, say("watch"), "watch")],
    ];
  };
}

/** @param {Status[]} found @param {string} word @param {string} where */
const matches = (found, word, where) =>
  h(
    "ul",
    { class: "matches" },
    found.map((match) =>
      h(
        "li",
        { key: match.id },
        h("span", null, titleOf(match.game)),
        h(
          "small",
          null,
          whoSits(match),
          match.timing && ` · ${controlText(match.timing.control, say)}`,
        ),
        h("a", { class: "go", href: to(where, match.id), "aria-label": `${word}: ${titleOf(match.game)}` }, word),
      ),
    ),
  );
