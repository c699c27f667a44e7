// Lists of games, tournaments, clubs, ladders and players, with their filters, and what to do where they are empty.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { data, type GameItem, type Schemas } from "../api";
import { rich, t } from "../language";
import { many, plain, poolName, rulesName, RULESETS } from "../words";
import { DisplayName, GameRow, PlayerLink, Trouble, useAnswer } from "./parts";
import { go, linkTo, LISTS, type Listed } from "./route";
import { api } from "./session";
import { useSign } from "./sign";
import { NewEvent, SeriesList } from "./later";

const LISTED = 30;
/** How long somebody types before a list is asked for. */
const TYPED_MS = 250;

interface Part<T> {
  items: readonly T[];
  next_cursor?: string | null;
}

/** A list that grows at its end. */
export function useList<T>(ask: (cursor: string | undefined) => Promise<Part<T>>, inputs: readonly unknown[]) {
  const first = useAnswer(() => ask(undefined), inputs);
  const [more, setMore] = useState<Part<T> | undefined>();
  const [error, setError] = useState<unknown>();
  useEffect(() => setMore(undefined), [first.answer]);
  const next = (more ?? first.answer)?.next_cursor;
  const grow = () => {
    setError(undefined);
    ask(next ?? undefined).then((part) => setMore({ ...part, items: [...(more?.items ?? []), ...part.items] }), setError);
  };
  return { items: first.answer && [...first.answer.items, ...(more?.items ?? [])], grow: next ? grow : undefined, error: first.error ?? error, again: first.again };
}

/** What somebody has typed, when they have stopped. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

interface ListProps<T> {
  kind: Listed;
  list: ReturnType<typeof useList<T>>;
  filters: ComponentChildren;
  row: (item: T) => ComponentChildren;
  /** What to do if there is nothing. */
  none: ComponentChildren;
  children?: ComponentChildren;
}

function List<T>({ kind, list, filters, row, none, children }: ListProps<T>) {
  useSign(`${t(LISTS[kind])} – Lapidary`, false);
  return (
    <div class="spread">
      <h1>{t(LISTS[kind])}</h1>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>{filters}</form>
      <Trouble error={list.error} />
      {!list.items ? !list.error && <p class="faint">{t("One moment …")}</p> : list.items.length ? <ul class="rows">{list.items.map(row)}</ul> : <p class="none">{none}</p>}
      {list.grow && <p><button type="button" onClick={list.grow}>{t("Show more")}</button></p>}
      {children}
    </div>
  );
}

export function Choice({ label, value, onChange, words }: { label: string; value: string; onChange: (value: string) => void; words: Record<string, string> }) {
  return (
    <label>{label} <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(words).map(([key, word]) => <option key={key} value={key}>{word}</option>)}
    </select></label>
  );
}

export const TypedText = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) =>
  <label>{label} <input type="search" value={value} maxLength={64} autocapitalize="none" onInput={(event) => onChange(event.currentTarget.value)} /></label>;

/** The word for no filter. */
export const any = (): Record<string, string> => ({ "": t("all") });
export const given = <T extends object>(filters: T): T => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "" && value !== undefined)) as T;

export function GameList({ user }: { user: string | undefined }) {
  const [status, setStatus] = useState("active");
  const [ruleset, setRuleset] = useState("");
  const [name, setName] = useState("");
  const player = useTyped(name.trim());
  const query = given({ status, ruleset, player, limit: LISTED }) as never;
  const list = useList<GameItem>(async (cursor) => data(api.GET("/v1/games", { params: { query: { ...(query as object), ...(cursor ? { cursor } : {}) } } }), "items"), [status, ruleset, player, user]);
  return <List kind="games" list={list} row={(game) => <GameRow key={game.id} game={game} />}
    none={rich("No such game. {begin}, or look at finished ones.", { begin: <a href="/">{t("Begin one")}</a> })}
    filters={<>
      <Choice label={t("Games")} value={status} onChange={setStatus} words={{ active: t("being played"), waiting: t("waiting for players"), finished: t("finished") }} />
      <Choice label={t("Game")} value={ruleset} onChange={setRuleset} words={{ ...any(), ...RULESETS }} />
      <TypedText label={t("Player")} value={name} onChange={setName} />
    </>} />;
}

export function TournamentList({ user }: { user: string | undefined }) {
  const [status, setStatus] = useState("");
  const [ruleset, setRuleset] = useState("");
  const [text, setText] = useState("");
  const [whose, setWhose] = useState("");
  const [isSeries, setSeries] = useState(false);
  const name = useTyped(text.trim());
  const own = user && whose ? { [whose]: user } : {};
  const query = given({ status, ruleset, name, ...own, limit: LISTED }) as never;
  const list = useList<Schemas["TournamentItem"]>(
    async (cursor) => data(api.GET("/v1/tournaments", { params: { query: { ...(query as object), ...(cursor ? { cursor } : {}) } } }), "items"),
    [status, ruleset, name, whose, user],
  );
  return <List kind="tournaments" list={list} row={(event) => <EventRow key={event.id} event={event} />}
    none={user ? t("No such tournament. Create one below.") : t("No such tournament. Sign in to create one.")}
    filters={<>
      <TypedText label={t("Name")} value={text} onChange={setText} />
      <Choice label={t("State")} value={status} onChange={setStatus} words={{ ...any(), registration: t("registration"), running: t("running"), finished: t("finished") }} />
      <Choice label={t("Game")} value={ruleset} onChange={setRuleset} words={{ ...any(), ...RULESETS }} />
      {user && <Choice label={t("Whose")} value={whose} onChange={setWhose} words={{ ...any(), player: t("I play in"), organizer: t("I organize") }} />}
    </>}>
    {user && <NewEvent />}
    <details open={isSeries} onToggle={(toggle) => setSeries(toggle.currentTarget.open)}><summary>{t("Series and leagues")}</summary>{isSeries && <SeriesList user={user} />}</details>
  </List>;
}

