// A player: ratings with their curves, and games with filters. Whoever looks at another player may challenge them; one's own profile has
// what only its owner may change.
import { useState } from "preact/hooks";
import { data, type GameItem, type Schemas } from "../api";
import { day, t } from "../language";
import { many, poolName, RULESETS } from "../words";
import { useAct } from "./act";
import { any, Choice, given, TypedText, useList, useTyped } from "./browse";
import { DisplayName, GameRow, Missing, Section, Trouble, useAnswer } from "./parts";
import { entropy } from "./lobby";
import { go, linkTo } from "./route";
import { api, isGuest } from "./session";
import { useSign } from "./sign";

const LISTED = 30;
const CURVE_GAMES_MAX = 100;

/** How a rating went: its last games, the newest on the right. */
function RatingCurve({ name, pools }: { name: string; pools: readonly string[] }) {
  const [pool, setPool] = useState(pools[0]!);
  const history = useAnswer(() => data(api.GET("/v1/players/{username}/rating-history", { params: { path: { username: name }, query: { pool, limit: CURVE_GAMES_MAX } } }), "items"), [name, pool]);
  const games = [...(history.answer?.items ?? [])].reverse().filter((game) => !game.annulled);
  const ratings = games.map((game) => game.rating);
  const [low, high] = [Math.min(...ratings) - 20, Math.max(...ratings) + 20];
  const points = ratings.map((rating, at) => `${(at / Math.max(ratings.length - 1, 1)) * 600},${150 - ((rating - low) / (high - low)) * 150}`);
  return (
    <>
      {pools.length > 1 && <div class="filters"><label>{t("Ladder")} <select value={pool} onChange={(event) => setPool(event.currentTarget.value)}>
        {pools.map((one) => <option key={one} value={one}>{poolName(one)}</option>)}
      </select></label></div>}
      <Trouble error={history.error} />
      {ratings.length > 1 && (
        <figure class="rating-curve">
          <svg viewBox="-10 -10 620 170" role="img" aria-label={t("The rating after each of the last {games} games: from {first} to {last}, between {low} and {high}", { games: ratings.length, first: ratings[0]!, last: ratings.at(-1)!, low: Math.min(...ratings), high: Math.max(...ratings) })}>
            <polyline points={points.join(" ")} />
          </svg>
          <figcaption class="faint">{t("{low} to {high} in the last {games} rated games, now {rating}", { low: Math.min(...ratings), high: Math.max(...ratings), games: ratings.length, rating: ratings.at(-1)! })}</figcaption>
        </figure>
      )}
    </>
  );
}

export function Player({ name, user }: { name: string; user: string | undefined }) {
  const path = { path: { username: name } };
  const player = useAnswer(() => data(api.GET("/v1/players/{username}", { params: path }), "id"), [name]);
  const ratings = useAnswer(() => data(api.GET("/v1/players/{username}/ratings", { params: path }), "items"), [name]);
  useSign(`${name} – Lapidary`, false);
  if (!player.answer) return <Missing error={player.error} what="player" user={user} />;
  const { username, bot, created_at, totals } = player.answer;
  const rated = (ratings.answer as { items?: readonly Schemas["PlayerRating"][] } | undefined)?.items ?? [];
  const isOwn = username === user;
  return (
    <>
      <h1 class="named"><img src={`/v1/players/${encodeURIComponent(name)}/avatar.svg`} alt="" width="56" height="56" /> {username}{bot ? ` (${t("bot")})` : ""} <DisplayName player={player.answer} /></h1>
      <p class="faint">{t("Here since {day}.", { day: day(created_at) })}</p>
      {user && !isOwn && username && <Challenge name={username} isBot={bot} />}
      {totals.length > 0 && (
        <Section title={t("Finished games")}>
          <ul class="rows figures">{totals.map(({ ruleset, seats, games, wins }) => (
            <li key={ruleset + seats} class="row"><span class="to"><b class="figure">{wins}/{games}</b><span>{RULESETS[ruleset] ?? ruleset}, {many(seats, "player")}</span><span class="faint">{many(games, "game")}, {t("{count} won|{count} won", { count: wins })}</span></span></li>
          ))}</ul>
        </Section>
      )}
      {rated.length > 0 && (
        <Section title={t("Ratings")}>
          <RatingCurve name={name} pools={rated.map((row) => row.pool)} />
          <ul class="rows figures">{rated.map((row) => (
            <li key={row.pool} class="row"><a class="to" href={linkTo.ladder(row.pool)}><b class="figure">{row.rating}{row.provisional && <span class="faint" title={t("provisional")}>?</span>}</b><span>{poolName(row.pool)}</span><span class="faint">{many(row.games, "game")}{row.provisional ? ` (${t("provisional")})` : ""}</span></a></li>
          ))}</ul>
        </Section>
      )}
      <History name={name} user={user} />
      {user && !isOwn && username && <Report id={player.answer.id} />}
      {isOwn && <OwnAccount displayName={player.answer.display_name ?? ""} onChange={() => void player.again()} />}
    </>
  );
}

