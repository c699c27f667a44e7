// The teams of an event: their standings and members, and what players, captains and organizers do with them.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { rich, t } from "../language";
import { many, nameOf } from "../words";
import { Sure, useAct } from "./act";
import { PlayerLink, pointsOf, Section, Trouble, useAnswer } from "./parts";
import { api } from "./session";

type Event = Schemas["Tournament"];
type Team = Schemas["TournamentTeam"];

/** The team of somebody who plays. */
export const teamOf = (teams: readonly Team[], entry: number | undefined): Team | undefined =>
  teams.find(({ members }) => members.some((member) => member.entry === entry));

interface TeamsProps {
  event: Event;
  teams: readonly Team[];
  isOrganizer: boolean;
  /** Changes with every result. */
  moves: string;
  onDone: () => unknown;
}

export function Teams({ event, teams, isOrganizer, moves, onDone }: TeamsProps) {
  const { act, isBusy, trouble } = useAct(onDone);
  const [name, setName] = useState("");
  const standings = useAnswer(async () => (event.round_count ? data(api.GET("/v1/tournaments/{id}/standings/teams", { params: { path: { id: event.id } } }), "items") : undefined), [event.id, event.round_count, moves]);
  const before = event.status === "registration" || event.status === "draft";
  const lines = standings.answer?.items;
  const ordered = lines ? lines.flatMap(({ team }) => teams.filter((one) => one.team === team)) : teams;
  return (
    <Section title={lines ? t("Teams: standings") : t("Teams")}>
      <Trouble error={standings.error} />
      {trouble}
      {!teams.length && <p class="faint">{t("There are no teams yet.")}</p>}
      <ul class="rows entry-list">{ordered.map((team) => (
        <Row key={team.team} event={event} team={team} line={lines?.find((line) => line.team === team.team)} isBefore={before} isOrganizer={isOrganizer} onDone={onDone} />
      ))}</ul>
      {isOrganizer && before && (
        <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.POST("/v1/tournaments/{id}/teams", { params: { path: { id: event.id } }, body: { name: name.trim() } }), "team")).then((isDone) => isDone && setName("")); }}>
          <label>{t("Name of a new team")} <input value={name} required maxLength={60} onInput={(input) => setName(input.currentTarget.value)} /></label>
          <button disabled={isBusy}>{t("Make the team")}</button>
        </form>
      )}
    </Section>
  );
}

interface RowProps {
  event: Event;
  team: Team;
  line: Schemas["TeamStanding"] | undefined;
  isBefore: boolean;
  isOrganizer: boolean;
  onDone: () => unknown;
}

function Row({ event, team, line, isBefore, isOrganizer, onDone }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const isCaptain = event.my_entry !== null && team.captain === event.my_entry.entry;
  const isOver = event.status === "finished" || event.status === "cancelled";
  const mayChange = isOrganizer ? !isOver : isCaptain && isBefore;
  const needed = (event.teams?.size_min ?? 0) - team.members.filter((one) => one.status === "active").length;
  const members: readonly (Schemas["TeamMember"] | Schemas["TeamMemberStanding"])[] = line?.members ?? team.members;
  return (
    <li class="row">
      <span class="to"><span>{line && <span class="place">{line.place}. </span>}<strong>{team.name}</strong>{line
        ? ` – ${line.match_points === undefined ? t("{points} points, {wins} wins", { points: pointsOf(line), wins: Math.round(line.wins * 100) / 100 }) : t("{points} match points, {boards} board points", { points: line.match_points, boards: pointsOf(line) })}`
        : <span class="faint"> {t("{n} of {max} places", { n: team.members.length, max: event.teams?.size_max ?? 0 })}{isBefore && needed > 0 && <>, {t("{count} more needed", { count: needed })}</>}</span>}</span>
        <ul class="seated">{members.map((one) => (
          <li key={one.entry}><PlayerLink player={one.player} guest={one.guest} /> <span class="faint">{[...("points" in one ? [pointsOf(one)] : []), ...(one.entry === team.captain ? [t("captain")] : [])].join(", ")}</span></li>
        ))}</ul></span>
      {mayChange && <button type="button" class="quiet" aria-expanded={isOpen} aria-label={t("More about {name}", { name: team.name })} onClick={() => setOpen(!isOpen)}>…</button>}
      {mayChange && isOpen && <More event={event} team={team} isBefore={isBefore} onDone={onDone} />}
    </li>
  );
}

/** A list in which the one at this place has changed places with the one before it. */
const up = (list: readonly number[], at: number): number[] => list.map((one, place) => (place === at - 1 ? list[at] : place === at ? list[at - 1] : one) ?? one);