export function EventRow({ event }: { event: Schemas["TournamentItem"] }) {
  return (
    <li class="row"><a class="to" href={linkTo.tournament(event.id)}>
      <strong>{event.name}</strong>
      <span>{rulesName(event)}{event.play === "over_the_board" ? `, ${t("over the board")}` : ""}</span>
      <span class="faint">{plain(event.status)}, {many(event.entry_count, "entry", "entries")}</span>
    </a></li>
  );
}

export function ClubList({ user }: { user: string | undefined }) {
  const [text, setText] = useState("");
  const [whose, setWhose] = useState("");
  const name = useTyped(text.trim());
  const isMine = user !== undefined && whose === "mine";
  const list = useList<Schemas["ClubItem"]>(async (cursor) => {
    const more = { limit: LISTED, ...(cursor ? { cursor } : {}) };
    return isMine ? data(api.GET("/v1/me/clubs", { params: { query: more } }), "items") : data(api.GET("/v1/clubs", { params: { query: { ...more, ...given({ name }) } } }), "items");
  }, [name, isMine, user]);
  return <List kind="clubs" list={list} row={(club) => (
      <li class="row" key={club.id}><a class="to" href={linkTo.club(club.id)}><strong>{club.name}</strong><span class="faint">{many(club.member_count, "member")}</span></a></li>
    )}
    none={user ? t("No such club. Found one below.") : t("No such club. Sign in to found one.")}
    filters={<>
      {!isMine && <TypedText label={t("Name")} value={text} onChange={setText} />}
      {user && <Choice label={t("Which")} value={whose} onChange={setWhose} words={{ ...any(), mine: t("mine") }} />}
    </>}>
    {user && <NewClub />}
  </List>;
}

function NewClub() {
  const [name, setName] = useState("");
  const [joining, setJoining] = useState("open");
  const [error, setError] = useState<unknown>();
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    await data(api.POST("/v1/clubs", { body: { name, joining: joining as never } }), "id").then((club) => go(linkTo.club(club.id)), setError);
  };
  return (
    <form class="form" onSubmit={(event) => void create(event)}>
      <h2>{t("Found a club")}</h2>
      <label>{t("Name of the club")} <input value={name} required maxLength={80} onInput={(event) => setName(event.currentTarget.value)} /></label>
      <Choice label={t("Who may join")} value={joining} onChange={setJoining} words={{ open: t("everybody"), application: t("whoever is accepted"), invitation: t("whoever is invited") }} />
      <Trouble error={error} />
      <button class="primary">{t("Found the club")}</button>
    </form>
  );
}

export function LadderList() {
  const [ruleset, setRuleset] = useState("");
  const [kind, setKind] = useState("");
  const list = useList<Schemas["Ladder"]>(async () => {
    const { items } = await data(api.GET("/v1/ladders"), "items");
    const fits = ({ pool }: Schemas["Ladder"]) => [[0, ruleset], [3, kind]].every(([place, part]) => !part || pool.split(".")[place as number] === part);
    return { items: items.filter(fits) };
  }, [ruleset, kind]);
  return <List kind="ladders" list={list}
    none={ruleset || kind ? t("No such ladder. Choose other filters.") : rich("Nobody has finished a rated game yet. {look}: the first one opens this list.", { look: <a href="/#rated">{t("Look for a rated game")}</a> })}
    filters={<>
      <Choice label={t("Game")} value={ruleset} onChange={setRuleset} words={{ ...any(), ...RULESETS }} />
      <Choice label={t("Players")} value={kind} onChange={setKind} words={{ ...any(), human: t("people"), bot: t("bots") }} />
    </>}
    row={(ladder) => (
      <li class="row" key={ladder.pool}><a class="to" href={linkTo.ladder(ladder.pool)}><strong>{poolName(ladder.pool)}</strong><span class="faint">{many(ladder.players, "player")}, {many(ladder.games, "rated game")}</span></a></li>
    )} />;
}

export function PlayerList() {
  const [text, setText] = useState("");
  const prefix = useTyped(text.trim());
  const list = useList<Schemas["Player"]>(async (cursor) => prefix ? data(api.GET("/v1/players", { params: { query: { prefix, limit: LISTED, ...(cursor ? { cursor } : {}) } } }), "items") : { items: [] }, [prefix]);
  return <List kind="players" list={list} none={prefix ? t("Nobody's name begins with “{text}”.", { text: prefix }) : t("Type how the name begins.")}
    filters={<TypedText label={t("Name")} value={text} onChange={setText} />}
    row={(player) => <li class="row" key={player.id}><span class="to"><span><PlayerLink player={player as never} /> <DisplayName player={player} /></span></span></li>} />;
}
