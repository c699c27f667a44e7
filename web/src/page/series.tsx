// A series: its table, its events, and the groups of a league.
import { data, type Schemas } from "../api";
import { many, plain } from "../words";
import { Missing, PlayerLink, pointsOf, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api } from "./session";

type View = Schemas["Series"];

export function Series({ id, user }: { id: string; user: string | undefined }) {
  const path = { id };
  const series = useAnswer(() => data(api.GET("/v1/series/{id}", { params: { path } })), [id, user]);
  const table = useAnswer(() => data(api.GET("/v1/series/{id}/standings", { params: { path } })), [id, user]);
  const clubId = series.answer?.club;
  const club = useAnswer(async () => (clubId ? data(api.GET("/v1/clubs/{id}", { params: { path: { id: clubId } } })) : undefined), [clubId]);
  if (!series.answer) return <Missing error={series.error} what="series" user={user} />;
  const { name, description, owner, events, groups, season, visibility } = series.answer;
  return (
    <>
      <h1>{name}</h1>
      <p>{counting(series.answer)} The organizer is <PlayerLink player={owner} />.
        {club.answer && <> A series of <a href={linkTo.club(club.answer.id)}>{club.answer.name}</a>.</>}</p>
      {description.map((paragraph, place) => <p key={place}>{paragraph}</p>)}
      <div class="columns">
        <Section title="Table">
          <Trouble error={table.error} />
          <Standings table={table.answer} />
          {visibility === "public" && table.answer?.items.length ? <p><a href={`/v1/series/${id}/standings?format=csv`} download>The table as CSV</a></p> : null}
        </Section>
        <div>
          {groups.length > 0 && (
            <Section title={season ? `Groups in season ${season}` : "Groups"}>
              <ol>{groups.map(({ group, name: title, size }) => (
                <li key={group}>{title} <span class="faint">({many(size, "place")})</span> <GroupEvent event={events.find((event) => event.season === season && event.group === group)} /></li>
              ))}</ol>
            </Section>
          )}
          <Section title="Events">
            {events.length ? <ul class="rows">{events.map((event) => <Row key={event.tournament} event={event} groups={groups} />)}</ul> : <p class="faint">There are no events yet.</p>}
          </Section>
        </div>
      </div>
    </>
  );
}

/** What counts, in a sentence. */
function counting({ points, best_of, groups, promoted }: View): string {
  const from = points ? `Points for places: ${points.join(", ")}.` : "The points of the tournaments count.";
  const best = best_of ? ` The ${many(best_of, "best result")} of everybody ${best_of === 1 ? "counts" : "count"}.` : "";
  return groups.length ? `A league of ${many(groups.length, "group")}; ${promoted} of each go up.` : from + best;
}

function GroupEvent({ event }: { event: Schemas["SeriesEvent"] | undefined }) {
  return event ? <a href={linkTo.tournament(event.tournament)}>{plain(event.status)}</a> : null;
}

function Row({ event, groups }: { event: Schemas["SeriesEvent"]; groups: View["groups"] }) {
  const group = groups.find((one) => one.group === event.group)?.name;
  const facts = [...(event.season ? [`season ${event.season}`] : []), ...(group ? [group] : []), plain(event.status)];
  return (
    <li class="row">
      <a class="to" href={linkTo.tournament(event.tournament)}><strong>{event.name}</strong><span class="faint">{facts.join(", ")}</span></a>
    </li>
  );
}

function Standings({ table }: { table: Schemas["SeriesStandings"] | undefined }) {
  if (!table) return <p class="faint">One moment …</p>;
  if (!table.items.length) return <p class="faint">No event is over yet.</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table of the series"><table>
      <thead><tr><th class="number">Place</th><th>Player</th><th class="number">Points</th><th class="number wide-only">Wins</th><th class="number">Events</th></tr></thead>
      <tbody>{table.items.map((row, place) => (
        <tr key={row.player?.id ?? `${row.guest} ${place}`}>
          <td class="number">{row.place}</td><th scope="row"><PlayerLink player={row.player} guest={row.guest} /></th>
          <td class="number">{pointsOf(row)}</td><td class="number wide-only">{row.wins}</td><td class="number">{row.event_count}</td>
        </tr>
      ))}</tbody>
    </table></div>
  );
}
