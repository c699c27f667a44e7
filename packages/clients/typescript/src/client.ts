// The client: requests that are repeated when that is safe, lists as iterators, and streams that resume.
import type { Login } from "./login.js";
import { KEYED, ONCE, type Operations } from "./operations.js";
import { maySucceedLater, Patience, persist } from "./patience.js";
import { Refusal, Unreachable } from "./problems.js";
import { random } from "./random.js";
import type * as schemas from "./schemas.js";
import { One, Several, type Query } from "./stream.js";
import { lines, send, trimmed, valueOf, type Outgoing } from "./transport.js";

/** After a connection that lasted this long, or brought more than its first frame, the waits begin anew. */
const LASTED_MS = 8_000;
/** What the server adds to a request that waits. */
const LONG_POLL_MS = 60_000;

type Name = keyof Operations;
/** Operations with a field, such as those that have an `item`. */
type With<Field extends string> = { [N in Name]: Operations[N] extends Record<Field, unknown> ? N : never }[Name];
type Of<N extends Name, Field extends string> = Operations[N] extends Record<Field, infer T> ? T : never;
type Params<N extends Name> = Operations[N]["params"];
/** Parameters may be left out where none is needed. */
type Given<T, Rest extends unknown[]> = {} extends T ? [params?: T, ...rest: Rest] : [params: T, ...rest: Rest];

export interface Options {
  /** How long a request is tried, in milliseconds: 60,000 if omitted, or `Infinity`. */
  patience?: number;
  /** How long one try may take, in milliseconds: 30,000 if omitted. */
  timeout?: number;
  /** The language of titles and details, such as `de`. */
  language?: string;
}

/** What can be said about one request beside its parameters. */
export interface Sending {
  /** Ends the request, with all its tries. */
  signal?: AbortSignal;
  /** Another media type of the response, such as `text/csv`. */
  accept?: string;
}

/** A client of a server. `access` is an API token, a `Login`, or nothing for what is public. A request is tried again after a lost response
 * if it can be repeated, and after `Retry-After` if the server is busy. Streams go on until they are over or refused for good. */
export class Client {
  readonly server: string;
  private readonly patience: number;
  private readonly timeout: number;
  private readonly headers: Record<string, string>;

  constructor(server: string, private readonly access?: string | Login, { patience = 60_000, timeout = 30_000, language }: Options = {}) {
    this.server = trimmed(server);
    this.patience = patience;
    this.timeout = timeout;
    this.headers = language === undefined ? {} : { "accept-language": language };
  }

