// The first ten turns of a game, which its reader plays by touching the pieces of each turn. The other side answers. It needs no server.
import { useEffect, useState } from "preact/hooks";
import { t, told, type Text } from "../language";
import { many, plain, sentence } from "../words";
import { BUBBLES } from "./coach";
import { after, bonusesOf, COLORS, Pieces } from "./kept_table";
import { LESSON, OWN_TURNS } from "./lesson_game";
import { inWords } from "./notation";

/** How long the other side thinks. */
const ANSWER_MS = 1_200;
const NAMES = ["white", "blue", "green", "red", "black"];
/** What is said beside each turn, by the numbers of the hints of a first game. */
const SAID = [0, 0, 1, 0, 2, 5, 0, 3, 0, 4];

export function Lesson() {
  const [isOpen, open] = useState(false);
  return isOpen ? <Turns onClose={() => open(false)} /> : <p><button type="button" class="primary" onClick={() => open(true)}>{t("Learn it in ten turns")}</button></p>;
}

function Turns({ onClose }: { onClose: () => void }) {
  const [count, setCount] = useState(0);
  // The tokens of this turn that were touched, and why something else was not.
  const [taken, setTaken] = useState("");
  const [reason, setReason] = useState<Text>();
  const [seat, tokens = "", card = -1] = LESSON.steps[count] ?? [];
  const isOwn = seat === 0;
  const turn = LESSON.steps.slice(0, count).filter(([seat]) => seat === 0).length;
  const play = () => {
    setCount(count + 1);
    setTaken("");
    setReason(undefined);
  };
  useEffect(() => {
    if (seat !== 1) return;
    const timer = setTimeout(play, ANSWER_MS);
    return () => clearTimeout(timer);
  }, [count]);
  const now = after(LESSON, count);
  /** The colors of this turn that are not touched yet. */
  const left = [...taken].reduce((rest, color) => rest.replace(color, ""), card < 0 ? tokens : "");
  const isWanted = (piece: string) => isOwn && (card < 0 ? left.includes(piece) : piece === String(card));
  const costOf = (place: number) => [...LESSON.cards[place]!.slice(2)].map(Number);
  const heldOf = (color: string) => now.tokens[color]!.filter((owner) => owner === 0).length;
  const isPayable = (place: number) =>
    costOf(place).reduce((missing, price, color) => missing + Math.max(0, price - bonusesOf(LESSON, now, 0, COLORS[color]!) - heldOf(COLORS[color]!)), 0) <= heldOf("*");
  const touch = (piece: string) => {
    if (!isOwn) return;
    const isCard = piece in LESSON.cards;
    if (!isWanted(piece)) setReason(isCard && !isPayable(Number(piece)) ? "You cannot pay for this card yet." : card < 0 ? "The marked gems help more now." : "The marked card helps more now.");
    else if (left.length > 1) [setTaken(taken + piece), setReason(undefined)];
    else play();
  };
  const nameOf = (piece: string) => {
    const shown = LESSON.cards[Number(piece)];
    const color = plain(NAMES[COLORS.indexOf(shown?.[0] ?? piece)]!);
    return shown ? `${color}, ${many(Number(shown[1]), "point")}: ${costOf(Number(piece)).map((price, color) => price && `${price} ${plain(NAMES[color]!)}`).filter(Boolean).join(", ")}` : color;
  };
  const isOver = seat === undefined;
  return (
    <section class="lesson" aria-label={t("Learn it in ten turns")}>
      <p role="status"><strong>{isOver ? t("You know all ways to play now.") : isOwn ? `${turn + 1}/${OWN_TURNS.length}. ${sentence(inWords(OWN_TURNS[turn]!))}.` : t("One moment …")}</strong>{" "}
        {told(reason ?? BUBBLES[isOver ? 3 : SAID[isOwn ? turn : turn - 1]!]!.text)}</p>
      <div class="kept"><Pieces game={{ ...LESSON, names: [t("You"), LESSON.names[1]] }} count={count} label={t("Learn it in ten turns")} touch={{ name: nameOf, isWanted, on: touch }} /></div>
      <p class="actions">{isOver && <a class="button primary" href="/">{t("Play")}</a>}<button type="button" onClick={onClose}>{t("Close")}</button></p>
    </section>
  );
}
