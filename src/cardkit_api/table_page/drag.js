// Dragging: a card follows the mouse or the finger, and is dropped on what it can be played on. Elsewhere, nothing
// happens. It ends in the same click as without dragging.

import { copied, lift } from "./motion.js";

/** @import { Choice, Held } from "./types.js" */

const FAR = 7;

export class Drag {
  /**
   * @param {ShadowRoot} root @param {HTMLElement} body @param {HTMLElement} sky
   * @param {() => Choice | null} choice returns what the viewer may choose now
   */
  constructor(root, body, sky, choice) {
    this.root = root;
    this.sky = sky;
    this.choice = choice;
    /** @type {Held | null} */
    this.held = null;
    /** @type {Element | null} */
    this.over = null;
    this.dropped = false;
    body.addEventListener("pointerdown", (event) => this.press(event));
    body.addEventListener("pointermove", (event) => this.move(event));
    body.addEventListener("pointerup", (event) => this.release(event));
    body.addEventListener("pointercancel", () => this.cancel());
    body.addEventListener("click", (event) => this.swallow(event), true);
    body.addEventListener("dragstart", (event) => event.preventDefault());
    this.body = body;
  }

  /** Whether something follows the pointer. */
  get going() {
    return !!this.held?.copy;
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.dropped = false;
    if (this.held) return this.cancel(); // a second finger
    const choice = this.choice();
    const area = event.target instanceof Element ? event.target.closest("[data-drag]") : null;
    const card = area?.matches(".area") ? area.querySelector(".card") : area;
    if (!choice || event.button !== 0 || !(area instanceof HTMLElement) || !(card instanceof HTMLElement)) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.held = { choice, id: area.dataset.id ?? "", card, pointer, x, y, copy: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const x = event.clientX - held.x,
      y = event.clientY - held.y;
    if (!held.copy) {
      if (Math.hypot(x, y) < FAR) return;
      this.begin(held);
    }
    if (this.choice() !== held.choice) return this.cancel(); // the table has changed meanwhile
    held.copy?.style.setProperty("translate", `${x}px ${y}px`);
    this.mark(this.targetAt(event));
  }

  /** Lift a copy of the card, and light what it can be dropped on. @param {Held} held */
  begin(held) {
    const copy = (held.copy = copied(held.card));
    copy.style.setProperty("font-size", getComputedStyle(held.card).fontSize);
    lift(copy, held.card.getBoundingClientRect(), this.sky);
    this.body.setPointerCapture(held.pointer);
    this.body.dataset.dragging = "";
    held.choice.drop();
    held.choice.hold(held.id);
  }

  /** Return what the card can be dropped on there. @param {PointerEvent} event */
  targetAt({ clientX, clientY }) {
    const [top] = this.root.elementsFromPoint(clientX, clientY).filter((one) => !this.sky.contains(one));
    return top?.closest(".open[data-id]:not(.picked), .felt.open") ?? null;
  }

  /** @param {Element | null} over */
  mark(over) {
    if (over === this.over) return;
    this.over?.removeAttribute("data-over");
    over?.setAttribute("data-over", "");
    this.over = over;
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.copy) {
      this.held = null;
      return;
    }
    const target = this.choice() === held.choice ? this.targetAt(event) : null;
    if (!(target instanceof HTMLElement)) return this.cancel();
    this.end();
    target.click();
  }

  /** Drop the card nowhere. */
  cancel() {
    const { held } = this;
    this.end();
    if (held?.copy && this.choice() === held.choice) held.choice.drop();
  }

  end() {
    this.dropped = this.going;
    this.held?.copy?.remove();
    this.held = null;
    this.mark(null);
    delete this.body.dataset.dragging;
  }

  /** The click that a browser makes of a drag is none. @param {MouseEvent} event */
  swallow(event) {
    if (!this.dropped || !event.isTrusted || !event.detail) return; // a key has no detail
    this.dropped = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}
