// What the organizers of a series do: events, seasons of a league, settings.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { nameOf } from "../words";
import { Sure, useAct } from "./act";
import { useHasMade } from "./club_people";
import { EventFields, FIRST_CHOICE, settingsOf } from "./event_form";
import { NewEvent } from "./new_event";
import { seriesBody, SeriesFields } from "./new_series";
import { Section, useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api, username } from "./session";

const LISTED = 50;
/** With this many, all results count. */
const ALL_RESULTS = 100;
type Series = Schemas["Series"];

interface ActsProps {
  series: Series;
  onChange: () => Promise<unknown>;
}

export function SeriesActs({ series, onChange }: ActsProps) {
  const isLeague = series.groups.length > 0;
  return (
    <Section title={t("Organize")}>
      {isLeague && (series.season === 0 ? <FirstSeason series={series} onChange={onChange} /> : <NextSeason series={series} onChange={onChange} />)}
      {!isLeague && <AddEvent series={series} onChange={onChange} />}
      {!isLeague && <details><summary>{t("New event of the series")}</summary><NewEvent series={series.id} club={series.club ?? undefined} visibility={series.visibility} /></details>}
      <Change series={series} onChange={onChange} />
    </Section>
  );
}

/** Adds an event that exists, and takes one out. */
function AddEvent({ series, onChange }: ActsProps) {
  const own = useAnswer(() => data(api.GET("/v1/tournaments", { params: { query: { organizer: username() ?? "", limit: LISTED } } }), "items"), [series.id]);
  const { act, isBusy, trouble } = useAct(onChange);
  const [chosen, setChosen] = useState("");
  const offered = own.answer?.items.filter((one) => !series.events.some((event) => event.tournament === one.id)) ?? [];
  const at = (tournament_id: string) => ({ params: { path: { id: series.id, tournament_id } } });
  const event = offered.some((one) => one.id === chosen) ? chosen : offered[0]?.id ?? "";
  return (
    <>
      {trouble}
      {offered.length > 0 && (
        <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.PUT("/v1/series/{id}/events/{tournament_id}", at(event)), "id")); }}>
          <label>{t("An event of yours")} <select value={event} onChange={(change) => setChosen(change.currentTarget.value)}>{offered.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}</select></label>
          <button disabled={isBusy}>{t("Let it count")}</button>
        </form>
      )}
      {series.events.length > 0 && (
        <details><summary>{t("Take an event out")}</summary>
          <ul class="rows">{series.events.map((one) => <li class="row" key={one.tournament}><span class="to">{one.name}</span>
            <Sure label={t("Take out")} question={t("Its results do not count any more.")} isBusy={isBusy} onSure={() => void act(() => data(api.DELETE("/v1/series/{id}/events/{tournament_id}", at(one.tournament))))} /></li>)}</ul>
        </details>
      )}
    </>
  );
}

const namesOf = (text: string): string[] => text.split(/[\n,;]+/).map((name) => name.trim()).filter(Boolean);

/** The first season of a league: its settings, and who plays in which group. */
function FirstSeason({ series, onChange }: ActsProps) {
  const { act, isBusy, trouble } = useAct(onChange);
  const [name, setName] = useState(series.name);
  const [choice, setChoice] = useState({ ...FIRST_CHOICE, format: "round_robin" as const, seats: 2, visibility: series.visibility as "public" });
  const [isOpen, setOpen] = useState(true);
  const [players, setPlayers] = useState<readonly string[]>(series.groups.map(() => ""));
  const start = () => act(() => data(api.POST("/v1/series/{id}/seasons", { params: { path: { id: series.id } }, body: {
    settings: { name, ...withoutEntries(settingsOf(choice)), ...(series.club ? { club: series.club } : {}) },
    ...(isOpen ? {} : { groups: players.map((text) => ({ players: namesOf(text) })) }),
  } }), "series"));
  return (
    <details open>
      <summary>{t("Start the first season")}</summary>
      <form class="form" onSubmit={(submit) => { submit.preventDefault(); void start(); }}>
        <label>{t("Name of the events; that of the group is added")} <input value={name} required maxLength={78} onInput={(input) => setName(input.currentTarget.value)} /></label>
        <EventFields choice={choice} onChange={(next) => setChoice(next as typeof choice)} />
        <label class="check whole"><input type="checkbox" checked={isOpen} onChange={(change) => setOpen(change.currentTarget.checked)} /> {t("Everybody can enter each group")}</label>
        {!isOpen && series.groups.map((group, place) => (
          <label class="whole" key={group.group}>{t("Players of {group}: names of accounts, one in a line", { group: group.name })} <textarea rows={4} value={players[place] ?? ""} onInput={(input) => setPlayers(players.map((one, at) => (at === place ? input.currentTarget.value : one)))} /></label>
        ))}
        {trouble}
        <button class="primary" disabled={isBusy}>{t("Start the season")}</button>
      </form>
    </details>
  );
}

