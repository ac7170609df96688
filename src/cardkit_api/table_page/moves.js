// Moves as buttons: those that no card stands for, and the list of all legal moves.

import { h, quiet } from "./dom.js";
import { chip, moveLabel } from "./scene.js";

/** @import { Chooser, Move, Shown } from "./types.js" */

const FEW = 12;

/**
 * Return the moves that no card stands for, and what is left to choose.
 * @param {Chooser} chooser @param {Shown} shown
 */
export function drawnActs({ choice, busy, say, consider }, { moves }) {
  if (!choice) return null;
  const left = !choice.held && choice.left; // what is dragged changes nothing here
  const loose = left
    ? choice.open.filter(({ text }) => !choice.ended.has(text))
    : moves.filter(({ text }) => !choice.shows(text));
  if (!left && (!loose.length || loose.length > FEW)) return null;
  return h(
    "div",
    { key: "acts", class: "acts", "data-group": "acts" },
    loose.map((move) =>
      h(
        "button",
        {
          key: move.text,
          class: "act",
          "aria-disabled": busy ? "true" : null,
          onclick: () => consider(move),
        },
        moveLabel(move),
        move.warning && h("small", null, move.warning),
      ),
    ),
    left && quiet(say("cancel"), () => choice.drop()),
  );
}

/** Return all legal moves, as buttons. @param {Chooser} chooser @param {Shown} shown */
export function drawnMoves({ choice, say, consider }, { scene, moves }) {
  if (scene.viewer === null || scene.over) return null;
  const cards = scene.areas.filter((area) => area.seat === scene.viewer).flatMap((area) => area.cards);
  const own = choice ? moves : [];
  /** @type {Map<string, Move[]>} */
  const groups = new Map();
  for (const move of own) {
    const word = own.length > FEW ? (move.label.split(" ")[0] ?? "") : "";
    groups.set(word, [...(groups.get(word) ?? []), move]);
  }
  const item = (/** @type {Move} */ move) => {
    const card = cards.find((one) => !one.down && one.moves.includes(move.text));
    return h(
      "li",
      { key: move.text },
      h(
        "button",
        { class: move.warning ? "warned" : "", onclick: () => consider(move) },
        card && chip(card, scene.language),
        h("span", null, moveLabel(move)),
        move.warning && h("small", null, move.warning),
      ),
    );
  };
  return h(
    "section",
    { key: "moves", class: "list", "data-group": "moves" },
    h("h3", { id: "moves" }, say("moves")),
    own.length === 0
      ? h("p", { class: "none" }, say("none"))
      : [...groups].map(([word, found]) => {
          const list = h("ul", { key: word, class: "moves", "aria-labelledby": "moves" }, found.map(item));
          return found.length > 4 && groups.size > 1
            ? h(
                "details",
                { key: word, open: !found.some(({ text }) => choice?.shows(text)) },
                h("summary", null, `${word} (${found.length})`),
                list,
              )
            : list;
        }),
  );
}
