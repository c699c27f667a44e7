// What the package lapidary-engine must do, in Node.js and in a browser alike. `files` has the texts of the repository that are needed.

const assert = (condition, what) => {
  if (!condition) throw new Error(what);
};

const same = (found, expected, what) => {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value));
  assert(a === b, `${what}: found ${a}, expected ${b}`);
};

/** FNV-1a of 64 bits over the sorted lines, as in tests/engine/playthroughs.rs. */
function fingerprint(lines) {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of new TextEncoder().encode([...lines].sort().map((line) => `${line}\n`).join(""))) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + ((low << 8) >>> 0)) % 2 ** 32;
    low = product % 2 ** 32;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}

/** Replays a recorded game: each list of legal actions, each entry and the end are those of the file. Returns the number of lists. */
function replayed({ Position }, name, text) {
  const lines = text.trimEnd().split("\n");
  const { server_seed, ...table } = JSON.parse(lines.shift().slice("deal ".length));
  const position = Position.deal({ ...table, seed: BigInt(`0x${server_seed}`) });
  let [lists, due] = [0, []];
  for (const line of lines) {
    const [kind, seat, ...rest] = line.split(" ");
    const notation = rest.join(" ");
    if (kind === "?") {
      const legal = position.legalActions("all").map((action) => action.notation);
      same(`? ${position.toAct} ${position.decision} ${legal.length} ${fingerprint(legal)}`, line, name);
      lists += 1;
    } else if (kind === "ranks") {
      same(position.result?.ranks, JSON.parse(seat), name);
    } else {
      if (kind === "player") due = notation === "resign" ? position.leave(Number(seat)) : position.play(notation);
      const { seat: of, by, notation: written } = due.shift() ?? {};
      same(`${by} ${of} ${written}`, line, name);
    }
  }
  assert(position.isOver && due.length === 0, `${name} is not over`);
  return lists;
}

/** Both forms of every legal action are read again, and views and copies are what they should be. */
function roundTrips({ Position, readAction }, table) {
  const position = Position.deal(table);
  for (let number = 0; !position.isOver; number += 7) {
    const legal = position.legalActions();
    for (const { action, notation } of legal) {
      same(readAction(notation, position.ruleset), { action, notation }, "an action in notation");
      same(position.action(action), { action, notation }, "an action in JSON");
      assert(position.isLegal(action) && position.isLegal(notation), `${notation} is legal`);
    }
    for (const seat of [null, position.toAct]) {
      const other = position.redealt(seat, number);
      same(other.view(seat), position.view(seat), "what is hidden is not seen");
    }
    restored(Position, position, legal, number);
    const copy = position.copy();
    const before = position.copy();
    copy.play(legal[number % legal.length]);
    assert(position.equals(before) && !position.equals(copy), "a copy is a position of its own");
    position.play(legal[number % legal.length].action);
    assert(position.equals(copy), "the same action gives the same position");
  }
}

/** A position that is made of what a seat sees looks like the original, and goes on like it as long as nothing is uncovered. */
function restored(Position, position, legal, number) {
  const { toAct } = position;
  for (const seat of [null, ...position.seatsInPlay]) {
    const seen = position.view(seat);
    const made = Position.ofView(seen, number);
    same(made.view(seat), seen, "a view of a position that was made of it");
    if (seat !== toAct) continue;
    same(made.legalActions(), legal, "legal actions of a position that was made of a view");
    for (const { notation } of legal.slice(0, 5)) {
      const [one, other] = [made.copy(), position.copy()];
      const entries = [one, other].map((it) => it.play(notation));
      if (entries.flat().some(({ reveals }) => reveals)) continue;
      same(...entries, "the same entries");
      const views = [one, other].map((it) => ({ ...it.view(seat), quiet_rounds: 0 }));
      same(...views, "the same effect");
    }
  }
}

