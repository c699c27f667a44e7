// The picture of the server in the page: shows it, moves pieces from one picture to the next, and offers pieces to be chosen.
// It knows the ids of pieces, and no rules.

import { drawingOf } from "../api";
import type { Flight } from "./flights";

const MOVE_MS = 450;
/** How long after the flights of an effect those of the next one begin, and of a token the next token. */
const STAGE_MS = 180;
const TOKEN_MS = 90;
/** Flights begin at most this late, so that one entry is over before the next one is shown. */
const DELAY_MS_MAX = 540;
/** How many tokens of a kind fly at most. */
const FLYING_MAX = 3;
/** What a picture has no use for. The server sends none of it; a page of another origin must not depend on that. */
const FORBIDDEN = "script, foreignObject, a, image, iframe, animate, animateMotion, animateTransform, set, style";

/** The frame of whom the game waits for. */
const ACTS = "rect[stroke-width='3']";
/** How much of the way a new card is seen from its edge, as a share of its width, before it is turned over. */
const EDGE = 0.04;
/** Upright: where the line of a seat tells what it did, and where its clock ends; how far a clock is before the bag of a panel; its middle and size. */
const SAID = { x: 134, y: 14 };
const CLOCK = { line: 326, bag: 48, y: 14, size: 13 };
/** Upright: the edge below the first panel, where the picture ends on a phone. */
const MARGIN = 6;

/** The pixels between a piece and what is told of it. */
const TOLD_GAP = 6;

/** The pieces that can lie elsewhere in the next picture. */
const MOVING = "g.card, g.noble, g.city, g.post, g.pawn, g.stronghold";

/** A piece that can be chosen. */
export interface Choice {
  /** What is chosen, for readers of a screen; by default the title of the piece. */
  label?: string;
  chosen: boolean;
  /** Why it stands out among those that can be chosen, by a sign and for readers of a screen. */
  mark?: string;
}

/** What is said of a piece: whole, and on it. */
export interface Note {
  label: string;
  short?: string | undefined;
}

/** Who looks at the board: whether on a phone, and from which seat, with the words for them and for their turn. */
export interface Viewer {
  isNarrow: boolean;
  seat?: number | undefined;
  you: string;
  turn: string;
}

/** A part of a long board, with the seats whose pawns are there. */
export interface Part {
  isShown: boolean;
  seats: readonly number[];
}

/** The width of a usual letter, as a share of the size of its text. */
const LETTER = 0.6;

/** What is written on pieces that can be chosen. */
const MARKS = ["data-choice", "tabindex", "role", "aria-label", "aria-pressed"];

/** The sign of a marked piece: a check. */
const SIGN = "M-5.5 0 -1.5 4 5.5 -4";

export class Board {
  private svg: SVGSVGElement | undefined;
  private choices: ReadonlyMap<string, Choice> = new Map();
  private notes: ReadonlyMap<string, Note> = new Map();
  private names: readonly string[] = [];
  /** The seat whose line is open. */
  private unfolded: string | undefined;
  /** What each seat with a line did last, as long as the pictures follow each other. */
  private readonly said = new Map<string, Element>();
  private times: ReadonlyMap<number, { text: string; isLow: boolean }> = new Map();
  private present: readonly number[] = [];
  private clocks: ReturnType<Board["findClocks"]> | undefined;
  /** The part of a long board that is shown, where the own pawn was when the reader chose it, and the picture as it came. */
  private part: { chosen: number; pawn: number } | undefined;
  private whole: { picture: string; viewer: Viewer } | undefined;
  private ownPart = 0;
  private actor = "";
  parts: readonly Part[] = [];
  /** What the page has put into the element stands here until the first picture is loaded. */
  private readonly fallback = document.createElement("slot");

