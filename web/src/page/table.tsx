// A game: the board with replay, playing, and what can be done before the start and after the end.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { data, Refusal, type Game, type LegalAction, type Schemas } from "../api";
import type { Change, Choice, LapidaryGame } from "../element/lapidary-game";
import { follow } from "../follow";
import { language, rich, t } from "../language";
import { attempt } from "../patience";
import { action as phrase, decision, ended, endedFor, gameName, lacked, nameOf, poolName, sentence } from "../words";
import { Analysis } from "./analysis";
import { piecesOf, without } from "./choices";
import { ClockActs } from "./clock_acts";
import { becomeGuest } from "./guest";
import { LiveGame } from "./live_game";
import { entropy } from "./lobby";
import { PlayerLink, Section, Trouble, useAnswer } from "./parts";
import { PracticeHere } from "./practice";
import { Proof } from "./proof";
import { go, linkTo } from "./route";
import { RulesLink } from "./rules";
import { api, token } from "./session";
import { useSign } from "./sign";

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
  useEffect(() => element.current?.restart(), [user]);
  const act: Act = async (what) => {
    setRefusal(undefined);
    const isDone = await what(setRefusal).then(() => true, (reason: unknown) => (setRefusal(reason), false));
    if (isDone) setRefusal(undefined);
    await look();
    return isDone;
  };
  const notes = useMissing(game, change);
  useEffect(() => element.current?.note(notes), [notes, change?.shown]);
  const isAwaited = isAsked(game);
  const title = game ? `${game.seats.map((seat) => nameOf(seat.player)).join(" – ")} – Lapidary` : "Lapidary";
  useSign(isAwaited ? `${t("Your turn!")} ${title}` : title, isAwaited);
  const gone = error instanceof Refusal && [400, 404].includes(error.status) && !game;
  const onChange = useCallback((next: Change, source: LapidaryGame) => {
    element.current = source;
    setChange(next);
  }, []);
  const [choose, setChoose] = useState<(piece: string) => void>();
  return (
    <div class="at-table">
      <h1>{game ? gameName(game) : t("A game")}</h1>
      <div class="board-and-acts">
        <div>
          <LiveGame id={id} at={new URLSearchParams(location.search).get("at") ?? undefined} controls onChange={onChange} onChoose={(piece) => choose?.(piece)} />
          {gone ? <p>{user ? null : t("If you have a seat in it, sign in.")}</p> : <Trouble error={error} />}
        </div>
        <div class="acts">
          {game && (
            <Turn game={game} change={change} element={element.current} act={act} onHandler={(handler) => setChoose(() => handler)}>
              <Trouble error={refusal} onClose={() => setRefusal(undefined)} />
            </Turn>
          )}
          {game?.result && <Result game={game} result={game.result} />}
          {game?.status === "waiting" && <Before game={game} user={user} act={act} />}
          {change && change.shown > 0 && <p><a href={linkTo.position(id, change.shown)}>{t("Link to this position")}</a></p>}
          {game && change && <PracticeHere game={game} version={change.shown} user={user} />}
          {game && <After game={game} act={act} look={look} />}
        </div>
      </div>
      {game?.status === "finished" && <Analysis game={game} user={user} element={element.current} />}
    </div>
  );
}

/** What a player lacks for each card that they cannot pay for, while they look at the newest version. */
function useMissing(game: Game | undefined, change: Change | undefined): ReadonlyMap<string, string> {
  const isPlayed = game?.status === "active" && game.viewer_seat !== null && game.ruleset === "splendor";
  const { answer } = useAnswer(
    async () => isPlayed ? data(api.GET("/v1/games/{id}/legal-actions", { params: { path: { id: game.id }, query: { missing: true } } }), "version") : undefined,
    [game?.id, game?.version, isPlayed],
  );
  const isShown = answer?.version === change?.newest && change?.shown === change?.newest;
  return useMemo(() => new Map(isShown ? answer?.missing?.map((one) => [`card-${one.card}`, lacked(one)]) : []), [answer, isShown, language]);
}

/** Whether the game waits for whoever looks. */
const isAsked = (game: Game | undefined): boolean => game?.status === "active" && game.viewer_seat !== null && game.to_act?.seat === game.viewer_seat;

/** How the game ended: for its players, whether they won. */
function Result({ game, result }: { game: Game; result: Schemas["GameResult"] }) {
  const seat = game.viewer_seat;
  const points = game.seats.map((one) => ("prestige" in one ? one.prestige : undefined));
  return <p class={seat === null ? "result" : "result own"} role="status">{seat === null ? ended(result, game.seats.map((one) => nameOf(one.player))) : endedFor(seat, result, points)}</p>;
}

