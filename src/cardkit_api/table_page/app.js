// The page: games, matches that can be joined, invitations, and around a table. Tokens are in the part of the address
// behind the #, which browsers send to nobody.

import { HERE, Refusal, Server } from "./api.js";
import "./cardkit-table.js";
import { draw, h } from "./dom.js";
import { forget, keep, keepMatch, kept, keptMatch } from "./kept.js";
import { markdown } from "./markdown.js";
import { LANGUAGES, closest, speak } from "./words.js";

/**
 * @typedef {import("./api.js").Status} Status
 * @typedef {import("./dom.js").Nodes} Nodes
 * @typedef {{ key: string, title: string, least_seats: number, most_seats: number, links: Record<string, string> }} Game
 * @typedef {{ type?: string, anyOf?: Option[], const?: unknown, enum?: unknown[], minimum?: number, maximum?: number, default?: unknown }} Option
 * @typedef {{ options: { properties?: Record<string, Option> }, bots: string[] } & Game} Sheet
 */

const header = /** @type {HTMLElement} */ (document.querySelector("header"));
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const state = {
  language: kept().language || closest(navigator.languages),
  /** @type {Game[]} */
  games: [],
  /** @type {() => Nodes} */
  page: () => null,
  error: "",
  run: 0,
};

const say = (/** @type {Parameters<ReturnType<typeof speak>>} */ ...args) => speak(state.language)(...args);
const server = (token = "") => new Server(HERE, token, state.language);
/** @param {string} game */
const titleOf = (game) => state.games.find(({ key }) => key === game)?.title ?? game;
/** @param {(string | number)[]} parts */
const to = (...parts) => `#/${parts.join("/")}`;
/** @param {(string | number)[]} parts */
const link = (...parts) => new URL(to(...parts), HERE).href;
/** @param {...(string | number)} parts */
const go = (...parts) => { location.hash = to(...parts); };
/** Go on without a token in the address. @param {...(string | number)} parts @returns {Promise<void>} */
function goQuietly(...parts) {
  history.replaceState(null, "", to(...parts));
  return route();
}

/** Draw the page again. */
function paint() {
  document.documentElement.lang = state.language;
  document.documentElement.dataset.theme = kept().theme || "auto";
  draw(header, h("a", { class: "brand", href: "#/" }, "cardkit"), h("span", { class: "space" }),
    h("label", null, h("span", { class: "hidden" }, say("theme")), select([["", say("system")], ["light", say("light")], ["dark", say("dark")]], kept().theme, (theme) => keep({ theme }))),
    h("label", null, h("span", { class: "hidden" }, say("language")), select(Object.entries(LANGUAGES), state.language, (language) => { state.language = language; keep({ language }); route(); })));
  draw(main, state.error && h("p", { key: "error", class: "error", role: "alert" }, state.error), state.page());
}

/** @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} choose @param {Record<string, unknown>} [more] */
const select = (options, chosen, choose, more = {}) =>
  h("select", { ...more, ".value": chosen, onchange: (/** @type {Event} */ event) => { if (event.target instanceof HTMLSelectElement) choose(event.target.value); paint(); } },
    options.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text)));

/** Do something, and say what went wrong. @param {() => Promise<void>} what */
async function attempt(what) {
  state.error = "";
  try {
    await what();
  } catch (error) {
    state.error = error instanceof Refusal ? error.message : say("lost");
  }
  paint();
}

/** @param {string} text */
async function copy(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(() => undefined);
}

/** A button that copies an address. @param {string} text @param {string} address @param {string} [name] */
const copier = (text, address, name) =>
  h("button", { type: "button", class: "quiet", "aria-label": name ? `${text}: ${name}` : null, onclick: async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    await copy(address);
    button.dataset.done = say("copied");
    setTimeout(() => delete button.dataset.done, 2000);
  } }, text);

/** A link to give away, with a button that copies it. @param {string} name @param {string} address */
const shared = (name, address) =>
  h("div", { class: "share", key: address },
    h("label", null, h("span", null, name), h("input", { readonly: true, ".value": address, onfocus: (/** @type {Event} */ event) => event.target instanceof HTMLInputElement && event.target.select() })),
    copier(say("copy"), address, name));

