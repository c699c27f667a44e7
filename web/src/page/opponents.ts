// The built-in opponents of this server, as far as it has any.
import { data, type Schemas } from "../api";
import { useAnswer } from "./parts";
import { api } from "./session";

const LISTED_MAX = 100;

/** Returns the bots that are part of the server. */
export function useOpponents(): readonly Schemas["Bot"][] {
  const bots = useAnswer(() => data(api.GET("/v1/bots", { params: { query: { limit: LISTED_MAX } } }), "items"), []);
  return (bots.answer?.items ?? []).filter((bot) => bot.owner === null);
}

export const fits = (bot: Schemas["Bot"], ruleset: string, modules: readonly string[], seats: number): boolean =>
  bot.accepts.rulesets.includes(ruleset) && modules.every((name) => bot.accepts.modules.includes(name)) && bot.accepts.seats.includes(seats);

/** Prefers an opponent that thinks a little, for a first game. */
export function first(bots: readonly Schemas["Bot"][]): Schemas["Bot"] | undefined {
  return bots.find((bot) => bot.username.toLowerCase().includes("greedy")) ?? bots[0];
}
