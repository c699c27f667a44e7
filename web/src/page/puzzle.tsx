// Puzzles: a position, a turn that is put together on the board, and what it was worth. The server judges; the page knows no rules.
import { useEffect, useRef, useState } from "preact/hooks";
import { data, Refusal, type Event, type Game, type LegalAction, type Schemas } from "../api";
import type { Choice, LapidaryGame, Recording } from "../element/lapidary-game";
import { action as phrase, many, plain, rulesName, sentence } from "../words";
import { becomeGuest } from "./guest";
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
  const daily = useAnswer(() => data(api.GET("/v1/puzzles/daily")), [user]);
  useSign("Puzzles – Lapidary", false);
  return (
    <>
      <h1>Puzzle of the day</h1>
      <Next user={user} label="A puzzle for you" />
      {daily.answer ? <Puzzle id={daily.answer.puzzle.id} user={user} /> : <Missing error={daily.error} what="puzzle today" user={user} />}
    </>
  );
}

/** Opens a puzzle that this person has not answered. */
function Next({ user, label }: { user: string | undefined; label: string }) {
  const [theme, setTheme] = useState("");
  const [error, setError] = useState<unknown>();
  const next = () => {
    setError(undefined);
    data(api.GET("/v1/puzzles/next", { params: { query: theme ? { theme: theme as never } : {} } })).then(
      (puzzle) => go(linkTo.puzzle(puzzle.id)),
      (refusal: unknown) => setError(refusal instanceof Refusal && refusal.status === 404 ? new Error(user ? "You have answered all puzzles of this kind." : "There is none of this kind.") : refusal),
    );
  };
  return (
    <>
      <div class="filters">
        <label>About <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
          <option value="">anything</option>
          {THEMES.map((name) => <option key={name} value={name}>{plain(name)}</option>)}
        </select></label>
        <button type="button" onClick={next}>{label}</button>
      </div>
      <Trouble error={error} />
    </>
  );
}

export function Puzzle({ id, user }: { id: string; user: string | undefined }) {
  const found = useAnswer(() => data(api.GET("/v1/puzzles/{id}", { params: { path: { id } } })), [id, user]);
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
  useEffect(() => {
    const choose = (event: globalThis.Event) => {
      const { piece } = (event as CustomEvent<{ piece: string }>).detail;
      setChosen((old) => (kindOf(piece) === "card" || kindOf(piece) !== kindOf(old[0] ?? piece) ? (old.includes(piece) ? [] : [piece]) : [...old, piece]));
    };
    element?.addEventListener("lapidary-choose", choose);
    return () => element?.removeEventListener("lapidary-choose", choose);
  }, [element]);
  useEffect(() => {
    if (!puzzle || !element) return;
    const offered = result ? [] : piecesOf(puzzle);
    element.offer(new Map(offered.map((piece): [string, Choice] => [piece, { chosen: chosen.includes(piece) }])));
  }, [element, puzzle, chosen, result]);
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
      setAnswered(await data(api.POST("/v1/puzzles/{id}/answer", { params: { path: { id } }, body: { actions: [...turn] as never } })) as View);
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <>
      <p>{rulesName(puzzle)}, turn {puzzle.turn?.number}, rating {puzzle.rating.rating}. Solved by {puzzle.solved} of {many(puzzle.answers, "player")}.</p>
      <div ref={place} />
      {result ? <Result result={result} user={user} /> : (
        <section class="turn" aria-label="Your turn">
          <h2>{turn.length ? "Your answer" : "Find the best turn: choose pieces on the board"}</h2>
          {turn.length > 0 && <ol>{turn.map((one, at) => <li key={at}>{sentence(phrase(one, titleOf))}</li>)}</ol>}
          <div class="actions">
            {actionsOf(chosen, puzzle).map((one) => <button key={one.type} type="button" class="action" onClick={() => add(one as Action)}>{sentence(phrase(one as Action, titleOf))}</button>)}
            {turn.length > 0 && <button type="button" class="primary" onClick={() => void answer()}>{user ? "Answer" : "Answer as a guest"}</button>}
            {(turn.length > 0 || chosen.length > 0) && <button type="button" class="quiet" onClick={() => { setTurn([]); setChosen([]); }}>Begin again</button>}
          </div>
          {turn.length > 0 && <p class="faint">If you must return tokens or choose a noble, add that before you answer.</p>}
          <Trouble error={error} onClose={() => setError(undefined)} />
        </section>
      )}
    </>
  );
}

