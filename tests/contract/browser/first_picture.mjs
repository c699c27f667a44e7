// `node first_picture.mjs SERVER CHROMIUM`: how long the first picture of a game takes on a slow phone, with an empty cache.
//
// It prints numbers and compares them with nothing: they depend on the machine. The browser's processor is slowed down by
// FIRST_SLOWDOWN (4), and each page is opened FIRST_RUNS (5) times.
import { chromium } from "playwright-core";

const [SERVER, CHROMIUM] = [process.argv[2].replace(/\/$/, ""), process.argv[3]];
const SLOWDOWN = Number(process.env.FIRST_SLOWDOWN ?? 4);
const RUNS = Number(process.env.FIRST_RUNS ?? 5);

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
/** Opens a page as a phone does that has never seen it, and returns what is measured there, with when the first text was shown. */
async function opened(path, measure) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  let received = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (received += encodedDataLength));
  await page.goto(SERVER + path, { waitUntil: "commit" });
  const [picture, board] = await page.evaluate(measure);
  const text = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  await context.close();
  return { picture, board, text, received };
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
  for (let run = 0; run < 2 * RUNS; run++) alone.push((await opened("/livez", shown)).text);
  console.log(`a line of text alone: after ${median(alone.slice(RUNS))} ms, which is what the browser needs on this machine`);
  for (const [name, path] of [["the start page", "/"], ["a game", `/g/${items[0].id}`], ["a position", `/g/${items[0].id}?at=2`]]) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await opened(path, painted));
    const [pictures, boards, texts, sizes] = ["picture", "board", "text", "received"].map((what) => runs.map((run) => run[what]));
    console.log(`${name}: first text after ${median(texts)} ms, first picture after ${median(pictures)} ms (${Math.round(Math.min(...pictures))} to ${Math.round(Math.max(...pictures))}), `
      + `the board for use after ${median(boards)} ms and ${Math.round(median(sizes) / 1000)} KB, with a processor ${SLOWDOWN} times slower`);
  }
} finally {
  await browser.close();
}
