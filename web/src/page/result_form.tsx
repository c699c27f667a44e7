// The result of a table by taps: the names in the order of their places.
import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { nameOf } from "../words";

export interface Result {
  places: number[];
  prestige?: number[];
  forfeits?: number[];
}

interface ResultFormProps {
  table: Schemas["TournamentTable"];
  onSave: (result: Result) => void;
  /** Whether seats can be marked whose players did not come. */
  withNoShows?: boolean;
  button?: string;
}

export function ResultForm({ table, onSave, withNoShows, button }: ResultFormProps) {
  // Seats that share a place are together.
  const [order, setOrder] = useState<readonly (readonly number[])[]>([]);
  const [isShared, setShared] = useState(false);
  const [absent, setAbsent] = useState<readonly number[]>([]);
  const [prestige, setPrestige] = useState<Readonly<Record<number, string>>>({});
  const placed = order.flat();
  const present = table.seats.filter(({ seat }) => !absent.includes(seat));
  const placeOf = (seat: number): number | undefined => {
    const group = order.findIndex((one) => one.includes(seat));
    return group < 0 ? undefined : 1 + order.slice(0, group).flat().length;
  };
  const isWhole = present.every(({ seat }) => placed.includes(seat));
  const tap = (seat: number) => {
    if (placed.includes(seat)) return setOrder(order.map((group) => group.filter((one) => one !== seat)).filter((group) => group.length));
    setOrder(isShared && order.length ? [...order.slice(0, -1), [...order.at(-1)!, seat]] : [...order, [seat]]);
    setShared(false);
  };
  const save = () => {
    const all = table.seats.map(({ seat }) => prestige[seat]?.trim() ?? "");
    onSave({
      places: table.seats.map(({ seat }) => placeOf(seat) ?? placed.length + 1),
      ...(all.every(Boolean) ? { prestige: all.map(Number) } : {}),
      ...(absent.length ? { forfeits: [...absent] } : {}),
    });
  };
  const name = (seat: Schemas["TableSeat"]) => nameOf(seat.player, seat.guest);
  return (
    <fieldset class="result-form">
      <legend>Table {table.table}</legend>
      {table.seats.map((seat) => (
        <div class="line" key={seat.seat}>
          <button type="button" class="tap" aria-pressed={placed.includes(seat.seat)} disabled={absent.includes(seat.seat)} onClick={() => tap(seat.seat)}>
            {placeOf(seat.seat) ? `${placeOf(seat.seat)}. ` : ""}{name(seat)}
          </button>
          <label class="points">Prestige <input type="number" min={0} max={255} inputMode="numeric" value={prestige[seat.seat] ?? ""} onInput={(event) => setPrestige({ ...prestige, [seat.seat]: event.currentTarget.value })} /></label>
          {withNoShows && <label class="check"><input type="checkbox" checked={absent.includes(seat.seat)} onChange={(event) => {
            setAbsent(event.currentTarget.checked ? [...absent, seat.seat] : absent.filter((one) => one !== seat.seat));
            if (placed.includes(seat.seat)) tap(seat.seat);
          }} /> did not come</label>}
        </div>
      ))}
      <div class="actions">
        <button type="button" class="primary" disabled={!isWhole} onClick={save}>{button ?? `Save table ${table.table}`}</button>
        {order.length > 0 && !isWhole && <label class="check"><input type="checkbox" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} /> the next shares place {placeOf(order.at(-1)![0]!)}</label>}
      </div>
    </fieldset>
  );
}
