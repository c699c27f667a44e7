// `node first_picture.mjs SERVER CHROMIUM`: how long the first picture of a game takes on a slow phone, with an empty cache, by how much each
// page moves under its reader while it loads (1 is the whole screen), and how many bytes it loads.
//
// It prints numbers and compares them with nothing: they depend on the machine. The browser's processor is slowed down by
// FIRST_SLOWDOWN (4), and each page with a picture is opened FIRST_RUNS (5) times.
import { chromium } from "playwright-core";

const [SERVER, CHROMIUM] = [process.argv[2].replace(/\/$/, ""), process.argv[3]];
const SLOWDOWN = Number(process.env.FIRST_SLOWDOWN ?? 4);
const RUNS = Number(process.env.FIRST_RUNS ?? 5);
/** How long after its board a page may still load or move something. */
const SETTLED_MS = 2_000;

/** In the page: waits until the board can be used, and returns when that and a picture of the board were first on the screen, in
 * milliseconds since the navigation began. */
const painted = () => new Promise((resolve) => {
  let picture;
  const look = () => {
    const image = document.querySelector("#first-picture img, lapidary-game > picture img");
    const board = document.querySelector("lapidary-game")?.shadowRoot?.querySelector(".board svg");
    // The frame after the next one begins when what is there now is on the screen.
    const shown = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(performance.now()))));
    // A game that plays itself is a board of its own.
    const kept = document.querySelector(".kept-table");
    if (!picture && ((image?.complete && image.naturalWidth > 0) || board || kept)) picture = shown();
    if (board || kept) void Promise.all([picture, shown()]).then(resolve);
    else requestAnimationFrame(look);
  };
  look();
});

const { items } = await (await fetch(`${SERVER}/v1/games?status=finished&limit=1`)).json();
if (!items.length) throw new Error("no public game is over on this server");
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
/** Opens a page as a phone does that has never seen it, and returns what is measured there, with when the first text was shown. If it
 * settles, the moves and bytes of a moment more count too. */
async function opened(path, measure, settles = true) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value))).observe({ type: "layout-shift", buffered: true });
  });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  let received = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (received += encodedDataLength));
  await page.goto(SERVER + path, { waitUntil: "commit" });
  const [picture, board] = await page.evaluate(measure);
  if (settles) await page.waitForTimeout(SETTLED_MS);
  const { text, shift } = await page.evaluate(() => ({ text: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN, shift: globalThis.shift }));
  await context.close();
  return { picture, board, text, shift, received };
}

/** In the page: waits until its text is on the screen. */
const shown = () => new Promise((resolve) => {
  const look = () => (performance.getEntriesByName("first-contentful-paint").length ? resolve([]) : requestAnimationFrame(look));
  look();
});

const median = (numbers) => Math.round([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);

try {
  const alone = [];
  // The first pages that a browser opens are slower than all others, whatever they are.
  for (let run = 0; run < 2 * RUNS; run++) alone.push((await opened("/livez", shown, false)).text);
  console.log(`a line of text alone: after ${median(alone.slice(RUNS))} ms, which is what the browser needs on this machine`);
  for (const [name, path] of [["the start page", "/"], ["a game", `/g/${items[0].id}`], ["a position", `/g/${items[0].id}?at=2`]]) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await opened(path, painted));
    const [pictures, boards, texts, shifts, sizes] = ["picture", "board", "text", "shift", "received"].map((what) => runs.map((run) => run[what]));
    console.log(`${name}: first text after ${median(texts)} ms, first picture after ${median(pictures)} ms (${Math.round(Math.min(...pictures))} to ${Math.round(Math.max(...pictures))}), `
      + `the board for use after ${median(boards)} ms, moved by ${Math.max(...shifts).toFixed(3)} at most, ${Math.round(median(sizes) / 1000)} KB, with a processor ${SLOWDOWN} times slower`);
  }
  for (const path of ["/games", "/puzzles", "/tournaments", "/clubs", "/ladders", "/players", "/rules", `/p/${items[0].seats[0].player.username}`]) {
    const { text, shift, received } = await opened(path, shown);
    console.log(`${path}: first text after ${Math.round(text)} ms, moved by ${shift.toFixed(3)}, ${Math.round(received / 1000)} KB`);
  }
} finally {
  await browser.close();
}
