// A table or a replay, and what the page puts around it: links to give away, the start, and the next match.

import "./cardkit-table.js";
import { h, quiet } from "./dom.js";
import { forget, keepMatch, keptMatch } from "./kept.js";
import { attempt, copier, go, goToTable, link, paint, say, server } from "./shell.js";
import { shared, sheet, state, submit, titleOf, to } from "./shell.js";
import { clockBody, clockRows, termsBody, termsOf, termsRows } from "./terms.js";

/** @import { Nodes, Rematch, Status, Terms } from "./types.js" */

/**
 * A table: of a seat, or of somebody who watches.
 * @param {string} id @param {string} [seat] @param {string} [given] the token of a watcher
 * @returns {Promise<() => Nodes>}
 */
export async function table(id, seat, given) {
  if (given) keepMatch(id, { watcher: given });
  const known = keptMatch(id);
  const token = seat === undefined ? (known.watcher ?? "") : (known.seats[seat] ?? "");
  /** @type {Status | null} */
  let status = null;
  /** @type {Rematch | null} */
  let again = null;
  /** @type {{ terms: Terms | null }} what the owner is about to change */
  const changing = { terms: null };
  const follow = (/** @type {Rematch} */ rematch) => {
    again = rematch;
    const { match, seat, token } = rematch;
    if (!match || !(token || match.public)) return;
    const { id, game } = match;
    const tokens = !token ? {} : seat === null ? { watcher: token } : { seats: { [seat]: token } };
    keepMatch(id, { game, title: titleOf(game), ...tokens });
    goToTable(id, seat);
  };
  const address = `v1/matches/${id}/rematch`;
  const rematch = () => attempt(async () => follow(await server(token).post(address, { agreed: true })));
  const next = () => attempt(async () => follow(await server(token).get(address)));
  const eyes = seat ?? "watch";
  return () =>
    h(
      "cardkit-table",
      {
        key: `${id} ${eyes}`,
        match: `v1/matches/${id}`,
        language: state.language,
        ".token": token,
        "on:cardkit-change": ({ detail }) => {
          status = detail.status;
          const title = titleOf(status.game);
          document.title = `${detail.turn ? "● " : ""}${title} – cardkit`;
          if (status.next && again) next();
          if (!known.title) keepMatch(id, { game: status.game, title });
          paint();
        },
        "on:cardkit-moment": (event) => go("replay", id, eyes, event.detail.version),
      },
      h(
        "details",
        { key: "menu", slot: "tools", class: "menu" },
        h("summary", null, say("menu")),
        h("div", null, status && more(status, id, seat, token)),
      ),
      status?.status === "open" &&
        h("div", { key: "open", slot: "open" }, invitations(id, status, seat, token, changing)),
      status?.status === "over" &&
        h(
          "p",
          { key: "over", slot: "over", class: "links" },
          seat !== undefined &&
            h(
              "button",
              { class: "go", "aria-disabled": again ? "true" : null, onclick: again ? null : rematch },
              say("rematch"),
            ),
          seat === undefined && status.next && h("button", { class: "go", onclick: next }, say("next")),
          again &&
            !again.match &&
            h(
              "span",
              { role: "status" },
              say("rematchWaits", {
                names: again.waiting_for.map((other) => status?.seats[other]?.name ?? "").join(", "),
              }),
            ),
          h("a", { href: to("replay", id, eyes) }, say("replay")),
          h("a", { href: to("new", status.game) }, say("creates")),
        ),
    );
}

/**
 * Return what leads away from a table.
 * @param {Status} status @param {string} id @param {string | undefined} seat @param {string} token @returns {Nodes}
 */
function more(status, id, seat, token) {
  const { watcher } = keptMatch(id);
  return [
    h("a", { href: to("rules", status.game), target: "_blank" }, say("rules")),
    status.version > 0 && h("a", { href: to("replay", id, seat ?? "watch") }, say("replay")),
    (status.public || watcher) &&
      shared(say("watch"), link("watch", id, ...(watcher && !status.public ? [watcher] : []))),
    seat !== undefined && shared(say("other"), link("sit", id, seat, token)),
  ];
}

