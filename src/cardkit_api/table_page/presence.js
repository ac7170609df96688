// Who is here, and who has been away for how long.

import { h } from "./dom.js";

/** @import { Say, SeatPresence } from "./types.js" */

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
