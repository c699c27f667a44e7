// The settings of an event that few need, as one table: how each is called, read from an event, and sent. The forms of a new event and of one
// that exists are made of it. What a setting means, and what it goes with, is said by the server.
import type { Schemas } from "../api";
import { t, told, type Text } from "../language";
import { plain, sentence } from "../words";

type Event = Schemas["TournamentItem"];
type Body = Schemas["UpdateTournament"];

/** What decides which settings an event has. */
export interface Shape {
  format: string;
  seats: number;
  isHere: boolean;
  /** The rounds, where their number is known. */
  rounds: number | undefined;
  hasClub: boolean;
  isNew: boolean;
}

interface Field {
  label: Text;
  /** `minutes` are sent as milliseconds; `numbers` have commas between them; `order` is a list that is tapped in order. */
  kind: "number" | "minutes" | "numbers" | "check" | "choice" | "order" | "moment" | "moments" | "password" | "names";
  min?: number;
  max?: number;
  /** The words of a choice, or what can be put in order. */
  values?: readonly string[];
}

interface Setting {
  fields: readonly Field[];
  /** Where the setting exists. */
  where?: (shape: Shape) => boolean;
  /** What it is in an event: the text of each field. */
  read: (event: Event) => readonly string[];
  write: (...texts: string[]) => Body;
  /** Dates are those of one event; a copy has none. */
  isDate?: boolean;
}

/** What is typed: the texts of the fields of each setting, empty for what the server would take. */
export type More = Readonly<Record<string, readonly string[]>>;

const MINUTE_MS = 60_000;
const TIE_BREAKS = ["points", "wins", "head_to_head", "sonneborn_berger", "buchholz_average", "buchholz_cut_1", "opponents_win_share", "prestige_ratio", "prestige_sum", "seat_difference", "fewest_cards", "rating_performance", "lot"] as const;

const numbers = (text: string): number[] => text.split(/[\s,;]+/).filter(Boolean).map(Number);
const known = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const orNull = (text: string): number | null => (text ? Number(text) : null);
const lines = (text: string): string[] => text.split("\n").filter(Boolean);
/** A time as the browser's field has it, which is that of the reader's clock. */
const local = (at: string | null | undefined): string => (at ? new Date(Date.parse(at) - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16) : "");
const moment = (text: string): string => new Date(text).toISOString();
const minutes = (ms: number): string => String(ms / MINUTE_MS);
const ms = (text: string): number => Math.round(Number(text) * MINUTE_MS);

const inRounds = ({ format }: Shape): boolean => format !== "arena";
const withTeams = ({ format }: Shape): boolean => format === "swiss" || format === "heats" || format === "arena";
export const inBracket = ({ format }: Pick<Shape, "format">): boolean => format === "single_elimination" || format === "double_elimination";
const inSwiss = ({ format }: Shape): boolean => format === "swiss" || format === "heats";

