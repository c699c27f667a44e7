// The end of a game: who won and why, what each seat brought, what it did to the ratings, and what comes next.
import { useEffect, useRef } from "preact/hooks";
import { data, type Event, type Game, type Schemas } from "../api";
import type { LapidaryGame } from "../element/lapidary-game";
import { follow } from "../follow";
import { t, told, type Text } from "../language";
import { ended, endedFor, many, nameOf, reasonOf } from "../words";
import { leadOf, NOBLE } from "./lead";
import { entropy } from "./lobby";
import { useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api, token } from "./session";
import type { Act } from "./table";

/** The post that has a point for each post. */
const POINTS_POST = "points_per_post";
/** How many letters at the end of a long name are always seen. */
const TAIL = 3;
/** How many entries before the last one tell who left. */
const LAST_ENTRIES = 6;

interface EndingProps {
  game: Game;
  result: Schemas["GameResult"];
  /** It has the log. */
  element: LapidaryGame | undefined;
  act: Act;
  look: () => Promise<void>;
}

export function Ending({ game, result, element, act, look }: EndingProps) {
  const own = game.viewer_seat;
  const isSplendor = game.ruleset === "splendor";
  const points = game.seats.map((one) => ("prestige" in one ? one.prestige : undefined));
  // The log says who ran out of time and who resigned; the result only says that one player was left.
  const { answer: log } = useAnswer(async () => element?.log(), [game.id, game.version, element]);
  const names = game.seats.map((one) => nameOf(one.player));
  const why = result.reason === "last_seat" && !log ? "" : reasonOf(result, { names, own, points, left: (log ?? []).slice(-LAST_ENTRIES) });
  const isWon = own !== null && result.winners.includes(own);
  // Whoever looks comes first, as on the board.
  const seats = game.seats.map((_, place) => game.seats[(place + (own ?? 0)) % game.seats.length]!);
  return (
    <section class={`ending ${own === null ? "" : isWon ? "won" : "lost"}`} aria-label={t("The end")}>
      <p class={own === null ? "result" : "result own"} role="status">{own === null ? ended(result, names, why) : endedFor(own, result, points, why)}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("Points")}><table class="sources">
        <thead><tr><th>{t("Player")}</th>{isSplendor
          ? <><th class="number">{t("Points")}</th><th class="number">{t("Cards")}</th>{game.modules.includes("cities") || <th class="number">{t("Nobles")}</th>}{game.modules.includes("trading_posts") && <th class="number">{t("Posts")}</th>}{game.modules.includes("cities") && <th class="number">{t("Cities")}</th>}</>
          : <><th class="number">{t("Town tiles")}</th><th class="number">{t("Tokens")}</th></>}
        {game.ratings && <th class="number">{t("Rating")}</th>}</tr></thead>
        <tbody>{seats.map((seat) => (
          <tr key={seat.seat} data-seat={seat.seat} class={result.winners.includes(seat.seat) ? "winner" : ""}>
            <th scope="row" title={names[seat.seat]}><span class="seat-mark" aria-hidden="true" />{seat.seat === own ? t("You") : <CutName player={seat.player} />}</th>
            <Sources game={game} seat={seat} />
            {game.ratings && <Change rating={game.ratings.find((one) => one.seat === seat.seat)} />}
          </tr>
        ))}</tbody>
      </table></div>
      {isSplendor && <p class="lead faint">{log && <LongestLead game={game} log={log} />}</p>}
      <Again game={game} act={act} look={look} />
    </section>
  );
}

/** The name of a player, which leads to them; a long one is cut in the middle. */
function CutName({ player }: { player: Game["seats"][number]["player"] }) {
  const name = nameOf(player);
  const bot = player.bot ? ` (${t("bot")})` : "";
  return <a class="cut" href={player.username ? linkTo.player(player.username) : undefined} aria-label={name + bot}><span>{name.slice(0, -TAIL)}</span><span>{name.slice(-TAIL)}{bot}</span></a>;
}

/** Who led for the most turns. */
function LongestLead({ game, log }: { game: Game; log: readonly Event[] }) {
  const { answer: found } = useAnswer(async () => await data(api.GET("/v1/rulesets/{id}/catalogue", { params: { path: { id: game.ruleset } } }), "editions") as { cards?: { id: string; points: number }[] }, [game.ruleset]);
  const lead = found && leadOf(log, new Map(found.cards?.map(({ id, points }) => [id, points])), game.seats.map((seat) => ("prestige" in seat ? seat.prestige : 0)));
  if (!lead) return null;
  const { seat, from, to, points } = lead;
  return <>{t("Longest lead: {name}, turns {from} to {to}, by up to {points}.", { name: seat === game.viewer_seat ? t("You") : nameOf(game.seats[seat]?.player), from, to, points: many(points, "point") })}</>;
}

