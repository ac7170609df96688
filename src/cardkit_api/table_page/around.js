// A table or a replay, and what the page puts around it: links to give away, the start, and the next match.

import "./cardkit-table.js";
import { choices } from "./creation.js";
import { h, quiet } from "./dom.js";
import { forget, keepMatch, keptMatch } from "./kept.js";
import { attempt, copier, go, goToTable, link, paint, say, server } from "./shell.js";
import { shared, sheet, state, submit, titleOf, to } from "./shell.js";
import { clockBody, termsBody, termsOf } from "./terms.js";

/** @import { Changing, Invitation, Nodes, Rematch, Sheet, Status } from "./types.js" */

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
  /** @type {{ terms: Changing | null }} what the owner is about to change */
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
          // who leaves a seat has used up its link
          if (known.owner && status.status === "open") keepMatch(id, { invitations: openLinks(id, status) });
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

/** Return the links that are good for a free seat. @param {string} id @param {Status} status */
const openLinks = (id, { seats }) =>
  (keptMatch(id).invitations ?? []).filter(({ seat }) => seats[seat]?.holder === "nobody");

/**
 * What can be done before the start: give links away, be ready, leave, start.
 * @param {string} id @param {Status} status @param {string | undefined} seat @param {string} token
 * @param {{ terms: Changing | null }} changing @returns {Nodes}
 */
function invitations(id, status, seat, token, changing) {
  const own = seat === undefined ? undefined : status.seats[Number(seat)];
  const { owner } = keptMatch(id);
  const links = openLinks(id, status);
  const invite = async (/** @type {number} */ seat) => {
    /** @type {Invitation} */
    const made = await server(owner).post(`v1/matches/${id}/seats/${seat}/invitation`, {});
    keepMatch(id, { invitations: [...links.filter((one) => one.seat !== seat), made] });
  };
  const renewing = (/** @type {number} */ seat, text = "") => {
    const name = say("invite", { number: seat + 1 });
    const renew = () => attempt(() => invite(seat));
    return h("button", { class: "quiet", "aria-label": name, title: name, onclick: renew }, text || name);
  };
  const sendAway = async (/** @type {number} */ seat) => {
    await server(owner).ask("DELETE", `v1/matches/${id}/seats/${seat}`);
    if (!status.public) await invite(seat);
  };
  return [
    links.length > 0 && h("p", null, say("share")),
    links.map(({ seat, invitation }) =>
      shared(say("seat", { number: seat + 1 }), link("join", id, invitation), renewing(seat, "↻")),
    ),
    status.public &&
      !links.length &&
      !own &&
      h("p", null, h("a", { class: "go", href: to("join", id) }, say("join"))),
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
    h(
      "div",
      { class: "links" },
      own &&
        quiet(say("leave"), () =>
          attempt(async () => {
            await server(token).ask("DELETE", `v1/matches/${id}/seats/${seat}`);
            forget(id);
            go("");
          }),
        ),
      owner && [
        quiet(say("start"), () => attempt(() => server(owner).post(`v1/matches/${id}/start`, {}))),
        status.seats.map(
          (chair) =>
            chair.holder === "person" &&
            chair !== own &&
            quiet(say("sendAway", { name: chair.name }), () => attempt(() => sendAway(chair.seat))),
        ),
        !status.public &&
          status.seats.map(
            ({ holder, seat }) =>
              holder === "nobody" && !links.some((one) => one.seat === seat) && renewing(seat),
          ),
        h(
          "button",
          {
            class: "quiet",
            "aria-expanded": changing.terms ? "true" : "false",
            onclick: () => attempt(() => toggleTerms(status, changing)),
          },
          say("changeTerms"),
        ),
      ],
    ),
    owner && changing.terms && newTerms(id, status, owner, changing.terms, () => (changing.terms = null)),
  ];
}

/**
 * Let the owner change the terms, or leave them as they are.
 * @param {Status} status @param {{ terms: Changing | null }} changing
 */
async function toggleTerms(status, changing) {
  /** @type {Sheet | null} */
  const game = changing.terms ? null : await server().get(`v1/games/${status.game}`);
  changing.terms = game && { ...termsOf(status), game, options: { ...status.options } };
}

/**
 * The terms as the owner changes them.
 * @param {string} id @param {Status} status @param {string} owner @param {Changing} terms @param {() => void} done
 */
function newTerms(id, status, owner, terms, done) {
  const { game, options } = terms;
  const save = () =>
    attempt(async () => {
      const clock = terms.clock || !status.timing ? clockBody(terms) : { untimed: true };
      await server(owner).post(`v1/matches/${id}/terms`, { ...termsBody(terms), ...clock, options });
      done();
    });
  return sheet(
    save,
    choices(game, terms, options),
    submit(say("save")),
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
