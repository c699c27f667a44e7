// Somebody who plays, as an organizer sees them: not here, and what is done more rarely.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { nameOf } from "../words";
import { Sure, useAct } from "./act";
import { Byes, hasByes } from "./byes";
import { api } from "./session";

type Event = Schemas["Tournament"];
type Entry = Schemas["TournamentEntry"];
type Team = Schemas["TournamentTeam"];

/** Somebody is not here: they are not paired until they are back, and keep what they have earned. */
export const sendAway = (event: Event, entry: number, reason: string): Promise<undefined> =>
  data(api.POST("/v1/tournaments/{id}/entries/{n}/withdraw", { params: { path: { id: event.id, n: entry } }, body: { pause: true, reason } }));

interface RowProps {
  event: Event;
  entry: Entry;
  teams: readonly Team[];
  isBusy: boolean;
  onAway: () => void;
  onChange: () => unknown;
}

export function EntryRow({ event, entry, teams, isBusy, onAway, onChange }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = nameOf(entry.player, entry.guest);
  const facts = [
    ...teams.filter(({ team }) => team === entry.team).map(({ name }) => name),
    ...(entry.seed ? [t("seed {n}", { n: entry.seed })] : []),
    ...(entry.fixed_table ? [t("always at table {n}", { n: entry.fixed_table })] : []),
    ...(entry.requested_byes ? [t("leaves out round {rounds}", { rounds: entry.requested_byes.join(", ") })] : []),
  ];
  return (
    <li class="row">
      <span class="to"><strong>{shown}</strong>{facts.length > 0 && <span class="faint">{facts.join(", ")}</span>}</span>
      <button type="button" class="quiet" aria-expanded={isOpen} aria-label={t("More about {name}", { name: shown })} onClick={() => setOpen(!isOpen)}>…</button>
      <button type="button" class="quiet" disabled={isBusy} aria-label={t("{name} is not here", { name: shown })} onClick={onAway}>{t("Not here")}</button>
      {isOpen && <More event={event} entry={entry} teams={teams} onChange={onChange} />}
    </li>
  );
}

function More({ event, entry, teams, onChange }: Pick<RowProps, "event" | "entry" | "teams" | "onChange">) {
  const [name, setName] = useState(entry.guest ?? "");
  const [code, setCode] = useState<string>();
  const { act, isBusy, trouble } = useAct(onChange);
  const params = { path: { id: event.id, n: entry.entry } };
  const shown = nameOf(entry.player, entry.guest);
  const isRunning = event.status === "running";
  const isHere = event.play === "over_the_board";
  const asked = entry.requested_byes ?? [];
  const set = (rounds: number[]) => void act(() => data(api.PUT("/v1/tournaments/{id}/entries/{n}/byes", { params, body: { rounds } }), "entry"));
  const join = (team: string) => void act(() => (team
    ? data(api.PUT("/v1/tournaments/{id}/entries/{n}/team", { params, body: { team: Number(team) } }), "entry")
    : data(api.DELETE("/v1/tournaments/{id}/entries/{n}/team", { params }), "entry")));
  return (
    <div class="more">
      {trouble}
      {entry.guest !== undefined && (
        <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.PATCH("/v1/tournaments/{id}/entries/{n}", { params, body: { guest: name } }), "entry")); }}>
          <label>{t("Name")} <input value={name} required maxLength={60} onInput={(input) => setName(input.currentTarget.value)} /></label>
          <button disabled={name.trim() === entry.guest}>{t("Rename")}</button>
        </form>
      )}
      {event.teams && (!isRunning || entry.team === undefined) && (
        <label>{t("Team")} <select value={entry.team ?? ""} disabled={isBusy} onChange={(change) => join(change.currentTarget.value)}>
          <option value="">–</option>
          {teams.map((one) => <option key={one.team} value={one.team}>{one.name}</option>)}
        </select></label>
      )}
      {hasByes(event) && <Byes event={event} entry={entry} isBusy={isBusy} legend={t("Rounds that {name} leaves out: at most {n}", { name: shown, n: event.byes.max })}
        onChange={(round, isLeftOut) => set(isLeftOut ? [...asked, round] : asked.filter((one) => one !== round))} />}
      {event.round_count === 0 && <Strength event={event} entry={entry} onChange={onChange} />}
      {isHere && event.format !== "arena" && <FixedTable event={event} entry={entry} onChange={onChange} />}
      {isRunning && event.round_count > 0 && <Adjust event={event} entry={entry} onChange={onChange} />}
      {isRunning && <Sure label={t("{name} leaves the event", { name: shown })} question={t("{name} is not paired any more, and keeps the place.", { name: shown })}
        onSure={() => void act(() => data(api.POST("/v1/tournaments/{id}/entries/{n}/withdraw", { params, body: { reason: t("has left the event") } })))} />}
      {isRunning && <Sure label={t("Disqualify {name}", { name: shown })} question={t("{name} comes last in the standings, is not paired any more, and gets no result in a series.", { name: shown })}
        onSure={() => void act(() => data(api.POST("/v1/tournaments/{id}/entries/{n}/remove", { params, body: { reason: t("disqualified") } })))} />}
      {entry.guest !== undefined && (code
        ? <p role="status">{t("{name} signs in, opens this page and types this code: {code}", { name: shown, code })}</p>
        : <button type="button" onClick={() => void act(async () => setCode((await data(api.POST("/v1/tournaments/{id}/entries/{n}/claim-code", { params }), "entry")).code))}>{t("Code to take over the entry with an account")}</button>)}
      {entry.guest !== undefined && <p class="faint">{t("A new code replaces the old one.")}</p>}
    </div>
  );
}

