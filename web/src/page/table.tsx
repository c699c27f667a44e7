// A game: the board with replay, playing, and what can be done before the start and after the end.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { data, Refusal, type Game } from "../api";
import type { Change, LapidaryGame, Note, Step } from "../element/lapidary-game";
import { language, rich, t, type Text } from "../language";
import { attempt } from "../patience";
import { gameName, lacked, nameOf, poolName } from "../words";
import { ClockActs } from "./clock_acts";
import { firstGame } from "./first";
import { becomeGuest } from "./guest";
import { HINTS, hintsRead } from "./hints";
import { Analysis, Coach, Ending, NoGame, PracticeHere, Proof } from "./later";
import { LiveGame } from "./live_game";
import { entropy } from "./lobby";
import { PlayerLink, Section, Trouble, useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api, isOfEnded } from "./session";
import { useSign } from "./sign";
import { loudness, nextLoudness, play, soundsOf } from "./sounds";
import { isAsked, Turn } from "./turn_panel";
import "./table.css";

export function Table({ id, user }: { id: string; user: string | undefined }) {
  const [change, setChange] = useState<Change | undefined>();
  // Why the last act failed. A view that is read later does not change that.
  const [refusal, setRefusal] = useState<unknown>();
  const element = useRef<LapidaryGame>();
  // The stream says that something has changed, and the view says what this seat may do.
  const { answer: game, error, again: look } = useAnswer(
    () => data(api.GET("/v1/games/{id}", { params: { path: { id }, query: user ? { include: "legal_actions" } : {} } }), "seats"),
    [id, user, change?.newest, change?.connections, change?.game.seats.length, change?.game.status],
  );
  useEffect(() => {
    element.current?.restart();
    // What was refused to whoever was signed in before is no matter of who is now.
    setRefusal(undefined);
  }, [user]);
  const act: Act = async (what) => {
    setRefusal(undefined);
    const isDone = await what(setRefusal).then(() => true, (reason: unknown) => (setRefusal(isOfEnded(reason) ? undefined : reason), false));
    if (isDone) setRefusal(undefined);
    await look();
    return isDone;
  };
  const notes = useMissing(game, change);
  useEffect(() => element.current?.note(notes), [notes, change?.shown]);
  const isAwaited = isAsked(game);
  // Before the game is read, its first picture tells.
  const isOver = firstGame?.id === id && firstGame.status === "finished";
  const title = game ? `${game.seats.map((seat) => nameOf(seat.player)).join(" – ")} – Lapidary` : "Lapidary";
  useSign(isAwaited ? `${t("Your turn!")} ${title}` : title, isAwaited);
  const gone = error instanceof Refusal && [400, 404].includes(error.status) && !game;
  const onChange = useCallback((next: Change, source: LapidaryGame) => {
    element.current = source;
    setChange(next);
  }, []);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heard = (event: globalThis.Event) => (event.type === "lapidary-low" ? play("low") : soundsOf((event as CustomEvent<Step>).detail));
    const types = ["lapidary-step", "lapidary-low"];
    for (const type of types) place.current?.addEventListener(type, heard);
    return () => types.forEach((type) => place.current?.removeEventListener(type, heard));
  }, []);
  const [choose, setChoose] = useState<(piece: string) => void>();
  // Hints are loaded for the first turn of somebody who has not read them, and stay: they learn that the turn is played.
  const isCoached = useRef(false);
  isCoached.current ||= isAwaited && game?.ruleset === "splendor" && hintsRead() < HINTS;
  return (
    <div class={`at-table ${isAwaited ? "awaited" : ""}`} ref={place}>
      <div class="table-head">
        <h1>{game ? gameName(game) : t("A game")}</h1>
        {game?.status === "active" && <Loudness />}
      </div>
      <div class="board-and-acts">
        <div>
          <LiveGame id={id} at={new URLSearchParams(location.search).get("at") ?? undefined} controls onChange={onChange} onChoose={(piece) => choose?.(piece)} />
          {game && change && isCoached.current && <Coach game={game} element={element.current} isShown={change.shown === game.version} />}
          {gone ? <p>{user ? null : t("If you have a seat in it, sign in.")}</p> : <Trouble error={error} />}
        </div>
        <div class="acts">
          {game && (
            <Turn game={game} change={change} element={element.current} act={act} onHandler={(handler) => setChoose(() => handler)}>
              <Trouble error={refusal} onClose={() => setRefusal(undefined)} />
            </Turn>
          )}
          {(game ? game.result : isOver) && (
            <div class="ending-room">{game?.result && <Ending game={game} result={game.result} element={element.current} act={act} look={look} />}</div>
          )}
          {game?.status === "aborted" && <NoGame game={game} element={element.current} />}
          {game?.status === "waiting" && <Before game={game} user={user} act={act} />}
          {game && isDealt(game) && change && change.shown > 0 && <p><a href={linkTo.position(id, change.shown)}>{t("Link to this position")}</a></p>}
          {game?.status === "finished" && change && <PracticeHere game={game} version={change.shown} user={user} />}
          {game && <After game={game} act={act} />}
        </div>
      </div>
      {game?.status === "finished" && game.ruleset === "splendor" && <div id="analysis"><Analysis game={game} user={user} element={element.current} /></div>}
    </div>
  );
}

