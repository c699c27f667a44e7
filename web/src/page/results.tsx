// The results of a round, as an organizer types them: tables without a result first, then corrections, and what else is done to a table.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { inHall, nameOf, onTable } from "../words";
import { Sure, useAct } from "./act";
import { sendAway } from "./entry_row";
import { allEntries, namesOf, type Named } from "./pages";
import { ResultForm, type Result } from "./result_form";
import { api } from "./session";

type Event = Schemas["Tournament"];
type Round = Schemas["TournamentRound"];
type Table = Schemas["TournamentTable"];

/** How much time a seat gets at once. */
const ADDED_MS = 300_000;

interface ResultsProps {
  event: Event;
  round: Round;
  /** Whether no later round is paired. */
  isLast: boolean;
  onDone: () => void;
}

export const isOutstanding = (table: Table): boolean => table.decided_at === null && table.status !== "done" && table.status !== "void";

/** Changes when others sit there. */
const seatsOf = (table: Table): string => table.seats.map(({ entry }) => entry).join(" ");

const seatedAt = (table: Table): string => table.seats.map((seat) => nameOf(seat.player, seat.guest)).join(" – ");

export function Results({ event, round, isLast, onDone }: ResultsProps) {
  const [chosen, setChosen] = useState<number>();
  const [preview, setPreview] = useState<{ table: number; result: Result; found: Schemas["Correction"] }>();
  const [absent, setAbsent] = useState<{ entry: number; name: string }[]>([]);
  const { act, isBusy, trouble } = useAct(onDone);
  const outstanding = inHall(round.tables.filter(isOutstanding));
  const others = inHall(round.tables.filter((table) => !isOutstanding(table)));
  const isHere = event.play === "over_the_board";
  // A table can be set anew until the next round is paired; later a correction says first what it changes.
  const isCorrection = !isLast || event.status === "finished";
  const isShown = (table: Table) => preview?.table === table.table;
  const save = (table: Table, result: Result) => act(async () => {
    const params = { path: { id: event.id, n: table.table } };
    const isNew = isOutstanding(table);
    const body = { ...result, version: table.version, reason: isNew ? t("from the slip") : t("corrected by the organizer") };
    if (!isCorrection) {
      await data(api.POST("/v1/tournaments/{id}/tables/{n}/result", { params, body }));
    } else if (!isShown(table) || JSON.stringify(preview?.result) !== JSON.stringify(result)) {
      const found = await data(api.POST("/v1/tournaments/{id}/tables/{n}/correct", { params: { ...params, query: { dry_run: true } }, body }), "round");
      return setPreview({ table: table.table, result, found });
    } else await data(api.POST("/v1/tournaments/{id}/tables/{n}/correct", { params, body }), "round");
    const missing = table.seats.filter(({ seat }) => result.forfeits?.includes(seat)).map((seat) => ({ entry: seat.entry, name: nameOf(seat.player, seat.guest) }));
    setAbsent((before) => [...before.filter(({ entry }) => !table.seats.some((seat) => seat.entry === entry)), ...missing]);
    setChosen(undefined);
    setPreview(undefined);
  });
  const takeOut = (entry: number) => act(async () => {
    await sendAway(event, entry, t("did not come"));
    setAbsent(absent.filter((one) => one.entry !== entry));
  });
  const row = (table: Table, button?: string) => (
    <li key={table.table} class="open-table">
      <button type="button" class="table-name" aria-expanded={chosen === table.table} onClick={() => { setPreview(undefined); setChosen(chosen === table.table ? undefined : table.table); }}>
        <strong>{t("Table {n}", { n: onTable(table) })}</strong> <span>{seatedAt(table)}</span>{table.disputed && <strong class="disputed">{t("The players report different results.")}</strong>}
      </button>
      {chosen === table.table && (
        <>
          <ResultForm key={`${seatsOf(table)} ${table.decided_at}`} rules={event} table={table} onSave={(result) => void save(table, result)} withNoShows isBusy={isBusy}
            {...(button ? { button } : table.game && table.status === "playing" ? { button: t("End the game, and save table {n}", { n: onTable(table) }) } : {})} />
          {isShown(table) && <Changes found={preview!.found} />}
          {isLast && event.status === "running" && <TableActs key={seatsOf(table)} event={event} table={table} />}
        </>
      )}
    </li>
  );
  return (
    <>
      {trouble}
      {round.status !== "closed" && <p role="status">{outstanding.length
        ? t("{count} table of round {round} has no result yet.|{count} tables of round {round} have no result yet.", { count: outstanding.length, round: round.round }) + (isHere ? ` ${t("Tap a table, then the names from the first place on.")}` : "")
        : t("All tables of round {n} have a result.", { n: round.round })}</p>}
      {event.status === "running" && absent.map(({ entry, name }) => (
        <div class="notice" role="status" key={entry}><p>{t("{name} did not come.", { name })}</p>
          <div class="actions"><button type="button" disabled={isBusy} onClick={() => void takeOut(entry)}>{t("Pair {name} no more", { name })}</button>
            <button type="button" class="quiet" onClick={() => setAbsent(absent.filter((one) => one.entry !== entry))}>{t("Pair {name} in the next round", { name })}</button></div></div>
      ))}
      {outstanding.length > 0 && <ul class="open-tables" aria-label={t("Tables without a result")}>{outstanding.map((table) => row(table))}</ul>}
      {others.length > 0 && (
        <details>
          <summary>{t("Correct a result of round {n}", { n: round.round })}</summary>
          <ul class="open-tables">{others.map((table) => row(table, isCorrection && !isShown(table) ? t("Show what that changes") : t("Correct")))}</ul>
        </details>
      )}
    </>
  );
}

