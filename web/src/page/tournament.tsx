// A tournament: its round as it goes, earlier rounds, and the standings.
import { useEffect, useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { follow } from "../follow";
import { many, plain, rulesName, sentence } from "../words";
import { Evening, OwnEntry } from "./evening";
import { Missing, PlayerLink, pointsOf, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api, token } from "./session";

type View = Schemas["Tournament"];
type Round = Schemas["TournamentRound"];

export function Tournament({ id, user }: { id: string; user: string | undefined }) {
  const [tournament, setTournament] = useState<View | undefined>();
  const [last, setLast] = useState<Round | null>(null);
  const [chosen, setChosen] = useState<number | undefined>();
  const [error, setError] = useState<unknown>();
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
    if (count > 0) void data(api.GET("/v1/tournaments/{id}/rounds/{n}", { params: { path: { id, n: count } } })).then(setLast, setError);
  }, [count, last?.round]);
  const isEarlier = chosen !== undefined && chosen !== last?.round;
  const earlier = useAnswer(
    async () => (isEarlier ? data(api.GET("/v1/tournaments/{id}/rounds/{n}", { params: { path: { id, n: chosen } } })) : undefined),
    [id, chosen, isEarlier],
  );
  const decided = last?.tables.filter((table) => table.decided_at).length;
  const standings = useAnswer(() => data(api.GET("/v1/tournaments/{id}/standings", { params: { path } })), [id, last?.status, last?.round, decided, tournament?.status]);
  const club = useAnswer(
    async () => (tournament?.club ? data(api.GET("/v1/clubs/{id}", { params: { path: { id: tournament.club } } })) : undefined),
    [tournament?.club],
  );
  const seriesId = tournament?.series?.id;
  const series = useAnswer(async () => (seriesId ? data(api.GET("/v1/series/{id}", { params: { path: { id: seriesId } } })) : undefined), [seriesId]);
  if (!tournament) return <Missing error={error} what="tournament" user={user} />;
  const round = isEarlier ? earlier.answer : last;
  const facts = [
    sentence(plain(tournament.format)) + (tournament.rounds ? ` over ${many(tournament.rounds, "round")}` : ""),
    rulesName(tournament),
    `tables of ${tournament.seat_count}`,
    many(tournament.entry_count, "entry", "entries"),
    ...(tournament.play === "over_the_board" ? ["played over the board"] : []),
    ...(tournament.rated ? ["rated"] : []),
  ];
  return (
    <>
      <h1>{tournament.name}</h1>
      <p>{facts.join(", ")}. <strong>{sentence(plain(tournament.status))}.</strong>
        {club.answer && <> An event of <a href={linkTo.club(club.answer.id)}>{club.answer.name}</a>.</>}
        {series.answer && <> It counts in <a href={linkTo.series(series.answer.id)}>{series.answer.name}</a>.</>}</p>
      {tournament.description.map((paragraph, place) => <p key={place}>{paragraph}</p>)}
      <Trouble error={error} />
      <OwnEntry event={tournament} round={last} user={user} />
      {tournament.round_count > 1 && (
        <nav class="actions" aria-label="Rounds">
          {Array.from({ length: tournament.round_count }, (_, place) => place + 1).map((number) => (
            <button key={number} type="button" aria-pressed={number === (chosen ?? last?.round)} onClick={() => setChosen(number)}>Round {number}</button>
          ))}
        </nav>
      )}
      <div class="columns">
        {user && [tournament.creator, ...tournament.organizers].some((one) => one.username === user) && <Evening event={tournament} round={last} shown={round ?? null} />}
        {round && (
          <Section title={`Round ${round.round}: ${plain(round.status)}`}>
            <ul class="rows">{round.tables.map((table) => <TableRow key={table.table} table={table} />)}</ul>
            {round.byes.length > 0 && <p>No opponent in this round: {round.byes.map((entry, place) => <span key={entry.entry}>{place ? ", " : ""}<PlayerLink player={entry.player} guest={entry.guest} /></span>)}</p>}
            {tournament.visibility === "public" && <p><a href={linkTo.printedPairings(id, round.round)}>Pairings to print</a></p>}
          </Section>
        )}
        <Trouble error={earlier.error} />
        <Section title={standings.answer?.rounds ? `Standings after ${many(standings.answer.rounds, "round")}` : "Entries"}>
          <Standings standings={standings.answer} criteria={tournament.tie_breaks} />
          {tournament.visibility === "public" && <p><a href={linkTo.printedStandings(id)}>Standings to print</a></p>}
          <Trouble error={standings.error} />
        </Section>
      </div>
    </>
  );
}

function TableRow({ table }: { table: Schemas["TournamentTable"] }) {
  // A result is read from the first place on.
  const seats = [...table.seats].sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  return (
    <li class="row">
      <div class="to">
        <span><strong>Table {table.table}</strong> <span class="faint">{plain(table.status)}</span></span>
        <ol class="seated">{seats.map((seat) => (
          <li key={seat.seat}>
            {seat.place !== null && <span class="place">{seat.place}.</span>} <PlayerLink player={seat.player} guest={seat.guest} />
            {seat.prestige !== null && <span class="faint"> {seat.prestige} prestige</span>}
            {seat.forfeit && <span class="faint"> forfeit</span>}
          </li>
        ))}</ol>
      </div>
      {table.game && <a class="button" aria-label={`Watch table ${table.table}`} href={linkTo.game(table.game)}>Watch</a>}
    </li>
  );
}

/** A value in millionths, as short as it can be; nothing where there is nothing to compute it from. */
const valueOf = (row: Schemas["TournamentStanding"], criterion: string): string => {
  const value = row.values.find((one) => one.tie_break === criterion)?.value;
  return value === null || value === undefined ? "–" : String(Math.round(value / 10_000) / 100);
};

function Standings({ standings, criteria }: { standings: Schemas["TournamentStandings"] | undefined; criteria: readonly string[] }) {
  if (!standings) return <p class="faint">One moment …</p>;
  if (!standings.items.length) return <p class="faint">Nobody has entered yet.</p>;
  const further = standings.rounds ? criteria.filter((one) => one !== "points" && one !== "lot") : [];
  return (
    <><div class="scroll" tabIndex={0} role="region" aria-label="Standings"><table>
      <thead><tr><th class="number">Place</th><th>Player</th><th class="number">Points</th><th class="number">Games</th>{further.map((one) => <th key={one} class="number wide-only">{sentence(plain(one))}</th>)}</tr></thead>
      <tbody>{standings.items.map((row) => (
        <tr key={row.entry}>
          <td class="number">{row.place}</td>
          <th scope="row"><PlayerLink player={row.player} guest={row.guest} />{row.status === "active" ? "" : <span class="faint"> {plain(row.status)}</span>}</th>
          <td class="number">{pointsOf(row)}</td><td class="number">{row.games}</td>{further.map((one) => <td key={one} class={`number wide-only${row.decided_by === one ? " decided" : ""}`}>{valueOf(row, one)}</td>)}
        </tr>
      ))}</tbody>
    </table></div>
    {further.length > 0 && <p class="faint wide-only">Equal points are decided by these, from the left to the right; what has decided a place is marked. <a href="/docs/guides/tournaments">What they mean</a></p>}</>
  );
}
