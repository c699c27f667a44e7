// Builds the page and the element into dist/. `node build.mjs --check` builds in memory, and fails if dist/ differs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { textFiles } from "./texts.mjs";

/** What a visitor loads who opens every page, in one language, compressed, without the face of titles. */
const BYTES_MAX = 139_000;
/** The face of titles. */
const FACE = "title.woff2";
const FACE_BYTES_MAX = 16_000;
/** What every page loads, compressed: with its HTML, a picture and the lists the start page is below 100 KB. */
const START_BYTES_MAX = 75_000;
/** What reads responses of a server: nothing else does, so that no body counts that its reader has not accepted. */
const READERS = ["api.ts", "drawing/worker.ts"];
/** The file of the element, which other pages use too. */
const ELEMENT = "lapidary-game.js";
const START = ["start.js", "page.js", "shared.js", "page.css", ELEMENT, "icon.svg"];
/** How much of the digest of a file stands in its address, in hexadecimal digits (src/api/front/files.rs). */
const DIGEST_DIGITS = 16;

const directory = new URL(".", import.meta.url);
const at = (path) => new URL(path, directory).pathname;
const common = {
  absWorkingDir: at("."),
  outdir: at("dist"),
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  // The licenses of the libraries in the files stand in one of their own.
  legalComments: "none",
  banner: { js: "/*! Licenses of libraries in this file: /assets/licenses.txt */" },
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["*.woff2"],
};
const builds = await Promise.all([
  esbuild.build({ ...common, entryPoints: { "lapidary-game": at("src/element/lapidary-game.tsx"), start: at("src/page/start.ts"), drawing: at("src/drawing/worker.ts"), alerts: at("src/alerts/worker.ts") } }),
  // What both parts of the page use is one file, so that a browser has each of its modules once. The file of the element has Preact.
  esbuild.build({ ...common, entryPoints: { page: at("src/page/page.tsx"), events: at("src/page/events.tsx") }, splitting: true, chunkNames: "shared", plugins: [{
    name: "one-preact",
    setup: ({ onResolve }) => onResolve({ filter: /^preact$/ }, () => ({ path: `./${ELEMENT}`, external: true })),
  }] }),
]);
for (const path of readdirSync(at("src"), { recursive: true }).filter((path) => /\.tsx?$/.test(path) && !READERS.includes(path))) {
  if (/\bfetch\(/.test(readFileSync(at(`src/${path}`), "utf8"))) throw new Error(`src/${path} calls fetch: \`ask\` of api.ts does, with a reader that must accept the body`);
}
const files = new Map(builds.flatMap(({ outputFiles }) => outputFiles).map((file) => [file.path.split("/").at(-1), Buffer.from(file.contents)]));
for (const [part, imported] of [["shared.js", [ELEMENT]], ["page.js", [ELEMENT, "shared.js"]], ["events.js", [ELEMENT, "shared.js"]]]) {
  const text = imported.reduce((text, name) => text.replaceAll(JSON.stringify(`./${name}`), JSON.stringify(addressOf(name))), files.get(part).toString());
  files.set(part, Buffer.from(text));
}
files.set("icon.svg", readFileSync(at("src/icon.svg")));
files.set("licenses.txt", Buffer.from(licenses(builds.map(({ metafile }) => metafile))));
files.set(FACE, readFileSync(at(`src/${FACE}`)));
const [, events] = Object.entries(builds[1].metafile.outputs).find(([path]) => path.endsWith("events.js"));
const texts = await textFiles(at("src"), new Set(Object.keys(events.inputs).map((path) => path.replace(/^src\//, ""))));
for (const [name, content] of texts) files.set(name, content);
files.set("page.css", Buffer.from(files.get("page.css").toString().replace(FACE, addressOf(FACE))));

const packed = (name) => gzipSync(files.get(name)).length;
// A visitor loads one language: the largest counts.
const names = texts.map(([name]) => name);
const sizeOf = (names) => names.reduce((sum, name) => sum + packed(name), 0);
const largest = names.map((name) => names.filter((other) => other.slice(0, 2) === name.slice(0, 2))).sort((a, b) => sizeOf(b) - sizeOf(a))[0];
const counted = [...files.keys()].filter((name) => name !== FACE && (largest.includes(name) || !names.includes(name)));
for (const [what, measured, max] of [["every page", START, START_BYTES_MAX], ["all pages", counted, BYTES_MAX], ["the face of titles", [FACE], FACE_BYTES_MAX]]) {
  const size = sizeOf(measured);
  console.log(`${what}: ${size} bytes compressed`);
  if (size > max) throw new Error(`what ${what} loads is limited to ${max} bytes compressed`);
}

for (const [name, content] of files) {
  const path = at(`dist/${name}`);
  if (!process.argv.includes("--check")) writeFileSync(path, content);
  else if (!readFileSync(path).equals(content)) throw new Error(`dist/${name} is not what the sources give: run \`make web\``);
}

/** The address of a file by its content, as the server has it. */
function addressOf(name) {
  return `/assets/${createHash("sha256").update(files.get(name)).digest("hex").slice(0, DIGEST_DIGITS)}/${name}`;
}

/** The names, versions and licenses of the libraries that esbuild has put into the files, and the license of the face. */
function licenses(builds) {
  const names = new Set(builds.flatMap(({ inputs }) => Object.keys(inputs)).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const text = (name, file) => readFileSync(at(`node_modules/${name}/${file}`), "utf8");
  const libraries = [...names].sort().map((name) => `${name} ${JSON.parse(text(name, "package.json")).version}\n\n${text(name, "LICENSE").trim()}\n`);
  return [...libraries, `${FACE}: Fraunces 600\n\n${readFileSync(at("src/title.txt"), "utf8").trim()}\n`].join("\n\n");
}
