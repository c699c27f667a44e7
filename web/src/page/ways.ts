// The ways to play a turn, under which the legal actions are found.
import type { LegalAction } from "../api";
import type { Text } from "../language";

export type Way = "different" | "equal" | "reserve" | "buy" | "take" | "travel";

interface Named {
  name: Way;
  label: Text;
  /** Why there is none. */
  none?: Text;
}

/** The ways of each ruleset in the main decision of a turn, in their order. */
export const WAYS: Partial<Record<string, readonly Named[]>> = {
  splendor: [
    { name: "different", label: "Take three" },
    { name: "equal", label: "Take two alike", none: "Two alike need four in their pile." },
    { name: "reserve", label: "Reserve", none: "You have reserved three cards." },
    { name: "buy", label: "Buy", none: "You cannot pay for a card yet." },
  ],
  kids: [
    { name: "take", label: "Take tokens" },
    { name: "travel", label: "Travel", none: "You cannot pay for a route yet." },
  ],
};

/** The way of an action. */
export function wayOf(action: LegalAction["action"]): Way | undefined {
  const a = action as { type: string; gems?: readonly string[]; resources?: readonly string[] };
  switch (a.type) {
    case "take":
      if (a.resources) return "take";
      return new Set(a.gems).size < (a.gems?.length ?? 0) ? "equal" : "different";
    case "reserve":
    case "reserve_blind":
      return "reserve";
    case "buy":
      return "buy";
    case "move":
      return "travel";
    default:
      return undefined;
  }
}
