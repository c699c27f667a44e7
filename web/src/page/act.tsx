// What somebody does by a button: one act at a time, why it failed, and the password where the server wants a new login first.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Refusal } from "../api";
import { t } from "../language";
import { Trouble } from "./parts";
import { isGuest, isOfEnded, onChange, signIn, username } from "./session";

export interface Act {
  /** Does something. It returns whether that was successful. */
  act: (what: () => Promise<unknown>) => Promise<boolean>;
  isBusy: boolean;
  /** Why the last act failed, until the next one or until the person closes it. */
  trouble: ComponentChildren;
}

/** `onDone` follows each act that was successful. */
export function useAct(onDone?: () => unknown): Act {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<() => Promise<unknown>>();
  // What was refused to whoever was signed in before is no matter of who is now.
  useEffect(() => onChange(() => setError(undefined)), []);
  const act = async (what: () => Promise<unknown>): Promise<boolean> => {
    setError(undefined);
    setBusy(true);
    try {
      await what();
      await onDone?.();
      return true;
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.problem?.code === "fresh_login_needed") setWaiting(() => what);
      else if (!isOfEnded(refusal)) setError(refusal);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const trouble = (
    <>
      <Trouble error={error} onClose={() => setError(undefined)} />
      {waiting && <Password onKnown={() => { setWaiting(undefined); void act(waiting); }} onClose={() => setWaiting(undefined)} />}
    </>
  );
  return { act, isBusy, trouble };
}

/** Asks for the password again before an act that needs a new login. */
function Password({ onKnown, onClose }: { onKnown: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>();
  useEffect(() => dialog.current?.showModal(), []);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    signIn(username() ?? "", password, isGuest()).then(onKnown, setError);
  };
  return (
    <dialog ref={dialog} aria-label={t("Your password again")} onClose={onClose}>
      <form class="form" onSubmit={send}>
        <h2>{t("Your password again")}</h2>
        <p>{t("This cannot be undone, so the server wants to be sure that it is you.")}</p>
        <label>{t("Password")} <input type="password" value={password} required maxLength={128} autocomplete="current-password" onInput={(event) => setPassword(event.currentTarget.value)} /></label>
        <Trouble error={error} />
        <div class="actions"><button class="primary">{t("Go on")}</button><button type="button" class="quiet" onClick={() => dialog.current?.close()}>{t("Cancel")}</button></div>
      </form>
    </dialog>
  );
}

interface SureProps {
  label: string;
  question: string;
  onSure: () => void;
  isBusy?: boolean;
  /** Whether it is what comes next. */
  isNext?: boolean;
}

/** A button that asks first. */
export function Sure({ label, question, onSure, isBusy, isNext }: SureProps) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return <button type="button" class={isNext ? "primary" : "quiet"} onClick={() => setAsked(true)}>{label} …</button>;
  return (
    <span class="sure">{question}{" "}
      <button type="button" disabled={isBusy} onClick={() => { setAsked(false); onSure(); }}>{label}</button>
      <button type="button" class="quiet" onClick={() => setAsked(false)}>{t("No")}</button>
    </span>
  );
}
