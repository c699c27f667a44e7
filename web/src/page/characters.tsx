// The opponents of the server, each with a character: one tap begins a game.
import { data, type Schemas } from "../api";
import { sentence } from "../words";
import { told, type Text } from "../language";
import { becomeGuest } from "./guest";
import { entropy } from "./lobby";
import { fits, useOpponents } from "./opponents";
import { go, linkTo } from "./route";
import { api } from "./session";

/** How they play, the weakest first. */
const CHARACTERS = {
  random: "plays whatever is allowed",
  greedy: "takes what glitters",
  apprentice: "knows what a card is worth",
  master: "thinks ahead",
} as const satisfies Record<string, Text>;
const ORDER = Object.keys(CHARACTERS);

/** The place of a bot in this order; others come last. */
const strength = ({ username }: Schemas["Bot"]): number => (ORDER.indexOf(username) + 1 || ORDER.length + 1);

export function Characters({ user, isBusy, act }: { user: string | undefined; isBusy: boolean; act: (what: () => Promise<void>) => void }) {
  const bots = useOpponents().filter((bot) => fits(bot, "splendor", [], 2)).sort((a, b) => strength(a) - strength(b));
  const play = (bot: string) => act(async () => {
    if (!user) await becomeGuest();
    const game = await data(api.POST("/v1/games", { body: { ruleset: "splendor", seats: 2, opponents: [{ bot }], entropy: entropy() } }), "seats");
    go(linkTo.game(game.id));
  });
  return (
    <ul class="characters">{bots.map((bot) => (
      <li key={bot.id}><button type="button" aria-disabled={isBusy} onClick={() => play(bot.username)}>
        <img src={`/v1/players/${encodeURIComponent(bot.username)}/avatar.svg`} alt="" width="44" height="44" />
        <span><strong>{sentence(bot.username)}</strong>{" "}<small>{told(CHARACTERS[bot.username as keyof typeof CHARACTERS] ?? "")}</small></span>
        <span class="strength" aria-hidden="true">{ORDER.map((_, place) => <i key={place} class={place < strength(bot) ? "on" : ""} />)}</span>
      </button></li>
    ))}</ul>
  );
}
