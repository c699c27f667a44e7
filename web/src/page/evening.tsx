// What an organizer does at an event, step by step: names, rounds, results, corrections, the end.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { Sure, useAct } from "./act";
import { Apart } from "./apart";
import { Entries } from "./entries";
import { Announce, Settings } from "./event_settings";
import { NewEvent } from "./new_event";
import { NextRound } from "./next_round";
import { allEntries, byName } from "./pages";
import { Section, Trouble, useAnswer } from "./parts";
import { Printing } from "./print";
import { isOutstanding, Results } from "./results";
import { api } from "./session";

type Event = Schemas["Tournament"];
type Round = Schemas["TournamentRound"];

export interface EveningProps {
  event: Event;
  /** The last round. */
  round: Round | null;
  /** The round that is looked at. */
  shown: Round | null;
  teams: readonly Schemas["TournamentTeam"][];
  /** How much was done here that no frame of the stream tells. */
  moves: number;
  onDone: () => void;
}

export function Evening({ event, round, shown, teams, moves, onDone }: EveningProps) {
  const { act, isBusy, trouble } = useAct();
  const [isCopied, setCopied] = useState(false);
  const params = { path: { id: event.id } };
  const isOver = round === null || !round.tables.some(isOutstanding);
  const isRunning = event.status === "running";
  const isOpen = isRunning || event.status === "registration" || event.status === "draft";
  const entries = useAnswer(async () => (isOpen ? allEntries(event.id) : []), [event.id, isOpen, event.entry_count, event.status, event.round_count, moves]);
  const all = entries.answer ?? [];
  const hasMore = event.rounds === null || event.cut !== null || event.round_count < event.rounds;
  const mayPair = isRunning && isOver && event.format !== "arena" && hasMore;
  const undo = () => act(() => data(api.POST("/v1/tournaments/{id}/rounds/{n}/unpair", { params: { path: { id: event.id, n: round!.round } }, body: { reason: t("undone by the organizer") } }), "id"));
  const mayUndo = isRunning && event.format !== "arena" && round !== null && round.round === event.round_count && round.tables.every((table) => table.decided_at === null && table.status !== "done");
  return (
    <Section title={t("Organize")}>
      {trouble}
      <p role="status" class="next-step">{nextStep(event, round, isOver, mayPair)}</p>
      {mayPair && <NextRound key={event.round_count} event={event} all={all} />}
      <div class="actions">
        {event.status === "draft" && <button type="button" class="primary" disabled={isBusy} onClick={() => void act(() => data(api.PATCH("/v1/tournaments/{id}", { params, body: { open: true } }), "id"))}>{t("Open the event")}</button>}
        {event.status === "registration" && <button type="button" class="primary" disabled={isBusy} onClick={() => void act(() => byName(all, data(api.POST("/v1/tournaments/{id}/start", { params }), "id")))}>{t("Begin the event")}</button>}
        {mayUndo && <button type="button" class="quiet" disabled={isBusy} onClick={() => void undo()}>{t("Undo the pairing of round {n}", { n: round.round })}</button>}
        {round?.next_round_at && isOver && hasMore && <button type="button" disabled={isBusy} onClick={() => void act(() => data(api.POST("/v1/tournaments/{id}/rounds/close", { params }), "round"))}>{t("Go on now")}</button>}
        {isRunning && isOver && round && <Sure label={t("Close the event")} question={t("The standings become final.")} isBusy={isBusy} isNext={!mayPair} onSure={() => void act(() => data(api.POST("/v1/tournaments/{id}/close", { params, body: {} }), "id"))} />}
        {(event.status === "finished" || event.status === "cancelled") && <Sure label={t("Take the end back")} question={t("The event goes on.")} isBusy={isBusy} onSure={() => void act(() => data(api.POST("/v1/tournaments/{id}/reopen", { params, body: { reason: t("by the organizer") } }), "id"))} />}
      </div>
      {shown && event.status !== "cancelled" && (event.play === "over_the_board" || shown.tables.some((table) => !isOutstanding(table)) || isRunning) &&
        <Results key={shown.round} event={event} round={shown} isLast={shown.round === event.round_count} onDone={onDone} />}
      {shown && isRunning && event.clock.kind !== "none" && <AllClocks event={event} round={shown} />}
      <Trouble error={entries.error} />
      {isOpen && <Entries event={event} all={all} teams={teams} onDone={onDone} />}
      {isOpen && ["swiss", "heats", "arena"].includes(event.format) && <Apart event={event} all={all} />}
      {event.status !== "draft" && <Printing event={event} round={shown} />}
      {(isRunning || event.status === "registration") && <Announce event={event} onSaid={onDone} />}
      <Settings key={event.id} event={event} />
      <details open={isCopied} onToggle={(toggle) => setCopied(toggle.currentTarget.open)}>
        <summary>{t("Another event like this one")}</summary>
        {isCopied && <NewEvent from={event} />}
      </details>
    </Section>
  );
}

/** What comes next, for somebody who has never done this. */
function nextStep(event: Event, round: Round | null, isOver: boolean, mayPair: boolean): string {
  const isHere = event.play === "over_the_board";
  if (event.status === "draft") return t("Only you see this event. Open it when everything is right.");
  if (event.status === "registration") {
    if (event.entry_count < 2) return isHere ? t("Next: add the players below, or let them scan the code and enter.") : t("Next: players enter on this page. Send them its address.");
    return t("Next: mark who is not here, then begin the event. Late guests can be added in every round.");
  }
  if (event.status === "finished") return t("The event is over, and the standings are final. Results can be corrected for 14 days.");
  if (event.status === "cancelled") return t("The event was cancelled.");
  if (!isOver) return isHere ? t("Round {n} is played. Type the results as they come in.", { n: round?.round ?? 1 }) : t("Round {n} is played.", { n: round?.round ?? 1 });
  if (mayPair) return event.round_count === 0 ? t("Next: pair the first round. A preview changes nothing.") : t("Next: pair round {n}, or correct a result before.", { n: event.round_count + 1 });
  return event.format === "arena" ? "" : t("All rounds are played. Look at the standings, then close the event.");
}

/** Stops the clocks of all games of a round, for an announcement or a fire alarm. */
function AllClocks({ event, round }: { event: Event; round: Round }) {
  const { act, isBusy, trouble } = useAct();
  const playing = round.tables.filter((table) => table.status === "playing" && table.game);
  if (!playing.length) return null;
  const each = (verb: "pause" | "resume") => void act(async () => {
    for (const table of playing) await data(api.POST(`/v1/tournaments/{id}/tables/{n}/${verb}`, { params: { path: { id: event.id, n: table.table } }, body: { reason: t("by the organizer") } }));
  });
  return (
    <>
      {trouble}
      <div class="actions">
        <button type="button" class="quiet" disabled={isBusy} onClick={() => each("pause")}>{t("Stop all clocks")}</button>
        <button type="button" class="quiet" disabled={isBusy} onClick={() => each("resume")}>{t("Let all clocks run")}</button>
      </div>
    </>
  );
}
