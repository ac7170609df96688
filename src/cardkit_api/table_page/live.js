// A match as it is followed: what happened, what the table shows, the clock, and who is here.

import { Refusal, follow, pause } from "./api.js";
import { Clock, factText } from "./clock.js";
import { MatchElement } from "./element.js";
import { noted, still } from "./motion.js";
import { Presence, Reactions } from "./people.js";

/** @import { ClockLine, Message, Players, SeatPresence, SeenEvent, Shown, Status, Table, Timer } from "./types.js" */

const PACE = 550;
const LOOKING = 2200;
const NEWS = { open: 30_000, running: 30_000, over: 3000 };
const FEW = 12;
const TICK = 250;
const TOLD = 6000;

/** @param {unknown} one @param {unknown} other */
const differ = (one, other) => JSON.stringify(one) !== JSON.stringify(other);

/** An element that follows a match. What it draws, and what the viewer can do, is that of `CardkitTable`. */
export class LiveMatch extends MatchElement {
  constructor() {
    super();
    /** @type {Status | null} */
    this.status = null;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {SeenEvent[]} */
    this.story = [];
    /** @type {SeenEvent[]} */
    this.unread = [];
    this.place = 0;
    /** @type {number | null} */
    this.seat = null;
    this.clocked = 0;
    /** @type {Players | null} what the stream told last of those who play */
    this.players = null;
    this.refreshes = 0;
    this.live = true;
    this.latest = false;
    this.note = "";
    this.clock = new Clock();
    this.presence = new Presence();
    this.reactions = new Reactions(() => this.paint());
    /** @type {{ n: number, text: string, seen: boolean }[]} what was announced a moment ago */
    this.news = [];
    this.announced = 0;
    this.stop = () => {};
    /** @type {Timer} */
    this.timer = undefined;
    /** @type {Timer} */
    this.ticking = undefined;
  }

  end() {
    this.stop();
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    this.reactions.end();
  }

  /** Draw everything. */
  paint() {}

  /** Whether the viewer may move now. */
  get choosing() {
    return false;
  }

  /** Let the viewer choose a move, if there is one. @param {boolean} [_anew] */
  choose(_anew) {}

  /** Return how these seats' players are called. @param {number[]} seats */
  names = (seats) => {
    const { shown, status } = this;
    const name = (/** @type {number} */ seat) => shown?.scene.players[seat]?.name || status?.seats[seat]?.name;
    return seats.map((seat) => name(seat) || this.say("seat", { number: seat + 1 })).join(", ");
  };

  /** @param {number} run */
  async begin(run) {
    try {
      /** @type {Table} */
      const table = await this.server.get(`${this.match}/table?language=${this.language}`);
      if (!this.counts(run)) return;
      this.seat = table.seat;
      this.clock = new Clock();
      this.presence = new Presence();
      this.takeStatus(table.status);
      this.story = table.events;
      this.unread = [];
      this.place = table.version;
      this.note = "";
      if (table.version) await this.look(table.version, true);
    } catch (error) {
      if (!this.counts(run)) return;
      this.fail(error);
      if (!(error instanceof Refusal)) this.timer = setTimeout(() => this.renew(), 3000);
      return;
    }
    if (!this.counts(run)) return;
    this.changed();
    this.ticking = setInterval(() => this.tick(), TICK);
    if (this.status?.status !== "over") this.listen(run);
    this.watchStatus(run);
  }

  /** Hear of events as they happen. @param {number} run */
  listen(run) {
    this.stop = follow(this.server, this.match, {
      place: () => this.place,
      hear: (message) => this.counts(run) && this.hear(message),
      live: (is) => {
        if (!this.counts(run) || this.live === is) return;
        this.live = is;
        this.paint();
        if (is) this.refresh();
      },
      refused: (refusal) => this.counts(run) && this.fail(refusal),
    });
  }

  /** @param {Message} message */
  hear(message) {
    switch (message.type) {
      case "glimpse":
        return this.take([/** @type {SeenEvent & Message} */ (message)]);
      case "clock":
        return this.hearClock(/** @type {ClockLine & Message} */ (message));
      case "players":
        return this.hearPlayers(/** @type {Players & Message} */ (message));
      case "presence":
        this.presence.take(/** @type {SeatPresence[]} */ (message.seats));
        return this.paint();
      case "reaction":
        return this.hearReaction(Number(message.seat), String(message.text));
      default:
        this.refresh();
    }
  }

  /** @param {Players} players those after the events so far */
  hearPlayers(players) {
    this.players = players;
    return this.refresh({ version: this.place, seats: players.seats, takeback: players.takeback });
  }

  /** @param {ClockLine} line */
  hearClock(line) {
    const texts = line.facts.map((fact) => factText(fact, this.say, this.names)).filter(Boolean);
    for (const text of texts) this.announce(text);
    const changed = this.clock.take(line);
    if (changed) this.choose();
    if (changed || texts.length) this.changed();
    if (line.facts.length || line.version === this.clocked) this.refresh(); // perhaps somebody has asked for a pause
    this.clocked = line.version;
  }

  /** @param {number} seat @param {string} text */
  hearReaction(seat, text) {
    this.announce(`${this.names([seat])}: ${text}`, false);
    this.reactions.hear(seat, text);
  }

  /**
   * Tell something in a live region for a moment.
   * @param {string} text @param {boolean} [seen] whether it is seen, too
   */
  announce(text, seen = true) {
    const n = (this.announced += 1);
    this.news.push({ n, text, seen });
    setTimeout(() => {
      this.news = this.news.filter((one) => one.n !== n);
      this.paint();
    }, TOLD);
  }

