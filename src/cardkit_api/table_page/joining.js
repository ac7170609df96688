// An invitation to a seat, and the rules of a game.

import { h } from "./dom.js";
import { keep, keepMatch, kept, keptMatch } from "./kept.js";
import { markdown } from "./markdown.js";
import { attempt, goQuietly, nameField, say, server, sheet, submit, titleOf, to, whoSits } from "./shell.js";
import { termsList } from "./terms.js";

/** @import { Nodes, Status } from "./types.js" */

/** @param {string} id @param {string} [invitation] @returns {Promise<() => Nodes>} */
export async function invitation(id, invitation) {
  /** @type {Status} */
  const match = await server(invitation).get(`v1/matches/${id}`);
  const title = titleOf(match.game);
  const mine = Object.keys(keptMatch(id).seats);
  const form = { name: kept().name };
  const join = () =>
    attempt(async () => {
      const called = form.name.trim();
      keep({ name: called });
      /** @type {{ seat: number, token: string }} */
      const joined = await server().post(`v1/matches/${id}/seats`, {
        name: called,
        ...(invitation ? { invitation } : {}),
      });
      keepMatch(id, { game: match.game, title, seats: { [joined.seat]: joined.token } });
      await goQuietly("match", id, joined.seat);
    });
  return () =>
    sheet(
      join,
      h("h1", null, `${say("invited")}: ${title}`),
      h("p", null, whoSits(match)),
      termsList(match, say),
      mine.map((seat) =>
        h(
          "p",
          { key: seat },
          h("a", { href: to("match", id, seat) }, `${say("own")}: ${say("seat", { number: Number(seat) + 1 })}`),
        ),
      ),
      nameField(form, true),
      submit(say("join")),
      h("a", { href: to("rules", match.game) }, say("rules")),
    );
}

/** @param {string} key @returns {Promise<() => Nodes>} */
export async function rules(key) {
  /** @type {string} */
  const text = await server().get(`v1/games/${key}/rules`);
  const page = markdown(text);
  return () =>
    h(
      "article",
      { class: "sheet rules" },
      page,
      h("p", null, h("a", { class: "go", href: to("new", key) }, say("creates"))),
    );
}
