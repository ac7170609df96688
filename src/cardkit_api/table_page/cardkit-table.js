// <cardkit-table>: a match as one viewer sees it, and everything that a seat can do.

import { Refusal, follow, pause } from "./api.js";
import { draw, h } from "./dom.js";
import { MatchElement } from "./element.js";
import { noted, still } from "./motion.js";
import { Choice, chip, drawnAreas, drawnDetails, drawnNotes, drawnPlayers, moveLabel } from "./scene.js";

/**
 * @typedef {import("./api.js").Status} Status
 * @typedef {import("./api.js").Shown} Shown
 * @typedef {import("./api.js").Move} Move
 * @typedef {import("./api.js").SeenEvent} SeenEvent
 * @typedef {import("./api.js").Message} Message
 */

const PACE = 550;
const LOOKING = 2200;
const NEWS = { open: 1500, running: 4000, over: 3000 };
const LINES = 200;
const FEW = 12;

export class CardkitTable extends MatchElement {
  constructor() {
    super();
    /** @type {Status | null} */
    this.status = null;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Choice | null} */
    this.choice = null;
    /** @type {SeenEvent[]} */
    this.story = [];
    /** @type {SeenEvent[]} */
    this.unread = [];
    this.place = 0;
    this.live = true;
    this.busy = false;
    this.quiet = false;
    this.note = "";
    /** @type {{ title: string, text: string, yes: string, quiet: boolean, then: () => void } | null} */
    this.asked = null;
    this.stop = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.root.addEventListener("keydown", (event) => event instanceof KeyboardEvent && this.steer(event));
  }

  end() {
    this.stop();
    clearTimeout(this.timer);
  }

  /** @param {number} run */
  async begin(run) {
    try {
      /** @type {import("./api.js").Table} */
      const table = await this.server.get(`${this.match}/table?language=${this.language}`);
      if (!this.counts(run)) return;
      this.status = table.status;
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
    if (message.type === "glimpse") this.take([/** @type {SeenEvent & Message} */ (message)]);
    else this.refresh();
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
    this.choice = latest && shown.moves.length ? this.choices(shown) : null;
    if (shown.scene.over && this.status?.status === "running") this.refresh();
    this.changed();
    arrived(actor);
  }

  /** Draw what has changed, and tell the page around. */
  changed() {
    this.paint();
    this.tell("cardkit-change", { status: this.status, shown: this.shown, turn: !!this.choice });
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

  /** Fetch who sits where, and what was asked. */
  async refresh() {
    const { run } = this;
    try {
      /** @type {Status} */
      const status = await this.server.get(`${this.match}?seen=${this.shown?.version ?? 0}`);
      if (!this.counts(run)) return;
      const before = this.status;
      this.status = status;
      if (JSON.stringify(before) !== JSON.stringify(status)) this.changed();
      const renamed =
        before &&
        this.shown &&
        status.version === this.shown.version &&
        JSON.stringify(before.seats) !== JSON.stringify(status.seats);
      if (renamed) await this.lookNow();
    } catch (error) {
      if (this.counts(run) && error instanceof Refusal) this.fail(error);
    }
  }

  /** Not all that happens around a match is an event of it: ask now and then. @param {number} run */
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

  /** @param {NonNullable<CardkitTable["asked"]>} asked */
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

  resign() {
    this.ask({
      title: this.say("areYouSure"),
      text: this.say("resignSure"),
      yes: this.say("resign"),
      quiet: false,
      then: () =>
        this.act(async () => {
          this.status = await this.server.post(`${this.match}/resign`, {});
          await this.lookNow();
        }),
    });
  }

  /** @param {unknown} error */
  fail(error) {
    this.note = error instanceof Refusal ? (error.status < 500 ? this.say("gone") : error.message) : this.say("lost");
    if (error instanceof Refusal && error.status < 500) this.tell("cardkit-gone", { code: error.code });
    this.paint();
  }

  /** Arrows go from card to card, Escape drops a choice. @param {KeyboardEvent} event */
  steer(event) {
    if (event.key === "Escape" && this.choice?.left) return this.choice.drop();
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const list = this.root.activeElement?.closest(".cards, .acts, .moves, .lines");
    if (!by || !list) return;
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === this.root.activeElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  }

  /** Draw everything. The focus stays where it was, or goes to what is closest. */
  paint() {
    const active = this.root.activeElement;
    const group = active?.closest("[data-id]:not(button), [data-group]");
    const name = group instanceof HTMLElement ? (group.dataset.id ?? group.dataset.group) : "";
    const at =
      group && active ? [...group.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (active)) : -1;
    const working = this.busy || this.unread.length > 0;
    this.body.toggleAttribute("data-working", working);
    this.body.dataset.version = String(this.shown?.version ?? "");
    draw(this.body, ...this.parts());
    if (
      !active ||
      this.root.activeElement ||
      (document.activeElement !== document.body && document.activeElement !== this)
    )
      return;
    const again = [...this.root.querySelectorAll("[data-id]:not(button), [data-group]")].find(
      (one) => one instanceof HTMLElement && (one.dataset.id ?? one.dataset.group) === name,
    );
    const buttons = [...(again?.querySelectorAll("button") ?? [])];
    const next = buttons[Math.min(Math.max(at, 0), buttons.length - 1)] ?? this.root.querySelector(".prompt");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** @returns {import("./dom.js").Nodes[]} */
  parts() {
    const { say, shown, status, choice } = this;
    const note = h("p", { key: "note", class: "note", role: "alert" }, this.note);
    if (!status) return [note, !this.note && h("p", { class: "loading" }, say("working"))];
    if (!shown) return [note, this.waiting(status)];
    const { scene } = shown;
    const { middle, mine, lists } = drawnAreas(scene, choice);
    return [
      h(
        "header",
        { key: "top", class: "top" },
        h("h2", null, scene.title),
        drawnNotes(scene),
        h("span", { class: "tools" }, this.tools(status), h("slot", { name: "tools" })),
      ),
      !this.live && h("p", { key: "lost", class: "lost", role: "status" }, say("lost")),
      note,
      this.ending(status),
      drawnPlayers(scene, choice),
      middle.length > 0 && h("div", { key: "felt", class: "felt" }, h("div", { class: "middle" }, middle)),
      lists.length > 0 && h("div", { key: "lists", class: "lists" }, lists),
      drawnDetails(scene),
      h(
        "div",
        { key: "rail", class: "rail" },
        this.prompt(shown),
        this.takeback(status),
        this.acts(shown),
        mine.length > 0 && h("div", { key: "mine", class: `mine${choice ? " turn" : ""}` }, mine),
      ),
      h("aside", { key: "aside" }, this.movesList(shown), this.log()),
      this.dialog(),
    ];
  }

  /** What is shown before the match begins. @param {Status} status */
  waiting(status) {
    const { say } = this;
    return h(
      "section",
      { key: "waiting", class: "waiting" },
      h("h2", null, say("open")),
      h(
        "ol",
        { class: "chairs", "aria-label": say("players") },
        status.seats.map((chair) =>
          h(
            "li",
            { key: chair.seat, class: chair.holder },
            h("b", null, String(chair.seat + 1)),
            h("span", null, chair.holder === "nobody" ? say("free") : chair.name || chair.bot),
            chair.holder === "bot" && h("small", null, say("bot", { name: chair.bot })),
            status.starts === "ready" && chair.ready && h("small", null, `✓ ${say("ready")}`),
          ),
        ),
      ),
      h("slot", { name: "open" }),
    );
  }

  /** @param {Status} status */
  tools(status) {
    const seat = this.shown?.seat;
    if (seat === null || seat === undefined) return h("small", { class: "watching" }, this.say("watching"));
    if (status.status !== "running" || status.seats[seat]?.resigned) return null;
    return [
      status.takebacks !== "none" &&
        h("button", { type: "button", class: "quiet", onclick: () => this.undo() }, this.say("undo")),
      h("button", { type: "button", class: "quiet", onclick: () => this.resign() }, this.say("resign")),
    ];
  }

  /** Say whose turn it is, and for what. @param {Shown} shown */
  prompt({ scene }) {
    const { say } = this;
    const others = scene.players.filter((player) => player.to_move && !player.you).map(({ name }) => name);
    const yours = scene.players.some((player) => player.you && player.to_move);
    const whose = scene.over
      ? ""
      : yours
        ? say("yourTurn")
        : others.length
          ? say("thinking", { name: others.join(", ") })
          : "";
    return h(
      "div",
      { key: "prompt", class: `prompt${this.choice ? " yours" : ""}`, tabindex: "-1", role: "status" },
      whose && h("strong", null, whose),
      scene.prompt.map((line) => h("span", null, line)),
      this.choice?.left ? h("em", null, say("choose")) : "",
    );
  }

  /** Moves that no card stands for, and what is left to choose. @param {Shown} shown */
  acts({ scene, moves }) {
    const { choice } = this;
    if (!choice) return null;
    const cells = scene.players.flatMap((player) => player.cells.flatMap(({ cards }) => cards));
    const things = [...scene.areas, ...scene.areas.flatMap((area) => area.cards), ...cells];
    const begun = (/** @type {string} */ text) => things.some((thing) => thing.moves.includes(text));
    const ended = (/** @type {string} */ text) => things.some((thing) => thing.then?.includes(text));
    const loose = (choice.left ? choice.open : moves).filter(({ text }) => !(choice.left ? ended : begun)(text));
    if (!choice.left && (!loose.length || loose.length > FEW)) return null;
    return h(
      "div",
      { key: "acts", class: "acts", "data-group": "acts" },
      loose.map((move) =>
        h(
          "button",
          {
            key: move.text,
            type: "button",
            class: "act",
            "aria-disabled": this.busy ? "true" : null,
            onclick: () => this.consider(move),
          },
          moveLabel(move),
          move.warning && h("small", null, move.warning),
        ),
      ),
      choice.left &&
        h(
          "button",
          { key: "cancel", type: "button", class: "quiet", onclick: () => choice.drop() },
          this.say("cancel"),
        ),
    );
  }

  /** All legal moves, as buttons. @param {Shown} shown */
  movesList({ scene, moves }) {
    const { say } = this;
    if (scene.viewer === null || scene.over) return null;
    const things = [...scene.areas, ...scene.areas.flatMap((area) => area.cards)];
    const begun = (/** @type {Move} */ { text }) => things.some((thing) => thing.moves.includes(text));
    const cards = scene.areas.filter((area) => area.seat === scene.viewer).flatMap((area) => area.cards);
    const own = this.choice ? moves : [];
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
          { type: "button", class: move.warning ? "warned" : "", onclick: () => this.consider(move) },
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
                  { key: word, open: !found.some(begun) },
                  h("summary", null, `${word} (${found.length})`),
                  list,
                )
              : list;
          }),
    );
  }

  /** What happened, in sentences. A line leads to its moment. */
  log() {
    const lines = this.story.filter(({ text }) => text).slice(-LINES);
    return h(
      "section",
      { key: "log", class: "list story" },
      h("h3", { id: "story" }, this.say("happened")),
      h(
        "ol",
        { role: "log", "aria-live": "polite", "aria-labelledby": "story", class: "lines" },
        lines.reverse().map((event, at) =>
          h(
            "li",
            { key: event.n, class: event.version === this.shown?.version ? "new" : "" },
            h(
              "button",
              {
                type: "button",
                class: "line",
                tabindex: at ? "-1" : null,
                onclick: () => this.tell("cardkit-moment", { version: event.version }),
              },
              event.text,
            ),
          ),
        ),
      ),
    );
  }

  /** @param {Status} status */
  ending({ status, outcome }) {
    if (status !== "over" || !outcome) return null;
    const { say } = this,
      names = outcome.winners.map((seat) => this.shown?.scene.players[seat]?.name ?? "");
    const won = outcome.winners.length === 1 && outcome.winners[0] === this.shown?.seat;
    return h(
      "section",
      { key: "ending", class: "ending" },
      h(
        "h2",
        null,
        won
          ? say("youWin")
          : names.length > 1
            ? say("tied", { names: names.join(", ") })
            : say("wins", { name: names[0] ?? "" }),
      ),
      h("p", null, say("over")),
      h("slot", { name: "over" }),
    );
  }

  /** @param {Status} status */
  takeback({ takeback, seats }) {
    const seat = this.shown?.seat;
    if (!takeback || seat === null || seat === undefined) return null;
    const { say } = this,
      name = seats[takeback.by]?.name ?? "";
    const agreed = takeback.agreed.includes(seat);
    return h(
      "div",
      { key: "takeback", class: "banner", role: "alert", "data-group": "takeback" },
      h("span", null, agreed ? say("undoWaits") : say("undoAsked", { name })),
      !agreed && h("button", { type: "button", onclick: () => this.undo(takeback.by) }, say("agree")),
    );
  }

  dialog() {
    const { asked, say } = this;
    return h(
      "dialog",
      { key: "dialog", "aria-labelledby": "asked", oncancel: () => this.answer(false) },
      asked && [
        h("h2", { id: "asked" }, asked.title),
        h("p", null, asked.text),
        asked.quiet &&
          h(
            "label",
            null,
            h("input", {
              type: "checkbox",
              onchange: (/** @type {Event} */ event) => {
                this.quiet = event.target instanceof HTMLInputElement && event.target.checked;
              },
            }),
            say("quiet"),
          ),
        h(
          "div",
          { class: "acts" },
          h("button", { type: "button", class: "act yes", onclick: () => this.answer(true) }, asked.yes),
          h("button", { type: "button", class: "quiet", onclick: () => this.answer(false) }, say("cancel")),
        ),
      ],
    );
  }
}

customElements.define("cardkit-table", CardkitTable);
