// A description of elements, and making the document agree with it. Elements that stay keep focus and place.
// Text is only ever text here: nothing that comes from a server can become a tag.

/** @import { Described, Drawn, Nodes, Props } from "./types.js" */

/** @type {WeakMap<ChildNode, string>} */
const keys = new WeakMap();
/** @type {WeakMap<Element, Props>} */
const given = new WeakMap();

/**
 * Describe an element. `key` tells it from its siblings, `.name` sets a property, `onclick` and the like listen,
 * and so does `on:name` to an event of any name. A button submits a form only if its type is `submit`.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Nodes} children
 * @returns {Described}
 */
export function h(tag, props, ...children) {
  const { key, ...rest } = props ?? {};
  const all = tag === "button" ? { type: "button", ...rest } : rest;
  return { tag, key: key === undefined ? "" : String(key), props: all, children: flat(children) };
}

/** @param {Nodes[]} nodes @returns {Drawn[]} */
function flat(nodes) {
  /** @type {Drawn[]} */
  const found = [];
  for (const node of nodes) {
    if (typeof node === "object" && node && !("tag" in node)) found.push(...flat(Array.from(node)));
    else if (node || node === "") found.push(node);
  }
  return found;
}

/**
 * Make the children of an element agree with a description.
 * @param {Element | ShadowRoot} parent
 * @param {Nodes[]} described
 */
export function draw(parent, ...described) {
  const nodes = flat(described);
  /** @type {Map<string, ChildNode>} */
  const old = new Map();
  for (const child of parent.childNodes) old.set(keys.get(child) ?? "", child);
  /** @type {Record<string, number>} */
  const count = {};
  /** @type {[string, Drawn][]} */
  const wanted = nodes.map((node) => {
    const kind = typeof node === "string" ? "#" : node.key ? `=${node.tag} ${node.key}` : node.tag;
    count[kind] = (count[kind] ?? 0) + 1;
    return [`${kind} ${count[kind]}`, node];
  });
  const stays = new Set(wanted.map(([key]) => key));
  for (const [key, child] of old) if (!stays.has(key)) child.remove();
  let place = parent.firstChild;
  for (const [key, node] of wanted) {
    let child = old.get(key);
    if (!child) {
      child = typeof node === "string" ? document.createTextNode("") : document.createElement(node.tag);
      keys.set(child, key);
    }
    if (child === place) place = place.nextSibling;
    else parent.insertBefore(child, place);
    if (typeof node === "string") {
      if (child.nodeValue !== node) child.nodeValue = node;
    } else if (child instanceof Element) {
      update(child, node.props);
      draw(child, ...node.children);
    }
  }
}

/** @param {Element} element @param {Props} props */
function update(element, props) {
  const before = given.get(element) ?? {};
  given.set(element, props);
  for (const name of Object.keys(before)) if (!(name in props)) set(element, name, undefined);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on:")) listen(element, name.slice(3), before[name], value);
    else if (before[name] !== value || name[0] === ".") set(element, name, value);
  }
}

/** @param {Element} element @param {string} type @param {unknown} before @param {unknown} now */
function listen(element, type, before, now) {
  if (before === now) return;
  if (before) element.removeEventListener(type, /** @type {EventListener} */ (before));
  if (now) element.addEventListener(type, /** @type {EventListener} */ (now));
}

/** @param {Element} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (name.startsWith("on")) Reflect.set(element, name, value ?? null);
  else if (name[0] === ".") {
    if (Reflect.get(element, name.slice(1)) !== value) Reflect.set(element, name.slice(1), value);
  } else if (name.startsWith("--")) {
    if (element instanceof HTMLElement) element.style.setProperty(name, String(value ?? ""));
  } else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** A button for what is done now and then. @param {string} text @param {() => unknown} act */
export const quiet = (text, act) => h("button", { key: text, class: "quiet", onclick: act }, text);

/** An input that tells what is entered. @param {Props} props @param {(input: HTMLInputElement) => void} tell */
export const input = (props, tell) =>
  h("input", {
    ...props,
    oninput: (event) => event.target instanceof HTMLInputElement && tell(event.target),
  });

/** A field whose name isn't seen. @param {string} text @param {Nodes} field */
export const labelled = (text, field) => h("label", { key: text }, h("span", { class: "hidden" }, text), field);

/** A row of a form. @param {string} text @param {Nodes} field */
export const row = (text, field) => h("label", { class: "row", key: text }, h("span", null, text), field);

/** @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} choose */
export const select = (options, chosen, choose) =>
  h(
    "select",
    {
      ".value": chosen,
      onchange: (event) => {
        if (event.target instanceof HTMLSelectElement) choose(event.target.value);
      },
    },
    options.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text)),
  );
