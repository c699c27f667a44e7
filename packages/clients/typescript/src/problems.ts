// What can go wrong, as errors.
import type * as schemas from "./schemas.js";

/** The server refused a request. `problem` has everything that it said (docs/problems.md). */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;

  constructor(readonly status: number, readonly problem: schemas.Problem, readonly retryAfter?: number) {
    const fields = (problem.errors ?? []).map(({ pointer, detail }) => `; ${pointer}: ${detail}`);
    super(`${problem.code}: ${problem.detail}${fields.join("")}`);
    this.code = problem.code;
  }
}

/** The server could not be reached, or its response was lost: whether the request took effect is not known. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Returns the refusal in a response: the problem of the server, that of OAuth, or one in the place of a page of a proxy. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const told: unknown = await response.json().catch(() => undefined);
  const wait = Number(response.headers.get("retry-after") ?? "0");
  return new Refusal(response.status, problemOf(response.status, told), wait > 0 ? wait : undefined);
}

/** Returns the problem in a body. */
export function problemOf(status: number, told: unknown): schemas.Problem {
  const body = (typeof told === "object" && told !== null ? told : {}) as Partial<schemas.Problem> & { error?: string; error_description?: string };
  if (body.code !== undefined && body.detail !== undefined) return body as schemas.Problem;
  const code = body.error ?? "unknown";
  const detail = body.error_description ?? `The response has the status ${status}.`;
  return { type: "about:blank", title: code, status, code, detail };
}
