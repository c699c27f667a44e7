// Lists that are read to their end, page by page.
import { data, Refusal, type Schemas } from "../api";
import { nameOf } from "../words";
import { api } from "./session";

/** The most items of a page. */
const PAGE = 100;

interface Page<T> {
  items: readonly T[];
  next_cursor?: string | null;
}

/** All items of a list, or the first `max`. */
async function all<T>(read: (query: { limit: number; cursor?: string }) => Promise<Page<T>>, max = Infinity): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read({ limit: PAGE, ...(cursor ? { cursor } : {}) });
    found.push(...page.items);
    cursor = page.next_cursor ?? undefined;
    if (!cursor || found.length >= max) return found;
  }
}

/** Cursors of lists of an event are numbers. */
const numbered = ({ limit, cursor }: { limit: number; cursor?: string }) => ({ limit, ...(cursor ? { cursor: Number(cursor) } : {}) });

export const allEntries = (id: string): Promise<Schemas["TournamentEntry"][]> =>
  all((query) => data(api.GET("/v1/tournaments/{id}/entries", { params: { path: { id }, query: numbered(query) } }), "items"));

export const allTeams = (id: string): Promise<Schemas["TournamentTeam"][]> =>
  all((query) => data(api.GET("/v1/tournaments/{id}/teams", { params: { path: { id }, query: numbered(query) } }), "items"));

export const allMembers = (id: string, max: number): Promise<Schemas["ClubMember"][]> =>
  all((query) => data(api.GET("/v1/clubs/{id}/members", { params: { path: { id }, query } }), "items"), max);

/** Entries to choose from, by their numbers. */
export type Named = readonly (readonly [entry: number, name: string])[];

/** The names of entries that take part. */
export const namesOf = (entries: readonly Schemas["TournamentEntry"][]): Named =>
  entries.filter((one) => one.status === "active").map((one) => [one.entry, nameOf(one.player, one.guest)]);

/** What an act returns; a refusal of it has the names of entries instead of their numbers, which no view shows. */
export async function byName<T>(all: readonly Schemas["TournamentEntry"][], act: Promise<T>): Promise<T> {
  const named = (entry: string) => all.filter((one) => one.entry === Number(entry)).map((one) => nameOf(one.player, one.guest))[0] ?? entry;
  try {
    return await act;
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || !refusal.problem?.detail) throw refusal;
    const detail = refusal.problem.detail.replace(/\b[Ee]ntr(?:y|ies) (\d+(?:(?:, | and )\d+)*)/g, (_, entries: string) => entries.replace(/\d+/g, named));
    throw new Refusal(refusal.status, { ...refusal.problem, detail }, refusal.retryAfter);
  }
}
