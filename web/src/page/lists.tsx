// A ladder: its leaderboard.
import { useEffect } from "preact/hooks";
import { data } from "../api";
import { t } from "../language";
import { ago, poolName } from "../words";
import { DisplayName, PlayerLink, Trouble, useAnswer } from "./parts";
import { api } from "./session";

/** The most players of a ladder that one request returns. */
const RANKED_MAX = 100;
const REFRESH_MS = 15_000;

export function Ladder({ pool }: { pool: string }) {
  const standings = useAnswer(() => data(api.GET("/v1/ladders/{pool}/standings", { params: { path: { pool }, query: { limit: RANKED_MAX } } }), "items"), [pool]);
  const log = useAnswer(() => data(api.GET("/v1/ladders/{pool}/log", { params: { path: { pool }, query: { limit: 1 } } }), "items"), [pool]);
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
      </>) : <p class="none">{standings.answer ? t("Nobody is listed yet: a player needs some rated games against different opponents.") : t("One moment …")}</p>}
    </>
  );
}