const SETTINGS: Record<string, Setting> = {
  points: {
    fields: [
      { label: "Points for places at tables of two, the first one first", kind: "numbers" },
      { label: "Points for places at tables of three", kind: "numbers" },
      { label: "Points for places at tables of four", kind: "numbers" },
      { label: "Points for a round without an opponent", kind: "number", min: 0, max: 100 },
    ],
    read: ({ points }) => [points.two.join(", "), points.three.join(", "), points.four.join(", "), String(points.bye)],
    write: (two, three, four, bye) => ({ points: { ...(two ? { two: numbers(two) } : {}), ...(three ? { three: numbers(three) } : {}), ...(four ? { four: numbers(four) } : {}), ...(bye ? { bye: Number(bye) } : {}) } }),
  },
  tie_breaks: {
    fields: [{ label: "What decides equal points, in this order", kind: "order", values: TIE_BREAKS }],
    read: ({ tie_breaks }) => [tie_breaks.join("\n")],
    write: (order = "") => ({ tie_breaks: lines(order) as (typeof TIE_BREAKS)[number][] }),
  },
  byes: {
    where: inSwiss,
    fields: [{ label: "Rounds that a player may leave out", kind: "number", min: 0, max: 50 }, { label: "Their points", kind: "choice", values: ["half", "none"] }],
    read: ({ byes }) => [String(byes.max), byes.points],
    write: (max, points) => ({ byes: { max: Number(max), ...(points ? { points } : {}) } }),
  },
  odd: {
    where: ({ seats }) => seats === 2,
    fields: [{ label: "An odd number of players", kind: "choice", values: ["bye", "three"] }],
    read: ({ odd }) => [odd],
    write: (odd) => ({ odd: odd as NonNullable<Body["odd"]> }),
  },
  acceleration: {
    where: ({ format }) => format === "swiss",
    fields: [{ label: "Virtual points for strong players in the first rounds", kind: "choice", values: ["none", "baku"] }],
    read: ({ acceleration }) => [acceleration],
    write: (acceleration) => ({ acceleration: acceleration as NonNullable<Body["acceleration"]> }),
  },
  cut: {
    where: ({ format }) => format === "swiss",
    fields: [{ label: "Players who go on to knock-out rounds after the others", kind: "number", min: 2, max: 2048 }],
    read: ({ cut }) => [known(cut)],
    write: (count = "") => ({ cut: orNull(count) }),
  },
  advance: {
    where: inSwiss,
    fields: [{ label: "Players who go on from a knock-out table of three or four", kind: "number", min: 1, max: 2 }],
    read: ({ advance }) => [String(advance)],
    write: (count) => ({ advance: Number(count) }),
  },
  cycles: {
    where: ({ format }) => format === "round_robin",
    fields: [{ label: "How often everybody meets everybody", kind: "number", min: 1, max: 2 }],
    read: ({ cycles }) => [String(cycles)],
    write: (count) => ({ cycles: Number(count) }),
  },
  teams: {
    where: (shape) => withTeams(shape) || shape.format === "round_robin",
    fields: [
      { label: "The most members of a team; empty if everybody plays alone", kind: "number", min: 2, max: 8 },
      { label: "The fewest members of a team", kind: "number", min: 1, max: 8 },
      { label: "How many of the best members count", kind: "number", min: 1, max: 8 },
      { label: "Boards of a match of two teams; empty if members are paired alone", kind: "number", min: 2, max: 8 },
    ],
    read: ({ teams }) => [known(teams?.size_max), known(teams?.size_min), known(teams?.counted), known(teams?.boards)],
    write: (most, fewest, counted, boards) => ({ teams: most ? { size_max: Number(most), ...(fewest ? { size_min: Number(fewest) } : {}), ...(counted ? { counted: Number(counted) } : {}), ...(boards ? { boards: Number(boards) } : {}) } : null }),
  },
  best_of: {
    where: (shape) => inBracket(shape) || inSwiss(shape),
    fields: [{ label: "Games of a match", kind: "number", min: 1, max: 9 }],
    read: ({ best_of }) => [known(best_of)],
    write: (count) => ({ best_of: Number(count) }),
  },
  third_place: {
    where: ({ format }) => format === "single_elimination",
    fields: [{ label: "A game for the third place", kind: "check" }],
    read: ({ third_place }) => [String(third_place)],
    write: (is) => ({ third_place: is === "true" }),
  },
  duplicate: {
    where: (shape) => !shape.isHere && inRounds(shape) && !inBracket(shape),
    fields: [{ label: "All tables of a round play the same deal", kind: "check" }],
    read: ({ duplicate }) => [String(duplicate)],
    write: (is) => ({ duplicate: is === "true" }),
  },
  late_entries: {
    where: withTeams,
    fields: [{ label: "Players with an account can enter while it runs", kind: "check" }],
    read: ({ late_entries }) => [String(late_entries)],
    write: (is) => ({ late_entries: is === "true" }),
  },
  entries_max: {
    fields: [{ label: "The most players", kind: "number", min: 2, max: 2048 }],
    read: ({ entries_max }) => [String(entries_max)],
    write: (max) => ({ entries_max: Number(max) }),
  },
  waiting_list: {
    fields: [{ label: "Who enters a full event waits for a place", kind: "check" }],
    read: ({ waiting_list }) => [String(waiting_list)],
    write: (is) => ({ waiting_list: is === "true" }),
  },
  entry: {
    fields: [{ label: "What players send to enter", kind: "choice", values: ["open", "password", "link"] }, { label: "A new password to enter", kind: "password" }],
    read: ({ entry }) => [entry, ""],
    write: (kind, password) => ({ entry: kind === "password" ? { password: password ?? "" } : kind === "link" ? { link: true } : {} }),
  },
  players: {
    fields: [{ label: "Who may play", kind: "choice", values: ["human", "bot", "any"] }],
    read: ({ players }) => [players],
    write: (players) => ({ players: players as NonNullable<Body["players"]> }),
  },
  members_only: {
    where: ({ hasClub }) => hasClub,
    fields: [{ label: "For members of the club alone", kind: "check" }],
    read: ({ members_only }) => [String(members_only)],
    write: (is) => ({ members_only: is === "true" }),
  },
  invited_only: {
    fields: [{ label: "For invited players alone", kind: "check" }],
    read: ({ invited_only }) => [String(invited_only)],
    write: (is) => ({ invited_only: is === "true" }),
  },
  conditions: {
    fields: [
      { label: "Rated games that a player needs", kind: "number", min: 1, max: 100_000 },
      { label: "Days that an account must be old", kind: "number", min: 1, max: 3650 },
      { label: "Only players whose rating is not provisional", kind: "check" },
      { label: "The highest rating that a player may have had", kind: "number", min: 0, max: 10_000 },
      { label: "Days until now for which this holds", kind: "number", min: 1, max: 730 },
    ],
    read: ({ conditions: { games_min, account_days_min, rating_established, highest_max } }) =>
      [known(games_min), known(account_days_min), String(rating_established), known(highest_max?.rating), known(highest_max?.days)],
    write: (games = "", days = "", is, highest, within) => ({ conditions: {
      games_min: orNull(games), account_days_min: orNull(days), rating_established: is === "true", highest_max: highest || within ? { rating: Number(highest), days: Number(within) } : null,
    } }),
  },
  rating: {
    fields: [{ label: "The lowest rating", kind: "number", min: 0, max: 10_000 }, { label: "The highest rating", kind: "number", min: 0, max: 10_000 }],
    read: ({ rating }) => [known(rating.min), known(rating.max)],
    write: (min = "", max = "") => ({ rating: { min: orNull(min), max: orNull(max) } }),
  },
  registration: {
    isDate: true,
    fields: [{ label: "The registration closes", kind: "moment" }],
    read: ({ registration_closes_at }) => [local(registration_closes_at)],
    write: (at) => ({ ...(at ? { registration_closes_in_ms: Math.max(0, Date.parse(moment(at)) - Date.now()) } : {}) }),
  },
  starts_at: {
    isDate: true,
    fields: [{ label: "The server begins the event", kind: "moment" }],
    read: ({ starts_at }) => [local(starts_at)],
    write: (at) => ({ starts_at: at ? moment(at) : null }),
  },
  next_round: {
    where: inRounds,
    fields: [{ label: "Who pairs the next round", kind: "choice", values: ["call", "automatic"] }, { label: "Minutes that the server waits before it", kind: "minutes", min: 0, max: 10_080 }],
    read: ({ next_round, next_round_after_ms }) => [next_round, minutes(next_round_after_ms)],
    write: (who, wait) => ({ ...(who ? { next_round: who as NonNullable<Body["next_round"]> } : {}), ...(wait && who === "automatic" ? { next_round_after_ms: ms(wait) } : {}) }),
  },
  round_dates: {
    isDate: true,
    where: (shape) => inRounds(shape) && shape.rounds !== undefined,
    fields: [{ label: "When the server pairs each round at the earliest", kind: "moments" }],
    read: ({ round_dates }) => [round_dates.map(local).join("\n")],
    write: (dates = "") => ({ round_dates: lines(dates).map(moment) }),
  },
  unfinished: {
    where: inRounds,
    fields: [{ label: "Tables without a result when the time of a round is over", kind: "choice", values: ["wait", "void"] }],
    read: ({ unfinished }) => [unfinished],
    write: (what) => ({ unfinished: what as NonNullable<Body["unfinished"]> }),
  },
  ready_check_ms: {
    where: ({ format, isHere }) => !isHere && format !== "arena",
    fields: [{ label: "Minutes to say that one is ready", kind: "minutes", min: 0, max: 129_600 }],
    read: ({ ready_check_ms }) => [minutes(ready_check_ms)],
    write: (time = "") => ({ ready_check_ms: ms(time) }),
  },
  spectator_delay: {
    where: ({ isHere }) => !isHere,
    fields: [{ label: "Turns that spectators see late", kind: "number", min: 1, max: 20 }],
    read: ({ spectator_delay }) => [known(spectator_delay?.turns)],
    write: (turns) => ({ spectator_delay: turns ? { turns: Number(turns) } : null }),
  },
  invited: {
    fields: [{ label: "Names of players who are invited, one in a line", kind: "names" }],
    read: () => [""],
    write: (names = "") => ({ invited: lines(names).map((name) => name.trim()).filter(Boolean) }),
  },
};

