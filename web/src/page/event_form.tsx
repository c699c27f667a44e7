// The settings of an event that does not exist yet, as a form: of a single event, and of the groups of a league.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { plain, RULESETS, sentence } from "../words";
import { inBracket, moreBody, MoreFields, type More, type Shape } from "./event_more";
import { useAnswer } from "./parts";
import { api } from "./session";

type Settings = Schemas["CreateTournament"];
type Item = Schemas["TournamentItem"];

const FORMATS = ["swiss", "round_robin", "heats", "single_elimination", "double_elimination", "arena"] as const;
type Format = (typeof FORMATS)[number];
const formatName = (format: Format): string =>
  ({ swiss: t("Swiss: all rounds for everybody"), round_robin: t("everybody against everybody"), heats: t("heats, then a final"), single_elimination: t("knock-out"), double_elimination: t("knock-out: who has lost twice is out"), arena: t("arena: as many games as you like") })[format];

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

export interface EventChoice {
  ruleset: string;
  modules: readonly string[];
  seats: number;
  format: Format;
  rounds: number;
  /** How many go on after heats. */
  cut: number;
  /** How long an arena lasts. */
  minutes: number;
  isHere: boolean;
  /** Minutes of a live clock, or of a round over the board; days of a turn; empty without a limit. */
  roundMinutes: string;
  clock: "none" | "live" | "correspondence";
  clockMinutes: number;
  clockSeconds: number;
  clockDays: number;
  isRated: boolean;
  /** The ladder of its club in which it counts; empty for none. */
  ladder: string;
  visibility: NonNullable<Settings["visibility"]>;
  /** Whether only organizers see it at first. */
  isDraft: boolean;
  more: More;
  /** The event that is copied or changed. */
  from?: Item;
}

export const FIRST_CHOICE: EventChoice = {
  ruleset: "splendor", modules: [], seats: 4, format: "swiss", rounds: 3, cut: 4, minutes: 60, isHere: true, roundMinutes: "",
  clock: "none", clockMinutes: 20, clockSeconds: 10, clockDays: 1, isRated: false, ladder: "", visibility: "public", isDraft: false, more: {},
};

/** The choices of an event, as long as nothing is changed. */
export function choiceOf(event: Item, more: More): EventChoice {
  const { clock } = event;
  const isKnown = (FORMATS as readonly string[]).includes(event.format);
  return {
    ...FIRST_CHOICE,
    ruleset: event.ruleset,
    modules: event.modules,
    seats: event.seat_count,
    ...(isKnown ? { format: event.format as Format } : {}),
    ...(event.rounds ? { rounds: event.rounds } : {}),
    ...(event.cut ? { cut: event.cut } : {}),
    ...(event.duration_ms ? { minutes: event.duration_ms / MINUTE_MS } : {}),
    isHere: event.play === "over_the_board",
    roundMinutes: event.round_ends_after_ms ? String(event.round_ends_after_ms / MINUTE_MS) : "",
    ...(clock.kind === "live" || clock.kind === "correspondence" ? { clock: clock.kind } : {}),
    ...(clock.initial_ms ? { clockMinutes: clock.initial_ms / MINUTE_MS, clockSeconds: (clock.increment_ms ?? 0) / SECOND_MS } : {}),
    ...(clock.per_turn_ms ? { clockDays: clock.per_turn_ms / DAY_MS } : {}),
    isRated: event.rated,
    ladder: event.ladder ?? "",
    visibility: event.visibility as EventChoice["visibility"],
    more,
    from: event,
  };
}

const withRounds = ({ format }: Pick<EventChoice, "format">): boolean => format === "swiss" || format === "heats";

const clubOf = ({ from }: EventChoice, club: string | undefined): string | undefined => club ?? from?.club ?? undefined;

const shapeOf = (choice: EventChoice, club: string | undefined): Shape => {
  const { format, seats, isHere, rounds, from } = choice;
  return { format, seats, isHere, rounds: withRounds(choice) ? rounds : undefined, hasClub: clubOf(choice, club) !== undefined, isNew: !from };
};

const withDeadlines = ({ format }: Pick<EventChoice, "format">): boolean => format !== "arena" && !inBracket({ format });

