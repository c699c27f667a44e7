// A game from a file. Nothing of it is sent to the server: its log and its state are shown as text, because the pictures come from the server.
import { useState } from "preact/hooks";
import type { Event, Schemas } from "../api";
import { ended, entry, gameName, nameOf } from "../words";
import { Section, Trouble } from "./parts";
import { check, Steps, type Step } from "./proof";

type Export = Schemas["Export"];

/** A file is at most this large. The longest games have a few hundred kilobytes. */
const BYTES_MAX = 16 * 1024 * 1024;

/** Reads an export. Throws a sentence if the file is none. */
export async function read(file: File): Promise<Export> {
  if (file.size > BYTES_MAX) throw new Error(`${file.name} is too large: the limit is 16 MiB.`);
  let found: Partial<Export> | null;
  try {
    found = JSON.parse(await file.text());
  } catch (error) {
    throw new Error(`${file.name} is not valid JSON: ${(error as Error).message}`);
  }
  if (found?.format !== "lapidary-export-1") throw new Error(`${file.name} is not an export of a game: \`format\` is not "lapidary-export-1".`);
  const fits = Array.isArray(found.events) && Array.isArray(found.game?.seats) && Array.isArray(found.game?.modules) && typeof found.game?.ruleset === "string";
  if (!fits || !found.deal || !found.events!.every((event) => event && typeof event.type === "string" && typeof event.data === "object")) {
    throw new Error(`${file.name} is not a complete export: \`game\`, \`deal\` or \`events\` is missing or malformed.`);
  }
  return found as Export;
}

export function Replay({ found, name, onClose }: { found: Export; name: string; onClose: () => void }) {
  const [shown, setShown] = useState(found.events.length);
  const [steps, setSteps] = useState<readonly Step[] | undefined>();
  const [error, setError] = useState<unknown>();
  const names = found.game.seats.map((seat) => nameOf(seat.player));
  const events = found.events as unknown as Event[];
  const totals = tallied(events.slice(0, shown), names.length);
  return (
    <>
      <h1>{names.join(" – ")}</h1>
      <p>{gameName({ ...found.game, label: null })} from the file {name}. The file stays in this browser. Pictures of a board come from a server, so a file shows its log and what each seat has.</p>
      <div class="actions">
        <button type="button" onClick={() => check(found).then(setSteps, setError)}>Check the deal in this browser</button>
        <button type="button" class="quiet" onClick={onClose}>Close the file</button>
      </div>
      <Trouble error={error} />
      <Steps steps={steps} />
      <label class="slider">Version {shown} of {events.length}
        <input type="range" min={1} max={events.length} value={shown} onInput={(event) => setShown(Number(event.currentTarget.value))} /></label>
      <table>
        <thead><tr><th>Player</th><th>Turns</th><th>Cards</th><th>Nobles</th><th>Tokens</th></tr></thead>
        <tbody>{totals.map((total, seat) => <tr key={seat}><th scope="row">{names[seat]}</th><td>{total.turns}</td><td>{total.cards}</td><td>{total.nobles}</td><td>{total.tokens}</td></tr>)}</tbody>
      </table>
      {shown === events.length && found.result && <p><strong>{ended(found.result as never, names)}</strong></p>}
      <Section title="Log">
        <ol class="file-log" tabIndex={0} aria-label="Log">{events.slice(0, shown).map((event, place) => (
          <li key={place}>{entry(event, names)} {event.type === "action" && <code>{event.data.notation}</code>}</li>
        ))}</ol>
      </Section>
    </>
  );
}

interface Total {
  turns: number;
  cards: number;
  nobles: number;
  tokens: number;
}

/** What each seat has, from the effects alone. */
function tallied(events: readonly Event[], seats: number): Total[] {
  const totals = Array.from({ length: seats }, (): Total => ({ turns: 0, cards: 0, nobles: 0, tokens: 0 }));
  const sum = (tokens: Record<string, number> | undefined) => Object.values(tokens ?? {}).reduce((all, n) => all + n, 0);
  for (const event of events) {
    if (event.type === "started") totals[0]!.turns = Math.max(1, totals[0]!.turns);
    for (const effect of event.type === "action" ? event.data.effects : []) {
      const { type, seat, tokens, to } = effect as { type: string; seat?: number; to?: number; tokens?: Record<string, number> };
      const total = totals[seat ?? -1];
      if (!total) continue;
      if (type === "tokens_taken") total.tokens += sum(tokens);
      else if (type === "tokens_returned") total.tokens -= sum(tokens);
      else if (type === "token_given") {
        total.tokens--;
        if (totals[to ?? -1]) totals[to!]!.tokens++;
      } else if (type === "card_bought" || type === "card_taken_free") total.cards++;
      else if (type === "card_discarded") total.cards--;
      else if (type === "noble_received") total.nobles++;
      else if (type === "turn_began") total.turns++;
    }
  }
  return totals;
}