/** Words of choices that need more than their name. */
const WORDS: Record<string, Text> = {
  bye: "one leaves out", three: "one table of three", half: "half of them", none: "none", baku: "as FIDE has them (Baku)",
  open: "nothing", password: "a password", link: "a code", human: "people", bot: "bots", any: "people and bots",
  call: "an organizer", automatic: "the server", wait: "are waited for", void: "count as not played",
};

const texts = (more: More, name: string): readonly string[] => SETTINGS[name]!.fields.map((_, place) => more[name]?.[place] ?? "");
const isSame = (one: readonly string[], other: readonly string[]): boolean => one.every((text, place) => text === (other[place] ?? ""));

/** The settings of an event. */
export const moreOf = (event: Event): More => Object.fromEntries(Object.entries(SETTINGS).map(([name, { read }]) => [name, read(event)]));

/** The settings that a copy of an event begins with. */
export const copied = (event: Event): More => Object.fromEntries(Object.entries(moreOf(event)).filter(([name]) => !SETTINGS[name]!.isDate));

/** What is sent: the settings that an event of this shape has and that differ from `before`. */
export const moreBody = (more: More, shape: Shape, before: More = {}): Body =>
  Object.assign({}, ...Object.entries(SETTINGS).map(([name, { where, write }]) =>
    where?.(shape) === false || isSame(texts(more, name), texts(before, name)) ? {} : write(...texts(more, name)))) as Body;

