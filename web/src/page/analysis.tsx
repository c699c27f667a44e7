// The analysis of a game that is over: asking for it, its curve, and its marks in the replay.
import { useEffect, useMemo, useState } from "preact/hooks";
import { data, Refusal, type Game, type Schemas } from "../api";
import { t, told, type Text } from "../language";
import type { LapidaryGame, Mark } from "../element/lapidary-game";
import { change, many, nameOf, plain, sentence } from "../words";
import { inWords } from "./notation";
import { Section, Trouble, useAnswer } from "./parts";
import { useOwnGames } from "./own_games";
import { Practice } from "./practice";
import { api } from "./session";
import { theme } from "./theme";

type Found = Schemas["GameAnalysis"];
type Judged = Schemas["Analysis"];

const POLL_MS = 1_000;
/** Why the better turn is better, by the names of the reasons. */
const REASONS: Record<string, Text> = {
  wins: "it wins the game",
  saves: "it keeps another player from winning",
  race: "it brings the end sooner",
  noble: "it brings a noble",
  points: "it brings more points",
  bonuses: "it brings more bonuses",
  tokens: "it brings more tokens",
  denies: "it takes a card that another player takes otherwise",
  holds: "it leaves the others fewer points",
};
/** Grades, with their marks in notation. */
const GRADES: Record<string, { name: Text; mark: string }> = { mistake: { name: "mistake", mark: "?" }, blunder: { name: "blunder", mark: "??" } };

export interface AnalysisProps {
  game: Game;
  user: string | undefined;
  element: LapidaryGame | undefined;
}

export function Analysis({ game, user, element }: AnalysisProps) {
  const [refusal, setRefusal] = useState<unknown>();
  // Nobody may have asked for it, so it is read when somebody wants it, here or before.
  const [isWanted, setWanted] = useState(false);
  const before = useOwnGames()?.analyses;
  const isAsked = isWanted || before?.some((one) => one.game === game.id);
  const params = { path: { id: game.id } };
  const { answer: found, error, again } = useAnswer<Found | null | undefined>(async () => {
    try {
      return isAsked ? await data(api.GET("/v1/games/{id}/analysis", { params }), "game") : undefined;
    } catch (missing) {
      if (missing instanceof Refusal && missing.status === 404) return null;
      throw missing;
    }
  }, [game.id, user, isAsked]);
  const analyze = async () => {
    setRefusal(undefined);
    if (user && !(await data(api.POST("/v1/games/{id}/analysis", { params }), "game").then(() => true, setRefusal))) return;
    setWanted(true);
    await again();
  };
  const isAwaited = found?.status === "queued" || found?.status === "running";
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => void again(), POLL_MS);
    return () => clearTimeout(timer);
  }, [found]);
  const judged = found?.analysis ?? undefined;
  useEffect(() => {
    if (element && judged) element.mark(marksOf(judged));
  }, [element, judged]);
  if (game.status !== "finished") return null;
  return (
    <Section title={t("Analysis")}>
      <Trouble error={error} />
      <Trouble error={refusal} onClose={() => setRefusal(undefined)} />
      {!found && (user || found === undefined) && <button type="button" class="analyze" disabled={isAsked && found === undefined} onClick={() => void analyze()}>{t("Analyze")}</button>}
      {found === null && !user && <p class="faint">{t("Sign in to have the game analyzed: what each turn was worth, and where the game turned.")}</p>}
      {isAwaited && (
        <p role="status"><label>{found?.status === "queued" ? t("The analysis waits for its turn") : t("The game is being analyzed")}{" "}
          <progress max={Math.max(found?.total ?? 0, 1)} value={found?.total ? found.done : undefined} /></label>
          {found?.total ? ` ${t("{done} of {choices}", { done: found.done, choices: many(found.total, "choice") })}` : ""}</p>
      )}
      {found?.status === "failed" && <p>{t("This game cannot be analyzed.")}</p>}
      {judged && <Judgement game={game} judged={judged} user={user} element={element} />}
    </Section>
  );
}

function Judgement({ game, judged, user, element }: AnalysisProps & { judged: Judged }) {
  const name = (seat: number) => nameOf(game.seats[seat]?.player);
  const show = (version: number) => {
    element?.goTo(version);
    element?.scrollIntoView({ block: "start" });
  };
  return (
    <>
      <Curve id={game.id} />
      <div class="columns">
        <div class="scroll" tabIndex={0} role="region" aria-label={t("Players")}><table>
          <thead><tr><th>{t("Player")}</th><th class="number">{t("Accuracy")}</th><th class="number">{t("Mistakes")}</th><th class="number">{t("Luck")}</th></tr></thead>
          <tbody>{judged.seats.map((seat) => (
            <tr key={seat.seat}><th scope="row">{name(seat.seat)}</th><td class="number">{Math.round(seat.accuracy)}</td><td class="number">{seat.mistakes}</td><td class="number">{change(seat.luck)}</td></tr>
          ))}</tbody>
        </table></div>
        <div>
          <h3>{judged.turning_points.length ? t("Where the game turned") : t("A quiet game: no turn changed much")}</h3>
          <ul class="turning">{judged.turning_points.map((point) => {
            const choice = judged.choices[point.index];
            const what = point.cause === "mistake" ? t("a mistake") : t("luck");
            return (
              <li key={point.index}>
                <button type="button" onClick={() => show(point.version + 1)}>{t("Turn {number}, {name}: {what}, {change}", { number: point.turn, name: name(point.seat), what, change: change(point.change) })}</button>
                {choice && <span class="faint"> {point.cause === "mistake" && choice.best
                  ? t("{played}. Better: {best}.", { played: sentence(inWords(choice.played)), best: inWords(choice.best) }) : `${sentence(inWords(choice.played))}.`}</span>}
              </li>
            );
          })}</ul>
        </div>
      </div>
      <Mistakes game={game} judged={judged} user={user} show={show} />
      <p class="faint">{t("The judge is the search of the built-in opponents. Mistakes and turning points are marked in the replay and in its log.")}{" "}
        <a href="/docs/guides/analysis">{t("How far to trust it")}</a></p>
    </>
  );
}

