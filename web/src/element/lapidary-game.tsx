// <lapidary-game src="https://games.example/v1/games/ID" controls>: a game, live or at any version, in any page.
//
// It uses the published API alone: the stream of the game, its log, and its pictures. It works without a token for whatever
// everybody may see; a page that has one sets the property `token`.
import { render } from "preact";
import { ask, json, picture as asPicture, Refusal, type Event, type Game, type Reader, type Schemas, type Tagged, type TokenSource } from "../api";
import { follow, type Frame } from "../follow";
import { isFinal, Patience, persist } from "../patience";
import { ended, entry, time } from "../words";
import { Board, type Choice, type Note } from "./board";
import { Film, loadFilm } from "./film";
import { flightsOf } from "./flights";
import { STYLE } from "./style";
import { languageOf, phrase, type Language, type Phrase } from "./tongue";

export type { Choice, Note } from "./board";
export { Film } from "./film";
/** For the page of the server, so that a browser has Preact once (build.mjs). */
export { Fragment, options } from "preact";
export { render };

/** What the replay marks at a version: on its slider, and in the log. */
export interface Mark {
  /** What is said of it. */
  label: string;
  /** Whether it is more important than others. */
  strong: boolean;
}

/** The pictures that are kept for going back and forth. */
const PICTURES_MAX = 60;
/** How long a version is shown while a game is replayed. */
const STEP_MS = 1100;
/** How many versions behind the live game are shown one by one; beyond, the newest is shown. */
const BEHIND_MAX = 4;
const LOW_MS = 20_000;
/** How many entries before the last one tell who left. */
const LAST_ENTRIES = 6;
/** How many letters at the end of a name are always seen. */
const TAIL = 3;
/** Up to this width, in pixels, the picture is upright. */
const NARROW_MAX = 640;

/** Drawn here, because fonts of many systems lack such signs. */
const ICONS = {
  first: "M4 3h2v10H4zM13 3v10L6.5 8z",
  back: "M11 3v10L4.5 8z",
  play: "M4 2.5v11L13.5 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3v10L11.5 8z",
  newest: "M10 3h2v10h-2zM3 3v10L9.5 8z",
};

const icon = (name: keyof typeof ICONS) => <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d={ICONS[name]} /></svg>;

type Clock = Game["clock"];

/** A name whose middle may be cut, so that its end is seen. */
const middle = (name: string) => <><span class="begin">{name.slice(0, -TAIL)}</span><span class="end">{name.slice(-TAIL)}</span></>;

/** A game that is over and that no server has to know. */
export interface Recording {
  game: Game;
  /** All its entries. */
  events: readonly Event[];
  /** Draws all versions; the query has `theme` and perhaps `lang`. An error says why that is impossible. */
  draw: (look: URLSearchParams) => Promise<Film>;
}

/** What `lapidary-change` tells: which version is on the screen, which one shall be there, and the newest one. */
export interface Change {
  shown: number;
  wanted: number;
  newest: number;
  /** Whether the picture that is wanted could not be loaded so far. */
  isMissing: boolean;
  game: Game;
  /** How often the stream was opened. After an interruption, whatever else a page reads may have changed as well. */
  connections: number;
}

/** What `lapidary-step` tells: what has just happened on the board, and the seat of whoever looks. */
export interface Step {
  event: Event;
  own: number | undefined;
  version: number;
}

export class LapidaryGame extends HTMLElement {
  static readonly observedAttributes = ["src", "at", "controls", "theme", "lang"];

  /** Returns the access token, for games that not everybody may see. A page may set it before this class is known. */
  declare token?: TokenSource;
  /** A picture that the page has shown already: the first version is not sent again if it is this one. */
  declare known?: Promise<Tagged | undefined> | undefined;

