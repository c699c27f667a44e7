// Who waits for players now: tables with free seats, and players who take any opponent. A stream of the server tells of both.
import { useEffect, useState } from "preact/hooks";
import { data, type GameItem, type Schemas } from "../api";
import { follow, type Frame } from "../follow";
import { becomeGuest } from "./guest";
import { entropy } from "./lobby";
import { go, linkTo } from "./route";
import { api, token } from "./session";

export type Seek = Schemas["Seek"];
/** What somebody looks for: players on equal terms meet. */
export type Terms = Pick<Schemas["CreateSeek"], "ruleset" | "seats" | "clock" | "rated"> & Partial<Pick<Schemas["CreateSeek"], "modules" | "options">>;

export interface Waiting {
  games: readonly GameItem[];
  seeks: readonly Seek[];
}

type Listed = { id: string };
const without = <T extends Listed>(all: readonly T[], id: string): T[] => all.filter((one) => one.id !== id);

/** Follows who waits; nothing until the server has told it. */
export function useWaiting(user: string | undefined): Waiting | undefined {
  const [waiting, set] = useState<Waiting | undefined>();
  useEffect(() => follow({
    address: () => "/v1/lobby/events",
    token,
    onState: () => undefined,
    onFrame: ({ type, data: content }: Frame) => {
      const { id } = content as Listed;
      const change = (next: (old: Waiting) => Partial<Waiting>) => set((old = { games: [], seeks: [] }) => ({ ...old, ...next(old) }));
      if (type === "snapshot") set({ games: (content as Waiting).games, seeks: (content as Waiting).seeks ?? [] });
      else if (type === "game") change(({ games }) => ({ games: [content as GameItem, ...without(games, id)] }));
      else if (type === "game_gone") change(({ games }) => ({ games: without(games, id) }));
      else if (type === "seek") change(({ seeks }) => ({ seeks: [content as Seek, ...without(seeks, id)] }));
      else if (type === "seek_gone") change(({ seeks }) => ({ seeks: without(seeks, id) }));
    },
  }), [user]);
  return waiting;
}

/** Whether this tab takes its reader to the next game of theirs that begins, because they have asked for one here. */
let isExpecting = false;
export const expect = (isWanted: boolean): void => void (isExpecting = isWanted);
export const expects = (): boolean => isExpecting;

/** Looks for players. If some wait already, the game begins at once. */
export async function seek(terms: Terms, user: string | undefined): Promise<void> {
  if (!user) await becomeGuest();
  const { game } = await data(api.POST("/v1/seeks", { body: { ...terms, entropy: entropy() } }), "id");
  if (game) go(linkTo.game(game));
  else expect(true);
}

/** Looks for players no more. */
export async function stopSeeking(id: string): Promise<void> {
  await data(api.DELETE("/v1/seeks/{id}", { params: { path: { id } } }));
  expect(false);
}

/** Takes a free seat, and leads to the table. */
export async function join(id: string, user: string | undefined): Promise<void> {
  if (!user) await becomeGuest();
  await data(api.POST("/v1/games/{id}/join", { params: { path: { id } }, body: { entropy: entropy() } }), "seats");
  go(linkTo.game(id));
}
