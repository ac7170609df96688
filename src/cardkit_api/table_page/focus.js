// The focus stays where it was while a table is drawn anew, or goes to what is closest.

/** @param {Element} one */
const nameOf = (one) => (one instanceof HTMLElement ? (one.dataset.id ?? one.dataset.group ?? "") : "");

const GROUPS = "[data-id]:not(button), [data-group]";

/** Draw, and keep the focus. @param {ShadowRoot} root @param {() => void} draw */
export function keepingFocus(root, draw) {
  const active = root.activeElement;
  const group = active?.closest(GROUPS);
  const at =
    group && active ? [...group.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (active)) : -1;
  draw();
  const outside = document.activeElement !== document.body && document.activeElement !== root.host;
  if (!active || root.activeElement || outside) return;
  const again = group && [...root.querySelectorAll(GROUPS)].find((one) => nameOf(one) === nameOf(group));
  const buttons = [...(again?.querySelectorAll("button") ?? [])];
  const next = buttons[Math.min(Math.max(at, 0), buttons.length - 1)] ?? root.querySelector(".prompt");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Go from button to button with the arrow keys. @param {ShadowRoot} root @param {KeyboardEvent} event */
export function steerByArrows(root, event) {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const list = root.activeElement?.closest(".cards, .acts, .moves, .lines, .phrases");
  if (!by || !list) return;
  const buttons = [...list.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === root.activeElement);
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}
