// An account for a visitor who wants to play at once: a drawn name and a drawn password, which this tab keeps until the visitor
// chooses a password.
import { data } from "../api";
import { api, signUp, username } from "./session";

const KEPT = "lapidary-guest";
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function drawn(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Signs up a guest. */
export async function becomeGuest(): Promise<void> {
  const [name, password] = [`guest-${drawn(6)}`, drawn(24)];
  await signUp(name, password);
  sessionStorage.setItem(KEPT, JSON.stringify({ name, password }));
}

/** The password that was drawn for whoever is signed in. */
function drawnPassword(): string | undefined {
  const guest = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as { name: string; password: string } | null;
  return guest && guest.name === username() ? guest.password : undefined;
}

export const isGuest = (): boolean => drawnPassword() !== undefined;

/** Gives the account a password that its owner knows. */
export async function keepAccount(password: string): Promise<void> {
  await data(api.PUT("/v1/me/password", { body: { current: drawnPassword() ?? "", new: password } }));
  sessionStorage.removeItem(KEPT);
}
