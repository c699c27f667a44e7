// The panel of a turn: the ways to play, what is chosen on the board, and every legal action as text.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { data, type Game, type LegalAction } from "../api";
import type { Change, Choice, LapidaryGame } from "../element/lapidary-game";
import { rich, t, told } from "../language";
import { attempt } from "../patience";
import { action as phrase, decision, sentence } from "../words";
import { piecesOf, without } from "./choices";
import { api } from "./session";
import type { Act } from "./table";
import { WAYS, wayOf, type Way } from "./ways";

/** Whether the game waits for whoever looks. */
export const isAsked = (game: Game | undefined): boolean => game?.status === "active" && game.viewer_seat !== null && game.to_act?.seat === game.viewer_seat;

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

export function Turn({ game, change, element, act, onHandler, children }: TurnProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [payments, setPayments] = useState<readonly LegalAction[]>([]);
  const [way, setWay] = useState<Way | undefined>();
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
    setWay(undefined);
  }, [game.version, game.id]);

  // A way leaves its actions.
  const open = way ? legal.filter((one) => wayOf(one.action) === way) : legal;
  const fitting = open.map((one) => ({ ...one, rest: without(one.pieces, chosen) })).filter((one) => one.rest !== undefined);
  const complete = fitting.filter((one) => one.rest!.length === 0 && one.pieces.length > 0).sort((a, b) => Number(isSale(b)) - Number(isSale(a)));
  const choose = (piece: string) =>
    setChosen((old) => {
      const next = [...old, piece];
      // A piece that fits no more begins a new choice, and a chosen one that cannot be chosen twice is taken back.
      if (open.some((one) => without(one.pieces, next))) return next;
      return old.includes(piece) ? old.filter((other) => other !== piece) : [piece];
    });
  useEffect(() => {
    onHandler(isShown && !isBusy ? choose : undefined);
  }, [legal, way, isShown, isBusy]);
  useEffect(() => {
    if (!element) return;
    const choices = new Map<string, Choice>();
    if (isShown && !isBusy) {
      const next = new Set(fitting.flatMap((one) => one.rest!));
      // Other pieces begin a new choice, as long as no action is half chosen from the same kind of pieces.
      const offered = complete.length || !chosen.length ? new Set(open.flatMap((one) => one.pieces)) : next;
      const sold = new Set(legal.filter(isSale).flatMap((one) => one.pieces));
      for (const piece of [...offered, ...chosen]) choices.set(piece, { chosen: chosen.includes(piece), ...(sold.has(piece) ? { mark: t("can be bought now") } : {}) });
    }
    element.offer(choices);
  }, [element, legal, way, chosen, isShown, isBusy]);

  const panel = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
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
    if (isMine) title.current?.focus({ preventScroll: true });
    else element?.focusOn();
  }, [game.version, isMine]);
  const beginAgain = () => {
    element?.focusOn(chosen.at(-1));
    setChosen([]);
  };
  // A turn begins at its title, unless its player is busy elsewhere: in a field, or at an earlier version.
  useEffect(() => {
    if (mayPlay && (document.activeElement === document.body || element?.isIdle)) title.current?.focus({ preventScroll: true });
  }, [game.version, mayPlay]);
  // With the keyboard, an arrow leads from there to the board.
  useEffect(() => {
    if (!isShown) return;
    const enter = ({ key }: KeyboardEvent) => {
      if (!["ArrowLeft", "ArrowRight"].includes(key) || ![document.body, title.current].includes(document.activeElement as HTMLElement)) return;
      const pieces = open.flatMap((one) => one.pieces);
      element?.focusOn(pieces.find((piece) => element.has(piece)));
    };
    document.addEventListener("keydown", enter);
    return () => document.removeEventListener("keydown", enter);
  }, [element, legal, way, isShown]);
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
  const undo = chosen.length > 1 && <button type="button" class="quiet" onClick={() => setChosen(chosen.slice(0, -1))}>{t("Undo")}</button>;
  const ways = (asked.decision === "main" && WAYS[game.ruleset]) || [];
  return (
    <section class="turn" aria-label={t("Your turn")} ref={panel} onFocusIn={() => (wasHere.current = true)}
      onFocusOut={({ relatedTarget }) => (wasHere.current = !relatedTarget || !!panel.current?.contains(relatedTarget as Node))}
      onKeyDown={({ key }) => key === "Escape" && chosen.length > 0 && beginAgain()}>
      <h2 tabIndex={-1} ref={title}>{t("Your turn: {decision}", { decision: decision(asked.decision, asked.tokens) })}</h2>
      {children}
      {isShown && !chosen.length && ways.length > 0 && (
        <div class="ways" role="group" aria-label={t("Ways to play")}>
          {ways.map(({ name, label, none }) => {
            const count = new Set(legal.filter((one) => wayOf(one.action) === name).map((one) => one.pieces.join())).size;
            return (
              <button key={name} type="button" class={`way ${name}`} aria-pressed={way === name} disabled={!count} title={count ? undefined : none && told(none)}
                onClick={() => setWay(way === name ? undefined : name)}>{told(label)}{name === "buy" && count > 0 && <span class="number"> {count}</span>}</button>
            );
          })}
        </div>
      )}
      {isBehind ? <p>{t("One moment …")}</p> : isEarlier ? <p>{t("You look at an earlier version. Go to the newest one to play.")}</p> : !isShown ? isMissing && <p>{t("The newest picture of the board cannot be loaded now. Choose an action here.")}</p> : complete.length ? (
        <div class="actions">
          {complete.map(button)}
          {complete.some((one) => typeOf(one) === "buy") && !payments.length &&
            <button type="button" class="quiet" onClick={() => void allPayments()}>{t("Other payments")}</button>}
          {undo}
          <button type="button" class="quiet again" onClick={beginAgain}><span>{t("Choose something else")}</span></button>
        </div>
      ) : chosen.length ? (
        <p class="chosen">{rich("Chosen: {pieces}. Choose more, or {again}", {
          pieces: <>{chosen.map((piece) => titleOf(piece)?.replace(/^[^:]+: \d+ /, "") ?? piece).join(", ")}</>,
          again: <button type="button" class="quiet" onClick={beginAgain}>{t("begin again")}</button>,
        })}{undo && <> {undo}</>}</p>
      ) : (
        <>
          {legal.length > listed.length && <p class="hint">{listed.length ? t("Choose a marked piece on the board, or an action here.") : t("Choose a marked piece on the board.")}{legal.some(isSale) && ` ${t("A card with a check can be bought now.")}`}</p>}
          {listed.length > 0 && <div class="actions">{listed.map(button)}</div>}
        </>
      )}
      {mayPlay && (!isShown || legal.length > listed.length) && (
        <details ref={list} class="list">
          <summary>{t("All legal actions ({number})", { number: legal.length })}</summary>
          <div class="actions all">{legal.map(button)}</div>
        </details>
      )}
    </section>
  );
}
