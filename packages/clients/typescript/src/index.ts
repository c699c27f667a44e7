// A client of Lapidary, the open game server for Splendor and its family.
export { Client, type Options } from "./client.js";
export { Authorization, deviceLogin, Login, logIn, type App, type Keep, type Tokens } from "./login.js";
export type { Operations } from "./operations.js";
export { Refusal, Unreachable } from "./problems.js";
export type * as schemas from "./schemas.js";
