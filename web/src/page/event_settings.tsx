// What an organizer changes of an event that exists: its texts, its rounds, who organizes it; and what everybody is told.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { Sure, useAct } from "./act";
import { useHasMade } from "./club_people";
import { changesOf, choiceOf, EventFields } from "./event_form";
import { moreOf } from "./event_more";
import { go, linkTo } from "./route";
import { api } from "./session";

type Event = Schemas["Tournament"];

/** Texts as they are typed, with an empty line between paragraphs. */
export const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).map((one) => one.replace(/\s+/g, " ").trim()).filter(Boolean);

export function Announce({ event, onSaid }: { event: Event; onSaid: () => void }) {
  const { act, isBusy, trouble } = useAct(onSaid);
  const [text, setText] = useState("");
  const send = () => act(() => data(api.POST("/v1/tournaments/{id}/announcements", { params: { path: { id: event.id } }, body: { text: text.trim() } }), "id")).then((isDone) => isDone && setText(""));
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
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>{t("Settings of the event")}</summary>
      {isOpen && (
        <>
          {event.status !== "finished" && event.status !== "cancelled" && <Change event={event} />}
          <Organizers event={event} />
          <Ends event={event} />
        </>
      )}
    </details>
  );
}

/** What is sent is what somebody has changed here, so that it takes back nothing of what another organizer changes meanwhile. */
function Change({ event }: { event: Event }) {
  const { act, isBusy, trouble } = useAct();
  const [before, setBefore] = useState(event);
  const [name, setName] = useState(event.name);
  const [description, setDescription] = useState(event.description.join("\n\n"));
  const [choice, setChoice] = useState(() => choiceOf(event, moreOf(event)));
  const [code, setCode] = useState<string>();
  const params = { path: { id: event.id } };
  const save = () => act(async () => {
    const saved = await data(api.PATCH("/v1/tournaments/{id}", { params, body: {
      ...(name.trim() !== before.name ? { name: name.trim() } : {}),
      ...(description.trim() !== before.description.join("\n\n") ? { description: paragraphsOf(description) } : {}),
      ...changesOf(choice, before, moreOf(before)),
    } }), "id");
    setBefore(saved);
    setChoice(choiceOf(saved, moreOf(saved)));
  });
  return (
    <>
      {trouble}
      <form class="form" onSubmit={(submit) => { submit.preventDefault(); void save(); }}>
        <label>{t("Name of the event")} <input value={name} required maxLength={80} onInput={(input) => setName(input.currentTarget.value)} /></label>
        <EventFields choice={choice} stage={event.status === "running" ? "running" : "open"} onChange={setChoice} />
        <label class="whole">{t("What you tell about it; an empty line begins a paragraph")} <textarea rows={4} value={description} maxLength={8000} onInput={(input) => setDescription(input.currentTarget.value)} /></label>
        <button class="primary" disabled={isBusy}>{t("Save the settings")}</button>
      </form>
      {event.entry === "link" && (code ? <p role="status">{t("Code with which players enter: {code}", { code })}</p>
        : <button type="button" onClick={() => void act(async () => setCode((await data(api.POST("/v1/tournaments/{id}/entry-code", { params }), "code")).code))}>{t("New code with which players enter")}</button>)}
      {event.entry === "link" && <p class="faint">{t("A new code replaces the old one.")}</p>}
    </>
  );
}

function Organizers({ event }: { event: Event }) {
  const { act, isBusy, trouble } = useAct();
  const [organizer, setOrganizer] = useState("");
  const ask = () => act(() => data(api.PATCH("/v1/tournaments/{id}", { params: { path: { id: event.id } }, body: { organizers: [organizer.trim()] } }), "id"));
  return (
    <>
      <h3>{t("Organizers")}</h3>
      {trouble}
      <ul class="rows">{[...event.organizers.map((one) => [one, true] as const), ...event.invited_organizers.map((one) => [one, false] as const)].map(([one, isIn]) => one.username && (
        <li class="row" key={one.id}><span class="to">{one.username}{!isIn && <span class="faint">{t("is asked")}</span>}</span>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/tournaments/{id}/organizers/{username}", { params: { path: { id: event.id, username: one.username! } } })))}>{t("Take away")}</button></li>
      ))}</ul>
      <form class="line" onSubmit={(submit) => { submit.preventDefault(); void ask().then((isDone) => isDone && setOrganizer("")); }}>
        <label>{t("Ask a player to organize it too")} <input value={organizer} required maxLength={20} autocapitalize="none" onInput={(input) => setOrganizer(input.currentTarget.value)} /></label>
        <button disabled={isBusy}>{t("Ask")}</button>
      </form>
    </>
  );
}

/** What ends something for good. */
function Ends({ event }: { event: Event }) {
  const { act, isBusy, trouble } = useAct();
  // Of an event whose creator is gone, every organizer may.
  const isMine = useHasMade(event.creator, event.club) || !event.creator.username;
  const params = { path: { id: event.id } };
  const isOver = event.status === "finished" || event.status === "cancelled";
  const cancel = () => act(() => data(api.POST("/v1/tournaments/{id}/close", { params, body: { cancel: true } }), "id"));
  const remove = () => act(async () => {
    await data(api.DELETE("/v1/tournaments/{id}", { params }));
    go(linkTo.list("tournaments"));
  });
  return isMine && (
    <>
      {trouble}
      <div class="actions">
        {event.status === "running" && event.rated && !event.rating_ended_at && <Sure label={t("Give up the rating")} isBusy={isBusy} question={t("The open round is still rated. What is decided after it changes no ratings, and that stays so.")}
          onSure={() => void act(() => data(api.PATCH("/v1/tournaments/{id}", { params, body: { rated: false } }), "id"))} />}
        {!isOver && <Sure label={t("Cancel the event")} isBusy={isBusy} question={event.status === "running" ? t("Its games are aborted, and that cannot be undone.") : t("Nobody can enter any more.")} onSure={() => void cancel()} />}
        <Sure label={t("Delete the event")} question={t("Only a draft or a test can be deleted, with all that is in it. That cannot be undone.")} isBusy={isBusy} onSure={() => void remove()} />
      </div>
    </>
  );
}
