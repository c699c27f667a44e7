// A club: what it says of itself, its members, events, series and ladders.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { many, plain, poolName, rulesName, sentence } from "../words";
import { NewEvent } from "./new_event";
import { Missing, PlayerLink, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api } from "./session";

const LISTED = 50;

export function Club({ id, user }: { id: string; user: string | undefined }) {
  const path = { id };
  const club = useAnswer(() => data(api.GET("/v1/clubs/{id}", { params: { path } })), [id, user]);
  const members = useAnswer(() => data(api.GET("/v1/clubs/{id}/members", { params: { path, query: { limit: LISTED } } })), [id, user]);
  const events = useAnswer(() => data(api.GET("/v1/tournaments", { params: { query: { club: id, limit: LISTED } } })), [id, user]);
  const series = useAnswer(() => data(api.GET("/v1/series", { params: { query: { club: id, limit: LISTED } } })), [id, user]);
  const ladders = useAnswer(() => data(api.GET("/v1/clubs/{id}/ladders", { params: { path } })), [id, user]);
  const seasons = useAnswer(() => data(api.GET("/v1/clubs/{id}/seasons", { params: { path, query: { limit: LISTED } } })), [id, user]);
  if (!club.answer) return <Missing error={club.error} what="club" user={user} />;
  const { name, description, member_count, joining, owner } = club.answer;
  const more = member_count - (members.answer?.items.length ?? 0);
  return (
    <>
      <h1>{name}</h1>
      <p>{many(member_count, "member")}; the owner is <PlayerLink player={owner} />. {JOINING[joining] ?? sentence(plain(joining))}.</p>
      {description.map((paragraph, place) => <p key={place}>{paragraph}</p>)}
      <Membership club={club.answer} user={user} onChange={() => void Promise.all([club.again(), members.again()])} />
      <div class="columns">
        <Section title="Events">
          <Trouble error={events.error} />
          <Events items={events.answer?.items} />
          {["owner", "manager"].includes(club.answer.my_role ?? "") && <details><summary>New event of the club</summary><NewEvent club={id} /></details>}
        </Section>
        {series.answer && series.answer.items.length > 0 && (
          <Section title="Series">
            <ul class="rows">{series.answer.items.map((one) => (
              <li class="row" key={one.id}><a class="to" href={linkTo.series(one.id)}><strong>{one.name}</strong>{one.groups.length > 0 && <span class="faint">league of {many(one.groups.length, "group")}</span>}</a></li>
            ))}</ul>
          </Section>
        )}
        {ladders.answer && ladders.answer.items.length > 0 && (
          <Section title="Ladders">
            <Trouble error={seasons.error} />
            {ladders.answer.items.map((ladder) => <Ladder key={ladder.id} ladder={ladder} seasons={seasons.answer?.items.filter((season) => season.ladder === ladder.id) ?? []} />)}
          </Section>
        )}
        <Section title="Members">
          <Trouble error={members.error} />
          <ul class="rows">{members.answer?.items.map(({ player, role }) => (
            <li class="row" key={player.id}><span class="to"><PlayerLink player={player} />{role !== "member" && <span class="faint">{plain(role)}</span>}</span></li>
          ))}</ul>
          {members.answer && more > 0 && <p class="faint">And {more} more.</p>}
        </Section>
      </div>
    </>
  );
}

