// What this browser keeps of the choices of its reader. A browser that stores nothing forgets them.
import { languageOf, type Language } from "../element/tongue";

export type Kept = "lapidary-language" | "lapidary-theme" | "lapidary-sound" | "lapidary-loudness" | "lapidary-coach" | "lapidary-alerts";

export function kept(name: Kept): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice; nothing is as before there was one. */
export function keep(name: Kept, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It holds until the page is loaded again.
  }
}

/** Returns the language that the reader has chosen here, or else the first one of the browser that the page has. */
export function preferred(): Language {
  return languageOf(kept("lapidary-language")) ?? navigator.languages.map(languageOf).find(Boolean) ?? "en";
}
