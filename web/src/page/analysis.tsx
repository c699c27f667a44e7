// The analysis of a game that is over: asking for it, its curve, and its marks in the replay.
import { useEffect, useMemo, useState } from "preact/hooks";
import { data, Refusal, type Game, type Schemas } from "../api";
import type { LapidaryGame, Mark } from "../element/lapidary-game";
import { change, many, nameOf } from "../words";
import { Section, Trouble, useAnswer } from "./parts";
import { api } from "./session";

type Found = Schemas["GameAnalysis"];
type Judged = Schemas["Analysis"];

const POLL_MS = 1_000;
/** Rulesets without a judge. */
const UNJUDGED = ["kids"];

export interface AnalysisProps {
  game: Game;
  user: string | undefined;
  element: LapidaryGame | undefined;
}

export function Analysis({ game, user, element }: AnalysisProps) {
  const [refusal, setRefusal] = useState<unknown>();
  const params = { path: { id: game.id } };
  const { answer: found, error, again } = useAnswer<Found | null>(async () => {
    try {
      return await data(api.GET("/v1/games/{id}/analysis", { params }));
    } catch (missing) {
      // Nobody has asked for it yet.
      if (missing instanceof Refusal && missing.status === 404) return null;
      throw missing;
    }
  }, [game.id, user]);
  const analyze = async () => {
    setRefusal(undefined);
    await data(api.POST("/v1/games/{id}/analysis", { params })).catch(setRefusal);
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
  if (game.status !== "finished" || UNJUDGED.includes(game.ruleset) || found === undefined) return <Trouble error={error} />;
  return (
    <Section title="Analysis">
      <Trouble error={error} />
      <Trouble error={refusal} onClose={() => setRefusal(undefined)} />
      {found === null && (user
        ? <button type="button" onClick={() => void analyze()}>Analyze</button>
        : <p class="faint">Sign in to have the game analyzed: what each turn was worth, and where the game turned.</p>)}
      {isAwaited && (
        <p role="status"><label>{found?.status === "queued" ? "The analysis waits for its turn " : "Analyzing "}
          <progress max={Math.max(found?.total ?? 0, 1)} value={found?.total ? found.done : undefined} /></label>
          {found?.total ? ` ${found.done} of ${many(found.total, "choice")}` : ""}</p>
      )}
      {found?.status === "failed" && <p>This game cannot be analyzed.</p>}
      {judged && <Judgement game={game} judged={judged} element={element} />}
    </Section>
  );
}

function Judgement({ game, judged, element }: { game: Game; judged: Judged; element: LapidaryGame | undefined }) {
  const name = (seat: number) => nameOf(game.seats[seat]?.player);
  const show = (version: number) => {
    element?.goTo(version);
    element?.scrollIntoView({ block: "start" });
  };
  return (
    <>
      <Curve id={game.id} />
      <div class="columns">
        <div class="scroll" tabIndex={0} role="region" aria-label="Players"><table>
          <thead><tr><th>Player</th><th class="number">Accuracy</th><th class="number">Mistakes</th><th class="number">Luck</th></tr></thead>
          <tbody>{judged.seats.map((seat) => (
            <tr key={seat.seat}><th scope="row">{name(seat.seat)}</th><td class="number">{Math.round(seat.accuracy)}</td><td class="number">{seat.mistakes}</td><td class="number">{change(seat.luck)}</td></tr>
          ))}</tbody>
        </table></div>
        <div>
          <h3>{judged.turning_points.length ? "Where the game turned" : "A quiet game: no turn changed much"}</h3>
          <ul class="turning">{judged.turning_points.map((point) => {
            const choice = judged.choices[point.index];
            return (
              <li key={point.index}>
                <button type="button" onClick={() => show(point.version + 1)}>Turn {point.turn}, {name(point.seat)}: {point.cause === "mistake" ? "a mistake" : "luck"}, {change(point.change)}</button>
                {choice && <span class="faint"> <code>{choice.played}</code>{point.cause === "mistake" && choice.best && <>, better: <code>{choice.best}</code></>}</span>}
              </li>
            );
          })}</ul>
        </div>
      </div>
      <p class="faint">The judge is the search of the built-in opponents. Mistakes and turning points are marked in the replay and in its log.{" "}
        <a href="/docs/guides/analysis">How far to trust it</a></p>
    </>
  );
}

/** The curve, as the server draws it. It is loaded with the token, so it is a picture from memory. */
function Curve({ id }: { id: string }) {
  const dark = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [theme, setTheme] = useState<"light" | "dark">(dark.matches ? "dark" : "light");
  const [address, setAddress] = useState<string | undefined>();
  useEffect(() => {
    const listener = () => setTheme(dark.matches ? "dark" : "light");
    dark.addEventListener("change", listener);
    return () => dark.removeEventListener("change", listener);
  }, []);
  const { answer: svg, error } = useAnswer<string>(
    () => data(api.GET("/v1/games/{id}/analysis.svg", { params: { path: { id }, query: { theme } }, parseAs: "text" })) as Promise<string>,
    [id, theme],
  );
  useEffect(() => {
    if (!svg) return;
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  if (error) return <Trouble error={error} />;
  return address
    ? <div class="scroll" tabIndex={0} role="region" aria-label="Curve"><img class="curve" src={address} alt="The share of the game that each player could expect before every choice" /></div>
    : null;
}

/** What the replay marks: the entry that follows a choice shows what was chosen. */
function marksOf(judged: Judged): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const choice of judged.choices.filter((one) => one.mistake)) {
    marks.set(choice.version + 1, { label: `A mistake, ${change(-choice.loss)}${choice.best ? `. Better: ${choice.best}` : ""}`, strong: false });
  }
  for (const point of judged.turning_points) {
    const mistake = marks.get(point.version + 1)?.label;
    const turned = `Turning point by ${point.cause}, ${change(point.change)}`;
    marks.set(point.version + 1, { label: mistake && point.cause === "mistake" ? `Turning point. ${mistake}` : [turned, mistake].filter(Boolean).join(". "), strong: true });
  }
  return marks;
}
