// A game that plays itself: a table of its own, which needs no server. It knows where pieces lie, and no rules: what each turn did is kept.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../language";

export interface KeptGame {
  names: readonly [string, string];
  /** Color, points and cost of each card. */
  cards: readonly string[];
  market: readonly number[];
  /** The cost of each noble. */
  nobles: readonly string[];
  steps: readonly (readonly [seat: number, tokens: string, card?: number, isBought?: number, next?: number, noble?: number])[];
}

/** White, blue, green, red, black, and gold. */
export const COLORS = "wugrk*";
const TURN_MS = 1_500;
/** How long the end is shown, before the game begins anew. */
const END_MS = 6_000;
/** What a visitor sees first: both have cards already. */
const BEGIN = 20;
/** What is shown to whoever prefers that nothing moves. */
const STILL = 44;
const NOBLE_POINTS = 3;
const DECKS = 3;
const COLUMNS = 4;

/** Where a card is. */
type Where = { at: "deck"; row: number } | { at: "market"; place: number } | { at: "hand" | "bought"; seat: number; nth: number };

interface Position {
  cards: readonly (Where | undefined)[];
  /** The seat of each token of a color; nothing if it is in the supply. */
  tokens: Record<string, (number | undefined)[]>;
  nobles: readonly (number | undefined)[];
  points: readonly number[];
}

/** How many cards of a color a seat has bought. */
export const bonusesOf = ({ cards }: KeptGame, now: Position, seat: number, color: string): number =>
  cards.filter((card, place) => card.startsWith(color) && now.cards[place]?.at === "bought" && (now.cards[place] as { seat: number }).seat === seat).length;

/** The position after a number of steps. */
export function after({ cards, market, nobles, steps }: KeptGame, count: number): Position {
  const places = [...market];
  const found: (Where | undefined)[] = cards.map(() => undefined);
  const tokens = Object.fromEntries([...COLORS].map((color) => [color, Array<number | undefined>(color === "*" ? 5 : 4).fill(undefined)]));
  const owners: (number | undefined)[] = nobles.map(() => undefined);
  const points = [0, 0];
  const held = (at: "hand" | "bought", seat: number) => found.filter((one) => one?.at === at && one.seat === seat).length;
  market.forEach((card, place) => (found[card] = { at: "market", place }));
  // A card that comes later lies on its deck already, so that it is seen to come from there.
  const rows = new Map<number, number>();
  const moving = [...market];
  for (const [, , card = -1, , next = -1] of steps) {
    const place = moving.indexOf(card);
    if (place >= 0 && next >= 0) rows.set((moving[place] = next), Math.floor(place / COLUMNS));
  }
  for (const [card, row] of rows) found[card] = { at: "deck", row };
  for (const [seat, change, card = -1, isBought = 0, next = -1, noble = -1] of steps.slice(0, count)) {
    const isReturn = change.startsWith("-");
    for (const color of change.replace("-", "")) {
      const all = tokens[color]!;
      all[all.lastIndexOf(isReturn ? seat : undefined)] = isReturn ? undefined : seat;
    }
    if (card >= 0) {
      const place = places.indexOf(card);
      const at = isBought ? "bought" : "hand";
      found[card] = undefined;
      found[card] = { at, seat, nth: held(at, seat) };
      if (isBought) points[seat]! += Number(cards[card]![1]);
      if (place >= 0) places[place] = next;
      if (place >= 0 && next >= 0) found[next] = { at: "market", place };
    }
    if (noble >= 0) [owners[noble], points[seat]] = [seat, points[seat]! + NOBLE_POINTS];
  }
  return { cards: found, tokens, nobles: owners, points };
}

/** Where the strip of a seat begins. */
const strip = (seat: number): number => 206 + 46 * seat;
/** Where the decks lie. */
const DECK_X = 54;
const column = (color: string): number => 118 + 34 * COLORS.indexOf(color);
const put = (x: number, y: number, size = 1): Record<string, number> => ({ "--x": x, "--y": y, "--s": size });

function placeOf(where: Where | undefined, color: string): Record<string, number> {
  if (!where) return put(DECK_X, 4);
  if (where.at === "deck") return put(DECK_X, 4 + 66 * where.row);
  if (where.at === "market") return put(104 + 50 * (where.place % COLUMNS), 4 + 66 * Math.floor(where.place / COLUMNS));
  if (where.at === "hand") return put(326 + 22 * (where.nth % 3), strip(where.seat) + 8, 0.44);
  return put(column(color), strip(where.seat) + 8, 0.44);
}

