// A series: its table, its events, and the groups of a league.
import { data, type Schemas } from "../api";
import { rich, t } from "../language";
import { many, plain } from "../words";
import { Missing, PlayerLink, pointsOf, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { SeriesActs } from "./series_acts";
import { api } from "./session";

type View = Schemas["Series"];

export function Series({ id, user }: { id: string; user: string | undefined }) {
  const path = { id };
  const series = useAnswer(() => data(api.GET("/v1/series/{id}", { params: { path } }), "id"), [id, user]);
  const table = useAnswer(() => data(api.GET("/v1/series/{id}/standings", { params: { path } }), "items"), [id, user]);
  const clubId = series.answer?.club;
  const club = useAnswer(async () => (clubId ? data(api.GET("/v1/clubs/{id}", { params: { path: { id: clubId } } }), "id") : undefined), [clubId]);
  if (!series.answer) return <Missing error={series.error} what="series" user={user} />;
  const { name, description, owner, events, groups, season, visibility } = series.answer;
  return (
    <>
      <h1>{name}</h1>
      <p>{counting(series.answer)} {rich("The organizer is {player}.", { player: <PlayerLink player={owner} /> })}
        {club.answer && <> {rich("A series of {club}.", { club: <a href={linkTo.club(club.answer.id)}>{club.answer.name}</a> })}</>}</p>
      {description.map((paragraph, place) => <p key={place}>{paragraph}</p>)}
      <div class="columns">
        <Section title={t("Table")}>
          <Trouble error={table.error} />
          <Standings table={table.answer} />
          {visibility === "public" && table.answer?.items.length ? <p><a href={`/v1/series/${id}/standings?format=csv`} download>{t("The table as CSV")}</a></p> : null}
        </Section>
        <div>
          {groups.length > 0 && (
            <Section title={season ? t("Groups in season {n}", { n: season }) : t("Groups")}>
              <ol>{groups.map(({ group, name: title, size }) => (
                <li key={group}>{title} <span class="faint">({many(size, "place")})</span> <GroupEvent event={events.find((event) => event.season === season && event.group === group)} /></li>
              ))}</ol>
            </Section>
          )}
          <Section title={t("Events")}>
            {events.length ? <ul class="rows">{events.map((event) => <Row key={event.tournament} event={event} groups={groups} />)}</ul> : <p class="faint">{t("There are no events yet.")}</p>}
          </Section>
          {series.answer.organized_by_me && <SeriesActs key={season} series={series.answer} onChange={() => Promise.all([series.again(), table.again()])} />}
        </div>
      </div>
    </>
  );
}

/** What counts, in a sentence. */
function counting({ points, best_of, groups, promoted }: View): string {
  if (groups.length) return t("A league of {groups}; {promoted} of each go up and down.", { groups: many(groups.length, "group"), promoted });
  const from = points ? t("Points for places: {points}.", { points: points.join(", ") }) : t("The points of the tournaments count.");
  return best_of ? `${from} ${t("What counts of everybody: {results}.", { results: many(best_of, "best result") })}` : from;
}

function GroupEvent({ event }: { event: Schemas["SeriesEvent"] | undefined }) {
  return event ? <a href={linkTo.tournament(event.tournament)}>{plain(event.status)}</a> : null;
}

function Row({ event, groups }: { event: Schemas["SeriesEvent"]; groups: View["groups"] }) {
  const group = groups.find((one) => one.group === event.group)?.name;
  const facts = [...(event.season ? [t("season {n}", { n: event.season })] : []), ...(group ? [group] : []), plain(event.status)];
  return (
    <li class="row">
      <a class="to" href={linkTo.tournament(event.tournament)}><strong>{event.name}</strong><span class="faint">{facts.join(", ")}</span></a>
    </li>
  );
}

function Standings({ table }: { table: Schemas["SeriesStandings"] | undefined }) {
  if (!table) return <p class="faint">{t("One moment …")}</p>;
  if (!table.items.length) return <p class="none">{t("No event is over yet.")}</p>;
  return (
    <div class="scroll standings" tabIndex={0} role="region" aria-label={t("Table of the series")}><table>
      <thead><tr><th class="number">{t("Place")}</th><th>{t("Player")}</th><th class="number">{t("Points")}</th><th class="number wide-only">{t("Wins")}</th><th class="number">{t("Events")}</th></tr></thead>
      <tbody>{table.items.map((row, place) => (
        <tr key={row.player?.id ?? `${row.guest} ${place}`}>
          <td class="number">{row.place}</td><th scope="row"><PlayerLink player={row.player} guest={row.guest} /></th>
          <td class="number">{pointsOf(row)}</td><td class="number wide-only">{row.wins}</td><td class="number">{row.event_count}</td>
        </tr>
      ))}</tbody>
    </table></div>
  );
}
