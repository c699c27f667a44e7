// Random texts, for secrets and keys. `crypto.randomUUID` is not there on every page.

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Returns 256 random bits. */
export const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
