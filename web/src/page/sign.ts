// The tab says whose turn it is: its title and its icon, also while another tab is in front.
import { useEffect } from "preact/hooks";

const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
/** The icon of the server. */
export const icon = link?.href ?? "";
const AWAITED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#c2410c"/><path d="M16 6v12M16 22v4" stroke="#fff" stroke-width="5"/></svg>')}`;
const NAME = "Lapidary";

/** What the view shows, and whether it says itself that somebody is waited for. */
let view = { title: NAME, isAwaited: false };
/** How many games wait for whoever uses the page. */
let waiting = 0;

function show(): void {
  const isAwaited = view.isAwaited || waiting > 0;
  document.title = waiting && !view.isAwaited ? `(${waiting}) ${view.title}` : view.title;
  const address = isAwaited ? AWAITED : icon;
  if (link && link.href !== address) link.href = address;
}

/** Shows a title, and the sign for somebody who is waited for. */
export function useSign(title: string, isAwaited: boolean): void {
  useEffect(() => {
    view = { title, isAwaited };
    show();
    return () => {
      view = { title: NAME, isAwaited: false };
      show();
    };
  }, [title, isAwaited]);
}

/** Says on every view how many games wait. */
export function signWaiting(count: number): void {
  waiting = count;
  show();
}
