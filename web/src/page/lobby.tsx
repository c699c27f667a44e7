// The first view: games to watch, tables to join, and the games of whoever is signed in.
import { useEffect, useState } from "preact/hooks";
import { data, type GameItem } from "../api";
import { follow, type Frame } from "../follow";
import { t } from "../language";
import { firstGame } from "./first";
import { GameRow, Section, Trouble, useAnswer } from "./parts";
import { becomeGuest } from "./guest";
import { useOwnGames } from "./own_games";
import { go, linkTo } from "./route";
import { api, token } from "./session";
import { useSign } from "./sign";
import { many } from "../words";
import { NewGame } from "./new_game";
import { QuickGame } from "./quick_game";
import { watched } from "./watched";
import { LiveGame } from "./live_game";

const LISTED = 12;
const REFRESH_MS = 10_000;

export function Lobby({ user }: { user: string | undefined }) {
  const games = (status: "active" | "finished") => () => data(api.GET("/v1/games", { params: { query: { status, limit: LISTED } } }), "items");
  const live = useAnswer(games("active"), [user]);
  const over = useAnswer(games("finished"), [user]);
  useEffect(() => {
    // Whatever failed is tried again anyway.
    const lists = [live, over].filter(({ error }) => !error);
    const timer = setInterval(() => document.visibilityState === "visible" && lists.forEach(({ again }) => void again()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [live.error, over.error]);
  // Until the lists are there, the game that the server has put into the page.
  const first = live.answer && over.answer ? watched(live.answer.items, over.answer.items) : firstGame ?? undefined;
  return (
    <>
      <QuickGame user={user} />
      <Trouble error={live.error ?? over.error} />
      {first && (
        <Section title={first.status === "active" ? t("Live now") : t("A finished game")}>
          <LiveGame id={first.id} />
          <p><a href={linkTo.game(first.id)}>{t("Open this game")}</a></p>
        </Section>
      )}
      <div class="columns">
        {user && <Mine key={user} />}
        <OpenTables user={user} />
        <Section title={t("Live games")}>
          <Games items={live.answer?.items} none={t("No game is being played.")} />
        </Section>
        <Section title={t("Finished games")}>
          <Games items={over.answer?.items} none={t("No game has ended yet.")} />
        </Section>
      </div>
      <NewGame user={user} />
    </>
  );
}

export function Games({ items, none }: { items: readonly GameItem[] | undefined; none: string }) {
  if (!items) return <p class="faint">{t("One moment …")}</p>;
  return items.length ? <ul class="rows">{items.map((game) => <GameRow key={game.id} game={game} />)}</ul> : <p class="faint">{none}</p>;
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
      ) : <p class="faint">{games ? t("You are in no game.") : t("One moment …")}</p>}
      {invitations.length > 0 && <p>{many(invitations.length, "invitation")}:{" "}
        {invitations.map(({ game }) => <a key={game} href={linkTo.game(game)}>{t("open it")} </a>)}</p>}
    </Section>
  );
}

function OpenTables({ user }: { user: string | undefined }) {
  const [games, set] = useState<readonly GameItem[] | undefined>();
  const [error, setError] = useState<unknown>();
  useEffect(() => follow({
    address: () => "/v1/lobby/events",
    token,
    onState: () => undefined,
    onFrame: ({ type, data: content }: Frame) => {
      const item = content as GameItem & { games: readonly GameItem[] };
      if (type === "snapshot") set(item.games);
      else if (type === "game") set((old = []) => [item, ...old.filter((game) => game.id !== item.id)]);
      else if (type === "game_gone") set((old = []) => old.filter((game) => game.id !== item.id));
    },
  }), [user]);
  const join = async (id: string) => {
    setError(undefined);
    try {
      if (!user) await becomeGuest();
      await data(api.POST("/v1/games/{id}/join", { params: { path: { id } }, body: { entropy: entropy() } }), "seats");
      go(linkTo.game(id));
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <Section title={t("Open tables")}>
      <Trouble error={error} onClose={() => setError(undefined)} />
      {games?.length ? (
        <ul class="rows">
          {games.map((game) => (
            <GameRow key={game.id} game={game}>
              {!game.seats.some((seat) => seat.player.username === user) && <button type="button" onClick={() => void join(game.id)}>{user ? t("Join") : t("Join as a guest")}</button>}
            </GameRow>
          ))}
        </ul>
      ) : <p class="faint">{games ? t("Nobody waits for players. Create a table below.") : t("One moment …")}</p>}
    </Section>
  );
}

/** Randomness of this browser for the deal, in hexadecimal. */
export const entropy = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
