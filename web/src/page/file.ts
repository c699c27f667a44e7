// Reads the file of a game that a visitor has dropped on the page.
import type { Schemas } from "../api";
import { t } from "../language";

export type Export = Schemas["Export"];

/** The formats of exports: the second one is that of forks. */
const FORMATS: readonly unknown[] = ["lapidary-export-1", "lapidary-export-2"];
/** A file is at most this large. The longest games have a few hundred kilobytes. */
const BYTES_MAX = 16 * 1024 * 1024;

/** Reads an export. Throws a sentence if the file is none. */
export async function read(file: File): Promise<Export> {
  if (file.size > BYTES_MAX) throw new Error(t("{file} is too large: the limit is 16 MiB.", { file: file.name }));
  let found: Partial<Export> | null;
  try {
    found = JSON.parse(await file.text());
  } catch (error) {
    throw new Error(t("{file} is not valid JSON: {fault}", { file: file.name, fault: (error as Error).message }));
  }
  if (!found || !FORMATS.includes(found.format)) throw new Error(t("{file} is not an export of a game: its format has another name.", { file: file.name }));
  const fits = Array.isArray(found.events) && Array.isArray(found.game?.seats) && Array.isArray(found.game?.modules) && typeof found.game?.ruleset === "string";
  if (!fits || !found.deal || !found.events!.every((event) => event && typeof event.type === "string" && typeof event.data === "object")) {
    throw new Error(t("{file} is not a complete export: its game, its deal or its events are missing or malformed.", { file: file.name }));
  }
  return found as Export;
}
