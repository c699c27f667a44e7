// Starts the page when its first picture is on the screen: a browser that compiles the rest before would show the picture later.

/** How long the page waits for the picture: it may never come. */
const PICTURE_MS_MAX = 1_000;

/** Waits until the picture is on the screen. */
async function pictureShown(): Promise<void> {
  const image = document.querySelector<HTMLImageElement>("#first-picture img");
  if (!image) return;
  const drawn = image.decode().catch(() => undefined).then(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
  await Promise.race([drawn, new Promise((next) => setTimeout(next, PICTURE_MS_MAX))]);
}

await pictureShown();
await import(/* @vite-ignore */ document.body.dataset["page"]!);

export {};