function Result({ result, user }: { result: Schemas["PuzzleResult"]; user: string | undefined }) {
  const percent = (shares: readonly number[]) => shares.map((share) => `${Math.round(share * 100)} %`).join(" – ");
  return (
    <Section title={result.solved ? "Solved!" : "Not the best turn"}>
      <p role="status">You answered <code>{result.answered}</code>. The best: {result.solutions.map((one, at) => <span key={one}>{at ? ", " : ""}<code>{one}</code></span>)} ({percent(result.shares)}); the next best: <code>{result.rival}</code> ({percent(result.rival_shares)}).</p>
      <p>About: {result.themes.map(plain).join(", ") || "the whole position"}. Your rating: {result.rating_before.rating} → <strong>{result.rating_after.rating}</strong>.</p>
      <Next user={user} label="Next puzzle" />
    </Section>
  );
}

const kindOf = (piece: string): string => piece.split("-")[0]!;

/** The pieces with which a turn can be put together; whether it is legal is for the server to say. */
function piecesOf(puzzle: View): string[] {
  const own = puzzle.seats[puzzle.viewer_seat];
  const rows = Object.entries(puzzle.market);
  const hand = ((own as { hand?: readonly { card?: string }[] } | undefined)?.hand ?? []).flatMap(({ card }) => card ?? []);
  return [
    ...rows.flatMap(([deck, row]) => [`deck-${deck}`, ...row.cards.flatMap((card) => (card ? [`card-${card}`] : []))]),
    ...hand.map((card) => `card-${card}`),
    ...Object.keys(puzzle.supply).filter((kind) => kind !== "gold").map((kind) => `supply-${kind}`),
    ...Object.keys(puzzle.supply).map((kind) => `tokens-${puzzle.viewer_seat}-${kind}`),
    ...puzzle.nobles.map((noble) => `noble-${noble}`),
  ];
}

/** What can be done with the chosen pieces. */
function actionsOf(chosen: readonly string[], puzzle: View): ({ type: string } & Record<string, unknown>)[] {
  const [first] = chosen;
  if (!first) return [];
  const rest = first.slice(kindOf(first).length + 1);
  const counts: Record<string, number> = {};
  for (const piece of chosen) counts[piece.split("-").at(-1)!] = (counts[piece.split("-").at(-1)!] ?? 0) + 1;
  switch (kindOf(first)) {
    case "supply":
      return [{ type: "take", gems: chosen.map((piece) => piece.split("-").at(-1)) }];
    case "tokens":
      return [{ type: "return", tokens: counts }];
    case "deck":
      return [{ type: "reserve_blind", deck: rest }];
    case "noble":
      return [{ type: "choose_noble", noble: rest }];
    default: {
      const isOnMarket = Object.values(puzzle.market).some((row) => row.cards.includes(rest));
      return [{ type: "buy", card: rest }, ...(isOnMarket ? [{ type: "reserve", card: rest }] : [])];
    }
  }
}

/** The position as the element shows it: a recording of one version. */
function recordingOf(puzzle: View): Recording {
  const seats = puzzle.seats.map((_, seat) => ({ seat, player: { username: seat === puzzle.viewer_seat ? "You" : `Seat ${seat + 1}`, bot: false } }));
  const game = { id: puzzle.id, ruleset: puzzle.ruleset, modules: puzzle.modules, status: "active", seats, seat_count: seats.length, version: 1, to_act: puzzle.to_act, result: null, label: null };
  return {
    game: game as unknown as Game,
    events: [undefined as unknown as Event],
    draw: async (look) => {
      const { Film } = (await import(/* @vite-ignore */ document.body.dataset["element"]!)) as typeof import("../element/lapidary-game");
      const svg = (await data(api.GET("/v1/puzzles/{id}/board.svg", { params: { path: { id: puzzle.id }, query: Object.fromEntries(look) as never }, parseAs: "text" }))) as unknown as string;
      return new Film([puzzle.to_act?.seat ?? null], [{ parts: [svg], pictures: [[0]] }]);
    },
  };
}
