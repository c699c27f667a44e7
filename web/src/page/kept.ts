// What this browser keeps of the choices of its reader. A browser that stores nothing forgets them.

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
