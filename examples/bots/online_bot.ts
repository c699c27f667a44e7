// A bot that stays online: it accepts invitations and challenges by its rules and plays all its games, over interruptions and restarts. The
// token is an API token of a bot account, with the scopes read and play. docs/clients.md says how to make the package.
//
//     npm init --yes && npm pkg set type=module && npm install lapidary-client-0.1.0.tgz typescript @types/node
//     npx tsc --module nodenext --target es2022 --strict online_bot.ts
//     LAPIDARY_TOKEN=… node online_bot.js http://127.0.0.1:8080
import { Client, Refusal, type schemas } from "lapidary-client";

/** How gladly the bot makes a decision. */
const liking = ({ type }: schemas.Action): number => ({ buy: 100, choose_noble: 100, take: 10, reserve: 5 } as Record<string, number>)[type] ?? 1;

/** Joins a game if the rules of the bot say so. A challenge is an invitation too. */
async function answer(client: Client, { game, ruleset, clock }: schemas.OwnInvitation): Promise<void> {
  if (ruleset === "splendor" && clock.kind !== "correspondence") await client.request("POST /v1/games/{id}/join", { id: game });
}

/** Makes one decision if the game waits for the bot. If there is another one to make, the stream says so. */
async function play(client: Client, { id, my_turn }: schemas.OwnGame): Promise<void> {
  if (!my_turn) return;
  const game = await client.request("GET /v1/games/{id}", { id, include: "legal_actions" });
  const [best] = (game.legal_actions ?? []).map(({ action }) => action).sort((one, other) => liking(other) - liking(one));
  if (best) await client.play(game, best);
}

/** A game may have changed meanwhile; then the stream says so. */
function ignore(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

const client = new Client(process.argv[2] ?? "", process.env["LAPIDARY_TOKEN"], { patience: Infinity });
for await (const frame of client.follow("GET /v1/me/events")) {
  const { invitations, games } = frame.type === "snapshot" ? frame.data
    : { invitations: frame.type === "invitation" ? [frame.data] : [], games: frame.type === "game" ? [frame.data] : [] };
  for (const invitation of invitations) await answer(client, invitation).catch(ignore);
  for (const game of games) await play(client, game).catch(ignore);
}
