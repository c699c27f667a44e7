// What an organizer does at an event: names, rounds, results, corrections, the end. And slips to print.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { many, nameOf, plain } from "../words";
import { Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { ResultForm, type Result } from "./result_form";
import { api } from "./session";

type Event = Schemas["Tournament"];
type Round = Schemas["TournamentRound"];
type Table = Schemas["TournamentTable"];

const LISTED = 100;

export interface EveningProps {
  event: Event;
  /** The last round. */
  round: Round | null;
  /** The round that is looked at. */
  shown: Round | null;
}

/** Does something, and says why it failed. */
function useAct() {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const act = async <T,>(what: () => Promise<T>): Promise<T | undefined> => {
    setError(undefined);
    setBusy(true);
    try {
      return await what();
    } catch (refusal) {
      setError(refusal);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { act, error, isBusy, close: () => setError(undefined) };
}

export function Evening({ event, round, shown }: EveningProps) {
  const { act, error, isBusy, close } = useAct();
  const [plan, setPlan] = useState<Schemas["PlannedRound"]>();
  const params = { path: { id: event.id } };
  const isOver = round === null || round.tables.every((table) => table.status === "done" || table.status === "void");
  const isRunning = event.status === "running";
  const mayPair = isRunning && isOver && event.format !== "arena" && !(event.rounds && event.round_count >= event.rounds);
  const preview = () => act(async () => setPlan(await data(api.POST("/v1/tournaments/{id}/rounds/next", { params: { ...params, query: { dry_run: true } } })) as Schemas["PlannedRound"]));
  const pair = () => act(async () => {
    await data(api.POST("/v1/tournaments/{id}/rounds/next", { params }));
    setPlan(undefined);
  });
  const undo = () => act(() => data(api.POST("/v1/tournaments/{id}/rounds/{n}/unpair", { params: { path: { id: event.id, n: round!.round } }, body: { reason: "undone by the organizer" } })));
  const mayUndo = isRunning && round !== null && round.tables.every((table) => table.decided_at === null);
  return (
    <Section title="Organize">
      <Trouble error={error} onClose={close} />
      <div class="actions">
        {event.status === "registration" && <button type="button" class="primary" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/start", { params })))}>Begin the event</button>}
        {mayPair && <button type="button" disabled={isBusy} onClick={() => void preview()}>Preview round {event.round_count + 1}</button>}
        {mayPair && <button type="button" class="primary" disabled={isBusy} onClick={() => void pair()}>Pair round {event.round_count + 1}</button>}
        {mayUndo && <button type="button" class="quiet" disabled={isBusy} onClick={() => void undo()}>Undo the pairing of round {round.round}</button>}
        {shown && <button type="button" class="quiet" onClick={() => print()}>Print result slips</button>}
        {isRunning && isOver && round && <Sure label="Close the event" question="The standings become final." onSure={() => void act(() => data(api.POST("/v1/tournaments/{id}/close", { params, body: {} })))} />}
      </div>
      {plan && mayPair && (
        <div role="status">
          <h3>Round {plan.round} would be</h3>
          <ol>{plan.tables.map((table, at) => <li key={at}>{table.seats.map((one) => nameOf(one.player, one.guest)).join(" – ")}</li>)}</ol>
          {plan.byes.length > 0 && <p>No opponent: {plan.byes.map((one) => nameOf(one.player, one.guest)).join(", ")}</p>}
        </div>
      )}
      {shown && <Results event={event} round={shown} isLast={shown.round === round?.round} />}
      <Entries event={event} rounds={event.round_count} />
      {shown && <Slips event={event} round={shown} />}
    </Section>
  );
}

function Sure({ label, question, onSure }: { label: string; question: string; onSure: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return <button type="button" class="quiet" onClick={() => setAsked(true)}>{label} …</button>;
  return <span class="line">{question} <button type="button" onClick={onSure}>{label}</button><button type="button" class="quiet" onClick={() => setAsked(false)}>No</button></span>;
}

/** The outstanding tables first; a result that is there can be corrected. */
function Results({ event, round, isLast }: { event: Event; round: Round; isLast: boolean }) {
  const [corrected, setCorrected] = useState<number>();
  const [preview, setPreview] = useState<{ table: number; result: Result; found: Schemas["Correction"] }>();
  const { act, error, close } = useAct();
  if (event.play !== "over_the_board" && isLast) return null;
  const outstanding = round.tables.filter((table) => table.decided_at === null && table.status !== "void");
  const done = round.tables.filter((table) => table.decided_at !== null);
  const at = (table: number) => ({ path: { id: event.id, n: table } });
  const isClosed = round.status === "closed" || !isLast;
  const body = (result: Result, reason: string) => ({ ...result, reason });
  const save = (table: Table, result: Result) => act(async () => {
    const reason = table.decided_at ? "corrected by the organizer" : "from the slip";
    if (!isClosed) await data(api.POST("/v1/tournaments/{id}/tables/{n}/result", { params: at(table.table), body: body(result, reason) }));
    else if (preview?.table !== table.table || JSON.stringify(preview.result) !== JSON.stringify(result)) {
      const found = await data(api.POST("/v1/tournaments/{id}/tables/{n}/correct", { params: { ...at(table.table), query: { dry_run: true } }, body: body(result, reason) }));
      return setPreview({ table: table.table, result, found });
    } else await data(api.POST("/v1/tournaments/{id}/tables/{n}/correct", { params: at(table.table), body: body(result, reason) }));
    setCorrected(undefined);
    setPreview(undefined);
  });
  return (
    <>
      <Trouble error={error} onClose={close} />
      {round.status !== "closed" && <p role="status">{outstanding.length ? `${many(outstanding.length, "table")} outstanding in round ${round.round}. Tap the names from the first place on.` : `All tables of round ${round.round} have a result.`}</p>}
      {outstanding.map((table) => <ResultForm key={table.table} table={table} onSave={(result) => void save(table, result)} withNoShows />)}
      {done.length > 0 && (
        <details>
          <summary>Correct a result of round {round.round}</summary>
          <div class="actions">{done.map((table) => <button key={table.table} type="button" aria-pressed={corrected === table.table} onClick={() => setCorrected(table.table)}>Table {table.table}</button>)}</div>
          {done.filter((table) => table.table === corrected).map((table) => (
            <ResultForm key={table.table} table={table} onSave={(result) => void save(table, result)} withNoShows button={isClosed && preview?.table !== table.table ? "Show what that changes" : "Correct"} />
          ))}
          {preview && preview.table === corrected && <Changes found={preview.found} />}
        </details>
      )}
    </>
  );
}

function Changes({ found }: { found: Schemas["Correction"] }) {
  if (!found.changes.length) return <p role="status">That changes no standings.</p>;
  return (
    <div role="status"><ul>{found.changes.map((one) => (
      <li key={one.entry}>{nameOf(one.player, one.guest)}: place {one.place_before} → {one.place_after}, points {one.points_before} → {one.points_after}</li>
    ))}</ul></div>
  );
}

/** Who takes part: names are pasted, one in a line; whoever leaves is taken out of the next rounds, and comes back. */
function Entries({ event, rounds }: { event: Event; rounds: number }) {
  const [names, setNames] = useState("");
  const { act, error, close } = useAct();
  const entries = useAnswer(
    () => data(api.GET("/v1/tournaments/{id}/entries", { params: { path: { id: event.id }, query: { limit: LISTED } } })),
    [event.id, event.entry_count, event.status, rounds],
  );
  const isOpen = event.status === "registration" || event.status === "draft" || event.status === "running";
  if (!isOpen) return null;
  const lines = names.split("\n").map((line) => line.trim()).filter(Boolean);
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const add = () => act(async () => {
    const body = ["guest", ...lines.map(quoted)].join("\n") + "\n";
    await data(api.POST("/v1/tournaments/{id}/entries", { params: { path: { id: event.id } }, body: body as never, bodySerializer: (text: unknown) => text as string, headers: { "content-type": "text/csv" } }));
    setNames("");
    await entries.again();
  });
  const change = (entry: number, verb: "remove" | "reinstate") => act(async () => {
    await data(api.POST(`/v1/tournaments/{id}/entries/{n}/${verb}`, { params: { path: { id: event.id, n: entry } }, body: { reason: "by the organizer" } }));
    await entries.again();
  });
  return (
    <details open={event.status !== "running"}>
      <summary>Players ({event.entry_count})</summary>
      <Trouble error={error ?? entries.error} onClose={close} />
      {event.play === "over_the_board" && (
        <form class="line" onSubmit={(submit) => { submit.preventDefault(); void add(); }}>
          <label>Names, one in a line <textarea value={names} rows={Math.min(Math.max(lines.length + 1, 3), 20)} onInput={(input) => setNames(input.currentTarget.value)} /></label>
          <button disabled={!lines.length}>{lines.length > 1 ? `Add ${lines.length} players` : "Add the player"}</button>
        </form>
      )}
      <ul class="rows">{entries.answer?.items.map((one) => (
        <li class="row" key={one.entry}>
          <span class="to"><strong>{nameOf(one.player, one.guest)}</strong>{one.status !== "active" && <span class="faint">{plain(one.status)}</span>}</span>
          {one.status === "active" ? <button type="button" class="quiet" aria-label={`${nameOf(one.player, one.guest)} leaves`} onClick={() => void change(one.entry, "remove")}>Leaves</button>
            : one.status === "removed" && <button type="button" class="quiet" onClick={() => void change(one.entry, "reinstate")}>Comes back</button>}
        </li>
      ))}</ul>
    </details>
  );
}

/** Slips for the tables of a round: only printed. */
function Slips({ event, round }: { event: Event; round: Round }) {
  return (
    <div class="slips">{round.tables.map((table) => (
      <div class="slip" key={table.table}>
        <h3>{event.name}: round {round.round}, table {table.table}</h3>
        <table>
          <thead><tr><th>Player</th><th>Place</th><th>Prestige</th><th>Cards</th></tr></thead>
          <tbody>{table.seats.map((seat) => <tr key={seat.seat}><th scope="row">{nameOf(seat.player, seat.guest)}</th><td /><td /><td /></tr>)}</tbody>
        </table>
        <p>{location.origin}{linkTo.tournament(event.id)}</p>
      </div>
    ))}</div>
  );
}

/** What somebody does who plays, or would like to. */
export function OwnEntry({ event, round, user }: { event: Event; round: Round | null; user: string | undefined }) {
  const { act, error, isBusy, close } = useAct();
  const [secret, setSecret] = useState("");
  const entry = event.my_entry;
  const params = { path: { id: event.id } };
  const isOpen = event.status === "registration" || (event.status === "running" && event.late_entries);
  const table = entry && round?.tables.find((one) => one.seats.some((seat) => seat.entry === entry.entry));
  const seat = table?.seats.find((one) => one.entry === entry?.entry);
  const mayReady = entry && round?.ready_until && round.status === "paired" && seat && !round.ready.includes(entry.entry);
  const needs = event.entry === "password" ? "password" : "code";
  const enter = () => act(() => data(api.POST("/v1/tournaments/{id}/enter", { params, body: event.entry === "open" ? {} : { [needs]: secret } })));
  const leave = () => act(() => data(api.POST("/v1/tournaments/{id}/withdraw", { params, body: {} })));
  if (!user) return isOpen ? <p>Sign in to take part.</p> : null;
  const mayReport = table && event.play === "over_the_board" && table.decided_at === null && round?.status === "open";
  return (
    <>
      <Trouble error={error} onClose={close} />
      {table && seat && round!.status !== "closed" && <p role="status"><strong>You are at table {table.table}, seat {seat.seat + 1}.</strong>{table.game && <> <a class="button" href={linkTo.game(table.game)}>To the table</a></>}</p>}
      <div class="actions">
        {!entry && isOpen && event.entry !== "open" && <label>{needs === "password" ? "Password" : "Code"} of the event <input value={secret} onInput={(input) => setSecret(input.currentTarget.value)} /></label>}
        {isOpen && (!entry || entry.status === "paused") && <button type="button" class="primary" disabled={isBusy} onClick={() => void enter()}>{entry ? "Play on" : "Enter"}</button>}
        {mayReady && <button type="button" class="primary" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/ready", { params })))}>I am ready</button>}
        {entry?.status === "active" && event.status !== "finished" && event.status !== "cancelled" && <Sure label="Withdraw" question="You are not paired any more." onSure={() => void leave()} />}
      </div>
      {mayReport && <ResultForm table={table} button="Report the result" onSave={({ places, prestige }) => void act(() => data(api.POST("/v1/tournaments/{id}/tables/{n}/report", { params: { path: { id: event.id, n: table.table } }, body: { places, ...(prestige ? { prestige } : {}) } })))} />}
      {mayReport && table.report && <p class="faint">Reported: {table.report.places.join(", ")}. It counts when another player of the table reports the same.</p>}
    </>
  );
}

