// Replays and draws an exported game, in a worker: the page goes on meanwhile, and only this file may run WebAssembly.
import type { Schemas } from "../api";

/** What the page asks for. */
export interface Question {
  /** The address of the module. */
  module: string;
  /** What is drawn, as JSON. */
  wanted: string;
}

/** The pictures of all versions with the seat that each waits for, or what is wrong with the export. */
export type Answer = { drawn: Schemas["ReplayPictures"] & { to_act: (number | null)[] } } | { fault: string };

/** What the module offers: see `src/browser`. */
interface Drawing {
  memory: WebAssembly.Memory;
  room: (bytes: number) => number;
  draw: () => number;
  result: () => number;
  result_bytes: () => number;
}

async function answer({ module, wanted }: Question): Promise<Answer> {
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(module));
    const { memory, room, draw, result, result_bytes } = instance.exports as unknown as Drawing;
    const bytes = new TextEncoder().encode(wanted);
    // The memory may move when there must be room.
    const begin = room(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, begin);
    const isDrawn = draw() === 1;
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, result(), result_bytes()));
    return isDrawn ? { drawn: JSON.parse(text) } : { fault: `The game cannot be replayed: ${text}` };
  } catch (error) {
    return { fault: `This browser cannot draw the game: ${(error as Error).message}` };
  }
}

const worker = self as unknown as { onmessage: (event: MessageEvent<Question>) => void; postMessage: (answer: Answer) => void };
worker.onmessage = ({ data }) => void answer(data).then((found) => worker.postMessage(found));
