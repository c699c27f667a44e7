// A tournament, a ladder and a player.
import { useEffect, useState } from "preact/hooks";
import { data, Refusal, type Schemas } from "../api";
import { follow } from "../follow";
import { ago, plain, RULESETS, sentence } from "../words";
import { Games } from "./lobby";
import { PlayerLink, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api, token } from "./session";

const LISTED = 50;
const REFRESH_MS = 15_000;

export function Tournament({ id, user }: { id: string; user: string | undefined }) {
  const [tournament, setTournament] = useState<Schemas["Tournament"] | undefined>();
  const [round, setRound] = useState<Schemas["TournamentRound"] | null>(null);
  const [error, setError] = useState<unknown>();
  useEffect(() => follow({
    address: () => `/v1/tournaments/${encodeURIComponent(id)}/events`,
    token,
    onState: (_, refusal) => setError(refusal),
    onFrame: ({ type, data: content }) => {
      if (type === "snapshot") {
        const both = content as { tournament: Schemas["Tournament"]; round: Schemas["TournamentRound"] | null };
        setTournament(both.tournament);
        setRound(both.round);
      } else if (type === "tournament") setTournament(content);
      else if (type === "round") setRound(content);
    },
  }), [id, user]);
  const standings = useAnswer(() => data(api.GET("/v1/tournaments/{id}/standings", { params: { path: { id } } })), [id, round?.status, round?.round, tournament?.status]);
  if (!tournament) return <Missing error={error} what="tournament" user={user} />;
  const rules = [RULESETS[tournament.ruleset] ?? plain(tournament.ruleset), ...tournament.modules.map(plain)].join(" + ");
  return (
    <>
      <h1>{tournament.name}</h1>
      <p>{sentence(plain(tournament.format))}, {rules}, {tournament.seat_count} seats. {sentence(plain(tournament.status))}.</p>
      <Trouble error={error} />
      {round && (
        <Section title={`Round ${round.round}: ${plain(round.status)}`}>
          <ul class="rows">{round.tables.map((table) => (
            <li class="row" key={table.table}>
              <span class="to"><strong>Table {table.table}</strong>
                <span>{table.seats.map((seat, place) => <span key={place}>{place ? " – " : ""}<PlayerLink player={(seat as { player?: Schemas["PlayerRef"] }).player} /></span>)}</span>
                <span class="faint">{plain(table.status)}</span></span>
              {table.game && <a class="button" href={linkTo.game(table.game)}>Watch</a>}
            </li>
          ))}</ul>
        </Section>
      )}
      <Section title="Standings">
        <div class="scroll"><table>
          <thead><tr><th>Place</th><th>Player</th><th>Points</th><th>Games</th></tr></thead>
          <tbody>{standings.answer?.items.map((row) => <tr key={row.entry}><td>{row.place}</td><th scope="row"><PlayerLink player={row.player} /></th><td>{row.points}</td><td>{row.games}</td></tr>)}</tbody>
        </table></div>
        <Trouble error={standings.error} />
      </Section>
    </>
  );
}

export function Ladder({ pool }: { pool: string }) {
  const standings = useAnswer(() => data(api.GET("/v1/ladders/{pool}/standings", { params: { path: { pool }, query: { limit: LISTED } } })), [pool]);
  const log = useAnswer(() => data(api.GET("/v1/ladders/{pool}/log", { params: { path: { pool }, query: { limit: 1 } } })), [pool]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && standings.again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [pool]);
  return (
    <>
      <h1>Ladder {pool}</h1>
      <Trouble error={standings.error ?? log.error} />
      {standings.answer?.items.length ? (
        <div class="scroll"><table>
          <thead><tr><th>Place</th><th>Player</th><th>Rating</th><th>Deviation</th><th>Games</th><th>Last game</th></tr></thead>
          <tbody>{standings.answer.items.map((row) => (
            <tr key={row.place + row.player.id}><td>{row.place}</td><th scope="row"><PlayerLink player={row.player} /></th><td>{row.rating}</td><td>{row.rd}</td><td>{row.games}</td><td>{ago(row.last_game_at)}</td></tr>
          ))}</tbody>
        </table></div>
      ) : <p class="faint">{standings.answer ? "Nobody is listed yet: a player needs some rated games against different opponents." : "One moment …"}</p>}
    </>
  );
}

export function Player({ name, user }: { name: string; user: string | undefined }) {
  const path = { path: { username: name } };
  const player = useAnswer(() => data(api.GET("/v1/players/{username}", { params: path })), [name]);
  const ratings = useAnswer(() => data(api.GET("/v1/players/{username}/ratings", { params: path })), [name]);
  const games = useAnswer(() => data(api.GET("/v1/games", { params: { query: { player: name, limit: LISTED } } })), [name, user]);
  if (!player.answer) return <Missing error={player.error} what="player" user={user} />;
  const rated = (ratings.answer as { items?: readonly Schemas["PlayerRating"][] } | undefined)?.items ?? [];
  return (
    <>
      <h1>{player.answer.username}{player.answer.bot ? " (bot)" : ""}</h1>
      <p class="faint">Here since {new Date(player.answer.created_at).toLocaleDateString()}.</p>
      {rated.length > 0 && (
        <Section title="Ratings">
          <ul>{rated.map((row) => <li key={row.pool}><a href={linkTo.ladder(row.pool)}>{row.pool}</a>: {row.rating}{row.provisional ? " (provisional)" : ""}, {row.games} games</li>)}</ul>
        </Section>
      )}
      <Section title="Games"><Trouble error={games.error} /><Games items={games.answer?.items} none="No games that you may see." /></Section>
    </>
  );
}

function Missing({ error, what, user }: { error: unknown; what: string; user: string | undefined }) {
  if (error instanceof Refusal && [400, 404].includes(error.status)) {
    return <><h1>Not found</h1><p>There is no such {what}, or it is not public.{user ? "" : " If it is yours, sign in."}</p></>;
  }
  return error ? <Trouble error={error} /> : <p class="faint">One moment …</p>;
}
