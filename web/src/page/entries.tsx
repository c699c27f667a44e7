// Who takes part, as an organizer sees it: names are pasted or ticked, whoever is not here yet is a list of its own.
import { useState } from "preact/hooks";
import { data, Refusal, type Schemas } from "../api";
import { t } from "../language";
import { nameOf, plain } from "../words";
import { useAct } from "./act";
import { EntryRow, sendAway } from "./entry_row";
import { allEntries, allMembers } from "./pages";
import { useAnswer } from "./parts";
import { api, username } from "./session";

type Event = Schemas["Tournament"];
type Entry = Schemas["TournamentEntry"];
type Team = Schemas["TournamentTeam"];

/** The most lines that the server takes at once. */
const LINES_MAX = 500;
/** How many earlier events and clubs are offered. */
const OFFERED = 20;
/** How many members of a club are offered, and from how many on names can be searched. */
const MEMBERS_MAX = 2_000;
const SEARCHED_MIN = 20;

/** A name as it is compared: the server has the last word. */
const same = (name: string): string => name.normalize("NFKC").toLowerCase().trim();

/** Whom an organizer adds: a guest, or an account by its name. */
interface Added {
  guest?: string;
  username?: string;
  team?: string;
  seed?: number;
}

const COLUMNS = ["guest", "username", "team", "seed"] as const;

/** Adds players. All are added or none. */
async function add(event: Event, names: readonly Added[]): Promise<void> {
  const columns = COLUMNS.filter((column) => names.some((one) => one[column] !== undefined));
  const body = [columns, ...names.map((one) => columns.map((column) => `"${String(one[column] ?? "").replaceAll('"', '""')}"`))].map((row) => row.join(",")).join("\n") + "\n";
  const sent = { params: { path: { id: event.id } }, body: body as never, bodySerializer: (text: unknown) => text as string, headers: { "content-type": "text/csv" } };
  await data(api.POST("/v1/tournaments/{id}/entries", sent), "items").catch((refusal) => {
    throw refusal instanceof Refusal ? named(refusal, names) : refusal;
  });
}

/** The refusal of a list with names instead of the numbers of lines; the first line has the columns. */
function named({ status, problem, retryAfter }: Refusal, names: readonly Added[]): Refusal {
  const nameAt = (pointer: string): string => {
    const line = names[Number(/lines\/(\d+)/.exec(pointer)?.[1]) - 2];
    return line?.guest ?? line?.username ?? pointer;
  };
  const errors = problem?.errors?.map((fault) => ({ ...fault, pointer: nameAt(fault.pointer) }));
  return new Refusal(status, { ...problem, ...(errors ? { errors } : {}) }, retryAfter);
}

interface EntriesProps {
  event: Event;
  /** All entries. */
  all: readonly Entry[];
  teams: readonly Team[];
  /** Called after each act: the standings say who is not here. */
  onDone: () => void;
}

