// Six short bubbles at the pieces of somebody's first game. Each is shown once, and all can be skipped.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../api";
import type { LapidaryGame } from "../element/lapidary-game";
import { t, told, type Text } from "../language";
import { HINTS, hintsRead, readHints } from "./hints";

/** What is said, and at which pieces: the first one that is on the board. */
export const BUBBLES: readonly { text: Text; at: readonly string[] }[] = [
  { text: "Take three different gems, or two alike. Touch them one after the other.", at: ["supply-green"] },
  { text: "Gems buy cards. What a card costs stands at its lower left.", at: ["slot-base-1-1"] },
  { text: "A card that you own pays one gem of its color, in every later purchase.", at: ["slot-base-1-2"] },
  { text: "Large cards bring points. Whoever has 15 first makes this round the last.", at: ["slot-base-3-1"] },
  { text: "A noble comes by itself to whoever has enough cards of its colors, and brings 3 points.", at: ["noble-", "city-"] },
  { text: "Reserve a card to keep it for later, and take a gold: it stands for any gem.", at: ["supply-gold"] },
];
/** The distance between a bubble and its piece. */
const GAP = 10;

interface CoachProps {
  game: Game;
  element: LapidaryGame | undefined;
  /** Whether the board shows the newest version. */
  isShown: boolean;
}

export function Coach({ game, element, isShown }: CoachProps) {
  const [step, setStep] = useState(hintsRead);
  const bubble = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  const isMine = game.status === "active" && game.viewer_seat !== null && game.to_act?.seat === game.viewer_seat && game.ruleset === "splendor";
  const said = isMine && isShown ? BUBBLES[step] : undefined;
  const box = said && element?.boxOf(said.at);
  useEffect(() => {
    if (!said) return;
    const again = () => redraw((count) => count + 1);
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, [said]);
  useLayoutEffect(() => {
    const [own, table] = [bubble.current, bubble.current?.closest(".at-table")?.getBoundingClientRect()];
    if (!own || !box || !table) return;
    const middle = box.x + box.width / 2 - table.x;
    const left = Math.max(0, Math.min(middle - own.offsetWidth / 2, table.width - own.offsetWidth));
    const isAbove = box.y - own.offsetHeight - GAP > Math.max(table.y, 0);
    own.style.left = `${left}px`;
    own.style.top = `${(isAbove ? box.y - own.offsetHeight - GAP : box.bottom + GAP) - table.y}px`;
    own.style.setProperty("--arrow", `${middle - left}px`);
    own.className = `coach ${isAbove ? "above" : "below"}`;
  });
  const go = (next: number) => {
    readHints(next);
    setStep(next);
  };
  // A turn that is played has no need of its hint any more.
  const hinted = useRef<number>();
  useEffect(() => {
    if (hinted.current !== undefined && hinted.current !== game.version) go(step + 1);
    hinted.current = said && game.version;
  }, [said, game.version]);
  if (!said || !box) return null;
  return (
    <div class="coach" ref={bubble} role="note">
      <p>{told(said.text)}</p>
      <div class="actions">
        <button type="button" onClick={() => go(step + 1)}>{step + 1 < HINTS ? t("Next") : t("Got it")}</button>
        {step + 1 < HINTS && <button type="button" onClick={() => go(HINTS)}>{t("No more hints")}</button>}
      </div>
    </div>
  );
}
