// The page: what its address names, and whoever uses it.
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { language, rich, speak, t } from "../language";
import { Account, GuestNotice } from "./account";
import { BegunGames } from "./begun";
import { read } from "./file";
import { preferred } from "./kept";
import { Club, ClubList, GameList, Ladder, LadderList, Moderation, Player, PlayerList, Puzzle, PuzzleOfToday, Replay, Rules, Series, Tournament, TournamentList } from "./later";
import { Lobby } from "./lobby";
import { Trouble } from "./parts";
import { followLinks, LISTS, useRoute, type Listed, type Place } from "./route";
import { icon } from "./sign";
import { AlertsOffer, Settings, WaitingGames } from "./settings";
import { onChange, username } from "./session";
import { Table } from "./table";
import { theme } from "./theme";
import { useTurnSignals } from "./turn";
import { renewAlerts } from "./alerts";
import "./page.css";

function View({ place, user }: { place: Place; user: string | undefined }) {
  switch (place.kind) {
    case "start":
      return <Lobby user={user} />;
    case "game":
      return <Table key={place.id} id={place.id} user={user} />;
    case "tournament":
      return <Tournament key={place.id} id={place.id} user={user} />;
    case "ladder":
      return <Ladder key={place.id} pool={place.id} />;
    case "club":
      return <Club key={place.id} id={place.id} user={user} />;
    case "series":
      return <Series key={place.id} id={place.id} user={user} />;
    case "player":
      return <Player key={place.id} name={place.id} user={user} />;
    case "puzzle":
      return <Puzzle key={place.id} id={place.id} user={user} />;
    case "games":
      return <GameList user={user} />;
    case "puzzles":
      return <PuzzleOfToday user={user} />;
    case "tournaments":
      return <TournamentList user={user} />;
    case "clubs":
      return <ClubList user={user} />;
    case "ladders":
      return <LadderList />;
    case "moderate":
      return <Moderation user={user} />;
    case "rules":
      return <Rules />;
    case "players":
      return <PlayerList />;
    default:
      return <><h1>{t("There is nothing at this address")}</h1><p>{rich("{start}, or choose a list above.", { start: <a href="/">{t("Go to the start")}</a> })}</p></>;
  }
}

/** The lists: behind a button where there is no room for them. */
function Navigation({ place, user, onLook }: { place: Place; user: string | undefined; onLook: () => void }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [place]);
  const link = (path: string, label: string, isHere: boolean) => <a key={path} href={path} aria-current={isHere ? "page" : undefined}>{label}</a>;
  return (
    <>
      <button type="button" class="menu quiet" aria-expanded={isOpen} aria-label={t("Menu")} onClick={() => setOpen(!isOpen)}><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path stroke="currentColor" stroke-width="2" d="M3 6h18M3 12h18M3 18h18" /></svg></button>
      <nav class={isOpen ? "open" : ""} aria-label={t("Lists")}>
        {link("/", t("Play"), place.kind === "start")}
        {(Object.keys(LISTS) as Listed[]).map((kind) => link(`/${kind}`, t(LISTS[kind]), place.kind === kind))}
        <a href="/docs/">API</a>
        <Settings user={user} onChange={onLook} />
      </nav>
    </>
  );
}

function Page({ onLook }: { onLook: () => void }) {
  const place = useRoute();
  const [user, setUser] = useState(username());
  const [file, setFile] = useState<{ found: Schemas["Export"]; name: string } | undefined>();
  const [error, setError] = useState<unknown>();
  useEffect(() => onChange((notice) => {
    setUser(username());
    setError(notice && new Error(notice));
  }), []);
  // As soon as the button stands there: a file that is chosen before the next picture would be lost.
  useLayoutEffect(() => {
    const open = (dropped: File) => read(dropped).then(
      (found) => {
        setFile({ found, name: dropped.name });
        setError(undefined);
      },
      setError,
    );
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const dropped = event.dataTransfer?.files[0];
      if (dropped) void open(dropped);
    };
    const chosen = (event: globalThis.Event) => void open((event as CustomEvent<File>).detail);
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    addEventListener("lapidary-file", chosen);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
      removeEventListener("lapidary-file", chosen);
    };
  }, []);
  useTurnSignals();
  useEffect(() => void renewAlerts(), [user]);
  useEffect(() => setFile(undefined), [place.kind, place.id]);
  const main = useRef<HTMLElement>(null);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>{t("Skip to the content")}</a>
      <header class="top">
        <a class="brand" href="/"><img src={icon} alt="" width="28" height="28" /> <span>Lapidary</span></a>
        <Navigation place={place} user={user} onLook={onLook} />
        <WaitingGames here={place.id} />
        <Account user={user} />
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        <Trouble error={error} onClose={() => setError(undefined)} />
        <GuestNotice user={user} />
        <BegunGames shown={place.id} />
        <AlertsOffer />
        {file ? <Replay key={file.name} {...file} onClose={() => setFile(undefined)} /> : <View place={place} user={user} />}
      </main>
    </>
  );
}

await speak(preferred());
/** The element has a file of its own, which other pages use too: Preact comes from it (build.mjs). */
if (!customElements.get("lapidary-game")) throw new Error("The element has not come.");
document.addEventListener("click", followLinks);
document.body.replaceChildren();
/** Shows the page; with another language or theme, all of it is made anew. */
const show = () => render(<Page key={`${language} ${theme()}`} onLook={show} />, document.body);
show();
