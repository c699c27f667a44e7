// The rules of Splendor and Splendor Kids, as the server has them.
import { ask } from "./module.js";
import { given } from "./position.js";
import type { GivenAction, LegalAction, Ruleset } from "./types.js";

export { EngineFailure, ExportError, IllegalAction, LapidaryError, NotationError, NotReady, ViewError } from "./errors.js";
export { type Export, loadExport } from "./export.js";
export { type CompiledModule, init, initSync, type Source } from "./module.js";
export { type Game, type Payments, Position } from "./position.js";
export type { Action, Entry, GivenAction, KidsView, LegalAction, Result, Ruleset, SeenGame, SplendorView, View } from "./types.js";

/** Reads an action that has its payment, in notation or JSON, and returns both forms. Does not judge it. */
export function readAction(action: GivenAction, ruleset: Ruleset = "splendor"): LegalAction {
  return ask({ ask: "read", ruleset, action: given(action) }).value as LegalAction;
}
