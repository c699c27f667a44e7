// Sentences about a game. Unknown values are shown as they are: the server may add some.
import { serverTime, type Event, type LegalAction, type Schemas } from "./api";
import { day, t, told, type Text } from "./language";

type Counts = Record<string, number | undefined>;

/** Letters that run from the right to the left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What somebody has called something, within a sentence: letters that run in another direction turn nothing around them. */
const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** The name of a player; a guest of an event over the board has no account. */
export const nameOf = (player: { username: string | null } | undefined, guest?: string): string => isolated(guest ?? player?.username ?? t("a former player"));

/** The number that stands on a table in the hall; an arena has none. */
export const onTable = ({ table, number_in_round }: { table: number; number_in_round?: number }): number => number_in_round ?? table;

/** Tables in the order of the hall. */
export const inHall = <T extends Parameters<typeof onTable>[0]>(tables: readonly T[]): T[] => [...tables].sort((a, b) => onTable(a) - onTable(b) || a.table - b.table);

/** A number of things: "1 game", "3 games". */
export const many = <One extends string, Several extends string = `${One}s`>(count: number, one: Counted<One, Several>, several?: Several): string =>
  told(`{count} ${one}|{count} ${several ?? `${one}s`}`, { count });

/** A thing of which the texts have both forms. */
type Counted<One extends string, Several extends string> = `{count} ${One}|{count} ${Several}` extends Text ? One : never;

/** Words out of an identifier. */
export const plain = (id: string): string => told(id.replaceAll("_", " "));

/** Tokens that are counted by their name; those of Splendor are named by their color, which has one form. */
const COUNTED = ["mushroom", "apple", "cabbage", "hazelnut"] as const;

const tokens = (kind: string, n: number): string => {
  const counted = COUNTED.find((one) => one === kind);
  return counted ? told(`{count} ${counted}|{count} ${counted}s`, { count: n }) : `${n} ${plain(kind)}`;
};

const counted = (counts: Counts | undefined): string =>
  Object.entries(counts ?? {}).filter(([, n]) => n).map(([kind, n]) => tokens(kind, n ?? 0)).join(", ");

function gems(list: readonly string[]): string {
  const counts: Record<string, number> = {};
  for (const gem of list) counts[gem] = (counts[gem] ?? 0) + 1;
  return Object.entries(counts).map(([gem, n]) => (n > 1 ? tokens(gem, n) : plain(gem))).join(", ");
}

/** The points of the cards of the base game, by their level and the number of their color. */
const POINTS = ["00000001", "112223", "3445"];

/** A card by its id, such as `base-2-white-3`, as people name it: "a white card of level 2, 2 points". */
function cardName(id: string): string {
  const [deck, level, color, number] = id.split("-");
  const named = COLORED[color ?? ""];
  if (!deck || !level || !number) return id;
  const card = named ? told(named) : t("a card without a color");
  if (deck !== "base") return t("{card} of {deck}, level {level}", { card, deck: sentence(plain(deck)), level });
  const points = Number(POINTS[Number(level) - 1]?.[Number(number) - 1] ?? 0);
  return points ? t("{card} of level {level}, {points}", { card, level, points: many(points, "point") }) : t("{card} of level {level}", { card, level });
}

const COLORED: Record<string, Text> = { white: "a white card", blue: "a blue card", green: "a green card", red: "a red card", black: "a black card" };

