// `node calls.js SERVER STUB NAME GAME PASSWORD`: what a game does not show, as calls.py does it.
import { createInterface } from "node:readline/promises";
import { Authorization, Client, deviceLogin, logIn, Login, Refusal, Unreachable } from "lapidary-client";

const [server = "", stubServer = "", name = "", id = "", password = ""] = process.argv.slice(2);
const show = (address: string, code = "") => console.log(JSON.stringify({ address, code }));
const answers = createInterface({ input: process.stdin });

/** Returns what something was refused with. */
async function refused(asked: Promise<unknown>): Promise<Refusal> {
  const error = await asked.catch((error: unknown) => error);
  if (!(error instanceof Refusal)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error;
}

/** Ends a login and returns how it is refused then. */
async function ended(login: Login): Promise<string> {
  await login.end();
  return (await refused(new Client(server, login).request("GET /v1/me"))).code;
}

const found: Record<string, unknown> = {};
const app = { clientId: "calls", redirectUri: "http://127.0.0.1:4711/back", scopes: ["read", "play"] };
const stored = JSON.stringify(Authorization.begin(`${server}/`, app));
show(await Authorization.from(stored).address());
const strange = new URLSearchParams({ state: "größe", iss: server, code: "x" });
found["strange"] = await Authorization.from(stored).finish(`${app.redirectUri}?${strange}`).catch((error: Error) => error.message);
const kept = new Set<string>();
const login = await Authorization.from(stored).finish(await answers.question(""), ({ refreshToken }) => void kept.add(refreshToken));
const client = new Client(server, login);
login.tokens.expiresAt = Date.now();
found["app"] = (await client.request("GET /v1/me")).username;
found["kept"] = kept.size;
// An access token that the server does not accept is renewed, too.
login.tokens.accessToken += "x";
found["renewed"] = (await client.request("GET /v1/me")).username;
const device = await deviceLogin(server, { clientId: "calls", scopes: ["read"] }, show);
found["device"] = (await new Client(server, device).request("GET /v1/me")).username;
const games = (found["games"] = [] as string[]);
for await (const game of client.items("GET /v1/games", { player: name, limit: 1 })) games.push(game.id);
for await (const frame of client.follow("GET /v1/me/events")) {
  found["own"] = frame.type;
  break;
}
const several = (found["several"] = [] as string[]);
for await (const { frame } of client.follow("GET /v1/events", { games: id })) several.push(frame.type);
const events = await fetch(await client.ticket("GET /v1/games/{id}/events", { id }), { headers: { accept: "text/event-stream" } });
found["ticket"] = (await events.text()).includes("snapshot");
const missing = new Client(server, undefined, { language: "de" }).request("GET /v1/games/{id}", { id: id.replaceAll("0", "1") });
const { status, code, problem } = await refused(missing);
found["problem"] = [status, code, problem.title];
found["field"] = (await refused(client.request("POST /v1/games", { body: { ruleset: "splendor", seats: 9 } }))).message.includes("; /seats: ");
found["picture"] = (await client.request("GET /v1/games/{id}/board.svg", { id })).slice(0, 4);
found["notation"] = String(await client.request("GET /v1/games/{id}/export", { id }, { accept: "text/plain" })).split("\n")[0];
// The address of a server may end with a slash.
const { tokens } = await logIn(`${server}/`, name, password);
await new Login(`${server}/`, tokens).end();
const { code: again } = await refused(new Client(server, tokens.accessToken).request("GET /v1/me"));
found["ended"] = [await ended(login), await ended(device), again];
const stub = new Client(stubServer, "lap_");
const began = Date.now();
found["busy"] = (await stub.request("GET /v1/me")).username;
found["waited"] = Date.now() - began >= 2_000;
found["created"] = (await stub.request("POST /v1/games", { body: { ruleset: "splendor", seats: 2 } })).id;
const lost = await stub.request("POST /v1/me/tokens", { body: { name: "lost", scopes: ["read"] } }).catch((error: unknown) => error);
found["lost"] = lost instanceof Unreachable ? "unreachable" : lost;
console.log(JSON.stringify(found));
answers.close();