/** Texts and values that are almost right, drawn from a seed. */
function dice(seed) {
  let state = seed >>> 0;
  const below = (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const of = (list) => list[below(list.length)];
  const words = ["take", "buy", "return", "move", "keep", "?", "wug", "1w", "255k", "0", "base-1-red-1", "a2a-1", " ", "tiles=", "discard=", ",",
    "virtual_gold=", "orient-1-virtual-gold-1", "99999999999", "é", "\0", "\ud800", "type"];
  const text = () => Array.from({ length: below(6) }, () => of(words) + of(["", " "])).join("");
  const value = (depth = 0) => {
    if (depth < 3 && below(5) < 2) {
      const inner = Array.from({ length: below(4) }, () => value(depth + 1));
      return below(2) ? inner : Object.fromEntries(inner.map((one) => [text(), one]));
    }
    return of([null, undefined, true, -1, 0, 1, 4, 255, 2 ** 53, 1.5, NaN, 2n ** 256n, text(), "splendor", "kids", "orient", "white", "take", "stack"]);
  };
  const damaged = (whole) => {
    const letters = [...whole];
    for (let count = 1 + below(5); count > 0; count--) letters[below(letters.length)] = of(["", "00", "9", '"', "}", "-", "null"]);
    return letters.join("");
  };
  return { below, of, text, value, damaged };
}

/** Whatever is given, the answer is a value or an error of this package, never a fault of the module; and nothing has changed. */
function fuzzed(engine, files, seed, rounds) {
  const { EngineFailure, LapidaryError, Position, loadExport, readAction } = engine;
  const { below, of, text, value, damaged } = dice(seed);
  const tables = [{}, { modules: ["orient", "strongholds", "trading_posts", "cities"], seats: 4 }, { ruleset: "kids", modules: ["mysteries"] }];
  const positions = tables.map((table) => Position.deal({ ...table, seed: below(2 ** 30) }));
  const exports = files.exports.map(({ text: whole }) => whole);
  const changed = () => {
    const { action } = of(of(positions).legalActions().concat({ action: { type: "pass" } }));
    return { ...action, [of([...Object.keys(action), "payment", "tokens"])]: value() };
  };
  const calls = [
    () => Position.deal({ ruleset: value(), modules: value(), options: value(), seats: value(), seed: value() }),
    () => Position.deal({ seats: of([0, 1, 2, 5, 2.5, "2"]), seed: of([-1, 1.5, 2n ** 256n, 2n ** 256n - 1n]) }),
    () => readAction(of([text(), value(), changed()]), of(["splendor", "kids", value()])),
    () => of(positions).legalActions(of(["canonical", "all", value()])),
    () => of(positions).action(of([text(), value(), changed()])),
    () => of(positions).judge(of([text(), value(), changed()])),
    () => of(positions).copy().play(of([text(), value(), changed()])),
    () => of(positions).copy().leave(of([0, 3, 4, value()]), of(["resign", "timeout", value()])),
    () => of(positions).redealt(of([null, 0, 4, value()]), of([0, 2n ** 64n - 1n, value()])),
    () => of(positions).view(of([null, 0, 4, value()])),
    () => {
      const position = of(positions.slice(0, 2));
      const view = JSON.parse(JSON.stringify(position.view(of([null, 0, 1]))));
      const holder = of([view, of(view.seats), view.supply, view.market, of(view.seats).tokens, of(view.seats).hand, of(view.seats).cards, view.to_act ?? view, view.turn ?? view]);
      holder[of([...Object.keys(holder), "0"])] = of([value(), 0, 1, 255, [], null, "base-1-red-1", { card: "base-1-red-1", blind: true }, { hidden: true, deck: "base-1" }]);
      const made = Position.ofView(view, below(9));
      for (const { notation } of made.legalActions("all").slice(0, 40)) made.copy().play(notation);
    },
    () => Position.ofView(value(), value()),
    () => loadExport(of([text(), value(), damaged(of(exports)), "[".repeat(100_000), '{"a":'.repeat(100_000)])),
  ];
  for (let round = 0; round < rounds; round++) {
    const [at, before] = [below(positions.length), positions.map((position) => position.copy())];
    try {
      of(calls)();
    } catch (error) {
      assert(error instanceof LapidaryError && !(error instanceof EngineFailure), `seed ${seed}, round ${round}: ${error?.stack}`);
    }
    assert(positions.every((position, place) => position.equals(before[place])), `seed ${seed}, round ${round}: a position has changed`);
    const { [at]: position } = positions;
    const legal = position.legalActions();
    if (legal.length > 0 && round % 5 === 0) position.play(of(legal));
    if (position.isOver) positions[at] = Position.deal({ ...tables[at], seed: below(2 ** 30) });
  }
}

/** Each kind of error, with what it says. */
function refusals(engine) {
  const { ExportError, IllegalAction, LapidaryError, NotationError, Position, ViewError, loadExport } = engine;
  const position = Position.deal({ seed: 7 });
  const thrown = (call) => {
    try {
      call();
    } catch (error) {
      return error;
    }
    throw new Error(`nothing was thrown by ${call}`);
  };
  const told = (call, kind, message, rule) => {
    const error = thrown(call);
    assert(error instanceof LapidaryError, `${error} is not an error of this package`);
    same([error.name, error.message, error.rule], [kind.name, message, rule], `${call}`);
  };
  told(() => position.play("take w"), IllegalAction, "The supply has three or more colors left, so take tokens of three colors. (B5)", "B5");
  told(() => position.play("pass"), IllegalAction, "Passing is legal only if no other action is. (B12)", "B12");
  told(() => position.play("take wx"), NotationError, '"take wx" is not an action of splendor in canonical notation');
  told(() => position.play({ type: "take" }), NotationError, "not the JSON of an action of splendor: missing field `gems`");
  told(() => loadExport("{}"), ExportError, "is not a valid export: missing field `format` at line 1, column 2");
  told(() => Position.deal({ seats: 5 }), LapidaryError, "a game has 2 to 4 seats, not 5");
  told(() => position.view(2), LapidaryError, "the game has seats 0 to 1, not 2");
  told(() => Position.deal({ module: ["orient"] }), LapidaryError, "a game has no field module: it has ruleset, modules, options, seats and seed");
  const seen = position.view(0);
  const impossible = (view, why) => told(() => Position.ofView({ ...seen, ...view }), ViewError, `no game looks like this: ${why}`);
  impossible({ supply: { ...seen.supply, gold: 4 } }, "the tokens of the supply and of the seats are not those of a game with this many seats");
  impossible({ final_round: true, turn: { seat: 1, number: 2 } }, "turn: the seat cannot have the turn with this number");
  const [first, second] = seen.seats;
  impossible({ seats: [{ ...first, prestige: 9 }, second] }, "prestige contradicts the rest of the view");
  told(() => position.redealt(0, -1), LapidaryError, "a seed is an integer from 0 to 2^64 - 1");
}

/** Runs everything; returns what was done, in words. */
export function check(engine, files, { seed, rounds }) {
  let lists = 0;
  for (const { name, text } of files.playthroughs) lists += replayed(engine, name, text);
  for (const { name, text } of files.exports) {
    const played = engine.loadExport(text);
    const { result } = JSON.parse(text);
    same(played.isAborted ? null : played.end.result, result, name);
  }
  for (const table of [{ seed: 5 }, { modules: ["orient", "strongholds", "trading_posts", "cities"], seats: 3, seed: 6 }, { ruleset: "kids", modules: ["mysteries"], seats: 4, seed: 7 }]) {
    roundTrips(engine, table);
  }
  refusals(engine);
  fuzzed(engine, files, seed, rounds);
  return `${files.playthroughs.length} games with ${lists} lists of legal actions, ${files.exports.length} exports, ${rounds} calls with seed ${seed}`;
}
