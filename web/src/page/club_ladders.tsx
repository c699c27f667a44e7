// The ladders of a club and their seasons, and what its owner and managers do with them.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { many, plain, poolName, RULESETS, sentence } from "../words";
import { Sure, useAct } from "./act";
import { isManager } from "./club_people";
import { Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api } from "./session";

const LISTED = 50;
type Club = Schemas["Club"];
type Ladder = Schemas["ClubLadder"];
type Season = Schemas["ClubSeason"];

export function Ladders({ club, user }: { club: Club; user: string | undefined }) {
  const path = { id: club.id };
  const ladders = useAnswer(() => data(api.GET("/v1/clubs/{id}/ladders", { params: { path } }), "items"), [club.id, user]);
  const seasons = useAnswer(() => data(api.GET("/v1/clubs/{id}/seasons", { params: { path, query: { limit: LISTED } } }), "items"), [club.id, user]);
  const again = () => Promise.all([ladders.again(), seasons.again()]);
  const mayAdd = isManager(club) && club.visibility === "public";
  if (!ladders.answer?.items.length && !mayAdd) return null;
  return (
    <Section title={t("Ladders")}>
      <Trouble error={ladders.error ?? seasons.error} />
      {ladders.answer?.items.map((ladder) => <OneLadder key={ladder.id} club={club} ladder={ladder} seasons={seasons.answer?.items.filter((season) => season.ladder === ladder.id) ?? []} onChange={again} />)}
      {mayAdd && <details><summary>{t("New ladder of the club")}</summary><NewLadder club={club.id} onChange={again} /></details>}
    </Section>
  );
}

interface LadderProps {
  club: Club;
  ladder: Ladder;
  seasons: readonly Season[];
  onChange: () => Promise<unknown>;
}

function OneLadder({ club, ladder, seasons, onChange }: LadderProps) {
  const { act, isBusy, trouble } = useAct(onChange);
  const [name, setName] = useState("");
  const [isHard, setHard] = useState(false);
  const running = seasons.find((season) => season.status === "running");
  const facts = [poolName(ladder.base_pool), ...(ladder.members_only ? [t("for members")] : []), ...(ladder.closed_at ? [plain("closed")] : [])];
  const start = () => act(() => data(api.POST("/v1/clubs/{id}/seasons", { params: { path: { id: club.id } }, body: { ladder: ladder.id, reset: isHard ? "hard" : "soft", ...(name.trim() ? { name: name.trim() } : {}) } }), "id"))
    .then((isDone) => isDone && setName(""));
  return (
    <>
      <h3>{ladder.name}</h3>
      {trouble}
      <p class="faint">{facts.join(", ")}.</p>
      {seasons.length ? <ul class="rows">{seasons.map((season) => (
        <li class="row" key={season.id}>
          <a class="to" href={linkTo.ladder(season.pool)}>
            <strong>{season.name ?? t("Season {n}", { n: season.number })}</strong>
            <span class="faint">{season.ended_at ? t("final table") : plain("running")}, {many(season.players, "player")}, {many(season.games, "game")}</span>
          </a>
        </li>
      ))}</ul> : <p class="none">{t("No season has begun yet.")}</p>}
      {isManager(club) && !ladder.closed_at && (
        <details>
          <summary>{t("Seasons of {ladder}", { ladder: ladder.name })}</summary>
          {running ? <Sure label={t("End the season")} question={t("No game of it begins any more.")} isBusy={isBusy} onSure={() => void act(() => data(api.POST("/v1/clubs/{id}/seasons/{season_id}/end", { params: { path: { id: club.id, season_id: running.id } } }), "id"))} /> : (
            <form class="form" onSubmit={(submit) => { submit.preventDefault(); void start(); }}>
              <label>{t("Name of the season")} <input value={name} maxLength={80} placeholder={t("Season {n}", { n: (seasons[0]?.number ?? 0) + 1 })} onInput={(input) => setName(input.currentTarget.value)} /></label>
              {seasons.length > 0 && <label class="check"><input type="checkbox" checked={isHard} onChange={(change) => setHard(change.currentTarget.checked)} /> {t("Everybody begins as a new player")}</label>}
              <button class="primary" disabled={isBusy}>{t("Start the season")}</button>
            </form>
          )}
          <p><Sure label={t("Close the ladder")} question={t("No season begins any more. Its tables stay.")} isBusy={isBusy} onSure={() => void act(() => data(api.DELETE("/v1/clubs/{id}/ladders/{ladder_id}", { params: { path: { id: club.id, ladder_id: ladder.id } } })))} /></p>
        </details>
      )}
    </>
  );
}

function NewLadder({ club, onChange }: { club: string; onChange: () => Promise<unknown> }) {
  const rulesets = useAnswer(() => data(api.GET("/v1/rulesets"), "items"), []);
  const { act, isBusy, trouble } = useAct(onChange);
  const [name, setName] = useState("");
  const [ruleset, setRuleset] = useState("splendor");
  const [modules, setModules] = useState<readonly string[]>([]);
  const [size, setSize] = useState("table");
  const [pace, setPace] = useState("live");
  const [players, setPlayers] = useState("human");
  const [isForMembers, setForMembers] = useState(true);
  const chosen = rulesets.answer?.items.find((one) => one.id === ruleset);
  // Modules are named in the order of the server.
  const rules = [ruleset, ...(chosen?.modules.filter((module) => modules.includes(module)) ?? [])].join("+");
  const create = () => act(() => data(api.POST("/v1/clubs/{id}/ladders", { params: { path: { id: club } }, body: { name, base_pool: [rules, size, pace, players].join("."), members_only: isForMembers } }), "id"))
    .then((isDone) => isDone && setName(""));
  const choice = (label: string, value: string, set: (value: string) => void, words: Record<string, string>) => (
    <label>{label} <select value={value} onChange={(change) => set(change.currentTarget.value)}>{Object.entries(words).map(([key, word]) => <option key={key} value={key}>{word}</option>)}</select></label>
  );
  return (
    <form class="form" onSubmit={(submit) => { submit.preventDefault(); void create(); }}>
      <label>{t("Name of the ladder")} <input value={name} required maxLength={80} onInput={(input) => setName(input.currentTarget.value)} /></label>
      {choice(t("Game"), ruleset, (next) => { setRuleset(next); setModules([]); }, Object.fromEntries(rulesets.answer?.items.map((one) => [one.id, RULESETS[one.id] ?? plain(one.id)]) ?? [["splendor", "Splendor"]]))}
      {!!chosen?.modules.length && (
        <fieldset><legend>{t("Modules")}</legend>{chosen.modules.map((module) => (
          <label key={module} class="check"><input type="checkbox" checked={modules.includes(module)} onChange={(change) => setModules(change.currentTarget.checked ? [...modules, module] : modules.filter((one) => one !== module))} /> {sentence(plain(module))}</label>
        ))}</fieldset>
      )}
      {choice(t("Players at a table"), size, setSize, { duel: "2", table: "3, 4" })}
      {choice(t("Clock"), pace, setPace, { live: t("minutes for a game"), correspondence: t("days for a turn") })}
      {choice(t("Who plays"), players, setPlayers, { human: sentence(plain("people")), bot: sentence(plain("bots")) })}
      <label class="check"><input type="checkbox" checked={isForMembers} onChange={(change) => setForMembers(change.currentTarget.checked)} /> {t("For members of the club only")}</label>
      {trouble}
      <button class="primary" disabled={isBusy}>{t("Create the ladder")}</button>
    </form>
  );
}
