// `node people.mjs SERVER CHROMIUM MAILBOX`: a person uses the pages of the server in Chromium, sent there by an app of somebody else.
//
// The app is the library oauth4webapi with a page of its own address. It never sees a password: the person creates the account, sets a new
// password and ends the app's access on the pages of the server alone.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import * as oauth from "oauth4webapi";
import { chromium } from "playwright-core";

const [SERVER, CHROMIUM, MAILBOX] = [process.argv[2].replace(/\/$/, ""), process.argv[3], process.argv[4]];
const WAIT_MS = 60_000;
const NAME = `person-${crypto.randomUUID().slice(0, 8)}`;
const EMAIL = `${NAME}@players.example`;
const [FIRST, SECOND] = ["correct horse battery", "staple horse battery"];
// The server of the tests speaks http.
const options = { [oauth.allowInsecureRequests]: true };
const none = oauth.None();
const faults = [];

/** The app: its address, to which the server sends the person back, and what it gets there. */
const app = createServer((_, response) => response.end("<!doctype html><title>Back in the app</title>"));
await new Promise((listening) => app.listen(0, "127.0.0.1", listening));
const back = `http://127.0.0.1:${app.address().port}/back`;
const client = { client_id: "an-app-of-somebody-else" };
const discovered = await oauth.discoveryRequest(new URL(SERVER), { ...options, algorithm: "oauth2" });
const as = await oauth.processDiscoveryResponse(new URL(SERVER), discovered);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext();
context.setDefaultTimeout(WAIT_MS);
const page = await context.newPage();
page.on("pageerror", (error) => faults.push(`${page.url()}: ${error}`));
page.on("console", (message) => /Content Security Policy|Refused to/.test(message.text()) && faults.push(message.text()));
// What the app could see of the pages: nothing of the person's secrets is in an address that leads to it.
page.on("request", (request) => {
  const sent = request.url() + (request.postData() ?? "");
  if (request.url().startsWith(back) && [FIRST, SECOND].some((secret) => sent.includes(encodeURIComponent(secret)))) {
    faults.push(`the app was sent a password: ${request.url()}`);
  }
});

/** Sends the person to the server, lets `decide` do what they do there, and returns the tokens of the app. */
async function access(decide) {
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
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
  await page.goto(String(url));
  await decide();
  await page.waitForURL(`${back}?*`);
  const answer = oauth.validateAuthResponse(as, client, new URL(page.url()), state);
  const exchanged = await oauth.authorizationCodeGrantRequest(as, client, none, answer, back, verifier, options);
  return oauth.processAuthorizationCodeResponse(as, client, exchanged);
}

async function whoHas({ access_token: token }) {
  const response = await fetch(`${SERVER}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  return response.status === 200 ? (await response.json()).username : response.status;
}

async function logIn(password) {
  await page.getByLabel("Username", { exact: true }).fill(NAME);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function passwordWorks(password) {
  const response = await fetch(`${SERVER}/v1/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: NAME, password }),
  });
  return response.status === 200;
}

// Sign-up on the way to the app; first with a mistake, which says so and forgets nothing but the passwords.
const first = await access(async () => {
  await page.getByRole("link", { name: "Create an account" }).click();
  const fill = async (repeated) => {
    await page.getByLabel(/^Username/).fill(NAME);
    await page.getByLabel(/^Password/).fill(FIRST);
    await page.getByLabel("The same password again").fill(repeated);
    await page.getByLabel(/^E-mail address/).fill(EMAIL);
    await page.getByRole("button", { name: "Create the account" }).click();
  };
  await fill("something else");
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel(/^Username/).inputValue(), NAME);
  await fill(FIRST);
  await page.getByRole("heading", { name: "Allow access?" }).waitFor();
  assert.match(await page.locator("main, body").first().innerText(), new RegExp(NAME));
  await page.getByRole("button", { name: "Allow" }).click();
});
assert.equal(await whoHas(first), NAME);
console.log("people: an account was created on the way to an app");

// Recovery, from the page of the log-in.
await page.goto(`${SERVER}/account/access`);
await page.getByRole("link", { name: "Forgot the password?" }).click();
await page.getByLabel("The e-mail address of your account").fill(EMAIL);
await page.getByRole("button", { name: "Send the mail" }).click();
await page.getByText("Look at your mail").first().waitFor();
const mail = await (await fetch(MAILBOX)).text();
const link = mail.match(/https?:\/\/\S+\/account\/reset\?token=\S+/)[0];
await page.goto(link);
await page.getByLabel(/^New password/).fill(SECOND);
await page.getByLabel("The same password again").fill(SECOND);
await page.getByRole("button", { name: "Set the password" }).click();
await page.getByRole("heading", { name: "The password is changed" }).waitFor();
assert.deepEqual([await passwordWorks(FIRST), await passwordWorks(SECOND)], [false, true]);
assert.equal(await whoHas(first), 401, "a new password by a link ends the access of apps");
await page.goto(link);
await page.getByText("This link does not work any more").first().waitFor();
console.log("people: a forgotten password was replaced with the link of a mail");

// The app gets access again, and the person ends it.
const second = await access(async () => {
  await logIn(SECOND);
  await page.getByRole("button", { name: "Allow" }).click();
});
assert.equal(await whoHas(second), NAME);
await page.goto(`${SERVER}/account/access`);
await logIn(FIRST);
await page.getByRole("alert").waitFor();
await logIn(SECOND);
const item = page.getByRole("listitem").filter({ hasText: client.client_id });
await item.getByRole("button", { name: "End this access" }).click();
await page.getByRole("status").filter({ hasText: "has ended" }).waitFor();
assert.equal(await page.getByRole("listitem").filter({ hasText: client.client_id }).count(), 0);
assert.equal(await whoHas(second), 401);
await assert.rejects(async () => {
  const response = await oauth.refreshTokenGrantRequest(as, client, none, second.refresh_token, options);
  await oauth.processRefreshTokenResponse(as, client, response);
});
console.log("people: the access of the app was ended by the person");

assert.deepEqual(faults, []);
await browser.close();
app.close();
