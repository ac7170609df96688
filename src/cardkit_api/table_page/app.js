// The page: it shows what the address names. Tokens are in the part of the address behind the #, which browsers send to
// nobody.

import { Refusal } from "./api.js";
import { replay, table } from "./around.js";
import { creation } from "./creation.js";
import { h, quiet } from "./dom.js";
import { home } from "./home.js";
import { invitation, rules } from "./joining.js";
import { keepMatch, keptMatch } from "./kept.js";
import { goQuietly, main, paint, say, server, state } from "./shell.js";

/** @import { Game, Table } from "./types.js" */

/**
 * Refuse a link whose token doesn't open what the link names. So nobody loses a seat by a link.
 * @param {string} id @param {string} token @param {number | null} seat @returns {Promise<void>}
 */
async function check(id, token, seat) {
  /** @type {Table} */
  const opened = await server(token).get(`v1/matches/${id}/table`);
  if (opened.seat !== seat) throw new Refusal(404, {});
}

/** Show what the address names. @returns {Promise<void>} */
async function route() {
  const run = (state.run += 1);
  const parts = location.hash.replace(/^#\/?/, "").split("/");
  const [page = "", id = "", ...rest] = parts;
  document.title = "cardkit";
  state.error = "";
  try {
    // another address could lead out of the API
    if (!parts.every((part) => /^(?!\.+$)[\w.~-]*$/.test(part))) throw new Refusal(404, {});
    if (!state.games.length) {
      /** @type {{ games: Game[] }} */
      const list = await server().get("v1/games");
      state.games = list.games;
    }
    if (page === "sit" && rest[0] && rest[1]) {
      if (keptMatch(id).seats[rest[0]] !== rest[1]) await check(id, rest[1], Number(rest[0]));
      if (run !== state.run) return;
      keepMatch(id, { seats: { [rest[0]]: rest[1] } });
      return goQuietly("match", id, rest[0]);
    }
    if (page === "watch" && rest[0]) {
      if (keptMatch(id).watcher !== rest[0]) await check(id, rest[0], null);
      if (run !== state.run) return;
      keepMatch(id, { watcher: rest[0] });
      return goQuietly("watch", id);
    }
    const shown = await (page === "new"
      ? creation(id)
      : page === "rules"
        ? rules(id)
        : page === "join"
          ? invitation(id, rest[0])
          : page === "match"
            ? table(id, rest[0])
            : page === "watch"
              ? table(id)
              : page === "replay"
                ? replay(id, rest[0] ?? "watch", rest[1], rest[2])
                : home());
    if (run !== state.run) return;
    state.page = shown;
  } catch (error) {
    if (run !== state.run) return;
    state.page = () =>
      h(
        "p",
        null,
        h("a", { class: "go", href: "#/" }, say("home")),
        " ",
        quiet(say("again"), route),
      );
    state.error =
      error instanceof Refusal
        ? [401, 403, 404].includes(error.status)
          ? say("gone")
          : error.message
        : say("lost");
  }
  paint();
}

addEventListener("hashchange", async () => {
  await route();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
});
state.route = route;
paint();
route();
