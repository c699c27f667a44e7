// What is tried again, and when: a network that is away comes back, and a busy server says when it has time.
import { Refusal } from "./api";

const WAIT_MS_MIN = 300;
const WAIT_MS_MAX = 8_000;
/** How often an act is tried while its button is pressed. */
const TRIES_MAX = 5;
/** Refusals of requests that can succeed later: they took too long, or came too early or too often. */
const LATER = [408, 425, 429];
/** Tells everybody on the page that the server was reached. The element has a file of its own, so they meet at the window. */
const REACHED = "lapidary-reached";

/** Refusals of what was readable before: a server that is behind the others knows better later. It is asked again, slowly. */
const HIDDEN = [401, 403, 404];
const HIDDEN_WAIT_MS = 15_000;

/** Whether trying again changes nothing. `isKnown` says that it was readable before. */
export const isFinal = ({ status }: Refusal, isKnown = false): boolean => status >= 400 && status < 500 && !LATER.includes(status) && !(isKnown && HIDDEN.includes(status));

/** Whoever waits because the server could not be reached tries again now. */
export function reached(): void {
  dispatchEvent(new Event(REACHED));
}

/** The waits between tries. Each is twice as long as the one before, and half of it is drawn, so that the clients of a server that was
 * away do not come back all at once. */
export class Patience {
  private ms = WAIT_MS_MIN;

  /** Waits as long as the server asks for, and then until the next try: at once when the network or the reader comes back. */
  async pause(refusal: Refusal | undefined, stop: AbortSignal): Promise<void> {
    if (refusal?.retryAfter) await sleep(refusal.retryAfter * 1_000, stop, []);
    await sleep((HIDDEN.includes(refusal?.status ?? 0) ? HIDDEN_WAIT_MS : this.ms) * (0.5 + Math.random() / 2), stop, refusal?.status ? ["online"] : ["online", REACHED]);
    this.ms = Math.min(this.ms * 2, WAIT_MS_MAX);
  }
}

/** Asks until there is an answer, or throws a refusal that stays. `onTrouble` is told why it takes long, but not of a single failure. Whoever
 * limits the tries does not wait long either: then the refusal is thrown. */
export async function persist<T>(ask: () => Promise<T>, stop: AbortSignal, onTrouble: (refusal: Refusal) => void = () => undefined, triesMax = Infinity, isKnown = false): Promise<T> {
  const patience = new Patience();
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal) || isFinal(error, isKnown) || stop.aborted) throw error;
      const isLong = (error.retryAfter ?? 0) * 1_000 > WAIT_MS_MAX;
      if (tries >= triesMax || (isLong && triesMax < Infinity)) throw error;
      if (tries > 1 || isLong || HIDDEN.includes(error.status)) onTrouble(error);
      await patience.pause(error, stop);
      if (stop.aborted) throw error;
    }
  }
}

/** Tries a few times, for somebody who has pressed a button and waits. */
export const attempt = <T>(ask: () => Promise<T>, onTrouble?: (refusal: Refusal) => void): Promise<T> =>
  persist(ask, new AbortController().signal, onTrouble, TRIES_MAX);

/** Calls when the network or the reader comes back: until the returned function is called. */
export function onReturn(listener: () => void): () => void {
  const seen = () => document.visibilityState === "visible" && listener();
  addEventListener("online", listener);
  document.addEventListener("visibilitychange", seen);
  return () => {
    removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", seen);
  };
}

/** Waits; ends early with one of these events of the window, when the reader comes back, or when it is stopped. */
function sleep(ms: number, stop: AbortSignal, wakes: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const seen = () => document.visibilityState === "visible" && wakes.length > 0 && done();
    const done = () => {
      clearTimeout(timer);
      for (const wake of wakes) removeEventListener(wake, done);
      document.removeEventListener("visibilitychange", seen);
      stop.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const wake of wakes) addEventListener(wake, done);
    document.addEventListener("visibilitychange", seen);
    stop.addEventListener("abort", done);
    if (stop.aborted) done();
  });
}
