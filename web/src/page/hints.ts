// How many hints of a first game somebody has read, in this browser.
import { keep, kept } from "./kept";

export const HINTS = 6;

export const hintsRead = (): number => Number(kept("lapidary-coach") ?? 0);
export const readHints = (count: number): void => keep("lapidary-coach", String(count));
