// A game with one click.
import { useState } from "preact/hooks";
import { data } from "../api";
import { t } from "../language";
import { becomeGuest } from "./guest";
import { entropy } from "./lobby";
import { first, fits, useOpponents } from "./opponents";
import { Trouble } from "./parts";
import { go, linkTo } from "./route";
import { api } from "./session";

export function QuickGame({ user }: { user: string | undefined }) {
  const opponent = first(useOpponents().filter((bot) => fits(bot, "splendor", [], 2)));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    setError(undefined);
    try {
      if (!user) await becomeGuest();
      const game = await data(api.POST("/v1/games", { body: { ruleset: "splendor", seats: 2, opponents: [{ bot: opponent!.username }], entropy: entropy() } }), "seats");
      go(linkTo.game(game.id));
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return (
    <section class="welcome">
      <h1>{t("Splendor and its family, to watch and to play")}</h1>
      <p>{t("Collect gems, buy cards, receive nobles. Watch a game below, or sit down at a table.")}</p>
      <div class="actions">
        {opponent && <button type="button" class="primary" disabled={isBusy} onClick={() => void play()}>{t("Play against the computer")}</button>}
        <a class="button" href="#new-game">{t("Create a table")}</a>
        <label class="button">{t("Replay a file")} <input type="file" class="hidden-input" accept=".json,application/json" onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) dispatchEvent(new CustomEvent("lapidary-file", { detail: file }));
        }} /></label>
      </div>
      <Trouble error={error} />
    </section>
  );
}
