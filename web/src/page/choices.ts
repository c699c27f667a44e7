// Which pieces of the board make up an action. It knows the form of actions, and no rules: what is legal comes from the server.
import type { Game, LegalAction } from "../api";

type Fields = { type: string } & Record<string, unknown>;

/** The pieces that are chosen, in any order, for an action of a seat; none if it is chosen from the list alone. */
export function piecesOf(action: LegalAction["action"], seat: number, game: Game): string[] {
  const a = action as Fields;
  const list = (name: string) => (a[name] as string[] | undefined) ?? [];
  switch (a.type) {
    case "take":
      return [...list("gems"), ...list("resources")].map((kind) => `supply-${kind}`);
    case "take_token":
      return [`supply-${a["gem"]}`];
    case "return":
      return Object.entries(a["tokens"] as Record<string, number>).flatMap(([kind, n]) => Array<string>(n).fill(`tokens-${seat}-${kind}`));
    case "reserve":
    case "buy":
    case "keep":
    case "associate":
    case "take_free":
    case "remove_stronghold":
      return [`card-${a["card"]}`];
    case "place_stronghold":
      return a["from"] ? [`card-${a["from"]}`, `card-${a["card"]}`] : [`card-${a["card"]}`];
    case "reserve_blind":
      return [`deck-${a["deck"]}`];
    case "choose_noble":
      return [`noble-${a["noble"]}`];
    case "choose_post":
      return [`post-${a["post"]}`];
    case "move":
      return [`cost-${a["route"]}`];
    case "draw_town": {
      const market = ("market" in game && Array.isArray(game.market) ? game.market : []) as readonly string[];
      return [a["from"] === "stack" ? "stack" : `market-${market.indexOf(String(a["from"]))}`];
    }
    case "give":
      return [`tokens-${seat}-${a["resource"]}`, `seat-${a["seat"]}`];
    default:
      return [];
  }
}

/** Returns what is left of `pieces` without `chosen`; none if not all of these are in it. */
export function without(pieces: readonly string[], chosen: readonly string[]): string[] | undefined {
  const rest = [...pieces];
  for (const piece of chosen) {
    const place = rest.indexOf(piece);
    if (place < 0) return undefined;
    rest.splice(place, 1);
  }
  return rest;
}