  constructor(private readonly host: HTMLElement, onChoose: (piece: string) => void) {
    const choose = (event: globalThis.Event) => {
      const piece = (event.target as Element).closest?.("[data-choice]");
      if (!piece) return;
      event.preventDefault();
      onChoose(piece.getAttribute("data-choice") ?? piece.id);
    };
    host.append(this.fallback);
    // Whoever touches the board has seen enough of what moves.
    host.addEventListener("pointerdown", () => {
      for (const one of host.getAnimations({ subtree: true })) one.finish();
    });
    host.addEventListener("click", choose);
    host.addEventListener("click", ({ target }) => {
      const piece = (target as Element).closest?.("svg > g[id]:not(.line)");
      // Whoever chooses a piece knows what it is.
      this.tell(piece && this.choices.has(piece.id) && !this.notes.has(piece.id) ? undefined : piece);
    });
    // The line of a player in an upright picture opens what they have, and whatever is clicked next closes it.
    const unfold = ({ target }: globalThis.Event) => {
      const seat = (target as Element).closest?.("g.line")?.getAttribute("data-seat") ?? undefined;
      this.unfold(seat === this.unfolded ? undefined : seat);
      return seat !== undefined;
    };
    host.addEventListener("click", unfold);
    host.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") unfold(event) ? event.preventDefault() : choose(event);
      else if (event.key === "Escape") [this.unfold(undefined), this.tell(undefined)];
      else if (event.key.startsWith("Arrow")) this.moveFocus(event);
    });
  }

  /** What the picture says of itself: its title and its description. */
  get text(): { title: string; description: string } {
    const of = (selector: string) => this.svg?.querySelector(selector)?.textContent ?? "";
    return { title: of(":scope > title"), description: of(":scope > desc") };
  }

  /** What happened last, and what the game waits for: the description without the turn at its begin and the seats at its end. */
  get news(): { last: string; next: string } {
    const told = this.text.description.replace(/\.$/, "").split(". ").slice(1, -this.names.length || undefined);
    return { last: told.slice(0, -1).join(". "), next: told.at(-1) ?? "" };
  }

  /** The points of a seat in the picture. */
  points(seat: number): number | undefined {
    const count = this.piece(`points-${seat}`)?.getAttribute("data-count");
    return count ? Number(count) : undefined;
  }

  /** What the picture calls a piece. */
  titleOf(piece: string): string | undefined {
    // The cost of a route is on its way, which has the title.
    return titleIn(this.piece(piece.replace(/^cost-/, "route-")));
  }

  has(piece: string): boolean {
    return !!this.piece(piece);
  }

  /** Where the first of these pieces is on the screen; a name may be the begin of an id. */
  boxOf(names: readonly string[]): DOMRect | undefined {
    for (const name of names) {
      const piece = this.piece(name) ?? this.svg?.querySelector(`[id^="${CSS.escape(name)}"]`);
      if (piece) return piece.getBoundingClientRect();
    }
    return undefined;
  }

  /** Gives the focus to a piece, or to the board. */
  focusOn(id: string | undefined): void {
    const piece = id === undefined ? undefined : this.piece(id);
    (piece?.hasAttribute("tabindex") ? piece : this.host).focus({ preventScroll: true });
  }

  /** Tells who sits where: a piece of a player is read with the name. */
  seat(names: readonly string[]): void {
    if (names.join() === this.names.join()) return;
    this.names = names;
    this.mark();
  }

  /** Shows another picture. With flights, pieces move there from the one before, unless the reader prefers less motion. `actor` is who did
   * what happened last. */
  show(picture: string, viewer: Viewer, flights?: readonly Flight[], actor?: number): void {
    const next = document.importNode(clean(drawingOf(picture)), true);
    const before = this.svg;
    this.svg = next;
    this.clocks = undefined;
    this.whole = { picture, viewer };
    this.dress(next, viewer);
    if (!flights) this.said.clear();
    this.actor = String(actor);
    this.tellLast(next, this.actor);
    const focused = before && this.focused;
    this.host.replaceChildren(next);
    squeeze(next);
    this.mark();
    this.drawTimes();
    if (before && flights && !matchMedia("(prefers-reduced-motion: reduce)").matches) move(before, next, flights);
    this.unfold(this.unfolded);
    if (focused) this.focus(focused.id);
  }

  /** Shows a part of a long board. */
  showPart(chosen: number): void {
    if (!this.whole || !this.svg) return;
    this.part = { chosen, pawn: this.ownPart };
    const said = [...this.said];
    this.show(this.whole.picture, this.whole.viewer, undefined, Number(this.actor));
    for (const [seat, text] of said) this.said.set(seat, text);
    this.tellLast(this.svg, this.actor);
  }

  /** Shows the clocks and who is here, in the lines and in the first panel of an upright picture. */
  time(times: typeof this.times, present: readonly number[]): void {
    [this.times, this.present] = [times, present];
    this.drawTimes();
  }

  private drawTimes(): void {
    if (!this.whole?.viewer.isNarrow || !this.svg) return;
    this.clocks ??= this.findClocks(this.svg);
    for (const { seat, line, text } of this.clocks) {
      line.classList.toggle("here", this.present.includes(seat));
      const time = this.times.get(seat);
      if (!text || !time) continue;
      // Every second one clock changes, and nothing else is drawn again.
      if (text.textContent !== time.text) text.textContent = time.text;
      text.classList.toggle("low", time.isLow);
    }
  }

  /** The lines and panels of seats, and the clocks of those that have a place for one. Clocks lie above the picture, which is not painted again
   * when they change. */
  private findClocks(svg: SVGSVGElement): { seat: number; line: Element; text?: HTMLElement | undefined }[] {
    for (const old of this.host.querySelectorAll(":scope > .time")) old.remove();
    const { width, height } = svg.viewBox.baseVal;
    return [...svg.querySelectorAll(":scope > :is(g.line, g.seat)")].map((line) => {
      const seat = Number(line.getAttribute("data-seat"));
      const [bag, place] = [this.piece(`bag-${seat}`), placeOf(line)];
      const x = line.classList.contains("line") ? CLOCK.line + place!.x : bag && !this.piece(`line-${seat}`) ? placeOf(bag)!.x - CLOCK.bag : undefined;
      if (x === undefined) return { seat, line };
      const text = document.createElement("span");
      write(text, { class: "time", role: "timer" });
      text.style.cssText = `right: ${100 - (100 * x) / width}%; top: ${(100 * (place!.y + CLOCK.y)) / height}%; font-size: ${(100 * CLOCK.size) / width}cqi`;
      this.host.append(text);
      return { seat, line, text };
    });
  }

  /** Makes a picture that of a viewer: names them, and on a phone shows one part of a long board and one panel, the others' below their lines. */
  private dress(svg: SVGSVGElement, { isNarrow, seat, you, turn }: Viewer): void {
    const next = svg.querySelector("#next > text");
    if (next && svg.querySelector(`:scope > #seat-${seat} > ${ACTS}`)) next.textContent = turn;
    for (const name of svg.querySelectorAll(`:scope > :is(#seat-${seat}, #line-${seat}) > .name > text`)) name.textContent = you;
    this.parts = [];
    if (!isNarrow || !svg.querySelector(":scope > g.line, :scope > g.seat")) return;
    this.foldParts(svg, seat);
    const first = [...svg.querySelectorAll<SVGElement>(":scope > g.seat")].find((panel) => !svg.querySelector(`#line-${panel.getAttribute("data-seat")}`));
    const height = first && placeOf(first)!.y + Number(first.querySelector("rect")?.getAttribute("height")) + MARGIN;
    if (height) svg.setAttribute("viewBox", `0 0 ${svg.viewBox.baseVal.width} ${Math.ceil(height)}`);
    this.host.style.setProperty("--shape", String(svg.viewBox.baseVal.width / svg.viewBox.baseVal.height));
  }

  /** Leaves one part of a long board: the one with the own pawn, or the one that the reader has chosen since it moved. */
  private foldParts(svg: SVGSVGElement, seat: number | undefined): void {
    const frames = [...svg.querySelectorAll<SVGElement>(":scope > g.part")].map((part) => placeOf(part)!.y);
    if (frames.length < 2) return;
    const pitch = frames[1]! - frames[0]!;
    const partOf = (y: number) => (y < frames[0]! ? -1 : Math.min(Math.floor((y - frames[0]!) / pitch), frames.length));
    const pawns = [...svg.querySelectorAll(":scope > g.pawn")].map((pawn) => ({ seat: Number(pawn.getAttribute("data-seat")), part: partOf(placeOf(pawn)!.y) }));
    const own = pawns.find((pawn) => pawn.seat === seat)?.part ?? Math.max(0, ...pawns.map(({ part }) => part));
    if (this.part?.pawn !== own) this.part = undefined;
    const shown = this.part?.chosen ?? own;
    for (const piece of svg.querySelectorAll<SVGElement>(":scope > g[transform]")) {
      const place = placeOf(piece)!;
      const part = partOf(place.y);
      if (part >= 0 && part < frames.length && part !== shown) piece.remove();
      else if (part >= 0) piece.setAttribute("transform", piece.getAttribute("transform")!.replace(/^translate\([^)]*\)/, `translate(${place.x} ${place.y - pitch * (part === shown ? part : frames.length - 1)})`));
    }
    this.parts = frames.map((_, part) => ({ isShown: part === shown, seats: pawns.filter((pawn) => pawn.part === part).map((pawn) => pawn.seat) }));
    this.ownPart = own;
  }

  /** Lets the line of each seat tell what it did last, also when others have acted since. */
  private tellLast(svg: SVGSVGElement, actor: string): void {
    const last = svg.querySelector("#last-action > text");
    if (last && svg.querySelector(`#line-${actor}`)) this.said.set(actor, last.cloneNode(true) as Element);
    for (const [seat, said] of this.said) {
      const line = svg.querySelector(`#line-${seat}`);
      if (seat === actor || !line) continue;
      const copy = document.createElementNS(svg.namespaceURI!, "g");
      write(copy, { class: "said", transform: `translate(${SAID.x} ${SAID.y})` });
      copy.append(said.cloneNode(true));
      line.append(copy);
    }
  }

  clear(): void {
    this.svg = this.whole = this.part = this.clocks = undefined;
    this.said.clear();
    this.host.replaceChildren(this.fallback);
  }

  /** Offers pieces; all others cannot be chosen. */
  offer(choices: ReadonlyMap<string, Choice>): void {
    this.choices = choices;
    this.mark();
  }

  /** Says more about pieces: by their titles, which a mouse shows, and to readers of a screen. */
  note(notes: ReadonlyMap<string, Note>): void {
    this.notes = notes;
    this.mark();
  }

  /** Says beside a piece what it is, until something else is touched: a mouse sees its title, a finger does not. */
  private tell(piece: Element | null | undefined): void {
    this.host.querySelector(":scope > .touched")?.remove();
    const label = piece && this.owned(piece, [titleIn(piece) ?? "", this.notes.get(piece.id)?.label].filter(Boolean).join(", "));
    if (!label) return;
    const [told, host, box] = [document.createElement("p"), this.host.getBoundingClientRect(), piece.getBoundingClientRect()];
    write(told, { class: "touched", role: "status" });
    told.textContent = label;
    this.host.append(told);
    const left = box.x - host.x + this.host.scrollLeft + (box.width - told.offsetWidth) / 2;
    const below = box.bottom - host.y + TOLD_GAP;
    const hasRoom = below + told.offsetHeight < host.height;
    told.style.left = `${Math.max(TOLD_GAP, Math.min(left, this.host.scrollLeft + host.width - told.offsetWidth - TOLD_GAP))}px`;
    told.style.top = `${hasRoom ? below : box.y - host.y - told.offsetHeight - TOLD_GAP}px`;
  }

  /** Shows the panel of a seat below its line, until it is closed. */
  private unfold(seat: string | undefined): void {
    this.svg?.querySelector(":scope > .unfolded")?.remove();
    const [line, panel] = [seat && this.piece(`line-${seat}`), seat && this.piece(`seat-${seat}`)];
    this.unfolded = line && panel ? seat : undefined;
    if (line && panel) this.svg!.append(belowLine(line, panel, [...this.svg!.querySelectorAll(`:scope > g[data-seat="${seat}"]:not(.line)`)]));
    for (const one of this.svg?.querySelectorAll(":scope > g.line") ?? []) one.setAttribute("aria-expanded", String(one.getAttribute("data-seat") === this.unfolded));
  }

  private piece(id: string): SVGElement | undefined {
    return (this.svg?.querySelector(`#${CSS.escape(id)}`) as SVGElement | null) ?? undefined;
  }

  /** The piece that has the focus. */
  private get focused(): Element | undefined {
    const active = (this.host.getRootNode() as ShadowRoot).activeElement;
    return active && active !== this.host && this.host.contains(active) ? active : undefined;
  }

  /** Gives the focus to a piece of the next picture, or to the board if the piece is gone. */
  private focus(id: string): void {
    const piece = this.piece(id);
    // Nobody may choose it now, but the reader is there.
    if (piece && !piece.hasAttribute("tabindex")) piece.setAttribute("tabindex", "-1");
    (piece ?? this.host).focus({ preventScroll: true });
    this.mark();
  }

  private mark(): void {
    if (!this.svg) return;
    const { focused } = this;
    // A reader of a screen finds each piece by its title, and the pieces of a player with the name.
    this.svg.setAttribute("role", "group");
    const signs: [SVGElement, string][] = [];
    for (const piece of this.svg.querySelectorAll<SVGElement>(":scope > g[id]")) {
      const choice = this.choices.get(piece.id);
      const isOffered = choice !== undefined;
      // Whatever has the focus keeps its name, and keeps the focus by `tabindex`.
      const title = isOffered || piece === focused ? choice?.label ?? this.titleOf(piece.id) ?? piece.id : titleIn(piece) ?? "";
      const note = this.notes.get(piece.id);
      const label = this.owned(piece, [title, choice?.mark, note?.label].filter(Boolean).join(", "));
      const isLine = piece.classList.contains("line");
      write(piece, {
        "aria-hidden": label ? undefined : "true",
        "aria-label": label || undefined,
        "aria-pressed": choice && String(choice.chosen),
        "data-choice": choice && piece.id,
        role: label ? (isOffered || isLine ? "button" : "img") : undefined,
        tabindex: isOffered || isLine ? "0" : piece === focused ? "-1" : undefined,
      });
      hover(piece, note?.label);
      const sign = piece.querySelector(":scope > :is(.sign, .lacks)");
      const text = choice?.mark ? "" : note?.short;
      if (sign?.textContent === text) continue;
      sign?.remove();
      if (text !== undefined) signs.push([piece, text]);
    }
    // All pieces are measured before one is changed: otherwise the board is laid out anew for each.
    for (const [piece, sign] of signs.map(([piece, text]) => [piece, signOn(piece, text)] as const)) piece.append(sign);
  }

  private owned(piece: Element, label: string): string {
    const owner = this.names[Number(piece.getAttribute("data-seat") ?? -1)];
    return owner && label && !label.includes(owner) ? `${owner}: ${label}` : label;
  }

  /** Moves the focus to the nearest offered piece in the direction of an arrow key. */
  private moveFocus(event: KeyboardEvent): void {
    const from = (event.target as Element).closest?.("[data-choice]");
    if (!from) return;
    const axis = event.key === "ArrowLeft" || event.key === "ArrowRight" ? 0 : 1;
    const sign = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
    const middle = (element: Element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const start = middle(from);
    let best: { element: SVGElement; cost: number } | undefined;
    for (const element of this.host.querySelectorAll<SVGElement>("[data-choice]")) {
      const end = middle(element);
      const ahead = (end[axis] - start[axis]) * sign;
      if (element === from || ahead < 4) continue;
      const cost = ahead + 3 * Math.abs(end[1 - axis]! - start[1 - axis]!);
      if (!best || cost < best.cost) best = { element, cost };
    }
    if (best) {
      event.preventDefault();
      // Who has clicked before sees the focus too: browsers differ about that.
      best.element.focus({ focusVisible: true } as FocusOptions);
    }
  }
}

