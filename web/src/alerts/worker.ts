// The service worker of the page: shows the messages that the server pushes (docs/alerts.md), and opens what they are about. It keeps no
// files, and no page is under its control.

interface Item {
  type: string;
  data: { game: string | null; tournament: string | null };
}

interface Worker {
  location: Location;
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: {
    matchAll(options: object): Promise<{ focus(): Promise<unknown>; postMessage(message: object): void }[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  data: { json(): { items: Item[] } } | null;
  notification: { data: { path: string }; close(): void };
}

/** Titles: of a turn, and of anything else. */
const TITLES: Record<string, readonly [turn: string, other: string]> = {
  en: ["It is your turn", "Something waits for you"],
  de: ["Du bist am Zug", "Etwas wartet auf dich"],
  fr: ["C’est à vous de jouer", "Quelque chose vous attend"],
  es: ["Te toca jugar", "Algo te espera"],
};

const worker = self as unknown as Worker;
const [ofTurn, ofOther] = TITLES[new URLSearchParams(worker.location.search).get("lang") ?? ""] ?? TITLES["en"]!;

/** What a message is about. One that cannot be read says that something waits. */
function itemsOf({ data }: WorkerEvent): Item[] {
  try {
    return data?.json().items ?? [];
  } catch {
    return [];
  }
}

worker.addEventListener("push", (event) => {
  const items = itemsOf(event);
  const turn = items.find(({ type }) => type === "game.turn");
  const { game, tournament } = (turn ?? items[0])?.data ?? {};
  const path = game ? `/g/${game}` : tournament ? `/t/${tournament}` : "/";
  event.waitUntil(worker.registration.showNotification(turn ? ofTurn : ofOther, { tag: "waiting", data: { path } }));
});

worker.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const open = async () => {
    const [tab] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (!tab) return worker.clients.openWindow(notification.data.path);
    tab.postMessage({ path: notification.data.path });
    return tab.focus();
  };
  event.waitUntil(open());
});
