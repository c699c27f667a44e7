// Which game a visitor sees first.
import { serverTime, type GameItem } from "../api";

/** How long ago the last turn of a game may be for somebody to watch it (src/api/front/addresses.rs). */
const WATCHED_MS = 600_000;

/** Returns the live game that moved last, unless that is long ago. */
export function watched(live: readonly GameItem[]): GameItem | undefined {
  const [last] = [...live].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  return last && serverTime() - Date.parse(last.updated_at) < WATCHED_MS ? last : undefined;
}
