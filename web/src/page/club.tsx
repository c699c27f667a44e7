// A club: what it says of itself, its members, events, series and ladders.
import { data, type Schemas } from "../api";
import { many, plain, poolName, rulesName, sentence } from "../words";
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
      <div class="columns">
        <Section title="Events">
          <Trouble error={events.error} />
          <Events items={events.answer?.items} />
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
