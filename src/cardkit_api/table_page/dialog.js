// The question before something that can't be taken back.

import { h } from "./dom.js";

/** @import { Say } from "./words.js" */

/** @typedef {{ title: string, text: string, yes: string, quiet: boolean, then: () => void }} Asked */

/**
 * @param {Asked | null} asked @param {Say} say @param {(yes: boolean) => void} answer
 * @param {(quiet: boolean) => void} hush called if nothing more is to be asked in this match
 */
export const drawnDialog = (asked, say, answer, hush) =>
  h(
    "dialog",
    { key: "dialog", "aria-labelledby": "asked", oncancel: () => answer(false) },
    asked && [
      h("h2", { id: "asked" }, asked.title),
      h("p", null, asked.text),
      asked.quiet &&
        h(
          "label",
          null,
          h("input", {
            type: "checkbox",
            onchange: (/** @type {Event} */ event) =>
              hush(event.target instanceof HTMLInputElement && event.target.checked),
          }),
          say("quiet"),
        ),
      h(
        "div",
        { class: "acts" },
        h("button", { type: "button", class: "act yes", onclick: () => answer(true) }, asked.yes),
        h("button", { type: "button", class: "quiet", onclick: () => answer(false) }, say("cancel")),
      ),
    ],
  );
