// Says that it is somebody's turn, wherever they are: on every page by its title and icon, by a sound if they want one, and by a message of
// the browser while no tab is seen. Web Push says it when no tab is open (alerts.ts).
import { useEffect } from "preact/hooks";
import { t } from "../language";
import { message } from "./alerts";
import { keep, kept } from "./kept";
import { onOwnGames, type OwnGame } from "./own_games";
import { linkTo } from "./route";
import { signWaiting } from "./sign";
import { play } from "./sounds";
import { nameOf } from "../words";

/** How loud the sound is. */
const VOLUME = 0.15;
/** How long a tab has to itself what only one of several shall do. */
const ALONE_MS = 3_000;
/** Held by each tab that is seen. */
const SEEN = "lapidary-seen";

export const hasSound = (): boolean => kept("lapidary-sound") === "on";

/** Switches the sound, and plays it to whoever switches it on. */
export function chooseSound(isOn: boolean): void {
  keep("lapidary-sound", isOn ? "on" : undefined);
  if (isOn) play("turn", 0, VOLUME);
}

/** Does something in one tab alone: all tabs are told at nearly the same time. */
function alone(name: string, act: () => void): void {
  if (!navigator.locks) return act();
  void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    act();
    await new Promise((end) => setTimeout(end, ALONE_MS));
  });
}

/** Holds a lock while this tab is seen. */
function holdSeen(): void {
  const seen = () => document.visibilityState === "visible" && void navigator.locks?.request(SEEN, { mode: "shared" }, () => new Promise<void>((end) => {
    if (document.visibilityState !== "visible") return end();
    document.addEventListener("visibilitychange", () => end(), { once: true });
  }));
  document.addEventListener("visibilitychange", seen);
  seen();
}

holdSeen();

async function isAnySeen(): Promise<boolean> {
  if (document.visibilityState === "visible") return true;
  return !!(await navigator.locks?.query())?.held?.some(({ name }) => name === SEEN);
}

const keyOf = (game: OwnGame): string => `${game.id} ${game.turn?.number}`;

async function signal(game: OwnGame): Promise<void> {
  // A game that is seen lets its own sounds be heard.
  const isShown = document.visibilityState === "visible" && location.pathname === linkTo.game(game.id);
  if (hasSound() && !isShown) alone(`lapidary-sound ${keyOf(game)}`, () => play("turn", 0, VOLUME));
  if (await isAnySeen()) return;
  const names = game.seats.map((seat) => nameOf(seat.player)).join(" – ");
  alone(`lapidary-message ${keyOf(game)}`, () => void message(t("It is your turn"), names, linkTo.game(game.id)));
}

/** Follows the games of whoever uses the page, and signals each turn that comes. */
export function useTurnSignals(): void {
  useEffect(() => {
    let known: Set<string> | undefined;
    return onOwnGames((own) => {
      const waiting = own?.games.filter((game) => game.my_turn);
      signWaiting(waiting?.length ?? 0);
      // What has waited since before the page was opened is told by its title alone.
      if (known) for (const game of waiting ?? []) if (!known.has(keyOf(game))) void signal(game);
      known = waiting && new Set(waiting.map(keyOf));
    });
  }, []);
}
