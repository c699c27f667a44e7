// Who belongs to a club: joining and leaving, and what its owner and managers decide of members, applications, invitations and bans.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { plain } from "../words";
import { Sure, useAct } from "./act";
import { PlayerLink, Section, useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api, username } from "./session";

const LISTED = 100;
type Club = Schemas["Club"];

export const isManager = (club: Pick<Club, "my_role">): boolean => club.my_role === "owner" || club.my_role === "manager";

/** Whether the person may do with what somebody has made what cannot be undone: it is theirs, or belongs to a club that they own. */
export function useHasMade(maker: Schemas["PlayerRef"], id?: string | null): boolean {
  const club = useAnswer(async () => (id ? data(api.GET("/v1/clubs/{id}", { params: { path: { id } } }), "id") : undefined), [id]);
  return maker.username === username() || club.answer?.my_role === "owner";
}

interface PeopleProps {
  club: Club;
  /** Called after something of the club has changed. */
  onChange: () => unknown;
}

/** Joins, applies, and leaves. */
export function Membership({ club, user, onChange }: PeopleProps & { user: string | undefined }) {
  const { act, isBusy, trouble } = useAct(onChange);
  const [code, setCode] = useState("");
  if (!user) return <p class="faint">{t("Sign in to join.")}</p>;
  const own = { path: { id: club.id, username: user } };
  const join = (body: Schemas["JoinClub"]) => void act(() => data(api.POST("/v1/clubs/{id}/join", { params: { path: { id: club.id } }, body }), "id"));
  const isInvited = club.my_request === "invitation";
  const isStranger = !club.my_role && club.my_request !== "application";
  return (
    <>
      {trouble}
      <div class="actions">
        {isStranger && (club.joining !== "invitation" || isInvited) && <button type="button" class="primary" disabled={isBusy} onClick={() => join({})}>{club.joining === "open" || isInvited ? t("Join@club") : t("Apply")}</button>}
        {isInvited && <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/clubs/{id}/invitations/{username}", { params: own })))}>{t("Decline")}</button>}
        {club.my_request === "application" && <><span>{t("Your application waits.")}</span><button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/clubs/{id}/applications/{username}", { params: own })))}>{t("Take it back")}</button></>}
        {club.my_role && club.my_role !== "owner" && <Sure label={t("Leave the club")} question={t("Leave the club?")} isBusy={isBusy} onSure={() => void act(() => data(api.DELETE("/v1/clubs/{id}/members/{username}", { params: own })))} />}
        {club.my_role === "owner" && club.member_count === 1 && <Sure label={t("Close the club")} question={t("You are its last member: nobody sees it any more.")} isBusy={isBusy} onSure={() => void act(async () => {
          await data(api.DELETE("/v1/clubs/{id}/members/{username}", { params: own }));
          go(linkTo.list("clubs"));
        })} />}
      </div>
      {isStranger && (
        <details>
          <summary>{t("I have a code")}</summary>
          <form class="line" onSubmit={(submit) => { submit.preventDefault(); join({ code }); }}>
            <label>{t("Code of the club")} <input value={code} required maxLength={20} autocapitalize="characters" onInput={(input) => setCode(input.currentTarget.value)} /></label>
            <button disabled={isBusy}>{t("Join@club")}</button>
          </form>
        </details>
      )}
    </>
  );
}

export function Members({ club, onChange }: PeopleProps) {
  const members = useAnswer(() => data(api.GET("/v1/clubs/{id}/members", { params: { path: { id: club.id }, query: { limit: LISTED } } }), "items"), [club.id, club.member_count]);
  const [chosen, setChosen] = useState<string>();
  const { act, isBusy, trouble } = useAct(() => { setChosen(undefined); onChange(); return members.again(); });
  const more = club.member_count - (members.answer?.items.length ?? 0);
  const isOwner = club.my_role === "owner";
  const role = (name: string, next: Schemas["SetRole"]["role"]) => void act(() => data(api.PATCH("/v1/clubs/{id}/members/{username}", { params: { path: { id: club.id, username: name } }, body: { role: next } }), "id"));
  const remove = (name: string) => void act(() => data(api.DELETE("/v1/clubs/{id}/members/{username}", { params: { path: { id: club.id, username: name } } })));
  const ban = (name: string) => void act(() => data(api.PUT("/v1/clubs/{id}/bans/{username}", { params: { path: { id: club.id, username: name } } })));
  return (
    <Section title={t("Members")}>
      {trouble}
      <ul class="rows entry-list">{members.answer?.items.map(({ player, role: has }) => {
        const name = player.username;
        const mayChange = name && name !== username() && has !== "owner" && (isOwner || (isManager(club) && has === "member"));
        return (
          <li class="row" key={player.id}><span class="to"><PlayerLink player={player} />{has !== "member" && <span class="faint">{plain(has)}</span>}</span>
            {mayChange && <button type="button" class="quiet" aria-expanded={chosen === name} aria-label={t("More about {name}", { name })} onClick={() => setChosen(chosen === name ? undefined : name)}>…</button>}
            {mayChange && chosen === name && (
              <div class="more actions">
                {isOwner && (has === "member" ? <button type="button" disabled={isBusy} onClick={() => role(name, "manager")}>{t("Make {name} a manager", { name })}</button>
                  : <button type="button" disabled={isBusy} onClick={() => role(name, "member")}>{t("{name} manages no more", { name })}</button>)}
                {isOwner && <Sure label={t("Make {name} the owner", { name })} question={t("Then you are a manager, and {name} decides.", { name })} isBusy={isBusy} onSure={() => role(name, "owner")} />}
                <Sure label={t("Remove {name}", { name })} question={t("{name} is no member any more.", { name })} isBusy={isBusy} onSure={() => remove(name)} />
                <Sure label={t("Ban {name}", { name })} question={t("{name} cannot come back until you lift the ban.", { name })} isBusy={isBusy} onSure={() => ban(name)} />
              </div>
            )}
          </li>
        );
      })}</ul>
      {members.answer && more > 0 && <p class="faint">{t("And {count} more.", { count: more })}</p>}
      {isManager(club) && <Requests club={club} onChange={() => { onChange(); return members.again(); }} />}
    </Section>
  );
}

/** Who would like to join, who is invited, who is banned; and the code. */
function Requests({ club, onChange }: PeopleProps) {
  const params = { path: { id: club.id }, query: { limit: LISTED } };
  const asked = useAnswer(async () => {
    const [applications, invitations, bans] = await Promise.all([
      data(api.GET("/v1/clubs/{id}/applications", { params }), "items"), data(api.GET("/v1/clubs/{id}/invitations", { params }), "items"), data(api.GET("/v1/clubs/{id}/bans", { params }), "items"),
    ]);
    return { applications: applications.items, invitations: invitations.items, bans: bans.items };
  }, [club.id, club.member_count]);
  const { act, isBusy, trouble } = useAct(() => { onChange(); return asked.again(); });
  const [name, setName] = useState("");
  const [code, setCode] = useState<string>();
  const at = (who: string) => ({ params: { path: { id: club.id, username: who } } });
  const row = (player: Schemas["PlayerRef"], children: preact.ComponentChildren) => <li class="row" key={player.id}><span class="to"><PlayerLink player={player} /></span>{children}</li>;
  const { applications, invitations, bans } = asked.answer ?? { applications: [], invitations: [], bans: [] };
  return (
    <>
      {trouble}
      {applications.length > 0 && <><h3>{t("Applications")}</h3><ul class="rows">{applications.map(({ player }) => row(player, <>
        <button type="button" disabled={isBusy} onClick={() => void act(() => data(api.PUT("/v1/clubs/{id}/members/{username}", at(player.username ?? ""))))}>{t("Accept")}</button>
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/clubs/{id}/applications/{username}", at(player.username ?? ""))))}>{t("Decline")}</button>
      </>))}</ul></>}
      <form class="line" onSubmit={(submit) => { submit.preventDefault(); void act(() => data(api.PUT("/v1/clubs/{id}/invitations/{username}", at(name.trim())))).then((isDone) => isDone && setName("")); }}>
        <label>{t("Invite a player by name")} <input value={name} required maxLength={64} autocapitalize="none" onInput={(input) => setName(input.currentTarget.value)} /></label>
        <button disabled={isBusy}>{t("Invite")}</button>
      </form>
      {invitations.length > 0 && <><h3>{t("Invited")}</h3><ul class="rows">{invitations.map(({ player }) => row(player,
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/clubs/{id}/invitations/{username}", at(player.username ?? ""))))}>{t("Take it back")}</button>))}</ul></>}
      {bans.length > 0 && <details><summary>{t("Banned ({n})", { n: bans.length })}</summary><ul class="rows">{bans.map(({ player }) => row(player,
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/clubs/{id}/bans/{username}", at(player.username ?? ""))))}>{t("Lift the ban")}</button>))}</ul></details>}
      <details>
        <summary>{t("Code to join")}</summary>
        <p class="faint">{t("Whoever types it becomes a member.")} {t("A new code replaces the old one.")}</p>
        {code && <p role="status">{t("The code is {code}. It is shown once.", { code })}</p>}
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={() => void act(async () => setCode((await data(api.POST("/v1/clubs/{id}/join-code", { params: { path: { id: club.id } } }), "code")).code))}>{t("New code")}</button>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(() => data(api.DELETE("/v1/clubs/{id}/join-code", { params: { path: { id: club.id } } }))).then(() => setCode(undefined))}>{t("End the code")}</button>
        </div>
      </details>
    </>
  );
}