export function Entries({ event, all, teams, onDone }: EntriesProps) {
  const { act, isBusy, trouble } = useAct(onDone);
  const [team, setTeam] = useState("");
  const isHere = event.play === "over_the_board";
  const active = all.filter((one) => one.status === "active");
  const alone = active.filter((one) => one.team === undefined);
  const waiting = all.filter((one) => one.status === "waiting");
  const away = all.filter((one) => one.status !== "active" && one.status !== "waiting");
  const addAll = (names: readonly Added[]) => act(() => add(event, names.map((one) => ({ ...one, ...(team.trim() ? { team: team.trim() } : {}) }))));
  const at = (entry: number, reason: string) => ({ params: { path: { id: event.id, n: entry } }, body: { reason } });
  const leave = (entry: number) => void act(() => sendAway(event, entry, t("is not here")));
  const takeBack = (entry: number, reason: string) => void act(() => data(api.POST("/v1/tournaments/{id}/entries/{n}/reinstate", at(entry, reason))));
  return (
    <details open={event.status !== "running"}>
      <summary>{away.length ? t("Players ({n}), not here: {away}", { n: all.length, away: away.length }) : t("Players ({n})", { n: event.entry_count })}</summary>
      {trouble}
      {event.teams && alone.length > 0 && <p role="status">{t("Without a team: {names}", { names: alone.map((one) => nameOf(one.player, one.guest)).join(", ") })}</p>}
      {isHere && event.teams && (
        <label>{t("Team of the players that you add")} <input value={team} list="teams" maxLength={60} placeholder="–" onInput={(input) => setTeam(input.currentTarget.value)} />
          <datalist id="teams">{teams.map((one) => <option key={one.team} value={one.name} />)}</datalist></label>
      )}
      {isHere && <Paste event={event} known={all} onAdd={addAll} isBusy={isBusy} />}
      {isHere && <Tick event={event} known={all} onAdd={addAll} isBusy={isBusy} />}
      {away.length > 0 && (
        <>
          <h3>{t("Not here ({n})", { n: away.length })}</h3>
          <p class="faint">{t("They are not paired. Whoever arrives plays from the next round on.")}</p>
          <ul class="rows entry-list">{away.map((one) => (
            <li class="row" key={one.entry}>
              <span class="to"><strong>{nameOf(one.player, one.guest)}</strong>{(event.status === "running" || one.status === "removed") && <span class="faint">{one.status === "removed" ? t("disqualified") : plain(one.status)}</span>}</span>
              {one.status === "removed"
                ? <button type="button" class="quiet" disabled={isBusy} aria-label={`${t("Take it back")}: ${nameOf(one.player, one.guest)}`} onClick={() => takeBack(one.entry, t("by the organizer"))}>{t("Take it back")}</button>
                : <button type="button" disabled={isBusy} aria-label={t("{name} is here", { name: nameOf(one.player, one.guest) })} onClick={() => takeBack(one.entry, t("is here"))}>{t("Is here")}</button>}
            </li>
          ))}</ul>
          <h3>{t("Here ({n})", { n: active.length })}</h3>
        </>
      )}
      <ul class="rows entry-list">{active.map((one) => <EntryRow key={one.entry} event={event} entry={one} teams={teams} isBusy={isBusy} onAway={() => leave(one.entry)} onChange={onDone} />)}</ul>
      {waiting.length > 0 && (
        <>
          <h3>{t("Waiting for a place ({n})", { n: waiting.length })}</h3>
          <ol>{waiting.map((one) => <li key={one.entry}>{nameOf(one.player, one.guest)}</li>)}</ol>
        </>
      )}
    </details>
  );
}

interface AddProps {
  event: Event;
  known: readonly Entry[];
  onAdd: (names: readonly Added[]) => Promise<boolean>;
  isBusy: boolean;
}

const countedAdd = (count: number): string => t("Add {count} player|Add {count} players", { count: Math.max(count, 1) });

/** Names, one in a line. Those that are in the list already are left out. */
function Paste({ event, known, onAdd, isBusy }: AddProps) {
  const [text, setText] = useState("");
  const [isOrdered, setOrdered] = useState(false);
  const taken = new Set(known.map((one) => same(one.guest ?? one.player?.username ?? "")));
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
  const fresh = lines.filter((line) => !taken.has(same(line)) && taken.add(same(line)));
  const left = lines.length - fresh.length;
  const added = fresh.map((guest, place) => ({ guest, ...(isOrdered ? { seed: known.length + place + 1 } : {}) }));
  return (
    <form class="line paste" onSubmit={(submit) => { submit.preventDefault(); void onAdd(added).then((isDone) => isDone && setText("")); }}>
      <label class="wide">{t("Names, one in a line")} <textarea value={text} rows={Math.min(Math.max(lines.length + 1, 3), 20)} onInput={(input) => setText(input.currentTarget.value)} /></label>
      {event.round_count === 0 && fresh.length > 1 && <label class="check"><input type="checkbox" checked={isOrdered} onChange={(change) => setOrdered(change.currentTarget.checked)} /> {t("The strongest is first (seeds)")}</label>}
      <button disabled={!fresh.length || fresh.length > LINES_MAX || isBusy}>{countedAdd(fresh.length)}</button>
      {left > 0 && <span class="faint" role="status">{t("{count} name is there already.|{count} names are there already.", { count: left })}</span>}
    </form>
  );
}

