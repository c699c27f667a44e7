// Actions and views as the contract of the server has them. `schemas.ts` is written from it when the package is built.
import type * as schemas from "./schemas.js";

/** An action in the JSON of the contract. A purchase or a move without a payment gets the canonical one (B10, K6). */
export type Action = schemas.Action;

/** An action in both forms. */
export type LegalAction = schemas.LegalAction;

/** An action as it can be given: the JSON of the contract, canonical notation such as `take wug`, or what `legalActions` returns. */
export type GivenAction = Action | LegalAction | string;

/** A ruleset. */
export type Ruleset = "splendor" | "kids";

/** An entry of a game's log: a decision, or a seat that left. */
export interface Entry {
  /** The seat that the entry belongs to. */
  seat: number;
  /** `engine` if only one choice was legal (T2). */
  by: "player" | "engine";
  /** The notation of the action; `resign` or `timeout` for a seat that left. */
  notation: string;
  /** Whether it has uncovered something that was hidden. In a position that was made of a view, that is a guess. */
  reveals: boolean;
}

/** The result of a game. */
export interface Result {
  /** Why the game ended, such as `prestige`. */
  reason: string;
  /** The rank of each seat: 1 is the best, and equal seats share a rank. */
  ranks: number[];
  /** The seats of rank 1. */
  winners: number[];
}

type Common = "ruleset" | "modules" | "options" | "to_act" | "turn" | "result";
type OfSplendor = "supply" | "market" | "nobles" | "cities" | "final_round" | "passes" | "quiet_rounds";
type OfKids = "supply" | "board" | "stack_size" | "market" | "tiled_villages" | "gates_closed" | "quiet_rounds";

/** What a seat sees of a game of Splendor: the fields of `SplendorGame` that follow from the rules. */
export type SplendorView = Pick<schemas.SplendorGame, Common | OfSplendor> & { seats: Omit<schemas.SplendorGameSeat, "player" | "strength">[] };

/** What a seat sees of a game of Kids: the fields of `KidsGame` that follow from the rules. */
export type KidsView = Pick<schemas.KidsGame, Common | OfKids> & { seats: Omit<schemas.KidsGameSeat, "player" | "strength">[] };

/** What a seat sees. `"board" in view` tells the two apart. */
export type View = SplendorView | KidsView;

/** A game as the server shows it to a seat, or a view. */
export type SeenGame = View;
