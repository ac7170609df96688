// <cardkit-table>: a match as one viewer sees it, and everything that a seat can do.

import { Refusal } from "./api.js";
import { Choice } from "./choice.js";
import { clockBanners, clockTools, drawnTime } from "./clock.js";
import { draw, h, quiet } from "./dom.js";
import { Drag } from "./drag.js";
import { keepingFocus, steerByArrows } from "./focus.js";
import { LiveMatch } from "./live.js";
import { drawnLobby } from "./lobby.js";
import { drawnActs, drawnMoves } from "./moves.js";
import { closeMenu, drawnPhrases, drawnPresence, drawnReaction } from "./people.js";
import { drawnDialog, drawnEnding, drawnPrompt, drawnTakeback } from "./prompt.js";
import { drawnTable, drawnTop, moveLabel } from "./scene.js";
import { drawnStory } from "./story.js";

/** @import { Asked, Move, Nodes, SeenEvent, Shown, Status, Timed } from "./types.js" */

const LINES = 200;

export class CardkitTable extends LiveMatch {
  constructor() {
    super();
    /** @type {Choice | null} */
    this.choice = null;
    this.busy = false;
    this.quiet = false;
    /** @type {Asked | null} */
    this.asked = null;
    this.drag = new Drag(this.root, this.body, this.sky, () => this.choice);
    this.root.addEventListener("keydown", (event) => event instanceof KeyboardEvent && this.steer(event));
    this.root.addEventListener("pointerdown", (event) => {
      const menu = this.menu;
      if (event.target instanceof Node && !menu?.contains(event.target)) closeMenu(menu);
    });
  }

  end() {
    super.end();
    this.drag.cancel();
  }

  /** The menu of what can be said. @returns {HTMLDetailsElement | null} */
  get menu() {
    return this.root.querySelector("details.talk");
  }

  /** The match as one with a clock. @returns {Timed | null} */
  get timed() {
    const { status, clock, names, say } = this;
    const timing = status?.timing;
    if (!timing || status.status !== "running" || !clock.shown) return null;
    const resigned = this.seat !== null && status.seats[this.seat]?.resigned;
    return {
      clock,
      timing,
      seat: resigned ? null : this.seat,
      names,
      say,
      act: (what, body) => this.actOnClock(what, body),
    };
  }

  get choosing() {
    return !!this.choice;
  }

  /** Let the viewer choose a move if they have one, and the clock allows it. @param {boolean} [anew] */
  choose(anew) {
    const { shown, seat, clock } = this;
    if (anew) this.choice = null;
    const may = this.latest && shown?.moves.length && !clock.paused && !clock.shown?.seats[seat ?? -1]?.bot;
    if (!may || !shown) this.choice = null;
    else this.choice ??= this.choices(shown);
  }

  /** @param {Shown} shown */
  choices(shown) {
    return new Choice(
      shown.scene,
      shown.moves,
      (move) => this.consider(move),
      () => this.paint(),
    );
  }

  /** Ask before a move that costs something, then play it. @param {Move} move */
  consider(move) {
    if (!move.warning || this.quiet) return this.play(move);
    this.ask({
      title: moveLabel(move),
      text: move.warning,
      yes: this.say("playIt"),
      quiet: true,
      then: () => this.play(move),
    });
  }