/** Whom the organizer knows: the members of a club, and who played in an earlier event. */
function Tick({ event, known, onAdd, isBusy }: AddProps) {
  const [isOpen, setOpen] = useState(false);
  const [source, setSource] = useState(event.club ? `c${event.club}` : "");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [sought, setSought] = useState("");
  const sources = useAnswer(async () => {
    if (!isOpen) return undefined;
    const [clubs, events] = await Promise.all([
      data(api.GET("/v1/me/clubs", { params: { query: { limit: OFFERED } } }), "items"),
      data(api.GET("/v1/tournaments", { params: { query: { organizer: username() ?? "", limit: OFFERED } } }), "items"),
    ]);
    return [
      ...clubs.items.map((club) => [`c${club.id}`, t("members of {club}", { club: club.name })] as const),
      ...events.items.filter((one) => one.id !== event.id && one.entry_count > 0).map((one) => [`t${one.id}`, t("players of {event}", { event: one.name })] as const),
    ];
  }, [isOpen, event.id]);
  const from = source || sources.answer?.[0]?.[0] || "";
  const people = useAnswer(async (): Promise<Added[]> => {
    if (!isOpen || !from) return [];
    if (from.startsWith("t")) return (await allEntries(from.slice(1))).map((one) => (one.player.username ? { username: one.player.username } : { guest: one.guest ?? "" })).filter((one) => one.username ?? one.guest);
    return (await allMembers(from.slice(1), MEMBERS_MAX)).flatMap(({ player }) => (player.username ? [{ username: player.username }] : []));
  }, [isOpen, from]);
  const taken = new Set(known.map((one) => same(one.guest ?? one.player?.username ?? "")));
  const offered = (people.answer ?? []).map((one) => ({ ...one, name: one.username ?? one.guest ?? "" })).filter((one) => !taken.has(same(one.name)));
  const chosen = offered.filter((one) => ticked.includes(one.name));
  const shown = offered.filter((one) => same(one.name).includes(same(sought)));
  const areTicked = shown.every(({ name }) => ticked.includes(name));
  const send = () => void onAdd(chosen.map(({ guest, username: account }) => (account ? { username: account } : { guest: guest ?? "" }))).then((isDone) => isDone && setTicked([]));
  return (
    <details open={isOpen} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>{t("Tick names of a club or of an earlier event")}</summary>
      {sources.answer && !sources.answer.length && <p class="faint">{t("You are in no club and have organized no other event yet.")}</p>}
      {!!sources.answer?.length && (
        <label>{t("From")} <select value={from} onChange={(change) => { setSource(change.currentTarget.value); setTicked([]); }}>
          {sources.answer.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
        </select></label>
      )}
      {offered.length > 0 && (
        <>
          {offered.length >= SEARCHED_MIN && <label>{t("Search a name")} <input type="search" value={sought} maxLength={64} onInput={(input) => setSought(input.currentTarget.value)} /></label>}
          <fieldset class="ticks"><legend>{t("Who is here?")}</legend>
            {shown.map(({ name }) => (
              <label key={name} class="check"><input type="checkbox" checked={ticked.includes(name)} onChange={(change) => setTicked(change.currentTarget.checked ? [...ticked, name] : ticked.filter((one) => one !== name))} /> {name}</label>
            ))}
          </fieldset>
          <div class="actions">
            <button type="button" disabled={!chosen.length || isBusy} onClick={send}>{countedAdd(chosen.length)}</button>
            <button type="button" class="quiet" onClick={() => setTicked([...ticked.filter((name) => !shown.some((one) => one.name === name)), ...(areTicked ? [] : shown.map(({ name }) => name))])}>{areTicked ? t("Tick nobody") : t("Tick all")}</button>
          </div>
        </>
      )}
      {people.answer && from && !offered.length && <p class="faint">{t("All of them are in the list.")}</p>}
    </details>
  );
}
