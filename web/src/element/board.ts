// The picture of the server in the page: shows it, moves pieces from one picture to the next, and offers pieces to be chosen.
// It knows the ids of pieces, and no rules.

const MOVE_MS = 450;
/** How many tokens of a kind fly at most. */
const FLYING_MAX = 3;
/** What a picture has no use for. The server sends none of it; a page of another origin must not depend on that. */
const FORBIDDEN = "script, foreignObject, a, image, iframe, animate, animateMotion, animateTransform, set, style";

/** A piece that can be chosen. */
export interface Choice {
  /** What is chosen, for readers of a screen. */
  label: string;
  chosen: boolean;
}

export class Board {
  private svg: SVGSVGElement | undefined;
  private choices: ReadonlyMap<string, Choice> = new Map();

  constructor(private readonly host: HTMLElement, onChoose: (piece: string) => void) {
    const choose = (event: globalThis.Event) => {
      const piece = (event.target as Element).closest?.("[data-choice]");
      if (!piece) return;
      event.preventDefault();
      onChoose(piece.getAttribute("data-choice") ?? piece.id);
    };
    host.addEventListener("click", choose);
    host.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") choose(event);
      else if (event.key.startsWith("Arrow")) this.moveFocus(event);
    });
  }

  /** What the picture says of itself: its title and its description. */
  get text(): { title: string; description: string } {
    const of = (selector: string) => this.svg?.querySelector(selector)?.textContent ?? "";
    return { title: of(":scope > title"), description: of(":scope > desc") };
  }

  /** The points of a seat in the picture. */
  points(seat: number): number | undefined {
    const count = this.piece(`points-${seat}`)?.getAttribute("data-count");
    return count ? Number(count) : undefined;
  }

  /** What the picture calls a piece. */
  titleOf(piece: string): string | undefined {
    return this.piece(piece)?.querySelector(":scope > title")?.textContent ?? undefined;
  }

  has(piece: string): boolean {
    return !!this.piece(piece);
  }

  /** Shows another picture; `moves` lets pieces move from the one before. */
  show(picture: string, moves: boolean): void {
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    if (!(parsed instanceof SVGSVGElement)) throw new Error("The server sent no picture.");
    const next = document.importNode(clean(parsed), true);
    const before = this.svg;
    this.svg = next;
    const focused = (this.host.getRootNode() as ShadowRoot).activeElement?.id;
    this.host.replaceChildren(next);
    this.mark();
    if (before && moves && !matchMedia("(prefers-reduced-motion: reduce)").matches) move(before, next);
    if (focused) this.piece(focused)?.focus();
  }

  clear(): void {
    this.svg = undefined;
    this.host.replaceChildren();
  }

  /** Offers pieces; all others cannot be chosen. */
  offer(choices: ReadonlyMap<string, Choice>): void {
    this.choices = choices;
    this.mark();
  }

  private piece(id: string): SVGElement | undefined {
    return (this.svg?.querySelector(`#${CSS.escape(id)}`) as SVGElement | null) ?? undefined;
  }

  private mark(): void {
    if (!this.svg) return;
    for (const piece of this.svg.querySelectorAll("[data-choice]")) {
      for (const name of ["data-choice", "tabindex", "role", "aria-label", "aria-pressed"]) piece.removeAttribute(name);
    }
    // The parts of an image are not read; those of a group are.
    this.svg.setAttribute("role", this.choices.size ? "group" : "img");
    let first = true;
    for (const [id, choice] of this.choices) {
      const piece = this.piece(id);
      if (!piece) continue;
      piece.setAttribute("data-choice", id);
      piece.setAttribute("role", "button");
      piece.setAttribute("tabindex", first || choice.chosen ? "0" : "0");
      piece.setAttribute("aria-label", choice.label);
      piece.setAttribute("aria-pressed", String(choice.chosen));
      first = false;
    }
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
      best.element.focus();
    }
  }
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
const countOf = (piece: Element | null | undefined) => Number(piece?.getAttribute("data-count") ?? 0);

/** Moves the pieces of the next picture from where they were. */
function move(before: SVGSVGElement, next: SVGSVGElement): void {
  const was = (id: string) => before.querySelector(`#${CSS.escape(id)}`);
  for (const piece of next.querySelectorAll<SVGElement>("g.card, g.noble, g.city, g.post, g.pawn, g.stronghold")) {
    const to = placeOf(piece);
    const old = was(piece.id);
    const slot = piece.getAttribute("data-slot") ?? "";
    // A card that was not there comes from its deck.
    const from = placeOf(old) ?? placeOf(was(`deck-${slot.replace(/-\d+$/, "")}`));
    if (!from || !to || (from.x === to.x && from.y === to.y && from.scale === to.scale)) continue;
    fly(next, piece, from, to, old ? 0 : MOVE_MS / 2);
    const hidden = piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: MOVE_MS + (old ? 0 : MOVE_MS / 2) });
    hidden.id = "moves";
  }
  for (const tokens of next.querySelectorAll<SVGElement>("g.tokens")) {
    const kind = tokens.id.replace(/^tokens-\d+-/, "");
    const supply = next.querySelector<SVGElement>(`#${CSS.escape(`supply-${kind}`)}`);
    const gained = countOf(tokens) - countOf(was(tokens.id));
    const [mine, theirs] = [placeOf(tokens), placeOf(supply)];
    if (!supply || !mine || !theirs || !gained || !was(tokens.id)) continue;
    for (let n = 0; n < Math.min(Math.abs(gained), FLYING_MAX); n++) {
      const [from, to] = gained > 0 ? [theirs, mine] : [mine, theirs];
      fly(next, supply, from, to, n * 90);
    }
  }
}

/** Lets a copy of a piece fly above all others. */
function fly(svg: SVGSVGElement, piece: SVGElement, from: Place, to: Place, delay: number): void {
  const copy = piece.cloneNode(true) as SVGElement;
  for (const name of ["id", "data-choice", "tabindex", "role", "aria-label", "aria-pressed"]) copy.removeAttribute(name);
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("pointer-events", "none");
  svg.append(copy);
  const timing = { duration: MOVE_MS, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" as const };
  const flight = copy.animate([{ transform: css(from) }, { transform: css(to) }], timing);
  flight.onfinish = flight.oncancel = () => copy.remove();
}
