// A running or finished game. It knows all of it, hidden cards included; what a seat may know is in `view`.
import { IllegalAction, LapidaryError } from "./errors.js";
import { ask, type Answer } from "./module.js";
import type { Entry, GivenAction, LegalAction, Result, Ruleset, SeenGame, View } from "./types.js";

/** The game to deal. */
export interface Game {
  /** `splendor` if omitted. */
  ruleset?: Ruleset;
  /** The modules in play, such as `orient`. */
  modules?: readonly string[];
  /** The options, such as `{ board: "short" }` of Kids. */
  options?: Readonly<Record<string, string>>;
  /** 2 to 4, 2 if omitted. */
  seats?: number;
  /** The number that the deal follows from: 0 to 2^256 - 1, 0 if omitted. */
  seed?: number | bigint;
}

/** Which payments of a purchase are listed: the canonical one, or every exact one. */
export type Payments = "canonical" | "all";

interface Facts {
  ruleset: Ruleset;
  modules: string[];
  options: Record<string, string>;
  seats: number;
  seats_in_play: number[];
  to_act: { seat: number; decision: string } | null;
  turn: number;
  result: Result | null;
}

/** Only this package makes positions, from bytes that the module wrote. */
let made: (bytes: Uint8Array, facts: Facts) => Position;

/** A position of a game. */
export class Position {
  #bytes: Uint8Array;
  #facts: Facts;

  static {
    made = (bytes, facts) => new Position(bytes, facts);
  }

  private constructor(bytes: Uint8Array, facts: Facts) {
    this.#bytes = bytes;
    this.#facts = facts;
  }

  /** Deals a game from a number. The same number gives the same game everywhere, also in Python. */
  static deal({ ruleset = "splendor", modules = [], options = {}, seats = 2, seed = 0, ...others }: Game = {}): Position {
    for (const name in others) throw new LapidaryError(`a game has no field ${name}: it has ruleset, modules, options, seats and seed`);
    return positionOf(ask({ ask: "deal", ruleset, modules, options, seats, seed: bigOf(seed, 256).toString(16).padStart(64, "0") }));
  }

  /** Makes a position of a game as the server shows it. What the viewer does not see is dealt from the pieces that they have not seen, with
   * this number. So the legal actions are those of the server if the viewer must decide, and an action has the same effect
   * there as long as no entry `reveals` anything. */
  static ofView(game: SeenGame, seed: number | bigint = 0): Position {
    return positionOf(ask({ ask: "see", view: game, seed: String(bigOf(seed, 64)) }));
  }

  get ruleset(): Ruleset {
    return this.#facts.ruleset;
  }

  /** The modules in play, in their fixed order. */
  get modules(): readonly string[] {
    return this.#facts.modules;
  }

  /** The options with their values. */
  get options(): Readonly<Record<string, string>> {
    return this.#facts.options;
  }

  /** The number of seats. */
  get seats(): number {
    return this.#facts.seats;
  }

  /** The seats that have not left the game. */
  get seatsInPlay(): readonly number[] {
    return this.#facts.seats_in_play;
  }

  /** The seat that must decide; `null` when the game is over. */
  get toAct(): number | null {
    return this.#facts.to_act?.seat ?? null;
  }

  /** The kind of decision, such as `main` or `return`; `null` when the game is over. */
  get decision(): string | null {
    return this.#facts.to_act?.decision ?? null;
  }

  /** The number of turns that have begun. */
  get turn(): number {
    return this.#facts.turn;
  }

  get isOver(): boolean {
    return this.#facts.to_act === null;
  }

  /** The result; `null` while the game runs. */
  get result(): Readonly<Result> | null {
    return this.#facts.result;
  }

  /** The legal actions in a fixed order: each purchase with its canonical payment, or with every exact one. */
  legalActions(payments: Payments = "canonical"): LegalAction[] {
    return this.#ask({ ask: "legal", payments }).value as LegalAction[];
  }

  /** Completes an action whose payment is left out. Does not judge it otherwise. */
  action(action: GivenAction): LegalAction {
    return this.#ask({ ask: "complete", action: given(action) }).value as LegalAction;
  }

  /** Why the rules forbid the action; `undefined` if it is legal. */
  judge(action: GivenAction): IllegalAction | undefined {
    try {
      this.#ask({ ask: "judge", action: given(action) });
      return undefined;
    } catch (error) {
      if (error instanceof IllegalAction) return error;
      throw error;
    }
  }

  /** Whether the action is legal. */
  isLegal(action: GivenAction): boolean {
    return this.judge(action) === undefined;
  }

  /** Applies an action of the seat that must decide, and what follows from it. Returns the entries of the log. */
  play(action: GivenAction): Entry[] {
    return this.#become(this.#ask({ ask: "play", action: given(action) }));
  }

  /** Takes a seat out of the game (B19). Returns the entries of the log; none if the seat has left already. */
  leave(seat: number, how: "resign" | "timeout" = "resign"): Entry[] {
    return this.#become(this.#ask({ ask: "leave", seat, how }));
  }

  /** A copy. */
  copy(): Position {
    return new Position(this.#bytes, this.#facts);
  }

  /** A copy in which everything that is hidden from the seat is dealt anew; from everybody if the seat is `null`. Both look the same to the
   * seat. */
  redealt(seat: number | null, seed: number | bigint): Position {
    return positionOf(this.#ask({ ask: "redeal", seat, seed: String(bigOf(seed, 64)) }));
  }

  /** The position as the seat sees it; as a spectator does if the seat is `null`. */
  view(seat: number | null = null): View {
    return this.#ask({ ask: "view", seat }).value as View;
  }

  /** Whether both are the same position, hidden cards included. */
  equals(other: Position): boolean {
    return this.#bytes.length === other.#bytes.length && this.#bytes.every((byte, at) => byte === other.#bytes[at]);
  }

  #ask(question: Record<string, unknown>): Answer {
    return ask(question, this.#bytes);
  }

  #become({ positions, value }: Answer): Entry[] {
    const { facts, entries } = value as { facts: Facts; entries: Entry[] };
    this.#bytes = positions[0] ?? this.#bytes;
    this.#facts = facts;
    return entries;
  }
}

/** @internal */
export function positionOf({ positions, value }: Answer): Position {
  return made(positions[0] ?? new Uint8Array(), (value as { facts: Facts }).facts);
}

/** @internal */
export function positionsOf({ positions, value }: Answer): Position[] {
  const { facts } = value as { facts: Facts[] };
  return positions.map((bytes, at) => made(bytes, facts[at] as Facts));
}

/** @internal */
export function given(action: GivenAction): unknown {
  return typeof action === "object" && action !== null && "notation" in action ? action.notation : action;
}

/** Returns a number of at most this many bits. */
function bigOf(seed: number | bigint, bits: number): bigint {
  const number = typeof seed === "bigint" ? seed : Number.isSafeInteger(seed) ? BigInt(seed) : -1n;
  if (number < 0n || number >= 1n << BigInt(bits)) throw new LapidaryError(`a seed is an integer from 0 to 2^${bits} - 1`);
  return number;
}