/** @returns {Promise<() => Nodes>} */
async function home() {
  const ask = server();
  const [open, running] = await Promise.all(["open", "running"].map((status) => ask.get(`v1/matches?limit=20&status=${status}`)));
  /** @type {Status[]} */
  const joinable = open.matches;
  /** @type {Status[]} */
  const watchable = running.matches;
  return () => {
    const own = Object.entries(kept().matches).filter(([, { seats }]) => Object.keys(seats).length).sort(([, one], [, other]) => other.when - one.when);
    return [
      h("section", { class: "hero" }, h("div", null, h("h1", null, "cardkit"), h("p", null, say("welcome"))),
        h("div", { class: "fan", "aria-hidden": "true" }, ["7 ●", "4 ✗", "5 ■", "2 ▲"].map((card) => h("i", null, card.slice(0, 1), h("b", null, card.slice(2)))))),
      h("h2", null, say("games")),
      h("ul", { class: "games" }, state.games.map((game) =>
        h("li", { key: game.key }, h("h3", null, game.title),
          h("p", null, `${say("seats")}: ${game.least_seats === game.most_seats ? game.least_seats : `${game.least_seats}–${game.most_seats}`}`),
          h("p", { class: "links" }, h("a", { class: "go", href: to("new", game.key), "aria-label": `${say("creates")}: ${game.title}` }, say("creates")), game.links.rules && h("a", { href: to("rules", game.key), "aria-label": `${say("rules")}: ${game.title}` }, say("rules")))))),
      own.length > 0 && [h("h2", null, say("own")), h("ul", { class: "matches" }, own.slice(0, 12).map(([id, { title, seats }]) =>
        h("li", { key: id }, h("span", null, title), Object.keys(seats).map((seat) => h("a", { key: seat, href: to("match", id, seat) }, say("seat", { number: Number(seat) + 1 }))),
          h("button", { type: "button", class: "quiet", "aria-label": `${say("close")}: ${title}`, onclick: () => { forget(id); paint(); } }, "×"))))],
      h("h2", null, say("joinable")),
      joinable.length ? matches(joinable, say("join"), "join") : h("p", { class: "none" }, say("nobody")),
      watchable.length > 0 && [h("h2", null, say("running")), matches(watchable, say("watch"), "watch")],
    ];
  };
}

/** @param {Status[]} found @param {string} word @param {string} where */
const matches = (found, word, where) =>
  h("ul", { class: "matches" }, found.map((match) =>
    h("li", { key: match.id }, h("span", null, titleOf(match.game)),
      h("small", null, match.seats.map((chair) => chair.holder === "nobody" ? say("free") : chair.name || chair.bot).join(", ")),
      h("a", { class: "go", href: to(where, match.id), "aria-label": `${word}: ${titleOf(match.game)}` }, word))));

