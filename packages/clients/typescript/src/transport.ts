// HTTP by `fetch`: one try of a request, and streams of lines.
import { refusalOf, Unreachable } from "./problems.js";

/** The server sends a line every 5 seconds; after this time without one a stream is dead. */
const SILENCE_MS_MAX = 12_000;

export interface Outgoing {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Returns the address of a server without a slash at its end. Every class that keeps one keeps it like this. */
export const trimmed = (server: string): string => server.replace(/\/+$/, "");

/** Sends a request once. Returns the response if it is a success, and throws what went wrong otherwise. */
export async function send(address: string, request: Outgoing, signal: AbortSignal): Promise<Response> {
  const response = await lost(address, request, fetch(address, { ...request, signal }));
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** Returns what a response has: JSON as values, text as a string, anything else as bytes. */
export async function valueOf(address: string, request: Outgoing, response: Response): Promise<unknown> {
  const kind = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  if (kind === "") return lost(address, request, response.text().then(() => undefined));
  if (kind.endsWith("ndjson")) return lost(address, request, response.text());
  if (kind.endsWith("json")) return lost(address, request, response.json());
  if (/^text\/|^image\/svg/.test(kind)) return lost(address, request, response.text());
  return lost(address, request, response.arrayBuffer());
}

/** Waits for a part of a response; if it does not come, it is lost. */
async function lost<T>(address: string, { method }: Outgoing, part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (error) {
    throw new Unreachable(`${method} ${address.split("?")[0]}: ${(error as Error).message}`, { cause: error });
  }
}

/** Opens a stream and yields its lines as values. They end when the connection does, also in the middle of a line. */
export async function* lines(address: string, headers: Record<string, string>, stop: AbortSignal): AsyncGenerator<unknown, void, undefined> {
  const connection = new AbortController();
  const end = () => connection.abort(new Error("no line has come for 12 seconds, or the stream was stopped"));
  let silence = setTimeout(end, SILENCE_MS_MAX);
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  const request = { method: "GET", headers: { ...headers, accept: "application/x-ndjson" } };
  try {
    const response = await send(address, request, connection.signal);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    for (let rest = ""; ; ) {
      const { done, value } = await lost(address, request, reader.read());
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS_MAX);
      const found = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = found.pop() ?? "";
      for (const line of found) if (line.trim()) yield JSON.parse(line);
    }
  } finally {
    clearTimeout(silence);
    stop.removeEventListener("abort", end);
    connection.abort();
  }
}
