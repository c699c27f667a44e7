// A game on a server, and the same in the package: views, legal actions and refusals are equal.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

/** What is hardly ever legal: then the server and the package name the same ruling. */
const FORBIDDEN = [
  { type: "take", gems: ["white"] },
  { type: "take", gems: ["white", "white", "blue"] },
  { type: "reserve", card: "base-1-black-1" },
  { type: "buy", card: "base-3-red-1" },
  { type: "return", tokens: { gold: 1 } },
  { type: "choose_noble", noble: "noble-1" },
  { type: "pass" },
];

const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function call(server, token, method, path, body) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${server}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return response.json();
}

async function player(server) {
  const account = { username: `wasm-${randomUUID().slice(0, 8)}`, password: randomUUID() };
  await call(server, undefined, "POST", "/accounts", account);
  return (await call(server, undefined, "POST", "/sessions", account)).access_token;
}

/** Plays a game of two seats with these terms. Returns it as the seat that had to decide saw it each time, and the export. */
export async function playedGame(server, terms) {
  const tokens = [await player(server), await player(server)];
  const { id } = await call(server, tokens[0], "POST", "/games", { ruleset: "splendor", seats: 2, seating: "join_order", ...terms });
  let game = await call(server, tokens[1], "POST", `/games/${id}/join`, {});
  const seen = [];
  for (let number = 0; game.status === "active"; number += 7) {
    const token = tokens[game.to_act.seat];
    game = await call(server, token, "GET", `/games/${id}?include=legal_actions`);
    const take = (action) => call(server, token, "POST", `/games/${id}/actions`, { version: game.version, actions: [action] });
    // Every tenth time it tries what is forbidden.
    const refused = [];
    const isListed = (action) => game.legal_actions.some((legal) => legal.action.type === action.type && (action.type !== "take" || equal(legal.action, action)));
    for (const action of number % 70 ? [] : FORBIDDEN.filter((action) => !isListed(action))) {
      const { code, rule } = await take(action);
      assert.equal(code, "illegal_action", JSON.stringify(action));
      refused.push({ action, rule });
    }
    seen.push({ game, refused });
    const { action } = game.legal_actions[number % game.legal_actions.length];
    ({ game } = await take(action));
  }
  assert.equal(game.status, "finished");
  const exported = await (await fetch(`${server}/v1/games/${id}/export`)).text();
  return { id, seen, exported };
}

/** Compares what the server showed and refused with the package. */
export function compared({ Position, loadExport }, { seen, exported }) {
  const played = loadExport(exported);
  let refusals = 0;
  for (const { game, refused } of seen) {
    const position = played.position(game.version - 1);
    assert.deepEqual(position.legalActions(), game.legal_actions);
    const made = Position.ofView(game, game.version);
    assert.deepEqual(made.legalActions(), game.legal_actions);
    assert.deepEqual(made.view(game.viewer_seat), position.view(game.viewer_seat));
    const { seats, to_act, ...table } = position.view(game.viewer_seat);
    for (const [name, value] of Object.entries(table)) assert.deepEqual(value, game[name], name);
    seats.forEach((seat, at) => Object.entries(seat).forEach(([name, value]) => assert.deepEqual(value, game.seats[at][name], name)));
    assert.deepEqual(to_act, game.to_act);
    for (const { action, rule } of refused) for (const it of [position, made]) assert.equal(it.judge(action)?.rule, rule, JSON.stringify(action));
    refusals += refused.length;
  }
  return `Server: ${seen.length} views with legal actions and ${refusals} refusals are equal`;
}