/** The settings above those that few need. */
function mainOf(choice: EventChoice): Omit<Settings, "name"> {
  const { format, isHere, clock } = choice;
  const isTimed = !isHere && clock !== "none";
  const none = { kind: "none" } as const;
  const live = { kind: "live", initial_ms: choice.clockMinutes * MINUTE_MS, increment_ms: choice.clockSeconds * SECOND_MS } as const;
  const correspondence = { kind: "correspondence", per_turn_ms: choice.clockDays * DAY_MS } as const;
  return {
    ruleset: choice.ruleset, modules: [...choice.modules], seats: choice.seats, format, play: isHere ? "over_the_board" : "server", visibility: choice.visibility,
    ...(withRounds(choice) ? { rounds: choice.rounds } : {}),
    ...(format === "heats" ? { cut: choice.cut } : {}),
    ...(format === "arena" ? { duration_ms: choice.minutes * MINUTE_MS } : {}),
    ...(withDeadlines(choice) ? { round_ends_after_ms: choice.roundMinutes ? Number(choice.roundMinutes) * MINUTE_MS : null } : {}),
    clock: isHere ? none : { none, live, correspondence }[clock],
    rated: choice.ladder !== "" || (isTimed && choice.isRated && choice.visibility === "public"),
    ...(choice.ladder ? { ladder: choice.ladder } : {}),
  };
}

/** The settings that the server gets; `name` is left out. */
export const settingsOf = (choice: EventChoice, club?: string): Omit<Settings, "name"> =>
  ({ ...(moreBody(choice.more, shapeOf(choice, club)) as Partial<Settings>), ...mainOf(choice), open: !choice.isDraft });

/** What differs from an event, of which `more` was the rest of the settings. */
export function changesOf(choice: EventChoice, from: Item, more: More, club?: string): Schemas["UpdateTournament"] {
  const old: Record<string, unknown> = mainOf(choiceOf(from, more));
  const main = mainOf(choice);
  const { ruleset, modules } = main;
  const differs = (name: string, value: unknown) => JSON.stringify(value) !== JSON.stringify(old[name]);
  return {
    ...moreBody(choice.more, shapeOf(choice, club), more),
    ...Object.fromEntries(Object.entries(main).filter(([name, value]) => differs(name, value))),
    // Modules go with their ruleset.
    ...(differs("modules", modules) && modules ? { ruleset, modules } : {}),
  };
}

interface EventFieldsProps {
  choice: EventChoice;
  /** The club to which a new event belongs. */
  club?: string | undefined;
  /** How far the event is: what it is about is changed before it runs. */
  stage?: "new" | "open" | "running";
  onChange: (choice: EventChoice) => void;
}