/** A league sets the number of entries itself. */
const withoutEntries = ({ entries_max: _, ...settings }: ReturnType<typeof settingsOf>) => settings;

/** The next season of a league: first who would go up and down. */
function NextSeason({ series, onChange }: ActsProps) {
  const { act, isBusy, trouble } = useAct();
  const [plan, setPlan] = useState<Schemas["LeagueSeason"]>();
  const [name, setName] = useState("");
  const [leaving, setLeaving] = useState("");
  const [coming, setComing] = useState("");
  const body: Schemas["NextLeagueSeason"] = { ...(name.trim() ? { name: name.trim() } : {}), leaving: namesOf(leaving), new_players: namesOf(coming) };
  const params = { path: { id: series.id } };
  const isOver = series.events.filter((event) => event.season === series.season).every((event) => event.status === "finished" || event.status === "cancelled");
  const ask = (isDry: boolean) => act(async () => {
    const season = await data(api.POST("/v1/series/{id}/seasons/next", { params: { ...params, query: { dry_run: isDry } }, body }), "series") as Schemas["LeagueSeason"];
    setPlan(isDry ? season : undefined);
    if (!isDry) await onChange();
  });
  if (!isOver) return <p role="status">{t("Season {n} is played. When the events of all groups are over, the next one can begin.", { n: series.season })}</p>;
  return (
    <>
      <form class="form" onSubmit={(submit) => { submit.preventDefault(); void ask(plan === undefined); }}>
        <h3 class="whole">{t("Season {n}", { n: series.season + 1 })}</h3>
        <label>{t("Name of the events")} <input value={name} maxLength={78} placeholder={t("as before")} onInput={(input) => { setPlan(undefined); setName(input.currentTarget.value); }} /></label>
        <label>{t("Who leaves the league: names of accounts")} <input value={leaving} onInput={(input) => { setPlan(undefined); setLeaving(input.currentTarget.value); }} /></label>
        <label>{t("Who is new: names of accounts")} <input value={coming} onInput={(input) => { setPlan(undefined); setComing(input.currentTarget.value); }} /></label>
        {trouble}
        <button class="primary" disabled={isBusy}>{plan ? t("Start the season") : t("Show who goes up and down")}</button>
      </form>
      {plan && (
        <div role="status">
          {plan.groups.map((group) => (
            <div key={group.group}><h3>{group.name}</h3>
              <ol>{group.players.map(({ player, movement }) => <li key={player.id}>{nameOf(player)} <span class="faint">{MOVEMENTS[movement]?.() ?? movement}</span></li>)}</ol></div>
          ))}
          {plan.left.length > 0 && <p>{t("Not in the league any more: {names}", { names: plan.left.map(({ player }) => nameOf(player)).join(", ") })}</p>}
        </div>
      )}
    </>
  );
}

const MOVEMENTS: Record<string, () => string> = { up: () => t("goes up"), down: () => t("goes down"), stays: () => t("stays"), new: () => t("is new") };

function Change({ series, onChange }: ActsProps) {
  const { act, isBusy, trouble } = useAct(onChange);
  const isLeague = series.groups.length > 0;
  const isMine = useHasMade(series.owner, series.club);
  const [choice, setChoice] = useState({ name: series.name, description: series.description.join("\n\n"), points: series.points?.join(", ") ?? "", bestOf: String(series.best_of ?? ""), promoted: series.promoted });
  const params = { path: { id: series.id } };
  const save = () => act(() => data(api.PATCH("/v1/series/{id}", { params, body: { ...(isLeague ? {} : { best_of: ALL_RESULTS }), ...seriesBody(choice, isLeague) } }), "id"));
  const remove = () => act(async () => {
    await data(api.DELETE("/v1/series/{id}", { params }));
    go(series.club ? linkTo.club(series.club) : linkTo.list("tournaments"));
  });
  return (
    <details>
      <summary>{t("Settings of the series")}</summary>
      <form class="form" onSubmit={(submit) => { submit.preventDefault(); void save(); }}>
        <SeriesFields choice={choice} isLeague={isLeague} onChange={setChoice} />
        {trouble}
        <button class="primary" disabled={isBusy}>{t("Save the settings")}</button>
      </form>
      {isMine && <p><Sure label={t("Delete the series")} question={t("Its table goes for good. Its events stay.")} isBusy={isBusy} onSure={() => void remove()} /></p>}
    </details>
  );
}
