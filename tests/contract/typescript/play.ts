// `node build/play.js http://127.0.0.1:8080`: two players play a whole game of Splendor and one of Kids through the client
// generated from the contract, and send some illegal requests. The compiler checks everything against the generated types,
// without casts.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
type Action = Schemas["Action"];
type Problem = Schemas["Problem"];
type Api = ReturnType<typeof createClient<paths>>;

const TURNS_MAX = 1000;
const server = process.argv[2] ?? "http://127.0.0.1:8080";

/** The answer of a request that must succeed. */
function answer<T>(result: { data?: T; error?: Problem; response: Response }): T {
  assert.ok(result.data !== undefined, `${result.response.url}: ${JSON.stringify(result.error)}`);
  return result.data;
}

/** The problem of a request that must be refused. */
function refusal(result: { data?: unknown; error?: Problem; response: Response }): Problem {
  assert.ok(result.error !== undefined, `${result.response.url} was not refused`);
  assert.equal(result.error.status, result.response.status);
  assert.equal(result.response.headers.get("content-type"), "application/problem+json");
  return result.error;
}

/** A new account that is logged in. */
async function player(): Promise<Api> {
  const api = createClient<paths>({ baseUrl: server });
  const body = { username: `ts-${randomBytes(6).toString("hex")}`, password: randomBytes(12).toString("hex") };
  answer(await api.POST("/v1/accounts", { body }));
  const session = answer(await api.POST("/v1/sessions", { body }));
  return createClient<paths>({ baseUrl: server, headers: { authorization: `Bearer ${session.access_token}` } });
}

/** How gladly the player does this: the tag tells which fields there are. */
function liking(action: Action): number {
  switch (action.type) {
    case "buy": {
      const { gold = 0, ...gems } = action.payment ?? {};
      const paid = Object.values(gems).reduce((sum, count) => sum + count, gold);
      return 1000 + paid;
    }
    case "move":
      return 500;
    case "choose_noble":
      return action.noble.length;
    case "take":
      return 100 + new Set("gems" in action ? action.gems : action.resources).size;
    case "return":
      assert.ok(Object.keys(action.tokens).length > 0, "a return is read without its tokens");
      return -(action.tokens.gold ?? 0) - (action.tokens.water ?? 0);
    case "reserve":
      return action.card.startsWith("base-3") ? 20 : 10;
    default:
      return 0;
  }
}

function best(legal: Schemas["LegalActions"]): Action {
  const ranked = legal.actions.map(({ action }) => action).sort((one, other) => liking(other) - liking(one));
  assert.ok(ranked[0] !== undefined, "somebody is asked and may do nothing");
  return ranked[0];
}

/** What is refused, and how the refusal is told. */
async function ask_for_too_much(api: Api, id: string, version: number): Promise<void> {
  const path = { params: { path: { id } } };
  const two: Action = { type: "take", gems: ["white", "blue"] };
  const wrong = refusal(await api.POST("/v1/games/{id}/actions", { ...path, body: { version, actions: [two] } }));
  assert.deepEqual([wrong.status, wrong.code, wrong.rule, wrong.action_index], [422, "illegal_action", "B5", 0]);
  const three: Action = { type: "take", gems: ["white", "blue", "green"] };
  const stale = { version: version - 1, actions: [three] };
  const late = refusal(await api.POST("/v1/games/{id}/actions", { ...path, body: stale }));
  assert.deepEqual([late.status, late.code, late.version], [409, "version_conflict", version]);
}

/** Counts the cards that changed hands, to see that the events are typed as well. */
function purchases(events: Schemas["Event"][]): number {
  const bought = (event: Schemas["Event"]) => event.type === "action" && event.data.action?.type === "buy";
  return events.filter(bought).length;
}

async function play(ruleset: "splendor" | "kids"): Promise<void> {
  const players = [await player(), await player()] as const;
  const [first, second] = players;
  const entropy = randomBytes(16).toString("hex");
  const table = { ruleset, seats: 2, seating: "join_order", entropy } as const;
  const { id } = answer(await first.POST("/v1/games", { body: table }));
  const path = { params: { path: { id } } };
  let game = answer(await second.POST("/v1/games/{id}/join", { ...path, body: {} }));
  if (ruleset === "splendor") await ask_for_too_much(first, id, game.version);
  let turns = 0;
  while (game.to_act) {
    assert.ok((turns += 1) <= TURNS_MAX, "the game does not end");
    const api = players[game.to_act.seat];
    assert.ok(api !== undefined);
    const legal = answer(await api.GET("/v1/games/{id}/legal-actions", path));
    const body = { version: legal.version, actions: [best(legal)] };
    const turn = answer(await api.POST("/v1/games/{id}/actions", { ...path, body }));
    assert.ok("events" in turn && turn.game !== undefined, "a turn brings its events and the view");
    game = turn.game;
  }
  assert.equal(game.status, "finished");
  assert.equal(game.result?.ranks.length, 2);
  const log = answer(await first.GET("/v1/games/{id}/events", path));
  assert.ok("events" in log, "without `Accept` the log is a page and no stream");
  assert.equal(log.version, game.version);
  assert.equal(game.ruleset, ruleset);
  if (game.ruleset === "splendor") {
    const owned = game.seats.reduce((sum, seat) => sum + seat.purchases, 0);
    assert.equal(purchases(log.events), owned);
  }
  console.log(`${ruleset}: a game of ${turns} decisions, ranks ${game.result?.ranks.join(" ")}`);
}

await play("splendor");
await play("kids");
