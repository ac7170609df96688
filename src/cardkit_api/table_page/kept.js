// What this browser keeps: seats with their tokens, a name, a language, a look. Nothing of it is sent but the tokens.

/** @import { Kept, KeptMatch } from "./types.js" */

const NAME = "cardkit";
const MOST = 50;

/** @type {Kept} */
const EMPTY = { name: "", language: "", theme: "", matches: {} };

/** @returns {Kept} */
export function kept() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...EMPTY };
  }
}

/** @param {Partial<Kept>} more */
export function keep(more) {
  const all = { ...kept(), ...more };
  const newest = Object.entries(all.matches)
    .sort(([, one], [, other]) => other.when - one.when)
    .slice(0, MOST);
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...all, matches: Object.fromEntries(newest) }));
  } catch {
    // a browser that keeps nothing can still play until the page is closed
  }
}

/** Return what is known of a match. @param {string} id @returns {KeptMatch} */
export const keptMatch = (id) => kept().matches[id] ?? { game: "", title: "", when: 0, seats: {} };

/** @param {string} id @param {Partial<KeptMatch>} more */
export function keepMatch(id, more) {
  const { matches } = kept(),
    before = keptMatch(id);
  keep({
    matches: { ...matches, [id]: { ...before, ...more, when: Date.now(), seats: { ...before.seats, ...more.seats } } },
  });
}

/** @param {string} id */
export function forget(id) {
  const { [id]: _, ...matches } = kept().matches;
  keep({ matches });
}
