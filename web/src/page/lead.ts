// The longest lead of a game of Splendor, as its log tells.
import type { Event } from "../api";

/** The prestige of a noble. */
export const NOBLE = 3;

export interface Lead {
  seat: number;
  /** Its first and its last turn. */
  from: number;
  to: number;
  /** How many points it had at most. */
  points: number;
}

interface Effect {
  type: string;
  seat?: number;
  card?: string;
  number?: number;
}

/** Returns the lead that lasted the most turns. `worth` has the points of each card. There is none if what the log tells does not add up to the
 * points in the end: modules have other sources, and a game may begin in a position of another one. */
export function leadOf(events: readonly Event[], worth: ReadonlyMap<string, number>, end: readonly number[]): Lead | undefined {
  const points = end.map(() => 0);
  let turn = 1;
  let now: Lead | undefined;
  let longest: Lead | undefined;
  for (const entry of events) {
    let nextTurn = turn;
    for (const { type, seat = 0, card, number = turn } of (entry.type === "action" ? entry.data.effects : []) as readonly Effect[]) {
      if (type === "turn_began") nextTurn = number;
      if (type === "card_bought" || type === "card_taken_free") points[seat]! += worth.get(card ?? "") ?? 0;
      if (type === "noble_received") points[seat]! += NOBLE;
    }
    const [most = 0, next = 0] = [...points].sort((a, b) => b - a);
    const seat = points.indexOf(most);
    if (most === next) now = undefined;
    else if (now?.seat !== seat) now = { seat, from: turn, to: turn, points: most - next };
    else [now.to, now.points] = [turn, Math.max(now.points, most - next)];
    if (now && (!longest || now.to - now.from > longest.to - longest.from)) longest = now;
    turn = nextTurn;
  }
  return points.every((count, seat) => count === end[seat]) && longest && longest.to > longest.from ? longest : undefined;
}
