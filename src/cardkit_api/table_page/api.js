// The server's API: requests that may be sent again, and the events of a match as they happen.

/** @import { Asking, ClockStatus, Message, SeenEvent } from "./types.js" */

/** What a server answers instead of doing what it was asked. */
export class Refusal extends Error {
  /** @param {number} status @param {{ code?: string, detail?: string }} problem */
  constructor(status, problem) {
    super(problem.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? "";
  }
}

/** The server's address: the page's files are in a folder of it. */
export const HERE = new URL("..", import.meta.url).href;

const UNSENT = 15_000;
const QUIET = 40_000;

/** @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Return a new idempotency key. `crypto.randomUUID` isn't there on pages without TLS. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A server as one viewer meets it. */
export class Server {
  /** @param {string} address @param {string} token @param {string} language */
  constructor(address, token = "", language = "en") {
    this.address = address;
    this.token = token;
    this.language = language;
  }

  /**
   * Send a request until it is answered. A request that changes something needs a key to be sent again.
   * @template T
   * @param {string} method @param {string} path @param {Asking} [asked]
   * @returns {Promise<T>}
   */
  async ask(method, path, { body, version, key, tries = method === "GET" ? 3 : 7 } = {}) {
    const headers = new Headers({ "Accept-Language": this.language });
    if (this.token) headers.set("Authorization", `Bearer ${this.token}`);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    if (version !== undefined) headers.set("If-Match", `"${version}"`);
    if (key) headers.set("Idempotency-Key", key);
    const again = method === "GET" || key !== undefined;
    for (let tried = 1; ; tried += 1) {
      let wait = Math.min(4000, 300 * 2 ** tried);
      try {
        const signal = AbortSignal.timeout(UNSENT);
        const sent = body === undefined ? null : JSON.stringify(body);
        const answer = await fetch(new URL(path, this.address), { method, headers, body: sent, signal });
        if (answer.ok)
          return await (answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.text());
        const refusal = new Refusal(answer.status, await answer.json().catch(() => ({})));
        if (![429, 503].includes(answer.status) || !again || tried >= tries) throw refusal;
        wait = 1000 * Number(answer.headers.get("retry-after") ?? 1);
      } catch (error) {
        if (error instanceof Refusal || !again || tried >= tries) throw error;
      }
      await pause(wait);
    }
  }

  /** @template T @param {string} path @returns {Promise<T>} */
  get(path) {
    return this.ask("GET", path);
  }

  /** @template T @param {string} path @param {unknown} body @param {Asking} [asked] @returns {Promise<T>} */
  post(path, body, asked = {}) {
    return this.ask("POST", path, { body, key: newKey(), ...asked });
  }
}

/**
 * Follow a match until it is over: by a socket, or by asking again and again if sockets don't get through.
 * `place` returns the last event that is known. Call what this returns to stop.
 * @param {Server} server @param {string} match the match's address
 * @param {{ place: () => number, hear: (message: Message) => void, live: (is: boolean) => void,
 *   refused: (refusal: Refusal) => void }} to
 * @returns {() => void}
 */
export function follow(server, match, to) {
  let stopped = false,
    failures = 0,
    unopened = 0;
  /** @type {WebSocket | null} */
  let socket = null;

  /** Hear what a socket says. Return whether there is more to come. @returns {Promise<boolean>} */
  async function listen() {
    const address = new URL(`${match}/socket`, server.address);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("after", String(to.place()));
    address.searchParams.set("language", server.language);
    for (const more of ["lobby", "players", "presence", "reactions"]) address.searchParams.set(more, "true");
    if (server.token) {
      /** @type {{ ticket: string }} */
      const made = await server.post(`${match}/tickets`, {}, { tries: 1 });
      address.searchParams.set("ticket", made.ticket);
    }
    return new Promise((done, failed) => {
      const opened = (socket = new WebSocket(address));
      let ended = false,
        up = false,
        timer = setTimeout(() => opened.close(), QUIET);
      opened.onopen = () => {
        if (stopped) return opened.close();
        failures = unopened = 0;
        up = true;
        to.live(true);
      };
      opened.onmessage = (event) => {
        clearTimeout(timer);
        timer = setTimeout(() => opened.close(), QUIET);
        /** @type {Message} */
        const message = JSON.parse(event.data);
        if (message.type === "refused")
          failed(new Refusal(Number(message.status), { code: String(message.code), detail: String(message.detail) }));
        ended ||= message.type === "match_over" || message.type === "match_deleted";
        if (message.type !== "still_here" && !stopped) to.hear(message);
      };
      opened.onclose = () => {
        clearTimeout(timer);
        if (!up) unopened += 1;
        done(!ended);
      };
    });
  }

  /** Ask for the events that are new, and wait for some. @returns {Promise<boolean>} */
  async function poll() {
    const asked = new URLSearchParams({ after: String(to.place()), wait: "4", language: server.language });
    /** @type {{ events: SeenEvent[], over: boolean, version: number, clock: ClockStatus | null }} */
    const page = await server.ask("GET", `${match}/events?${asked}`, { tries: 1 });
    failures = 0;
    to.live(true);
    for (const event of page.events) to.hear({ type: "glimpse", ...event });
    if (page.clock) to.hear({ type: "clock", version: page.version, ...page.clock, facts: [] });
    to.hear({ type: page.over ? "match_over" : "status" }); // pages of events tell nothing else
    return !page.over;
  }

  (async () => {
    while (!stopped) {
      try {
        if (!(await (unopened > 2 ? poll() : listen()))) return;
        if (unopened > 2) continue;
      } catch (error) {
        if (error instanceof Refusal && error.status < 500 && error.status !== 429) return to.refused(error);
      }
      if (stopped) return;
      to.live(false);
      await pause(Math.min(8000, 250 * 2 ** failures++) * (0.5 + Math.random() / 2));
    }
  })();
  return () => {
    stopped = true;
    if (socket?.readyState === WebSocket.OPEN) socket.close(); // browsers warn of others
  };
}
