// Whose turn it is, what is asked of the viewer, how the match ended, and the question before what can't be undone.

import { agreement } from "./clock.js";
import { h, input, quiet } from "./dom.js";

/** @import { Asked, CardkitTable, Say, Shown, Status } from "./types.js" */

/** Say whose turn it is, and for what. @param {CardkitTable} table @param {Shown} shown */
export function drawnPrompt({ choice, clock, say }, { scene }) {
  const others = scene.players.filter((player) => player.to_move && !player.you).map(({ name }) => name);
  const yours = scene.players.some((player) => player.you && player.to_move);
  const whose =
    scene.over || clock.paused
      ? ""
      : yours
        ? say("yourTurn")
        : others.length
          ? say("toMove", { name: others.join(", ") })
          : "";
  return h(
    "div",
    { key: "prompt", class: `prompt${choice ? " yours" : ""}`, tabindex: "-1", role: "status" },
    whose && h("strong", null, whose),
    scene.prompt.map((line) => h("span", null, line)),
    choice?.left && !choice.held ? h("em", null, say("choose")) : "",
  );
}

/** @param {CardkitTable} table @param {Status} status */
export function drawnTakeback(table, { takeback, seats }) {
  const { seat, say } = table;
  if (!takeback || seat === null) return null;
  const { by, agreed } = takeback;
  const missing = seats
    .filter((chair) => !chair.bot && !agreed.includes(chair.seat))
    .map((chair) => chair.seat);
  const people = agreed.filter((one) => !seats[one]?.bot);
  const text = by === seat ? say("undoWaits") : say("undoAsked", { name: table.names([by]) });
  return h(
    "div",
    { key: "takeback", class: "banner", role: "alert", "data-group": "takeback" },
    h("span", null, text, " ", agreement(say, table.names, people, missing, seat)),
    missing.includes(seat) && h("button", { onclick: () => table.undo(by) }, say("agree")),
  );
}

/** @param {CardkitTable} table @param {Status} status */
export function drawnEnding({ seat, shown, say }, { status, outcome }) {
  if (status !== "over" || !outcome) return null;
  const names = outcome.winners.map((winner) => shown?.scene.players[winner]?.name ?? "");
  const won = outcome.winners.length === 1 && outcome.winners[0] === seat;
  const text = won
    ? say("youWin")
    : names.length > 1
      ? say("tied", { names: names.join(", ") })
      : say("wins", { name: names[0] ?? "" });
  return h(
    "section",
    { key: "ending", class: "ending" },
    h("h2", null, text),
    h("p", null, say("over")),
    h("slot", { name: "over" }),
  );
}

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
          input({ type: "checkbox" }, ({ checked }) => hush(checked)),
          say("quiet"),
        ),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "act yes", onclick: () => answer(true) }, asked.yes),
        quiet(say("cancel"), () => answer(false)),
      ),
    ],
  );
