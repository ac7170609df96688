// What both elements share: a shadow with the style sheet, and attributes that begin everything anew.

import { Server, HERE } from "./api.js";
import { closest, speak } from "./words.js";

/** @type {Promise<CSSStyleSheet> | null} */
let sheet = null;

/** @returns {Promise<CSSStyleSheet>} */
const style = () =>
  (sheet ??= fetch(new URL("table.css", import.meta.url))
    .then((answer) => answer.text())
    .then((text) => new CSSStyleSheet().replace(text)));

/** An element that shows a match, by the attributes `match` and `language` and the property `token`. */
export class MatchElement extends HTMLElement {
  static observedAttributes = ["match", "token", "language", "at", "as"];

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    this.body = document.createElement("div");
    this.body.className = "table";
    this.sky = document.createElement("div");
    this.sky.className = "sky";
    this.sky.ariaHidden = "true";
    this.root.append(this.body, this.sky);
    /** @type {string | undefined} */
    this.secret = undefined;
    this.server = new Server(HERE);
    this.run = 0;
    this.begun = false;
  }

  /** The token of a seat or of a watcher. A property keeps it out of the document. */
  get token() {
    return this.secret ?? this.getAttribute("token") ?? "";
  }

  set token(token) {
    this.secret = token;
    this.renew();
  }

  /** The address of the match. */
  get match() {
    return new URL(this.getAttribute("match") ?? "", HERE).href;
  }

  /** The language of the page's own words and of the game's sentences. */
  get language() {
    return this.getAttribute("language") || closest(navigator.languages);
  }

  get say() {
    return speak(this.language);
  }

  connectedCallback() {
    this.renew();
  }

  disconnectedCallback() {
    this.run += 1;
    this.end();
  }

  /** @param {string} _name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(_name, before, now) {
    if (before !== now) this.renew();
  }

  /** Begin anew, once for all attributes that change at the same time. */
  renew() {
    if (this.begun || !this.isConnected) return;
    this.begun = true;
    queueMicrotask(async () => {
      const run = (this.run += 1);
      this.begun = false;
      this.end();
      if (!this.isConnected || !this.getAttribute("match")) return;
      this.server = new Server(HERE, this.token, this.language);
      const [styled] = await Promise.all([style(), this.begin(run)]);
      this.root.adoptedStyleSheets = [styled];
    });
  }

  /** Whether this run still counts. @param {number} run */
  counts(run) {
    return run === this.run && this.isConnected;
  }

  /** Fetch and show the match. @param {number} run @returns {Promise<void>} */
  async begin(run) {
    throw new Error(`run ${run} begins nothing`);
  }

  /** Stop whatever runs. */
  end() {}

  /** Tell the page around. @param {string} name @param {unknown} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
