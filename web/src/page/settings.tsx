// How the page looks and speaks in this browser.
import { useRef, useState } from "preact/hooks";
import { choose, language, LANGUAGES, t, type Language } from "../language";
import { alerts, declineAlerts, wantAlerts } from "./alerts";
import { useOwnGames, type OwnGame } from "./own_games";
import { Trouble } from "./parts";
import { linkTo } from "./route";
import { chooseTheme, theme, THEMES, type Theme } from "./theme";
import { chooseSound, hasSound } from "./turn";

/** Drawn here, because fonts of many systems lack such signs. */
const SLIDERS = "M3 7h9m6 0h3M3 17h3m6 0h9M18 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM12 17a3 3 0 1 1-6 0 3 3 0 0 1 6 0z";

/** A button and its dialog. `onChange` shows the page anew. */
export function Settings({ user, onChange }: { user: string | undefined; onChange: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" class="quiet settings" onClick={() => dialog.current?.showModal()}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" d={SLIDERS} /></svg> <span>{t("Settings")}</span>
      </button>
      <dialog ref={dialog} aria-label={t("Settings")}>
        <form class="form" method="dialog">
          <h2>{t("Settings")}</h2>
          <label>{t("Language")} <select value={language} onChange={(event) => void choose(event.currentTarget.value as Language).then(onChange)}>
            {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}
          </select></label>
          <label>{t("Colors")} <select value={theme()} onChange={(event) => { chooseTheme(event.currentTarget.value as Theme); onChange(); }}>
            {Object.entries(THEMES).map(([name, label]) => <option key={name} value={name}>{t(label)}</option>)}
          </select></label>
          <label class="check"><input type="checkbox" checked={hasSound()} onChange={(event) => chooseSound(event.currentTarget.checked)} /> {t("A sound when it is my turn")}</label>
          {user && <AlertsChoice />}
          <button class="primary">{t("Close")}</button>
        </form>
      </dialog>
    </>
  );
}

/** Whether the browser shall say that it is somebody's turn. */
function AlertsChoice() {
  const [error, setError] = useState<unknown>();
  const [, drawAgain] = useState({});
  const state = alerts();
  if (state === "impossible") return null;
  if (state === "denied") return <p class="faint">{t("The settings of this browser do not allow messages of this page.")}</p>;
  const choose = (isWanted: boolean) => {
    setError(undefined);
    (isWanted ? wantAlerts() : declineAlerts()).catch(setError).then(() => drawAgain({}));
  };
  return (
    <>
      <label class="check"><input type="checkbox" checked={state === "here" || state === "everywhere"} onChange={(event) => choose(event.currentTarget.checked)} /> {t("A message when it is my turn")}</label>
      {state === "here" && <p class="faint">{t("Messages come while this page is open in a tab.")}</p>}
      <Trouble error={error} />
    </>
  );
}

/** Whether somebody has played a turn against a person and waits now. */
const isApart = (game: OwnGame): boolean =>
  game.status === "active" && !game.my_turn && (game.turn?.number ?? 0) > (game.viewer_seat ?? 0) + 1 && game.seats.some(({ player }, seat) => seat !== game.viewer_seat && !player.bot);

/** Offers messages, once, to somebody who waits for a person. */
export function AlertsOffer() {
  const own = useOwnGames();
  const [error, setError] = useState<unknown>();
  const [, drawAgain] = useState({});
  if (error) return <Trouble error={error} onClose={() => setError(undefined)} />;
  if (alerts() !== "unasked" || !own?.games.some(isApart)) return null;
  const answer = (act: () => Promise<void>) => void act().catch(setError).then(() => drawAgain({}));
  return (
    <p class="notice" role="status">{t("Shall this browser tell you when it is your turn, also while the page is closed?")}{" "}
      <button type="button" onClick={() => answer(wantAlerts)}>{t("Yes, tell me")}</button>{" "}
      <button type="button" class="quiet" onClick={() => answer(declineAlerts)}>{t("No")}</button></p>
  );
}

/** Leads to the games that wait, or to invitations, from every other view. */
export function WaitingGames({ here }: { here: string }) {
  const { games = [], invitations = [] } = useOwnGames() ?? {};
  const waiting = games.filter((game) => game.my_turn && game.id !== here);
  const invited = invitations.filter(({ game }) => game !== here);
  if (!waiting.length) return invited.length ? <a class="button waiting" href={invited.length === 1 ? linkTo.game(invited[0]!.game) : "/"}>{t("Invitations: {count}", { count: invited.length })}</a> : null;
  return <a class="button waiting" href={waiting.length === 1 ? linkTo.game(waiting[0]!.id) : "/"}
    aria-label={t("Your turn in {count} game|Your turn in {count} games", { count: waiting.length })}>{t("Your turn: {count}", { count: waiting.length })}</a>;
}
