// Small parts that every view uses.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Refusal, type GameItem, type Schemas } from "../api";
import { language, t, told, type Text } from "../language";
import { onReturn, persist } from "../patience";
import { ago, ended, gameName, nameOf, plain } from "../words";
import { clockName } from "./clocks";
import { SENTENCES } from "./refusals";
import { linkTo } from "./route";

/** An error in words. The server has titles in every language, and most details in English alone. */
function explained(error: unknown): string {
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error);
  const { title, detail } = error.problem ?? {};
  if (!title && !detail) return error.status ? t("The server returned {status}.", { status: error.status }) : t("The server cannot be reached.");
  const sentence = SENTENCES[error.problem?.code ?? ""];
  if (error.problem?.code === "too_many_requests" && error.retryAfter) return t("Too many requests at once. Try again in {seconds} s.", { seconds: error.retryAfter });
  if (language !== "en" && sentence) return told(sentence);
  return language === "en" ? error.message : [title, detail].filter((text, place) => text && (place === 0 || text !== title)).join(": ");
}

/** Why something failed. The error of an act stays until the act is tried again, or until the person closes it. */
export function Trouble({ error, onClose }: { error: unknown; onClose?: () => void }) {
  if (!error) return null;
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <p class="trouble" role="alert">
      {explained(error)}
      {refusal?.problem?.errors?.map((fault) => <span key={fault.pointer}> {fault.pointer.replace(/^#?\//, "")}: {fault.detail}</span>)}
      {refusal?.page && <> <a href={refusal.page}>{refusal.problem?.rule ? t("Ruling {number}", { number: refusal.problem.rule }) : t("What does this mean?")}</a></>}
      {onClose && <>{" "}<button type="button" class="quiet" onClick={onClose}>{t("Close")}</button></>}
    </p>
  );
}

/** What a request returns, and again when one of `inputs` changes, or the network or the reader comes back. It is tried until it succeeds;
 * what was readable once is asked for again even if it is refused. */
export function useAnswer<T>(ask: () => Promise<T>, inputs: readonly unknown[]) {
  const [state, set] = useState<{ answer?: T; error?: unknown }>({});
  const latest = useRef(ask);
  latest.current = ask;
  const reading = useRef<AbortController>();
  const isGone = useRef(false);
  const isKnown = useRef(false);
  const again = useCallback(async () => {
    reading.current?.abort();
    if (isGone.current) return;
    const { signal } = (reading.current = new AbortController());
    const fail = (error: unknown) => signal.aborted || set((old) => ({ ...old, error }));
    try {
      const answer = await persist(() => latest.current(), signal, fail, Infinity, isKnown.current);
      isKnown.current = true;
      if (!signal.aborted) set({ answer });
    } catch (error) {
      fail(error);
    }
  }, []);
  useEffect(() => void again(), inputs);
  useEffect(() => {
    const stop = onReturn(() => void again());
    return () => {
      stop();
      isGone.current = true;
      reading.current?.abort();
    };
  }, []);
  return { ...state, again };
}

export function PlayerLink({ player, guest }: { player: Schemas["PlayerRef"] | undefined; guest?: string | undefined }) {
  const name = nameOf(player, guest);
  return player?.username ? <a href={linkTo.player(player.username)}>{name}{player.bot ? ` (${t("bot")})` : ""}</a> : <>{name}</>;
}

/** The name that a player has chosen to be shown beside the other. */
export function DisplayName({ player }: { player: { display_name?: string | null } }) {
  return player.display_name ? <span class="also">{player.display_name}</span> : null;
}

export function GameRow({ game, children }: { game: GameItem; children?: ComponentChildren }) {
  const names = game.seats.map((seat) => nameOf(seat.player));
  const state =
    game.status === "waiting" ? t("{free} of {count} seat free|{free} of {count} seats free", { free: game.free_seats, count: game.seat_count })
    : game.status === "active" ? t("turn {number}, {name} to move", { number: game.turn?.number ?? "", name: names[game.to_act?.seat ?? -1] ?? "" })
    : game.status === "finished" ? ended(game.result, names)
    : plain(game.status);
  return (
    <li class="row">
      <a class="to" href={linkTo.game(game.id)}>
        <strong>{names.join(" – ")}</strong>
        <span>{[gameName(game), ...(game.clock.kind === "none" ? [] : [clockName(game.clock)]), ...(game.rated ? [t("rated")] : [])].join(" · ")}</span>
        <span class="faint">{state} · {ago(game.updated_at)}</span>
      </a>
      {children}
    </li>
  );
}

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const MISSING = {
  game: "There is no such game, or it is not public.",
  tournament: "There is no such tournament, or it is not public.",
  club: "There is no such club, or it is not public.",
  series: "There is no such series, or it is not public.",
  player: "There is no such player.",
  puzzle: "There is no such puzzle.",
  "puzzle today": "There is no puzzle today.",
} as const satisfies Record<string, Text>;
export type Missable = keyof typeof MISSING;

/** What is not there yet, or not at all. */
export function Missing({ error, what, user }: { error: unknown; what: Missable; user: string | undefined }) {
  if (error instanceof Refusal && [400, 404].includes(error.status)) {
    return <><h1>{t("Not found")}</h1><p>{t(MISSING[what])}{user ? "" : ` ${t("If it is yours, sign in.")}`}</p></>;
  }
  return error ? <Trouble error={error} /> : <p class="faint">{t("One moment …")}</p>;
}

/** Points with at most two digits after the point: they are counted in twelfths. */
export const pointsOf = (row: { points: number }): string => String(Math.round(row.points * 100) / 100);
