// `node kept_game.mjs SERVER GAME > src/page/kept_game.ts`: keeps a game of two that is over, for the start page to play. With `TURNS`, as in
// `node kept_game.mjs SERVER GAME 10 > src/page/lesson_game.ts`, it keeps as many turns of the first seat, for the lesson of the rules.
//
// It takes what the log tells of each entry, plays it by the same steps as the page, and compares the end with the view of the server.
const [server, id, turns] = process.argv.slice(2);
const read = async (path) => (await fetch(server + path)).json();
const [game, { events }, catalogue] = await Promise.all([read(`/v1/games/${id}`), read(`/v1/games/${id}/export`), read("/v1/rulesets/splendor/catalogue")]);
const LETTERS = { white: "w", blue: "u", green: "g", red: "r", black: "k", gold: "*" };
const COLORS = Object.keys(LETTERS).slice(0, 5);
const DECKS = ["base-3", "base-2", "base-1"];

const counts = (cost) => COLORS.map((color) => cost[color] ?? 0).join("");
const cards = [];
const card = (name) => {
  if (!cards.includes(name)) cards.push(name);
  return cards.indexOf(name);
};
const begin = events[0].data;
const market = DECKS.flatMap((deck) => begin.market[deck].cards.map(card));
const actions = events.filter(({ type }) => type === "action");
const own = actions.filter(({ data }) => data.seat === 0).slice(0, turns);
const kept = turns ? actions.slice(0, actions.indexOf(own.at(-1)) + 1) : actions;
// Whoever resigns gives their tokens back, so the lesson is compared with the view after its last turn.
const end = turns ? await read(`/v1/games/${id}?at=${events.indexOf(kept.at(-1)) + 1}`) : game;
const steps = kept.map(({ data: { seat, effects } }) => {
  const step = { tokens: "", card: -1, isBought: 0, next: -1, noble: -1 };
  const letters = (tokens) => Object.entries(tokens).map(([color, n]) => LETTERS[color].repeat(n)).join("");
  for (const effect of effects) {
    if (effect.type === "tokens_taken") step.tokens = letters(effect.tokens);
    else if (effect.type === "tokens_returned") step.tokens = `-${letters(effect.tokens)}`;
    else if (effect.type === "card_reserved" || effect.type === "card_bought") [step.card, step.isBought] = [card(effect.card), Number(effect.type === "card_bought")];
    else if (effect.type === "market_refilled") step.next = effect.card === null ? -1 : card(effect.card);
    else if (effect.type === "noble_received") step.noble = begin.nobles.indexOf(effect.noble);
    else if (!["turn_began", "final_round", "game_over"].includes(effect.type)) throw new Error(`the start page has no such effect: ${JSON.stringify(effect)}`);
  }
  const all = [seat, step.tokens, step.card, step.isBought, step.next, step.noble];
  while (all.length > 2 && (all.at(-1) === -1 || (all.length === 4 && step.card === -1))) all.pop();
  return all;
});

const seats = end.seats.map(() => ({ tokens: {}, prestige: 0 }));
const known = new Map(catalogue.cards.map((one) => [one.id, one]));
for (const [seat, tokens, moved = -1, isBought = 0, , noble = -1] of steps) {
  const held = seats[seat].tokens;
  for (const letter of tokens.replace("-", "")) held[letter] = (held[letter] ?? 0) + (tokens.startsWith("-") ? -1 : 1);
  seats[seat].prestige += (isBought ? known.get(cards[moved]).points : 0) + (noble >= 0 ? 3 : 0);
}
end.seats.forEach((seat, place) => {
  const isSame = seat.prestige === seats[place].prestige && Object.entries(seat.tokens).every(([color, n]) => n === (seats[place].tokens[LETTERS[color]] ?? 0));
  if (!isSame) throw new Error(`seat ${place} ends otherwise: ${JSON.stringify(seats[place])}`);
});

const nobles = begin.nobles.map((noble) => counts(catalogue.nobles.find((one) => one.id === noble).cards));
const shown = cards.map((name) => LETTERS[known.get(name).bonus] + known.get(name).points + counts(known.get(name).cost));
const [what, name] = turns ? ["The first turns of a game, for the lesson", "LESSON"] : ["A game that two opponents of the server have played, for the start page", "KEPT_GAME"];
console.log(`// ${what}: made by kept_game.mjs.
import type { KeptGame } from "./kept_table";

export const ${name}: KeptGame = {
  names: ${JSON.stringify(turns ? ["", "random"] : game.seats.map(({ player }) => player.username))},
  // The color of each card, its points and its cost: white, blue, green, red, black.
  cards: ${JSON.stringify(shown.join(" "))}.split(" "),
  // The cards of each place in the beginning, level 3 first.
  market: ${JSON.stringify(market)},
  nobles: ${JSON.stringify(nobles)},
  // Seat, tokens that are taken or returned (-), card, whether it is bought, card that follows it, noble.
  steps: ${JSON.stringify(steps)},
};`);
if (turns) console.log(`
/** The turns of the first seat, in notation. */
export const OWN_TURNS: readonly string[] = ${JSON.stringify(own.map(({ data }) => data.notation))};`);
