// Looks for people to play with: any opponent on chosen terms, whoever waits already, or a friend with a link.
import { useState } from "preact/hooks";
import type { GameItem } from "../api";
import { rich, t } from "../language";
import { many, rulesName } from "../words";
import { clockName, CLOCKS } from "./clocks";
import { Invite } from "./later";
import { GameRow, PlayerLink } from "./parts";
import { join, seek, stopSeeking, type Seek, type Waiting } from "./waiting";

export interface PeopleProps {
  user: string | undefined;
  waiting: Waiting | undefined;
  isBusy: boolean;
  act: (what: () => Promise<void>) => void;
}

/** The clocks on offer: a rated game needs one. */
const OFFERED = ["fast", "slow", "days", "none"] as const;
const SEATS = [2, 3, 4];
/** How many of those who wait stand in the panel; the list below it has all. */
const NEAR = 3;
/** How many stand in the list until its reader wants more. */
const LISTED = 12;

export const isOwn = (seek: Seek, user: string | undefined): boolean => seek.player.username === user;
export const isSeated = (game: GameItem, user: string | undefined): boolean => game.seats.some(({ player }) => player.username === user);

export function People({ user, waiting, isBusy, act }: PeopleProps) {
  const [isRated, setRated] = useState(location.hash === "#rated");
  const [seats, setSeats] = useState(2);
  const [isInviting, setInviting] = useState(false);
  const own = waiting?.seeks.filter((one) => isOwn(one, user)) ?? [];
  const others = (waiting?.seeks.length ?? 0) - own.length + (waiting?.games.filter((game) => !isSeated(game, user)).length ?? 0);
  const choice = <T,>(label: string, all: readonly (readonly [T, string, string?])[], value: T, set: (value: T) => void) => (
    <div class="choices" role="group" aria-label={label}>{all.map(([one, word, name]) => <button key={word} type="button" aria-pressed={one === value} aria-label={name} onClick={() => set(one)}>{word}</button>)}</div>
  );
  return (
    <>
      <p class="near">{waiting && (others ? t("{count} table waits for you.|{count} tables wait for you.", { count: others }) : t("Nobody waits now: be the first, and play the computer meanwhile."))}</p>
      <WaitingRows user={user} waiting={waiting} isBusy={isBusy} act={act} max={NEAR} />
      <div class="terms">
        {choice(t("Rating"), [[false, t("casual")], [true, t("rated")]], isRated, setRated)}
        <div class="seats">{choice(t("Players"), SEATS.map((n) => [n, String(n), many(n, "player")] as const), seats, setSeats)} <span aria-hidden="true">{t("Players")}</span></div>
      </div>
      <div class="seek">{OFFERED.filter((name) => !isRated || name !== "none").map((name) => (
        <button key={name} type="button" class="primary" aria-disabled={isBusy} onClick={() => act(() => seek({ ruleset: "splendor", seats, rated: isRated, clock: CLOCKS[name]! }, user))}>{clockName(CLOCKS[name]!)}</button>
      ))}</div>
      {own.map((one) => (
        <p key={one.id} class="notice seeking" role="status">{t("You look for players: {terms}. You may go on reading, or play the computer: this page tells you.", { terms: termsOf(one) })}{" "}
          <button type="button" onClick={() => act(() => stopSeeking(one.id))}>{t("Stop looking")}</button></p>
      ))}
      {isInviting ? <Invite user={user} seats={seats} onClose={() => setInviting(false)} /> : <button type="button" class="quiet" onClick={() => setInviting(true)}>{t("Play with a friend")}</button>}
    </>
  );
}

/** The terms of a seek in few words. */
const termsOf = (one: Seek): string =>
  [rulesName(one), many(one.seat_count, "player"), clockName(one.clock), one.rated ? t("rated") : t("casual")].join(", ");

/** Those who wait, each with a button that begins: `max` of them in the panel, where those of whoever looks are left out, and more in the list below it. */
export function WaitingRows({ user, waiting, isBusy, act, max }: PeopleProps & { max?: number }) {
  const [most, setMost] = useState(max ?? LISTED);
  const seeks = waiting?.seeks.filter((one) => !isOwn(one, user)).slice(0, most) ?? [];
  const own = waiting?.games.filter((game) => !max || !isSeated(game, user)) ?? [];
  const games = own.slice(0, most - seeks.length);
  if (!seeks.length && !games.length) return null;
  return (<>
    <ul class="rows">
      {seeks.map((one) => (
        <li class="row" key={one.id}>
          <span class="to"><strong>{rich("{player} looks for players", { player: <PlayerLink player={one.player} /> })}</strong><span class="faint">{termsOf(one)}</span></span>
          <button type="button" class="primary" aria-disabled={isBusy} onClick={() => act(() => seek({ ruleset: one.ruleset, modules: one.modules, options: one.options, seats: one.seat_count, rated: one.rated, clock: one.clock as never }, user))}>{t("Play")}</button>
        </li>
      ))}
      {games.map((game) => (
        <GameRow key={game.id} game={game}>
          {!isSeated(game, user) && <button type="button" class="primary" aria-disabled={isBusy} onClick={() => act(() => join(game.id, user))}>{user ? t("Join") : t("Join as a guest")}</button>}
        </GameRow>
      ))}
    </ul>
    {!max && games.length < own.length && <p><button type="button" onClick={() => setMost(Infinity)}>{t("Show more")}</button></p>}
  </>);
}
