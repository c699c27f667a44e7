// Signing in on the server's own pages, signing up, and signing out.
import { useRef, useState } from "preact/hooks";
import { isGuest, keepAccount } from "./guest";
import { Trouble } from "./parts";
import { linkTo } from "./route";
import { signIn, signOut, signUp } from "./session";

export function Account({ user }: { user: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  if (user) {
    return (
      <div class="account">
        <a href={linkTo.player(user)}>{user}</a>
        {isGuest() && <button type="button" onClick={() => dialog.current?.showModal()}>Keep this account</button>}
        <button type="button" class="quiet" onClick={() => void signOut()}>Sign out</button>
        <dialog ref={dialog} aria-label="Keep this account">
          <PasswordForm title={`Choose a password for ${user}`} button="Keep the account" onChosen={(_, password) => keepAccount(password)} onClose={() => dialog.current?.close()} />
        </dialog>
      </div>
    );
  }
  return (
    <div class="account">
      <button type="button" onClick={() => void signIn()}>Sign in</button>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>Sign up</button>
      <dialog ref={dialog} aria-label="Sign up">
        <PasswordForm title="Create an account" button="Sign up" withName onChosen={signUp} onClose={() => dialog.current?.close()} />
      </dialog>
    </div>
  );
}

interface PasswordFormProps {
  title: string;
  button: string;
  withName?: boolean;
  onChosen: (name: string, password: string) => Promise<void>;
  onClose: () => void;
}

function PasswordForm({ title, button, withName, onChosen, onClose }: PasswordFormProps) {
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
      {withName && <label>Name <input value={name} required maxLength={64} autocomplete="username" autocapitalize="none" onInput={(event) => setName(event.currentTarget.value)} /></label>}
      <label>Password <input type="password" value={password} required minLength={8} maxLength={128} autocomplete="new-password" onInput={(event) => setPassword(event.currentTarget.value)} /></label>
      <Trouble error={error} />
      <div class="actions"><button class="primary">{button}</button><button type="button" class="quiet" onClick={onClose}>Cancel</button></div>
    </form>
  );
}
