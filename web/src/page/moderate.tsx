// What players have reported, for administrators: the text, and what becomes of it and of whoever has written it.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { plain } from "../words";
import { Sure, useAct } from "./act";
import { PlayerLink, Section, Trouble, useAnswer } from "./parts";
import { linkTo } from "./route";
import { api } from "./session";

const LISTED = 50;
type Report = Schemas["PlayerReport"];

export function Moderation({ user }: { user: string | undefined }) {
  const { answer, error, again } = useAnswer(() => data(api.GET("/v1/admin/reports", { params: { query: { limit: LISTED } } }), "items"), [user]);
  return (
    <>
      <h1>{t("Reports")}</h1>
      <Trouble error={error} />
      {answer?.items.length === 0 && <p class="faint">{t("Nothing is reported.")}</p>}
      {answer?.items.map((report) => <Reported key={report.id} report={report} onDone={again} />)}
      {answer?.next_cursor && <p class="faint">{t("More follow when these are decided.")}</p>}
    </>
  );
}

/** Where the text stands, if its id is that of a page. */
function placeOf({ type, id }: Report["target"]): string | undefined {
  const [kind] = type.split("_");
  return kind === "club" ? linkTo.club(id) : kind === "tournament" || kind === "team" || kind === "guest" ? linkTo.tournament(id)
    : kind === "series" || kind === "group" ? linkTo.series(id) : kind === "game" || kind === "annulment" ? linkTo.game(id) : undefined;
}

function Reported({ report, onDone }: { report: Report; onDone: () => unknown }) {
  const { act, isBusy, trouble } = useAct(onDone);
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const { id, player, target } = report;
  const name = player.username ?? "";
  const decide = (outcome: Schemas["DecideReport"]["outcome"]) => data(api.POST("/v1/admin/reports/{id}/decide", { params: { path: { id } }, body: { outcome, reason } }), "id");
  const first = (what: () => Promise<unknown>) => void act(async () => {
    await what();
    await decide("acted");
  });
  const lock = () => data(api.POST("/v1/admin/players/{username}/lock", { params: { path: { username: name } }, body: { reason, ends_at: until ? new Date(until).toISOString() : null } }));
  const place = placeOf(target);
  const kind = plain(target.type);
  return (
    <Section title={kind}>
      {trouble}
      {report.text && <blockquote>{report.text}</blockquote>}
      <p><PlayerLink player={player} /> {place && <a href={place}>{t("Look at it")}</a>} <span class="faint">{t("{count} report|{count} reports", { count: report.reporters })}</span></p>
      <ul>{report.reasons.map((why, key) => <li key={key}>{why}</li>)}</ul>
      <form class="line" onSubmit={(submit) => submit.preventDefault()}>
        <label>{t("Why? Those concerned read it.")} <input value={reason} maxLength={500} onInput={(input) => setReason(input.currentTarget.value)} /></label>
        <label>{t("Locked until, or without an end")} <input type="datetime-local" value={until} onInput={(input) => setUntil(input.currentTarget.value)} /></label>
      </form>
      <div class="actions">
        <button type="button" disabled={isBusy || !reason} onClick={() => void act(() => decide("dismissed"))}>{t("Dismiss")}</button>
        {target.type !== "account" && <button type="button" disabled={isBusy || !reason} onClick={() => first(() => data(api.POST("/v1/admin/take-downs", { body: { target: target as Schemas["TakeTextDown"]["target"], reason } })))}>{t("Take it down")}</button>}
        {name && reason && <Sure label={t("Lock {name}", { name })} question={t("{name} and their bots can do nothing then.", { name })} isBusy={isBusy} onSure={() => first(lock)} />}
      </div>
    </Section>
  );
}
