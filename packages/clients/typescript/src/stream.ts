// How far streams were followed.

/** Reasons of `stream_end` after which there is nothing more to follow. After any other, known or not, the client connects again. */
const OVER = ["game_over", "game_frozen", "revoked"];

export interface Frame {
  type: string;
  seq?: number;
  data?: { reason?: string };
}

export type Query = Record<string, unknown>;

/** How far one stream was followed. Only entries of a game have numbers; other streams begin again with a snapshot. */
export class One {
  isOver = false;

  constructor(readonly query: Query) {}

  /** Notes what a frame says about the stream. Returns whether it is for the caller. */
  take(frame: unknown): boolean {
    const { type, seq, data } = frame as Frame;
    if (seq !== undefined) this.query["since"] = seq;
    if (type !== "stream_end") return true;
    return (this.isOver = OVER.includes(data?.reason ?? ""));
  }
}

/** How far several streams on one connection were followed: each ends by itself. */
export class Several extends One {
  private readonly games: Map<string, string>;

  constructor(query: Query) {
    super(query);
    const asked = String(query["games"] ?? "").split(",").filter(Boolean);
    this.games = new Map(asked.map((game) => [game.split(":")[0] ?? "", game]));
  }

  override take(merged: unknown): boolean {
    const { stream, frame } = merged as { stream: string; frame: unknown };
    const [, , kind = "", id = ""] = stream.split("/");
    const one = new One({});
    const isTold = one.take(frame);
    if (kind !== "games") this.query[kind] = this.query[kind] && !one.isOver;
    else if (one.isOver) this.games.delete(id);
    else if ("since" in one.query) this.games.set(id, `${id}:${one.query["since"]}`);
    this.query["games"] = [...this.games.values()].join(",") || undefined;
    this.isOver = !["games", "me", "lobby"].some((name) => this.query[name]);
    return isTold;
  }
}