  private readonly host: HTMLDivElement;
  private readonly chrome: HTMLDivElement;
  private readonly below: HTMLDivElement;
  private readonly board: Board;
  private stop: (() => void) | undefined;
  private game: Game | undefined;
  private events: Event[] = [];
  /** The reading of the whole log. */
  private logRead: Promise<void> | undefined;
  /** The entries in sentences, if the language is not that of this file. */
  private lines: string[] = [];
  /** What the server calls reasons and pieces in that language. */
  private words: Record<string, string> = {};
  private newest = 0;
  private shown = -1;
  private wanted = -1;
  private isShowing = false;
  private isPlaying = false;
  private isLogOpen = false;
  /** The version to which the log was scrolled. */
  private followed = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Stops all reading when another game begins. */
  private reading = new AbortController();
  private retrying = new AbortController();
  private patience = new Patience();
  private connections = 0;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private presence: readonly number[] = [];
  private clock: Clock | undefined;
  private clockOffset = 0;
  private isInterrupted = false;
  /** Whether whoever looks has little time left. */
  private isLow = false;
  private refusal: Refusal | undefined;
  private readonly pictures = new Map<string, Promise<string>>();
  /** The whole game, once it is over and somebody replays it; for each theme and language. */
  private readonly films = new Map<string, Promise<Film | undefined>>();
  private film: Film | undefined;
  private recording: Recording | undefined;
  private marks: ReadonlyMap<number, Mark> = new Map();
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private isNarrow = false;
  private readonly resized = new ResizeObserver(() => {
    if (this.isNarrow === this.measure()) return;
    this.isNarrow = !this.isNarrow;
    if (this.stop) this.repaint();
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    const frame = document.createElement("div");
    frame.className = "game";
    frame.setAttribute("part", "game");
    [this.chrome, this.host, this.below] = [document.createElement("div"), document.createElement("div"), document.createElement("div")];
    this.host.className = "board";
    frame.append(this.chrome, this.host, this.below);
    root.append(frame);
    this.board = new Board(
      this.host,
      (piece) => this.dispatchEvent(new CustomEvent("lapidary-choose", { detail: { piece }, bubbles: true, composed: true })),
    );
  }

  connectedCallback(): void {
    this.dark.addEventListener("change", this.repaint);
    this.isNarrow = this.measure();
    this.resized.observe(this);
    this.ticking = setInterval(() => this.clock?.running !== undefined && this.drawTimes(), 1000);
    this.start();
  }

  disconnectedCallback(): void {
    this.dark.removeEventListener("change", this.repaint);
    this.resized.disconnect();
    clearInterval(this.ticking);
    this.end();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Attributes are told before the element begins, too.
    if (before === after) return;
    if (name === "src") return this.isConnected && this.ticking !== undefined ? this.start() : undefined;
    if (!this.stop) return;
    if (name === "at") this.go(this.at ?? this.newest);
    else if (name === "controls") this.draw();
    else this.repaint();
  }

  /** Offers pieces of the board; `lapidary-choose` tells which one is chosen. */
  offer(choices: ReadonlyMap<string, Choice>): void {
    this.board.offer(choices);
  }

  /** Says more about pieces of the board, to whoever points at them or has them read. */
  note(notes: ReadonlyMap<string, Note>): void {
    this.board.note(notes);
  }

  /** What the picture calls a piece. */
  titleOf(piece: string): string | undefined {
    return this.board.titleOf(piece);
  }

  /** Gives the focus to a piece that can be chosen, or to the board. */
  focusOn(piece?: string): void {
    this.board.focusOn(piece);
  }

  /** Whether the focus is on the board, and on none of its pieces. */
  get isIdle(): boolean {
    return this.shadowRoot?.activeElement === this.host;
  }

  /** Where the first of these pieces is on the screen; a name may be the begin of an id. */
  boxOf(names: readonly string[]): DOMRect | undefined {
    return this.board.boxOf(names);
  }

  /** Whether the picture has such a piece. */
  has(piece: string): boolean {
    return this.board.has(piece);
  }

  /** Marks versions in the replay. */
  mark(marks: ReadonlyMap<number, Mark>): void {
    this.marks = marks;
    this.draw();
  }

  /** Shows a version, as the controls do. */
  goTo(version: number): void {
    this.choose(version);
  }

  /** Shows a game from memory instead of one of a server. */
  open(recording: Recording): void {
    this.recording = recording;
    this.start();
  }

  /** Looks at the game again, such as with another token. */
  restart(): void {
    this.start();
  }

  private get src(): string {
    return (this.getAttribute("src") ?? "").replace(/\/+$/, "");
  }

  private get at(): number | undefined {
    const at = Number(this.getAttribute("at"));
    return Number.isInteger(at) && at > 0 ? at : undefined;
  }

  private get isLive(): boolean {
    return this.at === undefined && this.wanted >= this.newest;
  }

  private start(): void {
    this.end();
    this.reading = new AbortController();
    this.game = this.clock = this.refusal = undefined;
    this.connections = 0;
    [this.events, this.lines, this.logRead, this.newest, this.shown, this.wanted, this.presence, this.isInterrupted] = [[], [], undefined, 0, -1, -1, [], false];
    this.forget();
    this.marks = new Map();
    this.board.clear();
    this.draw();
    if (this.recording) return this.begin(this.recording);
    if (!this.src) return;
    // The first picture does not wait for the stream, if its version is known.
    if (this.at !== undefined) this.single(this.at).catch(() => undefined);
    this.stop = follow({
      address: () => `${this.src}/events${this.game && this.newest > 0 ? `?since=${this.newest}` : ""}`,
      token: async () => this.token?.(),
      onFrame: (frame) => this.take(frame),
      onState: (state, refusal) => {
        if (state === "over" && refusal) this.refusal = refusal;
        if (state === "open") this.connections++;
        this.isInterrupted = state === "interrupted";
        this.draw();
      },
    });
  }

  private begin({ game, events }: Recording): void {
    [this.game, this.events, this.logRead, this.newest] = [game, [...events], Promise.resolve(), events.length];
    this.stop = () => undefined;
    this.go(this.at ?? this.newest);
    this.draw();
  }

  private end(): void {
    this.stop?.();
    this.stop = undefined;
    this.reading.abort();
    this.retrying.abort();
    this.pause();
  }

  private take(frame: Frame): void {
    if (frame.server_time) this.clockOffset = Date.parse(frame.server_time) - Date.now();
    if (frame.type === "snapshot") {
      const first = !this.game;
      const live = this.isLive;
      this.game = frame.data as Game;
      this.clock = this.game.clock;
      this.presence = (frame as { presence?: number[] }).presence ?? [];
      this.newest = Math.max(this.newest, this.game.version);
      // A game that has not started changes without a new version.
      if (this.newest === 0) this.forget();
      if (first) this.go(this.at ?? this.newest);
      else if (live) this.go(this.newest, this.newest === 0);
      void this.readWords();
      if (first && this.hasAttribute("controls") && this.newest > 0) void this.readLog();
    } else if (frame.type === "clock") this.clock = frame.data as Clock;
    else if (frame.type === "presence") this.presence = (frame.data as { seats: number[] }).seats;
    else if (frame.seq !== undefined) {
      const live = this.isLive;
      this.events[frame.seq - 1] = frame as unknown as Event;
      this.newest = Math.max(this.newest, frame.seq);
      if (live) this.go(this.newest);
      void this.readLines();
      // The start draws the seats, and an end brings the result.
      if (frame.type !== "action") void this.lookAgain();
    }
    this.draw();
    this.tell();
  }

  private tell(): void {
    if (!this.game) return;
    const { shown, wanted, newest, game, connections } = this;
    const detail: Change = { shown, wanted, newest, isMissing: this.refusal !== undefined && shown !== wanted, game, connections };
    this.dispatchEvent(new CustomEvent("lapidary-change", { detail, bubbles: true, composed: true }));
  }

  private async lookAgain(): Promise<void> {
    try {
      const game = await this.read("", json<Game>("id", "seats"));
      if (game.id !== this.game?.id) return;
      this.game = game;
      void this.readWords();
      this.draw();
      this.tell();
    } catch {
      // What the stream has told is enough.
    }
  }

  /** Returns all entries of the log, as soon as they are there. */
  async log(): Promise<readonly Event[]> {
    await this.readLog();
    return this.events;
  }

  /** Reads the whole log with one request. */
  private readLog(): Promise<void> {
    return (this.logRead ??= this.loadLog());
  }

  private async loadLog(): Promise<void> {
    const { reading } = this;
    try {
      for (let since = 0, more = true; more; ) {
        const page = await this.read(`/events?since=${since}`, json<{ events: Event[]; version: number; more: boolean }>("events", "version"));
        for (const event of page.events) this.events[event.seq - 1] = event;
        more = page.more;
        since = page.version;
      }
    } catch {
      if (reading === this.reading) this.logRead = undefined;
    }
    this.draw();
  }

  /** Reads the sentences that are missing, as long as they can be read. */
  private async readLines(): Promise<void> {
    if (this.language === "en" || this.recording || !this.below.querySelector("details")?.open) return;
    const { lines } = this;
    for (let more = true; more; ) {
      const page: Pick<Schemas["Lines"], "lines" | "more"> = await this.read(`/lines?since=${lines.length}`, json<Schemas["Lines"]>("lines")).catch(() => ({ lines: [], more: false }));
      for (const { seq, text } of page.lines) lines[seq - 1] = text;
      more = page.more && page.lines.length > 0;
    }
    this.draw();
  }

  /** Reads the words for the end of a game. */
  private async readWords(): Promise<void> {
    const { game, language } = this;
    if (!game?.result || language === "en" || this.recording) return;
    const found = await this.read(`/../../rulesets/${game.ruleset}/words?lang=${language}`, json<Schemas["Words"]>("words")).catch(() => undefined);
    if (!found || language !== this.language) return;
    this.words = found.words;
    this.draw();
  }

  private ask<T>(path: string, accept: string, read: Reader<T>, headers?: Record<string, string>): Promise<T> {
    return ask(new Request(this.src + path, { headers: { accept, "accept-language": this.language, ...headers } }), read, async (refused) => this.token?.(refused));
  }

  /** Reads a picture, unless it is the one that the page has. */
  private async askPicture(path: string): Promise<string> {
    const known = await this.known;
    this.known = undefined;
    return this.ask(path, "image/svg+xml", asPicture, known && { "if-none-match": known.tag }).catch((refusal: Refusal) => {
      if (known && refusal.status === 304) return known.text;
      throw refusal;
    });
  }

  /** Reads JSON. Tries until it succeeds; what belongs to a game that was readable is there. */
  private read<T>(path: string, read: Reader<T>): Promise<T> {
    return persist(() => this.ask(path, "application/json", read), this.reading.signal, undefined, Infinity, true);
  }

  private get theme(): string {
    const theme = this.getAttribute("theme");
    return theme === "light" || theme === "dark" ? theme : this.dark.matches ? "dark" : "light";
  }

  private measure(): boolean {
    const { width } = this.getBoundingClientRect();
    // Whatever is not shown yet is as wide as the window.
    return (width || innerWidth) <= NARROW_MAX;
  }

  /** The seat of whoever looks, if they have one. */
  private get own(): number | undefined {
    return this.recording ? undefined : this.game?.viewer_seat ?? undefined;
  }

  private get isOver(): boolean {
    return this.game?.status === "finished" || this.game?.status === "aborted";
  }

  /** How pictures look: the theme, the arrangement, the language, and after the end the seat, which stays where it was. */
  private get look(): URLSearchParams {
    const look = new URLSearchParams({ theme: this.theme });
    if (this.isNarrow) look.set("layout", "portrait");
    if (this.own !== undefined && this.isOver) look.set("seat", String(this.own));
    if (this.ownLanguage) look.set("lang", this.ownLanguage);
    return look;
  }

  /** The language that the element or the page around it has; without one, the server looks at what the browser prefers. */
  private get ownLanguage(): Language | undefined {
    return languageOf(this.lang || this.closest("[lang]")?.getAttribute("lang"));
  }

  private get language(): Language {
    return this.ownLanguage ?? navigator.languages.map(languageOf).find(Boolean) ?? "en";
  }

  private readonly say = (name: Phrase): string => phrase(name, this.language);

  /** Loads the whole game with one request, if it is over. */
  private loadFilm(): Promise<Film | undefined> {
    if (this.recording) return Promise.resolve(this.film);
    // A film is drawn from the first seat.
    if (!this.isOver || this.newest < 1 || this.look.has("seat")) return Promise.resolve(undefined);
    const key = this.look.toString();
    let film = this.films.get(key);
    if (!film) {
      film = loadFilm((path) => this.read(path, json<Schemas["Replay"]>("views", "version")), this.look).catch(() => undefined);
      this.keep(key, film);
    }
    return film;
  }

  private keep(key: string, film: Promise<Film | undefined>): void {
    this.films.set(key, film);
    void film.catch(() => undefined).then((loaded) => {
      if (this.films.get(key) !== film) return;
      // Without it, each picture is a request of its own, and the next step tries again.
      if (!loaded) this.films.delete(key);
      this.film = loaded;
      this.draw();
    });
  }

  /** Draws a version of a recording, and with it all others. */
  private async drawn({ draw }: Recording, version: number): Promise<string> {
    const key = this.look.toString();
    if (!this.films.has(key)) this.keep(key, draw(this.look));
    return (await this.films.get(key))?.picture(version) ?? "";
  }

  private async picture(version: number): Promise<string> {
    if (this.recording) return this.drawn(this.recording, version);
    const film = await this.films.get(this.look.toString());
    return film?.picture(version) ?? this.single(version);
  }

  private single(version: number): Promise<string> {
    const query = this.look;
    if (version > 0) query.set("at", String(version));
    const key = query.toString();
    let picture = this.pictures.get(key);
    if (!picture) {
      picture = this.askPicture(`/board.svg?${key}`);
      picture.catch(() => this.pictures.delete(key));
      this.pictures.set(key, picture);
      const oldest = this.pictures.keys().next().value;
      if (this.pictures.size > PICTURES_MAX && oldest !== undefined) this.pictures.delete(oldest);
    }
    return picture;
  }

  private forget(): void {
    this.pictures.clear();
    this.films.clear();
    this.film = undefined;
  }

  private readonly repaint = (): void => {
    this.forget();
    [this.lines, this.words] = [[], {}];
    void this.readLines();
    void this.readWords();
    this.draw();
    // What is on its way to the screen stays wanted.
    if (this.shown >= 0) this.go(this.wanted, true);
  };

  /** Shows a version; what lies between is shown on the way if it is little. */
  private go(version: number, again = false): void {
    this.wanted = Math.max(0, this.newest > 0 ? Math.min(Math.max(version, 1), this.newest) : 0);
    if (again) this.shown = -1;
    void this.showWanted();
  }

  private async showWanted(): Promise<void> {
    if (this.isShowing) return;
    this.isShowing = true;
    this.retrying.abort();
    const started = this.stop;
    try {
      while (this.shown !== this.wanted && this.stop === started) {
        const ahead = this.wanted - this.shown;
        const next = this.shown > 0 && ahead > 1 && ahead <= BEHIND_MAX ? this.shown + 1 : this.wanted;
        const look = this.look.toString();
        const picture = await this.picture(next);
        if (this.stop !== started) break;
        // Another theme or language is wanted meanwhile.
        if (look !== this.look.toString()) continue;
        const step = next - this.shown;
        const event = this.events[next - 1];
        const viewer = { isNarrow: this.isNarrow, seat: this.own, you: this.say("you"), turn: this.say("turn") };
        this.board.show(picture, viewer, step === 1 ? flightsOf(event) : step === -1 ? [] : undefined, event?.type === "action" ? event.data.seat ?? undefined : undefined);
        this.shown = next;
        if (step === 1 && event && this.isLive) this.dispatchEvent(new CustomEvent<Step>("lapidary-step", { detail: { event, own: this.own, version: next }, bubbles: true, composed: true }));
        this.refusal = undefined;
        this.patience = new Patience();
        this.draw();
        this.tell();
      }
    } catch (error) {
      // A page has other classes than this file.
      const unknown = () => (this.recording ? new Refusal(400, { detail: (error as Error).message }) : new Refusal(0));
      this.refusal = "status" in (error as object) ? (error as Refusal) : unknown();
      // What cannot be shown is not kept.
      if (this.refusal !== error) this.forget();
      this.draw();
      this.tell();
      this.isShowing = false;
      if (this.stop === started && !isFinal(this.refusal, !this.recording)) void this.retry(this.refusal);
      return;
    }
    this.isShowing = false;
    if (this.shown !== this.wanted && this.stop && this.stop !== started) void this.showWanted();
  }

  /** What is wanted stays wanted: a network that is away comes back. */
  private async retry(refusal: Refusal): Promise<void> {
    const { signal } = (this.retrying = new AbortController());
    await this.patience.pause(refusal, signal);
    if (!signal.aborted) void this.showWanted();
  }

  private choose(version: number): void {
    this.pause();
    this.removeAttribute("at");
    void this.loadFilm();
    this.go(version);
    void this.readLog();
    this.draw();
    this.tell();
  }

  private play(): void {
    void this.readLog();
    void this.loadFilm();
    this.removeAttribute("at");
    if (this.wanted >= this.newest) this.go(1);
    this.isPlaying = true;
    const step = () => {
      if (this.wanted >= this.newest) return this.pause();
      this.go(this.wanted + 1);
      // The next picture is ready when its turn comes.
      if (this.wanted < this.newest) this.picture(this.wanted + 1).catch(() => undefined);
      this.timer = setTimeout(step, STEP_MS);
    };
    this.timer = setTimeout(step, STEP_MS);
    this.draw();
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.draw();
  }

  private get names(): readonly string[] {
    return (this.game?.seats ?? []).map((seat) => seat.player.username ?? this.say("former"));
  }

  /** Draws the players. On a phone they are in the picture. */
  private drawSeats(): void {
    render(this.seats(this.names), this.chrome);
    this.drawTimes();
    this.chrome.parentElement?.classList.toggle("pictured", this.isNarrow && this.newest > 0 && (this.shown > 0 || !this.refusal));
  }

  /** Writes the clocks, which is all that changes from second to second: nothing else is drawn then. */
  private drawTimes(): void {
    const times = new Map((this.game?.seats ?? []).flatMap((_, seat) => {
      const left = this.left(seat);
      return left === undefined ? [] : [[seat, { text: time(left), isLow: left < LOW_MS }] as const];
    }));
    for (const clock of this.chrome.querySelectorAll<HTMLElement>(".clock")) {
      const { text, isLow } = times.get(Number(clock.dataset["clock"])) ?? { text: "", isLow: false };
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("low", isLow);
    }
    this.board.time(times, this.presence);
    const isLow = this.own !== undefined && this.clock?.running === this.own && !!times.get(this.own)?.isLow;
    if (isLow && !this.isLow) this.dispatchEvent(new CustomEvent("lapidary-low", { bubbles: true, composed: true }));
    this.isLow = isLow;
  }

  private draw(): void {
    const { names } = this;
    this.board.seat(names);
    this.drawSeats();
    render(this.status(names), this.below);
    this.followLog();
    const { title } = this.board.text;
    this.host.setAttribute("aria-label", title);
    this.host.setAttribute("role", "region");
    this.host.tabIndex = 0;
  }

  /** Shows the entry of the version that is on the screen in the middle of the log, once for each version. */
  private followLog(): void {
    const log = this.below.querySelector<HTMLElement>("details[open] .log");
    const entry = log?.children[this.shown - 1] as HTMLElement | undefined;
    if (!log || !entry || this.followed === this.shown) return;
    this.followed = this.shown;
    log.scrollTop = entry.offsetTop - (log.clientHeight - entry.offsetHeight) / 2;
  }

  private seats(names: readonly string[]) {
    const game = this.game;
    if (!game) return null;
    const started = game.status !== "waiting";
    // At an earlier version of a game that goes on, the picture alone knows whose turn it was.
    const turn = this.isLive ? this.toAct() : this.film?.turn(this.shown) ?? this.turnAt(this.shown);
    // Whoever plays comes first, as in the picture.
    const places = game.seats.map((_, place) => (place + (started ? this.own ?? 0 : 0)) % game.seats.length);
    return (
      <>
        {this.board.parts.length > 0 && (
          <div class="parts" role="group" aria-label={this.say("board")}>
            {this.board.parts.map(({ isShown, seats }, part) => (
              <button key={part} type="button" aria-pressed={isShown} aria-label={`${this.say("part")} ${part + 1}`} onClick={() => { this.board.showPart(part); this.draw(); this.tell(); }}>
                {part + 1}{seats.map((seat) => <span key={seat} class="pawn" data-seat={seat} />)}
              </button>
            ))}
          </div>
        )}
        <ol class="seats" aria-label={this.say("players")}>
          {places.map((place) => {
            const seat = game.seats[place]!;
            const left = this.left(place);
            const here = this.presence.includes(place);
            return (
              <li key={place} class={turn === place ? "turn" : ""} data-seat={started ? place : undefined}>
                {!this.recording && <span class={here ? "dot here" : "dot"} role="img" aria-label={this.say(here ? "connected" : "disconnected")} />}
                <span class="name" title={names[place]}>{place === this.own ? <>{this.say("you")} <span class="account">{middle(names[place]!)}</span></> : middle(names[place]!)}{seat.player.bot ? ` (${this.say("bot")})` : ""}</span>
                {left !== undefined && <span class="clock" data-clock={place} role="timer" aria-live="off" />}
                {started && this.board.points(place) !== undefined && <span class="points" role="img" aria-label={`${this.say("points")}: ${this.board.points(place)}`}>{this.board.points(place)}</span>}
              </li>
            );
          })}
          {Array.from({ length: game.seat_count - game.seats.length }, (_, n) => <li key={`free-${n}`}><span class="name">{this.say("free")}</span></li>)}
        </ol>
      </>
    );
  }

  /** The seat whose turn a version is, as the log tells. */
  private turnAt(version: number): number | undefined {
    for (let place = version - 1; place > 0; place--) {
      const event = this.events[place];
      const began = event?.type === "action" ? [...event.data.effects].reverse().find((effect) => effect.type === "turn_began") : undefined;
      if (began) return (began as { seat: number }).seat;
    }
    return undefined;
  }

  /** The seat that the newest version waits for, as far as the stream tells. */
  private toAct(): number | undefined {
    const last = this.events[this.newest - 1];
    if (!last || this.game?.version === this.newest) return this.game?.to_act?.seat;
    if (last.type !== "action") return undefined;
    const began = [...last.data.effects].reverse().find((effect) => effect.type === "turn_began") as { seat: number } | undefined;
    return began?.seat ?? (last.data as { seat: number }).seat;
  }

  private left(seat: number): number | undefined {
    const { remaining_ms, running, deadline, paused_until } = this.clock ?? {};
    const stored = remaining_ms?.[seat];
    if (stored === undefined || running !== seat || !deadline || paused_until) return stored;
    return Math.max(0, Date.parse(deadline) - Date.now() - this.clockOffset);
  }

  private status(names: readonly string[]) {
    const { game, refusal } = this;
    if (!game) {
      return <p class={refusal ? "refusal" : "status"} role="status">{refusal ? this.explained(refusal) : this.say("loading")}</p>;
    }
    return (
      <>
        <p class="status" role="status">
          {this.sentence(names)}
          {(this.isInterrupted || refusal) && <span class="note">{refusal ? this.explained(refusal) : this.say("interrupted")}</span>}
        </p>
        {this.hasAttribute("controls") && this.newest > 0 && this.controls(names)}
      </>
    );
  }

  private explained(refusal: Refusal): string {
    if (refusal.status === 0) return this.say("unreachable");
    return [400, 404].includes(refusal.status) && !this.game ? this.say("missing") : refusal.message;
  }

  private sentence(names: readonly string[]): string {
    const { game, language } = this;
    if (!game) return "";
    const { title, description } = this.board.text;
    if (this.newest === 0) return `${title}, ${description}`;
    const { last, next } = this.board.news;
    const event = this.events[this.shown - 1];
    const reason = this.isLive && game.result ? this.whoLeft(names) || this.words[`end.${game.result.reason}`] : undefined;
    const happened = event && language === "en" ? entry(event, names).replace(/\.$/, "") : last;
    const result = this.isLive && game.result && language === "en" ? ended(game.result, names, reason).replace(/\.$/, "") : [next, reason].filter(Boolean).join(": ");
    // The result says why nobody else is left, and the entry that ended the game only that nobody is.
    const isTold = result.includes(": ") && happened.startsWith(result.split(": ")[0]!);
    const said = happened.startsWith(result) ? [happened] : isTold ? [result] : [happened, result];
    return said.filter(Boolean).map((told) => `${told}.`).join(" ") || this.say("loading");
  }

  /** Who left at the end, and how: of that, the result says only that one player was left. */
  private whoLeft(names: readonly string[]): string {
    if (this.game?.result?.reason !== "last_seat") return "";
    return this.events.slice(-LAST_ENTRIES).flatMap(({ type, data }) => type === "resigned" || type === "timed_out" ? [this.say(type).replace("{name}", names[(data as { seat: number }).seat] ?? "")] : []).join(", ");
  }

  /** An entry of the log. */
  private told(place: number, names: readonly string[]): string {
    if (this.language !== "en" && !this.recording) return this.lines[place] ?? "";
    return entry(this.events[place]!, names);
  }

  /** How long the game waited for an entry, as far as it is known. */
  private took(place: number): number | undefined {
    const [before, event] = [this.events[place - 1], this.events[place]];
    return before?.at && event?.at ? Date.parse(event.at) - Date.parse(before.at) : undefined;
  }

  /** Arrow keys walk through the log, which is one stop of the Tab key: a hundred of them would lie before whatever follows the game. */
  private walk(event: KeyboardEvent, current: number) {
    const ways: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 1, End: this.events.length };
    const version = ways[event.key];
    if (version === undefined) return;
    event.preventDefault();
    const entry = (event.currentTarget as HTMLElement).querySelectorAll("button")[version - 1];
    if (!entry) return;
    this.choose(version);
    entry.focus();
  }

