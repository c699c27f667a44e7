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

/** What is written on pieces that can be chosen. */
const MARKS = ["data-choice", "tabindex", "role", "aria-label", "aria-pressed"];

/** The sign of a marked piece: a check. */
const SIGN = "M-5.5 0 -1.5 4 5.5 -4";

export class Board {
  private svg: SVGSVGElement | undefined;
  private choices: ReadonlyMap<string, Choice> = new Map();
  private notes: ReadonlyMap<string, string> = new Map();
  private names: readonly string[] = [];
  /** The seat whose line is open. */
  private unfolded: string | undefined;
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

  /** Shows another picture. With flights, pieces move there from the one before, unless the reader prefers less motion. */
  show(picture: string, flights?: readonly Flight[]): void {
    const next = document.importNode(clean(drawingOf(picture)), true);
    const before = this.svg;
    this.svg = next;
    const focused = before && this.focused;
    this.host.replaceChildren(next);
    this.mark();
    if (before && flights && !matchMedia("(prefers-reduced-motion: reduce)").matches) move(before, next, flights);
    this.unfold(this.unfolded);
    if (focused) this.focus(focused.id);
  }

  clear(): void {
    this.svg = undefined;
    this.host.replaceChildren(this.fallback);
  }

  /** Offers pieces; all others cannot be chosen. */
  offer(choices: ReadonlyMap<string, Choice>): void {
    this.choices = choices;
    this.mark();
  }

  /** Says more about pieces: by their titles, which a mouse shows, and to readers of a screen. */
  note(notes: ReadonlyMap<string, string>): void {
    this.notes = notes;
    this.mark();
  }

  /** Says beside a piece what it is, until something else is touched: a mouse sees its title, a finger does not. */
  private tell(piece: Element | null | undefined): void {
    this.host.querySelector(":scope > .touched")?.remove();
    const label = piece && this.owned(piece, [titleIn(piece) ?? "", this.notes.get(piece.id)].filter(Boolean).join(", "));
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
    for (const piece of this.svg.querySelectorAll<SVGElement>(":scope > g[id]")) {
      const choice = this.choices.get(piece.id);
      const isOffered = choice !== undefined;
      // Whatever has the focus keeps its name, and keeps the focus by `tabindex`.
      const title = isOffered || piece === focused ? choice?.label ?? this.titleOf(piece.id) ?? piece.id : titleIn(piece) ?? "";
      const note = this.notes.get(piece.id);
      const label = this.owned(piece, [title, choice?.mark, note].filter(Boolean).join(", "));
      const isLine = piece.classList.contains("line");
      write(piece, {
        "aria-hidden": label ? undefined : "true",
        "aria-label": label || undefined,
        "aria-pressed": choice && String(choice.chosen),
        "data-choice": choice && piece.id,
        role: label ? (isOffered || isLine ? "button" : "img") : undefined,
        tabindex: isOffered || isLine ? "0" : piece === focused ? "-1" : undefined,
      });
      hover(piece, note);
      for (const sign of piece.querySelectorAll(":scope > .sign")) sign.remove();
      if (choice?.mark) piece.append(signOn(piece));
    }
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

/** A sign at the upper edge of a piece, between its points and its gem: strongholds stand in the lower corner. */
function signOn(piece: SVGElement): Element {
  const make = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS(piece.namespaceURI!, name);
    write(element, attributes);
    return element;
  };
  const { x, y, width } = (piece as SVGGElement).getBBox();
  const sign = make("g", { class: "sign", transform: `translate(${x + width / 2} ${y + 3})` });
  sign.append(make("circle", { r: "11" }), make("path", { d: SIGN }));
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

interface Place {
  x: number;
  y: number;
  scale: number;
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
    const begin = placeOf(from.map(was).find(Boolean));
    const end = placeOf(to ? is(to) : piece);
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
}

/** Lets a copy of a piece fly above all others. A new piece appears when it begins to fly. */
function fly(layer: Element, piece: SVGElement, from: Place, to: Place, delay: number, isNew = false): void {
  const copy = piece.cloneNode(true) as SVGElement;
  for (const name of ["id", ...MARKS]) copy.removeAttribute(name);
  copy.setAttribute("data-flight", piece.id);
  layer.append(copy);
  const timing = { duration: MOVE_MS, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" as const };
  const flight = copy.animate([{ transform: css(from), opacity: isNew ? 0 : 1 }, { opacity: 1, offset: 0.1 }, { transform: css(to), opacity: 1 }], timing);
  flight.onfinish = flight.oncancel = () => copy.remove();
}