/** An action as a phrase that follows a name: "takes white, blue, green". `titleOf` names pieces. */
export function action(value: LegalAction["action"], titleOf: (piece: string) => string | undefined = () => undefined): string {
  const a = value as { type: string } & Record<string, unknown>;
  const text = (name: string) => String(a[name] ?? "");
  const list = (name: string) => (a[name] as string[] | undefined) ?? [];
  const titled = (piece: string, otherwise: string) => titleOf(piece)?.replace(/^[^:]+: /, "") ?? otherwise;
  // A card of the picture by what it shows, because there can be two of a color and level.
  const card = (id: string) => (titleOf(`card-${id}`) ? t("the card {card}", { card: titled(`card-${id}`, id) }) : cardName(id));
  switch (a.type) {
    case "take":
      return t("take {tokens}", { tokens: gems([...list("gems"), ...list("resources")]) });
    case "reserve":
      return t("reserve {card}", { card: card(text("card")) });
    case "reserve_blind":
      return t("reserve the top card of deck {deck}", { deck: text("deck") });
    case "keep":
      return t("keep {card}", { card: card(text("card")) });
    case "buy":
    case "conquer": {
      const what = a.type === "buy" ? t("buy {card}", { card: card(text("card")) }) : t("conquer the card");
      const price = [counted(a["payment"] as Counts), list("virtual_gold").length ? many(list("virtual_gold").length, "gold card") : ""];
      const discards = list("discard").map(card).join(t(" and "));
      const paid = price.filter(Boolean).join(t(" and "));
      return discards ? t("{action}, discarding {cards}", { action: what, cards: discards }) : paid ? t("{action}, paying {price}", { action: what, price: paid }) : t("{action}, paying nothing", { action: what });
    }
    case "associate":
      return t("associate it with {card}", { card: card(text("card")) });
    case "take_free":
      return t("take {card} for free", { card: card(text("card")) });
    case "take_token":
      return t("take one more {gem}", { gem: plain(text("gem")) });
    case "place_stronghold":
      return a["from"] ? t("move a stronghold from {from} to {card}", { from: card(text("from")), card: card(text("card")) }) : t("put a stronghold on {card}", { card: card(text("card")) });
    case "remove_stronghold":
      return t("remove a stronghold from {card}", { card: card(text("card")) });
    case "decline_conquest":
      return t("do not conquer");
    case "return":
      return t("return {tokens}", { tokens: counted(a["tokens"] as Counts) });
    case "choose_noble":
      return t("receive the noble ({noble})", { noble: titled(`noble-${text("noble")}`, text("noble")) });
    case "choose_post":
      return t("take the trading post ({post})", { post: titled(`post-${text("post")}`, plain(text("post"))) });
    case "pass":
      return t("pass");
    case "move": {
      const paid = [counted(a["tokens"] as Counts), gems(list("tiles")) && t("tiles {tiles}", { tiles: gems(list("tiles")) })].filter(Boolean).join(t(" and "));
      return paid ? t("travel on route {route} for {price}", { route: text("route"), price: paid }) : t("travel on route {route} for free", { route: text("route") });
    }
    case "draw_town":
      return a["from"] === "stack" ? t("draw a town tile from the stack") : t("take the {kind} tile of the market", { kind: plain(text("from")) });
    case "give":
      return t("give {token} to seat {number}", { token: plain(text("resource")), number: Number(a["seat"]) + 1 });
    default:
      return plain(a.type);
  }
}

/** What a seat lacks to buy a card. */
export function lacked({ gems, gold, cards }: Schemas["SplendorMissing"]): string {
  const all = Object.values(gems).reduce((sum, n) => sum + n, 0);
  if (all) return gold < all ? t("missing: {gems}, or {gold} more gold", { gems: counted(gems), gold }) : t("missing: {gems}", { gems: counted(gems) });
  return counted(cards) ? t("missing cards to discard: {cards}", { cards: counted(cards) }) : t("nothing to associate it with");
}

/** The same, with the first letter large. */
export const sentence = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1);

const nameAt = (seat: number, names: readonly string[]): string => names[seat] ?? t("Seat {number}", { number: seat + 1 });

/** What an entry of the log tells. */
export function entry(event: Event, names: readonly string[]): string {
  const name = (seat: number | null) => (seat === null ? t("The server") : nameAt(seat, names));
  switch (event.type) {
    case "started":
      return t("The game begins.");
    case "action": {
      const { seat, action: chosen, notation, by } = event.data;
      return `${name(seat)}: ${chosen ? action(chosen) : notation}${by === "player" ? "" : ` (${t("the only possibility")})`}`;
    }
    case "finished":
      return ended(event.data.result, names);
    case "resigned":
      return t("{name} resigns.", { name: name((event.data as { seat: number }).seat) });
    case "timed_out":
      return t("{name} has no time left.", { name: name((event.data as { seat: number }).seat) });
    case "aborted":
      return t("The game was aborted.");
    default:
      return plain((event as { type: string }).type);
  }
}

const REASONS: Record<string, Text> = {
  prestige: "decided by prestige",
  city: "decided by cities",
  palace: "first at the palace",
  last_seat: "only one player is left",
  stalemate: "nobody could move on",
  quiet_rounds: "nothing happened for too long",
};

/** What a result leaves out. */
export interface Circumstances {
  names: readonly string[];
  /** The seat of the reader. */
  own: number | null;
  points: readonly (number | undefined)[];
  /** The last entries of the log: some tell who left. */
  left: readonly Event[];
}