const titleOn = (piece: Element | undefined) => piece?.querySelector(":scope > title") ?? undefined;
const titleIn = (piece: Element | undefined): string | undefined => titleOn(piece)?.getAttribute("data-title") ?? titleOn(piece)?.textContent ?? undefined;

/** Adds a note to the title of a piece, which a mouse shows. */
function hover(piece: Element, note: string | undefined): void {
  const [title, text] = [titleOn(piece), titleIn(piece)];
  if (!title || text === undefined || (!note && !title.hasAttribute("data-title"))) return;
  title.setAttribute("data-title", text);
  title.textContent = note ? `${text}, ${note}` : text;
}

/** Returns what a player has as a copy that lies below their line and above all else. Readers of a screen find the panel itself. */
function belowLine(line: SVGElement, panel: SVGElement, pieces: readonly Element[]): Element {
  const [from, to, box] = [placeOf(panel)!, placeOf(line)!, (line as SVGGElement).getBBox()];
  const copy = document.createElementNS(line.namespaceURI!, "g");
  write(copy, { class: "unfolded", "aria-hidden": "true", transform: `translate(0 ${to.y + box.y + box.height + 4 - from.y})` });
  for (const piece of pieces) {
    const one = piece.cloneNode(true) as Element;
    write(one, Object.fromEntries(["id", ...MARKS].map((name) => [name, undefined])));
    copy.append(one);
  }
  return copy;
}

