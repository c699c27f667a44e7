// Tells whoever uses the page that a game of theirs has begun: a table that was found, a friend who has come, a challenge that was accepted.
import { useEffect, useState } from "preact/hooks";
import { t } from "../language";
import { nameOf } from "../words";
import { message } from "./alerts";
import { onOwnGames, type OwnGame } from "./own_games";
import { go, here, linkTo } from "./route";
import { expect, expects } from "./waiting";

const opponents = (game: OwnGame): string => game.seats.filter((_, seat) => seat !== game.viewer_seat).map(({ player }) => nameOf(player)).join(", ");

/** `shown` is the id of the game that the page shows. */
export function BegunGames({ shown }: { shown: string }) {
  const [begun, setBegun] = useState<readonly OwnGame[]>([]);
  useEffect(() => {
    let known: Map<string, string> | undefined;
    return onOwnGames((own) => {
      const before = known;
      known = own && new Map(own.games.map((game) => [game.id, game.status]));
      // What has begun before the page was opened is in the list of games.
      const found = before ? own?.games.filter((game) => game.status === "active" && before.get(game.id) !== "active") ?? [] : [];
      setBegun((old) => [...old.filter(({ id }) => known?.get(id) === "active"), ...found]);
      for (const game of found) {
        if (document.visibilityState === "hidden") void message(t("Your table is ready"), opponents(game), linkTo.game(game.id));
        if (!expects() || here().kind !== "start") continue;
        expect(false);
        go(linkTo.game(game.id));
      }
    });
  }, []);
  useEffect(() => setBegun((old) => old.filter(({ id }) => id !== shown)), [shown]);
  return (
    <div role="status">{begun.filter(({ id }) => id !== shown).map((game) => (
      <p key={game.id} class="notice found">{t("Your table is ready: you play against {names}.", { names: opponents(game) })}{" "}
        <a class="button primary" href={linkTo.game(game.id)}>{t("Go to the table")}</a>{" "}
        <button type="button" class="quiet" onClick={() => setBegun(begun.filter(({ id }) => id !== game.id))}>{t("Close")}</button></p>
    ))}</div>
  );
}
