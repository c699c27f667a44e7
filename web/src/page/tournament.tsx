// A tournament: its round as it goes, earlier rounds, and the standings.
import { useEffect, useState } from "preact/hooks";
import { data, serverTime, type Schemas } from "../api";
import { follow } from "../follow";
import { inHall, many, nameOf, onTable, plain, rulesName, sentence, time } from "../words";
import { isManager } from "./club_people";
import { Evening } from "./evening";
import { Announcement, clockTime, History } from "./history";
import { OwnEntry } from "./own_entry";
import { allTeams } from "./pages";
import { Missing, PlayerLink, pointsOf, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api, token } from "./session";
import { Teams } from "./teams";
import { rich, t } from "../language";

type View = Schemas["Tournament"];
type Round = Schemas["TournamentRound"];

export function Tournament({ id, user }: { id: string; user: string | undefined }) {
  const [tournament, setTournament] = useState<View | undefined>();
  const [last, setLast] = useState<Round | null>(null);
  const [chosen, setChosen] = useState<number | undefined>();
  const [error, setError] = useState<unknown>();
  // Counts what this organizer has done that no frame of the stream tells.
  const [moves, setMoves] = useState(0);
  const path = { id };
  useEffect(() => follow({
    address: () => `/v1/tournaments/${encodeURIComponent(id)}/events`,
    token,
    onState: (_, refusal) => setError(refusal),
    onFrame: ({ type, data: content }) => {
      if (type === "snapshot") {
        const both = content as { tournament: View; round: Round | null };
        setTournament(both.tournament);
        setLast(both.round);
      } else if (type === "tournament") setTournament(content);
      else if (type === "round") setLast(content);
    },
  }), [id, user]);
  // A pairing that is undone has no frame of its own.
  const count = tournament?.round_count;
  useEffect(() => {
    if (count === undefined || (last?.round ?? 0) <= count) return;
    setLast(null);
    if (count > 0) void data(api.GET("/v1/tournaments/{id}/rounds/{n}", { params: { path: { id, n: count } } }), "round").then(setLast, setError);
  }, [count, last?.round]);
  // Whoever looked at an earlier round sees the new one.
  useEffect(() => setChosen(undefined), [last?.round]);
  const isEarlier = chosen !== undefined && chosen !== last?.round;
  const earlier = useAnswer(
    async () => (isEarlier ? data(api.GET("/v1/tournaments/{id}/rounds/{n}", { params: { path: { id, n: chosen } } }), "round") : undefined),
    [id, chosen, isEarlier, moves],
  );
  // Changes with every result, also with a corrected one.
  const decided = last?.tables.reduce((sum, table) => sum + table.version, 0);
  const standings = useAnswer(() => data(api.GET("/v1/tournaments/{id}/standings", { params: { path } }), "items"), [id, last?.status, last?.round, decided, tournament?.status, tournament?.entry_count, moves]);
  const teams = useAnswer(async () => (tournament?.teams ? allTeams(id) : []), [id, tournament?.status === "running" ? tournament.entry_count : tournament, moves]);
  const club = useAnswer(
    async () => (tournament?.club ? data(api.GET("/v1/clubs/{id}", { params: { path: { id: tournament.club } } }), "id") : undefined),
    [tournament?.club, user],
  );
  const seriesId = tournament?.series?.id;
  const series = useAnswer(async () => (seriesId ? data(api.GET("/v1/series/{id}", { params: { path: { id: seriesId } } }), "id") : undefined), [seriesId]);
  if (!tournament) return <Missing error={error} what="tournament" user={user} />;
  const round = isEarlier ? earlier.answer : last;
  const byes = round ? [...round.byes, ...(round.requested_byes ?? [])] : [];
  // Whoever manages its club organizes it too.
  const isOrganizer = user !== undefined && ([tournament.creator, ...tournament.organizers].some((one) => one.username === user) || (!!club.answer && isManager(club.answer)));
  const onDone = () => setMoves((count) => count + 1);
  const facts = [
    tournament.rounds ? t("{format} over {rounds}", { format: sentence(plain(tournament.format)), rounds: many(tournament.rounds, "round") }) : sentence(plain(tournament.format)),
    rulesName(tournament),
    t("tables of {count}", { count: tournament.seat_count }),
    many(tournament.entry_count, "entry", "entries"),
    ...(tournament.play === "over_the_board" ? [t("played over the board")] : []),
    ...(tournament.teams ? [t("in teams")] : []),
    ...(tournament.rated ? [tournament.rating_ended_at ? t("rated up to this round") : t("rated")] : []),
  ];
  return (
    <>
      <h1>{tournament.name}</h1>
      <p>{facts.join(", ")}. <strong>{sentence(plain(tournament.status))}.</strong>
        {club.answer && <> {rich("An event of {club}.", { club: <a href={linkTo.club(club.answer.id)}>{club.answer.name}</a> })}</>}
        {series.answer && <> {rich("It counts in {series}.", { series: <a href={linkTo.series(series.answer.id)}>{series.answer.name}</a> })}</>}</p>
      {tournament.description.map((paragraph, place) => <p key={place}>{paragraph}</p>)}
      <Trouble error={error} />
      <Announcement event={tournament} moves={`${last?.round} ${moves}`} />
      <OwnEntry event={tournament} round={last} user={user} isOrganizer={isOrganizer} teams={teams.answer ?? []} onTeams={onDone} />
      {tournament.round_count > 1 && (
        <nav class="actions" aria-label={t("Rounds")}>
          {Array.from({ length: tournament.round_count }, (_, place) => place + 1).map((number) => (
            <button key={number} type="button" aria-pressed={number === (chosen ?? last?.round)} onClick={() => setChosen(number)}>{t("Round {n}", { n: number })}</button>
          ))}
        </nav>
      )}
      <div class={`event-columns${isOrganizer ? " organized" : ""}`}>
        {isOrganizer && <Evening event={tournament} round={last} shown={round ?? null} teams={teams.answer ?? []} moves={moves} onDone={onDone} />}
        {round && (
          <Section title={t("Round {n}: {state}", { n: round.round, state: plain(round.status) })}>
            {round.ends_at && round.status === "open" && <TimeLeft until={round.ends_at} />}
            <ul class="rows">{byMatch(round.tables).map((table) => <TableRow key={table.table} table={table} match={matchOf(table, round.tables, teams.answer ?? [])} />)}</ul>
            {byes.length > 0 && <p>{rich("No opponent in this round: {names}", { names: <>{byes.map((entry, place) => <span key={entry.entry}>{place ? ", " : ""}<PlayerLink player={entry.player} guest={entry.guest} /></span>)}</> })}</p>}
            {tournament.visibility === "public" && <p><a href={linkTo.printedPairings(id, round.round)}>{t("Pairings to print")}</a></p>}
          </Section>
        )}
        <Trouble error={earlier.error ?? teams.error} />
        {tournament.teams && <Teams event={tournament} teams={teams.answer ?? []} isOrganizer={isOrganizer} moves={`${last?.status} ${decided} ${moves}`} onDone={onDone} />}
        <Section title={standings.answer?.rounds ? t("Standings after {rounds}", { rounds: many(standings.answer.rounds, "round") }) : t("Entries")}>
          <Standings standings={standings.answer} criteria={tournament.tie_breaks} />
          {tournament.visibility === "public" && <p><a href={linkTo.printedStandings(id)}>{t("Standings to print")}</a></p>}
          <Trouble error={standings.error} />
        </Section>
      </div>
      <History event={tournament} names={new Map(standings.answer?.items.map((row) => [row.entry, nameOf(row.player, row.guest)]))} moves={`${tournament.status} ${tournament.entry_count} ${last?.round} ${last?.status} ${decided} ${moves}`} />
    </>
  );
}