  /** @param {Asked} asked */
  ask(asked) {
    this.asked = asked;
    this.paint();
    const dialog = this.root.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog?.querySelector("button.yes") ?? null)?.focus();
  }

  /** @param {boolean} yes */
  answer(yes) {
    const { asked } = this;
    this.root.querySelector("dialog")?.close();
    this.asked = null;
    if (yes) asked?.then();
    else this.choice?.drop();
  }

  /** @param {Move} move */
  async play(move) {
    const { shown } = this;
    if (this.busy || !shown) return;
    await this.act(async () => {
      /** @type {{ version: number, events: SeenEvent[] }} */
      const moved = await this.server.post(`${this.match}/moves`, { move: move.text }, { version: shown.version });
      this.choice = null;
      this.take(moved.events);
    });
  }

  /** Do something on the server, once at a time. Say what went wrong. @param {() => Promise<void>} what */
  async act(what) {
    const { run } = this;
    if (this.busy) return;
    this.busy = true;
    this.note = "";
    this.paint();
    try {
      await what();
    } catch (error) {
      if (!this.counts(run)) return;
      const stale = error instanceof Refusal && error.status === 412;
      this.note = stale ? this.say("changed") : error instanceof Refusal ? error.message : this.say("lost");
      if (this.shown) await this.lookNow().catch(() => undefined);
    } finally {
      this.busy = false;
      if (this.counts(run)) this.paint();
    }
  }

  /** @param {number} [of] the seat whose move it is, if the caller agrees to that */
  undo(of) {
    return this.act(async () => {
      /** @type {{ done: boolean, reason: string }} */
      const undone = await this.server.post(`${this.match}/undo`, of === undefined ? {} : { of });
      if (!undone.done && of === undefined) this.note = undone.reason;
      await this.refresh();
    });
  }

  /** Pause, resume, give time, come back, or replace somebody. @param {string} what @param {unknown} [body] */
  actOnClock(what, body = {}) {
    return this.act(async () => {
      this.takeStatus(await this.server.post(`${this.match}/${what}`, body));
      this.choose();
    });
  }

  /** Say something to the others. It hinders no move. @param {string} reaction */
  async react(reaction) {
    const { run } = this;
    try {
      await this.server.ask("POST", `${this.match}/reactions`, { body: { reaction } });
    } catch (error) {
      if (!this.counts(run)) return;
      this.announce(error instanceof Refusal ? error.message : this.say("lost"));
      this.paint();
    }
  }

  /** Return the menu of what the viewer can say, if they have a seat. */
  phrases() {
    return drawnPhrases(this.say, (reaction) => this.react(reaction));
  }

  resign() {
    this.ask({
      title: this.say("areYouSure"),
      text: this.say("resignSure"),
      yes: this.say("resign"),
      quiet: false,
      then: () =>
        this.act(async () => {
          this.takeStatus(await this.server.post(`${this.match}/resign`, {}));
          await this.lookNow();
        }),
    });
  }

  /** Arrows go from card to card, Escape drops a choice. @param {KeyboardEvent} event */
  steer(event) {
    if (event.key === "Escape") {
      if (closeMenu(this.menu)) return;
      if (this.drag.going) return this.drag.cancel();
      if (this.choice?.left) return this.choice.drop();
    }
    steerByArrows(this.root, event);
  }

  /** Draw everything. */
  paint() {
    this.body.toggleAttribute("data-working", this.busy || this.unread.length > 0);
    this.body.dataset.version = String(this.shown?.version ?? "");
    keepingFocus(this.root, () => draw(this.body, ...this.parts()));
  }

  /** @returns {Nodes[]} */
  parts() {
    const { say, shown, status, choice, timed } = this;
    const note = h("p", { key: "note", class: "note", role: "alert" }, this.note);
    if (!status) return [note, !this.note && h("p", { class: "loading" }, say("working"))];
    if (!shown) return [note, this.drawnNews(), drawnLobby(this, status)];
    const { scene } = shown;
    const consider = (/** @type {Move} */ move) => this.consider(move);
    const { shared, own } = drawnTable(scene, choice, (seat) => this.besidePlayer(status, seat), consider);
    const chooser = { choice, busy: this.busy, say, consider };
    const go = (/** @type {number} */ version) => this.tell("cardkit-moment", { version });
    return [
      drawnTop(scene, this.tools(status)),
      !this.live && h("p", { key: "lost", class: "lost", role: "status" }, say("lost")),
      note,
      this.drawnNews(),
      drawnEnding(this, status),
      shared,
      h(
        "div",
        { key: "rail", class: "rail" },
        timed && clockBanners(timed),
        drawnPrompt(this, shown),
        drawnTakeback(this, status),
        drawnActs(chooser, shown),
        own,
      ),
      h(
        "aside",
        { key: "aside" },
        drawnMoves(chooser, shown),
        drawnStory(this.story.slice(-LINES), shown.version, say("happened"), go, true),
      ),
      drawnDialog(this.asked, say, (yes) => this.answer(yes), (quiet) => (this.quiet = quiet)),
    ];
  }

  /** What was announced a moment ago. */
  drawnNews() {
    return h(
      "div",
      { key: "news", class: "news", role: "log", "aria-live": "polite" },
      this.news.map(({ n, text, seen }) => h("p", { key: n, class: seen ? "" : "hidden" }, text)),
    );
  }

  /**
   * Return what is beside a player's name: the clock, whether they are here, what they say.
   * @param {Status} status @param {number} seat
   */
  besidePlayer(status, seat) {
    const { say, timed } = this;
    const over = status.status === "over",
      chair = status.seats[seat];
    const follows = !over && seat !== this.seat && chair?.holder === "person" && !chair.resigned;
    return [
      follows && drawnPresence(this.presence, seat, say),
      timed && drawnTime(timed, seat),
      drawnReaction(this.reactions, seat),
      !over && seat === this.seat && !chair?.resigned && this.phrases(),
    ];
  }

  /** @param {Status} status */
  tools(status) {
    const { say, seat, timed } = this;
    if (seat === null) return h("small", { class: "watching" }, say("watching"));
    if (status.status !== "running" || status.seats[seat]?.resigned) return null;
    return [
      timed && clockTools(timed),
      status.takebacks !== "none" &&
        quiet(say("undo"), () => this.undo()),
      quiet(say("resign"), () => this.resign()),
    ];
  }
}

customElements.define("cardkit-table", CardkitTable);
