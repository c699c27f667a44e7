// A game from a file. Nothing of it is sent to the server: this browser replays and draws it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Event, Game } from "../api";
import type { LapidaryGame, Recording } from "../element/lapidary-game";
import { t } from "../language";
import { ended, gameName, nameOf } from "../words";
import { draw } from "./drawing";
import type { Export } from "./file";
import { Trouble } from "./parts";
import { check, Steps, type Step } from "./proof";
import { dress } from "./theme";

export function Replay({ found, name, onClose }: { found: Export; name: string; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [steps, setSteps] = useState<readonly Step[] | undefined>();
  const [error, setError] = useState<unknown>();
  const names = found.game.seats.map((seat) => nameOf(seat.player));
  useEffect(() => {
    const element = document.createElement("lapidary-game") as LapidaryGame;
    element.setAttribute("controls", "");
    dress(element);
    place.current?.replaceChildren(element);
    element.open(recordingOf(found));
    return () => element.remove();
  }, [found]);
  return (
    <>
      <h1>{names.join(" – ")}</h1>
      <p>{t("{game} from the file {file}. The file stays in this browser, which replays and draws the game.", { game: gameName({ ...found.game, label: null }), file: name })}</p>
      <div ref={place} />
      {found.result && <p><strong>{ended(found.result as never, names)}</strong></p>}
      <div class="actions">
        <button type="button" onClick={() => check(found).then(setSteps, setError)}>{t("Check the deal in this browser")}</button>
        <button type="button" class="quiet" onClick={onClose}>{t("Close the file")}</button>
      </div>
      <Trouble error={error} />
      <Steps steps={steps} />
    </>
  );
}

/** The game in an export, as the element shows it. */
function recordingOf(found: Export): Recording {
  const events = found.events as unknown as readonly Event[];
  const status = events.at(-1)?.type === "aborted" ? "aborted" : "finished";
  const game = { ...found.game, label: null, status, version: events.length, seat_count: found.game.seats.length, to_act: null, result: found.result };
  return { game: game as unknown as Game, events, draw: (look) => draw(found, look) };
}