/** Why there is no game, by the reason that its log tells. */
const ABORTED: Record<string, Text> = {
  creator_left: "Whoever made this table has left, so there will be no game.",
  expired: "Not enough players came, so this table is closed.",
  declined: "The challenge was declined.",
};

/** A table or a game without a result: it says why, and leads back. */
export function NoGame({ game, element }: { game: Game; element: LapidaryGame | undefined }) {
  const { answer: log } = useAnswer(async () => element?.log(), [game.id, game.version, element]);
  const last = log?.at(-1);
  return (
    <section class="ending" aria-label={t("The end")}>
      <p role="status">{last?.type === "aborted" && told(ABORTED[last.data.reason] ?? "The game was aborted.")}</p>
      <p><a class="button primary" href="/">{t("Go to the start")}</a></p>
    </section>
  );
}

function Sources({ game, seat }: { game: Game; seat: Game["seats"][number] }) {
  const cell = (count: number) => <td class="number">{count || "–"}</td>;
  if (!("prestige" in seat)) {
    const { tiles_up: up, tiles_down: down, tokens } = seat as Schemas["KidsGameSeat"];
    return <>{cell(up.length + down.length)}{cell(Object.values(tokens).reduce((sum, count) => sum + (count ?? 0), 0))}</>;
  }
  const nobles = seat.nobles.length * NOBLE;
  const posts = seat.posts.includes(POINTS_POST) ? seat.posts.length : 0;
  return (
    <>
      <td class="number"><strong>{seat.prestige}</strong></td>
      {cell(seat.prestige - nobles - posts)}{game.modules.includes("cities") || cell(nobles)}
      {game.modules.includes("trading_posts") && cell(posts)}
      {game.modules.includes("cities") && cell(seat.cities.length)}
    </>
  );
}

/** A rating before and after the game. */
function Change({ rating }: { rating: Schemas["SeatRating"] | undefined }) {
  const change = rating?.change ?? undefined;
  if (!rating || change === undefined || rating.annulled) return <td class="number">{rating?.rating ?? "–"}</td>;
  return <td class="number">{rating.rating} → <strong>{rating.rating + change}</strong> ({change > 0 ? "+" : change < 0 ? "−" : "±"}{Math.abs(change)})</td>;
}

/** Shows the first turning point, if the analysis has found one; otherwise it asks for the analysis, and the link leads there. */
function showTurn(event: MouseEvent): void {
  const turn = document.querySelector<HTMLElement>("#analysis .turning button");
  if (turn) event.preventDefault();
  (turn ?? document.querySelector<HTMLElement>("#analysis .analyze"))?.click();
}

/** The same players again, somebody else, or a look back. */
function Again({ game, act, look }: Pick<EndingProps, "game" | "act" | "look">) {
  const path = { path: { id: game.id } };
  const isSeated = game.viewer_seat !== null;
  const next = game.rematch?.game;
  const mayOffer = isSeated && !next && game.status === "finished";
  const agreed = game.rematch?.agreed ?? [];
  const isOffered = mayOffer && agreed.includes(game.viewer_seat!);
  // The stream of the board has ended with the game; this one tells of offers until the rematch has started.
  useEffect(() => mayOffer ? follow({
    address: () => `/v1/games/${game.id}/events?since=${game.version}&rematch=true`,
    token,
    onFrame: (frame) => { if (frame.type === "rematch") void look(); },
    onState: () => undefined,
  }) : undefined, [game.id, mayOffer]);
  // Whoever waits for the rematch is taken to it.
  const waited = useRef(false);
  useEffect(() => {
    if (waited.current && next) go(linkTo.game(next));
    waited.current = isOffered;
  }, [isOffered, next]);
  const offer = () => data(api.POST("/v1/games/{id}/rematch", { params: path, body: { entropy: entropy() } }), "seats");
  const takeBack = () => data(api.DELETE("/v1/games/{id}/rematch", { params: path }));
  return (
    <>
      {agreed.length > 0 && !next && <p role="status">{t("For a rematch: {names}", { names: agreed.map((seat) => nameOf(game.seats[seat]?.player)).join(", ") })}</p>}
      <div class="actions">
        {mayOffer && !isOffered && <button type="button" class="primary large" onClick={() => {
          waited.current = true;
          void act(offer);
        }}>{agreed.length ? t("Accept the rematch") : t("Rematch")}</button>}
        {isOffered && <button type="button" class="quiet" onClick={() => void act(takeBack)}>{t("Take the offer back")}</button>}
        {next && <a class="button primary large" href={linkTo.game(next)}>{t("Go to the rematch")}</a>}
        {isSeated && <a class="button" href={game.tournament ? linkTo.tournament(game.tournament) : "/"}>{game.tournament ? t("Back to the tournament") : t("Next opponent")}</a>}
        {game.ruleset === "splendor" && <a class="button quiet" href="#analysis" onClick={showTurn}>{t("Where did it turn?")}</a>}
      </div>
    </>
  );
}
