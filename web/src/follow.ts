// Follows a stream of the server: reads its frames, and connects again when it is interrupted.
import { ask, Refusal, type TokenSource } from "./api";
import { isFinal, Patience, reached } from "./patience";

/** The server sends a line every 5 seconds; after this time without one the connection is dead. */
const SILENCE_MS_MAX = 12_000;
/** After a connection that lasted so long, the next tries begin anew. */
const LASTED_MS = 8_000;
/** Ends of a stream after which there is nothing more to follow. */
const OVER = ["game_over", "game_frozen", "revoked"];

/** A frame of any stream. Types may be added. */
export interface Frame {
  type: string;
  server_time?: string;
  seq?: number;
  data: never;
}

export interface Follower {
  /** The stream to open. It is asked before each connection, so it can name the last entry that arrived. */
  address: () => string;
  token: TokenSource;
  onFrame: (frame: Frame) => void;
  /** Whether the connection is open. */
  onState: (state: "open" | "interrupted" | "over", refusal?: Refusal) => void;
}

/** Follows until the returned function is called, or the stream is over. */
export function follow(follower: Follower): () => void {
  const stop = new AbortController();
  void run(follower, stop.signal);
  return () => stop.abort();
}

async function run(follower: Follower, stop: AbortSignal): Promise<void> {
  let [patience, wasOpen] = [new Patience(), false];
  while (!stop.aborted) {
    const began = Date.now();
    let refusal: Refusal | undefined;
    try {
      if (await connect({ ...follower, onState: (state) => (wasOpen = true, follower.onState(state)) }, stop)) {
        if (!stop.aborted) follower.onState("over");
        return;
      }
    } catch (error) {
      if (stop.aborted) return;
      refusal = error instanceof Refusal ? error : new Refusal(0);
      if (isFinal(refusal, wasOpen)) return follower.onState("over", refusal);
    }
    if (stop.aborted) return;
    follower.onState("interrupted", refusal);
    if (Date.now() - began > LASTED_MS) patience = new Patience();
    await patience.pause(refusal, stop);
  }
}

/** Reads one connection to its end. Returns whether the stream is over. */
async function connect({ address, token, onFrame, onState }: Follower, stop: AbortSignal): Promise<boolean> {
  const connection = new AbortController();
  const end = () => connection.abort();
  stop.addEventListener("abort", end);
  let silence = setTimeout(end, SILENCE_MS_MAX);
  const read = async ({ body }: Response): Promise<boolean> => {
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let [rest, isOpen] = ["", false]; ; ) {
      const { done, value: text } = await reader.read();
      if (done && !isOpen) throw new Refusal(0);
      if (done) return false;
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS_MAX);
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter((line) => line.trim())) {
        if (stop.aborted) return false;
        const frame = JSON.parse(line) as Frame;
        if (!frame.type) throw new Refusal(0);
        // A stream begins with a frame: what begins otherwise is not one of the server.
        if (!isOpen) [reached(), onState("open")];
        isOpen = true;
        if (frame.type === "stream_end") return OVER.includes((frame.data as { reason: string }).reason);
        onFrame(frame);
      }
    }
  };
  try {
    return await ask(new Request(address(), { headers: { accept: "application/x-ndjson" }, signal: connection.signal }), read, token);
  } finally {
    clearTimeout(silence);
    stop.removeEventListener("abort", end);
    connection.abort();
  }
}
