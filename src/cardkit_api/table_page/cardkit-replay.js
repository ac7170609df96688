// <cardkit-replay>: a match again, step by step, as one viewer saw it, or through any seat's eyes once it is over.

import { Refusal } from "./api.js";
import { draw, h, input, labelled, select } from "./dom.js";
import { MatchElement } from "./element.js";
import { noted } from "./motion.js";
import { drawnTable, drawnTop } from "./scene.js";
import { drawnStory } from "./story.js";

/** @import { Scene, SeenEvent, Shown, Timer } from "./types.js" */

const PAGE = 200;
const PACE = 1400;

export class CardkitReplay extends MatchElement {
  constructor() {
    super();
    /** @type {SeenEvent[]} */
    this.story = [];
    /** @type {number[]} the versions after each move */
    this.steps = [];
    /** @type {Map<number, Promise<Shown>>} */
    this.scenes = new Map();
    /** @type {Shown | null} */
    this.shown = null;
    this.step = 0;
    this.over = false;
    this.eyes = "";
    this.note = "";
    /** @type {Timer} */
    this.playing = undefined;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.steer(event);
  }

  end() {
    this.pause();
    document.removeEventListener("keydown", this.keys);
  }

  /** @param {number} run */
  async begin(run) {
    document.addEventListener("keydown", this.keys);
    this.shown = null;
    this.over = false;
    this.eyes = this.getAttribute("as") ?? "";
    await this.load(run, Number(this.getAttribute("at") || 0));
  }

  /** Look through the eyes of a seat, or through one's own, at the moment that is shown. @param {string} eyes */
  async look(eyes) {
    this.pause();
    this.eyes = eyes;
    const version = this.steps[this.step] ?? 0;
    await this.load(this.run, version);
    this.tell("cardkit-moment", { version, as: this.eyes });
  }

  /** Fetch what happened, and show the moment. @param {number} run @param {number} at */
  async load(run, at) {
    const { eyes } = this;
    this.note = "";
    try {
      /** @type {SeenEvent[]} */
      const story = [];
      for (let after = 0, more = true; more;) {
        /** @type {{ events: SeenEvent[], next: number, version: number, over: boolean }} */
        const page = await this.server.get(
          `${this.match}/events?after=${after}&limit=${PAGE}&language=${this.language}${this.as}`,
        );
        if (!this.counts(run) || this.eyes !== eyes) return;
        story.push(...page.events);
        more = page.events.length > 0 && page.next < page.version;
        after = page.next;
        this.over = page.over;
      }
      this.story = story;
      this.scenes.clear();
      this.steps = [...new Set(story.map(({ version }) => version))];
      if (!this.steps.length) throw new Refusal(409, { detail: this.say("open") });
      const found = this.steps.findIndex((version) => version >= at);
      await this.show(found < 0 ? this.steps.length - 1 : found, false);
    } catch (error) {
      if (!this.counts(run)) return;
      this.note =
        error instanceof Refusal ? (error.status === 409 ? error.message : this.say("gone")) : this.say("lost");
      this.paint();
    }
  }

  /** The part of an address that names the seat whose eyes are looked through. */
  get as() {
    return this.eyes && `&as=${this.eyes}`;
  }

  /** @param {number} version */
  scene(version) {
    let found = this.scenes.get(version);
    if (!found) {
      found = this.server.get(`${this.match}/scene?at=${version}&language=${this.language}${this.as}`);
      this.scenes.set(version, found);
      found.catch(() => this.scenes.delete(version));
    }
    return found;
  }

