// What all places of the page share: its state, its header, its links and its buttons.

import { HERE, Refusal, Server } from "./api.js";
import { draw, h, input, labelled, row, select as selectOf } from "./dom.js";
import { keep, kept } from "./kept.js";
import { LANGUAGES, closest, speak } from "./words.js";

/** @import { Game, Nodes, Status } from "./types.js" */

const header = /** @type {HTMLElement} */ (document.querySelector("header"));
export const main = /** @type {HTMLElement} */ (document.querySelector("main"));
export const state = {
  language: kept().language || closest(navigator.languages),
  /** @type {Game[]} */
  games: [],
  /** @type {() => Nodes} */
  page: () => null,
  error: "",
  run: 0,
  /** Show what the address names. @type {() => Promise<void>} */
  route: async () => undefined,
};

export const say = (/** @type {Parameters<ReturnType<typeof speak>>} */ ...args) => speak(state.language)(...args);
export const server = (token = "") => new Server(HERE, token, state.language);
/** @param {string} game */
export const titleOf = (game) => state.games.find(({ key }) => key === game)?.title ?? game;
/** @param {(string | number)[]} parts */
export const to = (...parts) => `#/${parts.join("/")}`;
/** @param {(string | number)[]} parts */
export const link = (...parts) => new URL(to(...parts), HERE).href;
/** @param {...(string | number)} parts */
export const go = (...parts) => {
  location.hash = to(...parts);
};
/** @param {string} id @param {number | null} seat */
export const goToTable = (id, seat) => (seat === null ? go("watch", id) : go("match", id, seat));
/** Go on without a token in the address. @param {...(string | number)} parts @returns {Promise<void>} */
export function goQuietly(...parts) {
  history.replaceState(null, "", to(...parts));
  return state.route();
}

/** Draw the page again. */
export function paint() {
  document.documentElement.lang = state.language;
  document.documentElement.dataset.theme = kept().theme || "auto";
  draw(
    header,
    h("a", { class: "brand", href: "#/" }, "cardkit"),
    h("span", { class: "space" }),
    labelled(
      say("theme"),
      select(
        [
          ["", say("system")],
          ["light", say("light")],
          ["dark", say("dark")],
        ],
        kept().theme,
        (theme) => keep({ theme }),
      ),
    ),
    labelled(
      say("language"),
      select(Object.entries(LANGUAGES), state.language, (language) => {
        state.language = language;
        keep({ language });
        state.route();
      }),
    ),
  );
  draw(main, state.error && h("p", { key: "error", class: "error", role: "alert" }, state.error), state.page());
}

/** @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} choose */
export const select = (options, chosen, choose) =>
  selectOf(options, chosen, (value) => {
    choose(value);
    paint();
  });

/** The field for a player's name. @param {{ name: string }} form @param {boolean} required */
export const nameField = (form, required) =>
  row(
    say("name"),
    input(
      { ".value": form.name, required, pattern: ".*\\S.*", maxlength: 40, autocomplete: "nickname" },
      ({ value }) => {
        form.name = value;
      },
    ),
  );

/** A form. @param {() => unknown} submit @param {...Nodes} children */
export const sheet = (submit, ...children) =>
  h(
    "form",
    {
      class: "sheet",
      onsubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    ...children,
  );

/** The button of a form. @param {string} text */
export const submit = (text) => h("button", { type: "submit", class: "go" }, text);

/** Return who sits where. @param {Status} match */
export const whoSits = ({ seats }) =>
  seats.map(({ holder, name, bot }) => (holder === "nobody" ? say("free") : name || bot)).join(", ");

/** Do something, and say what went wrong. @param {() => Promise<void>} what */
export async function attempt(what) {
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
export const copier = (text, address, name) =>
  h(
    "button",
    {
      class: "quiet",
      "aria-label": name ? `${text}: ${name}` : null,
      onclick: async (event) => {
        const button = /** @type {HTMLElement} */ (event.currentTarget);
        await copy(address);
        button.dataset.done = say("copied");
        setTimeout(() => delete button.dataset.done, 2000);
      },
    },
    text,
  );

/** A link to give away, with a button that copies it.
 * @param {string} name @param {string} address @param {Nodes} [more] */
export const shared = (name, address, more) =>
  h(
    "div",
    { class: "share", key: address },
    h(
      "label",
      null,
      h("span", null, name),
      h("input", {
        readonly: true,
        ".value": address,
        onfocus: (event) => event.target instanceof HTMLInputElement && event.target.select(),
      }),
    ),
    copier(say("copy"), address, name),
    more,
  );
