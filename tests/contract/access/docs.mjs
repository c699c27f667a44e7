// `node docs.mjs SERVER`: "Authorize" of the documentation logs in with OAuth, and the token outlives a reload.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { JSDOM, VirtualConsole } from "jsdom";
import { allow, signUp } from "./browser.mjs";

const server = process.argv[2];
const WAIT_MS = 60_000;

// Opens the documentation in a tab that has this storage.
async function open(stored) {
  let popup;
  const window = (await JSDOM.fromURL(`${server}/docs/reference/accounts`, {
    runScripts: "dangerously",
    resources: "usable",
    pretendToBeVisual: true,
    // The styles of Swagger UI are newer than the parser of jsdom.
    virtualConsole: new VirtualConsole(),
    beforeParse(window) {
      Object.defineProperty(window, "crypto", { value: webcrypto });
      Object.assign(window, { TextEncoder, TextDecoder, Headers, Request, Response });
      window.fetch = (at, options) => fetch(new URL(at.url ?? at, window.location.href), options);
      window.open = (url) => { popup = new URL(url, window.location.href).href; };
      for (const [name, value] of stored) window.localStorage.setItem(name, value);
    },
  })).window;
  await until(() => window.ui?.specSelectors.specJson().get("paths"));
  return { window, popup: () => popup };
}

async function until(done) {
  for (const end = Date.now() + WAIT_MS; !done();) {
    assert.ok(Date.now() < end, `in vain: ${done}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

const username = await signUp(server);
const { window, popup } = await open([]);
const { ui, document } = window;
document.querySelector(".authorize").click();
await until(() => document.querySelector("#client_id_authorizationCode"));
const dialog = [...document.querySelectorAll(".auth-container")].find((each) => each.querySelector("#client_id_authorizationCode"));
assert.equal(dialog.querySelector("#client_id_authorizationCode").value, "documentation");
dialog.querySelector("button.authorize").click();
await until(popup);
const back = new URL(await allow(popup(), username));
assert.equal(back.origin + back.pathname, `${server}/docs/oauth2-redirect.html`);
// The popup does the rest.
await JSDOM.fromURL(back.href, {
  runScripts: "dangerously",
  resources: "usable",
  beforeParse(popup) { popup.opener = window; },
});
await until(() => ui.authSelectors.authorized().getIn(["oauth2", "token", "access_token"]));
const kept = Object.entries(window.localStorage);
const reloaded = await open(kept);
const token = reloaded.window.ui.authSelectors.authorized().getIn(["oauth2", "token", "access_token"]);
const response = await fetch(`${server}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
assert.equal((await response.json()).username, username);
console.log("the documentation has logged in, and keeps the token over a reload");
process.exit(0);
