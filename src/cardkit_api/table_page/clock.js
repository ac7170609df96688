// The clock of a match: what each seat has left, pauses, gifts, and seats whose time is up.

import { h, quiet } from "./dom.js";

/** @import { ClockStatus, Control, Nodes, Say, Timed } from "./types.js" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return a time such as `4:05`, or `2 d 5 h` if it is long. @param {number} milliseconds */
export function clockTime(milliseconds) {
  const left = Math.max(0, milliseconds);
  const hours = Math.floor((left % DAY) / HOUR);
  if (left >= DAY) return `${Math.floor(left / DAY)} d${hours ? ` ${hours} h` : ""}`;
  const seconds = Math.ceil(left / SECOND);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** Return what a clock allows, in words. @param {Control} control @param {Say} say */
export function controlText(control, say) {
  const time = clockTime(control.time),
    increment = clockTime(control.increment);
  if (control.kind === "days") return say("timePerMove", { time: `${control.days} d` });
  if (control.kind === "per_move") return say("timePerMove", { time });
  if (control.kind === "none") return say("noLimit");
  return control.increment ? say("timeAndMore", { time, increment }) : say("timeForAll", { time });
}

/** What a clock shows, and since when. */
export class Clock {
  constructor() {
    /** @type {ClockStatus | null} */
    this.shown = null;
    this.heard = 0;
  }

  /** Take what the server says, unless something younger is known. Return whether more than time has changed.
   * @param {ClockStatus | null | undefined} status */
  take(status) {
    const before = this.shown;
    if (!status || (before && status.at < before.at)) return false;
    const { at, paused, seats } = status;
    this.shown = { at, paused, seats };
    this.heard = performance.now();
    const state = (/** @type {ClockStatus | null} */ one) =>
      one && JSON.stringify([one.paused, one.seats.map(({ runs, out_of_time, bot }) => [runs, out_of_time, bot])]);
    return state(before) !== state(this.shown);
  }

  get paused() {
    return this.shown?.paused ?? false;
  }

  /** Whether the seat's own player plays it. @param {number} seat */
  isThere(seat) {
    const one = this.shown?.seats[seat];
    return !!one && !one.bot && !one.out_of_time;
  }

  /** Return the seats of players who are asked. @param {number[]} agreed */
  missing(agreed) {
    const seats = [...(this.shown?.seats.keys() ?? [])];
    return seats.filter((seat) => this.isThere(seat) && !agreed.includes(seat));
  }

  /** Return what a seat has left now. A bot has no clock. @param {number} seat @returns {number | null} */
  left(seat) {
    const one = this.shown?.seats[seat];
    if (!one || one.bot || one.left === null) return null;
    const gone = one.runs && !this.paused ? performance.now() - this.heard : 0;
    return Math.max(0, (one.opening ?? one.left) - gone);
  }
}

/**
 * Return the time of a seat, and a button that gives it more.
 * @param {Timed} timed @param {number} seat @returns {Nodes}
 */
export function drawnTime({ clock, timing, seat: own, names, say, act }, seat) {
  const left = clock.left(seat),
    text = () => clockTime(clock.left(seat) ?? 0);
  const one = clock.shown?.seats[seat];
  if (!one) return null;
  const gift = timing.control.kind === "days" ? DAY : MINUTE,
    time = clockTime(gift);
  const may = own !== null && own !== seat && clock.isThere(own) && !one.bot && left !== null;
  return [
    left !== null &&
      h(
        "span",
        {
          key: "time",
          class: `time${one.runs && !clock.paused ? " runs" : ""}`,
          role: "timer",
          "data-tick": true,
          ".tick": text,
        },
        text(),
      ),
    may &&
      h(
        "button",
        {
          key: "gift",
          class: "quiet",
          title: say("give", { name: names([seat]), time }),
          "aria-label": say("give", { name: names([seat]), time }),
          onclick: () => act("gifts", { to: seat, time: gift }),
        },
        `+${time}`,
      ),
  ];
}

/** Return what can be done with the clock at any time. @param {Timed} timed @returns {Nodes} */
export function clockTools({ clock, timing, seat, say, act }) {
  if (seat === null || clock.paused || !clock.isThere(seat) || timing.pause.includes(seat)) return null;
  if (timing.pause.length) return null; // the request is shown, with a button to agree
  return quiet(say("pauseIt"), () => act("pause"));
}

/** Return who has agreed, and who is still to. @param {Say} say @param {(seats: number[]) => string} names
 * @param {number[]} agreed @param {number[]} missing @param {number | null} own */
export function agreement(say, names, agreed, missing, own) {
  const others = (/** @type {number[]} */ seats) => names(seats.filter((seat) => seat !== own));
  return h(
    "small",
    null,
    [
      others(agreed) && say("agreed", { names: others(agreed) }),
      others(missing) && say("toAgree", { names: others(missing) }),
    ]
      .filter(Boolean)
      .join(" "),
  );
}

/** Return what has happened to the clock and asks for something. @param {Timed} timed @returns {Nodes} */
export function clockBanners({ clock, timing, seat: own, names, say, act }) {
  const plays = own !== null && clock.isThere(own);
  const banner = (
    /** @type {string} */ key,
    /** @type {string} */ text,
    /** @type {Nodes} */ who,
    /** @type {[string, string] | false} */ button,
  ) =>
    h(
      "div",
      { key, class: "banner", role: "status", "data-group": key },
      h("span", null, text, " ", who),
      button && h("button", { onclick: () => act(button[0]) }, button[1]),
    );
  const first = timing.pause[0];
  const seats = clock.shown?.seats ?? [];
  const missing = clock.missing(timing.pause);
  return [
    clock.paused && banner("paused", say("paused"), null, plays && ["resume", say("resume")]),
    !clock.paused &&
      first !== undefined &&
      banner(
        "pause",
        own !== null && timing.pause.includes(own) ? say("youPause") : say("asksPause", { name: names([first]) }),
        agreement(say, names, timing.pause, missing, own),
        plays && missing.includes(own) && ["pause", say("agree")],
      ),
    seats.map((one, seat) => {
      if (seat === own && one.bot && one.out_of_time)
        return (
          timing.absence !== "resign" &&
          banner("back", say("botPlaysYou", { name: one.bot }), null, [`seats/${seat}/return`, say("comeBack")])
        );
      if (!one.out_of_time || one.bot) return null;
      if (seat === own) return banner("late", say("youAreLate"), null, false);
      const agreed = timing.late === seat ? timing.replace : [],
        asked = clock.missing(agreed);
      return banner(
        `late ${seat}`,
        say("isLate", { name: names([seat]) }),
        agreed.length > 0 && agreement(say, names, agreed, asked, own),
        plays && asked.includes(own) && [`seats/${seat}/replace`, say("replace")],
      );
    }),
  ];
}

/**
 * Return a sentence for what has happened to the clock, or nothing.
 * @param {Record<string, unknown>} fact @param {Say} say @param {(seats: number[]) => string} names
 */
export function factText(fact, say, names) {
  const name = names([Number(fact.seat)]);
  switch (fact.type) {
    case "given":
      return say("wasGiven", { name, to: names([Number(fact.to)]), time: clockTime(Number(fact.time)) });
    case "taken_over":
      return say("wasReplaced", { name, bot: String(fact.bot) });
    case "returned":
      return say("wasBack", { name });
    default:
      return "";
  }
}