  private controls(names: readonly string[]) {
    const [shown, newest] = [Math.max(this.wanted, 1), this.newest];
    const back = () => this.choose(shown - 1);
    const current = Math.min(shown, this.events.length);
    return (
      <>
        <div class="controls" role="group" aria-label={this.say("replay")}>
          <button type="button" aria-label={this.say("first")} disabled={shown <= 1} onClick={() => this.choose(1)}>{icon("first")}</button>
          <button type="button" aria-label={this.say("back")} disabled={shown <= 1} onClick={back}>{icon("back")}</button>
          <button type="button" aria-label={this.say(this.isPlaying ? "pause" : "play")} onClick={() => (this.isPlaying ? this.pause() : this.play())}>{icon(this.isPlaying ? "pause" : "play")}</button>
          <button type="button" aria-label={this.say("forward")} disabled={shown >= newest} onClick={() => this.choose(shown + 1)}>{icon("forward")}</button>
          <button type="button" aria-label={this.say("newest")} disabled={shown >= newest} onClick={() => this.choose(newest)}>{icon("newest")}</button>
          <div class="slider">
            <input type="range" aria-label={this.say("version")} aria-valuetext={`${shown} ${this.say("of")} ${newest}${this.marks.has(shown) ? `: ${this.marks.get(shown)!.label}` : ""}`}
              min={1} max={newest} value={shown} onInput={(event) => this.choose(Number(event.currentTarget.value))} />
            {this.marks.size > 0 && (
              <svg class="marks" viewBox={`0 0 ${Math.max(newest - 1, 1)} 1`} preserveAspectRatio="none" aria-hidden="true">
                {[...this.marks].map(([version, { strong }]) => <line key={version} class={strong ? "strong" : ""} x1={version - 1} x2={version - 1} y1={strong ? 0 : 0.3} y2={1} />)}
              </svg>
            )}
          </div>
          <output>{shown} / {newest}</output>
        </div>
        <details onToggle={(event) => {
          this.followed = -1;
          this.isLogOpen = event.currentTarget.open;
          this.draw();
          if (this.isLogOpen) void Promise.all([this.readLog(), this.readLines()]).then(() => this.draw());
        }}>
          <summary>{this.say("log")}</summary>
          <ol class="log" onKeyDown={(event) => this.walk(event, current)}>
            {this.isLogOpen && this.events.map((event, place) => (
              <li key={place} data-seat={event.type === "action" ? event.data.seat : undefined}>
                <button type="button" tabIndex={place + 1 === current ? 0 : -1} aria-current={place + 1 === shown ? "step" : undefined} onClick={() => this.choose(place + 1)}>
                  {place + 1}. {this.told(place, names)}
                  {event.type === "action" && <code>{event.data.notation}</code>}
                  {place > 0 && this.took(place) !== undefined && <span class="took">{time(this.took(place)!)}</span>}
                  {this.marks.has(place + 1) && <span class={this.marks.get(place + 1)!.strong ? "mark strong" : "mark"}>{this.marks.get(place + 1)!.label}</span>}
                </button>
              </li>
            ))}
          </ol>
        </details>
      </>
    );
  }
}

if (!customElements.get("lapidary-game")) customElements.define("lapidary-game", LapidaryGame);
