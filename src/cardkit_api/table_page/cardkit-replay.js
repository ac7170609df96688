// <cardkit-replay>: a match again, step by step, as one viewer saw it.

import { Refusal } from "./api.js";
import { draw, h } from "./dom.js";
import { MatchElement } from "./element.js";
import { noted } from "./motion.js";
import { drawnAreas, drawnDetails, drawnNotes, drawnPlayers } from "./scene.js";

/**
 * @typedef {import("./api.js").Shown} Shown
 * @typedef {import("./api.js").SeenEvent} SeenEvent
 */

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
    this.note = "";
    /** @type {ReturnType<typeof setInterval> | undefined} */
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
    this.story = [];
    this.scenes.clear();
    this.shown = null;
    try {
      for (let after = 0, more = true; more;) {
        /** @type {{ events: SeenEvent[], next: number, version: number }} */
        const page = await this.server.get(
          `${this.match}/events?after=${after}&limit=${PAGE}&language=${this.language}`,
        );
        if (!this.counts(run)) return;
        this.story.push(...page.events);
        more = page.events.length > 0 && page.next < page.version;
        after = page.next;
      }
      this.steps = [...new Set(this.story.map(({ version }) => version))];
      if (!this.steps.length) throw new Refusal(409, { detail: this.say("open") });
      const at = this.getAttribute("at"),
        found = this.steps.findIndex((version) => version >= Number(at || 0));
      await this.show(found < 0 ? this.steps.length - 1 : found, false);
    } catch (error) {
      if (!this.counts(run)) return;
      this.note =
        error instanceof Refusal ? (error.status === 409 ? error.message : this.say("gone")) : this.say("lost");
      this.paint();
    }
  }

  /** @param {number} version */
  scene(version) {
    let found = this.scenes.get(version);
    if (!found) {
      found = this.server.get(`${this.match}/scene?at=${version}&language=${this.language}`);
      this.scenes.set(version, found);
      found.catch(() => this.scenes.delete(version));
    }
    return found;
  }

  /** Show a step. @param {number} step @param {boolean} [tell] */
  async show(step, tell = true) {
    const { run } = this;
    const next = Math.max(0, Math.min(this.steps.length - 1, step)),
      version = this.steps[next] ?? 0;
    const forward = next > this.step;
    this.step = next;
    const shown = await this.scene(version);
    if (!this.counts(run) || this.step !== next) return;
    const actor = (forward ? this.shown : shown)?.scene.players.find((player) => player.to_move)?.seat;
    const arrived = noted(this.body, this.sky);
    this.shown = shown;
    this.paint();
    arrived(actor);
    if (tell) this.tell("cardkit-moment", { version });
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
    const { middle, mine, lists } = drawnAreas(scene, null);
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
          type: "button",
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
      h(
        "header",
        { key: "top", class: "top" },
        h("h2", null, scene.title),
        drawnNotes(scene),
        h("span", { class: "tools" }, h("slot", { name: "tools" })),
      ),
      note,
      drawnPlayers(scene, null),
      middle.length > 0 && h("div", { key: "felt", class: "felt" }, h("div", { class: "middle" }, middle)),
      lists.length > 0 && h("div", { key: "lists", class: "lists" }, lists),
      drawnDetails(scene),
      mine.length > 0 && h("div", { key: "mine", class: "mine" }, mine),
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
        h("input", {
          type: "range",
          min: 0,
          max: last,
          ".value": String(this.step),
          "aria-label": say("step", { number: this.step + 1, of: last + 1 }),
          oninput: (/** @type {Event} */ event) => {
            this.pause();
            if (event.target instanceof HTMLInputElement) this.show(Number(event.target.value));
          },
        }),
        h("span", { class: "of" }, `${this.step + 1} / ${last + 1}`),
      ),
      h(
        "aside",
        { key: "aside" },
        h(
          "section",
          { class: "list story" },
          h("h3", { id: "story" }, say("happened")),
          h(
            "ol",
            { class: "lines", "aria-labelledby": "story" },
            this.story
              .filter(({ text }) => text)
              .map((event) =>
                h(
                  "li",
                  { key: event.n, class: event.version === shown.version ? "new" : "" },
                  h(
                    "button",
                    {
                      type: "button",
                      class: "line",
                      "aria-current": event.version === shown.version ? "step" : null,
                      onclick: go(this.steps.indexOf(event.version)),
                    },
                    event.text,
                  ),
                ),
              ),
          ),
        ),
      ),
    );
    const here = this.root.querySelector(".lines .new"),
      lines = this.root.querySelector(".lines");
    if (here instanceof HTMLElement && lines instanceof HTMLElement)
      lines.scrollTop = here.offsetTop - lines.offsetTop - lines.clientHeight / 2;
  }
}

customElements.define("cardkit-replay", CardkitReplay);