/** What a player lacks for each card that they cannot pay for, while they look at the newest version. */
function useMissing(game: Game | undefined, change: Change | undefined): ReadonlyMap<string, Note> {
  const isPlayed = game?.status === "active" && game.viewer_seat !== null && game.ruleset === "splendor";
  const { answer } = useAnswer(
    async () => isPlayed ? data(api.GET("/v1/games/{id}/legal-actions", { params: { path: { id: game.id }, query: { missing: true } } }), "version") : undefined,
    [game?.id, game?.version, isPlayed],
  );
  const isShown = answer?.version === change?.newest && change?.shown === change?.newest;
  return useMemo(() => new Map(isShown ? answer?.missing?.map((one) => [`card-${one.card}`, { label: lacked(one), short: one.gold ? `−${one.gold}` : undefined }]) : []), [answer, isShown, language]);
}

const LOUDNESSES = { on: "Sounds: on", quiet: "Sounds: quiet", off: "Sounds: off" } as const satisfies Record<string, Text>;

/** How loud the game is. */
function Loudness() {
  const [now, setNow] = useState(loudness());
  const waves = { on: "M10 5q3 3 0 6M12 3q5 5 0 10", quiet: "M10 5q3 3 0 6", off: "M10 6l4 4M14 6l-4 4" };
  return (
    <button type="button" class="quiet loudness" aria-label={t(LOUDNESSES[now])} title={t(LOUDNESSES[now])} onClick={() => setNow(nextLoudness())}>
      <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><path d="M1 6h3l4-3v10l-4-3H1z" fill="currentColor" /><path d={waves[now]} fill="none" stroke="currentColor" stroke-width="1.4" /></svg>
    </button>
  );
}

/** Does what a person wants, shows why it fails or takes long, and looks at the game again. Returns whether it is done. */
export type Act = (what: (onTrouble: (refusal: unknown) => void) => Promise<unknown>) => Promise<boolean>;

function Before({ game, user, act }: { game: Game; user: string | undefined; act: Act }) {
  const [name, setName] = useState("");
  const [isCopied, setCopied] = useState(false);
  const isSeated = game.viewer_seat !== null;
  const path = { path: { id: game.id } };
  const link = `${location.origin}${linkTo.game(game.id)}`;
  const copy = () => navigator.clipboard?.writeText(link).then(() => setCopied(true), () => undefined);
  return (
    <Section title={t("Waiting for players")}>
      <ul>{game.seats.map((seat) => <li key={seat.seat}><PlayerLink player={seat.player} /></li>)}</ul>
      {!isSeated && game.seats.length < game.seat_count && <button type="button" class="primary" onClick={() => void act(async () => {
        if (!user) await becomeGuest();
        await data(api.POST("/v1/games/{id}/join", { params: path, body: { entropy: entropy() } }), "seats");
      })}>{user ? t("Take a seat") : t("Take a seat as a guest")}</button>}
      <p>{rich("Send this link to whoever shall play or watch: {link}", { link: <a href={linkTo.game(game.id)}>{link}</a> })}{" "}
        <button type="button" onClick={copy}>{isCopied ? t("Copied") : t("Copy")}</button></p>
      {isSeated && (
        <>
          <form class="line" onSubmit={(event) => {
            event.preventDefault();
            void act(async () => {
              await data(api.POST("/v1/games/{id}/invitations", { params: path, body: { username: name } }), "items");
              setName("");
            });
          }}>
            <label>{t("Invite a player by name")} <input value={name} required maxLength={64} onInput={(event) => setName(event.currentTarget.value)} /></label>
            <button>{t("Invite")}</button>
          </form>
          <button type="button" class="quiet" onClick={() => void act(async () => {
            await data(api.POST("/v1/games/{id}/leave", { params: path }), "seats");
            go("/");
          })}>{t("Leave the table")}</button>
        </>
      )}
    </Section>
  );
}

