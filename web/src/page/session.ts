// Who uses the page. The browser keeps the session in a cookie that no script can read, so every tab is signed in; each asks for an
// access token of its own, which stays in its memory. What is stored for all tabs is the name alone.
import { clientOf, data, Refusal, refusalOf } from "../api";
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

function keep(issued: Issued | undefined, notice?: string): void {
  access = issued && { token: issued.access_token, expiresAt: Date.now() + issued.expires_in * 1000 };
  const next = issued && { username: issued.username, isGuest: issued.is_guest };
  if (JSON.stringify(next) === JSON.stringify(user)) return;
  user = next;
  // A browser that stores nothing has no cookies either.
  if (next) localStorage.setItem(KEPT, JSON.stringify(next));
  else localStorage.removeItem(KEPT);
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

/** Calls when somebody signs in or out, here or in another tab, and with a notice if a session ended by itself. */
export function onChange(listener: (notice?: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a valid access token; none if nobody is signed in. */
export async function token(): Promise<string | undefined> {
  if (user && (!access || access.expiresAt - EARLY_MS < Date.now())) await (renewing ??= renew().finally(() => (renewing = undefined)));
  return access?.token;
}

/** Calls to the server of this page, with the token of whoever uses it. */
export const api = clientOf("", token);
api.use({
  onRequest({ request }) {
    request.headers.set("accept-language", language);
    return request;
  },
  async onResponse({ request, response }) {
    // The session has ended elsewhere: then its cookie is refused too.
    if (response.status === 401 && access && request.headers.get("authorization") === `Bearer ${access.token}`) {
      access = undefined;
      await token().catch(() => undefined);
    }
    return undefined;
  },
});

async function send(method: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(SESSION, { method, headers: { "accept-language": language }, ...(form ? { body: new URLSearchParams(form) } : {}) }).catch(() => {
    throw new Refusal(0);
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function renew(): Promise<void> {
  const asked = user;
  try {
    const issued: Issued = await (await send("GET")).json();
    // Meanwhile, somebody may have signed out.
    if (user === asked) keep(issued);
  } catch (error) {
    // Only a refusal of the cookie ends the session; a server that is away does not.
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    if (user === asked) keep(undefined, t("Your session has ended. Sign in again."));
  }
}

export async function signIn(name: string, password: string, asGuest = false): Promise<void> {
  keep(await (await send("POST", { username: name, password, ...(asGuest ? { guest: "yes" } : {}) })).json());
}

/** Creates an account and signs in. */
export async function signUp(name: string, password: string, asGuest = false): Promise<void> {
  await data(clientOf("", async () => undefined).POST("/v1/accounts", { body: { username: name, password } }));
  await signIn(name, password, asGuest);
}

/** Gives the account of a guest a password that its owner knows. */
export async function keepAccount(password: string): Promise<void> {
  keep(await (await send("PUT", { password })).json());
}

/** Ends the session on the server and in every tab. */
export async function signOut(): Promise<void> {
  await send("DELETE");
  keep(undefined);
}
