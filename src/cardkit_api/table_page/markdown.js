// Rules pages: headings, paragraphs, lists, tables and a little emphasis, as elements.

import { h } from "./dom.js";

/** @import { Described, Nodes } from "./types.js" */

/** @param {string} text @returns {Nodes} */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*|_[^_]+_|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("**")) return h("strong", null, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", null, part.slice(1, -1));
    if (/^[*_].+[*_]$/.test(part)) return h("em", null, part.slice(1, -1));
    return /^\[(.+)\]\(/.exec(part)?.[1] ?? part;
  });
}

/** @param {string} row */
const cells = (row) =>
  row
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** @param {string} text @returns {Described[]} */
export function markdown(text) {
  return text.split(/\n{2,}|\n(?=#)/).flatMap((block) => {
    const heading = /^(#+) (.*)/.exec(block);
    if (heading) {
      const rest = block.slice(heading[0].length).trim();
      return [
        h(`h${Math.min(4, heading[1]?.length ?? 1)}`, null, inline(heading[2] ?? "")),
        ...(rest ? markdown(rest) : []),
      ];
    }
    const lines = block.split("\n");
    if (lines[1]?.match(/^\|?[\s:|-]+$/) && lines[0]?.includes("|")) {
      const [head = "", , ...rows] = lines;
      return h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            cells(head).map((cell) => h("th", { scope: "col" }, inline(cell))),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map((row) =>
            h(
              "tr",
              null,
              cells(row).map((cell) => h("td", null, inline(cell))),
            ),
          ),
        ),
      );
    }
    const marked = block.split(/\n(?=\s*(?:[-*]|\d+\.) )/);
    if (/^\s*(?:[-*]|\d+\.) /.test(block)) {
      return h(
        /^\s*\d/.test(block) ? "ol" : "ul",
        null,
        marked.map((item) => h("li", null, inline(item.replace(/^\s*(?:[-*]|\d+\.) /, "")))),
      );
    }
    return block.trim() ? h("p", null, inline(lines.join(" "))) : [];
  });
}