interface FormProps {
  event: Event;
  entry: Entry;
  onChange: () => unknown;
}

/** What orders the entries before anything is played. */
function Strength({ event, entry, onChange }: FormProps) {
  const { act, isBusy, trouble } = useAct(onChange);
  const [seed, setSeed] = useState(String(entry.seed ?? ""));
  const [rating, setRating] = useState(String(entry.rating));
  const isHere = event.play === "over_the_board";
  const body = { seed: seed ? Number(seed) : null, ...(isHere && Number(rating) !== entry.rating ? { rating: Number(rating) } : {}) };
  return (
    <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.PATCH("/v1/tournaments/{id}/entries/{n}", { params: { path: { id: event.id, n: entry.entry } }, body }), "entry")); }}>
      {trouble}
      <label>{t("Seed, 1 for the strongest")} <input type="number" min={1} max={2048} value={seed} placeholder="–" onInput={(input) => setSeed(input.currentTarget.value)} /></label>
      {isHere && <label>{t("Rating")} <input type="number" min={0} max={9999} value={rating} required onInput={(input) => setRating(input.currentTarget.value)} /></label>}
      <button disabled={isBusy}>{t("Save")}</button>
    </form>
  );
}

/** For somebody who needs a table that they can reach. */
function FixedTable({ event, entry, onChange }: FormProps) {
  const { act, isBusy, trouble } = useAct(onChange);
  const [table, setTable] = useState(String(entry.fixed_table ?? ""));
  const fix = () => act(() => data(api.PUT("/v1/tournaments/{id}/entries/{n}/fixed-table", { params: { path: { id: event.id, n: entry.entry } }, body: { table: table ? Number(table) : null } }), "entry"));
  return (
    <form class="line" onSubmit={(submit) => { submit.preventDefault(); void fix(); }}>
      {trouble}
      <label>{t("Always at the table with the number")} <input type="number" min={1} max={2048} value={table} placeholder={t("any table")} onInput={(input) => setTable(input.currentTarget.value)} /></label>
      <button disabled={isBusy || table === String(entry.fixed_table ?? "")}>{t("Save")}</button>
    </form>
  );
}

function Adjust({ event, entry, onChange }: FormProps) {
  const { act, isBusy, trouble } = useAct(onChange);
  const [points, setPoints] = useState("");
  const [reason, setReason] = useState("");
  const change = Number(points);
  const adjust = () => act(() => data(api.POST("/v1/tournaments/{id}/entries/{n}/adjust", { params: { path: { id: event.id, n: entry.entry } }, body: { ...(change > 0 ? { give: change } : { take: -change }), reason } })));
  return (
    <form class="line" onSubmit={(submit) => { submit.preventDefault(); void adjust().then((isDone) => isDone && setPoints("")); }}>
      {trouble}
      <label>{t("Points to give; minus takes them")} <input type="number" step={1} min={-1000} max={1000} value={points} required onInput={(input) => setPoints(input.currentTarget.value)} /></label>
      <label>{t("Why? Everybody can read it.")} <input value={reason} required maxLength={200} onInput={(input) => setReason(input.currentTarget.value)} /></label>
      <button disabled={isBusy || !change}>{t("Give or take")}</button>
    </form>
  );
}
