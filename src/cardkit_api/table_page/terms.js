// The terms of a match: takebacks, the start, spectators and the clock. Shown to all, and chosen in forms.

import { controlText } from "./clock.js";
import { h, input, row, select } from "./dom.js";

/** @import { Control, Nodes, Say, Status, Terms, Word } from "./types.js" */

const DELAY = 10;
const LONGEST_DELAY = 200;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** @type {Record<string, Word>} */
const TAKEBACKS = { ask: "undoAsk", free: "undoFree", none: "undoNone" };
/** @type {Record<string, Word>} */
const STARTS = { full: "startsFull", ready: "startsReady", owner: "startsOwner" };
/** @type {Record<string, Word>} */
const SPECTATORS = {
  public: "watchPublic",
  delayed: "watchDelayed",
  after: "watchAfter",
  none: "watchNone",
};

/** @param {Partial<Control>} control @returns {Control} */
const control = (control) => ({ kind: "none", time: 0, increment: 0, cap: null, days: 0, ...control });

/** @type {Control[]} */
const CLOCKS = [
  control({ kind: "per_move", time: 30 * SECOND }),
  control({ kind: "per_move", time: 2 * MINUTE }),
  control({ kind: "bank", time: 5 * MINUTE, increment: 5 * SECOND }),
  control({ kind: "bank", time: 15 * MINUTE, increment: 10 * SECOND }),
  control({ kind: "days", days: 1 }),
  control({ kind: "days", days: 3 }),
];

/** @param {Control} control */
const key = ({ kind, time, increment, days }) => [kind, time, increment, days].join(" ");

/** @returns {Terms} */
export const usualTerms = () => ({
  takebacks: "ask",
  starts: "full",
  spectators: "public",
  delay: DELAY,
  clock: "",
  absence: "",
});

/** @param {Status} status @returns {Terms} */
export const termsOf = ({ takebacks, starts, spectators, delay, timing }) => ({
  takebacks,
  starts,
  spectators,
  delay: delay || DELAY,
  clock: timing ? String(CLOCKS.findIndex((one) => key(one) === key(timing.control))) : "",
  absence: timing?.absence ?? "",
});

/** Return what a request says of these terms, besides the clock. @param {Terms} terms */
export const termsBody = ({ takebacks, starts, spectators, delay }) => ({
  takebacks,
  starts,
  spectators,
  delay: spectators === "delayed" ? delay : 0,
});

/** Return what a request says of the clock, if there is one. @param {Terms} terms */
export function clockBody({ clock, absence }) {
  const found = CLOCKS[Number(clock)];
  return clock && found ? { clock: found, ...(absence ? { absence } : {}) } : {};
}

/** @param {Record<string, Word>} words @param {Say} say @param {number} delay @returns {[string, string][]} */
const options = (words, say, delay) => Object.entries(words).map(([value, word]) => [value, say(word, { delay })]);

/** @param {string} one @param {string} other @returns {[string, string]} */
export const pair = (one, other) => [one, other];

/** Return rows of a form in which takebacks, the start and spectators are chosen.
 * @param {Terms} terms @param {Say} say @param {() => void} change @returns {Nodes} */
export function termsRows(terms, say, change) {
  const choice = (
    /** @type {Record<string, Word>} */ words,
    /** @type {"takebacks" | "starts" | "spectators"} */ name,
  ) =>
    select(options(words, say, terms.delay), terms[name], (value) => {
      terms[name] = value;
      change();
    });
  return [
    row(say("undo"), choice(TAKEBACKS, "takebacks")),
    row(say("starts"), choice(STARTS, "starts")),
    row(say("spectators"), choice(SPECTATORS, "spectators")),
    terms.spectators === "delayed" &&
      row(
        say("delay"),
        input(
          { type: "number", min: 1, max: LONGEST_DELAY, required: true, ".value": String(terms.delay) },
          ({ value }) => {
            terms.delay = Number(value);
            change();
          },
        ),
      ),
  ];
}

/**
 * Return rows in which the clock is chosen. `bots` are absences such as `bot:greedy`.
 * @param {Terms} terms @param {Say} say @param {() => void} change @param {string[]} bots @returns {Nodes}
 */
export function clockRows(terms, say, change, bots) {
  const clocks = CLOCKS.map((one, at) => pair(String(at), controlText(one, say)));
  if (terms.clock === "-1") clocks.push(["-1", "…"]); // one of its own, which stays
  const absences = [...bots, "wait", "resign"].map((one) => pair(one, absenceText(one, say)));
  return [
    row(
      say("clock"),
      select([["", say("noClock")], ...clocks], terms.clock, (value) => {
        terms.clock = value;
        change();
      }),
    ),
    terms.clock !== "" &&
      row(
        say("absence"),
        select(absences, terms.absence || (absences[0]?.[0] ?? ""), (value) => {
          terms.absence = value;
          change();
        }),
      ),
  ];
}

/** Return the terms of a match as a list. @param {Status} status @param {Say} say */
export function termsList({ takebacks, starts, spectators, delay, timing, options }, say) {
  /** @type {[string, string][]} */
  const lines = [
    [say("clock"), timing ? controlText(timing.control, say) : say("noClock")],
    ...(timing && timing.control.kind !== "none" ? [pair(say("absence"), absenceText(timing.absence, say))] : []),
    [say("spectators"), say(SPECTATORS[spectators] ?? "watch", { delay })],
    [say("undo"), say(TAKEBACKS[takebacks] ?? "undo")],
    [say("starts"), say(STARTS[starts] ?? "startsFull")],
    ...Object.entries(options)
      .filter(([, value]) => value) // the others are as usual, or off
      .map(([name, value]) => pair(name.replaceAll("_", " "), optionText(value))),
  ];
  return h(
    "dl",
    { key: "terms", class: "terms" },
    lines.map(([name, text]) => h("div", { key: name }, h("dt", null, name), h("dd", null, text))),
  );
}

/** @param {string} absence @param {Say} say */
const absenceText = (absence, say) =>
  absence === "wait"
    ? say("absenceWait")
    : absence === "resign"
      ? say("absenceResign")
      : say("absenceBot", { name: absence.replace("bot:", "") });

/** Return the value of an option for people. @param {unknown} value */
export const optionText = (value) => (value === true ? "✓" : value === false ? "–" : String(value));
