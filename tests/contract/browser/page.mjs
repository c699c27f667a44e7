// `node page.mjs SERVER CHROMIUM FIREFOX`: visitors use the page of the server, each in a browser of their own.
//
// Two of them play whole games by clicks, others watch, lose the network and catch up. A replay is one request, and moves
// what the effects of an entry tell, unless the reader prefers less motion. Names are text, a dropped file stays in the browser,
// and axe finds nothing serious. PAGE_GAMES selects the games, instead of the base game and another one, which depends on the
// commit; PAGE_SHOTS is a folder for pictures of the page.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createECDH, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, firefox } from "playwright-core";

const [SERVER, CHROMIUM, FIREFOX] = [process.argv[2].replace(/\/$/, ""), process.argv[3], process.argv[4]];
const SHOTS = process.env.PAGE_SHOTS;
/** How long a button that is there may not be ready for a click. */
const PRESS_MS = 10_000;
const WAIT_MS = 60_000;
const OFFLINE_MS = 10_000;
/** How often `until` looks. */
const LOOK_EVERY_MS = 50;
/** The longest games of players who choose as these do. */
const TURNS_MAX = 1_500;
/** The most pieces that make up an action, with some that are taken back. */
const CLICKS_MAX = 12;
/** The longest name of an account. */
const NAME_MAX = 20;
/** What the start page loads, compressed, with the game that plays itself. The board of a live one has up to 17 KB more. */
const START_BYTES_MAX = 100_000;
/** What a response without a body has at most. */
const HEAD_BYTES_MAX = 2_000;
const NOBODY = "0190a000-0000-7000-8000-000000000000";
/** The most elements between two that a reader looks for. */
const TABS_MAX = 100;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HOSTILE = "<img src=x onerror=alert(1)>";

/** The middle of a game is played without clicks, unless PAGE_WHOLE is set: from the decision with number `from` until somebody has
 * `prestige`. */
const PLAYED_IN_PART = process.env.PAGE_WHOLE ? undefined : { from: 30, prestige: 10 };
/** The games that are played. */
const GAMES = {
  base: { ruleset: "splendor", modules: [], withTraveller: true, skipped: PLAYED_IN_PART },
  modules: { ruleset: "splendor", modules: ["orient", "strongholds", "trading_posts", "cities"], skipped: PLAYED_IN_PART },
  kids: { ruleset: "kids", modules: [] },
  firefox: { ruleset: "splendor", modules: [], skipped: PLAYED_IN_PART },
};
/** When every page of a game is looked at. */
const LOOKED_AT = 20;

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
/** A Firefox as it is installed, over WebDriver BiDi. */
const openFirefox = () => firefox.launch({ executablePath: FIREFOX, channel: "moz-firefox" });
const otherBrowser = await openFirefox();
const faults = [];

/** Opens a browser of its own for a visitor, and notes what goes wrong in it. */
async function visitor({ from = browser, ...options } = {}) {
  const context = await from.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error}`));
  page.on("dialog", (dialog) => faults.push(`a dialog opened: ${dialog.message()}`));
  page.on("console", (message) => /Content Security Policy|Refused to/.test(message.text()) && faults.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(SERVER)) faults.push(`something from elsewhere: ${url}`);
    if (/eyJ|lap_/.test(url)) faults.push(`a token in an address: ${url}`);
  });
  return page;
}

/** Waits until `look` returns something in the page. By default Playwright looks on each frame, which makes the browser draw all the time. */
const until = (page, look, value) => page.waitForFunction(look, value, { polling: LOOK_EVERY_MS });

/** Plays a scene, prints how long it took, and returns what it returns. */
async function scene(name, play) {
  const began = Date.now();
  const result = await play();
  console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

async function signUp(page, name) {
  await page.goto(SERVER);
  await page.getByRole("button", { name: "Sign up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Password").fill("correct horse battery");
  await dialog.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** Creates a table with the form, and returns its address. */
async function createTable(page, { ruleset, modules }, label) {
  await page.goto(SERVER);
  await page.getByText("More: modules, Kids").click();
  const form = page.locator("#new-game");
  await form.locator("option[value=kids]").waitFor({ state: "attached" });
  await form.getByRole("combobox", { name: "Game" }).selectOption(ruleset);
  for (const module of modules) await form.getByRole("checkbox", { name: module.replaceAll("_", " ") }).check();
  await form.getByRole("textbox", { name: "Name of the table" }).fill(label);
  await form.getByRole("button", { name: /^Create the table/ }).click();
  await page.waitForURL(/\/g\//);
  return page.url();
}

/** The version that the element shows, and the newest one. */
async function versions(page) {
  const text = await page.locator("lapidary-game output").textContent({ timeout: WAIT_MS });
  return text.split(" / ").map(Number);
}

/** Clicks; returns false if the page has taken the button away meanwhile. */
async function press(button) {
  try {
    await button.click({ timeout: PRESS_MS });
    return true;
  } catch (error) {
    if (error.name !== "TimeoutError" || (await button.count())) throw error;
    return false;
  }
}

/** In the page: what its player may choose now, as JSON: the actions that are ready, all actions, and the pieces that are offered. It is
 * `null` if nobody decides here. Returns nothing while it is as before, or nothing can be chosen yet. */
const offers = (before) => {
  const panel = document.querySelector("section.turn");
  const texts = (selector) => [...panel.querySelectorAll(selector)].map((button) => button.textContent);
  const board = document.querySelector("lapidary-game")?.shadowRoot;
  const now = panel && {
    ready: texts(".actions:not(.all) .action:not([aria-disabled=true])"),
    all: texts(".all .action:not([aria-disabled=true])"),
    pieces: [...board.querySelectorAll("[data-choice][aria-pressed=false]")].map(({ id }) => id),
  };
  const text = JSON.stringify(now);
  return text !== before && (!now || now.ready.length + now.pieces.length > 0) && text;
};

/**
 * Takes one decision by clicks: on pieces of the board while some are offered, then on a button. Returns whether it did:
 * a page that has just sent a decision may show it for a moment longer.
 */
async function decide(page, random) {
  const panel = page.locator("section.turn");
  const ready = panel.locator(".actions:not(.all) .action:not([aria-disabled=true])");
  let before;
  for (let clicks = 0; clicks < CLICKS_MAX; clicks++) {
    before = await (await until(page, offers, before)).jsonValue();
    const now = JSON.parse(before);
    if (!now) return false;
    const best = now.ready.findIndex((text) => /^(Buy|Receive|Travel|Conquer)/.test(text));
    if (best >= 0) return press(ready.nth(best));
    if (now.ready.length && (!now.pieces.length || clicks)) return press(ready.nth(Math.floor(random() * now.ready.length)));
    // Cards that can be bought come first, as a player would.
    if (!clicks && now.all.some((text) => text.startsWith("Buy"))) {
      if (!(await press(panel.locator("summary")))) return false;
      return press(panel.locator(".all .action").filter({ hasText: /^Buy/ }).last());
    }
    const piece = now.pieces[Math.floor(random() * now.pieces.length)];
    await page.locator(`lapidary-game [id="${piece}"]`).dispatchEvent("click");
  }
  throw new Error(`no decision: ${await panel.textContent()}`);
}

/** The access token that a tab of this browser gets. */
const tokenOf = (page) => page.evaluate(async () => (await (await fetch("/account/session")).json()).access_token);

/** Continues a game without clicks, until a player has this much prestige or it waits for none of these pages. */
async function skipAhead(pages, id, prestige) {
  const tokens = await Promise.all(pages.map(tokenOf));
  for (let decisions = 0; decisions < TURNS_MAX; decisions++) {
    const views = await Promise.all(tokens.map((token) => call("GET", `/v1/games/${id}?include=legal_actions`, undefined, token)));
    const view = views.find(({ viewer_seat: seat, to_act: asked }) => asked && asked.seat === seat);
    if (!view || view.seats.some((seat) => seat.prestige >= prestige)) return;
    const actions = view.legal_actions;
    const chosen = actions.findLast(({ action }) => action.type === "buy") ?? actions[decisions % actions.length];
    await call("POST", `/v1/games/${id}/actions`, { version: view.version, actions: [chosen.action] }, tokens[views.indexOf(view)]);
  }
  throw new Error(`nobody has ${prestige} prestige after ${TURNS_MAX} decisions`);
}

/** Plays until the game is over; `between` is called after each decision. */
async function play(pages, random, between = async () => {}) {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const over = pages[0].getByRole("button", { name: "Check the deal in this browser" });
    await Promise.race([over.waitFor(), ...pages.map((page) => page.locator("section.turn .action:not([aria-disabled=true]), section.turn summary").first().waitFor({ state: "attached" }))]);
    if (await over.isVisible()) return turn;
    for (const page of pages) {
      if (!(await page.locator("section.turn").count())) continue;
      const before = (await versions(page))[1];
      if (!(await decide(page, random))) continue;
      await until(page, (version) => {
        const output = document.querySelector("lapidary-game")?.shadowRoot.querySelector("output");
        return Number(output?.textContent.split(" / ")[1]) > version;
      }, before);
      await between(turn);
      break;
    }
  }
  throw new Error(`the game is not over after ${TURNS_MAX} decisions`);
}

/** A generator of numbers from 0 to 1 that repeats itself for a seed. */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function assertAccessible(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], where);
}

/** Two players play a game; one watches, and in one game another one loses the network. */
async function wholeGame(name, seed) {
  const [random, mark] = [seeded(seed), Date.now().toString(36)];
  const { withTraveller, skipped } = GAMES[name];
  const from = name === "firefox" ? otherBrowser : browser;
  const [ada, bob, watcher] = await Promise.all([visitor({ from }), visitor({ from }), visitor({ from })]);
  await Promise.all([signUp(ada, `ada-${name}-${mark}`), signUp(bob, `bob-${name}-${mark}`)]);
  const address = await createTable(ada, GAMES[name], HOSTILE);
  const id = address.split("/").at(-1);
  await bob.goto(address);
  await bob.getByRole("button", { name: "Take a seat" }).click();
  await watcher.goto(address);
  await versions(watcher);
  const traveller = withTraveller && (await visitor());
  if (traveller) {
    await traveller.goto(address);
    await versions(traveller);
  }
  const [seen, asked] = [[], []];
  watcher.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let [offlineSince, chosenByKeys] = [undefined, false];
  const turns = await play([ada, bob], random, async (turn) => {
    const began = Date.now();
    const [, newest] = await versions(ada);
    await until(watcher, (version) => {
      const output = document.querySelector("lapidary-game").shadowRoot.querySelector("output");
      return Number(output.textContent.split(" / ")[0]) >= version;
    }, newest);
    seen.push(Date.now() - began);
    if (traveller && turn === 5) {
      await traveller.context().setOffline(true);
      offlineSince = Date.now();
    } else if (offlineSince && Date.now() - offlineSince > OFFLINE_MS) {
      offlineSince = undefined;
      await traveller.context().setOffline(false);
    }
    if (turn >= LOOKED_AT && !chosenByKeys) {
      // Firefox shows the focus in the window that is in front alone.
      if (from === otherBrowser) await ada.bringToFront();
      chosenByKeys = await chooseByKeys(ada);
    }
    if (turn === LOOKED_AT) {
      await Promise.all([[ada, "ada"], [bob, "bob"], [watcher, "watcher"]].map(async ([page, who]) => {
        await shot(page, `${name}-${who}`);
        await assertAccessible(page, `${name}: ${who}`);
      }));
    }
    if (turn === skipped?.from) await skipAhead([ada, bob], id, skipped.prestige);
  });
  const [, newest] = await versions(ada);
  if (traveller) {
    await traveller.context().setOffline(false);
    await until(traveller, (version) => {
      const output = document.querySelector("lapidary-game").shadowRoot.querySelector("output");
      return output.textContent === `${version} / ${version}`;
    }, newest);
  }
  assert.ok(chosenByKeys, "a piece was chosen with the keyboard");
  for (const page of [ada, bob]) assert.match(await page.locator(".result").textContent(), /^You (won|lost|share the victory)( \d+–\d+)?: /);
  assert.equal(await watcher.locator(".result").textContent().then((text) => /^You/.test(text)), false);
  seen.sort((a, b) => a - b);
  assert.ok(asked.filter((path) => path === `/v1/games/${id}`).length <= newest, "a watcher asks for the game once for each version at most");
  for (const page of [ada, watcher]) {
    assert.equal(await page.locator("img[src=x]").count(), 0, "a name is text");
    assert.ok((await page.locator("h1").textContent()).includes(HOSTILE));
  }
  await ada.getByRole("button", { name: "Check the deal in this browser" }).click();
  await ada.locator(".steps li").first().waitFor();
  assert.equal(await ada.locator(".steps .fails").count(), 0, await ada.locator(".steps").textContent());
  await ada.locator("lapidary-game input[type=range]").fill("2");
  await until(ada, () => document.querySelector("lapidary-game").shadowRoot.querySelector("output").textContent.startsWith("2 /"));
  await shot(ada, `${name}-end`);
  // What the other one offers appears without a click.
  await ada.getByRole("button", { name: "Rematch" }).click();
  await ada.getByRole("button", { name: "Take the offer back" }).waitFor();
  await bob.getByRole("button", { name: "Accept the rematch" }).click();
  // Both are taken to it.
  await Promise.all([ada, bob].map((page) => page.waitForURL((url) => url.pathname.startsWith("/g/") && !url.pathname.includes(id))));
  console.log(`${name}: ${turns} decisions by clicks of ${newest - 2} entries, the watcher saw nine of ten within ${seen[Math.floor(seen.length * 0.9)]} ms, the last after ${seen.at(-1)} ms`);
  await Promise.all([ada, bob, watcher, traveller].map((page) => page && page.context().close()));
  return id;
}

async function droppedFile(game) {
  const exported = await (await fetch(`${SERVER}/v1/games/${game}/export`)).text();
  const page = await visitor();
  await page.goto(SERVER);
  const input = page.locator("input[type=file]");
  const file = (text) => ({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(text) });
  for (const broken of ["", "{", "null", "[]", '{"format":"lapidary-export-1"}', exported.slice(0, -9)]) {
    await input.setInputFiles(file(broken));
    await page.getByRole("alert").filter({ hasText: "game.json" }).waitFor();
  }
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "GET" ? 0 : 1));
  // The drawing is wrong once, too.
  const drawings = [];
  await answerWrongly(page, /\/assets\/.*drawing\.(js|wasm)/, "html", (request) => {
    const file = new URL(request.url()).pathname;
    return drawings.push(file) && drawings.filter((one) => one === file).length === 1;
  });
  await input.setInputFiles(file(exported));
  await page.getByText("from the file game.json").waitFor();
  const { events } = JSON.parse(exported);
  for (const version of [events.length, 1, Math.ceil(events.length / 2)]) {
    await page.locator("lapidary-game input[type=range]").fill(String(version));
    await until(page, (wanted) => {
      const root = document.querySelector("lapidary-game").shadowRoot;
      return root.querySelector(".board svg") && root.querySelector("output").textContent === wanted;
    }, `${version} / ${events.length}`);
    const served = await (await fetch(`${SERVER}/v1/games/${game}/board.svg?at=${version}&lang=en`)).text();
    await until(page, isDrawn, served);
  }
  assert.ok(["js", "wasm"].every((type) => drawings.filter((one) => one.endsWith(type)).length > 1), `asked again: ${drawings}`);
  await page.getByRole("button", { name: "Check the deal in this browser" }).click();
  await page.locator(".steps .holds").first().waitFor();
  assert.equal(await page.locator(".steps .fails").count(), 0);
  await assertWhole(page, "file");
  // A deal that the rules do not allow is no reason to show a wrong board.
  const forged = JSON.parse(exported);
  forged.deal.server_seed = forged.deal.server_seed.replace(/^../, (byte) => (byte === "00" ? "01" : "00"));
  await page.goto(SERVER);
  await input.setInputFiles(file(JSON.stringify(forged)));
  await page.getByText("The game cannot be replayed").waitFor();
  assert.equal(sent, 0, "nothing of the file is sent");
  await page.context().close();
}

/** In the page: whether the board is this picture of the server, piece by piece. */
const isDrawn = (served) => {
  const pieces = (root) => [...root.querySelectorAll("[id]")].map((piece) => [piece.id, piece.getAttribute("transform"), piece.textContent]);
  const shown = document.querySelector("lapidary-game").shadowRoot.querySelector(".board svg");
  return JSON.stringify(pieces(shown)) === JSON.stringify(pieces(new DOMParser().parseFromString(served, "image/svg+xml")));
};

/** Fills the dialog for a name and a password, and sends it. */
async function fill(page, fields, button) {
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  return dialog;
}

/** Every tab of a browser is signed in, also one that is opened later; no script finds a token, and the end is told in every tab. */
async function signIn() {
  const page = await visitor();
  const name = `tabs-${Date.now().toString(36)}`;
  await signUp(page, name);
  const table = await createTable(page, GAMES.base, "two tabs");
  const other = await page.context().newPage();
  await other.goto(table);
  await other.getByRole("button", { name: "Leave the table" }).waitFor();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.deepEqual(JSON.parse(stored), [{ "lapidary-user": JSON.stringify({ username: name, isGuest: false }) }, {}, ""]);
  await page.close();
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Sign in" }).click();
  const dialog = await fill(other, { Name: name, Password: "wrong password" }, "Sign in");
  await dialog.getByRole("alert").getByText("The username or the password is wrong.").waitFor();
  await shot(other, "sign-in");
  await assertAccessible(other, "signing in");
  await fill(other, { Password: "correct horse battery" }, "Sign in");
  await other.getByRole("button", { name: "Leave the table" }).waitFor();

  const third = await other.context().newPage();
  await third.goto(table);
  await third.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Sign in" }).waitFor();
  await fill(await signInAgain(other), { Name: name, Password: "correct horse battery" }, "Sign in");
  await third.getByRole("button", { name: "Leave the table" }).waitFor();
  await call("DELETE", "/v1/sessions/current", undefined, await tokenOf(other));
  await third.reload();
  // The tab that learns of it first says so, and signs out in the other one.
  const told = (tab) => tab.getByRole("alert").getByText("Your session has ended. Sign in again.").waitFor();
  await Promise.any([told(third), told(other)]);
  await other.getByRole("button", { name: "Sign in" }).waitFor();
  await other.context().close();
}

/** Opens the dialog of a login. */
async function signInAgain(page) {
  await page.getByRole("button", { name: "Sign in" }).click();
  return page;
}

/** A guest comes back to the same seat after the tab was closed, and is asked before the account is lost. */
async function guests() {
  const page = await visitor(LOOKS.phone);
  const table = await createTable(page, GAMES.base, "a guest");
  await page.getByRole("status").filter({ hasText: /^You play as guest-/ }).waitFor();
  await assertWhole(page, "guest");
  const context = page.context();
  const again = await context.newPage();
  await page.close();
  await again.goto(table);
  await again.getByRole("button", { name: "Leave the table" }).waitFor();
  const { username: name } = JSON.parse(await again.evaluate(() => localStorage.getItem("lapidary-user")));
  await again.getByRole("button", { name: "Sign out" }).click();
  await again.getByRole("heading", { name: "Without a password you lose this account" }).waitFor();
  await assertWhole(again, "guest-leaves");
  await again.getByRole("button", { name: "Cancel" }).click();
  assert.ok(await again.getByRole("button", { name: "Leave the table" }).isVisible(), "nothing is lost by asking");
  await again.getByRole("button", { name: "Sign out" }).click();
  await fill(again, { Password: "a password of my own" }, "Keep the account, and sign out");
  await fill(await signInAgain(again), { Name: name, Password: "a password of my own" }, "Sign in");
  await again.getByRole("button", { name: "Leave the table" }).waitFor();
  assert.equal(await again.getByRole("button", { name: "Keep this account" }).count(), 0, "no guest any more");
  await context.close();
}

/** The turns after which the heap is measured. */
const HEAP_AT = [10, 60, 110];
/** How often it is measured each time, and the time before each. */
const HEAP_MOMENTS = 5;
const HEAP_PAUSE_MS = 200;
/** By how many bytes the heap may grow: a game that is long has a longer log than one that has begun. */
const HEAP_GROWTH_MAX = 1_000_000;

/** A tab that shows one game after another needs no more memory after a hundred turns. They begin after the first game: its end loads the
 * second file of the page. */
async function hundredTurns() {
  const table = await seated(["heap-ada", "heap-bob"], { ruleset: "splendor" });
  const [own, other] = table.players;
  const page = await sitDown(table.id, own, {}, hinted);
  const session = await page.context().newCDPSession(page);
  const measured = [];
  let { id } = table;
  let isWarm = false;
  for (let turn = 1; !isWarm || turn <= HEAP_AT.at(-1); turn++) {
    const { player, view } = await playUntil({ id, players: table.players }, () => true);
    const actions = view.legal_actions;
    const takes = actions.filter(({ action }) => action.type === "take");
    const chosen = actions.findLast(({ action }) => action.type === "buy") ?? takes[(turn * 7) % takes.length] ?? actions[0];
    await call("POST", `/v1/games/${id}/actions`, { version: view.version, actions: [chosen.action] }, player.token);
    const { status, version } = await call("GET", `/v1/games/${id}`, undefined, player.token);
    await until(page, (shown) => Number(document.querySelector("lapidary-game")?.shadowRoot.querySelector("output")?.textContent.split(" / ")[0]) >= shown, version);
    if (isWarm && HEAP_AT.includes(turn)) {
      // While a picture or an answer is read, what it replaces is there as well: the least of some moments counts.
      const moments = [];
      for (let moment = 0; moment < HEAP_MOMENTS; moment++) {
        await page.waitForTimeout(HEAP_PAUSE_MS);
        await session.send("HeapProfiler.collectGarbage");
        const [{ usedSize }, { nodes }] = await Promise.all(["Runtime.getHeapUsage", "Memory.getDOMCounters"].map((name) => session.send(name)));
        moments.push({ turn, usedSize, nodes });
      }
      measured.push(moments.sort((one, next) => one.usedSize - next.usedSize)[0]);
    }
    if (status === "active") continue;
    if (!isWarm) [isWarm, turn] = [true, 0];
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.getByRole("button", { name: "Take the offer back" }).waitFor();
    id = (await call("POST", `/v1/games/${id}/rematch`, undefined, other.token)).rematch.game;
    await page.waitForURL((url) => url.pathname.endsWith(id));
  }
  console.log(`heap: ${measured.map(({ turn, usedSize, nodes }) => `${(usedSize / 1e6).toFixed(2)} MB and ${nodes} nodes after ${turn} turns`).join(", ")}`);
  const growth = measured.at(-1).usedSize - measured[0].usedSize;
  assert.ok(growth < HEAP_GROWTH_MAX, `the heap has grown by ${growth} bytes`);
  await page.context().close();
}

/** Two strangers play by a link: one makes a table as a guest, the other one sits down with a phone, and both take a turn by clicks. */
async function friend() {
  const [host, guest] = await Promise.all([visitor(), visitor(LOOKS.phone)]);
  await guest.goto(await createTable(host, GAMES.base, "with a friend"));
  await guest.getByRole("button", { name: "Take a seat as a guest" }).click();
  for (const page of [host, guest]) await page.getByRole("status").filter({ hasText: /^You play as guest-/ }).waitFor();
  const random = seeded(1);
  for (let turn = 0; turn < 2; turn++) {
    const panels = [host, guest].map((page) => page.locator("section.turn summary").waitFor().then(() => page));
    const page = await Promise.race(panels);
    const [, before] = await versions(page);
    assert.ok(await decide(page, random), "a stranger takes a turn");
    for (const seer of [host, guest]) await until(seer, (version) => {
      const output = document.querySelector("lapidary-game")?.shadowRoot.querySelector("output");
      return Number(output?.textContent.split(" / ")[0]) > version;
    }, before);
    await Promise.all(panels);
  }
  // The line of the other one opens what they have, in its place, and closes.
  const [line, unfolded] = [guest.locator("lapidary-game g.line").first(), guest.locator("lapidary-game .unfolded")];
  await line.tap();
  await unfolded.waitFor();
  const [above, below] = [await line.boundingBox(), await unfolded.boundingBox()];
  assert.ok(below.y >= above.y + above.height && below.y < above.y + above.height + above.height, "a panel opens below its line");
  assert.equal(await line.getAttribute("aria-expanded"), "true");
  await assertWhole(guest, "friend-phone");
  await line.focus();
  await guest.keyboard.press("Enter");
  await unfolded.waitFor({ state: "detached" });
  // A finger learns what a card lacks, on its tap.
  const card = await guest.evaluate(lacking);
  await guest.locator(`lapidary-game [id="${card.id}"]`).tap();
  await guest.locator("lapidary-game .touched").getByText(card.lacks).waitFor();
  await assertAccessible(guest, "a touched card");
  await Promise.all([host, guest].map((page) => page.context().close()));
}

/** In the page: a card that somebody cannot pay for, and what it says that is missing; its title says the same to a mouse. */
const lacking = async () => {
  for (;;) {
    for (const card of document.querySelector("lapidary-game").shadowRoot.querySelectorAll("g.card[aria-label*='missing: ']")) {
      const lacks = card.getAttribute("aria-label").replace(/^.*(?=missing: )/, "");
      if (card.querySelector(":scope > title").textContent.endsWith(lacks)) return { id: card.id, lacks };
    }
    await new Promise(requestAnimationFrame);
  }
};

/** The start page is small, and loads nothing of organizers. Their part is tried again until it comes, and a page that is older than its
 * server loads itself anew, once. */
async function parts() {
  const page = await visitor();
  // Which game would stand there is a matter of the scenes that run meanwhile.
  await nobodyPlays(page);
  const session = await page.context().newCDPSession(page);
  const [asked, documents, paths, loaded] = [[], [], new Map(), []];
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => loaded.push([paths.get(requestId) ?? "", encodedDataLength]));
  page.on("request", (request) => (request.isNavigationRequest() ? documents : asked).push(new URL(request.url()).pathname));
  await page.goto(SERVER);
  await stage(page).waitFor();
  await page.getByText("One moment …").first().waitFor({ state: "detached" });
  // How long the lists are is a matter of the scenes that run meanwhile.
  const own = loaded.filter(([path]) => !path.startsWith("/v1/") || path.includes("/board"));
  const pictures = own.filter(([path, bytes]) => path.endsWith("/board.svg") && bytes > HEAD_BYTES_MAX);
  assert.ok(pictures.length <= 1, `the picture of a live game is loaded once: ${pictures.join(" ")}`);
  const received = own.reduce((sum, [, bytes]) => sum + bytes, 0);
  assert.ok(received > 0 && received < START_BYTES_MAX, `the start page loads ${received} bytes: ${own.join(" ")}`);
  assert.ok(asked.some((path) => path.endsWith("/page.js")) && !asked.some((path) => path.endsWith("/events.js")), `${asked}`);
  let answer = (route) => route.abort();
  await page.route("**/events.js*", (route) => answer(route));
  await page.goto(`${SERVER}/t/${NOBODY}`);
  await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
  answer = (route) => route.continue();
  const found = page.getByText("There is no such tournament");
  await found.waitFor();
  answer = (route) => route.fulfill({ status: 404, contentType: "application/problem+json", body: JSON.stringify({ title: "Not found", status: 404, code: "not_found" }) });
  documents.length = 0;
  await page.goto(`${SERVER}/t/${NOBODY}`);
  await page.getByText("This part of the page could not be loaded.").waitFor();
  assert.equal(documents.length, 2, "it has loaded itself anew once");
  answer = (route) => route.continue();
  await page.getByRole("button", { name: "Load the page again" }).click();
  await found.waitFor();
  await page.context().close();
}

/** What the first screen shows: a live game, or one that plays itself. */
const stage = (page) => page.locator(".stage .kept-table").or(page.locator(".stage lapidary-game .board svg")).first();

/** Nobody plays on the server, as far as this page knows. */
async function nobodyPlays(page) {
  await page.route((url) => url.pathname === "/", async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replace(/<div id="first-picture"[^]*?<\/picture><\/div>/, "") });
  });
  await page.route(/\/v1\/games\?.*status=active/, (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify({ items: [], next_cursor: null }) }));
}

/** In the page: what the game that plays itself shows, if it is not as before. */
const keptPosition = (before) => {
  const now = [...document.querySelectorAll(".kept-table > *")].map((piece) => piece.getAttribute("style")).join();
  return now !== before && now;
};

/** The most that a page may move under its reader while it loads. */
const SHIFT_MAX = 0.1;
const SETTLED_MS = 2_000;

/** In the page: adds up by how much it moves. */
const noteShifts = () => {
  globalThis.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value))).observe({ type: "layout-shift", buffered: true });
};

/** A game that is over does not move while it loads: its end has a room above the first picture. */
async function stillness(game) {
  for (const kind of ["desktop", "phone"]) {
    const page = await visitor(LOOKS[kind]);
    await page.addInitScript(noteShifts);
    await page.goto(`${SERVER}/g/${game}`);
    await page.locator(".ending").waitFor();
    await page.locator("lapidary-game .board svg").waitFor();
    await page.waitForTimeout(SETTLED_MS);
    const shift = await page.evaluate(() => globalThis.shift);
    assert.ok(shift < SHIFT_MAX, `${kind}: a game that is over moves by ${shift}`);
    await page.context().close();
  }
}

/** On a server where nobody plays, the first screen has a game that plays itself, unless its reader prefers less motion; nothing else moves. */
async function firstScreen() {
  for (const kind of ["desktop", "phone"]) for (const reducedMotion of ["no-preference", "reduce"]) for (const isAlone of [true, false]) {
    const page = await visitor({ ...LOOKS[kind], reducedMotion });
    if (isAlone) await nobodyPlays(page);
    await page.addInitScript(noteShifts);
    await page.goto(SERVER);
    await stage(page).waitFor();
    if (isAlone) {
      const before = await page.evaluate(keptPosition);
      if (reducedMotion === "reduce") {
        await page.waitForTimeout(SETTLED_MS);
        assert.equal(await page.evaluate(keptPosition, before), false, "the game stands still");
        await page.getByRole("button", { name: "Let this game play itself" }).click();
      }
      await until(page, keptPosition, before);
    } else await page.waitForTimeout(SETTLED_MS);
    const shift = await page.evaluate(() => globalThis.shift);
    assert.ok(shift < SHIFT_MAX, `${kind}, ${reducedMotion}, ${isAlone ? "nobody plays" : "others play"}: the first screen moves by ${shift}`);
    if (reducedMotion === "reduce" && isAlone) await assertWhole(page, `first-${kind}`);
    await page.context().close();
  }
}

/** A stranger with a phone plays the computer after two taps. */
async function playNow() {
  const page = await visitor(LOOKS.phone);
  await page.goto(SERVER);
  await page.getByRole("button", { name: "Play", exact: true }).first().tap();
  await page.getByRole("button", { name: /^Greedy/ }).tap();
  await page.waitForURL(/\/g\//);
  await page.locator("section.turn summary").waitFor();
  await page.context().close();
}

/** A browser that stores nothing plays all the same, and one whose clock is an hour ahead, or is set meanwhile, tells times as the server does. */
async function strangeBrowsers() {
  const page = await visitor();
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("Refused by the test.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get: refuse });
  });
  await page.goto(SERVER);
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await page.getByRole("button", { name: /^Greedy/ }).click();
  await page.waitForURL(/\/g\//);
  await page.locator("section.turn summary").waitFor();
  await page.context().close();

  const { players } = await seated(["hour-ada", "hour-bob"], { ruleset: "splendor" });
  const early = await visitor();
  await early.addInitScript(() => {
    const { now } = Date;
    globalThis.ahead = 3_600_000;
    Date.now = () => now() + globalThis.ahead;
  });
  await early.goto(`${SERVER}/games`);
  for (const ahead of [3_600_000, 0, 7_200_000]) {
    await early.evaluate((ms) => (globalThis.ahead = ms), ahead);
    for (const { account } of players) {
      await early.getByRole("searchbox", { name: "Player" }).fill(account.username);
      await early.getByRole("listitem").filter({ hasText: account.username }).filter({ hasText: "just now" }).waitFor();
    }
  }
  await early.context().close();
}

/** The first screen stays short where many tables wait, until its reader wants to see more of them. */
async function manyTables() {
  const { id, players } = await seated(["many-ada", "many-bob"], { ruleset: "splendor" });
  const { items } = await call("GET", `/v1/games?player=${players[0].account.username}`);
  const item = items.find((game) => game.id === id);
  const games = Array.from({ length: 250 }, (_, n) => ({ ...item, id: NOBODY.replace(/.{3}$/, String(n).padStart(3, "0")), status: "waiting", label: LONGEST_NAME, seat_count: 3 }));
  const page = await visitor(LOOKS.phone);
  await page.route("**/v1/lobby/events*", (route) => route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ type: "snapshot", data: { games, seeks: [] } })}\n` }));
  await page.goto(SERVER);
  const tables = page.locator("section").filter({ has: page.getByRole("heading", { name: "Open tables" }) });
  await tables.getByRole("listitem").first().waitFor();
  assert.equal(await tables.getByRole("listitem").count(), 12);
  await assertWhole(page, "many-tables");
  await tables.getByRole("button", { name: "Show more" }).tap();
  await tables.getByRole("listitem").nth(games.length - 1).waitFor();
  await page.context().close();
}

