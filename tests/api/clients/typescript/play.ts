// Plays a whole match of every game that the server offers, with a client generated from its OpenAPI document.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

type SeenEvent = components["schemas"]["SeenEvent"];
type Line = components["schemas"]["StreamLine"];
type Problem = components["schemas"]["Problem"];
type Api = Client<paths>;

const base = process.argv[2];
if (!base) throw new Error("usage: node play.js http://127.0.0.1:8000");
const api: Api = createClient<paths>({ baseUrl: base });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The answer, or an error that says what the server's problem document says. */
function had<T>(answer: { data?: T; error?: Problem; response: Response }): T {
  if (answer.error) throw new Error(`${answer.error.status} ${answer.error.code}: ${answer.error.detail}`);
  if (answer.data === undefined) throw new Error(`${answer.response.status} without a body`);
  return answer.data;
}

/** All that a seat sees, from the stream, up to the last word. */
async function watched(id: string, token: string): Promise<[SeenEvent[], Line]> {
  const events: SeenEvent[] = [];
  const answer = await api.GET("/v1/matches/{match_id}/events", {
    params: { path: { match_id: id }, header: { "Accept-Language": "de" } },
    headers: { ...bearer(token), Accept: "application/x-ndjson" },
    parseAs: "stream",
  });
  if (!answer.data) throw new Error("there is no stream");
  let rest = "";
  for await (const text of answer.data.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((line) => line !== "")) {
      const told = JSON.parse(line) as Line;
      if ("type" in told) return [events, told];
      events.push(told);
    }
  }
  throw new Error("the stream ended without a last word");
}

async function play(game: components["schemas"]["GameEntry"]) {
  const sheet = had(await api.GET("/v1/games/{key}", { params: { path: { key: game.key } } }));
  const short = JSON.stringify(sheet.options).includes('"rounds"');
  const made = had(
    await api.POST("/v1/matches", {
      params: { header: { "Idempotency-Key": crypto.randomUUID() } },
      body: { game: game.key, seats: game.least_seats, name: "Ada", options: short ? { rounds: 1 } : {} },
    }),
  );
  const id = made.match.id;
  const match_id = { path: { match_id: id } };
  const tokens = [made.token ?? ""];
  for (const { seat, invitation } of made.invitations) {
    const body = { name: `player ${seat}`, invitation };
    tokens[seat] = had(await api.POST("/v1/matches/{match_id}/seats", { params: match_id, body })).token;
  }
  const watching = watched(id, made.token ?? "");

  let moves = 0;
  let status = had(await api.GET("/v1/matches/{match_id}", { params: match_id, headers: bearer(made.owner) }));
  for (; status.actors[0] !== undefined; moves++) {
    const headers = bearer(tokens[status.actors[0]] ?? "");
    const legal = had(await api.GET("/v1/matches/{match_id}/moves", { params: match_id, headers }));
    const move = legal.moves[(7 * moves) % legal.moves.length];
    if (!move) throw new Error("who is to move has a move");
    had(
      await api.POST("/v1/matches/{match_id}/moves", {
        params: {
          ...match_id,
          header: { "If-Match": `"${legal.version}"`, "Idempotency-Key": crypto.randomUUID() },
        },
        headers,
        body: { move: [move.number, move.text, move.move][moves % 3] ?? 0 },
      }),
    );
    status = had(await api.GET("/v1/matches/{match_id}", { params: match_id, headers: bearer(made.owner) }));
  }

  const late = await api.POST("/v1/matches/{match_id}/moves", {
    params: { ...match_id, header: { "If-Match": "*" } },
    headers: bearer(tokens[0] ?? ""),
    body: { move: 0 },
  });
  const [events, last] = await watching;
  const log = had(
    await api.GET("/v1/matches/{match_id}/log", { params: match_id, headers: bearer(made.watcher), parseAs: "text" }),
  );
  return {
    game: game.key,
    moves,
    version: status.version,
    outcome: status.outcome,
    told: events.map(({ n }) => n),
    text: events[1]?.text,
    last,
    late: late.error?.code,
    log,
  };
}

const { games } = had(await api.GET("/v1/games"));
for (const game of games) console.log(JSON.stringify(await play(game)));
