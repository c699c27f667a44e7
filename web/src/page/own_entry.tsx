// What somebody does at an event who plays, would like to, or is asked to organize it.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { onTable } from "../words";
import { Sure, useAct } from "./act";
import { Byes, hasByes } from "./byes";
import { ResultForm } from "./result_form";
import { linkTo } from "./route";
import { api } from "./session";
import { OwnTeam, TeamFields, type TeamChoice } from "./teams";

type Event = Schemas["Tournament"];
type Round = Schemas["TournamentRound"];

interface OwnEntryProps {
  event: Event;
  round: Round | null;
  user: string | undefined;
  isOrganizer: boolean;
  teams: readonly Schemas["TournamentTeam"][];
  /** Called when the teams may have changed. */
  onTeams: () => unknown;
}

export function OwnEntry({ event, round, user, isOrganizer, teams, onTeams }: OwnEntryProps) {
  const { act, isBusy, trouble } = useAct(event.teams ? onTeams : undefined);
  const [team, setTeam] = useState<TeamChoice>({ team: 0, code: "" });
  const [secret, setSecret] = useState("");
  const [code, setCode] = useState("");
  const entry = event.my_entry;
  const params = { path: { id: event.id } };
  const isOpen = event.status === "registration" || (event.status === "running" && event.late_entries);
  if (!user) return isOpen ? <p>{t("Sign in to take part.")}</p> : null;
  const isHere = event.play === "over_the_board";
  const table = entry && round?.tables.find((one) => one.seats.some((seat) => seat.entry === entry.entry));
  const seat = table?.seats.find((one) => one.entry === entry?.entry);
  const mayReady = entry && round?.ready_until && round.status === "paired" && seat && !round.ready.includes(entry.entry);
  const isPassword = event.entry === "password";
  const send = (body: Schemas["EnterTournament"]) => act(() => data(api.POST("/v1/tournaments/{id}/enter", { params, body }), "entry"));
  const isNew = !entry && isOpen;
  const enter = () => void send({ ...(event.entry === "open" || entry ? {} : { [isPassword ? "password" : "code"]: secret }), ...(isNew && team.team ? { team: team.team, team_code: team.code.trim() } : {}) });
  const leave = (pause: boolean) => void act(() => data(api.POST("/v1/tournaments/{id}/withdraw", { params, body: pause ? { pause } : {} })));
  const leaveOut = (round: number, isLeftOut: boolean) => void act(() => (isLeftOut
    ? data(api.POST("/v1/tournaments/{id}/byes", { params, body: { round } }), "entry")
    : data(api.DELETE("/v1/tournaments/{id}/byes/{n}", { params: { path: { id: event.id, n: round } } }), "entry")));
  const isAsked = event.invited_organizers.some((one) => one.username === user);
  const mayReport = table && isHere && table.decided_at === null && round?.status === "open";
  const isOver = event.status === "finished" || event.status === "cancelled";
  return (
    <>
      {trouble}
      {isAsked && (
        <p class="notice" role="status">{t("You are asked to organize this event.")}{" "}
          <button type="button" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/organizers/accept", { params }), "id"))}>{t("Accept")}</button>{" "}
          <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/tournaments/{id}/organizers/{username}", { params: { path: { id: event.id, username: user } } })))}>{t("Decline")}</button></p>
      )}
      {table && seat && round!.status !== "closed" && <p role="status"><strong>{t("You are at table {table}, seat {seat}.", { table: onTable(table), seat: seat.seat + 1 })}</strong>{table.game && <> <a class="button" href={linkTo.game(table.game)}>{t("To the table")}</a></>}</p>}
      <div class="actions">
        {isNew && teams.length > 0 && <TeamFields teams={teams} choice={team} onChange={setTeam} />}
        {isNew && event.entry !== "open" && <label>{isPassword ? t("Password of the event") : t("Code of the event")} <input value={secret} onInput={(input) => setSecret(input.currentTarget.value)} /></label>}
        {isOpen && (!entry || entry.status === "paused") && <button type="button" class={isOrganizer ? "" : "primary"} disabled={isBusy} onClick={enter}>{entry ? t("Play on") : isOrganizer ? t("Play too") : t("Enter")}</button>}
        {mayReady && <button type="button" class="primary" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/ready", { params })))}>{t("I am ready")}</button>}
        {entry?.status === "active" && event.status === "running" && <button type="button" class="quiet" disabled={isBusy} onClick={() => leave(true)}>{t("Pause")}</button>}
        {entry?.status === "waiting" && <strong role="status">{t("The event is full. You are in the list of those who wait for a place.")}</strong>}
        {(entry?.status === "active" || entry?.status === "waiting") && !isOver && <Sure label={t("Withdraw")} question={event.status === "running" ? t("You are not paired any more, and only an organizer can take you back.") : t("You are not paired any more.")} isBusy={isBusy} onSure={() => leave(false)} />}
      </div>
      {entry?.status === "active" && event.teams && !isOver && <OwnTeam event={event} entry={entry} teams={teams} onDone={onTeams} />}
      {entry?.status === "active" && !isOver && hasByes(event) && <Byes event={event} entry={entry} isBusy={isBusy} onChange={leaveOut}
        legend={event.byes.points === "half" ? t("Rounds that you leave out, for half of the points of a bye: at most {n}", { n: event.byes.max }) : t("Rounds that you leave out, without points: at most {n}", { n: event.byes.max })} />}
      {!entry && isHere && !isOver && !isOrganizer && (
        <details>
          <summary>{t("I am in the list as a guest")}</summary>
          <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.POST("/v1/tournaments/{id}/claim", { params, body: { code } }), "entry")); }}>
            <label>{t("Code from the organizer")} <input value={code} required maxLength={20} autocapitalize="characters" onInput={(input) => setCode(input.currentTarget.value)} /></label>
            <button disabled={isBusy}>{t("Take over the entry")}</button>
          </form>
        </details>
      )}
      {mayReport && <ResultForm key={`${table.table} ${table.version}`} rules={event} table={table} isBusy={isBusy} button={t("Report the result")} onSave={({ forfeits: _, ...result }) => void act(() => data(api.POST("/v1/tournaments/{id}/tables/{n}/report", { params: { path: { id: event.id, n: table.table } }, body: result }), "seats"))} />}
      {mayReport && table.report && <p class="faint">{t("It counts when the other players of the table report the same.")}</p>}
    </>
  );
}