/** Returns the name of whoever uses a page. */
const nameIn = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("lapidary-user")).username);

/** Strangers find each other: by equal terms, at an open table, and with a link. Whoever waits is told on every page. */
async function strangersMeet() {
  const [seeker, finder] = [await visitor(LOOKS.phone), await visitor()];
  await seeker.goto(SERVER);
  await seeker.getByRole("button", { name: "Against people" }).click();
  await seeker.getByRole("button", { name: "30 min + 15 s" }).click();
  await seeker.getByRole("button", { name: "Stop looking" }).click();
  await seeker.getByRole("button", { name: "Stop looking" }).waitFor({ state: "detached" });
  await seeker.getByRole("button", { name: "30 min + 15 s" }).click();
  await seeker.getByText("You look for players: Splendor, 2 players, 30 min + 15 s, casual.").waitFor();
  await assertWhole(seeker, "seeking");
  await seeker.getByRole("button", { name: "Menu" }).click();
  await seeker.getByRole("link", { name: "Rules", exact: true }).click();
  await seeker.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
  const name = await nameIn(seeker);
  await finder.goto(SERVER);
  // The list below has everybody who waits, so one tap is enough.
  const row = finder.getByRole("listitem").filter({ hasText: `${name} looks for players` });
  await row.getByRole("button", { name: "Play" }).click();
  await finder.waitForURL(/\/g\//);
  await seeker.getByText(`you play against ${await nameIn(finder)}`).waitFor();
  await assertWhole(seeker, "found");
  await seeker.getByRole("link", { name: "Go to the table" }).click();
  assert.equal(await seeker.waitForURL(/\/g\//).then(() => seeker.url()), finder.url());
  await seeker.getByText("Your table is ready").waitFor({ state: "detached" });

  const label = `open ${Date.now().toString(36)}`;
  await createTable(finder, GAMES.base, label);
  await finder.getByRole("link", { name: "Watch" }).first().click();
  const other = await visitor(LOOKS.phone);
  await other.goto(SERVER);
  // Others come and go meanwhile: where the row moves away under the finger, people tap once more.
  const seat = other.getByRole("listitem").filter({ hasText: label }).getByRole("button", { name: "Join as a guest" });
  for (let taps = 1; !/\/g\//.test(other.url()); taps++) {
    await seat.tap();
    await other.waitForURL(/\/g\//, { timeout: 15_000 }).catch((late) => {
      if (taps === 3) throw late;
    });
  }
  await finder.getByText(`you play against ${await nameIn(other)}`).waitFor();

  await finder.goto(SERVER);
  await finder.getByRole("button", { name: "Play with a friend" }).click();
  await finder.getByRole("img", { name: /^Code of the address .*\/g\// }).waitFor();
  await assertWhole(finder, "invite");
  const link = await finder.locator(".invite a").getAttribute("href");
  const friend = await visitor(LOOKS.phone);
  await friend.goto(SERVER + link);
  await friend.getByRole("button", { name: "Take a seat as a guest" }).click();
  // Whoever waits on the first screen is taken to the table.
  await finder.waitForURL((url) => url.pathname === link);
  await Promise.all([seeker, finder, other, friend].map((page) => page.context().close()));
}

/** The least contrast of a text. */
const CONTRAST_MIN = 4.5;
/** Colors of texts, and the grounds on which they stand. */
const ON_GROUNDS = {
  ink: ["ground", "raised"], faint: ["ground", "raised"], accent: ["ground", "raised"], trouble: ["ground", "raised"], turn: ["raised"],
  "on-accent": ["accent"], "on-brass": ["brass"], "on-felt": ["felt", "felt-deep"], "faint-on-felt": ["felt"], brass: ["felt", "felt-deep"],
};

/** Texts can be read on every ground of the palette, by day and at night. */
async function palette() {
  for (const colorScheme of ["light", "dark"]) {
    const page = await visitor({ colorScheme });
    await page.goto(`${SERVER}/rules`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const [text, grounds] of Object.entries(ON_GROUNDS)) for (const ground of grounds) {
      const [one, two] = await page.evaluate((names) => names.map((name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = `var(--${name})`;
        const channels = getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map((channel) => channel / 255);
        probe.remove();
        const [red, green, blue] = channels.map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      }), [text, ground]);
      const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
      assert.ok(contrast >= CONTRAST_MIN, `${colorScheme}: ${text} on ${ground} has a contrast of ${contrast.toFixed(2)}`);
    }
    await page.context().close();
  }
}

/** How many turns the lesson of the rules has. */
const LESSON_TURNS = 10;

/** The lesson of the rules is played without the server: by touch and with the keyboard. Whatever is not the turn gets a reason. */
async function lesson() {
  for (const [kind, options] of Object.entries({ phone: LOOKS.phone, german: { locale: "de" } })) {
    const page = await visitor(options);
    await page.goto(`${SERVER}/rules`);
    await page.getByRole("button", { name: kind === "german" ? "In zehn Zügen lernen" : "Learn it in ten turns" }).click();
    let asked = 0;
    page.on("request", () => asked++);
    const [said, wanted] = [page.locator(".lesson [role=status]"), page.locator(".lesson .touch.wanted")];
    const turns = new Set();
    for (let touches = 0; touches < CLICKS_MAX * LESSON_TURNS; touches++) {
      await until(page, () => document.querySelector(".lesson .touch.wanted, .lesson a.primary"));
      if (!(await wanted.count())) break;
      const now = await said.textContent();
      if (!turns.has(now.split(".")[0])) {
        await page.locator(".lesson .touch:not(.wanted)").first().click();
        await until(page, (before) => document.querySelector(".lesson [role=status]").textContent !== before, now);
        turns.add(now.split(".")[0]);
        if (turns.size === LESSON_TURNS / 2) await assertWhole(page, `lesson-${kind}`);
      }
      if (kind === "phone") await wanted.first().tap();
      else await wanted.first().press("Enter");
    }
    assert.deepEqual([...turns], Array.from({ length: LESSON_TURNS }, (_, turn) => `${turn + 1}/${LESSON_TURNS}`));
    if (kind === "german") assert.doesNotMatch(await said.textContent(), ENGLISH);
    assert.equal(asked, 0, "a lesson needs no server");
    await page.getByRole("link", { name: kind === "german" ? "Spielen" : "Play", exact: true }).last().click();
    await page.waitForURL(`${SERVER}/`);
    await page.context().close();
  }
}

/** Every list opens from the header and says what to do where there is nothing; an unknown address says so. */
async function everyList() {
  for (const [kind, options] of Object.entries(LOOKS)) {
    const page = await visitor(options);
    await page.goto(SERVER);
    for (const name of ["Watch", "Puzzles", "Tournaments", "Clubs", "Ladders", "Rules", "Players"]) {
      if (kind === "phone") await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name: name === "Puzzles" ? "Puzzle of the day" : name }).waitFor();
      if (name === "Puzzles") await page.locator("lapidary-game [data-choice]").first().waitFor();
      await assertWhole(page, `${name.toLowerCase()}-${kind}`);
    }
    await page.reload();
    await page.getByText("Type how the name begins.").waitFor();
    await page.goto(`${SERVER}/nothing-here`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.context().close();
  }
}

/** The page speaks the language of the browser and has the colors of the system, until its reader chooses others, which every visit has. */
async function settings() {
  const page = await visitor({ locale: "de-CH", colorScheme: "light" });
  const looks = () => page.evaluate(() => ({ lang: document.documentElement.lang, ground: getComputedStyle(document.body).backgroundColor }));
  await page.goto(`${SERVER}/games`);
  await page.getByRole("heading", { level: 1, name: "Zuschauen" }).waitFor();
  const before = await looks();
  assert.equal(before.lang, "de");
  await page.getByRole("button", { name: "Anmelden" }).click();
  const refused = await fill(page, { Name: "nobody-at-all", Passwort: "wrong password" }, "Anmelden");
  await refused.getByRole("alert").getByText("Name oder Passwort ist falsch.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("fr");
  await page.getByRole("heading", { level: 1, name: "Regarder" }).waitFor();
  await page.getByRole("button", { name: "Réglages" }).click();
  await page.getByRole("combobox", { name: "Couleurs" }).selectOption("dark");
  const after = await looks();
  assert.equal(after.lang, "fr");
  assert.notEqual(after.ground, before.ground);
  // The choice holds before the page has begun, and for the first picture too.
  await page.route("**/page.js", () => undefined);
  await page.goto(SERVER, { waitUntil: "domcontentloaded" });
  assert.equal((await looks()).ground, after.ground);
  const picture = page.locator("#first-picture img");
  const source = async () => (await picture.count()) ? picture.evaluate((image) => image.decode().then(() => image.currentSrc)) : undefined;
  const chosen = await source();
  if (chosen) assert.match(chosen, /theme=dark.*lang=fr/);
  // Without a choice, the first picture has the language of the browser, and none in another language was asked for before.
  await page.evaluate(() => localStorage.clear());
  const { id } = await seated(["spoken-ada", "spoken-bob"], { ruleset: "splendor" });
  const asked = [];
  page.on("request", (request) => request.url().includes("/board.svg") && asked.push(request.url()));
  await page.goto(`${SERVER}/g/${id}`, { waitUntil: "domcontentloaded" });
  assert.match(await source(), /lang=de/);
  assert.equal(asked.length, 1, `${asked}`);
  await page.context().close();
}

/** A profile has games with filters; its owner changes a name and the password, and others challenge them. */
async function profile() {
  const mark = Date.now().toString(36);
  const [page, other] = [await visitor(), await visitor({ viewport: { width: 390, height: 844 } })];
  await signUp(page, `prof-${mark}`);
  await signUp(other, `rival-${mark}`);
  await page.getByRole("link", { name: `prof-${mark}` }).click();
  await page.getByLabel("Name to show beside the other").fill("Prof of Gems");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Prof of Gems" }).waitFor();
  await page.getByLabel("Current password").fill("correct horse battery");
  await page.getByLabel("New password").fill("another horse battery");
  await page.getByRole("button", { name: "Change it" }).click();
  await page.getByText("The password is changed.").waitFor();
  await page.getByLabel("E-mail, for a forgotten password").fill("prof@example.org");
  await page.getByLabel("Password, to change the e-mail").fill("wrong password");
  await page.getByRole("button", { name: "Change the e-mail" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password, to change the e-mail").fill("another horse battery");
  await page.getByRole("button", { name: "Change the e-mail" }).click();
  await page.getByText("The e-mail address is saved.").waitFor();
  assert.equal((await call("GET", "/v1/me", undefined, await tokenOf(page))).email, "prof@example.org");
  await other.goto(`${SERVER}/p/prof-${mark}`);
  await other.getByRole("button", { name: `Challenge prof-${mark}` }).click();
  await other.waitForURL(/\/g\//);
  await page.getByRole("link", { name: "Invitations: 1" }).click();
  await page.getByRole("button", { name: "Take a seat" }).click();
  await page.locator("lapidary-game .board svg [id=supply-gold]").waitFor();
  await page.goto(`${SERVER}/p/prof-${mark}`);
  const none = page.getByText("No games that you may see.");
  // A challenge is a private game: its players see it, and a filter leaves it out.
  await page.getByText(`rival-${mark}`).first().waitFor();
  assert.equal(await none.count(), 0);
  await page.getByLabel("Against").fill("nobody");
  await page.getByText("No such game. Choose other filters.").waitFor();
  await Promise.all([page, other].map((one) => one.context().close()));
}

/** A puzzle is answered on the board, and tells what the turn was worth. */
async function puzzle() {
  const page = await visitor();
  await signUp(page, `solver-${Date.now().toString(36)}`);
  // Puzzles and their pictures are wrong once.
  const read = new Set();
  await answerWrongly(page, /\/v1\/puzzles\//, "half", (request) => request.method() === "GET" && !request.url().includes("/next") && read.size < read.add(request.url()).size);
  await page.goto(`${SERVER}/puzzles`);
  const pieces = page.locator("lapidary-game [data-choice]");
  await pieces.first().waitFor();
  await page.getByRole("button", { name: "Skip this puzzle" }).click();
  await page.waitForURL(/\/puzzles\/./);
  await pieces.first().waitFor();
  const [panel, told] = [page.locator("section.turn"), page.getByRole("heading", { name: /^(Solved!|Not the best turn)$/ })];
  // The first legal answer counts, so a turn that is refused, such as one that must go on, is put together again.
  for (const id of await pieces.evaluateAll((all) => all.map((piece) => piece.id))) {
    await page.locator(`lapidary-game [id="${id}"]`).dispatchEvent("click");
    await page.locator("lapidary-game [aria-pressed=true]").first().waitFor();
    const action = panel.locator(".action").first();
    if (!(await action.count())) continue;
    await action.click();
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await Promise.race([told.waitFor(), panel.getByRole("alert").waitFor()]);
    if (await told.count()) break;
    await page.getByRole("button", { name: "Begin again" }).click();
  }
  assert.ok(await told.count(), "a turn is answered");
  await page.context().close();
}

/** Who comes to the evening; the last one comes late. */
const GUESTS = ["Ada L.", "Grace, H.", "Joan C.", "Mary S.", "Emmy N.", "Sofia K.", "Lise M.", "Marie C.", "Hedy L.", "Rosa P.", "Vera R.", "Ida N.", "Olga T.", "Maria M.", "Dora K.", "Nina B.", "Late guest"];

/** Saves the tables of a round that have no result, each by one tap for each player; `first` is done to the form of the first one instead. */
async function tapResults(page, round, first) {
  const rows = page.getByRole("list", { name: "Tables without a result" }).getByRole("listitem");
  await rows.first().waitFor();
  for (let left = await rows.count(); left > 0; left--) {
    await rows.first().getByRole("button").first().click();
    const form = page.locator(".result-form");
    if (first) await first(form);
    else for (let seat = (await form.locator(".tap").count()) - 1; seat >= 0; seat--) await form.locator(".tap").nth(seat).click();
    first = undefined;
    await form.getByRole("button", { name: /^Save table/ }).click();
    await until(page, (count) => document.querySelectorAll(".open-tables[aria-label] > li").length < count, left);
  }
  await page.getByRole("heading", { name: `Round ${round}: closed` }).waitFor();
}

/** What was typed of an event that is new holds, and so does what is changed of one that exists, with nothing else. */
async function changedSettings(page) {
  const read = () => call("GET", `/v1/tournaments/${page.url().split("/").at(-1)}`);
  const before = await read();
  assert.deepEqual([before.entries_max, before.tie_breaks, before.round_ends_after_ms], [40, ["points", "lot"], 3_600_000]);
  await page.getByText("Settings of the event").click();
  await page.getByText("More settings").click();
  await page.getByLabel("Points for places at tables of four").fill("7, 5, 3, 0");
  await page.getByLabel("Days that an account must be old").fill("2");
  await assertWhole(page, "event-settings");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("button", { name: "Save the settings" }).click();
  assert.equal((await saved).status(), 200);
  const after = await read();
  assert.deepEqual(after, { ...before, points: { ...before.points, four: [7, 5, 3, 0] }, conditions: { ...before.conditions, account_days_min: 2 } });
  await page.getByText("Settings of the event").click();
}

/** An organizer runs an evening of 17 over the board by taps on a phone: somebody is not here and somebody is late, a result contradicts what
 * was counted, somebody does not come to the table, and a result of an earlier round is corrected. */
async function evening() {
  const page = await visitor(LOOKS.phone);
  await signUp(page, `host-${Date.now().toString(36)}`);
  await page.goto(`${SERVER}/tournaments`);
  await page.getByLabel("Name of the event").fill("An evening");
  await page.getByLabel("Rounds", { exact: true }).fill("2");
  await page.getByText("More settings").click();
  await page.getByLabel("Minutes for a round").fill("60");
  await page.getByLabel("The most players").fill("40");
  for (const name of ["Wins", "Points", "Wins", "Lot"]) await page.getByRole("group", { name: "What decides equal points" }).getByRole("button", { name }).click();
  await assertWhole(page, "new-event");
  await page.getByRole("button", { name: "Create the event" }).click();
  await page.waitForURL(/\/t\//);
  await changedSettings(page);
  const names = page.getByLabel("Names, one in a line");
  await names.fill([...GUESTS.slice(0, -1), GUESTS[0].toUpperCase()].join("\n"));
  await page.getByText("1 name is there already.").waitFor();
  await page.getByRole("button", { name: "Add 16 players" }).click();
  await page.getByRole("button", { name: `${GUESTS[8]} is not here` }).click();
  await page.getByRole("heading", { name: "Not here (1)" }).waitFor();
  await assertWhole(page, "evening-names");
  await page.getByRole("button", { name: "Begin the event" }).click();
  await page.getByRole("button", { name: "Preview round 1" }).click();
  await page.getByRole("heading", { name: "Round 1 would be" }).waitFor();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  const undo = page.getByRole("button", { name: "Undo the pairing of round 1" });
  await undo.click();
  await undo.waitFor({ state: "detached" });
  await page.getByText("Players (16), not here: 1").click();
  await page.getByRole("button", { name: `${GUESTS[8]} is here` }).click();
  await page.getByText("Players (16)", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  await page.getByText("4 tables of round 1 have no result yet.").waitFor();
  await page.getByRole("timer").filter({ hasText: /^Time left: / }).waitFor();

  // The places follow from what was counted; what contradicts it is said before it is sent.
  await tapResults(page, 1, async (form) => {
    const taps = form.locator(".tap");
    await taps.first().click();
    for (const [seat, prestige] of [15, 15, 17, 3].entries()) await form.getByLabel(/^Prestige/).nth(seat).fill(String(prestige));
    for (let seat = 1; seat < 4; seat++) await taps.nth(seat).click();
    await form.getByRole("alert").waitFor();
    await assertWhole(page, "evening-contradiction");
    for (const [seat, cards] of [12, 11, 9, 4].entries()) await form.getByLabel(/^Cards/).nth(seat).fill(String(cards));
    await form.getByRole("button", { name: "Take the places from the numbers" }).click();
    assert.deepEqual(await taps.allTextContents().then((texts) => texts.map((text) => text[0])), ["3", "2", "1", "4"]);
  });

  await names.fill(GUESTS.at(-1));
  await page.getByRole("button", { name: "Add 1 player" }).click();
  await page.getByText("Players (17)").click();
  await page.getByText("Tell everybody something").click();
  await page.getByLabel(/^It is on this page/).fill("The second round begins at nine.");
  await page.getByRole("button", { name: "Tell them" }).click();
  await page.getByRole("status").filter({ hasText: "The second round begins at nine." }).waitFor();
  await page.getByRole("button", { name: "Pair round 2" }).click();
  await tapResults(page, 2, async (form) => {
    const taps = form.locator(".tap");
    await form.getByRole("checkbox").last().check();
    for (let seat = (await taps.count()) - 2; seat >= 0; seat--) await taps.nth(seat).click();
  });
  await page.getByRole("button", { name: /^Pair .* no more$/ }).click();
  await page.getByText("Players (17), not here: 1").waitFor();
  await penalties(page);

  // A result of the first round is corrected.
  await page.getByRole("button", { name: "Round 1", exact: true }).click();
  await page.getByText("Correct a result of round 1").click();
  await page.locator(".open-table .table-name").first().click();
  const form = page.locator(".result-form");
  await form.getByLabel(/^Prestige/).last().fill("20");
  await form.getByRole("button", { name: "Take the places from the numbers" }).click();
  await form.getByRole("button", { name: "Show what that changes" }).click();
  await page.getByRole("listitem").filter({ hasText: / → / }).first().waitFor();
  await assertWhole(page, "evening-correction");
  await form.getByRole("button", { name: "Correct", exact: true }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText("20 prestige").waitFor();

  await page.getByRole("button", { name: "Close the event …" }).click();
  await page.getByRole("button", { name: "Close the event", exact: true }).click();
  await page.getByText("Finished.").waitFor();
  await page.getByText("Code to scan, and paper").click();
  await page.getByRole("img", { name: `Code of the address ${page.url()}` }).waitFor();
  await page.evaluate(() => (globalThis.print = () => undefined));
  await page.getByRole("button", { name: "Print result slips" }).click();
  assert.equal(await page.locator(".slip").count(), (await page.locator(".open-tables > li").count()), "a slip for each table");
  await page.getByText("Settings of the event").click();
  await page.getByText("What has happened").click();
  await page.getByRole("listitem").filter({ hasText: /Result corrected: round 1, table no\. \d+ of the event/ }).filter({ hasText: "Prestige: 15, 15, 17, 3 → 15, 15, 17, 20" }).waitFor();
  await assertWhole(page, "evening-end");
  await page.context().close();
}

/** Whoever did not come keeps the place that they have earned, and their result; whoever is disqualified is the last, and that is said
 * before. Both are taken back. */
async function penalties(page) {
  const id = page.url().split("/").at(-1);
  const read = async () => {
    const [entries, rows] = await Promise.all(["entries", "standings"].map((list) => call("GET", `/v1/tournaments/${id}/${list}`)));
    return { entries: entries.items, rows: rows.items };
  };
  const before = await read();
  const absent = before.entries.find(({ status }) => status === "paused");
  const row = before.rows.find(({ entry }) => entry === absent.entry);
  assert.ok(absent.removed_in === undefined && row.points > 0 && row.place < before.rows.length, `whoever did not come keeps what they have earned: ${JSON.stringify(row)}`);
  await page.getByText("Players (17), not here: 1").click();
  await page.getByRole("button", { name: `${absent.guest} is here` }).click();
  const name = before.rows[0].guest;
  await page.getByRole("button", { name: `More about ${name}` }).click();
  await page.getByRole("button", { name: `Disqualify ${name} …` }).click();
  await page.getByText(`${name} comes last in the standings, is not paired any more, and gets no result in a series.`).waitFor();
  await assertWhole(page, "evening-disqualify");
  await page.getByRole("button", { name: `Disqualify ${name}`, exact: true }).click();
  await page.getByText("Players (17), not here: 1").waitFor();
  await page.getByRole("row", { name: new RegExp(`^17 ${name} disqualified`) }).waitFor();
  assert.equal((await read()).rows.at(-1).guest, name);
  await page.getByRole("button", { name: `Take it back: ${name}` }).click();
  await page.getByText("Players (17)", { exact: true }).waitFor();
  assert.deepEqual((await read()).rows.map(({ entry, place }) => [entry, place]), before.rows.map(({ entry, place }) => [entry, place]));
}

/** Creates an event over the board on the page of lists, and returns its address in the API. `settings` fills the form. */
async function newEvent(page, name, settings) {
  await page.goto(`${SERVER}/tournaments`);
  await page.getByLabel("Name of the event").fill(name);
  await page.locator("#new-event").getByText("More settings").click();
  await settings(page.locator("#new-event"));
  await page.getByRole("button", { name: "Create the event" }).click();
  await page.waitForURL(/\/t\//);
  return `/v1/tournaments/${page.url().split("/").at(-1)}`;
}

/** What an organizer orders by hand on a phone: a round that somebody leaves out, a table that somebody needs, seeds, a pair that must not
 * meet, and a table. Then the event is copied, and the copy is deleted. */
async function orders() {
  const page = await visitor(LOOKS.phone);
  await signUp(page, `orders-${Date.now().toString(36)}`);
  const event = await newEvent(page, "A round by hand", async (form) => {
    await form.getByLabel("Players at a table").selectOption("2");
    await form.getByLabel("Rounds that a player may leave out").fill("1");
    await form.getByLabel("Players who go on to knock-out rounds after the others").fill("4");
    await form.getByLabel("Who enters a full event waits for a place").check();
  });
  await page.getByLabel("Names, one in a line").fill(GUESTS.slice(0, 7).join("\n"));
  await page.getByLabel("The strongest is first (seeds)").check();
  await page.getByRole("button", { name: "Add 7 players" }).click();
  await page.getByText("seed 7").waitFor();
  const [ada, grace, joan, mary, emmy] = GUESTS;
  const listed = (name) => page.locator(".entry-list > li").filter({ hasText: name });
  await page.getByRole("button", { name: `More about ${ada}` }).click();
  await listed(ada).getByRole("checkbox", { name: "Round 1" }).click();
  await listed(ada).getByText("leaves out round 1").waitFor();
  await page.getByRole("button", { name: `More about ${ada}` }).click();
  await page.getByRole("button", { name: `More about ${mary}` }).click();
  await listed(mary).getByLabel("Seed, 1 for the strongest").fill("8");
  await listed(mary).getByRole("button", { name: "Save" }).first().click();
  await listed(mary).getByText("seed 8").waitFor();
  await listed(mary).getByLabel("Always at the table with the number").fill("3");
  await listed(mary).getByRole("button", { name: "Save" }).last().click();
  await listed(mary).getByText("seed 8, always at table 3").waitFor();
  await page.getByText("Pairs that must not meet (0)").click();
  await page.getByRole("combobox", { name: "Player", exact: true }).selectOption(mary);
  await page.getByRole("combobox", { name: "must not meet", exact: true }).selectOption(emmy);
  await page.getByRole("button", { name: "Keep them apart" }).click();
  await page.getByText("Pairs that must not meet (1)").waitFor();
  await assertWhole(page, "orders-entries");
  await page.getByRole("button", { name: "Begin the event" }).click();
  await page.getByText("Set tables by hand").click();
  await page.getByRole("button", { name: "One more table" }).click();
  const table = page.getByRole("group", { name: "Table by hand, no. 1" });
  await table.getByLabel("Player 1").selectOption(grace);
  assert.ok(await page.getByRole("button", { name: "Pair round 1" }).isDisabled(), "a table of one is not sent");
  await table.getByLabel("Player 2").selectOption(joan);
  await page.getByRole("button", { name: "Preview round 1" }).click();
  await page.getByRole("listitem").filter({ hasText: `(by hand)` }).filter({ hasText: grace }).filter({ hasText: joan }).waitFor();
  await assertWhole(page, "orders-preview");
  await page.getByRole("button", { name: "Pair round 1" }).click();
  await page.getByRole("heading", { name: "Round 1: open" }).waitFor();
  const round = await call("GET", `${event}/rounds/1`);
  const seats = (found) => found.seats.map(({ guest }) => guest).sort();
  assert.deepEqual(round.tables.filter(({ manual }) => manual).map(seats), [[grace, joan]]);
  assert.deepEqual(round.requested_byes.map(({ guest }) => guest), [ada]);
  assert.equal(round.tables.find((found) => seats(found).includes(mary)).number_in_round, 3);
  assert.ok(!round.tables.some((found) => seats(found).includes(mary) && seats(found).includes(emmy)), "they are kept apart");

  await page.getByText("Another event like this one").click();
  await page.locator("#new-event").getByLabel("Name of the event").fill("The next one");
  await page.locator("#new-event").getByLabel("Rounds", { exact: true }).fill("5");
  await assertWhole(page, "orders-copy");
  await page.getByRole("button", { name: "Create the event" }).click();
  await page.getByRole("heading", { name: "The next one" }).waitFor();
  const [copied, before] = [await call("GET", `/v1/tournaments/${page.url().split("/").at(-1)}`), await call("GET", event)];
  const { name, rounds, status, entry_count } = copied;
  assert.deepEqual({ name, rounds, status, entry_count }, { name: "The next one", rounds: 5, status: "registration", entry_count: 0 });
  for (const kept of ["byes", "cut", "waiting_list", "seat_count", "tie_breaks", "points", "play"]) assert.deepEqual(copied[kept], before[kept], kept);
  // Until the start everything can be changed; a format that is played by two changes the tables too.
  await page.getByText("Settings of the event").click();
  await page.getByLabel("Players at a table").selectOption("3");
  await page.getByLabel("Rounds", { exact: true }).fill("4");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await page.getByText("Swiss over 4 rounds, Splendor, tables of 3, 0 entries").waitFor();
  await assertWhole(page, "orders-settings");
  await page.getByRole("button", { name: "Delete the event …" }).click();
  await page.getByRole("button", { name: "Delete the event", exact: true }).click();
  await page.waitForURL(/\/tournaments$/);
  await page.context().close();
}

/** The forms of events that have settings of their own, who waits for a place of a full one, players who contradict each other, and a series
 * outside of clubs. */
async function forms() {
  const page = await visitor();
  const mark = Date.now().toString(36);
  await signUp(page, `forms-${mark}`);
  for (const [format, fields, expected] of [
    ["double_elimination", { "Games of a match": "3" }, { best_of: 3 }],
    ["round_robin", { "How often everybody meets everybody": "2" }, { cycles: 2 }],
    ["swiss", { "Players who go on to knock-out rounds after the others": "8", "The most members of a team; empty if everybody plays alone": "4", "How many of the best members count": "3" }, { cut: 8, teams: { size_max: 4, size_min: 2, counted: 3 } }],
  ]) {
    const event = await newEvent(page, `Format ${format}`, async (form) => {
      await form.getByLabel("Players at a table").selectOption("2");
      await form.getByRole("combobox", { name: "Format", exact: true }).selectOption(format);
      for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
    });
    const found = await call("GET", event);
    assert.deepEqual({ format: found.format, ...Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]])) }, { format, ...expected });
  }
  const full = await newEvent(page, "A full event", async (form) => {
    await form.getByLabel("The most players").fill("2");
    await form.getByLabel("Who enters a full event waits for a place").check();
  });
  const tokens = [];
  for (const name of ["first", "second"]) tokens.push((await newPlayer(`${name}-${mark}`)).token);
  for (const token of tokens) await call("POST", `${full}/enter`, undefined, token);
  const third = await visitor(LOOKS.phone);
  await signUp(third, `third-${mark}`);
  await third.goto(page.url());
  await third.getByRole("button", { name: "Enter" }).click();
  await third.getByText("The event is full.").waitFor();
  await assertWhole(third, "waiting");
  await page.reload();
  await page.getByRole("heading", { name: "Waiting for a place (1)" }).waitFor();
  await page.getByText("Settings of the event").click();
  await page.getByText("More settings").click();
  await page.getByLabel("The most players").fill("3");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await third.getByText("The event is full.").waitFor({ state: "detached" });
  await third.context().close();
  // Players who contradict each other call the organizer.
  await page.getByRole("button", { name: "Begin the event" }).click();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  await page.getByRole("button", { name: /^Table 1/ }).waitFor();
  for (const [n, places] of [[1, 2, 3], [2, 1, 3]].entries()) await call("POST", `${full}/tables/1/report`, { places }, tokens[n]);
  await page.getByText("The players report different results.").waitFor();
  await assertWhole(page, "disputed");

  await page.goto(`${SERVER}/tournaments`);
  await page.getByText("Series and leagues").click();
  await page.getByText("New series or league").click();
  await page.getByLabel("Name of the series").last().fill(`Cup ${mark}`);
  await page.getByRole("button", { name: "Create the series" }).click();
  await page.waitForURL(/\/s\//);
  await page.goBack();
  await page.getByText("Series and leagues").click();
  await page.getByLabel("Whose series").selectOption("mine");
  await page.getByRole("link", { name: `Cup ${mark}` }).waitFor();
  await assertWhole(page, "series-list");
  await page.context().close();
}

/** Teams: the organizer adds guests with their team, a player makes one on a phone, another one joins it by its code, and the standings
 * show them. */
async function teams() {
  const mark = Date.now().toString(36);
  const page = await visitor();
  await signUp(page, `teams-${mark}`);
  const event = await newEvent(page, "A night of teams", async (form) => {
    await form.getByLabel("Players at a table").selectOption("2");
    await form.getByLabel("The most members of a team").fill("2");
  });
  await page.getByLabel("Team of the players that you add").fill("Emeralds");
  await page.getByLabel("Names, one in a line").fill(GUESTS.slice(0, 2).join("\n"));
  await page.getByRole("button", { name: "Add 2 players" }).click();
  await page.getByText("2 of 2 places").waitFor();
  // A refusal names players, not the numbers of entries.
  await page.getByLabel("Team of the players that you add").fill("");
  await page.getByLabel("Names, one in a line").fill(GUESTS[2]);
  await page.getByRole("button", { name: "Add 1 player" }).click();
  await page.getByText(`Without a team: ${GUESTS[2]}`).waitFor();
  await page.getByRole("button", { name: "Begin the event" }).click();
  await page.getByRole("alert").filter({ hasText: `${GUESTS[2]} has no team` }).waitFor();
  await page.getByRole("button", { name: `${GUESTS[2]} is not here` }).click();
  await page.getByText("Not here (1)").waitFor();

  const captain = await visitor(LOOKS.phone);
  await signUp(captain, `captain-${mark}`);
  await captain.goto(page.url());
  await captain.getByRole("button", { name: "Enter" }).click();
  await captain.getByLabel("Name of a new team").fill("Rubies");
  await assertWhole(captain, "team-none");
  await captain.getByRole("button", { name: "Make the team" }).click();
  await captain.getByText("You play for Rubies.").waitFor();
  await captain.getByRole("button", { name: "More about Rubies" }).click();
  await captain.getByRole("button", { name: "New code of the team" }).click();
  const told = await captain.getByText("Players who type this code join Rubies: ").textContent();
  await assertWhole(captain, "team-captain");
  const member = await visitor(LOOKS.phone);
  await signUp(member, `member-${mark}`);
  await member.goto(page.url());
  await member.getByRole("combobox", { name: "Team", exact: true }).selectOption("Rubies");
  await member.getByLabel("Code of the team").fill(told.split(": ").at(-1));
  await member.getByRole("button", { name: "Enter" }).click();
  await member.getByText("You play for Rubies.").waitFor();

  await page.getByRole("button", { name: "More about Rubies" }).waitFor();
  await page.getByRole("button", { name: "More about Emeralds" }).click();
  await page.getByRole("combobox", { name: "Captain", exact: true }).selectOption(GUESTS[1]);
  await page.getByRole("listitem").filter({ hasText: `${GUESTS[1]} captain` }).first().waitFor();
  await assertWhole(page, "teams-organized");
  await page.getByRole("button", { name: "Begin the event" }).click();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  await page.getByRole("heading", { name: "Round 1: open" }).waitFor();
  const { tables } = await call("GET", `${event}/rounds/1`);
  for (const { seats } of tables) assert.equal(seats.filter(({ guest }) => guest).length, 1, "members of a team are kept apart");
  await tapResults(page, 1);
  await page.getByRole("heading", { name: "Teams: standings" }).waitFor();
  await page.getByRole("listitem").filter({ hasText: /^1\. (Emeralds|Rubies) – \d+ points, \d wins?/ }).waitFor();
  await assertWhole(page, "teams-standings");
  await Promise.all([page, captain, member].map((one) => one.context().close()));
}

/** The owner of a club makes a manager, a ladder with a season, a series and an event of it, for which members are ticked. */
async function clubRun() {
  const page = await visitor(LOOKS.phone);
  const mark = Date.now().toString(36);
  await signUp(page, `owner-${mark}`);
  await page.goto(`${SERVER}/clubs`);
  await page.getByLabel("Name of the club").fill("Emeralds");
  await page.getByLabel("Who may join").selectOption("application");
  await page.getByRole("button", { name: "Found the club" }).click();
  await page.waitForURL(/\/c\//);
  const member = await newPlayer(`member-${mark}`);
  await call("POST", `/v1/clubs/${page.url().split("/").at(-1)}/join`, undefined, member.token);
  await page.reload();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByText("2 members;").waitFor();
  await page.getByRole("button", { name: `More about ${member.name}` }).click();
  await assertWhole(page, "club-members");
  await page.getByRole("button", { name: `Make ${member.name} a manager` }).click();
  await page.getByText("manager", { exact: true }).waitFor();
  // Whoever manages the club enters by themselves, so somebody else is ticked below.
  const player = await newPlayer(`player-${mark}`);
  await call("POST", `/v1/clubs/${page.url().split("/").at(-1)}/join`, undefined, player.token);
  await page.reload();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByText("3 members;").waitFor();

  await page.getByText("New ladder of the club").click();
  await page.getByLabel("Name of the ladder").fill("Duels");
  await page.getByRole("button", { name: "Create the ladder" }).click();
  await page.getByText("Seasons of Duels").click();
  await page.getByRole("button", { name: "Start the season" }).click();
  await page.getByRole("link", { name: /^Season 1/ }).waitFor();
  await assertWhole(page, "club-ladder");

  await page.getByText("New series or league of the club").click();
  await page.getByLabel("Name of the series").fill("Thursday cup");
  await page.getByLabel(/^Points for places/).fill("10, 6, 3");
  await page.getByRole("button", { name: "Create the series" }).click();
  await page.getByText("Points for places: 10, 6, 3.").waitFor();
  await page.getByText("New event of the series").click();
  await page.getByLabel("Name of the event").fill("First Thursday");
  await page.locator("#new-event").getByText("More settings").click();
  await page.getByLabel("Ladder of the club in which it counts").selectOption("Duels");
  await page.getByLabel("For members of the club alone").check();
  await page.getByText("Settings of the series").click();
  await assertWhole(page, "series-organized");
  await page.getByRole("button", { name: "Create the event" }).click();
  await page.getByText("rated.").waitFor();
  await page.getByText("Tick names of a club or of an earlier event").click();
  await page.getByRole("checkbox", { name: player.name }).check();
  await page.getByRole("button", { name: "Add 1 player" }).last().click();
  await page.getByText("Players (1)").waitFor();
  await assertWhole(page, "event-ticked");
  await page.getByRole("link", { name: "Thursday cup" }).click();
  await page.getByText("New event of the series").click();
  await page.getByLabel("As an earlier one").selectOption("First Thursday");
  await page.getByLabel("Name of the event").fill("Second Thursday");
  await page.getByRole("button", { name: "Create the event" }).click();
  await page.getByRole("heading", { name: "Second Thursday" }).waitFor();
  await page.getByText("rated.").waitFor();
  await page.getByLabel("Names, one in a line").fill(GUESTS.slice(0, 4).join("\n"));
  await page.getByRole("button", { name: "Add 4 players" }).click();
  await page.getByRole("button", { name: "Begin the event" }).click();
  await page.getByText("Settings of the event").click();
  await page.getByRole("button", { name: "Give up the rating …" }).click();
  await page.getByRole("button", { name: "Give up the rating", exact: true }).click();
  await page.getByText("rated.").waitFor({ state: "detached" });

  // Where the server wants a new login, the page asks for the password, and goes on.
  await page.getByRole("link", { name: "Thursday cup" }).click();
  await page.getByText("Settings of the series").click();
  let isStale = true;
  await page.route(/\/v1\/series\/[^/]+$/, (route) => {
    if (!isStale || route.request().method() !== "DELETE") return route.continue();
    isStale = false;
    const problem = { type: `${SERVER}/problems/fresh_login_needed`, title: "Log in again", status: 403, code: "fresh_login_needed", detail: "Log in again." };
    return route.fulfill({ status: 403, contentType: "application/problem+json", body: JSON.stringify(problem) });
  });
  await page.getByRole("button", { name: "Delete the series …" }).click();
  await page.getByRole("button", { name: "Delete the series", exact: true }).click();
  await page.getByRole("dialog", { name: "Your password again" }).waitFor();
  await assertAccessible(page, "the password again");
  await fill(page, { Password: "correct horse battery" }, "Go on");
  await page.waitForURL(/\/c\//);
  await page.context().close();
}

/** The widths and colors at which pages are looked at. */
const LOOKS = {
  desktop: {},
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
const SMALL = { ...LOOKS.phone, viewport: { width: 360, height: 640 } };

/** Calls an operation as a new player, or as one who is signed in, and returns what it returns. */
async function call(method, path, body, token) {
  const isText = typeof body === "string";
  const headers = { ...(body ? { "content-type": isText ? "text/csv" : "application/json" } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(SERVER + path, { method, headers, body: body && (isText ? body : JSON.stringify(body)) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
}

/** The pages of a club with a series and a ladder, of its event over the board with guests, of a player and of ladders. */
async function peoplesPages() {
  const account = { username: `olga-${Date.now().toString(36)}`, password: "correct horse battery" };
  await call("POST", "/v1/accounts", account);
  const { access_token: token } = await call("POST", "/v1/sessions", account);
  const club = await call("POST", "/v1/clubs", { name: "Emerald Evenings", description: ["We meet on Thursdays."] }, token);
  const series = await call("POST", "/v1/series", { name: "Thursday cup", club: club.id, points: [10, 6, 3] }, token);
  const ladder = await call("POST", `/v1/clubs/${club.id}/ladders`, { name: "Duels", base_pool: "splendor.duel.live.human" }, token);
  await call("POST", `/v1/clubs/${club.id}/seasons`, { ladder: ladder.id, name: "Spring" }, token);
  const settings = { name: "Town hall", ruleset: "splendor", format: "swiss", seats: 3, rounds: 2, play: "over_the_board", open: true, club: club.id, series: series.id };
  const { id } = await call("POST", "/v1/tournaments", settings, token);
  const guests = ["Ada L.", "Grace H.", "Joan C."];
  await call("POST", `/v1/tournaments/${id}/entries`, ["guest", ...guests].join("\n") + "\n", token);
  await call("POST", `/v1/tournaments/${id}/start`, undefined, token);
  for (let round = 1; round <= 2; round++) {
    await call("POST", `/v1/tournaments/${id}/rounds/next`, undefined, token);
    await call("POST", `/v1/tournaments/${id}/tables/${round}/result`, { places: [1, 2, 3], prestige: [16, 13, 1], reason: "slip" }, token);
  }
  await call("POST", `/v1/tournaments/${id}/close`, undefined, token);
  for (const [kind, options] of Object.entries(LOOKS)) {
    const page = await visitor(options);
    await page.goto(`${SERVER}/t/${id}`);
    await page.getByRole("heading", { name: "Standings after 2 rounds" }).waitFor();
    for (const guest of guests) assert.equal(await page.getByText(guest).count(), 2, `${guest} is at a table and in the standings`);
    assert.equal(await page.getByText("a former player").count(), 0, "guests have their names");
    await page.getByRole("button", { name: "Round 1" }).click();
    await page.getByRole("heading", { name: /^Round 1/ }).waitFor();
    await assertWhole(page, `tournament-${kind}`);
    await page.getByRole("link", { name: series.name }).click();
    await page.getByRole("heading", { name: series.name }).waitFor();
    for (const guest of guests) await page.getByRole("rowheader", { name: guest }).waitFor();
    await assertWhole(page, `series-${kind}`);
    await page.getByRole("link", { name: club.name }).click();
    await page.getByRole("link", { name: "Town hall" }).waitFor();
    await page.getByRole("link", { name: series.name }).waitFor();
    await page.getByText("1 member;").waitFor();
    await page.getByRole("link", { name: "Spring" }).waitFor();
    await assertWhole(page, `club-${kind}`);
    await page.getByRole("link", { name: "Spring" }).click();
    await page.getByRole("heading", { name: /a season of a club$/ }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: account.username }).first().click();
    await page.getByRole("heading", { name: account.username }).waitFor();
    await page.getByText("No games that you may see.").waitFor();
    await assertWhole(page, `player-${kind}`);
    await page.goto(`${SERVER}/l/splendor.duel.live.human`);
    await page.getByRole("heading", { name: "Ladder: Splendor, two players, live clock, people" }).waitFor();
    await assertWhole(page, `ladder-${kind}`);
    await page.context().close();
  }
}

/** How many players the ladder has. They play in tables of four, in each round with those who have the same rating, whom they have never met. */
const LADDER_PLAYERS = 64;
const LADDER_LISTED_MIN = 48;
const LADDER_ROUNDS = 3;
const LONGEST_NAME = "Wolfeschlegelsteinhausenbergerdorff Hubert".slice(0, 40);
const LADDER = "splendor.table.live.human";

/** Creates a player with a name that begins like this, and returns the name and a token. */
async function newPlayer(name) {
  const account = { username: name, password: "correct horse battery" };
  await call("POST", "/v1/accounts", account);
  const { access_token: token } = await call("POST", "/v1/sessions", account);
  return { name, token, places: "" };
}

/** Creates a game of new players with their sessions, and begins it. */
async function seated(names, settings) {
  const mark = Date.now().toString(36);
  const players = await Promise.all(names.map(async (name) => {
    const account = { username: `${name}-${mark}`, password: "correct horse battery" };
    await call("POST", "/v1/accounts", account);
    const { access_token: token } = await call("POST", "/v1/sessions", account);
    return { token, account };
  }));
  const [first, ...others] = players;
  const { id } = await call("POST", "/v1/games", { seats: players.length, ...settings }, first.token);
  for (const { token } of others) await call("POST", `/v1/games/${id}/join`, undefined, token);
  return { id, players };
}

/** Opens a game for a player, with more of a browser than others have. */
async function sitDown(id, { account }, options, prepare = async () => {}) {
  const page = await visitor(options);
  await page.context().request.post(`${SERVER}/account/session`, { form: account });
  // The empty page of Firefox has no storage.
  await page.addInitScript((kept) => location.protocol.startsWith("http") && localStorage.setItem("lapidary-user", kept), JSON.stringify({ username: account.username, isGuest: false }));
  await prepare(page);
  await page.goto(`${SERVER}/g/${id}`);
  return page;
}

/** Plays without a page until the game waits for a decision that `is` accepts. Returns the player who decides, and the view. Tokens are taken
 * while they can be. */
async function playUntil({ id, players }, is) {
  for (let decisions = 0; decisions < TURNS_MAX; decisions++) {
    for (const player of players) {
      const view = await call("GET", `/v1/games/${id}?include=legal_actions`, undefined, player.token);
      if (view.to_act?.seat !== view.viewer_seat) continue;
      if (is(view)) return { player, view };
      const takes = view.legal_actions.filter(({ action }) => action.type === "take");
      const chosen = (takes.length ? takes : view.legal_actions)[(decisions * 7) % (takes.length || view.legal_actions.length)];
      await call("POST", `/v1/games/${id}/actions`, { version: view.version, actions: [chosen.action] }, player.token);
      break;
    }
  }
  throw new Error(`no such decision within ${TURNS_MAX}`);
}

/** Somebody who looks at another view learns that it is their turn, by the title and the header, and by a message while no tab is seen. After
 * their first turn against a person they are asked whether they want messages, and the browser is subscribed. A browser for tests has no push
 * service, and nobody sees its messages: what it is given is noted. */
async function awaited() {
  const table = await seated(["await-ida", "await-jon"], { ruleset: "splendor" });
  const { player, view } = await playUntil(table, () => true);
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const subscription = { endpoint: `https://push.example/${table.id}`, keys: { p256dh: keys.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") } };
  const page = await sitDown(table.id, player, { permissions: ["notifications"] }, (page) => page.addInitScript((given) => {
    globalThis.messages = [];
    PushManager.prototype.subscribe = async () => ({ toJSON: () => given });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { data }) => void globalThis.messages.push({ title, path: data.path });
  }, subscription));
  const act = async (seat) => {
    const own = await call("GET", `/v1/games/${table.id}?include=legal_actions`, undefined, seat.token);
    await call("POST", `/v1/games/${table.id}/actions`, { version: own.version, actions: [own.legal_actions.find(({ action }) => action.type === "take").action] }, seat.token);
  };
  await page.goto(`${SERVER}/games`);
  const link = page.getByRole("link", { name: "Your turn in 1 game" });
  await link.waitFor();
  assert.equal(await page.title(), "(1) Watch – Lapidary");
  await act(player);
  await link.waitFor({ state: "detached" });
  // Whoever sits second has not played yet, and is asked after their first turn.
  const other = table.players.find((one) => one !== player);
  const offer = page.getByRole("button", { name: "Yes, tell me" });
  if (view.viewer_seat > 0) await act(other).then(() => act(player));
  const sent = page.waitForResponse((response) => response.url().endsWith("/v1/me/push") && response.request().method() === "POST");
  await offer.click();
  assert.equal((await sent).status(), 201);
  await offer.waitFor({ state: "detached" });
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await act(other);
  const told = await until(page, () => globalThis.messages[0]);
  assert.deepEqual(await told.jsonValue(), { title: "It is your turn", path: `/g/${table.id}` });
  assert.match(await page.title(), /^\(1\) /);
  await page.evaluate((path) => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { path } })), `/g/${table.id}`);
  await page.getByRole("heading", { name: /^Your turn/ }).waitFor();
  await page.context().close();
}

/** How many decisions are played while each request fails once. */
const CUT_DECISIONS = 6;

/** Each request of a game fails when it is sent first: it is cut, or the server is busy. The game goes on to its end. */
async function everyRequestCut() {
  const table = await seated(["cut-ada", "cut-bob"], { ruleset: "splendor" });
  let cuts = 0;
  const cut = async (page) => {
    const sent = new Map();
    await page.route(/\/(v1|account)\//, (route) => {
      const request = route.request();
      const key = `${request.method()} ${request.url()} ${request.postData() ?? ""}`;
      const isFirst = (sent.set(key, (sent.get(key) ?? 0) + 1).get(key) ?? 0) % 2 === 1;
      if (!isFirst) return route.continue();
      if (cuts++ % 4) return route.abort();
      const problem = { type: `${SERVER}/problems/service_unavailable`, title: "Busy", status: 503, code: "service_unavailable", detail: "Busy for a moment." };
      return route.fulfill({ status: 503, headers: { "retry-after": "1" }, contentType: "application/problem+json", body: JSON.stringify(problem) });
    });
  };
  const pages = await Promise.all(table.players.map((player) => sitDown(table.id, player, {}, cut)));
  for (let decision = 0; decision < CUT_DECISIONS; decision++) {
    const turns = pages.map((page) => page.locator("section.turn summary"));
    const place = await Promise.race(turns.map((turn, n) => turn.waitFor().then(() => n)));
    const before = (await versions(pages[place]))[1];
    await chooseListed(pages[place], decision);
    await Promise.all(pages.map((page) => until(page, (version) => {
      const output = document.querySelector("lapidary-game").shadowRoot.querySelector("output");
      return Number(output?.textContent.split(" / ")[0]) > version;
    }, before)));
  }
  assert.equal(await pages[0].getByRole("alert").count(), 0, "what has succeeded at last is no trouble");
  // Other acts are sent once: who resigns learns that it failed, and presses again.
  const [loser, winner] = pages;
  await loser.getByRole("button", { name: "Resign …" }).click();
  await loser.getByRole("button", { name: "Resign", exact: true }).click();
  await loser.getByRole("alert").waitFor();
  await loser.getByRole("button", { name: "Resign", exact: true }).click();
  const resigned = table.players[0].account.username;
  await loser.getByText(/^You lost: you resigned\./).waitFor();
  await winner.getByText(`You won: ${resigned} resigned.`).waitFor();
  await loser.getByRole("alert").waitFor({ state: "detached" });
  const words = winner.waitForResponse((response) => response.url().includes("/words?lang=de") && response.ok());
  await winner.evaluate(() => (document.querySelector("lapidary-game").lang = "de"));
  await winner.locator("lapidary-game .status", { hasText: ` gewinnt: ${resigned} hat aufgegeben.` }).waitFor();
  await words;
  assert.ok(cuts > 2 * CUT_DECISIONS, `${cuts} requests failed`);
  console.log(`${cuts} requests failed once`);
  await shot(loser, "lost");
  await Promise.all(pages.map((page) => page.context().close()));
}

/** Returns what a server that is not asked says of a request instead of the server: the login page of a network that wants one, nothing,
 * an empty object, one of somebody else, and the first half of what the server says. */
const WRONG = {
  html: async () => ({ status: 200, contentType: "text/html", body: "<!doctype html><html><body>Welcome to our hotel! <a href='/'>Log in</a></body></html>" }),
  empty: async (_, contentType) => ({ status: 200, contentType, body: "" }),
  "{}": async (_, contentType) => ({ status: 200, contentType, body: contentType === NDJSON ? "{}\n" : "{}" }),
  foreign: async (_, contentType) => ({ status: 200, contentType, body: '{"status":"ok"}\n' }),
  half: async (route, contentType) => {
    // A stream has no end.
    if (contentType === NDJSON) return { status: 200, contentType, body: '{"type":"snapshot","data":{"id":' };
    const response = await route.fetch();
    const body = await response.text();
    return { response, body: body.slice(0, body.length / 2) };
  },
  "403 in HTML": async () => ({ status: 403, contentType: "text/html", body: "<html><body>Forbidden by the firewall</body></html>" }),
  "404 in HTML": async () => ({ status: 404, contentType: "text/html", body: "<html><body>nginx</body></html>" }),
  "401 in HTML": async () => ({ status: 401, contentType: "text/html", body: "<html><body>Log in at the desk</body></html>" }),
};
const NDJSON = "application/x-ndjson";
/** How many decisions are played while each response is wrong once. */
const WRONG_DECISIONS = 2;

/** The type that the server would give its response. */
const typeOf = (request) => {
  const { pathname } = new URL(request.url());
  if (pathname.endsWith(".js")) return "text/javascript";
  return pathname.endsWith(".svg") ? "image/svg+xml" : request.headers()["accept"] === NDJSON ? NDJSON : "application/json";
};

/** Answers requests to addresses of this form wrongly, as long as `is` says so; it is asked with the request. */
const answerWrongly = (page, form, way, is) => page.route(form, async (route) => {
  const request = route.request();
  if (!is(request)) return route.continue();
  const { response, ...wrong } = await WRONG[way](route, typeOf(request));
  return route.fulfill(response ? { response, ...wrong } : wrong);
});

/** Chooses an action in the list of all. Without a picture, the page opens it. */
async function chooseListed(page, place = 0) {
  const panel = page.locator("section.turn");
  await panel.locator("details").evaluate((list) => (list.open = true));
  await panel.locator(".all .action").nth(place).click();
}

/** Each response of a game is wrong once, in each way, to GET and POST, of streams, pictures and sessions. The game goes on without a reload. */
async function everyResponseWrong() {
  for (const way of Object.keys(WRONG)) {
    const table = await seated(["wrong-ada", "wrong-bob"], { ruleset: "splendor" });
    let wrong = 0;
    const pages = await Promise.all(table.players.map((player) => sitDown(table.id, player, {}, async (page) => {
      const sent = new Map();
      await page.addInitScript(() => localStorage.setItem("lapidary-language", "de"));
      await answerWrongly(page, /\/(v1|account)\/|\/assets\/.*(\.json|events\.js)$/, way, (request) => {
        const key = `${request.method()} ${request.url()} ${request.postData() ?? ""}`;
        sent.set(key, (sent.get(key) ?? 0) + 1);
        return sent.get(key) % 2 === 1 && ++wrong > 0;
      });
    })));
    for (const page of pages) {
      await page.locator("lapidary-game .board svg").waitFor();
      await page.evaluate(() => (globalThis.isSame = true));
    }
    for (let decision = 0; decision < WRONG_DECISIONS; decision++) {
      const turns = pages.map((page) => page.locator("section.turn .action").first());
      const place = await Promise.race(turns.map((turn, n) => turn.waitFor({ state: "attached" }).then(() => n)));
      const before = (await versions(pages[place]))[1];
      await chooseListed(pages[place], decision);
      await Promise.all(pages.map((page) => until(page, (version) => {
        const output = document.querySelector("lapidary-game").shadowRoot.querySelector("output");
        return Number(output?.textContent.split(" / ")[0]) > version;
      }, before)));
    }
    for (const page of pages) {
      assert.ok(await page.evaluate(() => globalThis.isSame), `${way}: the page was not loaded again`);
      assert.equal(await page.evaluate(() => document.documentElement.lang), "de", `${way}: the page has its texts`);
      await page.getByRole("alert").waitFor({ state: "detached" });
    }
    // Whoever signs out is signed out on the server, too.
    const [page] = pages;
    const out = page.getByRole("button", { name: "Abmelden" });
    await out.click();
    // Half of nothing is nothing.
    if (way !== "half") {
      await page.getByRole("alert").first().waitFor();
      await out.click();
    }
    await page.getByRole("button", { name: "Anmelden" }).waitFor();
    assert.ok(wrong > 4 * WRONG_DECISIONS, `${way}: ${wrong} responses were wrong`);
    console.log(`${way}: ${wrong} responses were wrong once`);
    await Promise.all(pages.map((one) => one.unrouteAll({ behavior: "ignoreErrors" }).then(() => one.context().close())));
  }
}

/** Each script of the page is wrong once: the page comes all the same. */
async function everyScriptWrong() {
  const { id } = await seated(["script-ada", "script-bob"], { ruleset: "splendor" });
  for (const way of ["html", "empty", "404 in HTML"]) {
    for (const name of ["page.js", "shared.js", "lapidary-game.js"]) {
      const page = await visitor();
      let wrong = 0;
      await answerWrongly(page, new RegExp(`/assets/.*${name}`), way, () => wrong++ === 0);
      await page.goto(`${SERVER}/g/${id}`);
      await page.locator("lapidary-game .board svg").waitFor();
      assert.ok(wrong > 1, `${way}: ${name}`);
      await page.context().close();
    }
  }
}

/** What the panel of a turn says that has no picture. */
const PICTURELESS = "The newest picture of the board cannot be loaded now. Choose an action here.";

/** How a picture is wrong, and the windows in which the panel is looked at. */
const WRONG_PICTURES = ["html", "empty", "half", "404 in HTML"];
const WINDOWS = [{ width: 1280, height: 800 }, { width: 390, height: 844 }];

/** The turn of a player comes, and the picture of the position is wrong: the actions are there as text, and are played. The picture comes when
 * it can be loaded. */
async function pictureless() {
  for (const [place, way] of WRONG_PICTURES.entries()) {
    const options = { viewport: WINDOWS[place % 2] };
    const table = await seated(["blind-ada", "blind-bob"], { ruleset: "splendor" });
    const { player: first } = await playUntil(table, () => true);
    const player = table.players.find((one) => one !== first);
    let isWrong = false;
    const page = await sitDown(table.id, player, options, async (page) => {
      await answerWrongly(page, /\/board\.svg/, way, () => isWrong);
      await page.addInitScript(() => {
        const { fetch } = globalThis;
        globalThis.asked = {};
        globalThis.fetch = (request) => ((globalThis.asked[request.url] ??= []).push(request.cache), fetch(request));
      });
    });
    await page.locator("lapidary-game .board svg").waitFor();
    isWrong = true;
    const move = async ({ token }) => {
      const view = await call("GET", `/v1/games/${table.id}?include=legal_actions`, undefined, token);
      await call("POST", `/v1/games/${table.id}/actions`, { version: view.version, actions: [view.legal_actions.find(({ action }) => action.type === "take").action] }, token);
    };
    for (let turn = 0; turn < 2; turn++) {
      await move(first);
      const panel = page.locator("section.turn");
      await panel.getByText(PICTURELESS).waitFor();
      assert.equal(await page.getByText("You look at an earlier version.").count(), 0);
      assert.ok((await panel.locator(".all .action").count()) > 10, "all actions are there");
      if (place < 2) await assertWhole(page, `pictureless-${options.viewport.width}`);
      await panel.getByRole("button", { name: /^Take / }).first().click();
      await panel.waitFor({ state: "detached" });
    }
    await move(first);
    await page.getByText(PICTURELESS).waitFor();
    isWrong = false;
    await page.locator("lapidary-game [data-choice]").first().waitFor();
    assert.equal(await page.getByText(PICTURELESS).count(), 0);
    const [shown, newest] = await versions(page);
    assert.equal(shown, newest);
    // The browser may have kept what was wrong.
    const caches = await page.evaluate((at) => Object.entries(globalThis.asked).find(([url]) => url.includes(`board.svg`) && url.includes(`at=${at}`))[1], newest);
    assert.deepEqual(caches, caches.map((_, n) => (n && !way.endsWith("HTML") ? "reload" : "default")), way);
    // Somebody who looks at an earlier version is told so, and comes back.
    await page.getByRole("button", { name: "First version" }).click();
    await page.getByText("You look at an earlier version.").waitFor();
    await page.getByRole("button", { name: "Newest version" }).click();
    await page.locator("lapidary-game [data-choice]").first().waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  }
}

/** How long a page waits at least before it asks again for what it could read. */
const ASKED_AGAIN_MS = 7_000;

/** A refusal of what was readable is asked again, slowly; a token that is refused is renewed once; an act whose response is wrong is not done,
 * and can be done again. */
async function askedAgain() {
  const table = await seated(["again-ada", "again-bob"], { ruleset: "splendor" });
  const { player } = await playUntil(table, () => true);
  const refusal = (status, code) => ({ status, contentType: "application/problem+json", body: JSON.stringify({ type: `${SERVER}/problems/${code}`, title: "Refused", status, code, detail: "Refused by the test." }) });
  let [acts, renewals, refused] = [0, 0, []];
  let answer = (request) => request;
  const page = await sitDown(table.id, player, {}, async (page) => {
    // Each request says the newest version that the stream has brought.
    await page.addInitScript(() => {
      const { fetch } = globalThis;
      globalThis.fetch = (...what) => {
        const request = new Request(...what);
        const shown = document.querySelector("lapidary-game")?.shadowRoot.querySelector("output")?.textContent ?? "";
        request.headers.set("x-newest", shown.split(" / ")[1] ?? "0");
        return fetch(request);
      };
    });
    await page.route(/\/(v1|account)\//, (route) => {
      const request = route.request();
      const path = new URL(request.url()).pathname;
      if (path === "/account/session") renewals++;
      if (path.endsWith("/actions")) acts++;
      // A stream that opens reads the view again at once.
      if (path === `/v1/games/${table.id}/events`) refused = [];
      const wrong = answer(path, request);
      return wrong?.status ? route.fulfill(wrong) : route.continue();
    });
  });
  const panel = page.locator("section.turn");
  await panel.waitFor();
  // An empty success of a turn: it is sent some more times, then the player is told, and presses again.
  answer = (path) => path.endsWith("/actions") && { status: 200, contentType: "application/json", body: "" };
  await chooseListed(page);
  await panel.getByRole("alert").filter({ hasText: "The server cannot be reached." }).waitFor();
  assert.ok(acts > 1, "a turn is sent again");
  await panel.locator(".action:not([aria-disabled=true])").first().waitFor({ state: "attached" });
  // The token has expired before its time: it is renewed, once, and the turn is sent again.
  [acts, renewals] = [0, 0];
  const tokens = [];
  answer = (path, request) => path.endsWith("/actions") && tokens.push(request.headers()["authorization"]) === 1 && refusal(401, "unauthenticated");
  await panel.locator(".all .action:visible").first().click();
  await panel.waitFor({ state: "detached" });
  assert.deepEqual([acts, renewals], [2, 1]);
  assert.notEqual(tokens[0], tokens[1]);
  // The next version cannot be read at first. A read of the version before it may still be under way: the next one does not wait for it.
  const other = table.players.find((one) => one !== player);
  for (const [status, code] of [[404, "not_found"], [403, "forbidden"]]) {
    const view = await call("GET", `/v1/games/${table.id}?include=legal_actions`, undefined, other.token);
    refused = [];
    answer = (path, request) => {
      const isRead = path === `/v1/games/${table.id}` && Number(request.headers()["x-newest"]) > view.version;
      return isRead && refused.push(Date.now()) < 2 && refusal(status, code);
    };
    await call("POST", `/v1/games/${table.id}/actions`, { version: view.version, actions: [view.legal_actions[0].action] }, other.token);
    await page.getByRole("alert").filter({ hasText: "Refused by the test." }).waitFor();
    await panel.waitFor();
    assert.equal(refused.length, 2);
    assert.ok(refused[1] - refused[0] > ASKED_AGAIN_MS, `asked again after ${refused[1] - refused[0]} ms`);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await chooseListed(page);
    await panel.waitFor({ state: "detached" });
  }
  await page.context().close();
}

/** How long a refusal must stay: the view is read several times meanwhile. */
const REFUSED_MS = 1_500;
/** How soon a page that could not reach the server says no more of it. */
const REACHED_MS_MAX = 6_000;

/** A refused turn says why until the next one or until it is closed; a server that is back is no trouble any more. */
async function refusals() {
  const table = await seated(["refused-ada", "refused-bob"], { ruleset: "splendor" });
  const { player } = await playUntil(table, () => true);
  let isRefused = true;
  const page = await sitDown(table.id, player, {}, (page) => page.route(/\/actions$/, (route) => {
    const problem = { type: `${SERVER}/problems/illegal_action`, title: "Illegal", status: 422, code: "illegal_action", detail: "Refused by the test." };
    return isRefused ? route.fulfill({ status: 422, contentType: "application/problem+json", body: JSON.stringify(problem) }) : route.continue();
  }));
  const panel = page.locator("section.turn");
  const act = async () => {
    if (!(await panel.locator("details[open]").count())) await panel.locator("summary").click();
    await panel.locator(".all .action").first().click();
  };
  const alert = panel.getByRole("alert").filter({ hasText: "Refused by the test." });
  await act();
  await alert.waitFor();
  // Whoever comes back to the tab looks at the game again.
  await page.evaluate(() => document.dispatchEvent(new globalThis.Event("visibilitychange")));
  await page.waitForTimeout(REFUSED_MS);
  assert.ok(await alert.isVisible(), "a refusal stays");
  assert.match((await page.evaluate(focused)).name, /^(Take|Reserve|Buy)/, "the focus stays on the button");
  await shot(page, "refused");
  await assertAccessible(page, "a refused turn");
  await alert.getByRole("button", { name: "Close" }).click();
  await alert.waitFor({ state: "detached" });
  await act();
  await alert.waitFor();
  isRefused = false;
  await act();
  await panel.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("alert").count(), 0, "the next act takes the refusal away");
  let isAway = true;
  await page.route(/\/v1\/games\?/, (route) => (isAway ? route.abort() : route.continue()));
  await page.getByRole("link", { name: "Lapidary", exact: true }).click();
  const away = page.getByRole("alert").filter({ hasText: "The server cannot be reached." });
  await away.waitFor();
  isAway = false;
  await away.waitFor({ state: "detached", timeout: REACHED_MS_MAX });
  await page.context().close();
}

/** The text that a reader of a screen finds in the element, and what it says of the game. */
const readable = () => {
  const root = document.querySelector("lapidary-game").shadowRoot;
  const labels = [...root.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"));
  return { status: root.querySelector(".status").textContent, labels, all: [root.querySelector(".game").innerText, ...labels].join("\n") };
};

/** Words that an element in another language must not have. */
const ENGLISH = /\b(the|to move|takes|returns|buys|reserves|connected|step|players|seat|card|tokens?|supply)\b/i;

/** What a player finds on their turn: the decision in words, the owner of each panel, marked cards, a sign on the tab, and the focus. */
async function ownTurn() {
  const table = await seated(["turn-ada", "turn-bob"], { ruleset: "splendor" });
  const isSold = ({ action }) => action.type === "buy";
  const { player, view } = await playUntil(table, ({ to_act: asked, legal_actions: legal }) => asked.decision === "main" && legal.some(isSold));
  for (const [kind, options] of Object.entries(LOOKS)) {
    const page = await sitDown(table.id, player, options);
    await page.locator("section.turn summary").waitFor();
    const sold = [...new Set(view.legal_actions.filter(isSold).map(({ action }) => `card-${action.card}`))].sort();
    const marked = () => page.evaluate(() => [...document.querySelector("lapidary-game").shadowRoot.querySelectorAll("[data-choice]:has(.sign)")].map(({ id }) => id).sort());
    await page.locator("lapidary-game .sign").first().waitFor();
    assert.deepEqual(await marked(), sold, "cards that can be bought now are marked");
    assert.match(await page.title(), /^Your turn! /);
    assert.match(await page.locator("link[rel=icon]").getAttribute("href"), /^data:/);
    const { status, labels } = await page.evaluate(readable);
    assert.match(status, new RegExp(`${player.account.username} to move\\.$`));
    for (const { account } of table.players) assert.ok(labels.some((label) => label.startsWith(`${account.username}: `) && label.includes("tokens")), "a panel has an owner");
    await assertWhole(page, `own-turn-${kind}`);
    await page.locator("section.turn summary").click();
    await assertAccessible(page, `own-turn-${kind}: all actions`);
    await page.context().close();
  }
  // With the keyboard: a card, its button, and the focus afterwards.
  const page = await sitDown(table.id, player);
  const card = page.locator("lapidary-game [data-choice]:has(.sign)").first();
  await card.focus();
  await page.keyboard.press("Enter");
  await until(page, () => document.activeElement.matches("section.turn .action"));
  await assertAccessible(page, "a chosen card");
  assert.match((await page.evaluate(focused)).name, /^Buy /);
  await page.keyboard.press("Escape");
  assert.equal((await page.evaluate(focused)).id, await card.getAttribute("id"), "Escape leads back to the card");
  await page.keyboard.press("Enter");
  await until(page, () => document.activeElement.matches("section.turn .action"));
  await page.keyboard.press("Enter");
  await page.locator("section.turn").waitFor({ state: "detached" });
  assert.notEqual((await page.evaluate(focused)).tag, "body", "the focus stays in the game");
  assert.doesNotMatch(await page.title(), /Your turn/);
  await page.context().close();
  await returnOfTokens();
}

/** Somebody who has read the hints of a first game. */
const hinted = (page) => page.addInitScript(() => location.protocol.startsWith("http") && localStorage.setItem("lapidary-coach", "6"));

/** In the page: what of the board is not on the screen, or lies below the panel of the turn. */
const unseen = (selectors) => {
  const root = document.querySelector("lapidary-game").shadowRoot;
  const panel = document.querySelector("section.turn").getBoundingClientRect();
  return selectors.flatMap((selector) => {
    const pieces = [...root.querySelectorAll(`.board svg > ${selector}`)];
    if (!pieces.length) return [`no ${selector}`];
    return pieces.filter((piece) => {
      const { left, top, right, bottom } = piece.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1 || top < 0 || bottom > Math.min(panel.top, innerHeight) + 1;
    }).map(({ id }) => id);
  });
};

/** On a phone, market, supply and what its player has are seen together, without scrolling, and the panel of the turn covers no cost. */
async function oneScreen() {
  for (const modules of [[], ["orient"], ["strongholds"], ["trading_posts"], ["cities"]]) {
    const table = await seated(["screen-ada", "screen-bob"], { ruleset: "splendor", modules });
    const { player, view } = await playUntil(table, ({ to_act: asked, turn, seats, viewer_seat: seat }) => asked.decision === "main" && turn.number > 8 && seats[seat].tokens.white + seats[seat].tokens.blue > 0);
    const own = `#seat-${view.viewer_seat}`;
    for (const [size, options, seen] of [["390", LOOKS.phone, ["g.card[data-slot]", "g.deck", "g.supply", "g.line", own]], ["360", SMALL, ["g.card[data-slot]", "g.supply", "g.line"]]]) {
      const page = await sitDown(table.id, player, options, hinted);
      await page.locator("lapidary-game [data-choice]").first().waitFor();
      const name = `one-screen-${modules[0] ?? "base"}-${size}`;
      assert.deepEqual(await page.evaluate(unseen, seen), [], name);
      if (size === "390") await assertWhole(page, name);
      else await shot(page, name);
      // A line opens what its player has, in its place, and closes it again.
      const line = page.locator("lapidary-game g.line").first();
      assert.equal(await page.locator(`lapidary-game ${own} .name`).textContent(), "You");
      await line.tap();
      await page.locator("lapidary-game .unfolded").waitFor();
      await line.tap();
      await page.locator("lapidary-game .unfolded").waitFor({ state: "detached" });
      await page.context().close();
    }
  }
  const table = await seated(["largest-1", "largest-2", "largest-3", "largest-4"], { ruleset: "splendor", modules: GAMES.modules.modules });
  const { player, view } = await playUntil(table, ({ to_act: asked, turn }) => asked.decision === "main" && turn.number > 8);
  const page = await sitDown(table.id, player, LOOKS.phone, hinted);
  await page.locator("lapidary-game [data-choice]").first().waitFor();
  const all = ["g.card[data-slot]", "g.deck", "g.supply", "g.line", "g.city", "g.post", `#seat-${view.viewer_seat}`];
  await choiceCoversNothing(page, all, "one-screen-all");
  await assertWhole(page, "one-screen-all");
  await page.context().close();
  // A phone that lies has the panel beside the board, however far it is scrolled.
  const lying = await sitDown(table.id, player, { ...LOOKS.phone, viewport: { width: 844, height: 390 } }, hinted);
  await lying.locator("lapidary-game [data-choice]").first().waitFor();
  for (const down of [0, 300]) {
    await lying.evaluate((y) => scrollTo(0, y), down);
    assert.deepEqual(await lying.evaluate(covered), { pieces: [], scrolled: down });
    assert.ok((await lying.locator("section.turn").boundingBox()).y < 200, "the panel stays on the screen");
  }
  await lying.context().close();
  const kids = await seated(["small-ada", "small-bob"], { ruleset: "kids" });
  const { player: child, view: first } = await playUntil(kids, ({ to_act: asked }) => asked.decision === "main");
  const board = await sitDown(kids.id, child, LOOKS.phone, hinted);
  await board.locator("lapidary-game [data-choice]").first().waitFor();
  assert.deepEqual(await board.evaluate(unseen, ["g.place", "g.supply", "g.line", `#seat-${first.viewer_seat}`]), [], "one-screen-kids");
  await assertWhole(board, "one-screen-kids");
  await board.context().close();
}

/** The panel of the turn covers nothing of these, before anything is chosen, while it is, and when an action is ready. */
async function choiceCoversNothing(page, selectors, name) {
  const panel = page.locator("section.turn");
  assert.deepEqual(await page.evaluate(unseen, selectors), [], name);
  for (let taps = 0; taps < 4 && !(await panel.locator(".actions:not(.all) .action").count()); taps++) {
    await page.locator("lapidary-game g.supply[data-choice][aria-pressed=false]").first().tap();
    await page.locator("lapidary-game [aria-pressed=true]").nth(taps).waitFor();
    assert.deepEqual(await page.evaluate(unseen, selectors), [], `${name}: ${taps + 1} chosen`);
  }
  await panel.locator(".actions:not(.all) .action").first().waitFor();
  await shot(page, `${name}-chosen`);
}

/** On a phone, a puzzle is seen whole, with what its player has, and the panel covers nothing of it, until it is answered. */
async function puzzleByTouch() {
  const page = await visitor(LOOKS.phone);
  await page.goto(`${SERVER}/puzzles`);
  await page.locator("lapidary-game [data-choice]").first().waitFor();
  const own = await page.evaluate(() => {
    const root = document.querySelector("lapidary-game").shadowRoot;
    return [...root.querySelectorAll(".board svg > g.seat")].find(({ dataset: { seat } }) => !root.getElementById(`line-${seat}`)).id;
  });
  const all = ["g.card[data-slot]", "g.supply", "g.line", `#${own}`];
  await choiceCoversNothing(page, all, "puzzle-phone");
  await page.locator("section.turn .action").first().tap();
  await page.getByRole("button", { name: "Answer as a guest" }).waitFor();
  assert.deepEqual(await page.evaluate(unseen, all), [], "what is put together covers nothing");
  await assertWhole(page, "puzzle-phone-answer");
  await page.context().close();
}

/** In the page: the texts of the picture that stand side by side and overlap. */
const overlapping = () => {
  const svg = document.querySelector("lapidary-game").shadowRoot.querySelector(".board svg");
  const rows = [["#turn", "#last-action", "#next"], ...[...svg.querySelectorAll(":scope > g.line")].map(({ id }) => [`#${id} > .name > text`, svg.querySelector(`#${id} > .said`) ? `#${id} > .said` : "#last-action"]),
    ...[...svg.querySelectorAll(":scope > g.seat")].map(({ id }) => [`#${id} > .name > text`, `#${id.replace("seat", "bag")}`])];
  const boxes = rows.map((row) => row.flatMap((selector) => svg.querySelector(`:scope > ${selector}`) ?? []).map((piece) => [piece.id || piece.textContent, piece.getBoundingClientRect()]));
  return boxes.flatMap((row) => row.slice(1).flatMap(([name, box], place) => {
    const [other, before] = row[place];
    return box.top < before.bottom && before.top < box.bottom && box.left < before.right - 1 ? [`${other} and ${name}`] : [];
  }));
};

/** Names of the widest letters lie upon nothing, on a desk and on a phone. */
async function wideNames() {
  for (const ruleset of ["splendor", "kids"]) {
    const table = await seated(["WWWWWWWWWWa", "mmmmmmmmmmb"], { ruleset });
    for (let turns = 2; turns < 5; turns++) {
      const { player } = await playUntil(table, ({ to_act: asked, turn }) => asked.decision === "main" && turn.number >= turns);
      for (const [size, options] of [["desk", { viewport: WINDOWS[0] }], ["phone", LOOKS.phone]]) {
        const page = await sitDown(table.id, player, options, hinted);
        await page.locator("lapidary-game [data-choice]").first().waitFor();
        assert.deepEqual(await page.evaluate(overlapping), [], `${ruleset} ${size}`);
        await page.goto(SERVER + `/g/${table.id}?at=${turns}`);
        await page.locator("lapidary-game .board svg").waitFor();
        assert.deepEqual(await page.evaluate(overlapping), [], `${ruleset} ${size} at ${turns}`);
        await page.context().close();
      }
    }
  }
}

/** How many decisions are made by touch at the begin and at the end of a game, at most. */
const TOUCHES_MAX = 60;

/** A game by touch on a phone, against somebody without a page: the ways mark their pieces, what is chosen can be taken back, and the end says
 * who won, at the side where its player has sat. */
async function byTouch() {
  const table = await seated(["touch-ada", "touch-bob"], { ruleset: "splendor" });
  const [own, other] = table.players;
  const page = await sitDown(table.id, own, LOOKS.phone);
  await page.getByRole("button", { name: "No more hints" }).or(page.locator("lapidary-game .line")).first().waitFor();
  const viewOf = ({ token }) => call("GET", `/v1/games/${table.id}?include=legal_actions`, undefined, token);
  const act = async (view, { token }) => {
    const buys = view.legal_actions.filter(({ action }) => action.type === "buy");
    await call("POST", `/v1/games/${table.id}/actions`, { version: view.version, actions: [(buys.at(-1) ?? view.legal_actions[0]).action] }, token);
  };
  const panel = page.locator("section.turn");
  const piece = (id) => page.locator(`lapidary-game .board svg > [id="${id}"]`);
  let [touched, tookBack, isSkipped] = [0, false, false];
  let view = await viewOf(own);
  const place = () => piece(`seat-${view.viewer_seat}`).getAttribute("transform");
  const before = await place();
  while (view.status === "active") {
    if (view.to_act.seat !== view.viewer_seat) {
      await act(await viewOf(other), other);
      view = await viewOf(own);
      continue;
    }
    if (touched >= TOUCHES_MAX / 4 && !isSkipped && PLAYED_IN_PART) {
      isSkipped = true;
      for (let decisions = 0; decisions < TURNS_MAX && view.status === "active" && view.seats.every(({ prestige }) => prestige < PLAYED_IN_PART.prestige); decisions++) {
        const player = view.to_act.seat === view.viewer_seat ? own : other;
        await act(await viewOf(player), player);
        view = await viewOf(own);
      }
      continue;
    }
    if (touched > TOUCHES_MAX) {
      await act(view, own);
      view = await viewOf(own);
      continue;
    }
    await until(page, (version) => document.querySelector("lapidary-game").shadowRoot.querySelector("output").textContent.startsWith(`${version} /`), view.version);
    await panel.waitFor();
    const hints = page.getByRole("button", { name: "No more hints" });
    if (await hints.count()) await hints.tap();
    const buys = view.legal_actions.filter(({ action }) => action.type === "buy");
    if (view.to_act.decision === "main" && buys.length) {
      await panel.getByRole("button", { name: /^Buy / }).tap();
      // The way to buy marks what can be bought, and nothing else.
      await until(page, (wanted) => {
        const marked = [...document.querySelector("lapidary-game").shadowRoot.querySelectorAll("[data-choice]")];
        return marked.map(({ id }) => id).sort().join() === wanted;
      }, [...new Set(buys.map(({ action }) => `card-${action.card}`))].sort().join());
      await piece(`card-${buys.at(-1).action.card}`).tap();
      await panel.locator(".actions:not(.all) .action").first().tap();
    } else {
      const takes = view.legal_actions.filter(({ action }) => action.type === "take" && action.gems.length === 3);
      const { action } = takes[touched % (takes.length || 1)] ?? {};
      if (action) {
        await panel.getByRole("button", { name: "Take three" }).tap();
        await piece(`supply-${action.gems[0]}`).tap();
        await piece(`supply-${action.gems[1]}`).tap();
        if (!tookBack) {
          await panel.getByRole("button", { name: "Undo" }).tap();
          await page.locator("lapidary-game [aria-pressed=true]").nth(1).waitFor({ state: "detached" });
          assert.equal(await page.locator("lapidary-game [aria-pressed=true]").count(), 1, "one token is left");
          await piece(`supply-${action.gems[1]}`).tap();
          tookBack = true;
        }
        await piece(`supply-${action.gems[2]}`).tap();
        await panel.locator(".actions:not(.all) .action").first().tap();
      } else {
        if (!(await panel.locator("details[open]").count())) await panel.locator("summary").tap();
        await panel.locator(".all .action").first().tap();
      }
    }
    touched++;
    for (const { version } = view; view.version === version; view = await viewOf(own)) await page.waitForTimeout(LOOK_EVERY_MS);
  }
  // After the middle of the game, the other side may win before there is another decision.
  assert.ok(tookBack && touched >= TOUCHES_MAX / 4, `${touched} decisions by touch`);
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  await until(page, (version) => document.querySelector("lapidary-game").shadowRoot.querySelector("output").textContent === `${version} / ${version}`, view.version);
  // The number of the version may be there before its picture.
  await page.locator(`lapidary-game #line-${view.viewer_seat}`).waitFor({ state: "detached" });
  assert.equal(await page.locator(`lapidary-game #seat-${view.viewer_seat} .name`).textContent(), "You", "a game that is over is seen from one's own seat");
  assert.equal(await place(), before);
  const { width } = await page.locator("lapidary-game .board svg").boundingBox();
  assert.ok(width > 340, `the board is ${width} pixels wide after the end`);
  assert.match(await page.locator(".result").textContent(), /^You (won|lost|share the victory) \d+–\d+: \d+ points(, and fewer cards)?\.$/);
  const sources = page.locator(".sources tbody tr").first().locator("td");
  const [points, cards, nobles] = (await sources.allTextContents()).map((text) => Number(text.replace("–", "0")));
  assert.equal(points, cards + nobles, "the points by their sources");
  const lead = await longestLead(table.id);
  const told = page.getByText(/^Longest lead: /);
  if (lead) assert.equal(await told.textContent(), `Longest lead: ${lead.seat === view.viewer_seat ? "You" : other.account.username}, turns ${lead.turns[0]} to ${lead.turns.at(-1)}, by up to ${lead.points} point${lead.points === 1 ? "" : "s"}.`);
  await assertWhole(page, "end-phone");
  await page.context().close();
}

/** Returns the lead of a game that lasted the most turns, as the views of its versions tell. */
async function longestLead(id) {
  const { views } = await call("GET", `/v1/games/${id}/replay`);
  const leads = [];
  // A view has the turn that comes next; an entry belongs to the turn of the view before.
  for (const [place, { seats }] of views.entries()) {
    const points = seats.map(({ prestige }) => prestige);
    const [most, next] = points.toSorted((a, b) => b - a);
    const seat = most > next ? points.indexOf(most) : -1;
    if (leads.at(-1)?.seat !== seat) leads.push({ seat, turns: [], points: 0 });
    const lead = leads.at(-1);
    const turn = views[Math.max(place - 1, 0)].turn?.number;
    if (turn && !lead.turns.includes(turn)) lead.turns.push(turn);
    lead.points = Math.max(lead.points, most - next);
  }
  const lasting = leads.filter(({ seat, turns }) => seat >= 0 && turns.length > 1);
  return lasting.reduce((best, lead) => (best && best.turns.at(-1) - best.turns[0] >= lead.turns.at(-1) - lead.turns[0] ? best : lead), undefined);
}

/** Plays without a page until it is a player's turn again. */
async function playOther({ id, players }, player) {
  const { token } = players.find((one) => one !== player);
  for (;;) {
    const view = await call("GET", `/v1/games/${id}?include=legal_actions`, undefined, token);
    if (view.to_act?.seat !== view.viewer_seat) return;
    await call("POST", `/v1/games/${id}/actions`, { version: view.version, actions: [view.legal_actions[0].action] }, token);
  }
}

/** How many keys a turn needs at most. */
const KEYS_MAX = 9;

/** A turn with the keyboard, from wherever a page begins. */
async function turnByKeys() {
  for (const from of [browser, otherBrowser]) {
    const table = await seated(["keys-ada", "keys-bob"], { ruleset: "splendor" });
    const { player } = await playUntil(table, () => true);
    const page = await sitDown(table.id, player, { from }, hinted);
    if (from === otherBrowser) await page.bringToFront();
    await page.locator("lapidary-game [data-choice]").first().waitFor();
    assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /\/events\.js/.test(name)).length), 0, "whoever has read the hints does not load them");
    let keys = 0;
    const press = async (key) => {
      keys++;
      await page.keyboard.press(key);
    };
    // The first turn was there with the page, the second one comes while its player looks on.
    for (const when of ["with the page", "while the page is open"]) {
      await until(page, () => document.activeElement.matches("section.turn h2"));
      keys = 0;
      await press("ArrowRight");
      const vertical = await page.evaluate(() => document.querySelector("lapidary-game").shadowRoot.activeElement.id);
      assert.match(vertical, /^supply-/, "an arrow leads to the board");
      for (let chosen = 0; chosen < 3; chosen++) {
        await press("Enter");
        if (await page.locator("section.turn .action:focus").count()) break;
        if (chosen < 2) await press("ArrowDown");
      }
      await until(page, () => document.activeElement.matches("section.turn .action"));
      await press("Enter");
      await page.locator("section.turn").waitFor({ state: "detached" });
      assert.ok(keys <= KEYS_MAX, `${when}: a turn needs ${keys} keys`);
      await playOther(table, player);
      await page.locator("lapidary-game [data-choice]").first().waitFor();
    }
    // Whoever writes somewhere is not taken away.
    await page.locator("section.turn .action, section.turn summary").first().focus();
    await page.evaluate(() => document.querySelector(".acts").append(Object.assign(document.createElement("input"), { className: "field" })));
    await page.locator("input.field").focus();
    const own = await call("GET", `/v1/games/${table.id}?include=legal_actions`, undefined, player.token);
    await call("POST", `/v1/games/${table.id}/actions`, { version: own.version, actions: [own.legal_actions[0].action] }, player.token);
    await page.locator("section.turn").waitFor({ state: "detached" });
    await playOther(table, player);
    await page.locator("lapidary-game [data-choice]").first().waitFor();
    assert.ok(await page.locator("input.field").evaluate((field) => field === document.activeElement), "the focus stays in a field");
    await page.context().close();
  }
}

/** How long a table that waits is watched. */
const IDLE_MS = 4_000;

/** While nobody plays, a page has nothing to do but to count down one clock, each second. */
async function idle() {
  const table = await seated(["idle-ada", "idle-bob"], { ruleset: "splendor", clock: { kind: "live", initial_ms: 600_000, increment_ms: 0 } });
  const { player } = await playUntil(table, () => true);
  for (const options of Object.values(LOOKS)) {
    const page = await sitDown(table.id, player, { ...options, reducedMotion: "no-preference" }, async (page) => {
      await hinted(page);
      await page.addInitScript(() => {
        globalThis.woken = [];
        for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
          const set = globalThis[name];
          globalThis[name] = (act, ms = 0, ...more) => {
            if (name === "requestAnimationFrame" || ms < 1_000) globalThis.woken.push(`${name} ${ms}`);
            return set.call(globalThis, act, ms, ...more);
          };
        }
      });
    });
    await page.locator("lapidary-game [data-choice]").first().waitFor();
    await page.waitForLoadState("load");
    await page.waitForTimeout(SETTLED_MS);
    const { woken, changed, animations } = await page.evaluate(async (ms) => {
      const root = document.querySelector("lapidary-game").shadowRoot;
      const changed = [];
      const watch = new MutationObserver((all) => changed.push(...all.map(({ target }) => target.parentElement?.closest(".clock, .time") ? "clock" : target.className || target.nodeName)));
      for (const one of [document, root]) watch.observe(one, { subtree: true, childList: true, attributes: true, characterData: true });
      globalThis.woken.length = 0;
      await new Promise((end) => setTimeout(end, ms));
      return { woken: globalThis.woken, changed, animations: [...document.getAnimations(), ...root.getAnimations()].length };
    }, IDLE_MS);
    assert.deepEqual(woken, []);
    assert.equal(animations, 0);
    // On a phone the seats above the board are not shown, and their clocks go on there.
    const clocks = changed.filter((name) => /^(clock|time)( low)?$/.test(name));
    assert.deepEqual(changed.filter((name) => !clocks.includes(name)), [], "nothing else changes");
    assert.ok(clocks.length > 0 && clocks.length <= 2 * (IDLE_MS / 1_000 + 1), `${clocks.length} changes`);
    await page.context().close();
  }
}

/** A table whose host has left says so, and leads back. */
async function hostLeaves() {
  const [host, guest] = [await visitor(), await visitor(LOOKS.phone)];
  await guest.goto(await createTable(host, { ...GAMES.base }, "left alone"));
  await guest.getByRole("button", { name: "Take a seat" }).waitFor();
  await host.getByRole("button", { name: "Leave the table" }).click();
  await guest.getByText("Whoever made this table has left, so there will be no game.").waitFor();
  for (const name of ["Take a seat", "Check the deal in this browser", "Download the game"]) assert.equal(await guest.getByRole("button", { name }).count(), 0, name);
  await assertWhole(guest, "host-left");
  await guest.getByRole("link", { name: "Go to the start" }).click();
  await stage(guest).waitFor();
  await Promise.all([host, guest].map((page) => page.context().close()));
}

/** A session ends while its player acts: the page says that alone, and nothing of it when they have signed in again. */
async function sessionEnds() {
  const table = await seated(["ends-ada", "ends-bob"], { ruleset: "splendor" });
  const { player } = await playUntil(table, () => true);
  const page = await sitDown(table.id, player, {}, hinted);
  await page.locator("section.turn summary").click();
  await call("DELETE", "/v1/sessions/current", undefined, await tokenOf(page));
  await page.locator("section.turn .all .action").first().click();
  const alerts = page.getByRole("alert");
  await alerts.getByText("Your session has ended. Sign in again.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  assert.equal(await alerts.count(), 1, (await alerts.allTextContents()).join());
  await fill(await signInAgain(page), { Name: player.account.username, Password: player.account.password }, "Sign in");
  await page.locator("section.turn summary").waitFor();
  assert.deepEqual(await alerts.allTextContents(), []);
  await page.context().close();
}

/** How many decisions of a whole game are made by hand before its middle, which is played without a page unless PAGE_WHOLE is set. In Firefox
 * each key takes long. */
const [BY_HAND, BY_HAND_IN_FIREFOX] = [8, 3];
/** How many arrows lead from one piece to another one before Tab does. */
const ARROWS_MAX = 6;

/** In the page: the key that leads from what has the focus towards an element, or nothing if that has it. */
const keyTowards = (target, hasArrows) => {
  let from = document.activeElement;
  while (from?.shadowRoot?.activeElement) from = from.shadowRoot.activeElement;
  if (from === target) return undefined;
  if (hasArrows && from.matches("[data-choice]") && target.matches("[data-choice]")) {
    const [x, y] = [from, target].map((piece) => piece.getBoundingClientRect()).reduce((a, b) => [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2]);
    return Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp";
  }
  const isWithin = from.getRootNode() === target.getRootNode();
  const [one, other] = isWithin ? [from, target] : [from, target].map((element) => element.getRootNode().host ?? element);
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
};

/** Goes to an element with arrows and Tab, and presses Enter there. What has the focus on the way is on the screen, and nothing covers it. */
async function pressByKeys(target) {
  const page = target.page();
  let arrows = 0;
  for (let keys = 0; keys < TABS_MAX; keys++) {
    const key = await target.evaluate(keyTowards, arrows < ARROWS_MAX);
    if (!key) {
      assert.deepEqual(await target.evaluate(hidden), [], "what has the focus can be seen");
      const { name, isMarked } = await page.evaluate(focused);
      assert.ok(isMarked, `it cannot be seen that the focus is on ${name}`);
      return page.keyboard.press("Enter");
    }
    if (key.startsWith("Arrow")) arrows++;
    await page.keyboard.press(key);
  }
  throw new Error(`${page.url()}: no key leads to ${target}`);
}

/** In the page: why the element that has the focus cannot be seen. */
const hidden = (target) => {
  const { left, top, right, bottom, width, height } = target.getBoundingClientRect();
  const found = [];
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) found.push("it is outside of the screen");
  const root = target.getRootNode();
  const hit = root.elementFromPoint(left + width / 2, Math.min(Math.max(top + height / 2, 0), innerHeight - 1));
  if (hit && root === document && !target.contains(hit) && !hit.contains(target)) found.push(`${hit.localName}.${hit.className} covers it`);
  return found;
};

/** In the page: the pieces with costs and tokens that the panel of the turn covers, or that are outside of the screen, and how far the page
 * is scrolled. What its player has opened in the panel, they close again. */
const covered = () => {
  const panel = document.querySelector("section.turn:not(:has(details[open]))")?.getBoundingClientRect();
  const svg = document.querySelector("lapidary-game").shadowRoot.querySelector(".board svg");
  // On a phone, the picture ends below the first panel.
  const edge = svg.getBoundingClientRect().bottom;
  const pieces = [...svg.querySelectorAll(":scope > :is(g.card, g.deck, g.noble, g.supply, g.tokens)")];
  const found = pieces.filter((piece) => {
    const { left, top, right, bottom } = piece.getBoundingClientRect();
    if (top >= edge) return false;
    return (panel && left < panel.right - 1 && right > panel.left + 1 && top < panel.bottom - 1 && bottom > panel.top + 1) || left < -1 || right > innerWidth + 1;
  });
  return { pieces: found.map(({ id }) => id), scrolled: scrollY };
};

/**
 * A visitor plays a whole game against the computer, from the first screen to the end, with one hand: `press` is what it does to an element.
 * `look` is called whenever it is their turn, and after each piece that they choose. The first decisions, `first` of them, and the last ones are
 * made by hand, those between them too with PAGE_WHOLE.
 */
async function wholeAlone(page, press, look, first) {
  await page.goto(SERVER);
  await page.getByRole("button", { name: "Play", exact: true }).first().waitFor();
  await press(page.getByRole("button", { name: "Against the computer" }));
  await page.getByRole("button", { name: /^Random/ }).waitFor();
  await press(page.getByRole("button", { name: /^Random/ }));
  await page.waitForURL(/\/g\//);
  const [id, panel] = [page.url().split("/").at(-1), page.locator("section.turn")];
  await panel.locator("summary").waitFor();
  await press(page.getByRole("button", { name: "No more hints" }));
  const token = await tokenOf(page);
  // The picture may be there before the actions that can be chosen on it.
  const piece = (name) => page.locator(`lapidary-game .board svg > [id="${name}"][data-choice]`);
  const listed = async () => {
    // What the board cannot show has no list.
    if (await panel.locator("summary").count()) await press(panel.locator("summary"));
    await press(panel.locator(".action:visible").first());
  };
  const own = async () => {
    for (;;) {
      const view = await call("GET", `/v1/games/${id}?include=legal_actions`, undefined, token);
      if (view.status !== "active" || view.to_act.seat === view.viewer_seat) return view;
      await page.waitForTimeout(LOOK_EVERY_MS);
    }
  };
  let [byHand, isSkipped] = [0, !PLAYED_IN_PART];
  for (let view = await own(); view.status === "active"; view = await own()) {
    const actions = view.legal_actions.map(({ action }) => action);
    const bought = actions.findLast(({ type }) => type === "buy");
    const takes = actions.filter(({ type, gems }) => type === "take" && new Set(gems).size === 3);
    const taken = takes[byHand % (takes.length || 1)];
    isSkipped ||= view.seats.some(({ prestige }) => prestige >= PLAYED_IN_PART.prestige);
    if (byHand >= first && !isSkipped) {
      await call("POST", `/v1/games/${id}/actions`, { version: view.version, actions: [bought ?? takes[view.version % (takes.length || 1)] ?? actions[0]] }, token);
      continue;
    }
    await until(page, (version) => document.querySelector("lapidary-game").shadowRoot.querySelector("output").textContent === `${version} / ${version}`, view.version);
    await panel.locator("summary, .action").first().waitFor();
    await look();
    if (bought) {
      await press(panel.getByRole("button", { name: /^Buy / }));
      await press(piece(`card-${bought.card}`));
      await look();
    } else if (taken && view.to_act.decision === "main") {
      for (const gem of taken.gems) {
        await press(piece(`supply-${gem}`));
        await look();
      }
    }
    await (bought || (taken && view.to_act.decision === "main") ? press(panel.locator(".actions:not(.all) .action").first()) : listed());
    byHand++;
    await until(page, (version) => {
      const output = document.querySelector("lapidary-game")?.shadowRoot.querySelector("output");
      return Number(output?.textContent.split(" / ")[1]) > version;
    }, view.version);
  }
  await page.locator(".ending .result", { hasText: /^You (won|lost|share the victory) / }).waitFor();
  assert.ok(byHand >= first, `${byHand} decisions by hand`);
  await press(page.getByRole("button", { name: "Rematch" }));
  await page.waitForURL((url) => url.pathname.startsWith("/g/") && !url.pathname.includes(id));
  console.log(`${byHand} decisions by hand`);
  await page.context().close();
}

/** A whole game by the keyboard at a desk. */
async function wholeByKeys(from, first) {
  const page = await visitor({ from, viewport: WINDOWS[0] });
  await wholeAlone(page, pressByKeys, async () => assert.deepEqual((await page.evaluate(covered)).pieces, []), first);
}

/** A whole game by touch on a phone. */
async function wholeByTouch() {
  const page = await visitor(LOOKS.phone);
  await wholeAlone(page, (target) => target.tap(), async () => assert.deepEqual(await page.evaluate(covered), { pieces: [], scrolled: 0 }), BY_HAND);
}

/** Whole games in Firefox. Keys go to the window that is in front alone, so it is a Firefox of its own. Over WebDriver BiDi nothing touches:
 * a mouse clicks what a finger would touch, in a window of the same size, and each click scrolls to what it hits. */
async function wholeInFirefox() {
  const from = await openFirefox();
  try {
    await scene("a whole game by keys in Firefox", () => wholeByKeys(from, BY_HAND_IN_FIREFOX));
    const page = await visitor({ from, viewport: WINDOWS[1] });
    await scene("a whole game on a phone in Firefox", () => wholeAlone(page, (target) => target.click(), async () => assert.deepEqual((await page.evaluate(covered)).pieces, []), BY_HAND_IN_FIREFOX));
  } finally {
    await from.close();
  }
}

/** A game may end before its last point: the end says who resigned, and whose time ran out. */
async function reasons() {
  const table = await seated(["end-ada", "end-bob"], { ruleset: "splendor" });
  await playUntil(table, ({ turn }) => turn.number > 3);
  const [own, other] = table.players;
  const page = await sitDown(table.id, own, LOOKS.phone, hinted);
  await page.locator("lapidary-game .board svg").waitFor();
  await call("POST", `/v1/games/${table.id}/resign`, undefined, other.token);
  await page.getByText(`You won: ${other.account.username} resigned.`).waitFor();
  await page.locator("lapidary-game .status", { hasText: `${other.account.username} resigned` }).waitFor();
  await assertWhole(page, "end-resigned");
  await page.context().close();
  const late = await seated(["late-ada", "late-bob"], { ruleset: "splendor", clock: { kind: "live", initial_ms: 10_000, increment_ms: 0 } });
  const clocked = await sitDown(late.id, late.players[0], {}, hinted);
  await clocked.locator(".result", { hasText: /^You (lost: your time|won: the time of late-bob-\S+) ran out\.$/ }).waitFor();
  await clocked.context().close();
}

/** Tokens beyond ten: both the panel and the status line say what is asked for, in each language of the element. */
async function returnOfTokens() {
  const table = await seated(["return-ada", "return-bob"], { ruleset: "splendor" });
  const { player, view } = await playUntil(table, ({ to_act: asked }) => asked.decision === "return");
  const page = await sitDown(table.id, player, LOOKS.phone);
  const many = view.to_act.tokens === 1 ? "1 token" : `${view.to_act.tokens} tokens`;
  await page.getByRole("heading", { name: `Your turn: return ${many}` }).waitFor();
  await page.locator("lapidary-game .status", { hasText: /returns tokens\.$/ }).waitFor();
  await assertWhole(page, "return-phone");
  for (const [language, returns] of [["de", "gibt Chips zurück"], ["fr", "rend des jetons"], ["es", "devuelve fichas"]]) {
    await page.evaluate((lang) => (document.querySelector("lapidary-game").lang = lang), language);
    await until(page, (lang) => document.querySelector("lapidary-game").shadowRoot.querySelector(".board svg").getAttribute("lang") === lang, language);
    if (language === "de") await page.locator("lapidary-game summary").click();
    await page.locator("lapidary-game .log li", { hasText: /^2\. \S+ \S+ 1 / }).waitFor();
    const { status, all } = await page.evaluate(readable);
    assert.ok(status.includes(returns), status);
    const names = table.players.map(({ account }) => account.username);
    assert.doesNotMatch(names.reduce((text, name) => text.replaceAll(name, ""), all), ENGLISH, language);
  }
  await shot(page, "return-es");
  await page.context().close();
}

/** The page of a ladder with many players, whose ratings are uncertain; some have the longest names. */
async function filledLadder() {
  const mark = Date.now().toString(36);
  const names = Array.from({ length: LADDER_PLAYERS }, (_, n) => (n % 4 ? `player-${n}-${mark}` : `${n}-${mark}-`.padEnd(NAME_MAX, "long-name")));
  const players = await Promise.all(names.map(newPlayer));
  const terms = { ruleset: "splendor", seats: 4, rated: true, clock: { kind: "live", initial_ms: 10_800_000, increment_ms: 0 } };
  for (const { token } of players.slice(0, 3)) await call("PATCH", "/v1/me", { display_name: LONGEST_NAME }, token);
  for (let round = 0; round < LADDER_ROUNDS; round++) {
    players.sort((a, b) => a.places.localeCompare(b.places));
    for (let first = 0; first < players.length; first += 4) {
      const table = players.slice(first, first + 4);
      let seek;
      for (const { token } of table) seek = await call("POST", "/v1/seeks", terms, token);
      while (!seek.game) seek = await call("GET", `/v1/seeks/${seek.id}`, undefined, table[3].token);
      for (const { token } of table.slice(0, 3)) await call("POST", `/v1/games/${seek.game}/resign`, undefined, token);
      table.forEach((player, place) => (player.places += 4 - place));
    }
  }
  // Who rises too fast has games that are not rated, so not everybody is listed.
  const { items: standings } = await (await fetch(`${SERVER}/v1/ladders/${LADDER}/standings?limit=${LADDER_PLAYERS}`)).json();
  assert.ok(standings.length >= LADDER_LISTED_MIN, `${standings.length} players are listed`);
  for (const [kind, options] of Object.entries(LOOKS)) {
    const page = await visitor(options);
    await page.goto(`${SERVER}/l/${LADDER}`);
    const rows = page.getByRole("region", { name: "Leaderboard" }).locator("tbody tr");
    await rows.nth(standings.length - 1).waitFor();
    assert.equal(await rows.count(), standings.length);
    assert.equal(await rows.filter({ hasText: "?" }).count(), standings.length, "every rating is uncertain");
    await assertWhole(page, `ladder-filled-${kind}`);
    const link = rows.first().getByRole("link");
    const name = await link.textContent();
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name }).waitFor();
    await page.getByText("(provisional)").waitFor();
    await page.context().close();
  }
}

/** The element that has the focus, also within the game, and whether it can be seen that it has it. */
const focused = () => {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(found);
  return { name: found.getAttribute("aria-label") ?? found.textContent.trim(), id: found.id, tag: found.localName, isMarked: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 };
};

/** Presses Tab until something with this name has the focus; whatever had it on the way must show it. */
async function tabTo(page, name) {
  const way = [];
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press("Tab");
    const now = await page.evaluate(focused);
    way.push(now.name);
    assert.ok(now.isMarked || now.tag === "body", `${page.url()}: it cannot be seen that the focus is on <${now.tag}> ${now.name}`);
    if (name.test(now.name)) return now;
  }
  throw new Error(`${page.url()}: Tab does not lead to ${name}: ${way.join(", ")}`);
}

/** The lobby, a game and a file are used with the keyboard alone. `id` is a game that is over. */
async function keyboard(id) {
  const page = await visitor();
  await page.goto(SERVER);
  await stage(page).waitFor();
  await page.keyboard.press("Tab");
  assert.equal((await page.evaluate(focused)).name, "Skip to the content", "the first key of a page leads past its header");
  await page.keyboard.press("Enter");
  await tabTo(page, /^Play$/);
  await page.reload();
  await stage(page).waitFor();
  for (const name of [/^Skip to the content$/, /^Lapidary$/, /^Play$/, /^Watch$/, /^Players$/, /^API$/, /^Sign in$/, /^Sign up$/, /^Play$/, /^Against people$/, /^Against the computer$/, /^More/]) await tabTo(page, name);
  await page.keyboard.press("Enter");
  await page.locator("#new-game").waitFor();
  await tabTo(page, /^Create the table/);
  await page.goto(`${SERVER}/g/${id}`);
  await replayedByKeys(page);
  await page.goto(SERVER);
  const exported = await (await fetch(`${SERVER}/v1/games/${id}/export`)).text();
  await page.locator("input[type=file]").setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(exported) });
  await page.getByText("from the file game.json").waitFor();
  await replayedByKeys(page);
  await tabTo(page, /^Check the deal/);
  await page.keyboard.press("Enter");
  await page.locator(".steps .holds").first().waitFor();
  await page.context().close();
}

async function replayedByKeys(page) {
  await page.locator("lapidary-game .board svg").waitFor();
  const [, newest] = await versions(page);
  const shows = (version) => until(page, (text) => document.querySelector("lapidary-game").shadowRoot.querySelector("output").textContent === text, `${version} / ${newest}`);
  await tabTo(page, /^First version$/);
  await page.keyboard.press("Enter");
  await shows(1);
  await tabTo(page, /^One step forward$/);
  for (const version of [2, 3]) {
    await page.keyboard.press("Enter");
    await shows(version);
    assert.equal((await page.evaluate(focused)).name, "One step forward", "the focus stays where it was");
  }
  await tabTo(page, /^Version$/);
  await page.keyboard.press("ArrowRight");
  await shows(4);
  await page.keyboard.press("Home");
  await shows(1);
  await tabTo(page, /^Log$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^1\. /);
  await page.keyboard.press("ArrowDown");
  await shows(2);
  assert.match((await page.evaluate(focused)).name, /^2\. /);
  await page.keyboard.press("End");
  await shows(newest);
  // The log is one stop of the Tab key, whichever entry is shown.
  await page.keyboard.press("Tab");
  assert.doesNotMatch((await page.evaluate(focused)).name, /^\d+\. /);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  await shows(1);
}

/** Chooses a piece with the keyboard and begins again. Returns whether this player may choose one now. */
async function chooseByKeys(page) {
  const pieces = page.locator("lapidary-game [data-choice]");
  await until(page, offers, undefined);
  if (!(await page.locator("section.turn").count()) || (await pieces.count()) < 2) return false;
  await pieces.first().focus();
  const from = await page.evaluate(focused);
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await page.keyboard.press(key);
    if ((await page.evaluate(focused)).id !== from.id) break;
  }
  const piece = await page.evaluate(focused);
  assert.ok(piece.id !== from.id && piece.isMarked, `arrow keys lead from ${from.id} to another piece, not to ${piece.id}`);
  await page.keyboard.press("Enter");
  await until(page, (id) => {
    const chosen = document.querySelector("lapidary-game").shadowRoot.getElementById(id);
    // The focus stays there, or goes to the button if nothing can be added.
    return chosen.getAttribute("aria-pressed") === "true" && (chosen.matches(":focus") || document.activeElement.matches("section.turn .action"));
  }, piece.id);
  const again = page.getByRole("button", { name: /^(begin again|Choose something else)$/ });
  await again.focus();
  await page.keyboard.press(" ");
  await again.waitFor({ state: "detached" });
  return true;
}

/** A page is accessible and within its width. */
async function assertWhole(page, name) {
  await shot(page, name);
  await assertAccessible(page, name);
  // On a phone, innerWidth grows with what is too wide.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name}: the page scrolls sideways by ${wide} pixels`);
}

/** Pages at each width, light and dark. */
async function appearance(game) {
  for (const [kind, options] of Object.entries(LOOKS)) {
    const page = await visitor(options);
    for (const [where, path] of [["start", "/"], ["game", `/g/${game}`], ["unknown", "/g/unknown"]]) {
      await page.goto(SERVER + path);
      if (where === "unknown") await page.getByText("There is no such game").waitFor();
      else if (where === "start") await stage(page).waitFor();
      else await page.locator("lapidary-game .board svg").waitFor();
      await assertWhole(page, `${where}-${kind}`);
      if (where !== "start") continue;
      await page.getByRole("button", { name: "Play", exact: true }).first().click();
      await page.getByRole("button", { name: /^Master/ }).waitFor();
      await assertWhole(page, `answers-${kind}`);
    }
    await page.context().close();
  }
}

/** An analysis has the lowest priority on a server, and a server that is built for tests is slow. */
const ANALYSIS_MS_MAX = 600_000;
const STEPS_WATCHED = 24;

/** What must fly when this entry is shown, by the id of the piece: the pile of a token, or the piece itself. */
function expectedFlights({ type, data }) {
  const flights = [];
  const tokens = (counts) => Object.entries(counts).flatMap(([kind, n]) => Array.from({ length: Math.min(n, 3) }, () => `supply-${kind}`));
  for (const effect of type === "action" ? data.effects : []) {
    if (effect.type === "tokens_taken" || effect.type === "tokens_returned") flights.push(...tokens(effect.tokens));
    if (["card_bought", "card_reserved", "market_refilled"].includes(effect.type)) flights.push(`card-${effect.card}`);
    if (effect.type === "noble_received") flights.push(effect.noble);
  }
  return flights;
}

/** In the page: shows the next version, and returns what flies then and when it begins, with what else is animated. */
const nextVersion = async () => {
  const root = document.querySelector("lapidary-game").shadowRoot;
  const before = root.querySelector("output").textContent;
  const board = root.querySelector(".board svg");
  root.querySelector("[aria-label='One step forward']").click();
  while (root.querySelector(".board svg") === board || root.querySelector("output").textContent === before) await new Promise(requestAnimationFrame);
  const flights = [...root.querySelectorAll("[data-flight]")].map((copy) => ({ piece: copy.dataset.flight, delay: copy.getAnimations()[0].effect.getTiming().delay }));
  return { flights, animations: root.getAnimations().length };
};

/** A replay shows what each entry did, with one request for all pictures. `game` is one of Splendor that is over. */
async function replayed(game) {
  const { events } = await (await fetch(`${SERVER}/v1/games/${game}/events?since=0`)).json();
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const page = await visitor({ reducedMotion });
    const requests = { pictures: 0, replays: 0, logs: 0 };
    const refused = [];
    page.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      // The first picture is an image of the page, which has no version; the element asks whether it is still that.
      if (url.pathname.endsWith("/board.svg") && url.searchParams.has("at")) requests.pictures++;
      if (url.pathname.endsWith("/replay")) requests.replays++;
      if (url.pathname.endsWith("/events") && url.searchParams.get("since") === "0") requests.logs++;
    });
    await page.goto(`${SERVER}/g/${game}`);
    await page.locator("lapidary-game .board svg").waitFor();
    await page.locator("lapidary-game input[type=range]").fill("1");
    await until(page, () => document.querySelector("lapidary-game").shadowRoot.querySelector("output").textContent.startsWith("1 /"));
    await page.waitForLoadState("networkidle");
    assert.deepEqual(refused, [], "nothing is asked for that is known to fail");
    let flown = 0;
    for (const entry of events.slice(1, STEPS_WATCHED)) {
      const { flights, animations } = await page.evaluate(nextVersion);
      if (reducedMotion === "reduce") {
        assert.deepEqual([flights, animations], [[], 0], `version ${entry.seq} stands still`);
        continue;
      }
      const expected = expectedFlights(entry);
      const named = flights.filter(({ piece }) => expected.includes(piece));
      assert.deepEqual(named.map(({ piece }) => piece), expected, `version ${entry.seq}: ${entry.data.notation}`);
      const taken = entry.data.effects.findIndex(({ type }) => type === "card_bought");
      const refilled = named.at(-1);
      if (taken >= 0 && entry.data.effects.some(({ type }) => type === "market_refilled")) assert.ok(refilled.delay > named[0].delay, "effects fly one after another");
      flown += flights.length;
      await until(page, () => !document.querySelector("lapidary-game").shadowRoot.querySelector("[data-flight]"));
    }
    assert.equal(flown > 0, reducedMotion !== "reduce");
    assert.deepEqual(requests, { pictures: 1, replays: 1, logs: 1 }, "a replay is one request, beside that of the log");
    await page.context().close();
  }
}

