"""The program of a replay. It puts a step's table together and knows no game."""

from typing import Final

__all__ = ["SCRIPT"]

SCRIPT: Final = """
(() => {
"use strict";
const { pieces, sections, steps } = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const table = find("table"), said = find("said"), place = find("place"), slider = find("slider"), play = find("play");
const told = [...document.querySelectorAll("#steps > li")], last = steps.length - 1;
let now = -1, clock = 0;

const keys = () => {
  const seen = new Map();
  for (const card of table.querySelectorAll(".ck-card svg, .ck-stack svg")) {
    const key = card.closest("[data-part]").dataset.part + card.innerHTML;
    seen.set(key, (seen.get(key) || []).concat(card));
  }
  return seen;
};
const show = (step) => {
  step = Math.min(Math.max(step, 0), last);
  if (step === now) return;
  const before = now < 0 ? null : keys();
  table.innerHTML = steps[step].map((s) => sections[s].map((p) => pieces[p]).join("")).join("");
  if (before) for (const [key, cards] of keys())
    cards.slice((before.get(key) || []).length).forEach((card) => card.classList.add("new"));
  if (now >= 0) told[now].removeAttribute("aria-current");
  now = step;
  told[now].setAttribute("aria-current", "step");
  const list = told[now].parentElement;
  list.scrollTop = told[now].offsetTop - list.offsetTop - list.clientHeight / 2;
  said.textContent = told[now].textContent;
  place.textContent = `${now} / ${last}`;
  slider.value = now;
  find("first").disabled = find("back").disabled = now === 0;
  find("on").disabled = find("last").disabled = now === last;
  history.replaceState(null, "", `#${now}`);
};
const stop = () => { clearInterval(clock); clock = 0; play.setAttribute("aria-pressed", "false"); };
const go = (step) => { stop(); show(step); };
const run = () => {
  if (clock) return stop();
  if (now === last) show(0);
  play.setAttribute("aria-pressed", "true");
  clock = setInterval(() => { show(now + 1); if (now === last) stop(); }, 1200);
};
const asked = () => { const found = /^#(\\d+)$/.exec(location.hash); return found ? Number(found[1]) : 0; };

find("first").onclick = () => go(0);
find("back").onclick = () => go(now - 1);
find("on").onclick = () => go(now + 1);
find("last").onclick = () => go(last);
play.onclick = run;
slider.max = last;
slider.oninput = () => go(Number(slider.value));
find("steps").onclick = (event) => {
  const line = event.target.closest("li");
  if (line) { event.preventDefault(); go(told.indexOf(line)); }
};
addEventListener("hashchange", () => go(asked()));
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
  const steps = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
  if (event.key in steps) { event.preventDefault(); go(steps[event.key]); }
  else if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); run(); }
});
document.body.classList.add("live");
show(asked());
})();
"""
