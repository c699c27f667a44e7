// The API as this page and the element call it. The types are those of the contract.
import type { Client } from "openapi-fetch";
import type { components, paths } from "./contract";
import { reached } from "./patience";

export type Schemas = components["schemas"];
export type Game = Schemas["Game"];
export type GameItem = Schemas["GameItem"];
export type LegalAction = Schemas["LegalAction"];
export type Event = Schemas["Event"];
export type Problem = Schemas["Problem"];

/** Returns the access token of whoever looks, if there is one: another one than that which the server has refused. */
export type TokenSource = (refused?: string) => Promise<string | undefined>;

/** A refusal of the server, or a server that could not be reached (`status` 0). */
export class Refusal extends Error {
  constructor(readonly status: number, readonly problem?: Partial<Problem>, readonly retryAfter?: number) {
    super(problem?.detail ?? problem?.title ?? (status ? `The server returned ${status}.` : "The server cannot be reached."));
  }

  /** The page that explains the refusal, or the ruling behind it. */
  get page(): string | undefined {
    const { type, rule } = this.problem ?? {};
    return type && `${type}${rule ? `#${rule}` : ""}`;
  }
}

/** Refusals that only the server itself can mean: without its problem they come from a network that wants a login, or from a proxy. */
const OWN = [401, 403, 404];

/** Returns the problem in a response that is not a success. */
async function refusalOf(response: Response): Promise<Refusal> {
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
  const wait = Number(response.headers.get("retry-after"));
  const isForeign = OWN.includes(response.status) && !problem?.code;
  return new Refusal(isForeign ? 0 : response.status, problem?.code ? problem : undefined, wait > 0 ? wait : undefined);
}

/** Reads the body of a success. It throws if that is not what was asked for. */
export type Reader<T> = (response: Response) => Promise<T>;

/** Addresses whose last body was not accepted: the browser must not take it from its cache. */
const spoilt = new Set<string>();

function spoil(url: string): Refusal {
  spoilt.add(url);
  return new Refusal(0);
}

const nobody: TokenSource = async () => undefined;

/** How far the clock of the server is ahead of the time since this page began, which no change of this computer's clock moves and which may
 * stand still while it sleeps. A response of a cache is older as well, so the largest difference counts. */
let ahead = -Infinity;

/** The time of the server: the clock of this computer may be wrong, or be set at any moment. */
export const serverTime = (): number => (Number.isFinite(ahead) ? performance.now() + ahead : Date.now());

/** Sends a request. Whatever the page and the element read comes through here: a success counts if its reader accepts the body; otherwise
 * the server was not reached. A token that is refused is renewed once. */
async function receive<T>(request: Request, read: Reader<T>, token: TokenSource): Promise<T> {
  const send = (value: string | undefined): Promise<Response> => {
    const one = new Request(request.clone(), spoilt.has(request.url) ? { cache: "reload" } : {});
    if (value) one.headers.set("authorization", `Bearer ${value}`);
    return fetch(one).catch(() => {
      throw new Refusal(0);
    });
  };
  // A page has other classes than the element.
  const known = (refused?: string) => token(refused).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal(0);
  });
  const value = await known();
  let response = await send(value);
  const renewed = response.status === 401 && value ? await known(value) : undefined;
  if (renewed && renewed !== value) response = await send(renewed);
  const date = Date.parse(response.headers.get("date") ?? "");
  if (date) ahead = Math.max(ahead, date - performance.now());
  if (!response.ok) throw await refusalOf(response);
  const found = await read(response).catch(() => {
    throw spoil(request.url);
  });
  spoilt.delete(request.url);
  return found;
}

/** Asks a server, and reads what it returns. */
export async function ask<T>(request: Request, read: Reader<T>, token = nobody): Promise<T> {
  const found = await receive(request, read, token);
  reached();
  return found;
}

/** Reads an object that has these fields. */
export const json = <T>(...needed: readonly Needed<T>[]): Reader<T> => async (response) => has(JSON.parse(await response.text()), needed) as T;

/** Reads a picture, as text. */
export const picture: Reader<string> = async (response) => {
  const text = await response.text();
  drawingOf(text);
  return text;
};

/** A picture, and the tag by which the server knows it. */
export interface Tagged {
  text: string;
  tag: string;
}

/** Returns a picture of this server that the browser has shown already, without the network. */
export const shownPicture = (address: string): Promise<Tagged | undefined> =>
  receive(new Request(address, { mode: "same-origin", cache: "only-if-cached" }), async (response) => ({ text: await picture(response), tag: response.headers.get("etag") ?? "" }), nobody).catch(() => undefined);

/** Returns the picture in a text. Of half a text, some browsers make a picture with the fault in it, whose style a page may not have. */
export function drawingOf(text: string): SVGSVGElement {
  const root = /^\s*<svg[^]*<\/svg>\s*$/.test(text) && new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(root instanceof SVGSVGElement) || root.querySelector("parsererror")) throw new Error("The server sent no picture.");
  return root;
}

type Needed<T> = [T] extends [object] ? Extract<keyof T, string> : never;

/** Returns an object that has these fields, and something in any case; throws if it is another one. */
function has(found: unknown, needed: readonly string[]): unknown {
  if (!Object.keys(found as object).length || !needed.every((name) => name in (found as object))) throw new Error();
  return found;
}

/** What a call says, as the types of openapi-fetch have it. */
interface Call {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown>; header?: Record<string, string> };
  headers?: Record<string, string>;
  body?: unknown;
  bodySerializer?: (body: unknown) => string;
  parseAs?: "text";
}

type Method = "GET" | "PUT" | "POST" | "PATCH" | "DELETE";

/** Calls to the server of this page. `language` is that in which it answers. */
export function clientOf(token: TokenSource, language: () => string): Pick<Client<paths>, Method> {
  const call = (method: Method) => async (path: string, { params = {}, headers, body, bodySerializer = JSON.stringify, parseAs }: Call = {}) => {
    const query = new URLSearchParams(Object.entries(params.query ?? {}).filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => [name, String(value)]));
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.path?.[name]))) + (String(query) && `?${query}`);
    const request = new Request(address, {
      method, headers: { "accept-language": language(), ...(body === undefined ? {} : { "content-type": "application/json" }), ...params.header, ...headers },
      ...(body === undefined ? {} : { body: bodySerializer(body) }),
    });
    // The only texts are pictures.
    const read: Reader<unknown> = async (response) => (response.status === 204 ? undefined : parseAs ? picture(response) : json()(response));
    return { data: await receive(request, read, token), response: request };
  };
  return { GET: call("GET"), PUT: call("PUT"), POST: call("POST"), PATCH: call("PATCH"), DELETE: call("DELETE") } as unknown as Pick<Client<paths>, Method>;
}

/** The fields without which a body is not what was asked for: at least one, where the contract has a body. */
type Fields<T> = [T] extends [undefined] ? [] : [Needed<T>, ...Needed<T>[]];

/** Returns the data of a response as JSON, with these fields. Texts are other forms of the same, which nobody asks for here. */
export async function data<T>(answer: Promise<{ data?: T; response: { url: string } }>, ...needed: Fields<Exclude<T, string>>): Promise<Exclude<T, string>> {
  const { data: found, response } = await answer;
  try {
    if (needed.length) has(found, needed);
    else if (typeof found === "object") throw new Error();
  } catch {
    throw spoil(response.url);
  }
  reached();
  return found as Exclude<T, string>;
}
