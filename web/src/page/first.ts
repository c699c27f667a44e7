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
