// The places of a table that follow from what was counted at its end (B16). It knows this one rule, to say at once what was typed wrong: the
// server refuses it too.
import type { Schemas } from "../api";

/** What is known of a seat at the end of its game. */
export interface Count {
  prestige: number | undefined;
  cards: number | undefined;
}

type Rules = Pick<Schemas["Tournament"], "ruleset" | "modules">;

/** Whether prestige and cards alone decide. With Cities they do not, and Kids is a race. */
export const decidesByCount = ({ ruleset, modules }: Rules): boolean => ruleset === "splendor" && !modules.includes("cities");

/** Returns a negative number if the first comes before the second, 0 if they share a place, and nothing if more must be known. */
function compare(a: Count, b: Count): number | undefined {
  if (a.prestige === undefined || b.prestige === undefined) return undefined;
  if (a.prestige !== b.prestige) return b.prestige - a.prestige;
  return a.cards === undefined || b.cards === undefined ? undefined : a.cards - b.cards;
}

/** Returns the seats in groups that share a place, the first place first; nothing if more must be known. */
export function orderOf(seats: readonly number[], counts: (seat: number) => Count): number[][] | undefined {
  const groups: number[][] = [];
  for (const seat of seats) {
    const ahead: number[] = [];
    for (const other of seats) {
      const order = other === seat ? 0 : compare(counts(other), counts(seat));
      if (order === undefined) return undefined;
      if (order < 0) ahead.push(other);
    }
    (groups[ahead.length] ??= []).push(seat);
  }
  return groups.filter(Boolean);
}

/** Returns two seats whose places contradict what was counted: the first should be before the second, or beside it. */
export function contradiction(order: readonly (readonly number[])[], counts: (seat: number) => Count): [number, number] | undefined {
  const places = order.flatMap((group, place) => group.map((seat) => ({ seat, place })));
  for (const a of places) {
    for (const b of places) {
      const found = a.seat === b.seat ? undefined : compare(counts(a.seat), counts(b.seat));
      if (found !== undefined && (found < 0 ? a.place >= b.place : found === 0 && a.place > b.place)) return [a.seat, b.seat];
    }
  }
  return undefined;
}
