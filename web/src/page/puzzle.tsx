// Puzzles: a position, a turn that is put together on the board, and what it was worth. The server judges; the page knows no rules.
import { useEffect, useRef, useState } from "preact/hooks";
import { data, Refusal, type Event, type Game, type LegalAction, type Schemas } from "../api";
import type { Choice, LapidaryGame, Recording } from "../element/lapidary-game";
import { rich, t } from "../language";
import { action as phrase, many, plain, rulesName, sentence } from "../words";
import { piecesOf, without } from "./choices";
import { becomeGuest } from "./guest";
import { inWords } from "./notation";
import { Missing, Section, Trouble, useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api } from "./session";
import { useSign } from "./sign";
import { dress } from "./theme";

type View = Schemas["SplendorPuzzle"];
type Action = LegalAction["action"];

const THEMES = ["race", "block", "noble", "return", "orient", "strongholds", "trading_posts", "cities"] as const;

/** The puzzle of the day, and the way to others. */
export function PuzzleOfToday({ user }: { user: string | undefined }) {
  const daily = useAnswer(() => data(api.GET("/v1/puzzles/daily"), "date"), [user]);
  useSign(`${t("Puzzles")} – Lapidary`, false);
  return (
    <>
      <h1>{t("Puzzle of the day")}</h1>
      {user && <Record />}
      <Next user={user} label={t("A puzzle for you")} />
      {daily.answer ? <Puzzle id={daily.answer.puzzle.id} user={user} /> : <Missing error={daily.error} what="puzzle today" user={user} />}
    </>
  );
}

/** How well somebody solves puzzles. */
function Record() {
  const { answer: mine } = useAnswer(() => data(api.GET("/v1/me/puzzles"), "rating"), []);
  return mine?.answers ? <p>{t("Your rating with puzzles: {rating}. You have solved {solved} of {answers}.", { rating: `${mine.rating}${mine.provisional ? "?" : ""}`, solved: mine.solved, answers: mine.answers })}</p> : null;
}

/** How many puzzles a person has skipped since they answered one. */
let skipped = 0;
/** The most that can be skipped. */
const SKIPPED_MAX = 255;

/** Opens a puzzle that this person has not answered; with `isSkip`, another one than that. */
function Next({ user, label, isSkip = false }: { user: string | undefined; label: string; isSkip?: boolean }) {
  const [theme, setTheme] = useState("");
  const [error, setError] = useState<unknown>();
  const next = () => {
    setError(undefined);
    if (isSkip) skipped = Math.min(skipped + 1, SKIPPED_MAX);
    data(api.GET("/v1/puzzles/next", { params: { query: { skip: skipped, ...(theme ? { theme: theme as never } : {}) } } }), "seats").then(
      (puzzle) => go(linkTo.puzzle(puzzle.id)),
      (refusal: unknown) => setError(refusal instanceof Refusal && refusal.status === 404 ? new Error(user ? t("You have answered or skipped all puzzles of this kind.") : t("There is none of this kind.")) : refusal),
    );
  };
  return (
    <>
      <div class="filters">
        <label>{t("About")} <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
          <option value="">{t("anything")}</option>
          {THEMES.map((name) => <option key={name} value={name}>{plain(name)}</option>)}
        </select></label>
        <button type="button" class={isSkip ? "quiet" : "primary"} onClick={next}>{label}</button>
      </div>
      <Trouble error={error} />
    </>
  );
}

