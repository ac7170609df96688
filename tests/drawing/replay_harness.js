// A page as far as a replay's script needs one: elements by name, a list of steps, and a keyboard.
"use strict";
const fs = require("node:fs");
const vm = require("node:vm");

const [scriptFile, dataFile, steps] = process.argv.slice(2);
const handlers = {};
const element = (more = {}) => ({
  attributes: {}, dataset: {}, textContent: "", innerHTML: "", tagName: "DIV", offsetTop: 0, clientHeight: 0,
  setAttribute(name, value) { this.attributes[name] = value; },
  removeAttribute(name) { delete this.attributes[name]; },
  querySelectorAll: () => [],
  ...more,
});
const list = element();
const told = Array.from({ length: Number(steps) }, (_, number) =>
  element({ textContent: `told ${number}`, parentElement: list }));
const found = { data: element({ textContent: fs.readFileSync(dataFile, "utf8") }) };
const find = (id) => (found[id] ??= element());
const page = {
  document: {
    getElementById: find,
    querySelectorAll: () => told,
    body: { classList: { add: (name) => { found.body = name; } } },
  },
  location: { hash: "" },
  history: { replaceState: (_, __, hash) => { page.location.hash = hash; } },
  addEventListener: (name, handler) => { handlers[name] = handler; },
  setInterval, clearInterval, console,
};
vm.runInNewContext(fs.readFileSync(scriptFile, "utf8"), page);

const shown = [];
const look = () => shown.push({
  place: find("place").textContent,
  table: find("table").innerHTML,
  said: find("said").textContent,
  current: told.flatMap((step, number) => (step.attributes["aria-current"] ? [number] : [])),
  hash: page.location.hash,
});
const key = (name) => { handlers.keydown({ key: name, target: element(), preventDefault() {} }); look(); };
look();
["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"].forEach(key);
page.location.hash = "#3";
handlers.hashchange();
look();
find("slider").value = "2";
find("slider").oninput();
look();
process.stdout.write(JSON.stringify(shown));
