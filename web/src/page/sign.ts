// The tab says whose turn it is: its title and its icon, also while another tab is in front.
import { useEffect } from "preact/hooks";

const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
/** The icon of the server. */
export const icon = link?.href ?? "";
const AWAITED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#c2410c"/><path d="M16 6v12M16 22v4" stroke="#fff" stroke-width="5"/></svg>')}`;

/** Shows a title, and the sign for somebody who is waited for. */
export function useSign(title: string, isAwaited: boolean): void {
  useEffect(() => {
    document.title = title;
    if (link) link.href = isAwaited ? AWAITED : icon;
    return () => {
      document.title = "Lapidary";
      if (link) link.href = icon;
    };
  }, [title, isAwaited]);
}
