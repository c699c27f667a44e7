// Turns in notation, as analyses and puzzles name them, in words (docs/notation.md). What cannot be read is shown as it is written.
import type { LegalAction } from "../api";
import { t } from "../language";
import { action } from "../words";

const COLORS: Record<string, string> = { w: "white", u: "blue", g: "green", r: "red", k: "black", o: "gold" };

const gems = (letters: string): string[] => [...letters].map((letter) => COLORS[letter] ?? letter);
const counts = (text: string): Record<string, number> => Object.fromEntries([...text.matchAll(/(\d+)([a-z])/g)].map(([, n, letter]) => [COLORS[letter!] ?? letter, Number(n)]));

function read(text: string): object | undefined {
  const [verb = "", ...words] = text.replace(/^!/, "").split(" ");
  const named: Record<string, string> = Object.fromEntries(words.filter((word) => word.includes("=")).map((word) => word.split("=") as [string, string]));
  const [first = "", second = ""] = words.filter((word) => !word.includes("="));
  const type = { type: verb };
  const paid = (tokens: string) => ({ payment: counts(tokens), virtual_gold: named["virtual_gold"]?.split(","), discard: named["discard"]?.split(",") });
  switch (verb) {
    case "take":
      return { ...type, gems: gems(first) };
    case "take_token":
      return { ...type, gem: gems(first)[0] };
    case "reserve_blind":
      return { ...type, deck: first };
    case "buy":
      return { ...type, card: first, ...paid(second) };
    case "conquer":
      return { ...type, ...paid(first) };
    case "return":
      return { ...type, tokens: counts(first) };
    case "choose_noble":
      return { ...type, noble: first };
    case "choose_post":
      return { ...type, post: first };
    case "reserve":
    case "keep":
    case "associate":
    case "take_free":
    case "place_stronghold":
    case "remove_stronghold":
      return { ...type, card: first, from: named["from"] };
    case "pass":
    case "decline_conquest":
      return type;
    default:
      return undefined;
  }
}

/** A turn of Splendor in words: "take white, blue, green; return 1 red". `titleOf` names pieces that are on the board. */
export const inWords = (turn: string, titleOf?: (piece: string) => string | undefined): string =>
  turn.split("; ").map((one) => {
    const found = read(one);
    return found ? action(found as LegalAction["action"], titleOf) : one;
  }).join(t(", then "));
