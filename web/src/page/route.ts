// Where the page is. Links within the page load nothing again.
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../language";

export interface Place {
  kind: "start" | "game" | "tournament" | "ladder" | "club" | "series" | "player" | "puzzle" | "moderate" | Listed | "nowhere";
  id: string;
}

/** The lists of the page, by their addresses. */
export const LISTS = { games: "Watch", puzzles: "Puzzles", tournaments: "Tournaments", clubs: "Clubs", ladders: "Ladders", players: "Players", rules: "Rules" } as const satisfies Record<string, Text>;
export type Listed = keyof typeof LISTS;

const KINDS: Record<string, Place["kind"]> = { g: "game", t: "tournament", l: "ladder", c: "club", s: "series", p: "player", puzzles: "puzzle" };

export function here(): Place {
  if (location.pathname === "/") return { kind: "start", id: "" };
  if (location.pathname === "/moderate") return { kind: "moderate", id: "" };
  const [, letter, id, rest] = location.pathname.split("/");
  if (letter && letter in LISTS && id === undefined) return { kind: letter as Listed, id: "" };
  const kind = KINDS[letter ?? ""];
  return kind && id && rest === undefined ? { kind, id: decodeURIComponent(id) } : { kind: "nowhere", id: "" };
}

const moved = new Set<() => void>();

export function go(path: string): void {
  history.pushState(null, "", path);
  for (const listener of moved) listener();
  scrollTo(0, 0);
}

addEventListener("popstate", () => moved.forEach((listener) => listener()));

/** Follows links of this page without loading it again. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a[href]");
  const href = link?.getAttribute("href") ?? "";
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!plain || !/^\/($|#rated$|([gtlcsp]|puzzles)\/[^/]+$|(games|puzzles|tournaments|clubs|ladders|players)$|rules($|#))/.test(href) || link?.hasAttribute("download")) return;
  event.preventDefault();
  go(href);
}

export function useRoute(): Place {
  const [place, set] = useState(here);
  useEffect(() => {
    const listener = () => set(here());
    moved.add(listener);
    return () => void moved.delete(listener);
  }, []);
  return place;
}

export const linkTo = {
  game: (id: string) => `/g/${id}`,
  position: (id: string, version: number) => `/g/${id}?at=${version}`,
  tournament: (id: string) => `/t/${id}`,
  club: (id: string) => `/c/${id}`,
  series: (id: string) => `/s/${id}`,
  printedPairings: (id: string, round: number) => `/t/${id}/pairings/${round}`,
  printedStandings: (id: string) => `/t/${id}/standings`,
  ladder: (pool: string) => `/l/${encodeURIComponent(pool)}`,
  list: (kind: Listed) => `/${kind}`,
  /** The rules of a game: its ruleset, or its first module. */
  rules: ({ ruleset, modules }: { ruleset: string; modules: readonly string[] }) => `/rules#${modules[0] ?? ruleset}`,
  puzzle: (id: string) => `/puzzles/${id}`,
  player: (name: string) => `/p/${encodeURIComponent(name)}`,
};