/** How often the time of a round is shown anew. */
const TICK_MS = 1_000;

/** The time of a round that is played, for everybody in the hall. */
function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(serverTime);
  const left = Date.parse(until) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(serverTime()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  const end = clockTime(new Date(until));
  return <p class="time-left" role="timer">{isOver ? t("The time of this round is over since {end}.", { end }) : t("Time left: {left}, until {end}", { left: time(left), end })}</p>;
}

type Table = Schemas["TournamentTable"];

/** Tables in the order of the hall; those of a match of teams together, board 1 first. */
const byMatch = (tables: readonly Table[]): readonly Table[] =>
  tables.some(({ board }) => board) ? [...tables].sort((a, b) => a.match - b.match || (a.board ?? 0) - (b.board ?? 0)) : inHall(tables);

/** The match that begins with a table: its teams, with their points at the boards that have a result. */
const matchOf = (first: Table, tables: readonly Table[], teams: readonly Schemas["TournamentTeam"][]): string | undefined => {
  if (first.board !== 1) return undefined;
  const boards = tables.filter(({ match }) => match === first.match);
  const points = (team: number) => boards.reduce((sum, table) => sum + (table.seats[table.teams?.indexOf(team) ?? -1]?.points ?? 0), 0);
  return first.teams?.map((team) => `${teams.find((one) => one.team === team)?.name ?? ""} ${Math.round(points(team) * 100) / 100}`).join(" – ");
};

