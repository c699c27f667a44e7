// A bot over HTTP, checked by the compiler against the contract: it plays its seat of a game to the end. The token is an API token
// of a bot account, with the scopes read and play.
//
//     npm init --yes && npm pkg set type=module && npm install openapi-fetch openapi-typescript typescript @types/node
//     npx openapi-typescript http://127.0.0.1:8080/openapi.json --output schema.ts
//     npx tsc --module nodenext --strict http_bot.ts
//     LAPIDARY_TOKEN=… node http_bot.js http://127.0.0.1:8080 GAME_ID
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const [baseUrl = "http://127.0.0.1:8080", id = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${process.env["LAPIDARY_TOKEN"]}` } });
const path = { params: { path: { id } } };

/** How gladly the bot makes a decision. */
function liking(action: components["schemas"]["Action"]): number {
  if (action.type === "take" && "gems" in action) return 10 + new Set(action.gems).size;
  return { buy: 100, reserve: 5 }[action.type as string] ?? 1;
}

/** Returns what a request was answered with; ends the bot if it was refused. */
function answer<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

let game = answer(await api.GET("/v1/games/{id}", path));
while (game.status === "waiting" || game.status === "active") {
  const query = { wait: "my_turn", include: "legal_actions" } as const;
  game = answer(await api.GET("/v1/games/{id}", { params: { ...path.params, query } }));
  const legal = (game.legal_actions ?? []).map(({ action }) => action).sort((one, other) => liking(other) - liking(one));
  if (legal[0]) answer(await api.POST("/v1/games/{id}/actions", { ...path, body: { version: game.version, actions: [legal[0]] } }));
}
console.log(JSON.stringify(game.result));
