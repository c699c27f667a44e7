// Builds the page and the element into dist/. `node build.mjs --check` builds in memory, and fails if dist/ differs.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { textFiles } from "./texts.mjs";

/** What a visitor loads in all, compressed. */
const BYTES_MAX = 150_000;

const directory = new URL(".", import.meta.url);
const at = (path) => new URL(path, directory).pathname;
const { outputFiles, metafile } = await esbuild.build({
  entryPoints: { "lapidary-game": at("src/element/lapidary-game.tsx"), page: at("src/page/page.tsx"), start: at("src/page/start.ts"), drawing: at("src/drawing/worker.ts"), alerts: at("src/alerts/worker.ts") },
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
});
const files = new Map(outputFiles.map((file) => [file.path.split("/").at(-1), Buffer.from(file.contents)]));
files.set("icon.svg", readFileSync(at("src/icon.svg")));
files.set("licenses.txt", Buffer.from(licenses(metafile)));
for (const [name, content] of await textFiles(at("src"))) files.set(name, content);

const size = [...files.values()].reduce((sum, content) => sum + gzipSync(content).length, 0);
console.log(`${size} bytes compressed`);
if (size > BYTES_MAX) throw new Error(`the page is limited to ${BYTES_MAX} bytes compressed`);

for (const [name, content] of files) {
  const path = at(`dist/${name}`);
  if (!process.argv.includes("--check")) writeFileSync(path, content);
  else if (!readFileSync(path).equals(content)) throw new Error(`dist/${name} is not what the sources give: run \`make web\``);
}

/** The names, versions and licenses of the libraries that esbuild has put into the files. */
function licenses({ inputs }) {
  const names = new Set(Object.keys(inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const text = (name, file) => readFileSync(at(`node_modules/${name}/${file}`), "utf8");
  return [...names].sort().map((name) => `${name} ${JSON.parse(text(name, "package.json")).version}\n\n${text(name, "LICENSE").trim()}\n`).join("\n\n");
}
