// Cards move: from where each one lay before a change to where it lies now.

const SPEED = 380;

/** Whether the reader asks for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Note where all cards lie. Call what this returns after the change. `actor` is the seat that moved.
 * @param {HTMLElement} root @param {HTMLElement} sky an empty layer above everything
 * @returns {(actor: number | undefined) => void}
 */
export function noted(root, sky) {
  if (still() || typeof root.animate !== "function") return () => {};
  const cards = () => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-face]"));
  const was = new Map(
    [...cards()].map((card) => [
      card,
      { box: card.getBoundingClientRect(), face: card.dataset.face, copy: copied(card) },
    ]),
  );
  return (actor) => {
    const now = new Set(cards());
    const gone = [...was].filter(([card]) => !now.has(card)).map(([, old]) => old);
    const seat = root.querySelector(`[data-seat="${actor}"]`)?.getBoundingClientRect();
    for (const card of now) {
      const old = was.get(card);
      if (old) {
        slide(card, old.box, old.face !== card.dataset.face);
        continue;
      }
      const from = gone.findIndex(({ face }) => face === card.dataset.face);
      if (from >= 0) slide(card, gone.splice(from, 1)[0]?.box, false);
      else if (seat && "fresh" in card.dataset) slide(card, seat, false);
      else card.animate({ opacity: [0, 1] }, { duration: SPEED });
    }
    if (seat) for (const { box, copy } of gone.slice(0, 20)) leave(copy, box, seat, sky);
  };
}

/** @param {HTMLElement} card */
export function copied(card) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  copy.removeAttribute("data-id");
  copy.ariaHidden = "true";
  copy.tabIndex = -1;
  return copy;
}

/** Lay a copy above everything, where its card is.
 * @param {HTMLElement} copy @param {DOMRect} box @param {HTMLElement} sky */
export function lift(copy, box, sky) {
  const around = sky.getBoundingClientRect();
  const place = { left: box.left - around.left, top: box.top - around.top, width: box.width, height: box.height };
  for (const [name, value] of Object.entries(place)) copy.style.setProperty(name, `${value}px`);
  copy.classList.add("lifted");
  sky.append(copy);
}

/** @param {HTMLElement} card @param {DOMRect | undefined} from @param {boolean} turned */
function slide(card, from, turned) {
  const to = card.getBoundingClientRect();
  if (!from?.width || !to.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2,
    y = from.top + from.height / 2 - to.top - to.height / 2;
  if (!turned && Math.abs(x) + Math.abs(y) < 2) return;
  const size = Math.min(1.2, Math.max(0.3, from.height / to.height));
  const start = `translate(${x}px, ${y}px) scale(${turned ? 0.02 : size}, ${size})`;
  card.animate(
    [
      { transform: start, zIndex: 9 },
      { transform: "none", zIndex: 9 },
    ],
    { duration: SPEED, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}

/** @param {HTMLElement} copy @param {DOMRect} from @param {DOMRect} to @param {HTMLElement} sky */
function leave(copy, from, to, sky) {
  lift(copy, from, sky);
  const x = to.left + to.width / 2 - from.left - from.width / 2,
    y = to.top + to.height / 2 - from.top - from.height / 2;
  copy.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.35)`, opacity: 0.2 }], {
    duration: SPEED,
    easing: "ease-in",
  }).onfinish = () => copy.remove();
}
