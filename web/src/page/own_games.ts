// The games of whoever is signed in, as their stream tells. The tabs of a browser share one stream: a browser opens only six connections
// to a server that speaks HTTP/1.1.
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { follow, type Frame } from "../follow";
import { onChange, token, username } from "./session";

export type OwnGame = Schemas["OwnGame"];
export type Invitation = Schemas["OwnInvitation"];
export interface Own {
  games: readonly OwnGame[];
  invitations: readonly Invitation[];
  /** The last analyses that they have asked for, as the stream knew them when it began. */
  analyses?: readonly Schemas["OwnAnalysis"][];
}

/** What tabs tell each other: what the stream has told, or a question for it. */
interface Message {
  whose: string;
  own?: Own;
}

let own: Own | undefined;
let whose: string | undefined;
/** Whether this tab has the stream. */
let isLeading = false;
let leaving = new AbortController();
const listeners = new Set<(own: Own | undefined) => void>();
const tabs = new BroadcastChannel("lapidary-own-games");

function tell(next: Own | undefined): void {
  own = next;
  if (isLeading && whose && next) tabs.postMessage({ whose, own: next } satisfies Message);
  for (const listener of listeners) listener(own);
}

tabs.onmessage = ({ data: message }: MessageEvent<Message>) => {
  if (message.whose !== whose) return;
  if (!isLeading && message.own) tell(message.own);
  else if (isLeading && !message.own && own) tabs.postMessage({ whose, own } satisfies Message);
};

/** Follows the games of whoever is signed in now: in this tab, as soon as no other does. */
function begin(): void {
  if (!listeners.size || whose === username()) return;
  whose = username();
  leaving.abort();
  leaving = new AbortController();
  isLeading = false;
  tell(undefined);
  if (!whose) return;
  const { signal } = leaving;
  const lead = () => new Promise<void>((end) => {
    if (signal.aborted) return end();
    isLeading = true;
    const stop = follow({ address: () => "/v1/me/events", token, onState: () => undefined, onFrame: take });
    signal.addEventListener("abort", () => (stop(), end()));
  });
  // Only secure origins have locks.
  if (!navigator.locks) return void lead();
  tabs.postMessage({ whose } satisfies Message);
  navigator.locks.request(`lapidary-own-games ${whose}`, { signal }, lead).catch(() => undefined);
}

function take({ type, data: content }: Frame): void {
  const { games, invitations } = own ?? { games: [], invitations: [] };
  const { id, game: invited } = content as { id?: string; game?: string };
  const otherGames = games.filter((game) => game.id !== id);
  const otherInvitations = invitations.filter(({ game }) => game !== invited);
  if (type === "snapshot") tell(content as Own);
  else if (type === "game") tell({ ...own, invitations, games: [content as OwnGame, ...otherGames] });
  else if (type === "game_gone") tell({ ...own, invitations, games: otherGames });
  else if (type === "invitation") tell({ ...own, games, invitations: [content as Invitation, ...otherInvitations] });
  else if (type === "invitation_gone") tell({ ...own, games, invitations: otherInvitations });
}

onChange(begin);

/** Calls with the games whenever they change, until the returned function is called. */
export function onOwnGames(listener: (own: Own | undefined) => void): () => void {
  listeners.add(listener);
  begin();
  listener(own);
  return () => void listeners.delete(listener);
}

/** The games of whoever is signed in; nothing until the server has told them. */
export function useOwnGames(): Own | undefined {
  const [state, set] = useState(own);
  useEffect(() => onOwnGames(set), []);
  return state;
}
