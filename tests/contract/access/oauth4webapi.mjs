// `node oauth4webapi.mjs SERVER`: the library oauth4webapi gets access with a code and PKCE, and as a device.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as oauth from "oauth4webapi";
import { allow, signUp } from "./browser.mjs";

const server = process.argv[2];
// The server of the tests speaks http.
const options = { [oauth.allowInsecureRequests]: true };
const client = { client_id: "oauth4webapi" };
const none = oauth.None();
const back = "http://127.0.0.1:4711/back";

const issuer = new URL(server);
const discovered = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
const as = await oauth.processDiscoveryResponse(issuer, discovered);

async function hello(token, username) {
  const response = await oauth.protectedResourceRequest(token, "GET", new URL("/v1/me", server), undefined, undefined, options);
  assert.equal((await response.json()).username, username);
}

async function codeFlow(username) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(as.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: back,
    response_type: "code",
    scope: "read play",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  // It checks `state` and `iss`.
  const answer = oauth.validateAuthResponse(as, client, new URL(await allow(url, username)), state);
  const exchanged = await oauth.authorizationCodeGrantRequest(as, client, none, answer, back, verifier, options);
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, exchanged);
  await hello(tokens.access_token, username);
  const refreshed = await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token, options);
  const next = await oauth.processRefreshTokenResponse(as, client, refreshed);
  await hello(next.access_token, username);
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, none, next.refresh_token, options));
  await assert.rejects(hello(next.access_token, username));
}

async function deviceFlow(username) {
  const asked = await oauth.deviceAuthorizationRequest(as, client, none, { scope: "read" }, options);
  const device = await oauth.processDeviceAuthorizationResponse(as, client, asked);
  const poll = async () => {
    const response = await oauth.deviceCodeGrantRequest(as, client, none, device.device_code, options);
    return oauth.processDeviceCodeResponse(as, client, response);
  };
  await assert.rejects(poll(), { error: "authorization_pending" });
  await allow(device.verification_uri_complete, username);
  await sleep(device.interval * 1000);
  const tokens = await poll();
  assert.equal(tokens.scope, "read");
  await hello(tokens.access_token, username);
}

const username = await signUp(server);
await codeFlow(username);
await deviceFlow(username);
console.log("oauth4webapi has got access twice");