  /** Show a step. @param {number} step @param {boolean} [tell] */
  async show(step, tell = true) {
    const { run, eyes } = this;
    const next = Math.max(0, Math.min(this.steps.length - 1, step)),
      version = this.steps[next] ?? 0;
    const forward = next > this.step;
    this.step = next;
    const shown = await this.scene(version);
    if (!this.counts(run) || this.step !== next || this.eyes !== eyes) return;
    const actor = (forward ? this.shown : shown)?.scene.players.find((player) => player.to_move)?.seat;
    const arrived = noted(this.body, this.sky);
    this.shown = shown;
    this.paint();
    arrived(actor);
    if (tell) this.tell("cardkit-moment", { version, as: eyes });
    if (next + 1 >= this.steps.length) this.pause();
    else this.scene(this.steps[next + 1] ?? 0).catch(() => undefined);
  }

  play() {
    if (this.step + 1 >= this.steps.length) this.show(0);
    this.playing = setInterval(() => this.show(this.step + 1), PACE);
    this.paint();
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = undefined;
    this.paint();
  }

  /** Keys step, unless they are meant for something else on the page. @param {KeyboardEvent} event */
  steer(event) {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && activeElement !== this && !activeElement.contains(this))
      return;
    if (this.root.activeElement instanceof HTMLSelectElement) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, number>} */
    const keys = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.steps.length - 1 };
    const step = keys[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.pause();
    this.show(step);
  }

  paint() {
    const { say, shown } = this;
    const note = h("p", { key: "note", class: "note", role: "alert" }, this.note);
    if (!shown) return draw(this.body, note, !this.note && h("p", { class: "loading" }, say("working")));
    const { scene } = shown,
      last = this.steps.length - 1;
    const { shared, own } = drawnTable(scene, null);
    const button = (
      /** @type {string} */ label,
      /** @type {string} */ text,
      /** @type {() => void} */ act,
      off = false,
    ) =>
      h(
        "button",
        {
          key: label,
          class: "act",
          "aria-label": label,
          title: label,
          "aria-disabled": off ? "true" : null,
          onclick: act,
        },
        text,
      );
    const go = (/** @type {number} */ step) => () => {
      this.pause();
      this.show(step);
    };
    draw(
      this.body,
      drawnTop(scene, this.drawnEyes(scene)),
      note,
      shared,
      own,
      h(
        "div",
        { key: "prompt", class: "prompt", role: "status" },
        scene.story.map((line) => h("span", null, line)),
      ),
      h(
        "div",
        { key: "steps", class: "steps", role: "group", "aria-label": say("replay") },
        button(say("first"), "«", go(0), this.step === 0),
        button(say("back"), "‹", go(this.step - 1), this.step === 0),
        button(this.playing ? say("pause") : say("play"), this.playing ? "❚❚" : "▶\uFE0E", () =>
          this.playing ? this.pause() : this.play(),
        ),
        button(say("on"), "›", go(this.step + 1), this.step === last),
        button(say("last"), "»", go(last), this.step === last),
        input(
          {
            type: "range",
            min: 0,
            max: last,
            ".value": String(this.step),
            "aria-label": say("step", { number: this.step + 1, of: last + 1 }),
          },
          ({ value }) => go(Number(value))(),
        ),
        h("span", { class: "of" }, `${this.step + 1} / ${last + 1}`),
      ),
      h(
        "aside",
        { key: "aside" },
        drawnStory(this.story, shown.version, say("happened"), (version) => go(this.steps.indexOf(version))(), false),
      ),
    );
    const here = this.root.querySelector(".lines .new"),
      lines = this.root.querySelector(".lines");
    if (here instanceof HTMLElement && lines instanceof HTMLElement)
      lines.scrollTop = here.offsetTop - lines.offsetTop - lines.clientHeight / 2;
  }

  /** Offer the eyes of all seats, once the match is over. @param {Scene} scene */
  drawnEyes(scene) {
    const { say } = this;
    if (!this.over && !this.eyes) return null;
    /** @type {[string, string][]} */
    const offered = scene.players.map(({ seat, name }) => [String(seat), say("eyesOf", { name })]);
    return labelled(
      say("eyes"),
      select([["", say("eyesOwn")], ...offered], this.eyes, (eyes) => this.look(eyes)),
    );
  }
}

customElements.define("cardkit-replay", CardkitReplay);
