// The proof of the deal, checked in this browser: docs/deal.md, "Commitment, key, stream".
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { attempt } from "../patience";
import { Trouble } from "./parts";
import { api } from "./session";

const bytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
const hex = (buffer: ArrayBuffer): string => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/** A length of two bytes, then the bytes. */
const prefixed = (part: Uint8Array): Uint8Array => joined(new Uint8Array([part.length >> 8, part.length & 255]), part);

async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** Shuffles a list with the words of a label. */
async function shuffled<T>(key: Uint8Array<ArrayBuffer>, label: string, list: readonly T[]): Promise<T[]> {
  const [all, words] = [[...list], [] as number[]];
  let blocks = 0;
  const word = async (): Promise<number> => {
    if (!words.length) {
      const number = new Uint8Array([blocks >>> 24, (blocks >>> 16) & 255, (blocks >>> 8) & 255, blocks & 255]);
      blocks++;
      const block = new DataView((await hmac(key, joined(prefixed(ascii(label)), number))).buffer);
      for (let n = 0; n < 8; n++) words.push(block.getUint32(4 * n));
    }
    return words.shift()!;
  };
  const below = async (n: number): Promise<number> => {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const found = await word();
      if (found < limit) return found % n;
    }
  };
  for (let i = all.length - 1; i > 0; i--) {
    const j = await below(i + 1);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

export interface Step {
  what: string;
  holds: boolean;
}

/** Checks what a browser can check of an export. `published` is the commitment that was shown during the game. */
export async function check(found: Schemas["Export"], published?: string): Promise<Step[]> {
  const { deal } = found;
  if (!deal.server_seed) return [{ what: t("The secret is published when the game is over, and when all games with the same deal are."), holds: false }];
  const [id, seed] = [bytes(deal.deal_id), bytes(deal.server_seed)];
  const commitment = hex(await crypto.subtle.digest("SHA-256", joined(ascii("splendor/commit/v1\0"), id, seed)));
  const steps: Step[] = [{ what: t("The commitment, published before anybody joined, is the SHA-256 of the secret."), holds: commitment === deal.commitment && (!published || commitment === published) }];
  const contributions = deal.contributions.map(({ entropy }) => prefixed(bytes(entropy)));
  const key = await hmac(seed, joined(ascii("splendor/key/v1\0"), id, prefixed(ascii(deal.deal_ruleset)), new Uint8Array([deal.players]), ...contributions, prefixed(bytes(deal.beacon))));
  if (deal.seating === "random") {
    const order = await shuffled(key, "seats", deal.join_order);
    const seats = found.game.seats.map((seat) => seat.player.id);
    steps.push({ what: t("The seats follow from the secret and from what each player contributed."), holds: order.every((player, seat) => player.id === seats[seat]) });
  }
  const started = found.events.find((event) => event.type === "started")?.data as { market?: Record<string, { cards: (string | null)[] }> } | undefined;
  if (started?.market && !found.ancestors?.length) {
    const catalogue = await data(api.GET("/v1/rulesets/{id}/catalogue", { params: { path: { id: found.game.ruleset } } }), "editions") as { cards?: { id: string; deck: string }[] };
    for (const [deck, row] of Object.entries(started.market)) {
      const cards = (catalogue.cards ?? []).filter((card) => card.deck === deck).map((card) => card.id);
      const dealt = (await shuffled(key, deck.replace(/^base-/, "deck").replace(/^orient-/, "orient"), cards)).slice(0, row.cards.length);
      steps.push({ what: t("The first cards of deck {deck} follow from the key.", { deck }), holds: dealt.join() === row.cards.join() });
    }
  }
  return steps;
}

export function Proof({ id, commitment }: { id: string; commitment: string }) {
  const [steps, setSteps] = useState<readonly Step[] | undefined>();
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setError(undefined);
    try {
      setSteps(await check(await attempt(() => data(api.GET("/v1/games/{id}/export", { params: { path: { id } } }), "format")), commitment));
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <div class="proof">
      <button type="button" onClick={() => void run()}>{t("Check the deal in this browser")}</button>
      <Trouble error={error} />
      <Steps steps={steps} />
    </div>
  );
}

export function Steps({ steps }: { steps: readonly Step[] | undefined }) {
  return steps ? (
    <div role="status">
      <ul class="steps">
        {steps.map(({ what, holds }) => <li key={what} class={holds ? "holds" : "fails"}>{holds ? "✓" : "✗"} {what}{holds ? "" : ` ${t("This does not hold.")}`}</li>)}
      </ul>
    </div>
  ) : null;
}
