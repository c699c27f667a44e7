// What the game itself, its start, its replay, puzzles and analysis say: German, French, Spanish.
import type { Texts } from "../language";

export const play = {
  "{count} choice|{count} choices": ["{count} Entscheidung|{count} Entscheidungen", "{count} choix|{count} choix", "{count} decisión|{count} decisiones"],
} satisfies Texts;