/**
 * What can be done before the start: give links away, be ready, leave, start.
 * @param {string} id @param {Status} status @param {string | undefined} seat @param {string} token
 * @param {{ terms: Terms | null }} changing @returns {Nodes}
 */
function invitations(id, status, seat, token, changing) {
  const own = seat === undefined ? undefined : status.seats[Number(seat)];
  const { invitations = [], owner } = keptMatch(id);
  const free = status.seats.filter(({ holder }) => holder === "nobody").map(({ seat }) => seat);
  const links = invitations.filter(({ seat }) => free.includes(seat));
  return [
    links.length > 0 && h("p", null, say("share")),
    links.map(({ seat, invitation }) => shared(say("seat", { number: seat + 1 }), link("join", id, invitation))),
    status.public && !links.length && h("p", null, h("a", { class: "go", href: to("join", id) }, say("join"))),
    own &&
      status.starts === "ready" &&
      h(
        "button",
        {
          class: "go",
          "aria-pressed": own.ready ? "true" : "false",
          onclick: () => attempt(() => server(token).post(`v1/matches/${id}/ready`, { ready: !own.ready })),
        },
        own.ready ? `✓ ${say("ready")}` : say("ready"),
      ),
    own &&
      quiet(say("leave"), () =>
        attempt(async () => {
          await server(token).ask("DELETE", `v1/matches/${id}/seats/${seat}`);
          forget(id);
          go("");
        }),
      ),
    owner && quiet(say("start"), () => attempt(() => server(owner).post(`v1/matches/${id}/start`, {}))),
    owner && newTerms(id, status, owner, changing),
  ];
}

/**
 * The terms as the owner changes them.
 * @param {string} id @param {Status} status @param {string} owner
 * @param {{ terms: Terms | null }} changing
 */
function newTerms(id, status, owner, changing) {
  const { terms } = changing;
  if (!terms)
    return quiet(say("changeTerms"), () => {
      changing.terms = termsOf(status);
      paint();
    });
  const save = () =>
    attempt(async () => {
      const clock = terms.clock || !status.timing ? clockBody(terms) : { untimed: true };
      await server(owner).post(`v1/matches/${id}/terms`, { ...termsBody(terms), ...clock });
      changing.terms = null;
    });
  return sheet(
    save,
    clockRows(terms, say, paint, terms.absence.startsWith("bot") ? [terms.absence] : []),
    termsRows(terms, say, paint),
    submit(say("changeTerms")),
  );
}

/**
 * A match again. `eyes` is whose token is used, and `as` the seat through whose eyes it is seen once it is over.
 * @param {string} id @param {string} eyes @param {string} [at] @param {string} [as] @returns {Promise<() => Nodes>}
 */
export async function replay(id, eyes, at = "", as = "") {
  await import("./cardkit-replay.js");
  const known = keptMatch(id),
    token = eyes === "watch" ? (known.watcher ?? "") : (known.seats[eyes] ?? known.watcher ?? "");
  let shown = { version: at, as };
  const place = () => [shown.version, ...(shown.as ? [shown.as] : [])];
  return () => [
    h(
      "cardkit-replay",
      {
        key: `${id} ${eyes}`,
        match: `v1/matches/${id}`,
        language: state.language,
        at,
        as,
        ".token": token,
        "on:cardkit-moment": ({ detail }) => {
          shown = { version: String(detail.version), as: detail.as };
          history.replaceState(null, "", to("replay", id, eyes, ...place()));
          paint();
        },
      },
      h(
        "div",
        { slot: "tools", class: "links" },
        h("a", { class: "go", href: eyes === "watch" ? to("watch", id) : to("match", id, eyes) }, say("table")),
        copier(say("moment"), link("replay", id, "watch", ...place())),
      ),
    ),
  ];
}
