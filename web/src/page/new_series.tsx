// A new series: a table over several events, or a league with groups.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { useAct } from "./act";
import { paragraphsOf } from "./event_settings";
import { go, linkTo } from "./route";
import { api } from "./session";

/** The bounds of a league. */
const GROUPS = { min: 2, max: 8 };
const GROUP_SIZE = { min: 2, max: 64 };

export interface SeriesChoice {
  name: string;
  description: string;
  /** Points for places, with commas between them; empty for the points of the events. */
  points: string;
  /** How many results count; empty for all. */
  bestOf: string;
  promoted: number;
}

const numbers = (text: string): number[] => text.split(/[\s,;]+/).filter(Boolean).map(Number);

/** What both a new series and a changed one have. */
export const seriesBody = (choice: SeriesChoice, isLeague: boolean) => ({
  name: choice.name.trim(),
  description: paragraphsOf(choice.description),
  ...(isLeague ? { promoted: choice.promoted } : { points: numbers(choice.points), ...(choice.bestOf ? { best_of: Number(choice.bestOf) } : {}) }),
}) satisfies Schemas["UpdateSeries"];

export function SeriesFields({ choice, isLeague, onChange }: { choice: SeriesChoice; isLeague: boolean; onChange: (choice: SeriesChoice) => void }) {
  const set = (change: Partial<SeriesChoice>) => onChange({ ...choice, ...change });
  return (
    <>
      <label>{t("Name of the series")} <input value={choice.name} required maxLength={80} onInput={(input) => set({ name: input.currentTarget.value })} /></label>
      {isLeague
        ? <label>{t("Players who go up and down")} <input type="number" min={0} max={32} value={choice.promoted} required onInput={(input) => set({ promoted: Number(input.currentTarget.value) })} /></label>
        : <>
            <label>{t("Points for places, the first one first")} <input value={choice.points} placeholder={t("the points of the events")} pattern="[0-9]+([\s,;]+[0-9]+)*[\s,;]*" inputMode="text" onInput={(input) => set({ points: input.currentTarget.value })} /></label>
            <label>{t("How many results count, the best ones")} <input type="number" min={1} max={100} value={choice.bestOf} placeholder={t("all results")} onInput={(input) => set({ bestOf: input.currentTarget.value })} /></label>
          </>}
      <label class="whole">{t("What you tell about it; an empty line begins a paragraph")} <textarea rows={3} value={choice.description} maxLength={8000} onInput={(input) => set({ description: input.currentTarget.value })} /></label>
    </>
  );
}

export function NewSeries({ club }: { club?: string }) {
  const { act, isBusy, trouble } = useAct();
  const [choice, setChoice] = useState<SeriesChoice>({ name: "", description: "", points: "", bestOf: "", promoted: 1 });
  const [isLeague, setLeague] = useState(false);
  const [groups, setGroups] = useState([{ name: "A", size: 8 }, { name: "B", size: 8 }]);
  const change = (place: number, group: Partial<{ name: string; size: number }>) => setGroups(groups.map((one, at) => (at === place ? { ...one, ...group } : one)));
  const create = () => act(async () => {
    const body = { ...seriesBody(choice, isLeague), ...(isLeague ? { groups } : {}), ...(club ? { club } : {}) };
    go(linkTo.series((await data(api.POST("/v1/series", { body }), "id")).id));
  });
  return (
    <form class="form" onSubmit={(submit) => { submit.preventDefault(); void create(); }}>
      <label>{t("Kind")} <select value={String(isLeague)} onChange={(event) => setLeague(event.currentTarget.value === "true")}>
        <option value="false">{t("one table over several events")}</option><option value="true">{t("a league: groups, and seasons with promotion")}</option>
      </select></label>
      <SeriesFields choice={choice} isLeague={isLeague} onChange={setChoice} />
      {isLeague && (
        <fieldset><legend>{t("Groups, from the top")}</legend>
          {groups.map((group, place) => (
            <div class="line" key={place}>
              <label>{t("Name of group {n}", { n: place + 1 })} <input value={group.name} required maxLength={30} onInput={(input) => change(place, { name: input.currentTarget.value })} /></label>
              <label>{t("Places of group {n}", { n: place + 1 })} <input type="number" value={group.size} min={GROUP_SIZE.min} max={GROUP_SIZE.max} required onInput={(input) => change(place, { size: Number(input.currentTarget.value) })} /></label>
            </div>
          ))}
          <div class="actions">
            {groups.length < GROUPS.max && <button type="button" onClick={() => setGroups([...groups, { name: String.fromCharCode(65 + groups.length), size: 8 }])}>{t("One more group")}</button>}
            {groups.length > GROUPS.min && <button type="button" class="quiet" onClick={() => setGroups(groups.slice(0, -1))}>{t("One group less")}</button>}
          </div>
        </fieldset>
      )}
      {trouble}
      <button class="primary" disabled={isBusy}>{t("Create the series")}</button>
    </form>
  );
}
