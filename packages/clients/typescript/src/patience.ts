// When something is tried again: a network that is away comes back, and a busy server says when it has time.
import { Refusal, Unreachable } from "./problems.js";

const WAIT_MS_MIN = 100;
const WAIT_MS_MAX = 8_000;
/** Refusals that took no effect: the request came too early or too often. */
const NOT_YET = [408, 425, 429];
/** Answers of a server or a proxy that say nothing about whether the request took effect. */
const AWAY = [502, 503, 504];

/** The waits between tries. Each is twice as long as the one before, and half of it is random, so that the clients of a server that was
 * away do not come back all at once. After `ms` without success it ends. */
export class Patience {
  private wait = WAIT_MS_MIN;
  private until: number;

  constructor(private readonly ms: number) {
    this.until = Date.now() + ms;
  }

  /** Begins anew, after a success. */
  renew(): void {
    this.wait = WAIT_MS_MIN;
    this.until = Date.now() + this.ms;
  }

  /** Waits as long as the server asks for, and then until the next try. Throws the error if that would take too long, and why it
   * was stopped if it was. */
  async pause(error: unknown, stop?: AbortSignal): Promise<void> {
    const asked = error instanceof Refusal ? (error.retryAfter ?? 0) * 1000 : 0;
    const ms = asked + this.wait * (0.5 + Math.random() / 2);
    stop?.throwIfAborted();
    if (Date.now() + ms > this.until) throw error;
    await sleep(ms, stop);
    stop?.throwIfAborted();
    this.wait = Math.min(this.wait * 2, WAIT_MS_MAX);
  }
}

/** Whether the same request can be sent again, and may then succeed. `once` says that it must not take effect twice. */
export function maySucceedLater(error: unknown, once = false): boolean {
  if (error instanceof Unreachable) return !once;
  if (!(error instanceof Refusal)) return false;
  return NOT_YET.includes(error.status) || error.code === "idempotency_in_progress" || (AWAY.includes(error.status) && !once);
}

/** Asks until there is an answer, or throws an error that stays. */
export async function persist<T>(ask: () => Promise<T>, ms: number, once = false, stop?: AbortSignal): Promise<T> {
  const patience = new Patience(ms);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!maySucceedLater(error, once)) throw error;
      await patience.pause(error, stop);
    }
  }
}

/** Waits; ends early when it is stopped. */
export function sleep(ms: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop?.addEventListener("abort", done);
    if (stop?.aborted) done();
  });
}