/** Whether the game has begun. The log of a table that was closed before has one entry, which says so. */
const isDealt = (game: Game): boolean => game.version > (game.status === "aborted" ? 1 : 0);

function After({ game, act }: { game: Game; act: Act }) {
  const path = { path: { id: game.id } };
  const isOver = game.status === "finished" || game.status === "aborted";
  const isSeated = game.viewer_seat !== null;
  const wasDealt = isDealt(game);
  return (
    <Section title={t("This game")}>
      <p>{game.seats.map((seat, place) => <span key={place}>{place ? " – " : ""}<PlayerLink player={seat.player} /></span>)}
        {game.tournament && <> · <a href={linkTo.tournament(game.tournament)}>{t("its tournament")}</a></>}
        {game.pool && <> · {t("rated")}: <a href={linkTo.ladder(game.pool)}>{poolName(game.pool)}</a></>} · <a href={linkTo.rules(game)}>{t("Rules of this game")}</a></p>
      <div class="actions">
        {game.status === "active" && isSeated && <Resign onResign={() => void act(() => data(api.POST("/v1/games/{id}/resign", { params: path }), "version"))} />}
        {wasDealt && <Download id={game.id} />}
      </div>
      <ClockActs game={game} act={act} />
      {wasDealt && <Lots game={game} />}
      {isOver && wasDealt && <Proof id={game.id} commitment={game.commitment} />}
    </Section>
  );
}

/** What decided the seats and the cards. */
function Lots({ game }: { game: Game }) {
  return (
    <details>
      <summary>{t("Who begins, and what decides?")}</summary>
      <p>{game.origin ? t("The game goes on from a position of another one. Whatever was hidden there is drawn anew.") : t("{name} sits first, and begins.", { name: nameOf(game.seats[0]?.player) })}{" "}
        {t("Seats and cards are drawn by lot: from a secret of the server, to which it committed before anybody joined, and from what the browser of each player added. So nobody could choose them. Where the table was made with seats in the order of joining, the cards alone are drawn.")}{" "}
        {game.status === "finished" || game.status === "aborted" ? t("The secret is public now: the button below checks the draw.") : t("When the game is over, the secret is public, and everybody can check the draw here.")}{" "}
        <a href="/docs/guides/deal">{t("How the draw is proved")}</a></p>
      <p class="faint">{t("Commitment:")} <code class="digest">{game.commitment}</code></p>
    </details>
  );
}

function Resign({ onResign }: { onResign: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return <button type="button" class="quiet" onClick={() => setAsked(true)}>{t("Resign …")}</button>;
  return (
    <span class="line">{t("Resign this game?")}
      <button type="button" onClick={onResign}>{t("Resign")}</button>
      <button type="button" class="quiet" onClick={() => setAsked(false)}>{t("Keep playing")}</button>
    </span>
  );
}

function Download({ id }: { id: string }) {
  const [error, setError] = useState<unknown>();
  const save = async () => {
    setError(undefined);
    try {
      const found = await attempt(() => data(api.GET("/v1/games/{id}/export", { params: { path: { id } } }), "format"));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(found)], { type: "application/json" }));
      link.download = `lapidary-${id}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (refusal) {
      setError(refusal);
    }
  };
  return <><button type="button" class="quiet" onClick={() => void save()}>{t("Download the game")}</button><Trouble error={error} /></>;
}
