// The theme of the page: light, dark, or that of the system. start.ts applies it before anything is on the screen.
import type { Text } from "../language";
import { keep, kept } from "./kept";

export const THEMES = { system: "as the system", light: "light", dark: "dark" } as const satisfies Record<string, Text>;
export type Theme = keyof typeof THEMES;

let chosen = kept("lapidary-theme");

export const theme = (): Theme => (chosen === "light" || chosen === "dark" ? chosen : "system");

/** Shows a theme, now and at later visits. */
export function chooseTheme(next: Theme): void {
  chosen = next === "system" ? undefined : next;
  keep("lapidary-theme", chosen);
  if (chosen) document.documentElement.dataset["theme"] = chosen;
  else delete document.documentElement.dataset["theme"];
}

/** Gives a board the theme of the page. */
export function dress(board: HTMLElement): void {
  if (theme() !== "system") board.setAttribute("theme", theme());
}
