// The API as this page and the element call it. The types are those of the contract.
import createClient from "openapi-fetch";
import type { components, paths } from "./contract";
import { reached } from "./patience";

export type Schemas = components["schemas"];
export type Game = Schemas["Game"];
export type GameItem = Schemas["GameItem"];
export type LegalAction = Schemas["LegalAction"];
export type Event = Schemas["Event"];
export type Problem = Schemas["Problem"];

/** Returns the access token of whoever looks, if there is one. */
export type TokenSource = () => Promise<string | undefined>;

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

/** Returns the problem in a response that is not a success. */
export async function refusalOf(response: Response, body?: unknown): Promise<Refusal> {
  const problem = body ?? (await response.json().catch(() => undefined));
  const wait = Number(response.headers.get("retry-after"));
  const isProblem = typeof problem === "object" && problem !== null;
  return new Refusal(response.status, isProblem ? (problem as Problem) : undefined, wait > 0 ? wait : undefined);
}

/** A client of the server at `origin`; an empty one is the server of this page. */
export function clientOf(origin: string, token: TokenSource) {
  const client = createClient<paths>({ baseUrl: origin });
  client.use({
    async onRequest({ request }) {
      const value = await token();
      if (value) request.headers.set("authorization", `Bearer ${value}`);
      return request;
    },
  });
  return client;
}

/** Returns the data of a response as JSON, or throws the refusal. Texts are other forms of the same, which nobody asks for here. */
export async function data<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<Exclude<T, string>> {
  let found;
  try {
    found = await answer;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(0);
  }
  if (!found.response.ok) throw await refusalOf(found.response, found.error);
  reached();
  return found.data as Exclude<T, string>;
}
