// Which game a visitor sees first.
import type { GameItem } from "../api";

/** Returns the live game that moved last, or else the last finished one. */
export function watched(live: readonly GameItem[], over: readonly GameItem[]): GameItem | undefined {
  const byTime = (games: readonly GameItem[]) => [...games].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  return byTime(live)[0] ?? byTime(over)[0];
}
