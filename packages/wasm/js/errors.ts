// What can go wrong, as errors. A call that throws has changed nothing.

/** What a function was given is impossible. All other errors of this package are of a class derived from it. */
export class LapidaryError extends Error {
  override readonly name: string = "LapidaryError";
}

/** The rules forbid the action. */
export class IllegalAction extends LapidaryError {
  override readonly name = "IllegalAction";

  /** `rule` is the number of the ruling, the same as in a refusal of the server (docs/rules.md). */
  constructor(message: string, readonly rule: string) {
    super(message);
  }
}

/** The text or the JSON is not an action of the ruleset. */
export class NotationError extends LapidaryError {
  override readonly name = "NotationError";
}

/** The JSON is not a view, or no game looks like it. */
export class ViewError extends LapidaryError {
  override readonly name = "ViewError";
}

/** The export cannot be read, or contradicts its deal or the rules. The message begins with the place. */
export class ExportError extends LapidaryError {
  override readonly name = "ExportError";
}

/** The module is not there yet: `init` has not ended, or has failed. */
export class NotReady extends LapidaryError {
  override readonly name = "NotReady";
}

/** A fault of this package. The module has been started anew, and all positions are as they were. */
export class EngineFailure extends LapidaryError {
  override readonly name = "EngineFailure";
}
