// Playing on from a position of a game that is over: a fork of it, against the computer.
import { useState } from "preact/hooks";
import { data, type Game } from "../api";
import { t } from "../language";
import { nameOf } from "../words";
import { becomeGuest } from "./guest";
import { entropy } from "./lobby";
import { first, fits, useOpponents } from "./opponents";
import { Trouble } from "./parts";
import { go, linkTo } from "./route";
import { api } from "./session";

/** Plays on from the position of a game that is over, in any seat. */
export function PracticeHere({ game, version, user }: { game: Game; version: number; user: string | undefined }) {
  const [seat, setSeat] = useState(game.viewer_seat ?? 0);
  // Nobody decides anything after the end.
  if (version < 1 || version >= game.version) return null;
  return (
    <details>
      <summary>{t("Practice from this position")}</summary>
      <div class="line">
        <label>{t("In the seat of")} <select value={seat} onChange={(change) => setSeat(Number(change.currentTarget.value))}>
          {game.seats.map((one) => <option key={one.seat} value={one.seat}>{nameOf(one.player)}</option>)}
        </select></label>
        <Practice game={game} version={version} seat={seat} user={user} />
      </div>
    </details>
  );
}

/** Plays on from a position, in a seat of it, against the computer. */
export function Practice({ game, version, seat, user }: { game: Game; version: number; seat: number; user: string | undefined }) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const able = useOpponents().filter((bot) => fits(bot, game.ruleset, game.modules, game.seats.length));
  const opponent = first(able);
  const others = game.seats.length - 1;
  if (!opponent || able.length < others) return null;
  const begin = async () => {
    setBusy(true);
    setError(undefined);
    try {
      if (!user) await becomeGuest();
      const fork = await data(api.POST("/v1/games/{id}/fork", { params: { path: { id: game.id }, query: { at: version } }, body: { seat, visibility: "unlisted", entropy: entropy() } }), "seats");
      // A bot has one seat in a game.
      for (const { username } of [opponent, ...able.filter((bot) => bot !== opponent)].slice(0, others)) {
        await data(api.POST("/v1/games/{id}/invitations", { params: { path: { id: fork.id } }, body: { username } }), "items");
      }
      go(linkTo.game(fork.id));
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return <><button type="button" class="quiet" disabled={isBusy} onClick={() => void begin()}>{t("Play on from here against {name}", { name: opponent.username })}</button><Trouble error={error} /></>;
}
