// What an organizer prints: slips for the tables, who sits where, and a sheet for the wall. Each has the code of the event.
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { t } from "../language";
import { inHall, nameOf, onTable } from "../words";
import { AddressCode } from "./code";
import { linkTo } from "./route";

type Event = Schemas["Tournament"];
type Round = Schemas["TournamentRound"];
type Kind = "slips" | "pairings" | "poster";

export function Printing({ event, round }: { event: Event; round: Round | null }) {
  const [kind, setKind] = useState<Kind>();
  useEffect(() => {
    if (!kind) return;
    const done = () => setKind(undefined);
    addEventListener("afterprint", done);
    print();
    return () => removeEventListener("afterprint", done);
  }, [kind]);
  const path = linkTo.tournament(event.id);
  return (
    <details>
      <summary>{t("Code to scan, and paper")}</summary>
      <div class="code-card"><AddressCode path={path} /><p>{t("Whoever scans this sees the pairings, results and standings.")} <span class="faint">{location.origin}{path}</span></p></div>
      <div class="actions">
        <button type="button" onClick={() => setKind("poster")}>{t("Print a sheet for the wall")}</button>
        {round && <button type="button" onClick={() => setKind("slips")}>{t("Print result slips")}</button>}
        {round && <button type="button" onClick={() => setKind("pairings")}>{t("Print who sits where")}</button>}
      </div>
      {kind === "poster" && <div class="sheet poster"><h1>{event.name}</h1><AddressCode path={path} /><p>{t("Pairings, results and standings")}</p><p>{location.origin}{path}</p></div>}
      {kind === "slips" && round && <Slips event={event} round={round} path={path} />}
      {kind === "pairings" && round && <Pairings event={event} round={round} path={path} />}
    </details>
  );
}

const counting = (round: Round) => inHall(round.tables.filter((table) => table.status !== "void"));

function Slips({ event, round, path }: { event: Event; round: Round; path: string }) {
  return (
    <div class="sheet slips">{counting(round).map((table) => (
      <div class="slip" key={table.table}>
        <div class="slip-head"><div><h2>{event.name}</h2><h3>{t("Round {round}, table {table}", { round: round.round, table: onTable(table) })}</h3></div><AddressCode path={path} /></div>
        <table>
          <thead><tr><th>{t("Player")}</th><th>{t("Place")}</th><th>{event.ruleset === "kids" ? t("Treasures") : t("Prestige")}</th>{event.ruleset === "splendor" && <th>{t("Cards")}</th>}</tr></thead>
          <tbody>{table.seats.map((seat) => <tr key={seat.seat}><th scope="row">{seat.seat + 1}. {nameOf(seat.player, seat.guest)}</th><td /><td />{event.ruleset === "splendor" && <td />}</tr>)}</tbody>
        </table>
      </div>
    ))}</div>
  );
}

function Pairings({ event, round, path }: { event: Event; round: Round; path: string }) {
  const byes = [...round.byes, ...(round.requested_byes ?? [])].map((one) => ({ name: nameOf(one.player, one.guest), where: t("no opponent") }));
  const seated = counting(round).flatMap((table) => table.seats.map((seat) => ({ name: nameOf(seat.player, seat.guest), where: t("table {table}, seat {seat}", { table: onTable(table), seat: seat.seat + 1 }) })));
  const all = [...seated, ...byes].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div class="sheet pairings">
      <div class="slip-head"><div><h1>{event.name}</h1><h2>{t("Round {n}", { n: round.round })}</h2></div><AddressCode path={path} /></div>
      <ol class="by-table">{counting(round).map((table) => <li key={table.table} value={onTable(table)}><strong>{t("Table {n}", { n: onTable(table) })}</strong> {table.seats.map((seat) => `${seat.seat + 1}. ${nameOf(seat.player, seat.guest)}`).join("  ")}</li>)}</ol>
      <table><tbody>{all.map(({ name, where }) => <tr key={`${name} ${where}`}><th scope="row">{name}</th><td>{where}</td></tr>)}</tbody></table>
    </div>
  );
}
