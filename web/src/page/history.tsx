// What has happened at an event: who did it, when, why, and what it changed. The last announcement is above it.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { plain, sentence } from "../words";
import { useAnswer } from "./parts";
import { api } from "./session";
import { language, t } from "../language";

type Event = Schemas["Tournament"];
type Entry = Schemas["TournamentEvent"];

const LISTED = 50;

/** The time of a day, as the language of the reader writes it. */
export const clockTime = (at: Date): string => at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });

const timeOf = (at: string): string => {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? clockTime(date) : date.toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
};

interface HistoryProps {
  event: Event;
  /** Changes whenever something has happened. */
  moves: string;
  /** The names of entries by their numbers: the audit has none. */
  names: ReadonlyMap<number, string>;
}

export function History({ event, moves, names }: HistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="history" open={isOpen} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>{t("What has happened")}</summary>
      {isOpen && <Acts event={event} moves={moves} names={names} />}
    </details>
  );
}

function Acts({ event, moves, names }: HistoryProps) {
  const [older, setOlder] = useState<{ items: Entry[]; next: string | null }>();
  const audit = useAnswer(() => read(event.id), [event.id, moves]);
  const items = [...(audit.answer?.items ?? []), ...(older?.items ?? [])];
  const next = older ? older.next : audit.answer?.next_cursor ?? null;
  const more = async (cursor: string) => {
    const page = await read(event.id, cursor);
    setOlder({ items: [...(older?.items ?? []), ...page.items], next: page.next_cursor });
  };
  return (
    <>
      <ol class="acts">{items.map((one) => (
        <li key={one.id}>
          <span class="faint">{timeOf(one.at)}</span> <strong>{sentence(plain(one.kind))}</strong>{where(one, names)}{one.by && <span class="faint"> – {one.by.username ?? t("a former player")}</span>}
          {one.note && <span class="note">{one.note}</span>}
          {one.changes?.filter(({ field }) => field !== "status").map((change) => <span class="note" key={change.field}>{sentence(plain(change.field))}: {change.before ?? "–"} → {change.after ?? "–"}</span>)}
        </li>
      ))}</ol>
      {next && <button type="button" onClick={() => void more(next).catch(() => audit.again())}>{t("Show more")}</button>}
    </>
  );
}

const read = (id: string, cursor?: string) => data(api.GET("/v1/tournaments/{id}/audit", { params: { path: { id }, query: { limit: LISTED, ...(cursor ? { cursor } : {}) } } }), "items");

/** What it is about: "round 2, table no. 15 of the event". The number in the round stands at the table. */
function where({ round, table, entry }: Entry, names: ReadonlyMap<number, string>): string {
  const parts = [
    ...(round !== null ? [t("round {n}", { n: round })] : []),
    ...(table !== null ? [t("table no. {n} of the event", { n: table })] : []),
    ...(entry !== null ? [names.get(entry) ?? t("entry {n}", { n: entry })] : []),
  ];
  return parts.length ? `: ${parts.join(", ")}` : "";
}

/** What the organizers told everybody last, while the event runs. */
export function Announcement({ event, moves }: { event: Event; moves: string }) {
  const audit = useAnswer(async () => (event.status === "running" || event.status === "registration" ? read(event.id) : undefined), [event.id, event.status, moves]);
  const last = audit.answer?.items.find((one) => one.kind === "announced" && one.note);
  return last ? <p class="notice" role="status"><strong>{timeOf(last.at)}</strong> {last.note}</p> : null;
}
