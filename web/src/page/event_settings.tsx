// What an organizer changes of an event that exists: its texts, its rounds, who organizes it; and what everybody is told.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { Sure, useAct } from "./act";
import { inBracket, MoreFields, moreBody, moreOf, type Shape } from "./event_more";
import { go, linkTo } from "./route";
import { api } from "./session";

type Event = Schemas["Tournament"];

const MINUTE_MS = 60_000;

/** Texts as they are typed, with an empty line between paragraphs. */
export const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).map((one) => one.replace(/\s+/g, " ").trim()).filter(Boolean);

export function Announce({ event, onSaid }: { event: Event; onSaid: () => void }) {
  const { act, isBusy, trouble } = useAct(onSaid);
  const [text, setText] = useState("");
  const send = () => act(() => data(api.POST("/v1/tournaments/{id}/announcements", { params: { path: { id: event.id } }, body: { text: text.trim() } }))).then((isDone) => isDone && setText(""));
  return (
    <details>
      <summary>{t("Tell everybody something")}</summary>
      {trouble}
      <form class="line" onSubmit={(submit) => { submit.preventDefault(); void send(); }}>
        <label class="wide">{t("It is on this page, and goes to all players with an account.")} <input value={text} required maxLength={400} onInput={(input) => setText(input.currentTarget.value)} /></label>
        <button disabled={isBusy}>{t("Tell them")}</button>
      </form>
    </details>
  );
}

export function Settings({ event }: { event: Event }) {
  const { act, isBusy, trouble } = useAct();
  const [name, setName] = useState(event.name);
  const [description, setDescription] = useState(event.description.join("\n\n"));
  const [rounds, setRounds] = useState(String(event.rounds ?? ""));
  const [minutes, setMinutes] = useState(event.round_ends_after_ms ? String(event.round_ends_after_ms / MINUTE_MS) : "");
  const [before, setBefore] = useState(() => moreOf(event));
  const [more, setMore] = useState(before);
  const [isMore, setMoreOpen] = useState(false);
  const [organizer, setOrganizer] = useState("");
  const [entryCode, setEntryCode] = useState<string>();
  const params = { path: { id: event.id } };
  const isRunning = event.status === "running";
  const isOver = event.status === "finished" || event.status === "cancelled";
  const withRounds = event.rounds !== null;
  const shape: Shape = { format: event.format, seats: event.seat_count, isHere: event.play === "over_the_board", rounds: event.rounds ?? undefined, hasClub: event.club !== null && event.club !== undefined, isNew: false };
  const patch = (body: Schemas["UpdateTournament"]) => act(() => data(api.PATCH("/v1/tournaments/{id}", { params, body })));
  const remove = () => act(async () => {
    await data(api.DELETE("/v1/tournaments/{id}", { params }));
    go(linkTo.list("tournaments"));
  });
  const save = () => {
    const ends = minutes.trim() ? Math.round(Number(minutes) * MINUTE_MS) : null;
    void patch({
      ...(name.trim() !== event.name ? { name: name.trim() } : {}),
      ...(description.trim() !== event.description.join("\n\n") ? { description: paragraphsOf(description) } : {}),
      ...(withRounds && Number(rounds) !== event.rounds ? { rounds: Number(rounds) } : {}),
      ...(ends !== event.round_ends_after_ms ? { round_ends_after_ms: ends } : {}),
      ...moreBody(more, shape, before),
    }).then((isDone) => isDone && setBefore(more));
  };
  return (
    <details>
      <summary>{t("Settings of the event")}</summary>
      {trouble}
      {!isOver && (
        <form class="form" onSubmit={(submit) => { submit.preventDefault(); save(); }}>
          <label>{t("Name of the event")} <input value={name} required maxLength={80} onInput={(input) => setName(input.currentTarget.value)} /></label>
          {withRounds && <label>{t("Rounds")} <input type="number" min={Math.max(event.round_count, 1)} max={50} value={rounds} required onInput={(input) => setRounds(input.currentTarget.value)} /></label>}
          {event.format !== "arena" && !inBracket(event) && <label>{t("Minutes for a round, from the next one on")} <input type="number" min={1} max={10000} value={minutes} placeholder={t("no limit")} onInput={(input) => setMinutes(input.currentTarget.value)} /></label>}
          <label class="whole">{t("What you tell about it; an empty line begins a paragraph")} <textarea rows={4} value={description} maxLength={8000} onInput={(input) => setDescription(input.currentTarget.value)} /></label>
          <details class="whole" open={isMore} onToggle={(toggle) => setMoreOpen(toggle.currentTarget.open)}>
            <summary>{t("More settings")}</summary>
            {isMore && <div class="form inner"><MoreFields more={more} shape={shape} onChange={setMore} /></div>}
          </details>
          <button class="primary" disabled={isBusy}>{t("Save the settings")}</button>
        </form>
      )}
      {event.entry === "link" && !isOver && (entryCode ? <p role="status">{t("Code with which players enter: {code}", { code: entryCode })}</p>
        : <button type="button" onClick={() => void act(async () => setEntryCode((await data(api.POST("/v1/tournaments/{id}/entry-code", { params }))).code))}>{t("New code with which players enter")}</button>)}
      <h3>{t("Organizers")}</h3>
      <ul class="rows">{[...event.organizers.map((one) => [one, true] as const), ...event.invited_organizers.map((one) => [one, false] as const)].map(([one, isIn]) => one.username && (
        <li class="row" key={one.id}><span class="to">{one.username}{!isIn && <span class="faint">{t("is asked")}</span>}</span>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/tournaments/{id}/organizers/{username}", { params: { path: { id: event.id, username: one.username! } } })))}>{t("Take away")}</button></li>
      ))}</ul>
      <form class="line" onSubmit={(submit) => { submit.preventDefault(); void patch({ organizers: [organizer.trim()] }).then((isDone) => isDone && setOrganizer("")); }}>
        <label>{t("Ask a player to organize it too")} <input value={organizer} required maxLength={20} autocapitalize="none" onInput={(input) => setOrganizer(input.currentTarget.value)} /></label>
        <button disabled={isBusy}>{t("Ask")}</button>
      </form>
      {!isOver && <Sure label={t("Cancel the event")} isBusy={isBusy} question={isRunning ? t("Its games are aborted, and that cannot be undone.") : t("Nobody can enter any more.")}
        onSure={() => void act(() => data(api.POST("/v1/tournaments/{id}/close", { params, body: { cancel: true } })))} />}
      <Sure label={t("Delete the event")} question={t("Only a draft or a test can be deleted. Nobody finds it any more.")} isBusy={isBusy} onSure={() => void remove()} />
    </details>
  );
}