/** Tells the administrators what a player has done. */
function Report({ id }: { id: string }) {
  const [reason, setReason] = useState("");
  const [isTold, setTold] = useState(false);
  const { act, isBusy, trouble } = useAct(() => setTold(true));
  if (isTold) return <p class="faint" role="status">{t("The administrators look at it.")}</p>;
  return (
    <details class="spread">
      <summary>{t("Report this player")}</summary>
      {trouble}
      <form class="line" onSubmit={(submit) => (submit.preventDefault(), void act(() => data(api.POST("/v1/reports", { body: { target: { type: "account", id }, reason } }), "reported_at")))}>
        <label>{t("What have they done?")} <input value={reason} required maxLength={500} onInput={(input) => setReason(input.currentTarget.value)} /></label>
        <button type="submit" disabled={isBusy}>{t("Report")}</button>
      </form>
    </details>
  );
}

/** The games of a player, the newest first. */
function History({ name, user }: { name: string; user: string | undefined }) {
  const [status, setStatus] = useState("");
  const [ruleset, setRuleset] = useState("");
  const [text, setText] = useState("");
  const opponent = useTyped(text.trim());
  const query = { player: name, limit: LISTED, ...given({ status, ruleset, opponent }) };
  const list = useList<GameItem>(async (cursor) => data(api.GET("/v1/games", { params: { query: { ...query, ...(cursor ? { cursor } : {}) } as never } }), "items"), [name, status, ruleset, opponent, user]);
  const isFiltered = status || ruleset || opponent;
  return (
    <div class="spread"><Section title={t("Games")}>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Choice label={t("State")} value={status} onChange={setStatus} words={{ ...any(), active: t("being played"), finished: t("finished") }} />
        <Choice label={t("Game")} value={ruleset} onChange={setRuleset} words={{ ...any(), ...RULESETS }} />
        <TypedText label={t("Against")} value={text} onChange={setText} />
      </form>
      <Trouble error={list.error} />
      {!list.items ? !list.error && <p class="faint">{t("One moment …")}</p>
      : list.items.length ? <ul class="rows">{list.items.map((game) => <GameRow key={game.id} game={game} />)}</ul>
      : <p class="none">{isFiltered ? t("No such game. Choose other filters.") : t("No games that you may see.")}</p>}
      {list.grow && <p><button type="button" onClick={list.grow}>{t("Show more")}</button></p>}
    </Section></div>
  );
}