/** The fields; the form around them has the name and the button. */
export function EventFields({ choice, club, stage = "new", onChange }: EventFieldsProps) {
  const rulesets = useAnswer(() => data(api.GET("/v1/rulesets"), "items"), []);
  const id = clubOf(choice, club);
  const ladders = useAnswer(async () => (id ? (await data(api.GET("/v1/clubs/{id}/ladders", { params: { path: { id } } }), "items")).items : []), [id]);
  const [isMore, setMore] = useState(false);
  const chosen = rulesets.answer?.items.find((one) => one.id === choice.ruleset);
  const set = (change: Partial<EventChoice>) => onChange({ ...choice, ...change });
  const number = (label: string, key: "rounds" | "cut" | "minutes" | "clockMinutes" | "clockSeconds" | "clockDays", min: number, max: number) =>
    <label>{label} <input type="number" value={choice[key]} min={min} max={max} required onInput={(event) => set({ [key]: Number(event.currentTarget.value) })} /></label>;
  // Matches are played by two.
  const chooseFormat = (format: Format) => set({ format, ...(inBracket({ format }) ? { seats: 2 } : {}) });
  const isRunning = stage === "running";
  const roundMinutes = withDeadlines(choice) && (
    <label>{isRunning ? t("Minutes for a round, from the next one on") : t("Minutes for a round")} <input type="number" min={1} max={10_000} value={choice.roundMinutes} placeholder={t("no limit")} onInput={(event) => set({ roundMinutes: event.currentTarget.value })} /></label>
  );
  const more = isMore && <MoreFields more={choice.more} shape={shapeOf(choice, club)} onChange={(more) => set({ more })} />;
  if (isRunning) {
    return (
      <>
        {withRounds(choice) && number(t("Rounds"), "rounds", 1, 50)}
        {roundMinutes}
        <details class="whole" open={isMore} onToggle={(event) => setMore(event.currentTarget.open)}><summary>{t("More settings")}</summary><div class="form inner">{more}</div></details>
      </>
    );
  }
  return (
    <>
      <label>{t("Where")} <select value={String(choice.isHere)} onChange={(event) => set({ isHere: event.currentTarget.value === "true", ...(choice.format === "arena" ? { format: "swiss" } : {}) })}>
        <option value="true">{t("over the board")}</option>
        <option value="false">{t("on this server")}</option>
      </select></label>
      <label>{t("Game")} <select value={choice.ruleset} onChange={(event) => set({ ruleset: event.currentTarget.value, modules: [] })}>
        {rulesets.answer?.items.map((one) => <option key={one.id} value={one.id}>{RULESETS[one.id] ?? plain(one.id)}</option>)}
      </select></label>
      {!!chosen?.modules.length && (
        <fieldset><legend>{t("Modules")}</legend>
          {chosen.modules.map((module) => (
            <label key={module} class="check"><input type="checkbox" checked={choice.modules.includes(module)}
              onChange={(event) => set({ modules: event.currentTarget.checked ? [...choice.modules, module] : choice.modules.filter((other) => other !== module) })} />{" "}{sentence(plain(module))}</label>
          ))}
        </fieldset>
      )}
      <label>{t("Players at a table")} <select value={choice.seats} onChange={(event) => set({ seats: Number(event.currentTarget.value) })}>
        {(chosen?.seats ?? [2, 3, 4]).map((n) => <option key={n} value={n}>{n}</option>)}
      </select></label>
      <label>{t("Format")} <select value={choice.format} onChange={(event) => chooseFormat(event.currentTarget.value as Format)}>
        {FORMATS.filter((format) => format !== "arena" || !choice.isHere).map((format) => <option key={format} value={format}>{formatName(format)}</option>)}
      </select></label>
      {withRounds(choice) && number(t("Rounds"), "rounds", 1, 50)}
      {choice.format === "heats" && number(t("Players in the final rounds"), "cut", 2, 2048)}
      {choice.format === "arena" && number(t("Minutes"), "minutes", 1, 10_080)}
      {!choice.isHere && (
        <label>{t("Clock")} <select value={choice.clock} onChange={(event) => set({ clock: event.currentTarget.value as EventChoice["clock"] })}>
          <option value="none">{t("none")}</option><option value="live">{t("minutes for a game")}</option><option value="correspondence">{t("days for a turn")}</option>
        </select></label>
      )}
      {!choice.isHere && choice.clock === "live" && <>{number(t("Minutes for each player"), "clockMinutes", 1, 180)}{number(t("More seconds for each turn"), "clockSeconds", 0, 60)}</>}
      {!choice.isHere && choice.clock === "correspondence" && number(t("Days for a turn"), "clockDays", 1, 14)}
      <details class="whole" open={isMore} onToggle={(event) => setMore(event.currentTarget.open)}>
        <summary>{t("More settings")}</summary>
        <div class="form inner">
          <label>{t("Who sees it")} <select value={choice.visibility} onChange={(event) => set({ visibility: event.currentTarget.value as EventChoice["visibility"] })}>
            <option value="public">{t("everybody")}</option><option value="unlisted">{t("whoever has the address")}</option><option value="private">{t("whoever is invited")}</option>
          </select></label>
          {roundMinutes}
          {!choice.isHere && choice.clock !== "none" && choice.visibility === "public" && <label class="check"><input type="checkbox" checked={choice.isRated} onChange={(event) => set({ isRated: event.currentTarget.checked })} /> {t("The games change ratings")}</label>}
          {!!ladders.answer?.length && (
            <label>{t("Ladder of the club in which it counts")} <select value={choice.ladder} onChange={(event) => set({ ladder: event.currentTarget.value })}>
              <option value="">–</option>
              {ladders.answer.filter((one) => !one.closed_at || one.id === choice.ladder).map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
            </select></label>
          )}
          {choice.isHere && choice.ladder !== "" && <p class="faint">{t("Whoever organizes can play, but is not rated.")}</p>}
          {stage === "new" && <label class="check"><input type="checkbox" checked={choice.isDraft} onChange={(event) => set({ isDraft: event.currentTarget.checked })} /> {t("A draft at first, which only organizers see")}</label>}
          {more}
        </div>
      </details>
    </>
  );
}
