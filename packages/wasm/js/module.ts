// The module of WebAssembly: how it is found, and how it is asked. It keeps nothing between two calls, so a fault in it is over once it
// was started anew.
import { EngineFailure, ExportError, IllegalAction, LapidaryError, NotationError, NotReady, ViewError } from "./errors.js";

/** How much a question may have: more than the longest export, which is limited to 16 MiB, as a text in JSON. */
const BYTES_MAX = 24 * 1024 * 1024;

interface Exports {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  ask(positionBytes: number): number;
  answer_at(): number;
}

/** A compiled module. The types of Node.js do not know it. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: new (...given: never[]) => infer Module } } ? Module : never;

/** What the module can be made of: what was compiled, its bytes, a response with them, or their address. */
export type Source = CompiledModule | ArrayBuffer | ArrayBufferView | Response | URL | string;

/** An answer, before it has a type. */
export interface Answer {
  value: unknown;
  positions: Uint8Array[];
}

let compiled: WebAssembly.Module | undefined;
let running: Exports | undefined;
let starting: Promise<void> | undefined;

/** Loads the module. Without a source it is the file beside this one. Whoever calls it again, also while it loads, waits for the same. */
export function init(source?: Source | PromiseLike<Source>): Promise<void> {
  const load = async () => start(await moduleOf((await source) ?? new URL("./lapidary_engine.wasm", import.meta.url)));
  starting ??= load().catch((error: unknown) => {
    starting = undefined;
    throw error instanceof LapidaryError ? error : new NotReady(`the module cannot be loaded: ${(error as Error).message}`, { cause: error });
  });
  return starting;
}

/** The same without waiting, where the bytes or the compiled module are at hand. */
export function initSync(source: CompiledModule | ArrayBuffer | ArrayBufferView): void {
  if (running !== undefined) return;
  try {
    start(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source as BufferSource));
  } catch (error) {
    throw new NotReady(`the module cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
}

function start(module: WebAssembly.Module): void {
  running = new WebAssembly.Instance(module).exports as unknown as Exports;
  compiled = module;
}

async function moduleOf(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  if (source instanceof Response) return ofResponse(source);
  const address = new URL(source, globalThis.location?.href);
  return address.protocol === "file:" ? WebAssembly.compile(await ofFile(address)) : ofResponse(await fetch(address));
}

async function ofResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new NotReady(`the module cannot be loaded: ${response.url} returned ${response.status}`);
  // Servers that do not know the type of the file would be refused by `compileStreaming`.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Reads a file in Node.js, whose `fetch` does not. The name is not in the code as it is, so that no bundler looks for it. */
async function ofFile(address: URL): Promise<BufferSource> {
  const name = ["node", "fs/promises"].join(":");
  const files = (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as { readFile(path: URL): Promise<BufferSource> };
  return files.readFile(address);
}

/** Asks a question about a position. */
export function ask(question: Record<string, unknown>, position?: Uint8Array): Answer {
  if (running === undefined) throw new NotReady("wait for init() first");
  const text = new TextEncoder().encode(textOf(question));
  const before = position?.length ?? 0;
  if (before + text.length > BYTES_MAX) throw new LapidaryError(`a question is limited to ${BYTES_MAX} bytes; this one has ${before + text.length}`);
  return read(answerTo(running, text, position));
}

function textOf(question: Record<string, unknown>): string {
  try {
    return JSON.stringify(question);
  } catch (error) {
    throw new NotationError(`cannot be written as JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns a copy of the bytes of an answer. */
function answerTo(module: Exports, text: Uint8Array, position: Uint8Array = new Uint8Array()): Uint8Array {
  try {
    const at = module.room(position.length + text.length);
    const room = new Uint8Array(module.memory.buffer, at, position.length + text.length);
    room.set(position);
    room.set(text, position.length);
    const bytes = module.ask(position.length);
    return new Uint8Array(module.memory.buffer, module.answer_at(), bytes).slice();
  } catch (error) {
    if (compiled !== undefined) start(compiled);
    throw new EngineFailure("the engine has failed; please report how", { cause: error });
  }
}

function read(bytes: Uint8Array): Answer {
  const lengths = new DataView(bytes.buffer);
  const parts: Uint8Array[] = [];
  for (let at = 1; at < bytes.length; ) {
    const from = at + 4;
    at = from + lengths.getUint32(at, true);
    parts.push(bytes.subarray(from, at));
  }
  const [json, ...positions] = parts;
  const value: unknown = JSON.parse(new TextDecoder().decode(json));
  if (bytes[0] === 1) return { value, positions };
  throw errorOf(value as { kind: string; reason: string; rule: string | null });
}

function errorOf({ kind, reason, rule }: { kind: string; reason: string; rule: string | null }): LapidaryError {
  if (kind === "illegal") return new IllegalAction(reason, rule ?? "T1");
  if (kind === "notation") return new NotationError(reason);
  if (kind === "view") return new ViewError(reason);
  return kind === "export" ? new ExportError(reason) : new LapidaryError(reason);
}
