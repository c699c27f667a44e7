// A whole game that is over: the pictures of all versions, and the seat that each of them waits for.
import type { Schemas } from "../api";

type Pictures = Schemas["ReplayPictures"];

export class Film {
  private readonly parts: readonly (readonly string[])[];

  constructor(private readonly turns: readonly (number | null | undefined)[], pictures: readonly Pictures[]) {
    // A very long game comes in several responses, whose parts are numbered on their own.
    this.parts = pictures.flatMap(({ parts, pictures: each }) => each.map((numbers) => numbers.map((number) => parts[number] ?? "")));
  }

  /** The picture of a version, if it has one. */
  picture(version: number): string | undefined {
    return this.parts[version - 1]?.join("");
  }

  /** The seat that a version waits for. */
  turn(version: number): number | undefined {
    return this.turns[version - 1] ?? undefined;
  }
}

/** Loads a game from the server; `read` asks the server for a path after the address of the game. */
export async function loadFilm(read: (path: string) => Promise<Schemas["Replay"]>, look: URLSearchParams): Promise<Film> {
  const turns: (number | undefined)[] = [];
  const pictures: Pictures[] = [];
  for (let more = true; more; ) {
    const query = new URLSearchParams(look);
    query.set("pictures", "true");
    if (turns.length) query.set("since", String(turns.length));
    const page = await read(`/replay?${query}`);
    if (!page.pictures) break;
    turns.push(...page.views.map((view) => view.to_act?.seat));
    pictures.push(page.pictures);
    more = page.more && page.views.length > 0;
  }
  return new Film(turns, pictures);
}
