// Runs before anything is on the screen, so that a chosen theme shows without a flash of the other one. Then it starts the page when its
// first picture is on the screen: a browser that compiles the rest before would show the picture later.
import { kept, preferred } from "./kept";

/** How long the page waits for the picture: it may never come. */
const PICTURE_MS_MAX = 1_000;

/** How often a tab loads the page anew if its files have not come or were others, and how long it waits for the first time. */
const STARTS_MAX = 4;
const START_MS = 1_000;
const STARTS = "lapidary-starts";

const theme = kept("lapidary-theme");
const language = preferred();
if (theme) document.documentElement.dataset["theme"] = theme;
// The picture comes with the HTML that is still being read.
const arriving = new MutationObserver(adapt);
arriving.observe(document, { childList: true, subtree: true });
addEventListener("DOMContentLoaded", () => {
  arriving.disconnect();
  void start();
});

/** Gives the picture the theme and the language that its reader has chosen: the server knows those of the browser alone. */
function adapt(): void {
  for (const source of document.querySelectorAll<HTMLSourceElement | HTMLImageElement>("#first-picture :is(source, img):not([data-adapted])")) {
    source.dataset["adapted"] = "";
    const name = source instanceof HTMLImageElement ? "src" : "srcset";
    const [address, own] = [source.getAttribute(name)!, `lang=${language}`];
    if (!address.includes(own)) source.setAttribute(name, address.replace(/lang=\w+/, own));
    if (source instanceof HTMLImageElement || !theme) continue;
    source.media = theme === "dark" ? source.media.replace("(prefers-color-scheme: dark)", "(min-width: 0)") : source.media.includes("dark") ? "not all" : source.media;
  }
}

/** Waits until the picture is on the screen. */
async function pictureShown(): Promise<void> {
  const image = document.querySelector<HTMLImageElement>("#first-picture img");
  if (!image) return;
  const drawn = image.decode().catch(() => undefined).then(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
  await Promise.race([drawn, new Promise((next) => setTimeout(next, PICTURE_MS_MAX))]);
}

/** Does something with the number of starts. A browser that stores nothing has none, and does not load the page anew. */
function counted<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

async function start(): Promise<void> {
  adapt();
  await pictureShown();
  try {
    await import(/* @vite-ignore */ document.body.dataset["page"]!);
    // An empty file is a module, too.
    if (document.querySelector("#page")) throw new Error("The page has not come.");
    counted(() => sessionStorage.removeItem(STARTS));
  } catch (error) {
    const starts = counted(() => Number(sessionStorage.getItem(STARTS))) ?? STARTS_MAX;
    if (starts >= STARTS_MAX) throw error;
    counted(() => sessionStorage.setItem(STARTS, String(starts + 1)));
    // A browser remembers that a file has failed, so the page loads itself anew.
    setTimeout(() => location.reload(), START_MS * 2 ** starts);
  }
}
