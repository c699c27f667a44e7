// A whole game that is over, as the server sends it in one response: what is seen at each version, and its pictures.
import type { Game, Schemas } from "../api";

export class Film {
  private readonly parts: readonly (readonly string[])[];

  constructor(private readonly views: readonly Game[], pictures: readonly Schemas["ReplayPictures"][]) {
    // A very long game comes in several responses, whose parts are numbered on their own.
    this.parts = pictures.flatMap(({ parts, pictures: each }) => each.map((numbers) => numbers.map((number) => parts[number] ?? "")));
  }

  /** The picture of a version, if it has one. */
  picture(version: number): string | undefined {
    return this.parts[version - 1]?.join("");
  }

  /** What is seen of a version. */
  view(version: number): Game | undefined {
    return this.views[version - 1];
  }
}

/** Loads a game; `fetch` asks the server for a path after the address of the game. */
export async function loadFilm(fetch: (path: string, accept: string) => Promise<Response>, look: URLSearchParams): Promise<Film> {
  const views: Game[] = [];
  const pictures: Schemas["ReplayPictures"][] = [];
  for (let more = true; more; ) {
    const query = new URLSearchParams(look);
    query.set("pictures", "true");
    if (views.length) query.set("since", String(views.length));
    const page = (await (await fetch(`/replay?${query}`, "application/json")).json()) as Schemas["Replay"];
    if (!page.pictures) break;
    views.push(...page.views);
    pictures.push(page.pictures);
    more = page.more && page.views.length > 0;
  }
  return new Film(views, pictures);
}