/** The analysis of a game: asked for with a button, followed to its end, marked in the replay. */
async function analyzed(game) {
  const page = await visitor();
  await page.goto(`${SERVER}/g/${game}`);
  const analyze = page.getByRole("button", { name: "Analyze" });
  // Whoever has no account sees what others have asked for.
  await analyze.click();
  await page.getByText("Sign in to have the game analyzed").waitFor();
  assert.equal(await analyze.count(), 0);
  await signUp(page, `judge-${Date.now().toString(36)}`);
  await page.goto(`${SERVER}/g/${game}`);
  await analyze.click();
  await page.getByRole("progressbar").waitFor();
  await page.locator("img.curve").waitFor({ timeout: ANALYSIS_MS_MAX });
  // It is there again when they come back.
  await page.reload();
  await page.locator("img.curve").waitFor();
  assert.ok(await page.locator("img.curve").evaluate((picture) => picture.decode().then(() => picture.naturalWidth > 0)), "the curve is a picture");
  const marks = page.locator("lapidary-game .marks line");
  const analysis = await (await fetch(`${SERVER}/v1/games/${game}/analysis`)).json();
  const { turning_points: points, choices } = analysis.analysis;
  const marked = new Set([...points.map(({ version }) => version), ...choices.filter(({ mistake }) => mistake).map(({ version }) => version)]);
  if (marked.size) await marks.first().waitFor({ state: "attached" });
  assert.equal(await marks.count(), marked.size);
  assert.equal(await page.locator("lapidary-game .marks .strong").count(), points.length);
  await page.locator("lapidary-game summary").click();
  await page.locator("lapidary-game .log li").first().waitFor();
  assert.equal(await page.locator("lapidary-game .log .mark").count(), marked.size);
  if (points.length) {
    await page.locator(".turning button").first().click();
    await until(page, (version) => document.querySelector("lapidary-game").shadowRoot.querySelector("output").textContent.startsWith(`${version} /`), points[0].version + 1);
  }
  await page.getByText("Mistakes, and what was better").click();
  const better = choices.filter(({ mistake, best }) => mistake && best);
  assert.equal(await page.locator(".mistakes > li").count(), better.length);
  await shot(page, "analysis");
  await assertAccessible(page, "an analysis");
  if (better.length) {
    await page.locator(".mistakes").getByText(/^Played: .*Better: /).first().waitFor();
    await page.getByRole("button", { name: /^Play on from here against / }).first().click();
    await page.waitForURL((url) => !url.pathname.includes(game));
    await page.getByRole("region", { name: "Your turn" }).waitFor();
  }
  await page.context().close();
}

