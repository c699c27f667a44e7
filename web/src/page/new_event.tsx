// A new event, also as one before it was.
import { useRef, useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { useAct } from "./act";
import { changesOf, choiceOf, EventFields, FIRST_CHOICE, settingsOf, type EventChoice } from "./event_form";
import { copied } from "./event_more";
import { Section, useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api, username } from "./session";

const LISTED = 20;

interface NewEventProps {
  /** A club or a series to which it belongs; the user organizes both. */
  club?: string | undefined;
  series?: string;
  /** Who may see it, if a series decides that. */
  visibility?: string;
  /** An event that is copied. */
  from?: Schemas["TournamentItem"];
}

export function NewEvent({ club, series, visibility, from }: NewEventProps) {
  const earlier = useAnswer(async () => (from ? [] : (await data(api.GET("/v1/tournaments", { params: { query: { organizer: username() ?? "", limit: LISTED } } }), "items")).items), []);
  const [name, setName] = useState(from?.name ?? "");
  const [choice, setChoice] = useState(from ? choiceOf(from, copied(from)) : FIRST_CHOICE);
  // A copy that is made, and not yet in the series.
  const made = useRef<string>();
  const { act, isBusy, trouble } = useAct();
  const copy = (id: string) => {
    const event = earlier.answer?.find((one) => one.id === id);
    setName(event?.name ?? "");
    setChoice(event ? choiceOf(event, copied(event)) : FIRST_CHOICE);
  };
  const create = () => act(async () => {
    const chosen = visibility ? { ...choice, visibility: visibility as EventChoice["visibility"] } : choice;
    const own = { name, ...(club ? { club } : {}) };
    if (chosen.from) {
      const body = { ...own, ...changesOf(chosen, chosen.from, copied(chosen.from), club), open: !chosen.isDraft };
      const id = (made.current ??= (await data(api.POST("/v1/tournaments/{id}/copy", { params: { path: { id: chosen.from.id } }, body }), "id")).id);
      if (series) await data(api.PUT("/v1/series/{id}/events/{tournament_id}", { params: { path: { id: series, tournament_id: id } } }), "id");
      return go(linkTo.tournament(id));
    }
    const body = { ...own, ...settingsOf(chosen, club), ...(series ? { series } : {}) };
    go(linkTo.tournament((await data(api.POST("/v1/tournaments", { body }), "id")).id));
  });
  return (
    <Section title={t("New event")}>
      <form class="form" id="new-event" onSubmit={(event) => { event.preventDefault(); void create(); }}>
        {!!earlier.answer?.length && (
          <label>{t("As an earlier one")} <select onChange={(event) => copy(event.currentTarget.value)}>
            <option value="">{t("no")}</option>
            {earlier.answer.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select></label>
        )}
        {choice.from && <p class="whole faint">{t("The description and a password stay, and the other organizers are asked again. Dates, players and results are not copied.")}</p>}
        <label>{t("Name of the event")} <input value={name} required maxLength={80} onInput={(event) => setName(event.currentTarget.value)} /></label>
        <EventFields choice={choice} club={club} onChange={setChoice} />
        {trouble}
        <button class="primary" disabled={isBusy}>{t("Create the event")}</button>
      </form>
    </Section>
  );
}