/** @param {string} key @returns {Promise<() => Nodes>} */
async function creation(key) {
  /** @type {Sheet} */
  const game = await server().get(`v1/games/${key}`);
  const form = {
    seats: Math.max(game.least_seats, Math.min(3, game.most_seats)), name: kept().name, open: false,
    /** @type {string[]} */
    chairs: ["me"],
    /** @type {Record<string, unknown>} */
    options: {},
    takebacks: "ask", starts: "full",
  };
  const bot = game.bots[0] ?? "greedy";
  const create = () => attempt(async () => {
    const chairs = Array.from({ length: form.seats }, (_, seat) => form.chairs[seat] ?? bot);
    const name = chairs.includes("me") ? form.name.trim() : null;
    if (name) keep({ name });
    const bots = chairs.flatMap((chair, seat) => (["me", "friend"].includes(chair) ? [] : [{ seat, bot: chair }]));
    // the maker gets the first free seat; friends get the others
    /** @type {{ match: Status, owner: string, watcher: string, invitations: import("./kept.js").Invitation[], seat: number | null, token: string | null }} */
    const made = await server().post("v1/matches", { game: key, seats: form.seats, options: form.options, bots, public: form.open, name, takebacks: form.takebacks, starts: form.starts });
    keepMatch(made.match.id, {
      game: key, title: game.title, owner: made.owner, watcher: made.watcher, invitations: made.invitations,
      seats: made.seat === null || !made.token ? {} : { [made.seat]: made.token },
    });
    if (made.seat === null) go("watch", made.match.id);
    else go("match", made.match.id, made.seat);
  });
  const who = (/** @type {number} */ seat) => {
    const others = game.bots.map((name) => /** @type {[string, string]} */ ([name, say("bot", { name })]));
    return select(seat === 0 ? [["me", say("me")], ["friend", say("friend")], ...others] : [["friend", say("friend")], ...others], form.chairs[seat] ?? bot, (value) => { form.chairs[seat] = value; });
  };
  return () => h("form", { class: "sheet", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); create(); } },
    h("h1", null, `${say("creates")}: ${game.title}`),
    h("label", { class: "row" }, h("span", null, say("name")), h("input", { ".value": form.name, required: form.chairs[0] === "me", pattern: ".*\\S.*", maxlength: 40, autocomplete: "nickname", oninput: (/** @type {Event} */ event) => { if (event.target instanceof HTMLInputElement) form.name = event.target.value; } })),
    h("label", { class: "row" }, h("span", null, say("seats")), select(range(game.least_seats, game.most_seats), String(form.seats), (value) => { form.seats = Number(value); })),
    h("fieldset", null, h("legend", null, say("players")), Array.from({ length: form.seats }, (_, seat) => h("label", { class: "row", key: seat }, h("span", null, say("seat", { number: seat + 1 })), who(seat)))),
    h("label", { class: "check" }, h("input", { type: "checkbox", ".checked": form.open, onchange: (/** @type {Event} */ event) => { if (event.target instanceof HTMLInputElement) form.open = event.target.checked; } }), h("span", null, say("public"))),
    h("details", null, h("summary", null, say("options")),
      h("label", { class: "row" }, h("span", null, say("undo")), select([["ask", say("undoAsk")], ["free", say("undoFree")], ["none", say("undoNone")]], form.takebacks, (value) => { form.takebacks = value; })),
      h("label", { class: "row" }, h("span", null, say("starts")), select([["full", say("startsFull")], ["ready", say("startsReady")], ["owner", say("startsOwner")]], form.starts, (value) => { form.starts = value; })),
      Object.entries(game.options.properties ?? {}).map(([name, option]) => optionRow(name, option, form.options))),
    h("button", { class: "go" }, say("create")),
    game.links.rules && h("a", { href: to("rules", key) }, say("rules")));
}

/** @param {number} from @param {number} upTo @returns {[string, string][]} */
const range = (from, upTo) => Array.from({ length: upTo - from + 1 }, (_, at) => [String(from + at), String(from + at)]);

/** An option of a game, by its schema. @param {string} name @param {Option} option @param {Record<string, unknown>} options */
function optionRow(name, option, options) {
  const kinds = flatten(option);
  const choices = kinds.flatMap((kind) => kind.enum ?? ("const" in kind ? [kind.const] : kind.type === "boolean" ? [true, false] : []));
  const number = kinds.find((kind) => kind.type === "integer" || kind.type === "number");
  const least = number?.minimum ?? 0, most = number?.maximum ?? least + 11;
  const numbers = number && most - least < 30 ? range(least, most).map(([value]) => Number(value)) : [];
  /** @type {[string, string][]} */
  const offered = [["", say("defaults")], ...[...numbers, ...choices].map((value) => /** @type {[string, string]} */ ([JSON.stringify(value), value === true ? "✓" : value === false ? "–" : String(value)]))];
  const chosen = name in options ? JSON.stringify(options[name]) : "";
  const set = (/** @type {string} */ value) => {
    if (value === "") delete options[name];
    else options[name] = JSON.parse(value);
  };
  const wide = number && !numbers.length && !choices.length;
  return h("label", { class: "row", key: name }, h("span", null, name.replaceAll("_", " ")),
    wide ? h("input", { type: "number", min: number.minimum, max: number.maximum, ".value": chosen, oninput: (/** @type {Event} */ event) => event.target instanceof HTMLInputElement && set(event.target.value) }) : select(offered, chosen, set));
}

/** @param {Option} option @returns {Option[]} */
const flatten = (option) => (option.anyOf ? option.anyOf.flatMap(flatten) : [option]);