/** A stranger plays on from any position of a game that is over, in any seat, and reads what decided who begins. */
async function practiced(game) {
  const page = await visitor();
  await page.goto(`${SERVER}/g/${game}`);
  const practice = page.getByText("Practice from this position");
  await page.getByRole("button", { name: "First version" }).click();
  await practice.click();
  const seats = page.getByLabel("In the seat of");
  const name = await seats.getByRole("option").nth(1).textContent();
  await seats.selectOption(name);
  await assertWhole(page, "practice");
  await page.getByRole("button", { name: /^Play on from here against / }).click();
  await page.waitForURL((url) => !url.pathname.includes(game));
  await page.getByRole("region", { name: "Your turn" }).waitFor();
  const fork = await call("GET", `/v1/games/${page.url().split("/").at(-1)}`);
  assert.match(fork.seats[1].player.username, /^guest-/, "the seat that was chosen");
  assert.deepEqual(fork.origin, { game, at: 1 });
  await page.getByText("Who begins, and what decides?").click();
  await page.getByText("The game goes on from a position of another one.").waitFor();
  await page.getByText(fork.commitment).waitFor();
  await page.context().close();
}

/** A page of another origin embeds a game. */
async function embedded(game) {
  const page = await visitor();
  await page.setContent(`<script type="module" src="${SERVER}/assets/lapidary-game.js"></script>
    <lapidary-game src="${SERVER}/v1/games/${game}" at="3" controls></lapidary-game>`);
  await page.locator("lapidary-game .board svg").waitFor();
  assert.equal((await versions(page))[0], 3);
  // A picture that was on its way when the language changed is not shown.
  let goOn;
  const held = new Promise((resolve) => (goOn = resolve));
  await page.route(/board\.svg.*at=4/, async (route) => {
    await held;
    await route.continue();
  }, { times: 1 });
  const asked = page.waitForRequest(/board\.svg.*at=4/);
  await page.evaluate(() => document.querySelector("lapidary-game").setAttribute("at", "4"));
  await asked;
  await page.evaluate(() => (document.querySelector("lapidary-game").lang = "de"));
  goOn();
  await until(page, (english) => {
    const element = document.querySelector("lapidary-game").shadowRoot;
    const told = element.querySelector(".status").textContent;
    return element.querySelector("output").textContent.startsWith("4 ") && told.length > 0 && !new RegExp(english, "i").test(told);
  }, ENGLISH.source);
  await page.context().close();
}

