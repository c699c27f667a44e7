// A new event, also as one before it was.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { plain, RULESETS, sentence } from "../words";
import { Section, Trouble, useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api, username } from "./session";

const FORMATS = { swiss: "Swiss", round_robin: "round robin", heats: "heats", single_elimination: "knock-out", arena: "arena" } as const;
type Format = keyof typeof FORMATS;
/** How long an arena lasts. */
const ARENA_MS = 3_600_000;
const LISTED = 20;

export function NewEvent({ club }: { club?: string }) {
  const rulesets = useAnswer(() => data(api.GET("/v1/rulesets")), []);
  const earlier = useAnswer(() => data(api.GET("/v1/tournaments", { params: { query: { organizer: username() ?? "", limit: LISTED } } })), []);
  const [name, setName] = useState("");
  const [ruleset, setRuleset] = useState("splendor");
  const [modules, setModules] = useState<readonly string[]>([]);
  const [seats, setSeats] = useState(4);
  const [format, setFormat] = useState<Format>("swiss");
  const [rounds, setRounds] = useState(3);
  const [isHere, setHere] = useState(true);
  const [error, setError] = useState<unknown>();
  const chosen = rulesets.answer?.items.find((one) => one.id === ruleset);
  const withRounds = format === "swiss" || format === "heats";
  const copy = (event: Schemas["TournamentItem"] | undefined) => {
    if (!event) return;
    setName(event.name);
    setRuleset(event.ruleset);
    setModules(event.modules);
    setSeats(event.seat_count);
    if (event.format in FORMATS) setFormat(event.format as Format);
    if (event.rounds) setRounds(event.rounds);
    setHere(event.play === "over_the_board");
  };
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    const body: Schemas["CreateTournament"] = {
      name, ruleset, modules: [...modules], seats, format, open: true, play: isHere ? "over_the_board" : "server",
      ...(withRounds ? { rounds } : {}), ...(format === "arena" ? { duration_ms: ARENA_MS } : {}), ...(club ? { club } : {}),
    };
    await data(api.POST("/v1/tournaments", { body })).then((made) => go(linkTo.tournament(made.id)), setError);
  };
  return (
    <Section title="New event">
      <form class="form" id="new-event" onSubmit={(event) => void create(event)}>
        {!!earlier.answer?.items.length && (
          <label>As an earlier one <select onChange={(event) => copy(earlier.answer?.items.find((one) => one.id === event.currentTarget.value))}>
            <option value="">no</option>
            {earlier.answer.items.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select></label>
        )}
        <label>Name of the event <input value={name} required maxLength={80} onInput={(event) => setName(event.currentTarget.value)} /></label>
        <label>Where <select value={String(isHere)} onChange={(event) => setHere(event.currentTarget.value === "true")}>
          <option value="true">over the board</option>
          <option value="false">on this server</option>
        </select></label>
        <label>Game <select value={ruleset} onChange={(event) => { setRuleset(event.currentTarget.value); setModules([]); }}>
          {rulesets.answer?.items.map((one) => <option key={one.id} value={one.id}>{RULESETS[one.id] ?? plain(one.id)}</option>)}
        </select></label>
        {!!chosen?.modules.length && (
          <fieldset><legend>Modules</legend>
            {chosen.modules.map((module) => (
              <label key={module} class="check"><input type="checkbox" checked={modules.includes(module)}
                onChange={(event) => setModules(event.currentTarget.checked ? [...modules, module] : modules.filter((other) => other !== module))} />{" "}{sentence(plain(module))}</label>
            ))}
          </fieldset>
        )}
        <label>Players at a table <select value={seats} onChange={(event) => setSeats(Number(event.currentTarget.value))}>
          {(chosen?.seats ?? [2, 3, 4]).map((n) => <option key={n} value={n}>{n}</option>)}
        </select></label>
        <label>Format <select value={format} onChange={(event) => setFormat(event.currentTarget.value as Format)}>
          {Object.entries(FORMATS).map(([value, word]) => <option key={value} value={value}>{word}</option>)}
        </select></label>
        {withRounds && <label>Rounds <input type="number" value={rounds} min={1} max={50} onInput={(event) => setRounds(Number(event.currentTarget.value))} /></label>}
        <Trouble error={rulesets.error ?? error} />
        <button class="primary">Create the event</button>
      </form>
    </Section>
  );
}
