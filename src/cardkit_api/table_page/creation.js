// A new match: who sits where, on which terms.

import { h, input, row } from "./dom.js";
import { keep, keepMatch, kept } from "./kept.js";
import { attempt, goToTable, nameField, paint, say, select, server, sheet, submit, to } from "./shell.js";
import { clockBody, clockRows, optionText, pair, termsBody, termsRows, usualTerms } from "./terms.js";

/** @import { Created, Nodes, Option, Sheet, Terms } from "./types.js" */

/** @param {string} key @returns {Promise<() => Nodes>} */
export async function creation(key) {
  /** @type {Sheet} */
  const game = await server().get(`v1/games/${key}`);
  const form = {
    seats: Math.max(game.least_seats, Math.min(3, game.most_seats)),
    name: kept().name,
    open: false,
    /** @type {string[]} */
    chairs: ["me"],
    /** @type {Record<string, unknown>} */
    options: {},
    terms: usualTerms(),
  };
  const bot = game.bots[0] ?? "greedy";
  const create = () =>
    attempt(async () => {
      const chairs = Array.from({ length: form.seats }, (_, seat) => form.chairs[seat] ?? bot);
      const name = chairs.includes("me") ? form.name.trim() : null;
      if (name) keep({ name });
      const bots = chairs.flatMap((chair, seat) => (["me", "friend"].includes(chair) ? [] : [{ seat, bot: chair }]));
      // the maker gets the first free seat; friends get the others
      /** @type {Created} */
      const made = await server().post("v1/matches", {
        game: key,
        seats: form.seats,
        options: form.options,
        bots,
        public: form.open,
        name,
        ...termsBody(form.terms),
        ...clockBody(form.terms),
      });
      keepMatch(made.match.id, {
        game: key,
        title: game.title,
        owner: made.owner,
        watcher: made.watcher,
        invitations: made.invitations,
        seats: made.seat === null || !made.token ? {} : { [made.seat]: made.token },
      });
      goToTable(made.match.id, made.seat);
    });
  const who = (/** @type {number} */ seat) => {
    const others = game.bots.map((name) => pair(name, say("bot", { name })));
    return select(
      seat === 0 ? [["me", say("me")], ["friend", say("friend")], ...others] : [["friend", say("friend")], ...others],
      form.chairs[seat] ?? bot,
      (value) => {
        form.chairs[seat] = value;
      },
    );
  };
  return () =>
    sheet(
      create,
      h("h1", null, `${say("creates")}: ${game.title}`),
      nameField(form, form.chairs[0] === "me"),
      row(
        say("players"),
        select(range(game.least_seats, game.most_seats), String(form.seats), (value) => {
          form.seats = Number(value);
        }),
      ),
      h(
        "fieldset",
        null,
        h("legend", null, say("players")),
        Array.from({ length: form.seats }, (_, seat) => row(say("seat", { number: seat + 1 }), who(seat))),
      ),
      h(
        "label",
        { class: "check" },
        input({ type: "checkbox", ".checked": form.open }, ({ checked }) => {
          form.open = checked;
        }),
        h("span", null, say("public")),
      ),
      h(
        "details",
        null,
        h("summary", null, say("options")),
        choices(game, form.terms, form.options),
      ),
      submit(say("create")),
      game.links.rules && h("a", { href: to("rules", key) }, say("rules")),
    );
}

/** @param {number} from @param {number} upTo @returns {[string, string][]} */
const range = (from, upTo) =>
  Array.from({ length: upTo - from + 1 }, (_, at) => pair(String(from + at), String(from + at)));

/**
 * Return the rows in which the terms and the game's options are chosen.
 * @param {Sheet} game @param {Terms} terms @param {Record<string, unknown>} options @returns {Nodes}
 */
export const choices = (game, terms, options) => [
  clockRows(
    terms,
    say,
    paint,
    game.bots.map((name) => `bot:${name}`),
  ),
  termsRows(terms, say, paint),
  Object.entries(game.options.properties ?? {}).map(([name, option]) => optionRow(name, option, options)),
];

/**
 * Return the row for an option of a game, by its schema.
 * @param {string} name @param {Option} option @param {Record<string, unknown>} options
 */
function optionRow(name, option, options) {
  const kinds = flatten(option);
  const choices = kinds.flatMap(
    (kind) => kind.enum ?? ("const" in kind ? [kind.const] : kind.type === "boolean" ? [true, false] : []),
  );
  const number = kinds.find((kind) => kind.type === "integer" || kind.type === "number");
  const least = number?.minimum ?? 0,
    most = number?.maximum ?? least + 11;
  const numbers = number && most - least < 30 ? range(least, most).map(([value]) => Number(value)) : [];
  /** @type {[string, string][]} */
  const offered = [
    ["", say("defaults")],
    ...[...numbers, ...choices].map(
      (value) => pair(JSON.stringify(value), optionText(value)),
    ),
  ];
  const chosen = (options[name] ?? null) === null ? "" : JSON.stringify(options[name]);
  const set = (/** @type {string} */ value) => {
    if (value === "") delete options[name];
    else options[name] = JSON.parse(value);
  };
  const wide = number && !numbers.length && !choices.length;
  return row(
    name.replaceAll("_", " "),
    wide
      ? input({ type: "number", min: number.minimum, max: number.maximum, ".value": chosen }, ({ value }) => set(value))
      : select(offered, chosen, set),
  );
}

/** @param {Option} option @returns {Option[]} */
const flatten = (option) => (option.anyOf ? option.anyOf.flatMap(flatten) : [option]);