export function Puzzle({ id, user }: { id: string; user: string | undefined }) {
  const found = useAnswer(() => data(api.GET("/v1/puzzles/{id}", { params: { path: { id } } }), "seats"), [id, user]);
  const [answered, setAnswered] = useState<View>();
  const [element, setElement] = useState<LapidaryGame>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [turn, setTurn] = useState<readonly Action[]>([]);
  const [error, setError] = useState<unknown>();
  const place = useRef<HTMLDivElement>(null);
  const puzzle = answered ?? (found.answer as View | undefined);
  const known = puzzle?.id;
  useEffect(() => {
    if (!puzzle) return;
    const made = document.createElement("lapidary-game") as LapidaryGame;
    dress(made);
    place.current?.replaceChildren(made);
    made.open(recordingOf(puzzle));
    setElement(made);
    return () => made.remove();
  }, [known]);
  const result = puzzle?.result;
  // A turn begins with what the server lists as legal; what follows it, such as tokens to return, is put together from the board.
  const own = puzzle?.viewer_seat ?? 0;
  const legal = puzzle && !turn.length ? puzzle.legal_actions.map((one) => ({ ...one, pieces: piecesOf(one.action, own, puzzle as unknown as Game) })) : [];
  const fitting = legal.map((one) => ({ ...one, rest: without(one.pieces, chosen) })).filter((one) => one.rest !== undefined);
  const complete = fitting.filter((one) => one.pieces.length > 0 && one.rest!.length === 0);
  useEffect(() => {
    const choose = (event: globalThis.Event) => {
      const { piece } = (event as CustomEvent<{ piece: string }>).detail;
      setChosen((old) => {
        const next = [...old, piece];
        if (turn.length ? kindOf(piece) === kindOf(old[0] ?? piece) && kindOf(piece) === "tokens" : legal.some((one) => without(one.pieces, next))) return next;
        return old.includes(piece) ? old.filter((other) => other !== piece) : [piece];
      });
    };
    element?.addEventListener("lapidary-choose", choose);
    return () => element?.removeEventListener("lapidary-choose", choose);
  }, [element, puzzle, turn]);
  useEffect(() => {
    if (!puzzle || !element) return;
    const offered = result ? [] : turn.length ? followUps(puzzle) : [...legal.flatMap((one) => one.pieces), ...chosen];
    const sold = new Set(legal.filter(({ action }) => ["buy", "conquer"].includes((action as { type: string }).type)).flatMap((one) => one.pieces));
    element.offer(new Map(offered.map((piece): [string, Choice] => [piece, { chosen: chosen.includes(piece), ...(sold.has(piece) ? { mark: t("can be bought now") } : {}) }])));
  }, [element, puzzle, chosen, turn, result]);
  if (!puzzle) return <Missing error={found.error} what="puzzle" user={user} />;
  const titleOf = (piece: string) => element?.titleOf(piece);
  const add = (action: Action) => {
    setTurn([...turn, action]);
    setChosen([]);
  };
  const answer = async () => {
    setError(undefined);
    try {
      if (!user) await becomeGuest();
      skipped = 0;
      setAnswered(await data(api.POST("/v1/puzzles/{id}/answer", { params: { path: { id } }, body: { actions: [...turn] as never } }), "seats") as View);
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <div class="at-table">
      <div class="board-and-acts">
        <div ref={place} />
        <div class="acts">
          {result ? <Result result={result} user={user} titleOf={titleOf} /> : (
            <section class="turn" aria-label={t("Your turn")}>
              {turn.length ? <h2 class="hint">{t("Your answer")}</h2> : <h2>{t("Find the best turn: choose pieces on the board")}</h2>}
              {turn.length > 0 && <ol>{turn.map((one, at) => <li key={at}>{sentence(phrase(one, titleOf))}</li>)}</ol>}
              <div class="actions">
                {(turn.length ? added(chosen) : complete.map((one) => one.action)).map((one) => <button key={JSON.stringify(one)} type="button" class="action" onClick={() => add(one)}>{sentence(phrase(one, titleOf))}</button>)}
                {turn.length > 0 && <button type="button" class="primary" onClick={() => void answer()}>{user ? t("Answer") : t("Answer as a guest")}</button>}
                {chosen.length > 0 && !complete.length && !turn.length && <span>{t("Choose more.")}</span>}
                {(turn.length > 0 || chosen.length > 0) && <button type="button" class="quiet" onClick={() => { setTurn([]); setChosen([]); }}>{t("Begin again")}</button>}
              </div>
              {turn.length > 0 && <p class="hint faint">{t("If you must return tokens or choose a noble, add that before you answer.")}</p>}
              <Trouble error={error} onClose={() => setError(undefined)} />
            </section>
          )}
          <p>{t("{rules}, turn {number}, rating {rating}.", { rules: rulesName(puzzle), number: puzzle.turn?.number ?? "", rating: puzzle.rating.rating })}{" "}
            {puzzle.answers ? t("Solved by {solved} of {players}.", { solved: puzzle.solved, players: many(puzzle.answers, "player") }) : t("Nobody has tried it yet.")}</p>
          {user && !result && <Next user={user} label={t("Skip this puzzle")} isSkip />}
        </div>
      </div>
    </div>
  );
}

function Result({ result, user, titleOf }: { result: Schemas["PuzzleResult"]; user: string | undefined; titleOf: (piece: string) => string | undefined }) {
  const percent = (shares: readonly number[]) => shares.map((share) => `${Math.round(share * 100)} %`).join(" – ");
  const code = (turn: string) => <span title={turn}>{inWords(turn, titleOf)}</span>;
  const place = useRef<HTMLDivElement>(null);
  // On a phone it is below the board.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={place}><Section title={result.solved ? t("Solved!") : t("Not the best turn")}>
      <p role="status">{rich("You answered: {turn}.", { turn: code(result.answered) })}</p>
      <p>{rich("The best: {turns} ({shares}).", { turns: result.solutions.map((one, at) => <span key={one}>{at ? t(" or ") : ""}{code(one)}</span>), shares: percent(result.shares) })}{" "}
        {rich("The next best: {turn} ({shares}).", { turn: code(result.rival), shares: percent(result.rival_shares) })}</p>
      <p>{t("About: {themes}.", { themes: result.themes.map(plain).join(", ") || t("the whole position") })}{" "}
        {rich("Your rating: {before} → {after}.", { before: result.rating_before.rating, after: <strong>{result.rating_after.rating}</strong> })}</p>
      <Next user={user} label={t("Next puzzle")} />
    </Section></div>
  );
}

