// A club: what it says of itself, its members, events, series and ladders.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { rich, t, type Text } from "../language";
import { many, plain, rulesName, sentence } from "../words";
import { useAct } from "./act";
import { Ladders } from "./club_ladders";
import { isManager, Members, Membership } from "./club_people";
import { paragraphsOf } from "./event_settings";
import { NewEvent } from "./new_event";
import { NewSeries } from "./new_series";
import { Missing, PlayerLink, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { SeriesRow } from "./series_list";
import { api } from "./session";

const LISTED = 50;

export function Club({ id, user }: { id: string; user: string | undefined }) {
  const path = { id };
  const club = useAnswer(() => data(api.GET("/v1/clubs/{id}", { params: { path } }), "id"), [id, user]);
  const events = useAnswer(() => data(api.GET("/v1/tournaments", { params: { query: { club: id, limit: LISTED } } }), "items"), [id, user]);
  const series = useAnswer(() => data(api.GET("/v1/series", { params: { query: { club: id, limit: LISTED } } }), "items"), [id, user]);
  if (!club.answer) return <Missing error={club.error} what="club" user={user} />;
  const { name, description, member_count, joining, owner } = club.answer;
  const mayManage = isManager(club.answer);
  return (
    <>
      <h1>{name}</h1>
      <p>{rich("{members}; the owner is {owner}.", { members: <>{many(member_count, "member")}</>, owner: <PlayerLink player={owner} /> })} {joining in JOINING ? t(JOINING[joining as keyof typeof JOINING]) : sentence(plain(joining))}.</p>
      {description.map((paragraph, place) => <p key={place}>{paragraph}</p>)}
      <Membership club={club.answer} user={user} onChange={club.again} />
      <div class="columns">
        <Section title={t("Events")}>
          <Trouble error={events.error} />
          <Events items={events.answer?.items} />
          {mayManage && <details><summary>{t("New event of the club")}</summary><NewEvent club={id} /></details>}
        </Section>
        {(mayManage || !!series.answer?.items.length) && (
          <Section title={t("Series and leagues")}>
            <Trouble error={series.error} />
            {series.answer?.items.length === 0 && <p class="faint">{t("A series counts several events in one table; a league has groups and promotion.")}</p>}
            <ul class="rows">{series.answer?.items.map((one) => <SeriesRow key={one.id} series={one} />)}</ul>
            {mayManage && <details><summary>{t("New series or league of the club")}</summary><NewSeries club={id} /></details>}
          </Section>
        )}
        <Ladders club={club.answer} user={user} />
        <Members club={club.answer} onChange={club.again} />
        {mayManage && <Change club={club.answer} onChange={club.again} />}
      </div>
    </>
  );
}

const JOINING = {
  open: "Everybody can join",
  application: "Players join by application",
  invitation: "Players join by invitation",
} as const satisfies Record<string, Text>;

function Change({ club, onChange }: { club: Schemas["Club"]; onChange: () => Promise<unknown> }) {
  const { act, isBusy, trouble } = useAct(onChange);
  const [name, setName] = useState(club.name);
  const [description, setDescription] = useState(club.description.join("\n\n"));
  const [joining, setJoining] = useState(club.joining as keyof typeof JOINING);
  const [visibility, setVisibility] = useState(club.visibility as "public" | "private");
  const save = () => act(() => data(api.PATCH("/v1/clubs/{id}", { params: { path: { id: club.id } }, body: { name, description: paragraphsOf(description), joining, visibility } }), "id"));
  return (
    <Section title={t("Settings of the club")}>
      <details>
        <summary>{t("Change the club")}</summary>
        <form class="form" onSubmit={(submit) => { submit.preventDefault(); void save(); }}>
          <label>{t("Name of the club")} <input value={name} required maxLength={80} onInput={(input) => setName(input.currentTarget.value)} /></label>
          <label>{t("How players join")} <select value={joining} onChange={(change) => setJoining(change.currentTarget.value as keyof typeof JOINING)}>
            {Object.entries(JOINING).map(([value, word]) => <option key={value} value={value}>{t(word)}</option>)}
          </select></label>
          <label>{t("Who sees it")} <select value={visibility} onChange={(change) => setVisibility(change.currentTarget.value as "public" | "private")}>
            <option value="public">{t("everybody")}</option><option value="private">{t("members only")}</option>
          </select></label>
          <label class="whole">{t("What you tell about it; an empty line begins a paragraph")} <textarea rows={4} value={description} maxLength={8000} onInput={(input) => setDescription(input.currentTarget.value)} /></label>
          {trouble}
          <button class="primary" disabled={isBusy}>{t("Save the settings")}</button>
        </form>
      </details>
    </Section>
  );
}

function Events({ items }: { items: readonly Schemas["TournamentItem"][] | undefined }) {
  if (!items) return <p class="faint">{t("One moment …")}</p>;
  if (!items.length) return <p class="none">{t("The club has no events yet.")}</p>;
  return (
    <ul class="rows">{items.map((event) => (
      <li class="row" key={event.id}>
        <a class="to" href={linkTo.tournament(event.id)}>
          <strong>{event.name}</strong>
          <span>{rulesName(event)}</span>
          <span class="faint">{plain(event.status)}, {many(event.entry_count, "entry", "entries")}</span>
        </a>
      </li>
    ))}</ul>
  );
}
