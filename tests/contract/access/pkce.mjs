// `node pkce.mjs SERVER PAGE`: examples/pkce.html runs in a DOM, from its login link to the greeting.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { JSDOM, VirtualConsole } from "jsdom";
import { allow, signUp } from "./browser.mjs";

const [server, file] = process.argv.slice(2);
const html = await readFile(file, "utf-8");
const home = "http://127.0.0.1:4711/pkce.html";
const WAIT_MS = 20_000;

// Opens the page at an address in a tab that has this storage, and waits until its status matches.
async function open(url, stored, expected) {
  const complain = new VirtualConsole().on("jsdomError", (error) => { throw error; });
  const page = new JSDOM(html, {
    url,
    runScripts: "dangerously",
    virtualConsole: complain,
    beforeParse(window) {
      // What browsers have and jsdom leaves out.
      Object.defineProperty(window, "crypto", { value: webcrypto });
      Object.assign(window, { TextEncoder, fetch: (at, options) => fetch(at, own(options)), Uint8Array });
      for (const [name, value] of stored) window.sessionStorage.setItem(name, value);
    },
  });
  const status = page.window.document.querySelector("#status");
  for (const until = Date.now() + WAIT_MS; Date.now() < until && !expected.test(status.textContent);) {
    await new Promise((resume) => setTimeout(resume, 20));
  }
  assert.match(status.textContent, expected);
  return page.window;
}

// A body of the page belongs to another realm than the `fetch` of this program.
function own(options) {
  return options?.body ? { ...options, body: new URLSearchParams(String(options.body)) } : options;
}

const username = await signUp(server);
const first = await open(`${home}?server=${encodeURIComponent(server)}`, [], /^Log in at/);
const back = await allow(first.document.querySelector("#login").href, username);
assert.ok(back.startsWith(`${home}?code=`), back);
const stored = Object.entries(first.sessionStorage);
const forged = back.replace(/state=[^&]*/, "state=forged");
await open(forged, stored, /no answer to a login of this tab/);
await open(back.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example"), stored, /another server has answered/);
await open(back, [], /no answer to a login of this tab/);
const last = await open(back, stored, new RegExp(`^Hello ${username}\\. This page may: read play\\.$`));
assert.equal(last.location.href, home, "the code has left the address");
assert.equal(last.sessionStorage.length, 0);
console.log(last.document.querySelector("#status").textContent);
