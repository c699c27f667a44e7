// Who uses the page. The browser keeps the session in a cookie that no script can read, so every tab is signed in; each asks for an
// access token of its own, which stays in its memory. What is stored for all tabs is the name alone.
import { ask, clientOf, data, json, Refusal, type Reader } from "../api";
import { language, t } from "../language";

const SESSION = "/account/session";
const KEPT = "lapidary-user";
/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000;

interface User {
  username: string;
  isGuest: boolean;
}

interface Issued {
  access_token: string;
  expires_in: number;
  username: string;
  is_guest: boolean;
}

let user: User | undefined = read();
let access: { token: string; expiresAt: number } | undefined;
let renewing: Promise<void> | undefined;
const listeners = new Set<(notice?: string) => void>();

function read(): User | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(found: Issued | undefined, notice?: string): void {
  access = found && { token: found.access_token, expiresAt: Date.now() + found.expires_in * 1000 };
  const next = found && { username: found.username, isGuest: found.is_guest };
  if (JSON.stringify(next) === JSON.stringify(user)) return;
  user = next;
  try {
    if (next) localStorage.setItem(KEPT, JSON.stringify(next));
    else localStorage.removeItem(KEPT);
  } catch {
    // A browser that stores nothing is signed in until the page is loaded again.
  }
  tell(notice);
}

const tell = (notice?: string): void => listeners.forEach((listener) => listener(notice));

// Another tab has signed in or out.
addEventListener("storage", ({ key }) => {
  if (key !== KEPT && key !== null) return;
  [user, access] = [read(), undefined];
  tell();
});

export const username = (): string | undefined => user?.username;
export const isGuest = (): boolean => user?.isGuest ?? false;

/** Whether something was refused because the session has ended, which the page says itself. */
export const isOfEnded = (error: unknown): boolean => error instanceof Refusal && error.status === 401 && !user;

/** Calls when somebody signs in or out, here or in another tab, and with a notice if a session ended by itself. */
export function onChange(listener: (notice?: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a valid access token, another one than that which the server has refused; none if nobody is signed in. */
export async function token(refused?: string): Promise<string | undefined> {
  // The session may have ended elsewhere: then its cookie is refused too.
  if (refused && access?.token === refused) access = undefined;
  if (user && (!access || access.expiresAt - EARLY_MS < Date.now())) await (renewing ??= renew().finally(() => (renewing = undefined)));
  return access?.token;
}

/** Calls to the server of this page, with the token of whoever uses it. */
export const api = clientOf(token, () => language);

const send = <T>(method: string, read: Reader<T>, form?: Record<string, string>): Promise<T> =>
  ask(new Request(SESSION, { method, headers: { "accept-language": language }, ...(form ? { body: new URLSearchParams(form) } : {}) }), read);

const issued = json<Issued>("access_token", "expires_in", "username");

async function renew(): Promise<void> {
  const asked = user;
  try {
    const found = await send("GET", issued);
    // Meanwhile, somebody may have signed out.
    if (user === asked) keep(found);
  } catch (error) {
    // Only a refusal of the cookie ends the session; a server that is away does not.
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    if (user === asked) keep(undefined, t("Your session has ended. Sign in again."));
  }
}

export async function signIn(name: string, password: string, asGuest = false): Promise<void> {
  keep(await send("POST", issued, { username: name, password, ...(asGuest ? { guest: "yes" } : {}) }));
}

/** Creates an account and signs in. */
export async function signUp(name: string, password: string, asGuest = false): Promise<void> {
  await data(clientOf(async () => undefined, () => language).POST("/v1/accounts", { body: { username: name, password } }), "id");
  await signIn(name, password, asGuest);
}

/** Gives the account of a guest a password that its owner knows. */
export async function keepAccount(password: string): Promise<void> {
  keep(await send("PUT", issued, { password }));
}

/** Ends the session on the server and in every tab. */
export async function signOut(): Promise<void> {
  await send("DELETE", async ({ status }) => {
    if (status !== 204) throw new Refusal(0);
  });
  keep(undefined);
}