/** Sets attributes, and removes those without a value. */
function write(element: Element, attributes: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/** A sign at the upper edge of a piece, between its points and its gem: strongholds stand in the lower corner. It is a check, or a short text. */
function signOn(piece: SVGElement, text: string): Element {
  const make = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS(piece.namespaceURI!, name);
    write(element, attributes);
    return element;
  };
  const { x, y, width } = (piece as SVGGElement).getBBox();
  const sign = make("g", { class: text ? "lacks" : "sign", transform: `translate(${x + width / 2} ${y + 3})` });
  if (!text) sign.append(make("circle", { r: "11" }), make("path", { d: SIGN }));
  else {
    const number = make("text", { y: "5" });
    number.textContent = text;
    sign.append(make("rect", { x: "-13", y: "-9", width: "26", height: "18", rx: "9" }), number);
  }
  return sign;
}

function clean(root: SVGSVGElement): SVGSVGElement {
  for (const element of root.querySelectorAll(FORBIDDEN)) element.remove();
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const leads = /^(xlink:)?href$/i.test(name) && !value.startsWith("#");
      if (leads || /^on/i.test(name) || name === "style") element.removeAttribute(name);
    }
  }
  root.removeAttribute("width");
  root.removeAttribute("height");
  return root;
}

/** Makes texts with names as wide as the server takes them to be, which knows no fonts: a name of twenty times W is twice as wide. */
function squeeze(svg: SVGSVGElement): void {
  const texts = [...svg.querySelectorAll<SVGTextElement>(":scope > :is(#next, #last-action) > text, .name > text, .said text")];
  const most = (text: Element) => text.textContent!.length * Number(text.getAttribute("font-size")) * LETTER;
  for (const text of texts.filter((text) => text.getComputedTextLength() > most(text))) write(text, { textLength: String(most(text)), lengthAdjust: "spacingAndGlyphs" });
}