interface TurnProps {
  game: Game;
  change: Change | undefined;
  element: LapidaryGame | undefined;
  act: Act;
  onHandler: (handler: ((piece: string) => void) | undefined) => void;
  /** Why the last act failed: beside what can be done now. */
  children: ComponentChildren;
}

const typeOf = (one: LegalAction): string => (one.action as { type: string }).type;

/** Whether an action buys a card, which is marked then. Others set it aside. */
const isSale = (one: LegalAction): boolean => ["buy", "conquer"].includes(typeOf(one));

function Turn({ game, change, element, act, onHandler, children }: TurnProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [payments, setPayments] = useState<readonly LegalAction[]>([]);
  const seat = game.viewer_seat;
  const isMine = isAsked(game);
  // The stream knows of an entry that the view does not have yet.
  const isBehind = change !== undefined && change.newest > game.version;
  const isEarlier = change !== undefined && change.wanted < change.newest;
  const mayPlay = isMine && !isBehind && !isEarlier;
  // Pieces are chosen on the picture. The actions need none: what cannot be loaded stops nobody.
  const isShown = mayPlay && change?.shown === game.version;
  const isMissing = mayPlay && !isShown && change?.isMissing;
  const list = useRef<HTMLDetailsElement>(null);
  // The list stays open when the picture comes: somebody may be about to choose.
  useEffect(() => {
    if (isMissing && list.current) list.current.open = true;
  }, [isMissing, game.version]);
  const legal = useMemo(
    () => (isMine ? [...(game.legal_actions ?? []), ...payments] : []).map((one) => ({ ...one, pieces: piecesOf(one.action, seat!, game) })),
    [game, payments, isMine],
  );
  useEffect(() => {
    setChosen([]);
    setPayments([]);
    setBusy(false);
  }, [game.version, game.id]);

  const fitting = legal.map((one) => ({ ...one, rest: without(one.pieces, chosen) })).filter((one) => one.rest !== undefined);
  const complete = fitting.filter((one) => one.rest!.length === 0 && one.pieces.length > 0).sort((a, b) => Number(isSale(b)) - Number(isSale(a)));
  const choose = (piece: string) =>
    setChosen((old) => {
      const next = [...old, piece];
      // A piece that fits no more begins a new choice, and a chosen one that cannot be chosen twice is taken back.
      if (legal.some((one) => without(one.pieces, next))) return next;
      return old.includes(piece) ? old.filter((other) => other !== piece) : [piece];
    });
  useEffect(() => {
    onHandler(isShown && !isBusy ? choose : undefined);
  }, [legal, isShown, isBusy]);
  useEffect(() => {
    if (!element) return;
    const choices = new Map<string, Choice>();
    if (isShown && !isBusy) {
      const next = new Set(fitting.flatMap((one) => one.rest!));
      // Other pieces begin a new choice, as long as no action is half chosen from the same kind of pieces.
      const offered = complete.length || !chosen.length ? new Set(legal.flatMap((one) => one.pieces)) : next;
      const sold = new Set(legal.filter(isSale).flatMap((one) => one.pieces));
      for (const piece of [...offered, ...chosen]) choices.set(piece, { chosen: chosen.includes(piece), ...(sold.has(piece) ? { mark: t("can be bought now") } : {}) });
    }
    element.offer(choices);
  }, [element, legal, chosen, isShown, isBusy]);

  const panel = useRef<HTMLElement>(null);
  // Whether the person was in the panel, which takes its buttons away.
  const wasHere = useRef(false);
  useEffect(() => {
    // A choice that nothing can be added to waits for its button alone.
    const isWhole = complete.length > 0 && complete.length === fitting.length;
    if (isWhole && chosen.length && element?.matches(":focus-within")) panel.current?.querySelector<HTMLElement>(".action")?.focus({ preventScroll: true });
  }, [chosen]);
  useEffect(() => {
    if (!wasHere.current || document.activeElement !== document.body) return;
    wasHere.current = false;
    if (isMine) panel.current?.querySelector("h2")?.focus({ preventScroll: true });
    else element?.focusOn();
  }, [game.version, isMine]);
  const beginAgain = () => {
    element?.focusOn(chosen.at(-1));
    setChosen([]);
  };
  if (!isMine) return <>{children}</>;
  const play = async (one: LegalAction) => {
    if (isBusy) return;
    setBusy(true);
    // The server applies it once, however often it comes.
    const isDone = await act((onTrouble) => attempt(() => data(api.POST("/v1/games/{id}/actions", {
      params: { path: { id: game.id }, header: { Prefer: "return=minimal" } as never },
      body: { version: game.version, actions: [one.action] },
    }), "version"), onTrouble));
    // Otherwise the next version is the end of it.
    if (!isDone) setBusy(false);
  };
  const allPayments = () => act(async () => {
    const all = await attempt(() => data(api.GET("/v1/games/{id}/legal-actions", { params: { path: { id: game.id }, query: { payments: "all" } } }), "version"));
    const known = new Set(game.legal_actions?.map((one) => one.notation));
    setPayments(all.actions.filter((one) => !known.has(one.notation)));
  });
  const titleOf = (piece: string) => element?.titleOf(piece);
  const button = (one: LegalAction) => (
    <button key={one.notation} type="button" class="action" aria-disabled={isBusy} onClick={() => void play(one)}>{sentence(phrase(one.action, titleOf))}</button>
  );
  // What the board cannot show is chosen here.
  const listed = legal.filter((one) => !one.pieces.length || !one.pieces.every((piece) => element?.has(piece)));
  const asked = game.to_act!;
  return (
    <section class="turn" aria-label={t("Your turn")} ref={panel} onFocusIn={() => (wasHere.current = true)}
      onFocusOut={({ relatedTarget }) => (wasHere.current = !relatedTarget || !!panel.current?.contains(relatedTarget as Node))}
      onKeyDown={({ key }) => key === "Escape" && chosen.length > 0 && beginAgain()}>
      <h2 tabIndex={-1}>{t("Your turn: {decision}", { decision: decision(asked.decision, asked.tokens) })}</h2>
      {children}
      {isBehind ? <p>{t("One moment …")}</p> : isEarlier ? <p>{t("You look at an earlier version. Go to the newest one to play.")}</p> : !isShown ? isMissing && <p>{t("The newest picture of the board cannot be loaded now. Choose an action here.")}</p> : complete.length ? (
        <div class="actions">
          {complete.map(button)}
          {complete.some((one) => typeOf(one) === "buy") && !payments.length &&
            <button type="button" class="quiet" onClick={() => void allPayments()}>{t("Other payments")}</button>}
          <button type="button" class="quiet" onClick={beginAgain}>{t("Choose something else")}</button>
        </div>
      ) : chosen.length ? (
        <p>{rich("Chosen: {pieces}. Choose more, or {again}", {
          pieces: <>{chosen.map((piece) => titleOf(piece)?.replace(/^[^:]+: \d+ /, "") ?? piece).join(", ")}</>,
          again: <button type="button" class="quiet" onClick={beginAgain}>{t("begin again")}</button>,
        })}</p>
      ) : (
        <>
          {legal.length > listed.length && <p>{listed.length ? t("Choose a marked piece on the board, or an action here.") : t("Choose a marked piece on the board.")}{legal.some(isSale) && ` ${t("A card with a check can be bought now.")}`}</p>}
          {listed.length > 0 && <div class="actions">{listed.map(button)}</div>}
        </>
      )}
      {mayPlay && (!isShown || legal.length > listed.length) && (
        <details ref={list}>
          <summary>{t("All legal actions ({number})", { number: legal.length })}</summary>
          <div class="actions all">{legal.map(button)}</div>
        </details>
      )}
    </section>
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

function After({ game, act, look }: { game: Game; act: Act; look: () => Promise<void> }) {
  const path = { path: { id: game.id } };
  const isOver = game.status === "finished" || game.status === "aborted";
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
    <Section title={t("This game")}>
      <p>{game.seats.map((seat, place) => <span key={place}>{place ? " – " : ""}<PlayerLink player={seat.player} /></span>)}
        {game.tournament && <> · <a href={linkTo.tournament(game.tournament)}>{t("its tournament")}</a></>}
        {game.pool && <> · {t("rated")}: <a href={linkTo.ladder(game.pool)}>{poolName(game.pool)}</a></>} · <RulesLink game={game} /></p>
      {agreed.length > 0 && !next && <p role="status">{agreed.map((seat) => nameOf(game.seats[seat]?.player)).join(", ")}: {t("would like a rematch.")}</p>}
      <div class="actions">
        {mayOffer && !isOffered && <button type="button" class={agreed.length ? "primary" : ""} onClick={() => {
          waited.current = true;
          void act(offer);
        }}>{agreed.length ? t("Accept the rematch") : t("Rematch")}</button>}
        {isOffered && <button type="button" class="quiet" onClick={() => void act(takeBack)}>{t("Take the offer back")}</button>}
        {next && <a class="button" href={linkTo.game(next)}>{t("Go to the rematch")}</a>}
        {game.status === "active" && isSeated && <Resign onResign={() => void act(() => data(api.POST("/v1/games/{id}/resign", { params: path }), "version"))} />}
        {game.version > 0 && <Download id={game.id} />}
      </div>
      <ClockActs game={game} act={act} />
      {game.version > 0 && <Lots game={game} />}
      {isOver && <Proof id={game.id} commitment={game.commitment} />}
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
