// Signing in, signing up, and signing out. A guest is told what that costs, and asked.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t, type Text } from "../language";
import { Trouble } from "./parts";
import { linkTo } from "./route";
import { isGuest, keepAccount, signIn, signOut, signUp } from "./session";

type Question = "in" | "up" | "keep" | "leave";

export function Account({ user }: { user: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [question, setQuestion] = useState<Question>("in");
  const [error, setError] = useState<unknown>();
  useEffect(() => setError(undefined), [user]);
  const ask = (next: Question) => {
    setQuestion(next);
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  const leave = () => {
    setError(undefined);
    signOut().then(close, setError);
  };
  const form = (props: Pick<PasswordFormProps, "title" | "button" | "onChosen"> & Partial<PasswordFormProps>) =>
    <PasswordForm key={question} isNew onClose={close} {...props} />;
  return (
    <div class="account">
      {user && <a href={linkTo.player(user)}>{user}</a>}
      {user && isGuest() && <button type="button" class="keep" onClick={() => ask("keep")}>{t("Keep this account")}</button>}
      {user && <button type="button" class="quiet" onClick={() => (isGuest() ? ask("leave") : leave())}>{t("Sign out")}</button>}
      {!user && <button type="button" onClick={() => ask("in")}>{t("Sign in")}</button>}
      {!user && <button type="button" class="quiet" onClick={() => ask("up")}>{t("Sign up")}</button>}
      {question !== "leave" && <Trouble error={error} onClose={() => setError(undefined)} />}
      <dialog ref={dialog} aria-label={t(LABELS[question])}>
        {question === "in" ? form({ title: t("Sign in"), button: t("Sign in"), withName: true, isNew: false, onChosen: signIn, children: <p><a href="/account/forgot">{t("Forgot your password?")}</a></p> })
        : question === "up" ? form({ title: t("Create an account"), button: t("Sign up"), withName: true, onChosen: signUp })
        : question === "keep" ? form({ title: t("Choose a password for {name}", { name: user ?? "" }), button: t("Keep the account"), onChosen: (_, password) => keepAccount(password) })
        : form({
            title: t("Without a password you lose this account"),
            button: t("Keep the account, and sign out"),
            onChosen: (_, password) => keepAccount(password).then(signOut),
            other: <button type="button" class="quiet" onClick={leave}>{t("Sign out and lose the account")}</button>,
            children: (
              <>
                <p>{t("You play as {name}, a guest. Only this browser can sign in as {name}, until you sign out. Choose a password to keep your games and results.", { name: user ?? "" })}</p>
                <Trouble error={error} />
              </>
            ),
          })}
      </dialog>
    </div>
  );
}

const LABELS = { in: "Sign in", up: "Sign up", keep: "Keep this account", leave: "Sign out" } as const satisfies Record<Question, Text>;

interface PasswordFormProps {
  title: string;
  button: string;
  withName?: boolean;
  /** Whether the password is chosen here. */
  isNew: boolean;
  onChosen: (name: string, password: string) => Promise<void>;
  onClose: () => void;
  /** What is said first, and what else can be done. */
  children?: ComponentChildren;
  other?: ComponentChildren;
}

function PasswordForm({ title, button, withName, isNew, onChosen, onClose, children, other }: PasswordFormProps) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>();
  return (
    <form class="form" onSubmit={(event) => {
      event.preventDefault();
      setError(undefined);
      onChosen(name, password).then(onClose, setError);
    }}>
      <h2>{title}</h2>
      {children}
      {withName && <label>{t("Name")} <input name="username" value={name} required maxLength={64} autocomplete="username" autocapitalize="none" onInput={(event) => setName(event.currentTarget.value)} /></label>}
      <label>{t("Password")} <input name="password" type="password" value={password} required {...(isNew ? { minLength: 8 } : {})} maxLength={128} autocomplete={isNew ? "new-password" : "current-password"} onInput={(event) => setPassword(event.currentTarget.value)} /></label>
      <Trouble error={error} />
      <div class="actions"><button class="primary">{button}</button>{other}<button type="button" class="quiet" onClick={onClose}>{t("Cancel")}</button></div>
    </form>
  );
}

/** Tells a guest that the account is the browser's alone, and how to keep it. */
export function GuestNotice({ user }: { user: string | undefined }) {
  const [closedFor, close] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  if (!user || !isGuest() || closedFor === user) return null;
  const end = () => dialog.current?.close();
  return (
    <div class="notice" role="status">{t("You play as {name}. This browser signs you in, until you sign out or stay away for a month; with a password, every browser does.", { name: user })}{" "}
      <button type="button" onClick={() => dialog.current?.showModal()}>{t("Keep this account")}</button>{" "}
      <button type="button" class="quiet" onClick={() => close(user)}>{t("Close")}</button>
      <dialog ref={dialog} aria-label={t("Keep this account")}><PasswordForm isNew onClose={end} title={t("Choose a password for {name}", { name: user })} button={t("Keep the account")} onChosen={(_, password) => keepAccount(password)} /></dialog></div>
  );
}