function Changes({ found }: { found: Schemas["Correction"] }) {
  if (!found.changes.length) return <p role="status">{t("That changes nothing in the standings. Press Correct to save it.")}</p>;
  return (
    <div role="status"><ul>{found.changes.map((one) => (
      <li key={one.entry}>{t("{name}: place {before} → {after}, points {a} → {b}", { name: nameOf(one.player, one.guest), before: one.place_before, after: one.place_after, a: one.points_before, b: one.points_after })}</li>
    ))}</ul></div>
  );
}

/** What else is done to a table: it does not count, others sit there, its clock stands. */
function TableActs({ event, table }: { event: Event; table: Table }) {
  const { act, isBusy, trouble } = useAct();
  const [seats, setSeats] = useState(() => table.seats.map(({ entry }) => String(entry)));
  const [reason, setReason] = useState("");
  const entries = table.seats.map((seat) => [seat.entry, nameOf(seat.player, seat.guest)] as const);
  const params = { path: { id: event.id, n: table.table } };
  const why = reason.trim() || t("decided by the organizer");
  const isPlayed = event.play === "server" && table.status === "playing" && event.clock.kind !== "none";
  return (
    <details class="table-acts">
      <summary>{t("More about this table")}</summary>
      {trouble}
      <label class="wide">{t("Why? Everybody can read it.")} <input value={reason} maxLength={200} onInput={(input) => setReason(input.currentTarget.value)} /></label>
      <div class="actions">
        {table.status !== "void" && <Sure label={t("The table does not count")} question={t("Its game ends without a result, and nobody gets points.")} isBusy={isBusy} onSure={() => void act(() => data(api.POST("/v1/tournaments/{id}/tables/{n}/void", { params, body: { version: table.version, reason: why } })))} />}
        {isPlayed && <button type="button" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/tables/{n}/pause", { params, body: { reason: why } })))}>{t("Stop its clock")}</button>}
        {isPlayed && <button type="button" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/tables/{n}/resume", { params, body: { reason: why } })))}>{t("Let its clock run")}</button>}
        {isPlayed && table.seats.map(({ seat }) => (
          <button key={seat} type="button" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/tables/{n}/clock", { params, body: { seat, add_ms: ADDED_MS, reason: why } })))}>{t("5 minutes for {name}", { name: entries[seat]?.[1] ?? "" })}</button>
        ))}
      </div>
      {table.decided_at === null && (
        <form class="line" onSubmit={(submit) => {
          submit.preventDefault();
          void act(() => data(api.POST("/v1/tournaments/{id}/tables/{n}/substitute", { params, body: { entries: seats.map(Number), version: table.version, reason: why } })));
        }}>
          {seats.map((entry, seat) => (
            <label key={seat}>{t("Seat {n}", { n: seat + 1 })} <Seat id={event.id} known={entries} value={entry} onChange={(next) => setSeats(seats.map((one, place) => (place === seat ? next : one)))} /></label>
          ))}
          <button disabled={isBusy || new Set(seats).size < seats.length}>{t("Seat them like this")}</button>
        </form>
      )}
    </details>
  );
}

/** Any entry; all are read when somebody looks for one. */
function Seat({ id, known, value, onChange }: { id: string; known: Named; value: string; onChange: (value: string) => void }) {
  const [all, setAll] = useState<Named>();
  const read = () => void allEntries(id).then((entries) => setAll(namesOf(entries)), () => undefined);
  const choices = [...known, ...(all ?? []).filter(([entry]) => !known.some(([one]) => one === entry))];
  return <select value={value} onFocus={() => all ?? read()} onChange={(event) => onChange(event.currentTarget.value)}>{choices.map(([entry, name]) => <option key={entry} value={entry}>{name}</option>)}</select>;
}