interface Place {
  x: number;
  y: number;
  scale: number;
}

/** Where a piece is seen: on a phone, what a seat has is in its line. */
function seenAt(svg: SVGSVGElement, piece: Element | null | undefined): Place | undefined {
  const [place, seat] = [placeOf(piece), piece?.getAttribute("data-seat")];
  const line = place && seat && place.y > svg.viewBox.baseVal.height ? placeOf(svg.querySelector(`#line-${seat}`)) : undefined;
  return line ? { x: line.x + SAID.x, y: line.y + SAID.y, scale: 0.4 } : place;
}

function placeOf(piece: Element | null | undefined): Place | undefined {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)(?:\s*scale\(([-\d.]+)\))?/.exec(piece?.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]), scale: Number(found[3] ?? 1) } : undefined;
}

const css = ({ x, y, scale }: Place) => `translate(${x}px, ${y}px) scale(${scale})`;
const isSame = (one: Place, other: Place) => one.x === other.x && one.y === other.y && one.scale === other.scale;

/** Moves the pieces of the next picture from where they were: those that the flights name, in their order, and at once whatever else lies elsewhere now. */
function move(before: SVGSVGElement, next: SVGSVGElement, flights: readonly Flight[]): void {
  const was = (id: string) => before.querySelector(`#${CSS.escape(id)}`);
  const is = (id: string) => next.querySelector<SVGElement>(`#${CSS.escape(id)}`);
  const flown = new Set<Element>();
  const [layer, pieces] = [document.createElementNS(next.namespaceURI!, "g"), [...next.querySelectorAll<SVGElement>(MOVING)]];
  layer.setAttribute("class", "flights");
  layer.setAttribute("aria-hidden", "true");
  layer.setAttribute("pointer-events", "none");
  const arrive = (piece: SVGElement, from: Place, to: Place, delay: number) => {
    flown.add(piece);
    fly(layer, piece, from, to, delay, !was(piece.id));
    piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + MOVE_MS });
  };
  for (const { piece: id, from, to, count, stage } of flights) {
    const prefix = id.endsWith("*") ? id.slice(0, -1) : undefined;
    const piece = prefix ? [...next.querySelectorAll<SVGElement>(`[id^="${CSS.escape(prefix)}"]`)].find((one) => !was(one.id) && !flown.has(one)) : is(id);
    const begin = seenAt(before, from.map(was).find(Boolean));
    const end = seenAt(next, to ? is(to) : piece);
    if (!piece || !begin || !end || isSame(begin, end)) continue;
    const delay = Math.min(stage * STAGE_MS, DELAY_MS_MAX);
    if (!to) arrive(piece, begin, end, delay);
    else for (let n = 0; n < Math.min(count, FLYING_MAX); n++) fly(layer, piece, begin, end, delay + n * TOKEN_MS);
  }
  for (const piece of pieces) {
    const [from, to] = [placeOf(was(piece.id)), placeOf(piece)];
    if (from && to && !flown.has(piece) && !isSame(from, to)) arrive(piece, from, to, 0);
  }
  if (layer.childElementCount) next.append(layer);
  const duration = MOVE_MS + Math.min(flights.length * STAGE_MS, DELAY_MS_MAX);
  // A point counts, and the turn goes on, when all has arrived. A frame that fades in would have the whole board painted again and again.
  for (const piece of next.querySelectorAll<SVGElement>("g.points")) {
    const place = placeOf(piece)!;
    if (was(piece.id)?.getAttribute("data-count") !== piece.getAttribute("data-count")) piece.animate([{ transform: css(place) }, { transform: css({ ...place, scale: 1.7 }), offset: 0.8 }, { transform: css(place) }], { duration });
  }
  for (const frame of next.querySelectorAll<SVGElement>(`:scope > :is(g.seat, g.line) > ${ACTS}`)) {
    if (was(frame.parentElement!.id)?.querySelector(":scope > rect")?.getAttribute("stroke-width") !== "3") frame.animate([{ strokeOpacity: 0 }, { strokeOpacity: 0 }], { duration });
  }
}

/** Lets a copy of a piece fly above all others. A new piece appears when it begins to fly. */
function fly(layer: Element, piece: SVGElement, from: Place, to: Place, delay: number, isNew = false): void {
  const copy = piece.cloneNode(true) as SVGElement;
  for (const name of ["id", ...MARKS]) copy.removeAttribute(name);
  copy.setAttribute("data-flight", piece.id);
  layer.append(copy);
  const timing = { duration: MOVE_MS, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" as const };
  // A card from a deck is turned over, and a noble comes with a gleam.
  const turned = isNew && piece.classList.contains("card") ? ` scaleX(${EDGE})` : "";
  const flight = copy.animate([
    { transform: css(from) + turned, opacity: isNew ? 0 : 1 },
    { opacity: 1, offset: 0.1 },
    { transform: css(to) + (turned && " scaleX(1)"), opacity: 1 },
  ], timing);
  if (piece.classList.contains("noble")) copy.animate([{ filter: "brightness(1)" }, { filter: "brightness(1.6)", offset: 0.7 }, { filter: "brightness(1)" }], timing);
  flight.onfinish = flight.oncancel = () => copy.remove();
}
