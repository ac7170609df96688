// What the viewer chooses: the moves that are left, and the card or area that was picked last. It knows no game.

/** @import { Area, Card, Move, Scene } from "./types.js" */

/** What the viewer does: the moves that are left to choose from, and the card or area that was picked last. */
export class Choice {
  /**
   * @param {Scene} scene @param {Move[]} moves
   * @param {(move: Move) => void} play @param {(choice: Choice) => void} change
   */
  constructor(scene, moves, play, change) {
    this.scene = scene;
    this.moves = moves;
    this.play = play;
    this.change = change;
    /** @type {Set<string> | null} what is left after the first pick */
    this.left = null;
    this.picked = "";
    this.held = false;
    /** @type {Map<string, string[]>} the moves that dragging something can end in, by the names of elements */
    this.drags = new Map();
    const cards = scene.areas.flatMap((area) => area.cards);
    const cells = scene.players.flatMap((player) => player.cells.flatMap((cell) => cell.cards));
    this.things = [...scene.areas, ...cards, ...cells];
    this.begun = new Set(cards.flatMap((card) => card.moves));
    this.ended = new Set(this.things.flatMap(({ then = [] }) => then));
  }

  /** Whether something on the table stands for a move. @param {string} text */
  shows(text) {
    return this.things.some(({ moves }) => moves.includes(text));
  }

  /**
   * Return whether a thing can be dragged, and keep the moves that this can end in.
   * @param {string} id @param {Card | Area} thing @param {Area} area where it is
   */
  canDrag(id, thing, area) {
    const texts = this.dragged(thing, area);
    if (texts.length) this.drags.set(id, texts);
    return texts.length > 0;
  }

  /** @param {Card | Area} thing @param {Area} area @returns {string[]} */
  dragged(thing, area) {
    if (thing === area) {
      const ends = area.arranged === "stack" ? (area.then ?? []).filter((text) => this.begun.has(text)) : [];
      return ends.length ? [...area.moves, ...ends] : [];
    }
    if (thing.moves.some((text) => this.ended.has(text))) return thing.moves;
    if (area.arranged === "hand" && thing.moves.length === 1) return thing.moves;
    // the one card that was turned up, for which a place is sought
    const sought = !this.begun.size && area.arranged === "row" && area.seat === null && area.cards.length === 1;
    return sought ? this.scene.areas.flatMap(({ moves }) => moves) : [];
  }

  /** Hold a thing over the table: what it can be dropped on is open. @param {string} id */
  hold(id) {
    this.held = true;
    this.left = new Set(this.drags.get(id));
    this.picked = id;
    this.change(this);
  }

  /** The move that the card that was picked makes anywhere on the table, if it's the only one. */
  get loose() {
    const { open } = this;
    return open.length === 1 && open[0] && !this.ended.has(open[0].text) && this.begun.has(open[0].text)
      ? open[0]
      : null;
  }

  /** Return the moves that a pick begins, or goes on with. @param {{ moves: string[], then?: string[] }} thing */
  possible({ moves, then = [] }) {
    const { left } = this;
    return left ? [...moves, ...then].filter((text) => left.has(text)) : moves;
  }

  /** Pick a card or an area: play its move, or go on choosing. @param {string} id @param {Card | Area} thing */
  pick(id, thing) {
    this.held = false;
    if (this.picked === id) return this.drop();
    let texts = this.possible(thing);
    if (!texts.length && this.left) {
      this.left = null;
      texts = this.possible(thing);
    }
    const late = !texts.length && !!thing.then?.length; // what completes a move can be picked first, too
    if (late) texts = thing.then ?? [];
    const found = this.moves.filter(({ text }) => texts.includes(text));
    if (found.length === 1 && found[0] && !late) return this.play(found[0]);
    this.left = found.length ? new Set(texts) : null;
    this.picked = found.length ? id : "";
    this.change(this);
  }

  /** Choose nothing. */
  drop() {
    this.held = false;
    this.left = null;
    this.picked = "";
    this.change(this);
  }

  /** The moves to choose from, after a pick. */
  get open() {
    const { left } = this;
    return left ? this.moves.filter(({ text }) => left.has(text)) : [];
  }
}
