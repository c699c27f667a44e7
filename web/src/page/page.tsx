// The page: what its address names, and whoever uses it.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Account } from "./account";
import { Club } from "./club";
import { Ladder, Player } from "./lists";
import { Series } from "./series";
import { Tournament } from "./tournament";
import { Lobby } from "./lobby";
import { Trouble } from "./parts";
import { read, Replay } from "./replay";
import { followLinks, useRoute, type Place } from "./route";
import { icon } from "./sign";
import { finishSignIn, onChange, username } from "./session";
import { Table } from "./table";
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
    default:
      return <h1>There is nothing at this address</h1>;
  }
}

function Page({ trouble }: { trouble: string | undefined }) {
  const place = useRoute();
  const [user, setUser] = useState(username());
  const [file, setFile] = useState<{ found: Schemas["Export"]; name: string } | undefined>();
  const [error, setError] = useState<unknown>(trouble && new Error(trouble));
  useEffect(() => onChange(() => setUser(username())), []);
  useEffect(() => {
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
  useEffect(() => setFile(undefined), [place.kind, place.id]);
  return (
    <>
      <header class="top">
        <a class="brand" href="/"><img src={icon} alt="" width="28" height="28" /> Lapidary</a>
        <nav aria-label="Documentation"><a href="/docs/">API</a></nav>
        <Account user={user} />
      </header>
      <main>
        <Trouble error={error} onClose={() => setError(undefined)} />
        {file ? <Replay key={file.name} {...file} onClose={() => setFile(undefined)} /> : <View place={place} user={user} />}
      </main>
    </>
  );
}

/** The element has a file of its own, which other pages use too; the page waits for it. */
await import(document.body.dataset["element"] ?? "/assets/lapidary-game.js");
const trouble = await finishSignIn();
document.addEventListener("click", followLinks);
document.body.replaceChildren();
render(<Page trouble={trouble} />, document.body);