/** Joins, applies, leaves, and invites. */
function Membership({ club, user, onChange }: { club: Schemas["Club"]; user: string | undefined; onChange: () => void }) {
  const [error, setError] = useState<unknown>();
  const [name, setName] = useState("");
  const [isSure, setSure] = useState(false);
  if (!user) return <p class="faint">Sign in to join.</p>;
  const act = (what: Promise<unknown>) => {
    setError(undefined);
    what.then(onChange, setError);
  };
  const path = { id: club.id };
  const own = { path: { id: club.id, username: user } };
  const leave = () => act(data(api.DELETE("/v1/clubs/{id}/members/{username}", { params: own })));
  const mayJoin = club.joining === "open" || club.my_request === "invitation";
  const isManager = club.my_role === "owner" || club.my_role === "manager";
  return (
    <>
      <Trouble error={error} onClose={() => setError(undefined)} />
      <div class="actions">
        {!club.my_role && club.my_request !== "application" && (club.joining !== "invitation" || club.my_request === "invitation") &&
          <button type="button" class="primary" onClick={() => act(data(api.POST("/v1/clubs/{id}/join", { params: { path }, body: {} })))}>{mayJoin ? "Join" : "Apply"}</button>}
        {club.my_request === "application" && <><span>Your application waits.</span><button type="button" class="quiet" onClick={() => act(data(api.DELETE("/v1/clubs/{id}/applications/{username}", { params: own })))}>Take it back</button></>}
        {club.my_role && club.my_role !== "owner" && (isSure
          ? <span class="line">Leave the club? <button type="button" onClick={leave}>Leave</button><button type="button" class="quiet" onClick={() => setSure(false)}>Stay</button></span>
          : <button type="button" class="quiet" onClick={() => setSure(true)}>Leave …</button>)}
      </div>
      {isManager && <Applications id={club.id} onChange={onChange} />}
      {isManager && (
        <form class="line" onSubmit={(event) => {
          event.preventDefault();
          act(data(api.PUT("/v1/clubs/{id}/invitations/{username}", { params: { path: { id: club.id, username: name } } })).then(() => setName("")));
        }}>
          <label>Invite a player by name <input value={name} required maxLength={64} onInput={(event) => setName(event.currentTarget.value)} /></label>
          <button>Invite</button>
        </form>
      )}
    </>
  );
}

/** Who would like to join. */
function Applications({ id, onChange }: { id: string; onChange: () => void }) {
  const [error, setError] = useState<unknown>();
  const waiting = useAnswer(() => data(api.GET("/v1/clubs/{id}/applications", { params: { path: { id }, query: { limit: LISTED } } })), [id]);
  if (!waiting.answer?.items.length) return <Trouble error={error} />;
  const act = (what: Promise<unknown>) => {
    setError(undefined);
    what.then(() => (void waiting.again(), onChange()), setError);
  };
  return (
    <Section title="Applications">
      <Trouble error={error} />
      <ul class="rows">{waiting.answer.items.map(({ player }) => {
        const params = { path: { id, username: player.username ?? "" } };
        return (
          <li class="row" key={player.id}><span class="to"><PlayerLink player={player} /></span>
            <button type="button" onClick={() => act(data(api.PUT("/v1/clubs/{id}/members/{username}", { params })))}>Accept</button>
            <button type="button" class="quiet" onClick={() => act(data(api.DELETE("/v1/clubs/{id}/applications/{username}", { params })))}>Decline</button>
          </li>
        );
      })}</ul>
    </Section>
  );
}

function Ladder({ ladder, seasons }: { ladder: Schemas["ClubLadder"]; seasons: readonly Schemas["ClubSeason"][] }) {
  return (
    <>
      <h3>{ladder.name}</h3>
      <p class="faint">{poolName(ladder.base_pool)}{ladder.members_only ? ", for members" : ""}{ladder.closed_at ? ", closed" : ""}.</p>
      {seasons.length ? <ul class="rows">{seasons.map((season) => (
        <li class="row" key={season.id}>
          <a class="to" href={linkTo.ladder(season.pool)}>
            <strong>{season.name ?? `Season ${season.number}`}</strong>
            <span class="faint">{season.ended_at ? "final table" : "running"}, {many(season.players, "player")}, {many(season.games, "game")}</span>
          </a>
        </li>
      ))}</ul> : <p class="faint">No season has begun yet.</p>}
    </>
  );
}

const JOINING: Record<string, string> = {
  open: "Everybody can join",
  application: "Players join by application",
  invitation: "Players join by invitation",
};

function Events({ items }: { items: readonly Schemas["TournamentItem"][] | undefined }) {
  if (!items) return <p class="faint">One moment …</p>;
  if (!items.length) return <p class="faint">The club has no events yet.</p>;
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