export function KeptTable({ game }: { game: KeptGame }) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [count, setCount] = useState(isStill ? STILL : BEGIN);
  const [isPlaying, setPlaying] = useState(!isStill);
  const [isSeen, setSeen] = useState(true);
  const frame = useRef<HTMLDivElement>(null);
  const isOver = count >= game.steps.length;
  // Nothing runs while nobody can see it.
  useEffect(() => {
    let isNear = true;
    const look = () => setSeen(isNear && document.visibilityState === "visible");
    const watch = new IntersectionObserver(([entry]) => {
      isNear = entry!.isIntersecting;
      look();
    });
    watch.observe(frame.current!);
    document.addEventListener("visibilitychange", look);
    return () => {
      watch.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  useEffect(() => {
    if (!isPlaying || !isSeen) return;
    const timer = setTimeout(() => setCount(isOver ? 0 : count + 1), isOver ? END_MS : TURN_MS);
    return () => clearTimeout(timer);
  }, [count, isPlaying, isSeen]);
  return (
    <div class="kept" ref={frame}>
      <Pieces game={game} count={count} label={t("A game of {name} and {other}, two opponents of the computer, which plays itself", { name: game.names[0], other: game.names[1] })} />
      <button type="button" class="quiet" aria-pressed={isPlaying} aria-label={t("Let this game play itself")} onClick={() => setPlaying(!isPlaying)}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path fill="currentColor" d={isPlaying ? "M6 5h4v14H6zM14 5h4v14h-4z" : "M7 4l13 8-13 8z"} /></svg>
      </button>
    </div>
  );
}

interface PiecesProps {
  game: KeptGame;
  /** How many steps have been played. */
  count: number;
  /** What readers of a screen are told of it. */
  label: string;
  /** Whatever can be touched: cards by their place among all, tokens by the letter of their color. */
  touch?: { name: (piece: string) => string; isWanted: (piece: string) => boolean; on: (piece: string) => void };
}

/** The table after a number of steps. */
export function Pieces({ game, count, label, touch }: PiecesProps) {
  const now = after(game, count);
  const last = game.steps[count - 1];
  const isOver = count >= game.steps.length;
  const bonuses = (seat: number, color: string) => bonusesOf(game, now, seat, color);
  const winner = now.points[1]! > now.points[0]! ? 1 : 0;
  const button = (piece: string, kind: string, style: Record<string, number>) => touch && (
    <button key={`touch-${piece}`} type="button" class={`touch ${kind}${touch.isWanted(piece) ? " wanted" : ""}`} style={style} aria-label={touch.name(piece)} onClick={() => touch.on(piece)} />
  );
  return (
    <div class={count ? "kept-table" : "kept-table begins"} role={touch ? "group" : "img"} aria-label={label}>
        {game.names.map((name, seat) => (
          <div key={name} class={`strip${(isOver ? winner === seat : last?.[0] === seat) ? " moved" : ""}`} style={put(4, strip(seat))}><b>{now.points[seat]}</b><span>{name}</span></div>
        ))}
        {Array.from({ length: DECKS }, (_, row) => <i key={row} class={`deck level-${DECKS - row}`} style={put(DECK_X, 4 + 66 * row)} />)}
        {game.nobles.map((cost, place) => {
          const owner = now.nobles[place];
          return <i key={place} class="noble" style={owner === undefined ? put(4, 13 + 66 * place) : put(94 - 12 * place % 24, strip(owner) + 10, 0.48)}><b>{NOBLE_POINTS}</b><Cost cost={cost} /></i>;
        })}
        {game.cards.map((card, place) => (
          <i key={place} class={`card ${card[0]} ${now.cards[place]?.at ?? "deck"}${last?.[2] === place ? " last" : ""}`} style={placeOf(now.cards[place], card[0]!)}>
            {Number(card[1]) > 0 && <b>{card[1]}</b>}<s /><Cost cost={card.slice(2)} />
          </i>
        ))}
        {[...COLORS].flatMap((color) => now.tokens[color]!.map((seat, nth, all) => {
          const before = all.slice(0, nth).filter((other) => other === seat).length;
          return <i key={color + nth} class={`token ${color === "*" ? "gold" : color}`} style={seat === undefined ? put(312 + 5.5 * before, 5 + 33 * COLORS.indexOf(color)) : put(column(color) + (color === "*" ? 2 : 19), strip(seat) + 22 - 6.5 * before, 0.5)} />;
        }))}
        {touch && game.cards.map((card, place) => {
          const where = now.cards[place];
          return where && (where.at === "market" || (where.at === "hand" && where.seat === 0)) ? button(String(place), where.at, placeOf(where, card[0]!)) : null;
        })}
        {touch && [...COLORS].slice(0, 5).map((color, row) => button(color, "pile", put(312, 5 + 33 * row)))}
        {[0, 1].flatMap((seat) => [...COLORS].slice(0, 5).map((color) => {
          const bonus = bonuses(seat, color);
          return bonus > 1 && <em key={`${seat}${color}`} class={color} style={put(column(color), strip(seat) + 8)}>{bonus}</em>;
        }))}
      </div>
  );
}

/** What something costs: a number of each color. */
const Cost = ({ cost }: { cost: string }) => <u>{[...cost].map((count, place) => count !== "0" && <q key={place} class={COLORS[place]!}>{count}</q>)}</u>;