/** Asks a player for a game. The challenge is a private game that waits for them. */
function Challenge({ name, isBot }: { name: string; isBot: boolean }) {
  const [ruleset, setRuleset] = useState("splendor");
  const [error, setError] = useState<unknown>();
  const challenge = async () => {
    setError(undefined);
    const terms = { ruleset, seats: 2, entropy: entropy() };
    const asked = isBot ? api.POST("/v1/games", { body: { ...terms, opponents: [{ bot: name }] } }) : api.POST("/v1/challenges", { body: { ...terms, to: name } });
    await data<{ id: string }>(asked as never, "id").then(({ id }) => go(linkTo.game(id)), setError);
  };
  return (
    <>
      <div class="filters">
        <Choice label={t("Game")} value={ruleset} onChange={setRuleset} words={RULESETS} />
        <button type="button" onClick={() => void challenge()}>{t("Challenge {name}", { name })}</button>
      </div>
      <Trouble error={error} onClose={() => setError(undefined)} />
    </>
  );
}

/** What only the owner of an account may change. */
function OwnAccount({ displayName, onChange }: { displayName: string; onChange: () => void }) {
  const [shown, setShown] = useState(displayName);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [done, setDone] = useState("");
  const [error, setError] = useState<unknown>();
  const send = (act: () => Promise<unknown>, told: string) => async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    setDone("");
    await act().then(() => (setDone(told), onChange()), setError);
  };
  const rename = () => data(api.PATCH("/v1/me", { body: { display_name: shown.trim() || null } }), "id");
  const changePassword = async () => {
    await data(api.PUT("/v1/me/password", { body: { current, new: next } }));
    [setCurrent, setNext].forEach((set) => set(""));
  };
  return (
    <Section title={t("My account")}>
      <div class="own-forms">
      <form class="line" onSubmit={(event) => void send(rename, t("The name is saved."))(event)}>
        <label>{t("Name to show beside the other")} <input value={shown} maxLength={40} onInput={(event) => setShown(event.currentTarget.value)} /></label>
        <button>{t("Save")}</button>
      </form>
      {!isGuest() && (
        <form class="line" onSubmit={(event) => void send(changePassword, t("The password is changed."))(event)}>
          <label>{t("Current password")} <input type="password" value={current} required autocomplete="current-password" maxLength={128} onInput={(event) => setCurrent(event.currentTarget.value)} /></label>
          <label>{t("New password")} <input type="password" value={next} required minLength={8} maxLength={128} autocomplete="new-password" onInput={(event) => setNext(event.currentTarget.value)} /></label>
          <button>{t("Change it")}</button>
        </form>
      )}
      {!isGuest() && <Email onSent={(act) => send(act, t("The e-mail address is saved."))} />}
      </div>
      <p role="status">{done}</p>
      <Trouble error={error} onClose={() => setError(undefined)} />
      <p><a href="/account/access">{t("Apps, tokens and logins")}</a></p>
    </Section>
  );
}

/** The address that helps who has forgotten the password. */
function Email({ onSent }: { onSent: (act: () => Promise<unknown>) => (event: SubmitEvent) => Promise<void> }) {
  const me = useAnswer(() => data(api.GET("/v1/me"), "id"), []);
  const [typed, setTyped] = useState<string>();
  const [password, setPassword] = useState("");
  if (!me.answer) return <Trouble error={me.error} />;
  const save = async () => {
    await data(api.PATCH("/v1/me", { body: { email: (typed ?? me.answer?.email ?? "").trim() || null, password } }), "id");
    setPassword("");
    await me.again();
    setTyped(undefined);
  };
  return (
    <form class="line" onSubmit={(event) => void onSent(save)(event)}>
      <label>{t("E-mail, for a forgotten password")} <input type="email" value={typed ?? me.answer.email ?? ""} maxLength={254} autocomplete="email" onInput={(event) => setTyped(event.currentTarget.value)} /></label>
      <label>{t("Password, to change the e-mail")} <input type="password" value={password} required maxLength={128} autocomplete="current-password" onInput={(event) => setPassword(event.currentTarget.value)} /></label>
      <button>{t("Change the e-mail")}</button>
    </form>
  );
}