  /** Write texts that change with time: an element that shows one has it as its property `tick`. */
  tick() {
    for (const one of this.root.querySelectorAll("[data-tick]")) {
      const text = Reflect.get(one, "tick")();
      if (one.firstChild && one.firstChild.nodeValue !== text) one.firstChild.nodeValue = text;
    }
  }

  /** Take events that are new. Each one is taken once, whoever brings it first. @param {SeenEvent[]} events */
  take(events) {
    for (const event of events) {
      if (event.n !== this.place + 1) continue;
      this.place = event.n;
      this.unread.push(event);
    }
    this.unroll();
  }

  /** Show what is new, move by move, so that people see what the others did. */
  async unroll() {
    if (this.unrolling) return;
    this.unrolling = true;
    const { run } = this;
    try {
      while (this.unread.length && this.counts(run)) {
        if (this.catchUp()) continue;
        const versions = [...new Set(this.unread.map(({ version }) => version))];
        const all = still() || document.hidden || versions.length > FEW;
        const next = all ? (versions[versions.length - 1] ?? 0) : (versions[0] ?? 0);
        if (next > this.place) return; // the rest of the move is on its way
        const latest = next === versions[versions.length - 1];
        await this.look(next, latest);
        if (!this.counts(run)) return;
        if (latest && this.status?.status !== "running") await this.refresh();
        if (this.unread.length || !latest) await pause(this.shown?.scene.needs_time ? LOOKING : PACE);
      }
    } catch (error) {
      if (this.counts(run)) this.fail(error);
    } finally {
      this.unrolling = false;
      if (this.unread.length && this.counts(run) && (this.unread[0]?.version ?? Infinity) <= this.place)
        setTimeout(() => this.unroll(), PACE);
    }
  }

  /** Tell what the table already shows, because another answer was faster than the stream. Return whether it did. */
  catchUp() {
    const known = this.unread.filter(({ version }) => version <= (this.shown?.version ?? 0));
    if (!known.length) return false;
    this.unread = this.unread.filter((event) => !known.includes(event));
    this.story.push(...known);
    this.paint();
    return true;
  }

  /** Show the table as it is now, and no older than what is known. */
  lookNow() {
    return this.look(Math.max(this.place, this.shown?.version ?? 0), true, "");
  }

  /** Show the table at a version. @param {number} version @param {boolean} latest @param {string} [at] */
  async look(version, latest, at = `at=${version}&`) {
    const { run } = this;
    /** @type {Shown} */
    const shown = await this.server.get(`${this.match}/scene?${at}seen=${version}&language=${this.language}`);
    if (!this.counts(run) || (this.shown && this.status && shown.version < this.shown.version && latest)) return;
    const actor = this.shown?.scene.players.find((player) => player.to_move)?.seat;
    const arrived = noted(this.body, this.sky);
    this.shown = shown;
    const read = this.unread.filter((event) => event.version <= shown.version);
    this.unread = this.unread.filter((event) => event.version > shown.version);
    this.story.push(...read);
    this.latest = latest;
    this.choose(true);
    if (shown.scene.over && this.status?.status === "running") this.refresh();
    this.changed();
    arrived(actor);
  }

  /** Draw what has changed, and tell the page around. */
  changed() {
    this.paint();
    this.tell("cardkit-change", { status: this.status, shown: this.shown, turn: this.choosing });
  }

  /** Show who sits where, and what was asked: as it was just told, or else as the server answers.
   * @param {Partial<Status>} [told] @returns {Promise<void>} */
  async refresh(told) {
    const { run, players } = this,
      asked = told ? this.refreshes : (this.refreshes += 1);
    try {
      /** @type {Status} */
      const status =
        told && this.status
          ? { ...this.status, ...told }
          : await this.server.get(`${this.match}?seen=${this.shown?.version ?? 0}`);
      if (!this.counts(run) || asked !== this.refreshes) return; // a younger answer is on its way
      if (players !== this.players) return await this.refresh(); // the stream may have told something younger
      const before = this.status,
        ran = this.takeStatus(status);
      if (ran || differ(before, this.status)) this.changed();
      if (differ(before?.seats, status.seats) && status.version === this.shown?.version) await this.lookNow();
    } catch (error) {
      if (this.counts(run) && error instanceof Refusal) this.fail(error);
    }
  }

  /**
   * Keep a status. What its clock shows is kept apart, because that is always different.
   * Return whether more than time has changed there.
   * @param {Status} status
   */
  takeStatus(status) {
    const goesOn = this.status?.status === status.status;
    this.status = status.timing ? { ...status, timing: { ...status.timing, clock: null } } : status;
    if (!goesOn) this.watchStatus(this.run);
    const changed = this.clock.take(status.timing?.clock);
    if (changed) this.choose();
    return changed;
  }

  /** Streams don't tell everything, such as the next match: ask now and then. @param {number} run */
  watchStatus(run) {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      async () => {
        if (!document.hidden) await this.refresh();
        if (this.counts(run)) this.watchStatus(run);
      },
      NEWS[this.status?.status ?? "open"],
    );
  }

  /** @param {unknown} error */
  fail(error) {
    this.note = error instanceof Refusal ? (error.status < 500 ? this.say("gone") : error.message) : this.say("lost");
    if (error instanceof Refusal && error.status < 500) this.tell("cardkit-gone", { code: error.code });
    this.paint();
  }
}
