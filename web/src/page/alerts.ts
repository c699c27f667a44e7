// Messages of the browser: Web Push while no tab is open, and messages of the page while none is seen.
import { data } from "../api";
import { language } from "../language";
import { keep, kept } from "./kept";
import { go } from "./route";
import { api, username } from "./session";

/** The worker that shows what arrives. The address is the same for every version of the server, so that there is one worker. */
const WORKER = "/assets/alerts.js";

/** Whether messages can come, and whether this browser was asked: `here` if they come while a tab is open only. */
export type Alerts = "impossible" | "unasked" | "declined" | "denied" | "here" | "everywhere";

let isSubscribed = false;

export function alerts(): Alerts {
  if (!("Notification" in window) || !navigator.serviceWorker) return "impossible";
  if (Notification.permission === "denied") return "denied";
  const choice = kept("lapidary-alerts");
  if (choice === undefined) return "unasked";
  return choice !== "on" || Notification.permission !== "granted" ? "declined" : isSubscribed ? "everywhere" : "here";
}

/** Remembers that messages are not wanted, and ends them. */
export async function declineAlerts(): Promise<void> {
  keep("lapidary-alerts", "off");
  isSubscribed = false;
  if (username()) await data(api.DELETE("/v1/me/push"));
}

/** Asks the browser's permission, and subscribes it to the messages of the server. */
export async function wantAlerts(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return keep("lapidary-alerts", "off");
  keep("lapidary-alerts", "on");
  await subscribe();
}

/** Subscribes again: the browser may have replaced its subscription, and the session may be another one. */
export async function renewAlerts(): Promise<void> {
  if (username() && ["here", "everywhere"].includes(alerts())) await subscribe().catch(() => undefined);
}

async function subscribe(): Promise<void> {
  const registration = await registered();
  // Without a push service, the page itself tells while it is open.
  if (!registration?.pushManager) return;
  const { application_server_key: applicationServerKey } = await data(api.GET("/v1/me/push"), "items");
  const options = { userVisibleOnly: true, applicationServerKey };
  const subscription = await registration.pushManager.subscribe(options).catch(() => undefined);
  if (!subscription) return;
  await data(api.POST("/v1/me/push", { body: subscription.toJSON() as never }), "id");
  isSubscribed = true;
}

/** Returns the registration of the worker when it is active. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.register(`${WORKER}?lang=${language}`).catch(() => undefined);
  const worker = registration?.installing ?? registration?.waiting;
  if (worker && !registration?.active) await new Promise((next) => worker.addEventListener("statechange", () => worker.state === "activated" && next(undefined)));
  return registration;
}

/** Shows a message that leads to a path of the page. */
export async function message(title: string, body: string, path: string): Promise<void> {
  if (!["here", "everywhere"].includes(alerts())) return;
  await (await registered())?.showNotification(title, { body, tag: "waiting", data: { path } });
}

// Somebody has chosen a message while a tab was open.
navigator.serviceWorker?.addEventListener("message", ({ data: chosen }: MessageEvent<{ path?: string }>) => chosen.path && go(chosen.path));
