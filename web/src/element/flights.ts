// What flies over the board, and in which order: what the effects of an entry tell. It knows the ids of pieces, and no picture.
import type { Event } from "../api";

/** A flight between two pictures, which say where its places are. */
export interface Flight {
  /** The piece that flies. `hand-1-*` is a piece that was not there before and whose id begins like this. */
  piece: string;
  /** Where it comes from: the first of these pieces that was there. */
  from: readonly string[];
  /** Where a copy of it goes. Without it, the piece flies to its own place, which is empty until it arrives. */
  to?: string;
  /** How many fly. */
  count: number;
  /** The place of its effect among those that let something fly, from 0. */
  stage: number;
}

interface Effect {
  type: string;
  seat?: number;
  to?: number;
  from?: string | null;
  deck?: string;
  card?: string | null;
  cards?: readonly (string | null)[];
  place?: { deck: string } | number | string | null;
  tokens?: Readonly<Record<string, number>>;
  resource?: string;
  noble?: string;
  tile?: string;
}

/** Returns the flights of an entry, in the order of its effects. */
export function flightsOf(event: Event | undefined): Flight[] {
  if (event?.type !== "action") return [];
  const effects = event.data.effects as unknown as readonly Effect[];
  const flights: Flight[] = [];
  let stage = 0;
  effects.forEach((effect, place) => {
    const found = flightsOfEffect(effect, effects.slice(place + 1));
    flights.push(...found.map((flight) => ({ ...flight, stage })));
    if (found.length) stage++;
  });
  return flights;
}

function flightsOfEffect({ type, seat, tokens, card, deck, ...effect }: Effect, later: readonly Effect[]): Omit<Flight, "stage">[] {
  const one = (piece: string, ...from: readonly string[]) => [{ piece, from, count: 1 }];
  const kinds = Object.entries(tokens ?? {}).filter(([, count]) => count > 0);
  switch (type) {
    case "tokens_taken":
      return kinds.map(([kind, count]) => ({ piece: `supply-${kind}`, from: [`supply-${kind}`], to: `tokens-${seat}-${kind}`, count }));
    case "tokens_returned":
      return kinds.map(([kind, count]) => ({ piece: `supply-${kind}`, from: [`tokens-${seat}-${kind}`], to: `supply-${kind}`, count }));
    case "token_given":
      return [{ ...one(`supply-${effect.resource}`, `tokens-${seat}-${effect.resource}`)[0]!, to: `tokens-${effect.to}-${effect.resource}` }];
    case "cards_drawn":
      return (effect.cards ?? []).flatMap((drawn) => one(drawn ? `card-${drawn}` : `hand-${seat}-*`, `deck-${deck}`));
    case "card_reserved":
    case "card_bought":
    case "card_taken_free":
      return one(`card-${card}`, `card-${card}`);
    case "market_refilled":
      if (effect.place && typeof effect.place === "object") return one(`card-${card}`, `deck-${effect.place.deck}`);
      return one(`market-${effect.place}`, "stack");
    case "noble_received":
      return one(String(effect.noble), String(effect.noble));
    case "moved":
      return one(`pawn-${seat}`, `pawn-${seat}`);
    case "town_drawn": {
      // The effect names the resource; the place of the market is that which is filled or stays empty next.
      const emptied = later.find((next) => typeof next.place === "number")?.place;
      return one(`tiles-${seat}-${effect.tile}-up`, effect.from !== "stack" && emptied !== undefined ? `market-${String(emptied)}` : "stack");
    }
    default:
      return [];
  }
}