/** @param {string} id @param {string} [invitation] @returns {Promise<() => Nodes>} */
async function invitation(id, invitation) {
  /** @type {Status} */
  const match = await server(invitation).get(`v1/matches/${id}`);
  const title = titleOf(match.game);
  const mine = Object.keys(keptMatch(id).seats);
  let name = kept().name;
  const join = () => attempt(async () => {
    const called = name.trim();
    keep({ name: called });
    /** @type {{ seat: number, token: string }} */
    const joined = await server().post(`v1/matches/${id}/seats`, { name: called, ...(invitation ? { invitation } : {}) });
    keepMatch(id, { game: match.game, title, seats: { [joined.seat]: joined.token } });
    await goQuietly("match", id, joined.seat);
  });
  return () => h("form", { class: "sheet", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); join(); } },
    h("h1", null, `${say("invited")}: ${title}`),
    h("p", null, match.seats.map((chair) => chair.holder === "nobody" ? say("free") : chair.name || chair.bot).join(", ")),
    mine.map((seat) => h("p", { key: seat }, h("a", { href: to("match", id, seat) }, `${say("own")}: ${say("seat", { number: Number(seat) + 1 })}`))),
    h("label", { class: "row" }, h("span", null, say("name")), h("input", { ".value": name, required: true, pattern: ".*\\S.*", maxlength: 40, autocomplete: "nickname", oninput: (/** @type {Event} */ event) => { if (event.target instanceof HTMLInputElement) name = event.target.value; } })),
    h("button", { class: "go" }, say("join")),
    h("a", { href: to("rules", match.game) }, say("rules")));
}

/** @param {string} key @returns {Promise<() => Nodes>} */
async function rules(key) {
  /** @type {string} */
  const text = await server().get(`v1/games/${key}/rules`);
  const page = markdown(text);
  return () => h("article", { class: "sheet rules" }, page, h("p", null, h("a", { class: "go", href: to("new", key) }, say("creates"))));
}

/**
 * A table: of a seat, or of somebody who watches.
 * @param {string} id @param {string} [seat] @param {string} [given] the token of a watcher
 * @returns {Promise<() => Nodes>}
 */
async function table(id, seat, given) {
  if (given) keepMatch(id, { watcher: given });
  const known = keptMatch(id);
  const token = seat === undefined ? known.watcher ?? "" : known.seats[seat] ?? "";
  /** @type {Status | null} */
  let status = null;
  const changed = (/** @type {CustomEvent<{ status: Status, turn: boolean }>} */ event) => {
    status = event.detail.status;
    document.title = `${event.detail.turn ? "● " : ""}${titleOf(status.game)} – cardkit`;
    if (!known.title) keepMatch(id, { game: status.game, title: titleOf(status.game) });
    paint();
  };
  const eyes = seat ?? "watch";
  const moment = (/** @type {CustomEvent<{ version: number }>} */ event) => go("replay", id, eyes, event.detail.version);
  return () => h("cardkit-table", {
    key: `${id} ${eyes}`, match: `v1/matches/${id}`, language: state.language, ".token": token,
    "on:cardkit-change": changed, "on:cardkit-moment": moment,
  },
  h("details", { key: "menu", slot: "tools", class: "menu" }, h("summary", null, say("menu")), h("div", null, status && more(status, id, seat, token))),
  status?.status === "open" && h("div", { key: "open", slot: "open" }, invitations(id, status, seat, token)),
  status?.status === "over" && h("p", { key: "over", slot: "over", class: "links" }, h("a", { class: "go", href: to("replay", id, eyes) }, say("replay")), h("a", { href: to("new", status.game) }, say("creates"))));
}

/** What leads away from a table. @param {Status} status @param {string} id @param {string | undefined} seat @param {string} token @returns {Nodes} */
function more(status, id, seat, token) {
  const { watcher } = keptMatch(id);
  return [
    h("a", { href: to("rules", status.game), target: "_blank" }, say("rules")),
    status.version > 0 && h("a", { href: to("replay", id, seat ?? "watch") }, say("replay")),
    (status.public || watcher) && shared(say("watch"), link("watch", id, ...(watcher && !status.public ? [watcher] : []))),
    seat !== undefined && shared(say("other"), link("sit", id, seat, token)),
  ];
}

