// Pairs that must not meet in the next rounds: members of a family, or players who travel together.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { nameOf } from "../words";
import { useAct } from "./act";
import { EntryChoice } from "./entry_choice";
import { namesOf } from "./pages";
import { api } from "./session";

type Pair = Schemas["ForbiddenPair"];

export function Apart({ event, all }: { event: Schemas["Tournament"]; all: readonly Schemas["TournamentEntry"][] }) {
  const { act, isBusy, trouble } = useAct();
  const [a, setA] = useState(0);
  const [b, setB] = useState(0);
  const names = namesOf(all);
  const nameAt = (entry: number) => {
    const found = all.find((one) => one.entry === entry);
    return found ? nameOf(found.player, found.guest) : t("entry {n}", { n: entry });
  };
  const pairs = event.forbidden_pairs;
  const send = (forbidden_pairs: readonly Pair[]) => act(() => data(api.PATCH("/v1/tournaments/{id}", { params: { path: { id: event.id } }, body: { forbidden_pairs: [...forbidden_pairs] } }), "id"));
  const add = () => send([...pairs, { a, b }]).then((isDone) => isDone && (setA(0), setB(0)));
  return (
    <details>
      <summary>{t("Pairs that must not meet ({n})", { n: pairs.length })}</summary>
      {trouble}
      <ul class="rows entry-list">{pairs.map((pair) => (
        <li class="row" key={`${pair.a} ${pair.b}`}><span class="to">{nameAt(pair.a)} – {nameAt(pair.b)}</span>
          <button type="button" class="quiet" disabled={isBusy} aria-label={t("{name} and {other} may meet", { name: nameAt(pair.a), other: nameAt(pair.b) })} onClick={() => void send(pairs.filter((one) => one !== pair))}>{t("Take away")}</button></li>
      ))}</ul>
      <form class="line" onSubmit={(submit) => { submit.preventDefault(); void add(); }}>
        <EntryChoice label={t("Player")} names={names} value={a} none="–" onChange={setA} />
        <EntryChoice label={t("must not meet")} names={names.filter(([entry]) => entry !== a)} value={b} none="–" onChange={setB} />
        <button disabled={isBusy || !a || !b}>{t("Keep them apart")}</button>
      </form>
    </details>
  );
}
