// `node play.mjs SERVER CHROMIUM ROOT`: the package lapidary-engine, installed from its archive, does what cases.mjs says in Node.js, in a
// browser and in a worker of it; the lines of its README run there and in Node.js, also packed by a bundler. On the server a game is
// played whose legal actions and refusals are those of the package. WASM_SEED=5 makes other calls, WASM_CALLS=100000 more of them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [SERVER, CHROMIUM, ROOT] = process.argv.slice(2);
const HERE = join(ROOT, "target/wasm/test");
const TOOLS = join(ROOT, "target/wasm/node/node_modules");
const BIN = new URL("../node_modules/.bin/", import.meta.url).pathname;
const OPTIONS = { seed: Number(process.env.WASM_SEED ?? Date.now() % 1_000_000), rounds: Number(process.env.WASM_CALLS ?? 3_000) };

const { files } = await import(pathToFileURL(join(ROOT, "tests/contract/wasm/files.mjs")));
const { check } = await import(pathToFileURL(join(ROOT, "tests/contract/wasm/cases.mjs")));
const { compared, playedGame } = await import(pathToFileURL(join(ROOT, "tests/contract/wasm/server.mjs")));

/** The lines of the README, with an address in the place of that of its export. */
function readme(address) {
  const [, lines] = /```ts\n(.*?)```/s.exec(readFileSync(join(ROOT, "packages/wasm/README.md"), "utf8"));
  return lines.replace("http://127.0.0.1:8080/v1/games/…/export", address);
}

/** Installs the archive as a stranger would, and compiles the README under the strictest settings without the types of a browser. */
function install(address) {
  rmSync(HERE, { recursive: true, force: true });
  mkdirSync(HERE);
  writeFileSync(join(HERE, "package.json"), '{"type": "module"}');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", join(ROOT, "target/wasm/lapidary-engine-0.1.0.tgz")], { cwd: HERE });
  writeFileSync(join(HERE, "readme.ts"), readme(address));
  const options = { target: "es2022", module: "nodenext", lib: ["es2022"], types: ["node"], typeRoots: [join(TOOLS, "@types")], strict: true,
    noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  writeFileSync(join(HERE, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["readme.ts"] }));
  execFileSync(join(TOOLS, ".bin/tsc"), ["--project", HERE], { stdio: "inherit" });
}

/** Runs a program and returns the two results that the README prints. */
const printed = (program) => execFileSync("node", [program], { cwd: HERE, encoding: "utf8" });

/** Serves an empty page, the package, and what is fetched. */
async function serve(exported) {
  const page = '<!doctype html><title>empty</title><script type="importmap">{"imports": {"lapidary-engine": "/node_modules/lapidary-engine/dist/index.js"}}</script>';
  const worker = `import { check } from "/cases.mjs"; import * as engine from "/node_modules/lapidary-engine/dist/index.js";
    onmessage = async ({ data: [files, options] }) => { await engine.init(); postMessage(check(engine, files, options)); };`;
  const texts = { "/": page, "/worker.js": worker, "/export.json": exported, "/files.json": JSON.stringify(files), "/favicon.ico": "",
    "/cases.mjs": readFileSync(join(ROOT, "tests/contract/wasm/cases.mjs")) };
  const kinds = { js: "text/javascript", mjs: "text/javascript", json: "application/json", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    const path = request.url;
    response.setHeader("content-type", kinds[path.split(".").at(-1)] ?? "text/html");
    response.end(texts[path] ?? readFileSync(join(HERE, path)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

const played = await playedGame(SERVER, { modules: ["orient", "strongholds", "trading_posts", "cities"] });
install(`${SERVER}/v1/games/${played.id}/export`);
const engine = await import(pathToFileURL(join(HERE, "node_modules/lapidary-engine/dist/index.js")));
assert.throws(() => engine.Position.deal(), engine.NotReady);
await assert.rejects(engine.init(new Uint8Array(8)), engine.NotReady);
await engine.init();
console.log(`Node.js: ${check(engine, files, OPTIONS)}`);
console.log(compared(engine, played));

const expected = printed("readme.js");
assert.match(expected, /ranks.*ranks/s);
const { server, origin } = await serve(played.exported);
const bundle = join(HERE, "bundle.mjs");
// A bundler that does not know `new URL(…, import.meta.url)` gets the file beside the bundle.
execFileSync(join(BIN, "esbuild"), ["readme.js", "--bundle", "--format=esm", "--log-level=error", `--outfile=${bundle}`], { cwd: HERE });
writeFileSync(join(HERE, "lapidary_engine.wasm"), readFileSync(join(HERE, "node_modules/lapidary-engine/dist/lapidary_engine.wasm")));
assert.equal(printed("bundle.mjs"), expected);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage();
  await page.goto(origin);
  writeFileSync(join(HERE, "readme.ts"), readme(`${origin}/export.json`));
  execFileSync(join(TOOLS, ".bin/tsc"), ["--project", HERE], { stdio: "inherit" });
  const lines = [];
  page.on("console", async (message) => lines.push(Promise.all(message.args().map((argument) => argument.jsonValue()))));
  await page.addScriptTag({ type: "module", content: `${readFileSync(join(HERE, "readme.js"))}\nglobalThis.isDone = true;` });
  await page.waitForFunction("globalThis.isDone");
  const told = (await Promise.all(lines)).flat();
  assert.deepEqual(told.map(({ ranks }) => ranks), [...expected.matchAll(/ranks: \[([^\]]*)\]/g)].map(([, ranks]) => ranks.split(",").map(Number)));
  const inPage = await page.evaluate(async (options) => {
    const [engine, { check }, files] = [await import("lapidary-engine"), await import("/cases.mjs"), await (await fetch("/files.json")).json()];
    await engine.init();
    return check(engine, files, options);
  }, OPTIONS);
  console.log(`Browser: ${inPage}`);
  const inWorker = await page.evaluate(async (options) => {
    const worker = new Worker("/worker.js", { type: "module" });
    const files = await (await fetch("/files.json")).json();
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage([{ ...files, playthroughs: files.playthroughs.slice(0, 5) }, options]);
    });
  }, OPTIONS);
  console.log(`Worker: ${inWorker}`);
} finally {
  await browser.close();
  server.close();
}
