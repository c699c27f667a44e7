// The element within the page: it looks with the token of whoever uses the page.
import { useEffect, useRef } from "preact/hooks";
import { shownPicture } from "../api";
import type { Change, LapidaryGame } from "../element/lapidary-game";
import { takeFirstPicture } from "./first";
import { token } from "./session";
import { dress } from "./theme";

export interface LiveGameProps {
  id: string;
  /** The version to begin with; without it, the newest one. */
  at?: string | undefined;
  controls?: boolean;
  onChange?: (change: Change, element: LapidaryGame) => void;
  onChoose?: (piece: string) => void;
}

export function LiveGame({ id, at, controls, onChange, onChoose }: LiveGameProps) {
  const place = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onChange, onChoose });
  callbacks.current = { onChange, onChoose };
  useEffect(() => {
    const element = document.createElement("lapidary-game") as LapidaryGame;
    element.token = token;
    element.setAttribute("src", `/v1/games/${encodeURIComponent(id)}`);
    dress(element);
    if (at) element.setAttribute("at", at);
    if (controls) element.setAttribute("controls", "");
    // It stands in the place of the board until the element has loaded its own.
    const picture = takeFirstPicture(id);
    const address = picture?.querySelector("img")?.currentSrc;
    if (address) element.known = shownPicture(address);
    if (picture) element.append(picture);
    element.addEventListener("lapidary-change", (event) => {
      const { detail } = event as CustomEvent<Change>;
      if (detail.shown >= 0) picture?.remove();
      callbacks.current.onChange?.(detail, element);
    });
    element.addEventListener("lapidary-choose", (event) => callbacks.current.onChoose?.((event as CustomEvent<{ piece: string }>).detail.piece));
    place.current?.replaceChildren(element);
    return () => element.remove();
  }, [id]);
  return <div ref={place} />;
}
