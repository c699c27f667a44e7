// Exports of games, read again: dealt, replayed and verified with the rules alone.
import { LapidaryError } from "./errors.js";
import { ask } from "./module.js";
import { positionsOf, type Position } from "./position.js";
import type { Entry } from "./types.js";

/** A game that was exported, dealt and replayed again. */
export class Export {
  readonly #positions: Position[];

  /** @internal */
  constructor(
    positions: Position[],
    /** The names of the players in seat order; `null` for an erased account. */
    readonly players: readonly (string | null)[],
    /** The entries of the log, those of the engine included. */
    readonly entries: readonly Entry[],
    /** Whether the game was aborted, so that it has no result. */
    readonly isAborted: boolean,
  ) {
    this.#positions = positions;
  }

  /** The position before the first turn. */
  get opening(): Position {
    return this.position(0);
  }

  /** The position at the end. */
  get end(): Position {
    return this.position(this.entries.length);
  }

  /** The position after this many entries, and after the decisions of the engine that follow from them. */
  position(entries: number): Position {
    const found = this.#positions[entries];
    if (found === undefined) throw new LapidaryError(`the game has ${this.entries.length} entries, not ${entries}`);
    return found.copy();
  }
}

/** Reads an export, in JSON or as text, and verifies it: the secret is the one that the server committed to, the deal follows from it, each
 * entry is legal and in its place, and the result is that of the rules. */
export function loadExport(text: string): Export {
  const answer = ask({ ask: "load", text });
  const { players, entries, is_aborted } = answer.value as { players: (string | null)[]; entries: Entry[]; is_aborted: boolean };
  return new Export(positionsOf(answer), players, entries, is_aborted);
}