/**
 * What can be done before the start: give links away, be ready, leave, start.
 * @param {string} id @param {Status} status @param {string | undefined} seat @param {string} token @returns {Nodes}
 */
function invitations(id, status, seat, token) {
  const own = seat === undefined ? undefined : status.seats[Number(seat)];
  const { invitations = [], owner } = keptMatch(id);
  const free = status.seats.filter(({ holder }) => holder === "nobody").map(({ seat }) => seat);
  const links = invitations.filter(({ seat }) => free.includes(seat));
  return [
    links.length > 0 && h("p", null, say("share")),
    links.map(({ seat, invitation }) => shared(say("seat", { number: seat + 1 }), link("join", id, invitation))),
    status.public && !links.length && h("p", null, h("a", { class: "go", href: to("join", id) }, say("join"))),
    own && status.starts === "ready" && h("button", { type: "button", class: "go", "aria-pressed": own.ready ? "true" : "false", onclick: () => attempt(() => server(token).post(`v1/matches/${id}/ready`, { ready: !own.ready })) }, own.ready ? `✓ ${say("ready")}` : say("ready")),
    own && h("button", { type: "button", class: "quiet", onclick: () => attempt(async () => {
      await server(token).ask("DELETE", `v1/matches/${id}/seats/${seat}`);
      forget(id);
      go("");
    }) }, say("leave")),
    owner && h("button", { type: "button", class: "quiet", onclick: () => attempt(() => server(owner).post(`v1/matches/${id}/start`, {})) }, say("start")),
  ];
}

/** @param {string} id @param {string} eyes @param {string} [at] @returns {Promise<() => Nodes>} */
async function replay(id, eyes, at) {
  await import("./cardkit-replay.js");
  const known = keptMatch(id), token = eyes === "watch" ? known.watcher ?? "" : known.seats[eyes] ?? known.watcher ?? "";
  let version = at ?? "";
  const moment = (/** @type {CustomEvent<{ version: number }>} */ event) => {
    version = String(event.detail.version);
    history.replaceState(null, "", to("replay", id, eyes, version));
    paint();
  };
  return () => [
    h("cardkit-replay", { key: `${id} ${eyes}`, match: `v1/matches/${id}`, language: state.language, at: at ?? "", ".token": token, "on:cardkit-moment": moment },
      h("div", { slot: "tools", class: "links" }, h("a", { class: "go", href: eyes === "watch" ? to("watch", id) : to("match", id, eyes) }, say("table")),
        copier(say("moment"), link("replay", id, "watch", version)))),
  ];
}

/** Show what the address names. @returns {Promise<void>} */
async function route() {
  const run = (state.run += 1);
  const [page = "", id = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  document.title = "cardkit";
  state.error = "";
  try {
    if (!state.games.length) {
      /** @type {{ games: Game[] }} */
      const list = await server().get("v1/games");
      state.games = list.games;
    }
    if (page === "sit" && rest[0] && rest[1]) {
      keepMatch(id, { seats: { [rest[0]]: rest[1] } });
      return goQuietly("match", id, rest[0]);
    }
    if (page === "watch" && rest[0]) {
      keepMatch(id, { watcher: rest[0] });
      return goQuietly("watch", id);
    }
    const shown = await (
      page === "new" ? creation(id)
      : page === "rules" ? rules(id)
      : page === "join" ? invitation(id, rest[0])
      : page === "match" ? table(id, rest[0])
      : page === "watch" ? table(id)
      : page === "replay" ? replay(id, rest[0] ?? "watch", rest[1])
      : home());
    if (run !== state.run) return;
    state.page = shown;
  } catch (error) {
    if (run !== state.run) return;
    state.page = () => h("p", null, h("a", { class: "go", href: "#/" }, say("home")), " ", h("button", { type: "button", class: "quiet", onclick: route }, say("again")));
    state.error = error instanceof Refusal ? (error.status === 404 || error.status === 401 ? say("gone") : error.message) : say("lost");
  }
  paint();
}

addEventListener("hashchange", async () => {
  await route();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
});
paint();
route();