const kindOf = (piece: string): string => piece.split("-")[0]!;

/** The pieces with which a turn can go on; whether that is legal is for the server to say. */
const followUps = (puzzle: View): string[] =>
  [...Object.keys(puzzle.supply).map((kind) => `tokens-${puzzle.viewer_seat}-${kind}`), ...puzzle.nobles.map((noble) => `noble-${noble}`)];

/** What the chosen pieces add to a turn. */
function added(chosen: readonly string[]): Action[] {
  const [first] = chosen;
  if (!first) return [];
  if (kindOf(first) === "noble") return [{ type: "choose_noble", noble: first.slice("noble-".length) } as Action];
  const tokens: Record<string, number> = {};
  for (const kind of chosen.map((piece) => piece.split("-").at(-1)!)) tokens[kind] = (tokens[kind] ?? 0) + 1;
  return [{ type: "return", tokens } as Action];
}

/** The names of the seats, by what the server calls them in its pictures: `?` is the one that is asked, the others have letters. */
function namesIn({ seats, viewer_seat }: View): ReadonlyMap<string, string> {
  let others = 0;
  const opponent = () => (seats.length > 2 ? t("Opponent {number}", { number: ++others }) : t("Opponent"));
  return new Map(seats.map((_, seat): [string, string] => (seat === viewer_seat ? ["?", t("You")] : ["ABCD"[seat]!, opponent()])));
}

/** The picture with words instead of letters. */
const named = (svg: string, names: ReadonlyMap<string, string>): string =>
  svg.replace(/(>|: |, |\. )([?A-D])(?=[<:, ])/g, (all, before: string, letter: string) => (names.has(letter) ? before + names.get(letter) : all));

/** The position as the element shows it: a recording of one version. */
function recordingOf(puzzle: View): Recording {
  const names = namesIn(puzzle);
  const seats = [...names.values()].map((username, seat) => ({ seat, player: { username, bot: false } }));
  const game = { id: puzzle.id, ruleset: puzzle.ruleset, modules: puzzle.modules, status: "active", seats, seat_count: seats.length, version: 1, to_act: puzzle.to_act, result: null, label: null };
  return {
    game: game as unknown as Game,
    events: [undefined as unknown as Event],
    draw: async (look) => {
      const { Film } = (await import(/* @vite-ignore */ document.body.dataset["element"]!)) as typeof import("../element/lapidary-game");
      const svg = (await data(api.GET("/v1/puzzles/{id}/board.svg", { params: { path: { id: puzzle.id }, query: Object.fromEntries(look) as never }, parseAs: "text" }))) as unknown as string;
      return new Film([puzzle.to_act?.seat ?? null], [{ parts: [named(svg, names)], pictures: [[0]] }]);
    },
  };
}