/** Returns the games of a run: the base game, and another one, which depends on the commit; all of them with PAGE_WHOLE. */
function gamesOfRun() {
  const [base, ...others] = Object.keys(GAMES).filter((name) => name !== "firefox");
  // Without a repository it is the first one.
  const commit = parseInt(spawnSync("git", ["rev-parse", "--short=8", "HEAD"]).stdout, 16) || 0;
  return [base, ...(process.env.PAGE_WHOLE ? others : [others[commit % others.length]]), "firefox"];
}

/** Plays scenes one after another. */
async function inTurn(...scenes) {
  for (const [name, play] of scenes) await scene(name, play);
}

try {
  const names = process.env.PAGE_GAMES?.split(",") ?? gamesOfRun();
  const seed = Number(process.env.PAGE_SEED ?? 1);
  const played = {};
  const games = names.map((name) => [`game ${name}`, async () => (played[name] = await wholeGame(name, seed))]);
  const ofSplendor = GAMES[names[0]].ruleset === "splendor";
  const first = inTurn(games[0]).then(() => played[names[0]]);
  const withFirst = async (...scenes) => {
    const game = await first;
    await inTurn(...scenes.map(([name, play]) => [name, () => play(game)]));
  };
  // Most scenes wait for animations, for the network or for an analysis, so several are played at once.
  await Promise.all([
    inTurn(...games.slice(1)),
    inTurn(["every response wrong", everyResponseWrong], ["every script wrong", everyScriptWrong], ["asked again", askedAgain]),
    inTurn(["every request cut", everyRequestCut], ["pictureless", pictureless], ["refusals", refusals], ["one's own turn", ownTurn], ["every list", everyList], ["a lesson", lesson], ["settings", settings], ["awaited", awaited], ["a profile", profile], ["an evening", evening], ["orders", orders]),
    inTurn(["people's pages", peoplesPages], ["a ladder", filledLadder], ["signing in", signIn], ["guests", guests], ["a friend", friend], ["a puzzle", puzzle], ["a puzzle by touch", puzzleByTouch]),
    withFirst(...(ofSplendor ? [["replay", replayed]] : []), ["the keyboard", keyboard], ["stillness", stillness], ["appearance", appearance], ["parts", parts]),
    withFirst(...(ofSplendor ? [["analysis", analyzed]] : []), ["a file", droppedFile], ["practice", practiced], ["another origin", embedded]),
    inTurn(["the palette", palette], ["play now", playNow], ["strange browsers", strangeBrowsers], ["many tables", manyTables], ["strangers meet", strangersMeet], ["the first screen", firstScreen]),
    inTurn(["a club", clubRun], ["forms", forms], ["teams", teams]),
    inTurn(["one screen", oneScreen], ["wide names", wideNames], ["by touch", byTouch], ["a turn by keys", turnByKeys], ["a hundred turns", hundredTurns], ["reasons", reasons], ["an idle tab", idle], ["a host leaves", hostLeaves], ["a session ends", sessionEnds]),
    inTurn(["a whole game by touch", wholeByTouch], ["a whole game by keys", () => wholeByKeys(browser, BY_HAND)], ["whole games in Firefox", wholeInFirefox]),
  ]);
  if (played.kids) await scene("a file of Kids", () => droppedFile(played.kids));
  assert.deepEqual(faults, []);
  console.log("the page works");
} finally {
  await Promise.all([browser.close(), otherBrowser.close()]);
}
