// What must not compile, so that it says something that the rest does.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const api = createClient<paths>({ baseUrl: "http://localhost" });
const path = { match_id: "a match" };

export async function mistakes(status: components["schemas"]["MatchStatus"]) {
  // @ts-expect-error there is no such route
  await api.GET("/v1/players");
  // @ts-expect-error a move says which version it is for
  await api.POST("/v1/matches/{match_id}/moves", { params: { path }, body: { move: 0 } });
  // @ts-expect-error a new match says for how many
  await api.POST("/v1/matches", { body: { game: "thirteen" } });
  // @ts-expect-error a match may have no outcome yet
  status.outcome.winners;
  // @ts-expect-error there is no such status
  if (status.status === "finished") return;
  const { data, error } = await api.GET("/v1/matches/{match_id}", { params: { path } });
  // @ts-expect-error it may have been refused
  data.version;
  // @ts-expect-error a problem document has a `detail`
  error?.message;
}
