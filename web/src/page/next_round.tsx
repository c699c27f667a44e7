// The next round: a preview, tables that an organizer sets by hand, and the pairing of the others around them.
import { useEffect, useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { nameOf } from "../words";
import { useAct } from "./act";
import { EntryChoice } from "./entry_choice";
import { byName, namesOf, type Named } from "./pages";
import { api } from "./session";

type Event = Schemas["Tournament"];
type Entry = Schemas["TournamentEntry"];
type Plan = Schemas["PlannedRound"];

/** The numbers of entries at each table that is set by hand; 0 for a seat that nobody has. */
type Tables = readonly (readonly number[])[];

/** Whether the server pairs the next round around tables that are set. */
const maySet = ({ format, rounds, round_count }: Event): boolean => (format === "swiss" || format === "heats") && round_count < (rounds ?? 0);

export function NextRound({ event, all }: { event: Event; all: readonly Entry[] }) {
  const { act, isBusy, trouble } = useAct();
  const [plan, setPlan] = useState<Plan>();
  const [tables, setTables] = useState<Tables>([]);
  // Whoever is not here any more would not sit where it says.
  useEffect(() => setPlan(undefined), [all, event]);
  const n = event.round_count + 1;
  const seated = tables.map((table) => table.filter(Boolean));
  const isBlocked = isBusy || seated.some((table) => table.length < 2);
  const send = (dry_run: boolean) => byName(all, data(api.POST("/v1/tournaments/{id}/rounds/next", {
    params: { path: { id: event.id }, query: dry_run ? { dry_run } : {} }, ...(seated.length ? { body: { manual: seated.map((entries) => ({ entries })) } } : {}),
  }), "round"));
  return (
    <>
      {trouble}
      <div class="actions">
        <button type="button" class="primary" disabled={isBlocked} onClick={() => void act(() => send(false))}>{t("Pair round {n}", { n })}</button>
        <button type="button" disabled={isBlocked} onClick={() => void act(async () => setPlan((await send(true)) as Plan))}>{t("Preview round {n}", { n })}</button>
      </div>
      {maySet(event) && <ByHand event={event} names={namesOf(all)} tables={tables} onChange={(next) => { setPlan(undefined); setTables(next); }} />}
      {plan && <Planned plan={plan} all={all} />}
    </>
  );
}

interface ByHandProps {
  event: Event;
  names: Named;
  tables: Tables;
  onChange: (tables: Tables) => void;
}

function ByHand({ event, names, tables, onChange }: ByHandProps) {
  const size = event.odd === "three" ? Math.max(event.seat_count, 3) : event.seat_count;
  const taken = tables.flat();
  const seat = (at: number, place: number, entry: number) => onChange(tables.map((table, index) => (index === at ? table.map((old, other) => (other === place ? entry : old)) : table)));
  return (
    <details>
      <summary>{t("Set tables by hand")}</summary>
      <p class="faint">{t("The others are paired around them, and the server balances the seats.")}</p>
      {tables.map((table, at) => (
        <fieldset key={at}><legend>{t("Table by hand, no. {n}", { n: at + 1 })}</legend>
          {table.map((entry, place) => (
            <EntryChoice key={place} label={t("Player {n}", { n: place + 1 })} names={names.filter(([one]) => one === entry || !taken.includes(one))} value={entry} none="–" onChange={(next) => seat(at, place, next)} />
          ))}
          <button type="button" class="quiet" onClick={() => onChange(tables.filter((other) => other !== table))}>{t("Take away")}</button>
        </fieldset>
      ))}
      <button type="button" onClick={() => onChange([...tables, Array<number>(size).fill(0)])}>{t("One more table")}</button>
    </details>
  );
}

function Planned({ plan, all }: { plan: Plan; all: readonly Entry[] }) {
  const named = (entries: readonly Schemas["EntryRef"][]) => entries.map((one) => nameOf(one.player, one.guest)).join(", ");
  const byes = [...plan.byes, ...(plan.requested_byes ?? [])];
  const elsewhere = plan.tables.flatMap(({ seats, number_in_round }) => seats.filter(({ entry }) => (all.find((one) => one.entry === entry)?.fixed_table ?? number_in_round) !== number_in_round));
  const marks = ({ manual, cost }: Schemas["PlannedTable"]) =>
    [...(manual ? [t("by hand")] : []), ...(cost.forbidden > 0 ? [t("some should not meet")] : []), ...(cost.repeats > 0 ? [t("some have met before")] : [])];
  return (
    <div role="status">
      <h3>{t("Round {n} would be", { n: plan.round })}</h3>
      <ol>{[...plan.tables].sort((a, b) => (a.number_in_round ?? 0) - (b.number_in_round ?? 0)).map((table, at) => (
        <li key={at} value={table.number_in_round ?? at + 1}>{table.seats.map((one) => nameOf(one.player, one.guest)).join(" – ")}{marks(table).length > 0 && <span class="faint"> ({marks(table).join(", ")})</span>}</li>
      ))}</ol>
      {byes.length > 0 && <p>{t("No opponent: {names}", { names: named(byes) })}</p>}
      {elsewhere.length > 0 && <p>{t("Not at their own table: {names}", { names: named(elsewhere) })}</p>}
    </div>
  );
}