/** The mistakes of a game, each with the better turn, why it is better, and what the judge expects then. */
function Mistakes({ game, judged, user, show }: { game: Game; judged: Judged; user: string | undefined; show: (version: number) => void }) {
  const [whose, setWhose] = useState(game.viewer_seat ?? -1);
  const made = judged.choices.filter((one) => one.mistake && one.best && (whose < 0 || one.seat === whose));
  return (
    <details open={game.viewer_seat !== null}>
      <summary>{t("Mistakes, and what was better")}</summary>
      <div class="filters">
        <label>{t("Whose")} <select value={whose} onChange={(event) => setWhose(Number(event.currentTarget.value))}>
          <option value={-1}>{t("all players")}</option>
          {game.seats.map((one) => <option key={one.seat} value={one.seat}>{nameOf(one.player)}</option>)}
        </select></label>
      </div>
      {made.length ? (
        <ol class="mistakes">{made.map((one) => (
          <li key={`${one.version}-${one.seat}`}>
            <p><button type="button" onClick={() => show(one.version)}>{t("Turn {number}, {name}: {what}, {change}", {
              number: one.turn, name: nameOf(game.seats[one.seat]?.player), what: gradeOf(one.grade), change: change(-one.loss),
            })}</button></p>
            <p>{t("Played: {turn}.", { turn: inWords(one.played) })}<br /><strong>{t("Better: {turn}.", { turn: inWords(one.best!) })}</strong>
              {one.reasons.length > 0 && <> {t("Why: {reasons}.", { reasons: one.reasons.map((reason) => (REASONS[reason] ? told(REASONS[reason]) : plain(reason))).join(", ") })}</>}
              {one.line.length > 0 && <><br /><span class="faint">{t("Then the judge expects: {turns}.", { turns: one.line.map((turn) => inWords(turn)).join("; ") })}</span></>}</p>
            <Practice game={game} version={one.version} seat={one.seat} user={user} />
          </li>
        ))}</ol>
      ) : <p>{t("No mistake that the judge is sure of.")}</p>}
    </details>
  );
}

const gradeOf = (grade: string): string => (GRADES[grade] ? `${told(GRADES[grade].name)} ${GRADES[grade].mark}` : plain(grade));

/** The curve, as the server draws it. It is loaded with the token, so it is a picture from memory. */
function Curve({ id }: { id: string }) {
  const dark = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [system, setSystem] = useState<"light" | "dark">(dark.matches ? "dark" : "light");
  const chosen = theme();
  const shown = chosen === "system" ? system : chosen;
  const [address, setAddress] = useState<string | undefined>();
  useEffect(() => {
    const listener = () => setSystem(dark.matches ? "dark" : "light");
    dark.addEventListener("change", listener);
    return () => dark.removeEventListener("change", listener);
  }, []);
  const { answer: svg, error } = useAnswer<string>(
    () => data(api.GET("/v1/games/{id}/analysis.svg", { params: { path: { id }, query: { theme: shown } }, parseAs: "text" })) as Promise<string>,
    [id, shown],
  );
  useEffect(() => {
    if (!svg) return;
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  if (error) return <Trouble error={error} />;
  return address
    ? <div class="scroll" tabIndex={0} role="region" aria-label={t("Curve")}><img class="curve" src={address} alt={t("The share of the game that each player could expect before every choice")} /></div>
    : null;
}

/** What the replay marks: the entry that follows a choice shows what was chosen. */
function marksOf(judged: Judged): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const choice of judged.choices.filter((one) => one.mistake)) {
    marks.set(choice.version + 1, { label: [t("A mistake, {change}", { change: change(-choice.loss) }), choice.best && t("Better: {turn}.", { turn: inWords(choice.best) })].filter(Boolean).join(". "), strong: false });
  }
  for (const point of judged.turning_points) {
    const mistake = marks.get(point.version + 1)?.label;
    const turned = point.cause === "mistake" ? t("Turning point by a mistake, {change}", { change: change(point.change) }) : t("Turning point by luck, {change}", { change: change(point.change) });
    marks.set(point.version + 1, { label: mistake && point.cause === "mistake" ? `${t("Turning point")}. ${mistake}` : [turned, mistake].filter(Boolean).join(". "), strong: true });
  }
  return marks;
}
