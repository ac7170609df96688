// Who is here, who has been away for how long, and what players say to each other, from a closed set: a menu at one's
// own seat, and a bubble at that of the speaker.

import { h } from "./dom.js";

/** @import { Say, SeatPresence, Timer, Word } from "./types.js" */

/** @type {Word[]} */
const PHRASES = ["hello", "well_played", "thanks", "oops", "sorry", "thinking"];
const MOMENT = 5000;

/** What was said lately, by seat. */
export class Reactions {
  /** @param {() => void} change */
  constructor(change) {
    this.change = change;
    /** @type {Map<number, string>} */
    this.said = new Map();
    /** @type {Map<number, Timer>} */
    this.timers = new Map();
  }

  /** @param {number} seat @param {string} text */
  hear(seat, text) {
    clearTimeout(this.timers.get(seat));
    this.said.set(seat, text);
    this.timers.set(
      seat,
      setTimeout(() => {
        this.said.delete(seat);
        this.change();
      }, MOMENT),
    );
    this.change();
  }

  /** Forget all of it. */
  end() {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.said.clear();
  }
}

/** Return what a seat has said a moment ago. It is told elsewhere, so here it is only seen.
 * @param {Reactions} reactions @param {number} seat */
export function drawnReaction({ said }, seat) {
  const text = said.get(seat);
  return text ? h("span", { key: "said", class: "said", "aria-hidden": "true" }, text) : null;
}

/** Return the menu of what can be said. @param {Say} say @param {(reaction: string) => void} react */
export const drawnPhrases = (say, react) =>
  h(
    "details",
    { key: "talk", class: "talk" },
    h("summary", { class: "quiet" }, say("talk")),
    h(
      "div",
      { class: "phrases", role: "group", "aria-label": say("talk") },
      PHRASES.map((reaction) =>
        h(
          "button",
          {
            key: reaction,
            class: "quiet",
            onclick: (event) => {
              const button = /** @type {HTMLElement} */ (event.currentTarget);
              closeMenu(button.closest("details"));
              react(reaction);
            },
          },
          say(reaction),
        ),
      ),
    ),
  );

/** Close a menu. The focus goes back to what opened it. @param {HTMLDetailsElement | null} menu */
export function closeMenu(menu) {
  if (!menu?.open) return false;
  const inside = menu.contains(/** @type {ShadowRoot} */ (menu.getRootNode()).activeElement);
  menu.open = false;
  if (inside) menu.querySelector("summary")?.focus();
  return true;
}

/** Who follows the match, and when that was heard. */
export class Presence {
  constructor() {
    /** @type {SeatPresence[]} */
    this.seats = [];
    this.heard = 0;
  }

  /** @param {SeatPresence[]} seats */
  take(seats) {
    this.seats = seats;
    this.heard = performance.now();
  }

  /**
   * Return how long somebody has been away, in words; nothing if they are here.
   * @param {number} seat @param {Say} say
   */
  awayText(seat, say) {
    const one = this.seats[seat];
    if (!one || one.here) return "";
    const minutes = one.away === null ? 0 : Math.floor((one.away + performance.now() - this.heard) / 60_000);
    const time = minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
    return minutes < 1 ? say("away") : say("awayFor", { time });
  }
}

/** @param {Presence} presence @param {number} seat @param {Say} say */
export function drawnPresence(presence, seat, say) {
  const one = presence.seats[seat];
  if (!one) return null;
  const text = () => presence.awayText(seat, say);
  return one.here
    ? h("i", { key: "here", class: "here", role: "img", "aria-label": say("here"), title: say("here") })
    : h("small", { key: "away", "data-tick": true, ".tick": text }, text());
}
