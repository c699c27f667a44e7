// Who uses the page: tokens, and how they are got. They stay in this tab (sessionStorage), which no page of another origin can
// read, and are never part of an address.
import { clientOf, data, Refusal, type Schemas } from "../api";
import { attempt } from "../patience";

const CLIENT_ID = "lapidary-page";
const SCOPE = "read play challenge tournaments";
const KEPT = "lapidary-session";
const BEGUN = "lapidary-login";
/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000;

interface Tokens {
  access: string;
  refresh: string;
  expiresAt: number;
  /** Which endpoint refreshes them. */
  kind: "login" | "grant";
  username: string;
}

let tokens: Tokens | undefined = read();
let refreshing: Promise<void> | undefined;
const listeners = new Set<() => void>();

function read(): Tokens | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(next: Tokens | undefined): void {
  tokens = next;
  if (next) sessionStorage.setItem(KEPT, JSON.stringify(next));
  else sessionStorage.removeItem(KEPT);
  for (const listener of listeners) listener();
}

export const username = (): string | undefined => tokens?.username;

export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a valid access token; none if nobody is signed in. */
export async function token(): Promise<string | undefined> {
  if (tokens && tokens.expiresAt - EARLY_MS < Date.now()) await (refreshing ??= refresh().finally(() => (refreshing = undefined)));
  return tokens?.access;
}

const outside = clientOf("", async () => undefined);

/** Calls to the server of this page, with the token of whoever uses it. */
export const api = clientOf("", token);

async function refresh(): Promise<void> {
  const old = tokens;
  if (!old) return;
  try {
    if (old.kind === "login") {
      const next = await data(outside.POST("/v1/sessions/refresh", { body: { refresh_token: old.refresh } }));
      keep(of(next, "login", old.username));
    } else {
      const next = await exchange({ grant_type: "refresh_token", refresh_token: old.refresh });
      keep(of(next, "grant", old.username));
    }
  } catch (error) {
    // Only a refusal of the token ends the session; a server that is away does not.
    if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429) keep(undefined);
    else throw error;
  }
}

type Issued = Pick<Schemas["TokenAnswer"], "access_token" | "refresh_token" | "expires_in">;

const of = (issued: Issued, kind: Tokens["kind"], name: string): Tokens => ({
  access: issued.access_token,
  refresh: issued.refresh_token,
  expiresAt: Date.now() + issued.expires_in * 1000,
  kind,
  username: name,
});

async function exchange(form: Record<string, string>): Promise<Issued> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...form });
  const response = await fetch("/oauth/token", { method: "POST", body }).catch(() => {
    throw new Refusal(0);
  });
  const answer = await response.json();
  if (!response.ok) throw new Refusal(response.status, { detail: answer.error_description ?? answer.detail ?? answer.error });
  return answer as Issued;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
const back = (): string => `${location.origin}/`;

/** Goes to the server's own page for a login; afterwards, the browser comes back to this address. */
export async function signIn(): Promise<void> {
  const [state, verifier] = [random(), random()];
  sessionStorage.setItem(BEGUN, JSON.stringify({ state, verifier, path: location.pathname }));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  location.assign("/oauth/authorize?" + new URLSearchParams({
    response_type: "code",
    client_id: CLIENT_ID,
    redirect_uri: back(),
    scope: SCOPE,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  }));
}

/** Finishes a login if this address is the end of one, and returns to where it began. Returns what went wrong. */
export async function finishSignIn(): Promise<string | undefined> {
  const answer = new URLSearchParams(location.search);
  if (!answer.has("state") || (!answer.has("code") && !answer.has("error"))) return undefined;
  const begun = JSON.parse(sessionStorage.getItem(BEGUN) ?? "null");
  sessionStorage.removeItem(BEGUN);
  // The code leaves the address before anything else happens.
  history.replaceState(null, "", begun?.path ?? "/");
  if (!begun || answer.get("state") !== begun.state) return "This is not the end of a login that began in this tab. Try again.";
  if (answer.has("error")) return answer.get("error") === "access_denied" ? undefined : answer.get("error_description") ?? "The login failed.";
  try {
    const issued = await exchange({ grant_type: "authorization_code", code: answer.get("code") ?? "", code_verifier: begun.verifier, redirect_uri: back() });
    const me = await attempt(() => data(clientOf("", async () => issued.access_token).GET("/v1/me")));
    keep(of(issued, "grant", me.username ?? ""));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Creates an account and signs in. */
export async function signUp(name: string, password: string): Promise<void> {
  await data(outside.POST("/v1/accounts", { body: { username: name, password } }));
  const session = await data(outside.POST("/v1/sessions", { body: { username: name, password } }));
  keep(of(session, "login", session.player.username ?? name));
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  const old = tokens;
  if (!old) return;
  try {
    if (old.kind === "login") await data(api.DELETE("/v1/sessions/current"));
    else await fetch("/oauth/revoke", { method: "POST", body: new URLSearchParams({ client_id: CLIENT_ID, token: old.refresh }) });
  } finally {
    keep(undefined);
  }
}
