// A new event, also as one before it was.
import { useState } from "preact/hooks";
import { data } from "../api";
import { t } from "../language";
import { useAct } from "./act";
import { choiceOf, EventFields, FIRST_CHOICE, settingsOf, type EventChoice } from "./event_form";
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
}

export function NewEvent({ club, series, visibility }: NewEventProps) {
  const earlier = useAnswer(() => data(api.GET("/v1/tournaments", { params: { query: { organizer: username() ?? "", limit: LISTED } } })), []);
  const [name, setName] = useState("");
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const { act, isBusy, trouble } = useAct();
  const copy = (id: string) => {
    const event = earlier.answer?.items.find((one) => one.id === id);
    if (!event) return;
    setName(event.name);
    setChoice(choiceOf(event));
  };
  const create = () => act(async () => {
    const body = { name, ...settingsOf(visibility ? { ...choice, visibility: visibility as EventChoice["visibility"] } : choice, club !== undefined), ...(club ? { club } : {}), ...(series ? { series } : {}) };
    go(linkTo.tournament((await data(api.POST("/v1/tournaments", { body }))).id));
  });
  return (
    <Section title={t("New event")}>
      <form class="form" id="new-event" onSubmit={(event) => { event.preventDefault(); void create(); }}>
        {!!earlier.answer?.items.length && (
          <label>{t("As an earlier one")} <select onChange={(event) => copy(event.currentTarget.value)}>
            <option value="">{t("no")}</option>
            {earlier.answer.items.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select></label>
        )}
        <label>{t("Name of the event")} <input value={name} required maxLength={80} onInput={(event) => setName(event.currentTarget.value)} /></label>
        <EventFields choice={choice} hasClub={club !== undefined} onChange={setChoice} />
        {trouble}
        <button class="primary" disabled={isBusy}>{t("Create the event")}</button>
      </form>
    </Section>
  );
}
