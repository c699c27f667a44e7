// Replays and draws an exported game, in a worker: the page goes on meanwhile, and only this file may run WebAssembly.
import type { Schemas } from "../api";

/** What the page asks for. */
export interface Question {
  /** The address of the module. */
  module: string;
  /** What is drawn, as JSON. */
  wanted: string;
}

/** The pictures of all versions with the seat that each waits for, or what is wrong with the export; `isAway` if the module could not be loaded. */
export type Answer = { drawn: Schemas["ReplayPictures"] & { to_act: (number | null)[] } } | { fault: string; isAway?: boolean };

/** What the module offers: see `packages/browser`. */
interface Drawing {
  memory: WebAssembly.Memory;
  room: (bytes: number) => number;
  draw: () => number;
  result: () => number;
  result_bytes: () => number;
}

/** Reads the module. What is none must not stay in the cache of the browser, so it is asked for again. */
async function bytesOf(module: string, cache: RequestCache = "default"): Promise<ArrayBuffer> {
  const bytes = await (await fetch(module, { cache })).arrayBuffer();
  return WebAssembly.validate(bytes) || cache === "reload" ? bytes : bytesOf(module, "reload");
}

async function answer({ module, wanted }: Question): Promise<Answer> {
  let isAway = true;
  try {
    const { instance } = await WebAssembly.instantiate(await bytesOf(module));
    isAway = false;
    const { memory, room, draw, result, result_bytes } = instance.exports as unknown as Drawing;
    const bytes = new TextEncoder().encode(wanted);
    // The memory may move when there must be room.
    const begin = room(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, begin);
    const isDrawn = draw() === 1;
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, result(), result_bytes()));
    return isDrawn ? { drawn: JSON.parse(text) } : { fault: `The game cannot be replayed: ${text}` };
  } catch (error) {
    return { fault: `This browser cannot draw the game: ${(error as Error).message}`, isAway };
  }
}

const worker = self as unknown as { onmessage: (event: MessageEvent<Question>) => void; postMessage: (answer: Answer) => void };
worker.onmessage = ({ data }) => void answer(data).then((found) => worker.postMessage(found));
