// The first view: games to watch, tables to join, and the games of whoever is signed in.
import { useEffect, useRef, useState } from "preact/hooks";
import { data, type GameItem } from "../api";
import { t } from "../language";
import { firstGame } from "./first";
import { GameRow, Section, Trouble, useAnswer } from "./parts";
import { KEPT_GAME } from "./kept_game";
import { KeptTable } from "./kept_table";
import { useOwnGames } from "./own_games";
import { isOwn, WaitingRows } from "./people";
import { linkTo } from "./route";
import { api } from "./session";
import { useSign } from "./sign";
import { many } from "../words";
import { NewGame } from "./later";
import { useWaiting } from "./waiting";
import { watched } from "./watched";
import { Welcome } from "./welcome";
import { LiveGame } from "./live_game";

const LISTED = 12;
const REFRESH_MS = 10_000;

export function Lobby({ user }: { user: string | undefined }) {
  const games = (status: "active" | "finished") => () => data(api.GET("/v1/games", { params: { query: { status, limit: LISTED } } }), "items");
  const live = useAnswer(games("active"), [user]);
  const over = useAnswer(games("finished"), [user]);
  const waiting = useWaiting(user);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // What was refused to whoever was signed in before is no matter of who is now.
  useEffect(() => setError(undefined), [user]);
  const more = useRef<HTMLDetailsElement>(null);
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    // Whatever failed is tried again anyway.
    const lists = [live, over].filter(({ error }) => !error);
    const timer = setInterval(() => document.visibilityState === "visible" && lists.forEach(({ again }) => void again()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [live.error, over.error]);
  // What is shown first stays until the reader leaves: nothing moves away while they look at it.
  const [shown, show] = useState(firstGame?.id);
  const isChosen = useRef(shown !== undefined);
  useEffect(() => {
    if (!live.answer || isChosen.current) return;
    isChosen.current = true;
    show(watched(live.answer.items)?.id);
  }, [live.answer]);
  const act = (what: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    what().catch(setError).finally(() => setBusy(false));
  };
  const props = { user, waiting, isBusy, act };
  const openMore = () => {
    setMore(true);
    more.current?.scrollIntoView({ block: "start" });
    more.current?.querySelector("summary")?.focus({ preventScroll: true });
  };
  return (
    <>
      <div class="hero">
        <Welcome {...props} error={error} onMore={openMore} />
        <div class="stage">
          {shown ? (
            <section class="live" aria-label={t("Live now")}>
              <LiveGame id={shown} />
              <p><strong>{t("Live now")}</strong> <a href={linkTo.game(shown)}>{t("Open this game")}</a></p>
            </section>
          ) : <KeptTable game={KEPT_GAME} />}
        </div>
      </div>
      <details class="more-ways" ref={more} open={isMore} onToggle={(toggle) => setMore(toggle.currentTarget.open)}>
        <summary>{t("More: modules, Kids, seats, clocks …")}</summary>
        {isMore && <NewGame user={user} />}
        <label class="button">{t("Replay a file")} <input type="file" class="hidden-input" accept=".json,application/json" onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) dispatchEvent(new CustomEvent("lapidary-file", { detail: file }));
        }} /></label>
      </details>
      <Trouble error={live.error ?? over.error} />
      <div class="columns">
        {user && <Mine key={user} />}
        <Section title={t("Open tables")}>
          {waiting && !waiting.seeks.some((one) => !isOwn(one, user)) && !waiting.games.length ? <p class="none">{t("Nobody waits for players now. Open a table, and it stands here for everybody.")}</p>
          : waiting ? <WaitingRows {...props} /> : <p class="none">{t("One moment …")}</p>}
        </Section>
        <Section title={t("Live games")}>
          <Games items={live.answer?.items} none={t("No game is being played. Yours can be the first.")} />
        </Section>
        <Section title={t("Finished games")}>
          <Games items={over.answer?.items} none={t("No game has ended yet. Every one can be replayed here.")} />
        </Section>
      </div>
    </>
  );
}

export function Games({ items, none }: { items: readonly GameItem[] | undefined; none: string }) {
  if (!items) return <p class="none">{t("One moment …")}</p>;
  return items.length ? <ul class="rows">{items.map((game) => <GameRow key={game.id} game={game} />)}</ul> : <p class="none">{none}</p>;
}

function Mine() {
  const { games, invitations = [] } = useOwnGames() ?? {};
  const turns = games?.filter((game) => game.my_turn).length ?? 0;
  useSign(turns ? `${t("Your turn in {games}", { games: many(turns, "game") })} – Lapidary` : "Lapidary", turns > 0);
  return (
    <Section title={t("My games")}>
      {games?.length ? (
        <ul class="rows">
          {[...games].sort((a, b) => Number(b.my_turn) - Number(a.my_turn)).map((game) => (
            <GameRow key={game.id} game={game}>{game.my_turn && <a class="button" href={linkTo.game(game.id)}>{t("My turn")}</a>}</GameRow>
          ))}
        </ul>
      ) : games ? <p class="none">{t("You are in no game. Press a clock or an opponent above, and you are.")}</p> : <p class="none">{t("One moment …")}</p>}
      {invitations.length > 0 && <p>{many(invitations.length, "invitation")}:{" "}
        {invitations.map(({ game }) => <a key={game} href={linkTo.game(game)}>{t("open it")} </a>)}</p>}
    </Section>
  );
}

/** Randomness of this browser for the deal, in hexadecimal. */
export const entropy = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
