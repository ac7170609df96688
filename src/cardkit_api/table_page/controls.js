// Small parts of forms.

import { h } from "./dom.js";

/** @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} choose */
export const select = (options, chosen, choose) =>
  h(
    "select",
    {
      ".value": chosen,
      onchange: (/** @type {Event} */ event) => {
        if (event.target instanceof HTMLSelectElement) choose(event.target.value);
      },
    },
    options.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text)),
  );
