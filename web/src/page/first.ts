// What the server has put into the page before any script ran: a picture of the game that is seen first.

const place = document.querySelector<HTMLElement>("#first-picture");
let picture = place?.querySelector("picture") ?? undefined;

/** The game of this picture. */
export const firstGame = place && { id: place.dataset["game"] ?? "", status: place.dataset["status"] ?? "" };

/** Returns the picture, once, to whoever shows this game. */
export function takeFirstPicture(id: string): Element | undefined {
  if (id !== firstGame?.id) return undefined;
  const taken = picture;
  picture = undefined;
  return taken;
}

/** How long scripts wait for the picture: it may never come. */
const PICTURE_MS_MAX = 1_000;

/** Waits until the picture is on the screen, so that no script delays it. */
export async function firstPictureShown(): Promise<void> {
  const image = picture?.querySelector("img");
  if (!image) return;
  const drawn = image.decode().catch(() => undefined).then(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
  await Promise.race([drawn, new Promise((next) => setTimeout(next, PICTURE_MS_MAX))]);
}
