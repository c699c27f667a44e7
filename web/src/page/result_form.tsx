// The result of a table: the names are tapped in the order of their places, or the places follow from prestige and cards.
import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { t } from "../language";
import { nameOf, onTable } from "../words";
import { contradiction, decidesByCount, orderOf, type Count } from "./places";

/** The most that the server takes for a seat. */
const COUNT_MAX = 255;

export interface Result {
  places: number[];
  prestige?: number[];
  cards?: number[];
  forfeits?: number[];
}

interface ResultFormProps {
  rules: Pick<Schemas["Tournament"], "ruleset" | "modules">;
  table: Schemas["TournamentTable"];
  onSave: (result: Result) => void;
  /** Whether seats can be marked whose players did not come. */
  withNoShows?: boolean;
  button?: string;
  isBusy?: boolean;
}

type Order = readonly (readonly number[])[];
type Typed = Readonly<Record<number, string>>;

/** The places of a table that has a result, or one that a player has reported. */
function orderBefore({ seats, report }: Schemas["TournamentTable"]): Order | undefined {
  const groups: number[][] = [];
  for (const { seat, place: decided, forfeit } of seats) {
    const place = decided ?? report?.places[seat];
    if (place !== undefined && !forfeit) (groups[place] ??= []).push(seat);
  }
  const order = groups.filter(Boolean);
  return order.length ? order : undefined;
}

const typedBefore = ({ seats, report }: Schemas["TournamentTable"], count: "prestige" | "cards"): Typed =>
  Object.fromEntries(seats.map((seat) => [seat.seat, String(seat[count] ?? report?.[count]?.[seat.seat] ?? "")]));

const number = (text: string | undefined): number | undefined => {
  const value = text?.trim() ? Number(text) : NaN;
  return Number.isInteger(value) && value >= 0 && value <= COUNT_MAX ? value : undefined;
};

