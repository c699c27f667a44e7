// Clocks that a game can have, and what they are called.
import type { Schemas } from "../api";
import { t } from "../language";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const CLOCKS: Record<string, Schemas["WantedClock"]> = {
  none: { kind: "none" },
  fast: { kind: "live", initial_ms: 600_000, increment_ms: 5_000 },
  slow: { kind: "live", initial_ms: 1_800_000, increment_ms: 15_000 },
  days: { kind: "correspondence", per_turn_ms: 172_800_000 },
};

const rounded = (number: number): number => Math.round(number * 10) / 10;

/** A clock in few words. */
export function clockName(clock: { kind: string; initial_ms?: number; increment_ms?: number; per_turn_ms?: number }): string {
  if (clock.kind === "live") return t("{minutes} min + {seconds} s", { minutes: rounded((clock.initial_ms ?? 0) / MINUTE_MS), seconds: rounded((clock.increment_ms ?? 0) / 1000) });
  if (clock.kind === "correspondence") return t("{count} day a turn|{count} days a turn", { count: rounded((clock.per_turn_ms ?? 0) / DAY_MS) });
  return t("no clock");
}
