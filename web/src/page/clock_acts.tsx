// What the players of a game that goes on can agree to, or take: an end without a result, a pause, days off.
import { useState } from "preact/hooks";
import { data, type Game } from "../api";
import { language, t } from "../language";
import { many, nameOf } from "../words";
import { api } from "./session";
import type { Act } from "./table";

export function ClockActs({ game, act }: { game: Game; act: Act }) {
  const seat = game.viewer_seat;
  if (game.status !== "active" || seat === null) return null;
  const path = { path: { id: game.id } };
  const { kind, running, paused_until: paused, pause_agreed: agreed = [], days_off: left } = game.clock;
  const namesOf = (seats: readonly number[]) => seats.map((one) => nameOf(game.seats[one]?.player)).join(", ");
  const ending = game.abort_agreed ?? [];
  return (
    <>
      {ending.length > 0 && <p role="status">{t("For an end without a result: {names}", { names: namesOf(ending) })}</p>}
      {!paused && agreed.length > 0 && <p role="status">{t("For a pause: {names}", { names: namesOf(agreed) })}</p>}
      {paused && <p role="status">{t("The game is paused until {time} at the latest. A turn ends the pause, too.", { time: new Date(paused).toLocaleString(language) })}</p>}
      <div class="actions">
        {!ending.includes(seat) && <button type="button" class="quiet" title={t("It ends without a result at once if nobody has played yet, otherwise when all agree.")}
          onClick={() => void act(() => data(api.POST("/v1/games/{id}/abort", { params: path }), "version"))}>{t("Abort the game")}</button>}
        {kind !== "none" && !paused && !agreed.includes(seat) && <button type="button" class="quiet" title={t("The clocks stop when all players agree.")}
          onClick={() => void act(() => data(api.POST("/v1/games/{id}/pause", { params: path }), "seats"))}>{agreed.length ? t("Agree to a pause") : t("Ask for a pause")}</button>}
        {(paused || agreed.length > 0) && <button type="button" class="quiet"
          onClick={() => void act(() => data(api.POST("/v1/games/{id}/resume", { params: path }), "seats"))}>{paused ? t("End the pause") : t("No pause")}</button>}
        {kind === "correspondence" && running === seat && left && <DaysOff key={game.version} game={game} left={left[seat] ?? 0} act={act} />}
      </div>
    </>
  );
}

/** Moves the deadline of one's own turn. */
function DaysOff({ game, left, act }: { game: Game; left: number; act: Act }) {
  const [days, setDays] = useState(1);
  if (!left) return null;
  return (
    <form class="line" onSubmit={(event) => {
      event.preventDefault();
      void act(() => data(api.POST("/v1/games/{id}/days-off", { params: { path: { id: game.id } }, body: { version: game.version, days } }), "seats"));
    }}>
      <label>{t("Days off in this turn")} <input type="number" min={1} max={left} value={days} onInput={(event) => setDays(Number(event.currentTarget.value))} /></label>
      <button>{t("Take them")}</button> <span class="faint">{t("{days} left", { days: many(left, "day") })}</span>
    </form>
  );
}