export function ResultForm({ rules, table, onSave, withNoShows, button, isBusy }: ResultFormProps) {
  // Seats that share a place are together. Without taps the places follow from what was counted.
  const [taps, setTaps] = useState(() => orderBefore(table));
  const [isShared, setShared] = useState(false);
  const [absent, setAbsent] = useState<readonly number[]>(() => table.seats.filter((seat) => seat.forfeit).map(({ seat }) => seat));
  const [prestige, setPrestige] = useState(() => typedBefore(table, "prestige"));
  const [cards, setCards] = useState(() => typedBefore(table, "cards"));
  const isCounted = decidesByCount(rules);
  const present = table.seats.map(({ seat }) => seat).filter((seat) => !absent.includes(seat));
  const count = (seat: number): Count => ({ prestige: number(prestige[seat]), cards: number(cards[seat]) });
  const follows = isCounted ? orderOf(present, count) : undefined;
  const order = taps ?? follows ?? [];
  const placed = order.flat();
  const wrong = isCounted && taps ? contradiction(order, count) : undefined;
  const isEqual = !taps && !follows && isCounted && present.length > 0 && present.every((seat) => count(seat).prestige !== undefined);
  const isWhole = present.every((seat) => placed.includes(seat));
  const placeOf = (seat: number): number | undefined => {
    const group = order.findIndex((one) => one.includes(seat));
    return group < 0 ? undefined : 1 + order.slice(0, group).flat().length;
  };
  const tap = (seat: number) => {
    const without = order.map((group) => group.filter((one) => one !== seat)).filter((group) => group.length);
    if (placed.includes(seat)) setTaps(without.length ? without : undefined);
    else setTaps(isShared && order.length ? [...order.slice(0, -1), [...order.at(-1)!, seat]] : [...order, [seat]]);
    setShared(false);
  };
  const mark = (seat: number, isAbsent: boolean) => {
    setAbsent(isAbsent ? [...absent, seat] : absent.filter((one) => one !== seat));
    const without = taps?.map((group) => group.filter((one) => one !== seat)).filter((group) => group.length);
    setTaps(without?.length ? without : undefined);
  };
  /** A count of all seats; whoever did not come has none. Nothing if one is missing. */
  const all = (typed: Typed): number[] | undefined => {
    const values = table.seats.map(({ seat }) => (absent.includes(seat) ? 0 : number(typed[seat])));
    return values.every((value) => value !== undefined) && present.length ? (values as number[]) : undefined;
  };
  const save = () => {
    // The server refuses places that contradict the numbers; what an organizer decides otherwise goes without them.
    const [prestiges, counted] = wrong ? [] : [all(prestige), rules.ruleset === "splendor" ? all(cards) : undefined];
    onSave({
      places: table.seats.map(({ seat }) => placeOf(seat) ?? placed.length + 1),
      ...(prestiges ? { prestige: prestiges } : {}),
      ...(counted ? { cards: counted } : {}),
      ...(absent.length ? { forfeits: [...absent] } : {}),
    });
  };
  const name = (seat: number) => {
    const found = table.seats.find((one) => one.seat === seat);
    return nameOf(found?.player, found?.guest);
  };
  const field = (label: string, seat: number, typed: Typed, set: (typed: Typed) => void) => (
    <label class="points"><span>{label}</span> <input type="number" min={0} max={COUNT_MAX} inputMode="numeric" aria-label={`${label}, ${name(seat)}`} value={typed[seat] ?? ""} disabled={absent.includes(seat)}
      onInput={(event) => set({ ...typed, [seat]: event.currentTarget.value })} /></label>
  );
  const last = order.at(-1)?.[0];
  return (
    <fieldset class="result-form">
      <legend>{t("Table {n}", { n: onTable(table) })}</legend>
      {table.seats.map(({ seat }) => (
        <div class="result-seat" key={seat}>
          <button type="button" class="tap" aria-pressed={placed.includes(seat)} disabled={absent.includes(seat)} onClick={() => tap(seat)}>
            {placeOf(seat) ? `${placeOf(seat)}. ` : ""}{name(seat)}
          </button>
          {field(rules.ruleset === "kids" ? t("Treasures") : t("Prestige"), seat, prestige, setPrestige)}
          {rules.ruleset === "splendor" && field(t("Cards"), seat, cards, setCards)}
          {withNoShows && <label class="check"><input type="checkbox" aria-label={t("{name} did not come", { name: name(seat) })} checked={absent.includes(seat)} onChange={(event) => mark(seat, event.currentTarget.checked)} /> {t("absent")}</label>}
        </div>
      ))}
      {table.report && table.decided_at === null && <p class="faint">{t("As a player of the table has reported it.")}</p>}
      {isEqual && <p role="status">{t("Equal prestige: whoever has fewer cards is first. Type the cards, or tap the names.")}</p>}
      {wrong && (
        <p class="trouble" role="alert">{contradictionOf(count(wrong[0]), count(wrong[1]), name(wrong[0]), name(wrong[1]))}
          {follows && <>{" "}<button type="button" onClick={() => setTaps(undefined)}>{t("Take the places from the numbers")}</button></>}</p>
      )}
      <div class="actions">
        <button type="button" class={wrong ? "" : "primary"} disabled={!isWhole || isBusy} onClick={save}>{wrong ? t("Save the places without the numbers") : button ?? t("Save table {n}", { n: onTable(table) })}</button>
        {taps && <button type="button" class="quiet" onClick={() => { setTaps(undefined); setShared(false); }}>{follows ? t("Places from the numbers") : t("Tap again")}</button>}
        {last !== undefined && !isWhole && <label class="check"><input type="checkbox" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} /> {t("the next shares place {n}", { n: placeOf(last)! })}</label>}
      </div>
    </fieldset>
  );
}

/** What is wrong with two places, in words. */
function contradictionOf(first: Count, second: Count, name: string, other: string): string {
  if (first.prestige !== second.prestige) return t("{name} has {a} prestige and {other} {b}, so {name} is before {other}.", { name, other, a: first.prestige ?? 0, b: second.prestige ?? 0 });
  if (first.cards !== second.cards) return t("{name} and {other} have equal prestige, and {name} has fewer cards, so {name} is before {other}.", { name, other });
  return t("{name} and {other} have equal prestige and equally many cards, so they share a place.", { name, other });
}