/** Why a game ended as it did. */
export function reasonOf(result: Schemas["GameResult"], around?: Circumstances): string {
  if (around && result.reason === "prestige") {
    const best = around.points[result.winners[0] ?? -1];
    const isTied = around.points.some((points, seat) => points === best && !result.winners.includes(seat));
    if (best !== undefined) return isTied ? t("{points}, and fewer cards", { points: many(best, "point") }) : many(best, "point");
  }
  const reasons = result.reason !== "last_seat" ? [] : (around?.left ?? []).flatMap(({ type, data }) => {
    const { seat } = data as { seat: number };
    if (type !== "resigned" && type !== "timed_out") return [];
    if (seat === around?.own) return [type === "resigned" ? t("you resigned") : t("your time ran out")];
    const name = nameAt(seat, around?.names ?? []);
    return [type === "resigned" ? t("{name} resigned", { name }) : t("the time of {name} ran out", { name })];
  });
  return reasons.join(", ") || (REASONS[result.reason] ? told(REASONS[result.reason]!) : plain(result.reason));
}

const because = (why: string): string => (why ? `: ${why}` : "");

/** How a game ended. */
export function ended(result: Schemas["GameResult"] | null, names: readonly string[], why?: string): string {
  if (!result) return t("The game is over.");
  const winners = result.winners.map((seat) => nameAt(seat, names));
  const won = winners.length === 1 ? t("{name} wins", { name: winners[0]! }) : winners.length ? t("{names} share the victory", { names: winners.join(t(" and ")) }) : t("Nobody wins");
  return `${won}${because(why ?? reasonOf(result))}.`;
}

/** How a game ended for somebody who played in it: "You won 15–8: 15 points." Points that decided nothing are left out. */
export function endedFor(seat: number, result: Schemas["GameResult"], points: readonly (number | undefined)[], why = reasonOf(result)): string {
  const won = !result.winners.includes(seat) ? t("You lost") : result.winners.length > 1 ? t("You share the victory") : t("You won");
  const [own, ...others] = [points[seat], ...points.filter((_, other) => other !== seat)];
  const score = own === undefined || result.reason === "last_seat" ? "" : ` ${[own, ...others].join("–")}`;
  return `${won}${score}${because(why)}.`;
}

/** What a seat has to decide. */
export function decision(kind: string, tokens?: number): string {
  const known: Record<string, Text> = {
    main: "choose an action",
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
  if (kind === "return") return t("return {tokens}", { tokens: tokens === undefined ? t("some tokens") : many(tokens, "token") });
  return known[kind] ? told(known[kind]) : plain(kind);
}

export const RULESETS: Record<string, string> = { splendor: "Splendor", kids: "Splendor Kids" };

/** A ruleset with its modules. */
export const rulesName = ({ ruleset, modules }: { ruleset: string; modules: readonly string[] }): string =>
  [RULESETS[ruleset] ?? plain(ruleset), ...modules.map((name) => sentence(plain(name)))].join(" + ");

export const gameName = (game: { ruleset: string; modules: readonly string[]; label: string | null }): string =>
  game.label ? `${isolated(game.label)} (${rulesName(game)})` : rulesName(game);

const POOL_WORDS: Record<string, Text> = {
  duel: "two players",
  table: "three and four players",
  live: "live clock",
  correspondence: "days for a turn",
  human: "people",
  bot: "bots",
};

/** A ladder by its pool: "Splendor, two players, live clock, people". The fifth part of a pool is the id of a season of a club. */
export const poolName = (pool: string): string =>
  pool.split(".").map((part, place) => (place === 4 ? t("a season of a club") : POOL_WORDS[part] ? told(POOL_WORDS[part]) : RULESETS[part] ?? plain(part))).join(", ");

/** A share of a game as a change: "+12 %". */
export function change(share: number): string {
  const percent = Math.round(share * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)} %`;
}

/** A time in minutes and seconds, or in days and hours. */
export function time(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const [d, h, m] = [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
  if (d) return t("{days} d {hours} h", { days: d, hours: h });
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/** How long ago something was. */
export function ago(at: string): string {
  const s = Math.max(0, (serverTime() - Date.parse(at)) / 1000);
  if (s < 90) return t("just now");
  if (s < 5400) return t("{minutes} min ago", { minutes: Math.round(s / 60) });
  if (s < 129600) return t("{hours} h ago", { hours: Math.round(s / 3600) });
  return day(at);
}