function TableRow({ table, match }: { table: Table; match: string | undefined }) {
  // A result is read from the first place on.
  const seats = [...table.seats].sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  return (
    <li class="row">
      <div class="to">
        {match && <h3>{match}</h3>}
        <span><strong>{t("Table {n}", { n: onTable(table) })}</strong> <span class="faint">{[...(table.board ? [t("board {n}", { n: table.board })] : []), plain(table.status)].join(", ")}</span></span>
        <ol class="seated">{seats.map((seat) => (
          <li key={seat.seat}>
            {seat.place !== null && <span class="place">{seat.place}.</span>} <PlayerLink player={seat.player} guest={seat.guest} />
            {seat.prestige !== null && <span class="faint"> {t("{n} prestige", { n: seat.prestige })}</span>}
            {seat.forfeit && <span class="faint"> {t("did not play")}</span>}
          </li>
        ))}</ol>
      </div>
      {table.game && <a class="button" aria-label={t("Watch table {n}", { n: onTable(table) })} href={linkTo.game(table.game)}>{t("Watch")}</a>}
    </li>
  );
}

/** A value in millionths, as short as it can be; nothing where there is nothing to compute it from. */
const valueOf = (row: Schemas["TournamentStanding"], criterion: string): string => {
  const value = row.values.find((one) => one.tie_break === criterion)?.value;
  return value === null || value === undefined ? "–" : String(Math.round(value / 10_000) / 100);
};

function Standings({ standings, criteria }: { standings: Schemas["TournamentStandings"] | undefined; criteria: readonly string[] }) {
  if (!standings) return <p class="faint">{t("One moment …")}</p>;
  if (!standings.items.length) return <p class="none">{t("Nobody has entered yet.")}</p>;
  const drawn = standings.rounds ? standings.items.filter((row) => row.decided_by === "lot" && row.games > 0) : [];
  const further = standings.rounds ? criteria.filter((one) => one !== "points" && one !== "lot") : [];
  return (
    <><div class="scroll standings" tabIndex={0} role="region" aria-label={t("Standings")}><table>
      <thead><tr><th class="number">{t("Place")}</th><th>{t("Player")}</th><th class="number">{t("Points")}</th><th class="number">{t("Games")}</th>{further.map((one) => <th key={one} class="number wide-only">{sentence(plain(one))}</th>)}</tr></thead>
      <tbody>{standings.items.map((row) => (
        <tr key={row.entry}>
          <td class="number">{row.place}</td>
          <th scope="row"><PlayerLink player={row.player} guest={row.guest} />{row.status === "active" ? "" : <span class="faint"> {row.status !== "removed" ? plain(row.status) : row.games ? t("disqualified") : t("not here")}</span>}</th>
          <td class="number">{pointsOf(row)}</td><td class="number">{row.games}</td>{further.map((one) => <td key={one} class={`number wide-only${row.decided_by === one ? " decided" : ""}`}>{valueOf(row, one)}</td>)}
        </tr>
      ))}</tbody>
    </table></div>
    {further.length > 0 && <p class="faint wide-only">{t("Equal points are decided by these, from the left to the right; what has decided a place is marked.")} <a href="/docs/guides/tournaments">{t("What they mean")}</a></p>}
    {drawn.length > 0 && <p class="faint">{t("The lot has decided the place of {names}, because all else is equal. Lots follow from a seed that the server committed to before the event.", { names: drawn.map((row) => nameOf(row.player, row.guest)).join(", ") })} <a href="/docs/guides/pairing">{t("How lots are drawn")}</a></p>}</>
  );
}
