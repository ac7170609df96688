// A scene as elements: players, areas with cards, and what can be done with them. It knows no game.

import { h } from "./dom.js";
import { colourWord, speak } from "./words.js";

/** @import { Area, Card, Choice, Described, Move, Nodes, Props, Scene } from "./types.js" */

/** A sign as text, never as a coloured picture. @param {string} shape */
const sign = (shape) => (shape ? `${shape}\uFE0E` : "");

/** Return how a card is called. @param {Card} card @param {string} language */
export function cardName(card, language) {
  const say = speak(language);
  if (card.down) return say("card");
  const name = card.name || `${colourWord(language, card.colour)} ${card.label || card.shape}`.trim();
  return card.remembered ? `${name}, ${say("seen")}` : name;
}

/** @param {...(string | false | null | undefined)} names */
const classes = (...names) => names.filter(Boolean).join(" ");

/** @param {Card} card */
const look = (card) => (card.down ? "down" : `${card.colour}${card.remembered ? " seen" : ""}`);
/** @param {Card} card */
const face = (card) => (card.down ? "down" : `${card.label} ${card.shape} ${card.colour}`);

/** Return a small card, for lists and buttons.
 * @param {Card} card @param {string} language @param {Props} [more] those of a button that it is */
export const chip = (card, language, more) =>
  h(
    more ? "button" : "span",
    { class: `chip ${look(card)}`, "aria-label": cardName(card, language), ...(more ?? { role: "img" }) },
    !card.down && h("span", { "aria-hidden": "true" }, card.label, h("i", null, sign(card.shape))),
  );

/**
 * Return a card: a button if it is the viewer's to play.
 * @param {Card} card @param {string} id @param {Area} area @param {Scene} scene @param {Choice | null} choice
 */
function drawnCard(card, id, area, { language, viewer }, choice) {
  const own = area.seat !== null && area.seat === viewer;
  const possible = choice?.possible(card) ?? [];
  const open = !!possible.length || (!!choice && !choice.left && card.moves.length > 0);
  const button = own || open;
  const caption = card.caption && card.caption !== cardName(card, language) ? card.caption : "";
  const spoken = [cardName(card, language), caption].filter(Boolean).join(", ");
  const inside =
    card.colour === "none"
      ? h("b", null, card.label)
      : card.down
        ? h("i", { class: "weave" })
        : [
            h("span", { class: "corner" }, card.label, h("i", null, sign(card.shape))),
            h(
              "span",
              { class: card.label.length > 1 ? "middle long" : "middle" },
              card.label || sign(card.shape),
              card.label && h("i", null, sign(card.shape)),
            ),
          ];
  const warned = open && choice?.moves.some(({ text, warning }) => warning && possible.includes(text));
  return h(
    button ? "button" : "span",
    {
      class: classes("card", look(card), open && "open", warned && "warned", choice?.picked === id && "picked"),
      "data-drag": !!choice?.canDrag(id, card, area),
      "data-face": face(card),
      "data-id": id,
      "data-fresh": card.fresh,
      "aria-label": spoken,
      ...(button
        ? {
            "aria-disabled": open ? null : "true",
            "aria-pressed": choice?.picked === id ? "true" : null,
            onclick: open
              ? (event) => {
                  event.stopPropagation();
                  choice?.pick(id, card);
                }
              : null,
          }
        : { role: "img" }),
    },
    h("span", { class: "print", "aria-hidden": "true" }, inside),
    caption && h("small", { "aria-hidden": "true" }, caption),
  );
}

/**
 * Return an area with its cards.
 * @param {Area} area @param {number} number its place in the scene @param {Scene} scene @param {Choice | null} choice
 */
function drawnArea(area, number, scene, choice) {
  const { language } = scene,
    say = speak(language);
  const before = scene.areas.slice(0, number).filter(({ part }) => part === area.part).length;
  const place = `${area.part} ${area.seat ?? ""} ${before}`;
  const id = `area ${place}`;
  const own = area.seat !== null && area.seat === scene.viewer;
  const possible = choice?.possible(area) ?? [];
  const whole = choice?.moves.find(({ text }) => text === possible[0]);
  const chosen = choice?.picked === id;
  const owner = area.seat === null || own ? "" : (scene.players[area.seat]?.name ?? "");
  const title = [area.caption, owner].filter(Boolean).join(" · ");
  const count = say("cards", { number: area.cards.length });
  const sum =
    area.sum !== null && (area.cards.length || area.limit !== null)
      ? `${area.sum}${area.limit === null ? "" : ` / ${area.limit}`}`
      : "";
  const kind = area.arranged;
  const name = [
    title || say(own ? "hand" : "table"),
    area.head && colourWord(language, area.head.colour),
    count,
    sum,
    area.note,
  ]
    .filter(Boolean)
    .join(", ");
  /** @type {Record<string, number>} */
  const twins = {};
  const shown = kind === "stack" ? area.cards.slice(-1) : area.cards;
  const cards = shown.map((card, at) => {
    const look = face(card);
    twins[look] = (twins[look] ?? 0) + 1;
    const key = kind === "hand" ? `${look} ${twins[look]}` : `${kind === "stack" ? area.cards.length : at}`;
    const drawn =
      kind === "list" || kind === "suits"
        ? chip(card, language)
        : drawnCard(card, `${place} ${key}`, area, scene, choice);
    return h("li", { key }, drawn);
  });
  return h(
    "section",
    {
      key: place,
      class: classes("area", kind, area.strong && "strong", possible.length > 0 && "open", chosen && "picked"),
      "data-id": id,
      "data-drag": !!choice?.canDrag(id, area, area),
      onclick: possible.length || (choice && area.then?.length) ? () => choice?.pick(id, area) : null,
    },
    (title || sum) &&
      h(
        "header",
        null,
        area.head &&
          h(
            "span",
            { class: `chip ${look(area.head)}`, "aria-hidden": "true" },
            sign(area.head.shape) || area.head.label,
          ),
        h("h3", null, title, kind === "stack" && h("small", null, ` ${area.cards.length}`)),
        sum &&
          h(
            "span",
            { class: "sum" },
            h("b", null, String(area.sum)),
            area.limit !== null && h("small", null, ` / ${area.limit}`),
          ),
      ),
    h("ul", { class: `cards${shown.length ? "" : " empty"}`, "aria-label": name, "--n": area.cards.length }, cards),
    area.limit !== null &&
      area.sum !== null &&
      h(
        "span",
        { class: `bar ${area.head?.colour ?? "grey"}`, "aria-hidden": "true" },
        h("i", { "--part": Math.min(1, area.sum / Math.max(1, area.limit)) }),
      ),
    (area.note || whole) &&
      h(
        "footer",
        null,
        h("span", null, area.note),
        whole &&
          h(
            "button",
            {
              class: "do",
              onclick: (event) => {
                event.stopPropagation();
                choice?.pick(id, area);
              },
            },
            possible.length === 1 ? h("span", null, moveLabel(whole)) : say("look"),
            possible.length === 1 && whole.warning && h("small", null, ` ${whole.warning}`),
          ),
      ),
  );
}

