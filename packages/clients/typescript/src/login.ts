// How a program gets access: with a password, in a browser (OAuth 2.1 with PKCE), or with a code that the player types on another device
// (docs/access.md). An API token needs none of this: give it to `Client`.
import { persist, sleep } from "./patience.js";
import { problemOf, Refusal } from "./problems.js";
import { base64url, random } from "./random.js";
import { send, trimmed, valueOf } from "./transport.js";

/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000;
const PATIENCE_MS = 60_000;
const TIMEOUT_MS = 30_000;

/** What a login consists of: store it where only its player can read it. `clientId` is that of an app; null for a password. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** In milliseconds, as `Date.now()`. */
  expiresAt: number;
  clientId: string | null;
}

/** Is called with each new pair of tokens, before it is used. */
export type Keep = (tokens: Tokens) => void | Promise<void>;

interface Issued {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** A login that renews itself. Whoever stores what `keep` is called with can go on with `new Login(server, tokens)` after a restart. */
export class Login {
  readonly server: string;
  private renewing: Promise<void> | undefined;

  constructor(server: string, public tokens: Tokens, private readonly keep: Keep = () => undefined) {
    this.server = trimmed(server);
  }

  /** Returns a valid access token. `refused` is one that the server did not accept. */
  async accessToken(refused?: string): Promise<string> {
    if (this.tokens.expiresAt - EARLY_MS < Date.now() || this.tokens.accessToken === refused) {
      await (this.renewing ??= this.renew().finally(() => (this.renewing = undefined)));
    }
    return this.tokens.accessToken;
  }

  private async renew(): Promise<void> {
    // If the response is lost, the same refresh token returns the same next pair.
    const { refreshToken: refresh_token, clientId } = this.tokens;
    const issued = clientId === null
      ? await post<Issued>(this.server, "/v1/sessions/refresh", { refresh_token })
      : await post<Issued>(this.server, "/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token });
    this.tokens = tokensOf(issued, clientId);
    await this.keep(this.tokens);
  }

  /** Ends the login on the server. */
  async end(): Promise<void> {
    const { clientId, refreshToken } = this.tokens;
    if (clientId !== null) return post(this.server, "/oauth/revoke", { client_id: clientId, token: refreshToken });
    const request = { method: "DELETE", headers: { authorization: `Bearer ${await this.accessToken()}` } };
    await persist(() => send(`${this.server}/v1/sessions/current`, request, AbortSignal.timeout(TIMEOUT_MS)), PATIENCE_MS);
  }
}

/** Posts fields, as OAuth has them or as JSON, until there is a response. */
function post<T>(server: string, path: string, fields: Record<string, string>): Promise<T> {
  const isForm = path.startsWith("/oauth/");
  const headers = { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" };
  const request = { method: "POST", headers, body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields) };
  const address = trimmed(server) + path;
  const ask = async () => valueOf(address, request, await send(address, request, AbortSignal.timeout(TIMEOUT_MS))) as Promise<T>;
  return persist(ask, PATIENCE_MS);
}

const tokensOf = (issued: Issued, clientId: string | null): Tokens => ({
  accessToken: issued.access_token,
  refreshToken: issued.refresh_token,
  expiresAt: Date.now() + issued.expires_in * 1000,
  clientId,
});

async function begun(server: string, issued: Issued, clientId: string | null, keep?: Keep): Promise<Login> {
  const login = new Login(server, tokensOf(issued, clientId), keep);
  await keep?.(login.tokens);
  return login;
}

/** Logs in with the password of a player: for a front end of the server itself, or a script of the player. */
export async function logIn(server: string, username: string, password: string, keep?: Keep): Promise<Login> {
  return begun(server, await post<Issued>(server, "/v1/sessions", { username, password }), null, keep);
}

/** An app that asks for access: any name, the address to which the browser comes back, and the scopes that it needs. */
export interface App {
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
}

/** A login in a browser that has begun: send the player to `address()`; what comes back to the redirect address goes to `finish`. A page
 * stores it as JSON in its `sessionStorage` meanwhile, and goes on with `Authorization.from`. */
export class Authorization {
  readonly server: string;

  private constructor(server: string, readonly app: App, readonly state: string, readonly verifier: string) {
    this.server = trimmed(server);
  }

  /** Begins a login. `server` is its public address, which it also calls itself. */
  static begin(server: string, app: App): Authorization {
    return new Authorization(server, app, random(), random());
  }

  /** Goes on with a login that was stored as JSON. */
  static from(json: string): Authorization {
    const { server, app, state, verifier } = JSON.parse(json) as Authorization;
    return new Authorization(server, app, state, verifier);
  }

  /** Returns the address for the browser of the player. */
  async address(): Promise<string> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(this.verifier));
    return `${this.server}/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      client_id: this.app.clientId,
      redirect_uri: this.app.redirectUri,
      scope: this.app.scopes.join(" "),
      state: this.state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: "S256",
    })}`;
  }

  /** Exchanges the code in the address to which the browser came back. */
  async finish(back: string, keep?: Keep): Promise<Login> {
    const answer = new URL(back).searchParams;
    if (answer.get("state") !== this.state || answer.get("iss") !== this.server) {
      throw new Error("this is not the answer to this login: its `state` or its `iss` differs");
    }
    if (answer.has("error")) throw new Refusal(400, problemOf(400, Object.fromEntries(answer)));
    const { clientId: client_id, redirectUri: redirect_uri } = this.app;
    const fields = { grant_type: "authorization_code", client_id, redirect_uri, code: answer.get("code") ?? "", code_verifier: this.verifier };
    return begun(this.server, await post<Issued>(this.server, "/oauth/token", fields), client_id, keep);
  }
}

interface Device {
  device_code: string;
  user_code: string;
  verification_uri: string;
  interval: number;
}

/** Logs in without a browser: `show` is called with an address and a code, which the player types there on any device. Resolves when the
 * player has decided. */
export async function deviceLogin(server: string, { clientId, scopes }: Omit<App, "redirectUri">, show: (address: string, code: string) => void, keep?: Keep): Promise<Login> {
  const device = await post<Device>(server, "/oauth/device", { client_id: clientId, scope: scopes.join(" ") });
  show(device.verification_uri, device.user_code);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  for (let seconds = device.interval; ; ) {
    await sleep(seconds * 1000);
    try {
      return await begun(server, await post<Issued>(server, "/oauth/token", { grant_type, client_id: clientId, device_code: device.device_code }), clientId, keep);
    } catch (error) {
      if (!(error instanceof Refusal) || !["authorization_pending", "slow_down"].includes(error.code)) throw error;
      if (error.code === "slow_down") seconds += 5;
    }
  }
}
