// Sentences about a game. Unknown values are shown as they are: the server may add some.
import type { Event, LegalAction, Schemas } from "./api";

type Counts = Record<string, number | undefined>;

/** The name of a player; a guest of an event over the board has no account. */
export const nameOf = (player: { username: string | null } | undefined, guest?: string): string => guest ?? player?.username ?? "a former player";

/** A number of things: "1 game", "3 games". */
export const many = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`;

/** Words out of an identifier. */
export const plain = (id: string): string => id.replaceAll("_", " ");

/** Tokens that are counted by their name; those of Splendor are named by their color, which has one form. */
const COUNTED = ["mushroom", "apple", "cabbage", "hazelnut"];

const tokens = (kind: string, n: number): string => (COUNTED.includes(kind) ? many(n, kind) : `${n} ${plain(kind)}`);

const counted = (counts: Counts | undefined): string =>
  Object.entries(counts ?? {}).filter(([, n]) => n).map(([kind, n]) => tokens(kind, n ?? 0)).join(", ");

function gems(list: readonly string[]): string {
  const counts: Record<string, number> = {};
  for (const gem of list) counts[gem] = (counts[gem] ?? 0) + 1;
  return Object.entries(counts).map(([gem, n]) => (n > 1 ? tokens(gem, n) : gem)).join(", ");
}

/** A card by its id, such as `base-1-white-3`. */
function cardName(id: string): string {
  const [deck, level, color] = id.split("-");
  return deck && level && color ? `the ${color} card of ${deck === "base" ? "" : `${deck} `}level ${level}` : id;
}

/** An action as a phrase that follows a name: "takes white, blue, green". `titleOf` names pieces. */
export function action(value: LegalAction["action"], titleOf: (piece: string) => string | undefined = () => undefined): string {
  const a = value as { type: string } & Record<string, unknown>;
  const text = (name: string) => String(a[name] ?? "");
  const list = (name: string) => (a[name] as string[] | undefined) ?? [];
  const titled = (piece: string, otherwise: string) => titleOf(piece)?.replace(/^[^:]+: /, "") ?? otherwise;
  // A card of the picture by what it shows, because there can be two of a color and level.
  const card = (id: string) => (titleOf(`card-${id}`) ? `the card ${titled(`card-${id}`, id)}` : cardName(id));
  switch (a.type) {
    case "take":
      return `take ${gems([...list("gems"), ...list("resources")])}`;
    case "reserve":
      return `reserve ${card(text("card"))}`;
    case "reserve_blind":
      return `reserve the top card of deck ${text("deck")}`;
    case "keep":
      return `keep ${card(text("card"))}`;
    case "buy":
    case "conquer": {
      const what = a.type === "buy" ? `buy ${card(text("card"))}` : "conquer the card";
      const price = [counted(a["payment"] as Counts), list("virtual_gold").length ? many(list("virtual_gold").length, "gold card") : ""];
      const discards = list("discard").map(card).join(" and ");
      const paid = price.filter(Boolean).join(" and ");
      return what + (discards ? `, discarding ${discards}` : paid ? `, paying ${paid}` : ", paying nothing");
    }
    case "associate":
      return `associate it with ${card(text("card"))}`;
    case "take_free":
      return `take ${card(text("card"))} for free`;
    case "take_token":
      return `take one more ${text("gem")}`;
    case "place_stronghold":
      return `put a stronghold on ${card(text("card"))}` + (a["from"] ? `, from ${card(text("from"))}` : "");
    case "remove_stronghold":
      return `remove a stronghold from ${card(text("card"))}`;
    case "decline_conquest":
      return "do not conquer";
    case "return":
      return `return ${counted(a["tokens"] as Counts)}`;
    case "choose_noble":
      return `receive the noble (${titled(`noble-${text("noble")}`, text("noble"))})`;
    case "choose_post":
      return `take the trading post (${titled(`post-${text("post")}`, plain(text("post")))})`;
    case "pass":
      return "pass";
    case "move": {
      const paid = [counted(a["tokens"] as Counts), gems(list("tiles")) && `tiles ${gems(list("tiles"))}`].filter(Boolean).join(" and ");
      return `travel on route ${text("route")}` + (paid ? ` for ${paid}` : " for free");
    }
    case "draw_town":
      return a["from"] === "stack" ? "draw a town tile from the stack" : `take the ${text("from")} tile of the market`;
    case "give":
      return `give ${text("resource")} to seat ${Number(a["seat"]) + 1}`;
    default:
      return plain(a.type);
  }
}

/** The same, with the first letter large. */
export const sentence = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1);

/** What an entry of the log tells. */
export function entry(event: Event, names: readonly string[]): string {
  const name = (seat: number | null) => (seat === null ? "The server" : names[seat] ?? `Seat ${seat + 1}`);
  switch (event.type) {
    case "started":
      return "The game begins.";
    case "action": {
      const { seat, action: chosen, notation, by } = event.data;
      return `${name(seat)}: ${chosen ? action(chosen) : notation}${by === "player" ? "" : " (the only possibility)"}`;
    }
    case "finished":
      return ended(event.data.result, names);
    case "resigned":
      return `${name((event.data as { seat: number }).seat)} resigns.`;
    case "timed_out":
      return `${name((event.data as { seat: number }).seat)} has no time left.`;
    case "aborted":
      return "The game was aborted.";
    default:
      return plain((event as { type: string }).type);
  }
}

const REASONS: Record<string, string> = {
  prestige: "decided by prestige",
  city: "decided by cities",
  palace: "decided at the palace",
  last_seat: "only one player is left",
  stalemate: "nobody could move on",
  quiet_rounds: "nothing happened for too long",
};

/** How a game ended. */
export function ended(result: Schemas["GameResult"] | null, names: readonly string[]): string {
  if (!result) return "The game is over.";
  const winners = result.winners.map((seat) => names[seat] ?? `Seat ${seat + 1}`);
  const won = winners.length === 1 ? `${winners[0]} wins` : winners.length ? `${winners.join(" and ")} share the victory` : "Nobody wins";
  return `${won}: ${REASONS[result.reason] ?? plain(result.reason)}.`;
}

/** How a game ended for somebody who played in it: "You won 15–8: decided by prestige." Points that decided nothing are left out. */
export function endedFor(seat: number, result: Schemas["GameResult"], points: readonly (number | undefined)[]): string {
  const won = !result.winners.includes(seat) ? "You lost" : result.winners.length > 1 ? "You share the victory" : "You won";
  const [own, ...others] = [points[seat], ...points.filter((_, other) => other !== seat)];
  const score = own === undefined || result.reason === "last_seat" ? "" : ` ${[own, ...others].join("–")}`;
  return `${won}${score}: ${REASONS[result.reason] ?? plain(result.reason)}.`;
}

/** What a seat has to decide. */
export function decision(kind: string, tokens?: number): string {
  const known: Record<string, string> = {
    main: "choose an action",
    return: `return ${tokens === undefined ? "some tokens" : many(tokens, "token")}`,
    noble: "choose a noble",
    post: "choose a trading post",
    keep: "keep one of the cards",
    associate: "choose a card to associate it with",
    take_free: "take a free card",
    take_token: "take one more token",
    stronghold: "place or remove a stronghold",
    conquest: "conquer a card, or decline",
    draw_town: "draw a town tile",
    give: "give a token away",
  };
  return known[kind] ?? plain(kind);
}

export const RULESETS: Record<string, string> = { splendor: "Splendor", kids: "Splendor Kids" };

/** A ruleset with its modules. */
export const rulesName = ({ ruleset, modules }: { ruleset: string; modules: readonly string[] }): string =>
  [RULESETS[ruleset] ?? plain(ruleset), ...modules.map((name) => sentence(plain(name)))].join(" + ");

export const gameName = (game: { ruleset: string; modules: readonly string[]; label: string | null }): string =>
  game.label ? `${game.label} (${rulesName(game)})` : rulesName(game);

const POOL_WORDS: Record<string, string> = {
  ...RULESETS,
  duel: "two players",
  table: "three and four players",
  live: "live clock",
  correspondence: "days for a turn",
  human: "people",
  bot: "bots",
};

/** A ladder by its pool: "Splendor, two players, live clock, people". The fifth part of a pool is the id of a season of a club. */
export const poolName = (pool: string): string =>
  pool.split(".").map((part, place) => (place === 4 ? "a season of a club" : POOL_WORDS[part] ?? plain(part))).join(", ");

/** A share of a game as a change: "+12 %". */
export function change(share: number): string {
  const percent = Math.round(share * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)} %`;
}

/** A time in minutes and seconds, or in days and hours. */
export function time(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const [d, h, m] = [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
  if (d) return `${d} d ${h} h`;
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/** How long ago something was. */
export function ago(at: string): string {
  const s = Math.max(0, (Date.now() - Date.parse(at)) / 1000);
  if (s < 90) return "just now";
  if (s < 5400) return `${Math.round(s / 60)} min ago`;
  if (s < 129600) return `${Math.round(s / 3600)} h ago`;
  return new Date(at).toLocaleDateString();
}
