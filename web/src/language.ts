// What the page says, in the language of its reader: English, German, French or Spanish.
//
// The key of a text is its English wording. `t("No game has ended yet.")` returns it in the language of the reader,
// `t("Seat {number}", { number: 3 })` puts a value in, and `rich("Begin {game}.", { game: <a href="/">…</a> })` puts nodes in. A text with
// two forms has `|` between them, and its `count` chooses: `t("{count} game|{count} games", { count: 3 })`; `many(3, "game")` of words.ts
// is short for it. Where one English word needs two translations, what follows `@` tells them apart and is never shown: `t("Play@replay")`.
// Words of the contract, such as states, are told by `plain(id)` of words.ts.
//
// The translations are in texts/, one file for each part of the page, with the languages beside each other: add your text there. The
// compiler refuses a text that is in none of these files, a row that lacks a language, and a missing value; build.mjs refuses a row that
// nobody uses, a translation with other placeholders, and, in files of page/, texts that are not passed to these functions.
//
// Constants of modules keep the English text (`as const satisfies Record<string, Text>`), because no language is known when they are made;
// whatever shows them calls `t`. The element is a file of its own, which has words of its own (element/tongue.ts): there, `t` is English.
import { ask, json } from "./api";
import type { Language } from "./element/tongue";
import { keep } from "./page/kept";
import { attempt } from "./patience";
import { keyOf } from "./text_key";
import type { events } from "./texts/events";
import type { page } from "./texts/page";
import type { play } from "./texts/play";
import type { refusals } from "./texts/refusals";
import type { rules } from "./texts/rules";
import type { start } from "./texts/start";
import type { words } from "./texts/words";

export type { Language } from "./element/tongue";

/** Translations by their English text: in German, French and Spanish. */
export type Texts = Record<string, readonly [german: string, french: string, spanish: string]>;

export type Text = keyof typeof page | keyof typeof start | keyof typeof words | keyof typeof play | keyof typeof events | keyof typeof refusals | keyof typeof rules;

/** The languages, by what they call themselves. */
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

/** The values that a text has room for. */
type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<T, Value> = [Names<T>] extends [never] ? [] : [values: Record<Names<T>, Value>];

let texts: Partial<Record<string, string>> = {};
let plurals = new Intl.PluralRules("en");

/** The language of the page. */
export let language: Language = "en";

/** A text of each file of a language: what lacks it is none. */
const KNOWN = { "": "Sign in", "-later": "Found the club" } as const satisfies Record<string, Text>;
type Part = keyof typeof KNOWN;

/** Whether the second file of the page is there, which has texts of its own. */
let isWhole = false;

const loaded = (wanted: Language, part: Part): Promise<typeof texts | undefined> => {
  const address = document.body.dataset[part ? `${wanted}Later` : wanted] ?? `/assets/${wanted}${part}.json`;
  return attempt(() => ask(new Request(address), json<Record<string, string>>(keyOf(KNOWN[part])))).catch(() => undefined);
};

/** Lets the page speak a language. Without its texts, the page speaks English. */
export async function speak(wanted: Language): Promise<void> {
  if (wanted === "en") texts = {};
  else {
    const [found, more] = await Promise.all([loaded(wanted, ""), isWhole ? loaded(wanted, "-later") : undefined]);
    if (!found) return;
    texts = { ...found, ...more };
  }
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/** Lets the second file of the page speak the same language. */
export async function speakMore(): Promise<void> {
  isWhole = true;
  const wanted = language;
  const more = wanted === "en" ? undefined : await loaded(wanted, "-later");
  if (language === wanted) texts = { ...texts, ...more };
}

/** Lets the page speak a language, now and at later visits. */
export async function choose(wanted: Language): Promise<void> {
  keep("lapidary-language", wanted);
  await speak(wanted);
}

/** Returns a text in the language of the reader. */
export const t = <T extends Text>(text: T, ...[values]: Values<T, string | number>): string => told(text, values);

/** Returns a text in the language of the reader, with nodes in it. */
export function rich<T extends Text, Node>(text: T, ...[nodes]: Values<T, Node>): (string | Node)[] {
  const known = nodes as Record<string, Node>;
  return formOf(text).split(/\{(\w+)\}/).map((part, place) => (place % 2 ? known[part]! : part));
}

/** Returns any text in the language of the reader, or as it is if there is no translation. */
export const told = (text: string, values: Record<string, string | number> = {}): string =>
  formOf(text, values["count"]).replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));

function formOf(text: string, count?: string | number): string {
  const [one = "", several = one] = (texts[keyOf(text)] ?? text.replace(/@.*/, "")).split("|");
  return plurals.select(Number(count)) === "one" ? one : several;
}

/** A day as the language of the reader writes it. */
export const day = (at: string): string => new Date(at).toLocaleDateString(language);
