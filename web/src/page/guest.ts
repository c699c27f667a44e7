// An account for a visitor who wants to play at once: a drawn name and a drawn password, which a cookie keeps until the visitor
// chooses a password.
import { signUp } from "./session";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function drawn(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Signs up a guest. */
export const becomeGuest = (): Promise<void> => signUp(`guest-${drawn(6)}`, drawn(24), true);