  /** Sends a request, such as `request("GET /v1/games/{id}", { id })`. The parameters of the path and the query stand together; `body` is the
   * body. */
  async request<N extends Name>(name: N, ...[params, sending = {}]: Given<Params<N>, [sending?: Sending]>): Promise<Operations[N]["answer"]> {
    const { method, address, query, body } = this.target(name, params);
    const headers: Record<string, string> = { ...this.headers };
    if (body !== undefined) headers["content-type"] = typeof body === "string" ? "text/csv" : "application/json";
    if (sending.accept !== undefined) headers["accept"] = sending.accept;
    if (KEYED.has(name)) headers["idempotency-key"] = random();
    const request: Outgoing = { method, headers, ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }) };
    const ms = this.timeout + (query["wait"] ? LONG_POLL_MS : 0);
    const attempt = () => this.authorized(async (token) => {
      const tried = { ...request, headers: { ...headers, ...token } };
      const signals = [AbortSignal.timeout(ms), ...(sending.signal ? [sending.signal] : [])];
      return valueOf(address, tried, await send(address, tried, AbortSignal.any(signals)));
    });
    return persist(attempt, this.patience, ONCE.has(name), sending.signal) as Promise<Operations[N]["answer"]>;
  }

  /** The items of a list, page by page: `for await (const game of client.items("GET /v1/games", { status: "active" }))`. */
  async *items<N extends With<"item">>(name: N, ...[params]: Given<Params<N>, []>): AsyncGenerator<Of<N, "item">, void, undefined> {
    const request = this.request.bind(this) as (name: Name, params: object) => Promise<unknown>;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = (await request(name, cursor === undefined ? { ...params } : { ...params, cursor })) as { items: Of<N, "item">[]; next_cursor: string | null };
      yield* page.items;
      cursor = page.next_cursor;
    }
  }

  /** The entries of a game's log after a version, page by page of at most `limit` entries. */
  async *log(id: string, since = 0, limit?: number): AsyncGenerator<schemas.Event, void, undefined> {
    for (let more = true; more; ) {
      const page = await this.request("GET /v1/games/{id}/events", { id, since, ...(limit !== undefined && { limit }) });
      yield* page.events;
      ({ version: since, more } = page);
    }
  }

  /** Takes a turn in a game as it was seen, and returns the game after it. If the response is lost, the same turn is sent again: it is
   * applied once. */
  async play(game: schemas.Game, ...actions: schemas.Action[]): Promise<schemas.Game> {
    const answer = await this.request("POST /v1/games/{id}/actions", { id: game.id, body: { version: game.version, actions } });
    return (answer as { game: schemas.Game }).game;
  }

  /** Returns an address at which an `EventSource` can open a stream: it has a ticket in the place of the token (docs/streams.md). */
  async ticket<N extends With<"frame">>(name: N, ...[params]: Given<Params<N>, []>): Promise<string> {
    const { path, query } = this.target(name, params);
    const { ticket } = await this.request("POST /v1/stream-tickets", { body: { path } });
    return `${this.server}${path}${search({ ...query, ticket })}`;
  }

  /** The frames of a stream. After an interruption it goes on with the next one; streams without numbers begin again with a snapshot, which
   * replaces what came before. It ends after `stream_end`, or when `signal` is aborted. */
  async *follow<N extends With<"frame">>(name: N, ...[params, { signal } = {}]: Given<Params<N>, [sending?: Pick<Sending, "signal">]>): AsyncGenerator<Of<N, "frame">, void, undefined> {
    const { path, query } = this.target(name, params);
    const followed = path === "/v1/events" ? new Several(query) : new One(query);
    const patience = new Patience(Infinity);
    const stop = signal ?? new AbortController().signal;
    while (!stop.aborted) {
      const began = Date.now();
      let count = 0;
      let error: unknown = new Unreachable("the stream was interrupted");
      try {
        const connect = async (token: Record<string, string>) => {
          const frames = lines(`${this.server}${path}${search(followed.query)}`, { ...this.headers, ...token }, stop);
          return { frames, first: await frames.next() };
        };
        const { frames, first } = await this.authorized(connect);
        try {
          for (let next = first; !next.done; next = await frames.next()) {
            count += 1;
            if (followed.take(next.value)) yield next.value as Of<N, "frame">;
            if (followed.isOver) return;
          }
        } finally {
          await frames.return();
        }
      } catch (problem) {
        if (stop.aborted) return;
        if (!maySucceedLater(problem)) throw problem;
        error = problem;
      }
      if (count > 1 || Date.now() - began > LASTED_MS) patience.renew();
      await patience.pause(error, stop).catch(() => undefined);
    }
  }

  /** Asks with a token; once more if the server does not accept an access token that can be renewed. */
  private async authorized<T>(ask: (token: Record<string, string>) => Promise<T>): Promise<T> {
    if (this.access === undefined) return ask({});
    const token = typeof this.access === "string" ? this.access : await this.access.accessToken();
    try {
      return await ask({ authorization: `Bearer ${token}` });
    } catch (error) {
      if (typeof this.access === "string" || !(error instanceof Refusal) || error.code !== "unauthenticated") throw error;
      return ask({ authorization: `Bearer ${await this.access.accessToken(token)}` });
    }
  }

  /** Takes the parameters of an operation apart. */
  private target(name: Name, params: object = {}) {
    const [method = "", template = ""] = name.split(" ");
    const { body, ...rest } = params as Query;
    const inPath = (_: string, key: string) => {
      const value = String(rest[key]);
      delete rest[key];
      return encodeURIComponent(value);
    };
    const path = template.replace(/\{(\w+)\}/g, inPath);
    return { method, path, address: `${this.server}${path}${search(rest)}`, query: rest, body };
  }
}

/** Returns the query of an address, without what is not set. */
function search(query: Query): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return set.length ? `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}` : "";
}
