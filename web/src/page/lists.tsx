// A ladder and a player.
import { useEffect, useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { day, t } from "../language";
import { ago, many, poolName } from "../words";
import { Games } from "./lobby";
import { DisplayName, Missing, PlayerLink, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api } from "./session";

const LISTED = 50;
/** The most players of a ladder that one request returns. */
const RANKED_MAX = 100;
const REFRESH_MS = 15_000;

export function Ladder({ pool }: { pool: string }) {
  const standings = useAnswer(() => data(api.GET("/v1/ladders/{pool}/standings", { params: { path: { pool }, query: { limit: RANKED_MAX } } })), [pool]);
  const log = useAnswer(() => data(api.GET("/v1/ladders/{pool}/log", { params: { path: { pool }, query: { limit: 1 } } })), [pool]);
  const rows = standings.answer?.items ?? [];
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && standings.again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [pool]);
  return (
    <>
      <h1>{t("Ladder: {pool}", { pool: poolName(pool) })}</h1>
      <Trouble error={standings.error ?? log.error} />
      {rows.length ? (<>
        <div class="scroll" tabIndex={0} role="region" aria-label={t("Leaderboard")}><table>
          <thead><tr><th class="number">{t("Place")}</th><th>{t("Player")}</th><th class="number">{t("Rating")}</th><th class="number wide-only">{t("Deviation")}</th><th class="number">{t("Games")}</th><th class="wide-only">{t("Last game")}</th></tr></thead>
          <tbody>{rows.map((row) => (
            <tr key={row.place + row.player.id}>
              <td class="number">{row.place}</td><th scope="row"><PlayerLink player={row.player} /> <DisplayName player={row.player} /></th><td class="number">{row.rating}{row.provisional ? <span class="faint" title={t("provisional")}>?</span> : ""}</td>
              <td class="number wide-only">{row.rd}</td><td class="number">{row.games}</td><td class="wide-only">{ago(row.last_game_at)}</td>
            </tr>
          ))}</tbody>
        </table></div>
        {rows.some((row) => row.provisional) && <p class="faint">{t("A rating with a question mark is provisional: it will still change much.")}</p>}
        {standings.answer?.next_cursor && <p class="faint">{t("These are the first {count}.", { count: rows.length })} <a href={`/v1/ladders/${pool}/standings`}>{t("The API has all of them.")}</a></p>}
      </>) : <p class="faint">{standings.answer ? t("Nobody is listed yet: a player needs some rated games against different opponents.") : t("One moment …")}</p>}
    </>
  );
}

/** How a rating went: its last games, the newest on the right. */
function RatingCurve({ name, pools }: { name: string; pools: readonly string[] }) {
  const [pool, setPool] = useState(pools[0]!);
  const history = useAnswer(() => data(api.GET("/v1/players/{username}/rating-history", { params: { path: { username: name }, query: { pool, limit: RANKED_MAX } } })), [name, pool]);
  const games = [...(history.answer?.items ?? [])].reverse().filter((game) => !game.annulled);
  const ratings = games.map((game) => game.rating);
  const [low, high] = [Math.min(...ratings) - 20, Math.max(...ratings) + 20];
  const points = ratings.map((rating, at) => `${(at / Math.max(ratings.length - 1, 1)) * 600},${150 - ((rating - low) / (high - low)) * 150}`);
  return (
    <>
      {pools.length > 1 && <div class="filters"><label>{t("Ladder")} <select value={pool} onChange={(event) => setPool(event.currentTarget.value)}>
        {pools.map((one) => <option key={one} value={one}>{poolName(one)}</option>)}
      </select></label></div>}
      <Trouble error={history.error} />
      {ratings.length > 1 && (
        <figure class="rating-curve">
          <svg viewBox="-10 -10 620 170" role="img" aria-label={t("The rating after each of the last {games} games: from {first} to {last}, between {low} and {high}", { games: ratings.length, first: ratings[0]!, last: ratings.at(-1)!, low: Math.min(...ratings), high: Math.max(...ratings) })}>
            <polyline points={points.join(" ")} />
          </svg>
          <figcaption class="faint">{t("{low} to {high} in the last {games} rated games, now {rating}", { low: Math.min(...ratings), high: Math.max(...ratings), games: ratings.length, rating: ratings.at(-1)! })}</figcaption>
        </figure>
      )}
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
      <h1 class="named"><img src={`/v1/players/${encodeURIComponent(name)}/avatar.svg`} alt="" width="56" height="56" /> {player.answer.username}{player.answer.bot ? ` (${t("bot")})` : ""} <DisplayName player={player.answer} /></h1>
      <p class="faint">{t("Here since {day}.", { day: day(player.answer.created_at) })}</p>
      {rated.length > 0 && (
        <Section title={t("Ratings")}>
          <RatingCurve name={name} pools={rated.map((row) => row.pool)} />
          <ul class="ratings">{rated.map((row) => <li key={row.pool}><a href={linkTo.ladder(row.pool)}>{poolName(row.pool)}</a>: {row.rating}{row.provisional ? ` (${t("provisional")})` : ""}, {many(row.games, "game")}</li>)}</ul>
        </Section>
      )}
      <div class="spread"><Section title={t("Games")}><Trouble error={games.error} /><Games items={games.answer?.items} none={t("No games that you may see.")} /></Section></div>
    </>
  );
}