/** Return how a move is written on a button. @param {Move} move */
export const moveLabel = (move) => move.label.replaceAll(">", " → ");

/** Whether cards of this area lie before the viewer. @param {Area} area @param {Scene} scene */
const isMine = (area, scene) =>
  area.seat !== null && area.seat === scene.viewer && ["hand", "row", "pile"].includes(area.arranged);

/**
 * Return all that lies on the table but what is before the viewer, and that apart. `beside` returns what else is beside
 * a player's name, and `play` plays what is dropped anywhere on the table.
 * @param {Scene} scene @param {Choice | null} choice
 * @param {(seat: number) => Nodes} [beside] @param {(move: Move) => void} [play]
 */
export function drawnTable(scene, choice, beside, play) {
  /** @type {Record<"middle" | "mine" | "lists", Described[]>} */
  const found = { middle: [], mine: [], lists: [] };
  scene.areas.forEach((area, number) => {
    const where = isMine(area, scene) ? "mine" : ["list", "suits"].includes(area.arranged) ? "lists" : "middle";
    found[where].push(drawnArea(area, number, scene, choice));
  });
  const { middle, mine, lists } = found,
    loose = play && choice?.loose;
  const shared = [
    drawnPlayers(scene, choice, beside),
    middle.length > 0 &&
      h(
        "div",
        { key: "felt", class: classes("felt", loose && "open"), onclick: loose ? () => play(loose) : null },
        h("div", { class: "middle" }, middle),
      ),
    lists.length > 0 && h("div", { key: "lists", class: "lists" }, lists),
    drawnDetails(scene),
  ];
  const own = mine.length > 0 && h("div", { key: "mine", class: classes("mine", !!choice && "turn") }, mine);
  return { shared, own };
}

/** @param {Scene} scene @param {Choice | null} choice @param {(seat: number) => Nodes} [beside] */
function drawnPlayers(scene, choice, beside = () => null) {
  const { language } = scene,
    say = speak(language);
  return h(
    "ul",
    { class: "players", "aria-label": say("players"), "--n": scene.players.length },
    scene.players.map((player) =>
      h(
        "li",
        {
          key: player.seat,
          class: `player${player.to_move ? " now" : ""}${player.you ? " you" : ""}`,
          "data-seat": player.seat,
          "aria-current": player.to_move ? "true" : null,
        },
        h(
          "div",
          { class: "who" },
          h("span", { class: "turn", "aria-hidden": "true" }, player.to_move ? "▸" : ""),
          h("strong", null, player.name),
          player.notes.map((note) => h("small", null, note)),
          beside(player.seat),
        ),
        h(
          "dl",
          null,
          scene.headings.map((heading, at) => {
            const cell = player.cells[at];
            if (!cell || (!cell.text && !cell.cards.length)) return null;
            return h(
              "div",
              { key: heading.caption, class: cell.cards.length ? "wide" : "" },
              h("dt", null, heading.caption),
              h(
                "dd",
                null,
                cell.text,
                cell.cards.map((card, place) => {
                  const id = `cell ${player.seat} ${at} ${place}`;
                  const open = !!choice?.left && choice.possible(card).length > 0;
                  const name = `${player.name}, ${place}: ${cardName(card, language)}`;
                  return open
                    ? chip(card, language, { "aria-label": name, onclick: () => choice.pick(id, card) })
                    : chip(card, language);
                }),
              ),
            );
          }),
        ),
      ),
    ),
  );
}

/** Return the title, notes beside it, and tools. @param {Scene} scene @param {Nodes} tools */
export const drawnTop = (scene, tools) =>
  h(
    "header",
    { key: "top", class: "top" },
    h("h2", null, scene.title),
    h(
      "ul",
      { class: "notes" },
      scene.notes.map((note) => h("li", null, note)),
    ),
    h("span", { class: "tools" }, tools, h("slot", { name: "tools" })),
  );

/** Return the view's other contents. @param {Scene} scene */
const drawnDetails = (scene) =>
  scene.details.length > 0 &&
  h(
    "dl",
    { class: "details" },
    scene.details.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]),
  );
