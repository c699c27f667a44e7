// `node game.js SERVER PASSWORD ADA GRACE`: two players play a whole game through the TypeScript client while a third reader follows it. Prints
// the game and what was seen as JSON. game.py does the same.
import { Client, logIn, type schemas } from "lapidary-client";

/** Returns an action that brings the game to an end: a purchase, or tokens for one. */
function best(legal: schemas.LegalAction[]): schemas.Action | undefined {
  const liking: Record<string, number> = { buy: 3, choose_noble: 3, take: 2, return: 2, reserve: 1 };
  const actions = legal.map(({ action }) => action);
  return actions.sort((one, other) => (liking[other.type] ?? 0) - (liking[one.type] ?? 0))[0];
}

/** Plays a seat to the end and returns the number of turns. */
async function play(client: Client, id: string): Promise<number> {
  for (let turns = 0; ; ) {
    let game = await client.request("GET /v1/games/{id}", { id, wait: "my_turn", include: "legal_actions" });
    const action = best(game.legal_actions ?? []);
    if (action) {
      game = await client.play(game, action);
      turns += 1;
    }
    if (!["waiting", "active"].includes(game.status)) return turns;
  }
}

/** Returns the entries of the game as its stream tells them, each as often as it came. */
async function follow(client: Client, id: string): Promise<unknown[]> {
  const seen = [];
  for await (const frame of client.follow("GET /v1/games/{id}/events", { id, since: 0 })) {
    if (frame.type === "stream_end") {
      if (frame.data.reason !== "game_over") throw new Error(JSON.stringify(frame));
    } else if ("at" in frame) {
      const { server_time, ...entry } = frame;
      seen.push(entry);
    }
  }
  return seen;
}

const [server = "", password = "", ...names] = process.argv.slice(2);
const logins = await Promise.all(names.map((name) => logIn(server, name, password)));
const [ada, grace] = logins.map((login) => new Client(server, login, { patience: Infinity })) as [Client, Client];
// As if it had expired: several requests need the next one at the same time.
for (const login of logins) login.tokens.expiresAt = Date.now();
const { id } = await ada.request("POST /v1/games", { body: { ruleset: "splendor", seats: 2 } });
const followed = follow(ada, id);
await grace.request("POST /v1/games/{id}/join", { id });
const turns = await Promise.all([play(ada, id), play(grace, id)]);
const log = [];
for await (const entry of ada.log(id, 0, 20)) log.push(entry);
console.log(JSON.stringify({ game: id, turns, followed: await followed, log }));