function More({ event, team, isBefore, onDone }: Pick<RowProps, "event" | "team" | "isBefore" | "onDone">) {
  const { act, isBusy, trouble } = useAct(onDone);
  const [name, setName] = useState(team.name);
  const [code, setCode] = useState<string>();
  const params = { path: { id: event.id, n: team.team } };
  const there = team.members.filter(({ status }) => status === "active" || status === "paused");
  const change = (body: Schemas["UpdateTeam"]) => void act(() => data(api.PATCH("/v1/tournaments/{id}/teams/{n}", { params, body }), "team"));
  return (
    <div class="more">
      {trouble}
      <form class="line" onSubmit={(submit) => { submit.preventDefault(); change({ name: name.trim() }); }}>
        <label>{t("Name")} <input value={name} required maxLength={60} onInput={(input) => setName(input.currentTarget.value)} /></label>
        <button disabled={isBusy || name.trim() === team.name}>{t("Rename")}</button>
      </form>
      {team.members.length > 1 && (
        <label>{t("Captain")} <select value={team.captain ?? ""} disabled={isBusy} onChange={(choice) => change({ captain: Number(choice.currentTarget.value) })}>
          {team.members.map((one) => <option key={one.entry} value={one.entry}>{nameOf(one.player, one.guest)}</option>)}
        </select></label>
      )}
      {isBefore && event.teams?.boards && there.length > 1 && (
        <><p>{t("The order of the boards:")}</p><ol>{there.map((one, at) => (
          <li key={one.entry}>{nameOf(one.player, one.guest)} {at > 0 && <button type="button" class="quiet" disabled={isBusy} aria-label={t("{name} one board up", { name: nameOf(one.player, one.guest) })} onClick={() => change({ members: up(there.map(({ entry }) => entry), at) })}>↑</button>}</li>
        ))}</ol></>
      )}
      {code
        ? <p role="status">{t("Players who type this code join {team}: {code}", { team: team.name, code })}</p>
        : <button type="button" disabled={isBusy} onClick={() => void act(async () => setCode((await data(api.POST("/v1/tournaments/{id}/teams/{n}/code", { params }), "team")).code))}>{t("New code of the team")}</button>}
      <p class="faint">{t("A new code replaces the old one.")}</p>
      {isBefore && <Sure label={t("Delete the team")} question={t("Its members stay in the event.")} isBusy={isBusy} onSure={() => void act(() => data(api.DELETE("/v1/tournaments/{id}/teams/{n}", { params })))} />}
    </div>
  );
}

/** What somebody who plays does about their team before the start: make one, join one by its code, leave it. */
export function OwnTeam({ event, entry, teams, onDone }: { event: Event; entry: Schemas["TournamentEntry"]; teams: readonly Team[]; onDone: () => unknown }) {
  const { act, isBusy, trouble } = useAct(onDone);
  const [name, setName] = useState("");
  const [choice, setChoice] = useState<TeamChoice>({ team: 0, code: "" });
  const own = teamOf(teams, entry.entry);
  const params = { path: { id: event.id, n: entry.entry } };
  const isBefore = event.status === "registration";
  if (own) {
    return (
      <p>{rich("You play for {team}.", { team: <strong>{own.name}</strong> })} {isBefore && <Sure label={t("Leave the team")} isBusy={isBusy}
        question={own.members.length > 1 ? t("You stay in the event.") : t("You are its last member, so it is deleted.")} onSure={() => void act(() => data(api.DELETE("/v1/tournaments/{id}/entries/{n}/team", { params }), "entry"))} />}{trouble}</p>
    );
  }
  if (!isBefore) return null;
  return (
    <>
      <p role="status">{t("You need a team before the event begins: {members} at most.", { members: many(event.teams?.size_max ?? 0, "member") })}</p>
      {trouble}
      {teams.length > 0 && (
        <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.PUT("/v1/tournaments/{id}/entries/{n}/team", { params, body: { team: choice.team, code: choice.code.trim() } }), "entry")); }}>
          <TeamFields teams={teams} choice={choice} onChange={setChoice} />
          <button disabled={isBusy || !choice.team || !choice.code.trim()}>{t("Join the team")}</button>
        </form>
      )}
      <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.POST("/v1/tournaments/{id}/teams", { params: { path: { id: event.id } }, body: { name: name.trim() } }), "team")); }}>
        <label>{t("Name of a new team")} <input value={name} required maxLength={60} onInput={(input) => setName(input.currentTarget.value)} /></label>
        <button disabled={isBusy}>{t("Make the team")}</button>
      </form>
    </>
  );
}

/** A team, and the code with which players join it. */
export interface TeamChoice {
  team: number;
  code: string;
}

export function TeamFields({ teams, choice, onChange }: { teams: readonly Team[]; choice: TeamChoice; onChange: (choice: TeamChoice) => void }) {
  return (
    <>
      <label>{t("Team")} <select value={choice.team} onChange={(event) => onChange({ ...choice, team: Number(event.currentTarget.value) })}>
        <option value={0}>–</option>
        {teams.map((one) => <option key={one.team} value={one.team}>{one.name}</option>)}
      </select></label>
      <label>{t("Code of the team")} <input value={choice.code} maxLength={20} autocapitalize="characters" onInput={(event) => onChange({ ...choice, code: event.currentTarget.value })} /></label>
    </>
  );
}