export function MoreFields({ more, shape, onChange }: { more: More; shape: Shape; onChange: (more: More) => void }) {
  return (
    <>{Object.entries(SETTINGS).filter(([, { where }]) => where?.(shape) !== false).flatMap(([name, { fields }]) => fields.map((field, place) => (
      <OneField key={`${name} ${place}`} field={field} shape={shape} text={texts(more, name)[place]!}
        onChange={(text) => onChange({ ...more, [name]: texts(more, name).map((old, at) => (at === place ? text : old)) })} />
    )))}</>
  );
}

interface OneFieldProps {
  field: Field;
  shape: Shape;
  text: string;
  onChange: (text: string) => void;
}

function OneField({ field, shape, text, onChange }: OneFieldProps) {
  const { kind, min, max, values = [] } = field;
  const label = told(field.label);
  const input = (type: string, more: object = {}) => <input type={type} value={text} {...more} onInput={(event) => onChange(event.currentTarget.value)} />;
  const usual = { placeholder: shape.isNew ? t("as usual") : "" };
  switch (kind) {
    case "check":
      return <label class="check"><input type="checkbox" checked={text === "true"} onChange={(event) => onChange(String(event.currentTarget.checked))} /> {label}</label>;
    case "choice":
      return (
        <label>{label} <select value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          {shape.isNew && <option value="">{t("as usual")}</option>}
          {values.map((value) => <option key={value} value={value}>{WORDS[value] ? told(WORDS[value]) : plain(value)}</option>)}
        </select></label>
      );
    case "numbers":
      return <label>{label} {input("text", { ...usual, pattern: "[0-9]+([\\s,;]+[0-9]+)*[\\s,;]*" })}</label>;
    case "moment":
      return <label>{label} {input("datetime-local")}</label>;
    case "moments":
      return <Moments label={label} count={shape.rounds ?? 0} text={text} onChange={onChange} />;
    case "order":
      return <Order label={label} values={values} chosen={lines(text)} onChange={(chosen) => onChange(chosen.join("\n"))} />;
    case "password":
      return <label>{label} {input("password", { minLength: 8, maxLength: 128, autocomplete: "new-password" })}</label>;
    case "names":
      return <label class="whole">{label} <textarea rows={2} value={text} onInput={(event) => onChange(event.currentTarget.value)} /></label>;
    default:
      return <label>{label} {input("number", { ...usual, min, max, ...(kind === "minutes" ? { step: "any" } : {}) })}</label>;
  }
}

/** A time for each round; only those at the end can be left out. */
function Moments({ label, count, text, onChange }: { label: string; count: number; text: string; onChange: (text: string) => void }) {
  const times = text.split("\n");
  const set = (place: number, value: string) => onChange(Array.from({ length: count }, (_, at) => (at === place ? value : times[at] ?? "")).join("\n").replace(/\n+$/, ""));
  return (
    <fieldset class="whole"><legend>{label}</legend>
      {Array.from({ length: count }, (_, place) => (
        <label key={place}>{t("Round {n}", { n: place + 1 })} <input type="datetime-local" value={times[place] ?? ""} required={times.slice(place + 1).some(Boolean)} onInput={(event) => set(place, event.currentTarget.value)} /></label>
      ))}
    </fieldset>
  );
}

/** Things that are tapped in their order; one that is tapped again is taken out. */
function Order({ label, values, chosen, onChange }: { label: string; values: readonly string[]; chosen: readonly string[]; onChange: (chosen: readonly string[]) => void }) {
  return (
    <fieldset class="whole"><legend>{label}</legend>
      <div class="actions">{values.map((value) => {
        const place = chosen.indexOf(value);
        return (
          <button key={value} type="button" class="quiet" aria-pressed={place >= 0} onClick={() => onChange(place < 0 ? [...chosen, value] : chosen.filter((other) => other !== value))}>
            {place >= 0 ? `${place + 1}. ` : ""}{sentence(plain(value))}
          </button>
        );
      })}</div>
    </fieldset>
  );
}
