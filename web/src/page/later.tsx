// Views that many visitors never open. They are in a file of their own, which is loaded when one of them is shown.
import type { ComponentType } from "preact";
import { ask, Refusal } from "../api";
import { speakMore, t } from "../language";
import { Trouble, useAnswer } from "./parts";

type Events = typeof import("./events");

const ADDRESS = document.body.dataset["events"] ?? "/assets/events.js";
const RELOADED = "lapidary-reloaded";

let tries = 0;
let loaded: Events | undefined;

async function load(): Promise<Events> {
  // A browser may remember that an address has failed, so the next try has another one.
  const address = tries ? `${ADDRESS}?${tries}` : ADDRESS;
  try {
    const [found] = await Promise.all([import(address) as Promise<Events>, speakMore()]);
    // An empty text is a module, too.
    if (!found.Club) throw new Refusal(0);
    return (loaded = found);
  } catch {
    tries++;
    const refusal = await ask(new Request(ADDRESS), (response) => response.text()).then(() => new Refusal(0), (refusal: Refusal) => refusal);
    if (refusal.status === 404 && isFirst()) {
      location.reload();
      return new Promise(() => undefined);
    }
    throw refusal;
  }
}

/** The server has another version than this page if it does not know the file. Then the page loads itself anew, once: several servers may
 * have different versions for a while. */
function isFirst(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === ADDRESS) return false;
    sessionStorage.setItem(RELOADED, ADDRESS);
    return true;
  } catch {
    return false;
  }
}

type Props<K extends keyof Events> = Parameters<Events[K]> extends [infer P extends object] ? P : object;

/** A view of the other file. A quiet one is not missed while it is not there. */
const later = <K extends keyof Events>(name: K, isQuiet = false) => function Later(props: Props<K>) {
  const { answer, error } = useAnswer(load, []);
  const views = loaded ?? answer;
  if (views) {
    const View = views[name] as ComponentType<object>;
    return <View {...props} />;
  }
  if (isQuiet) return null;
  if (!error) return <p class="faint">{t("One moment …")}</p>;
  return (
    <>
      <Trouble error={error} />
      <p>{t("This part of the page could not be loaded.")} <button type="button" onClick={() => location.reload()}>{t("Load the page again")}</button></p>
    </>
  );
};

export const Analysis = later("Analysis");
export const Club = later("Club");
export const ClubList = later("ClubList");
export const Coach = later("Coach", true);
export const Ending = later("Ending");
export const GameList = later("GameList");
export const Invite = later("Invite");
export const Ladder = later("Ladder");
export const LadderList = later("LadderList");
export const Moderation = later("Moderation");
export const NewEvent = later("NewEvent");
export const NewGame = later("NewGame");
export const NoGame = later("NoGame");
export const Player = later("Player");
export const PlayerList = later("PlayerList");
export const PracticeHere = later("PracticeHere", true);
export const Proof = later("Proof");
export const Puzzle = later("Puzzle");
export const PuzzleOfToday = later("PuzzleOfToday");
export const Replay = later("Replay");
export const Rules = later("Rules");
export const Series = later("Series");
export const SeriesList = later("SeriesList");
export const TournamentList = later("TournamentList");
export const Tournament = later("Tournament");
