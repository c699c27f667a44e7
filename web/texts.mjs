// Checks the texts of the page, and writes those of each language into one file (src/language.ts tells how they are used).
import { readdirSync, readFileSync } from "node:fs";
import * as esbuild from "esbuild";
import typescript from "typescript";

/** The order of a row in src/texts/. */
const LANGUAGES = ["de", "fr", "es"];
/** Attributes and properties that somebody reads. */
const READ = ["alt", "aria-label", "aria-description", "label", "none", "placeholder", "title"];
/** What is called the same everywhere. */
const NAMES = ["API", "Lapidary"];
/** Names one text of each file, to know it by. */
const LOADER = "language.ts";
/** Rows that the contract's words look up; no source has to name them. */
const LOOKED_UP = "words";

/** Returns the files of the languages by their names: what every page says, and what only the sources of `later` say. Throws an error that names every text that is wrong. */
export async function textFiles(sources, later) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: `${names(sources).map((name) => `export { ${name} } from "./${name}";`).join("\n")}\nexport { keyOf } from "../text_key";`, resolveDir: `${sources}/texts` },
    bundle: true, write: false, format: "esm", charset: "utf8",
  });
  const { keyOf, ...tables } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  const files = readdirSync(sources, { recursive: true }).filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"));
  const textOf = (names) => names.filter((name) => !name.startsWith("texts")).map((name) => readFileSync(`${sources}/${name}`, "utf8")).join("\n");
  const [written, early] = [textOf(files), textOf(files.filter((name) => name !== LOADER && !later.has(name)))];
  const faults = files.filter((name) => /^page.*\.tsx$/.test(name)).flatMap((name) => bare(name, readFileSync(`${sources}/${name}`, "utf8")));
  const merged = new Map();
  const laterTexts = new Set();
  for (const [table, rows] of Object.entries(tables)) {
    for (const [text, row] of Object.entries(rows)) {
      if (merged.has(text)) faults.push(`texts/${table}.ts: there is another row for ${JSON.stringify(text)}`);
      merged.set(text, row);
      const [, one] = /^\{count\} (.+)\|/.exec(text) ?? [];
      const isIn = (sources) => table === LOOKED_UP || [text, one].some((key) => key && sources.includes(JSON.stringify(key)));
      if (!isIn(early)) laterTexts.add(text);
      if (!isIn(written)) faults.push(`texts/${table}.ts: nobody uses ${JSON.stringify(text)}`);
      row.forEach((translation, place) => {
        if (shape(translation) !== shape(text)) faults.push(`texts/${table}.ts: the placeholders or forms of ${JSON.stringify(translation)} (${LANGUAGES[place]}) are not those of ${JSON.stringify(text)}`);
      });
    }
  }
  const keys = new Map();
  for (const text of merged.keys()) {
    if (keys.has(keyOf(text))) faults.push(`${JSON.stringify(text)} and ${JSON.stringify(keys.get(keyOf(text)))} have the same key: change one of them`);
    keys.set(keyOf(text), text);
  }
  if (faults.length) throw new Error(`the texts of the page:\n${faults.join("\n")}`);
  const rows = (isLater, place) => Object.fromEntries([...merged].filter(([text]) => laterTexts.has(text) === isLater).map(([text, row]) => [keyOf(text), row[place]]));
  return LANGUAGES.flatMap((language, place) => [[`${language}.json`, false], [`${language}-later.json`, true]].map(([name, isLater]) => [name, Buffer.from(JSON.stringify(rows(isLater, place)))]));
}

const names = (sources) => readdirSync(`${sources}/texts`).map((name) => name.replace(/\.ts$/, ""));

/** The placeholders of each form. */
const shape = (text) => text.split("|").map((form) => [...new Set(form.match(/\{\w+\}/g))].sort().join()).join("|");

/** Texts in a file that are not passed to a function. */
function bare(name, content) {
  const file = typescript.createSourceFile(name, content, typescript.ScriptTarget.Latest, true, typescript.ScriptKind.TSX);
  const found = [];
  const note = (node, text) => /\p{L}{2}/u.test(text) && !NAMES.includes(text.trim()) && found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${JSON.stringify(text.trim())} is not translated`);
  const literal = (node) => {
    if (typescript.isStringLiteral(node) || typescript.isNoSubstitutionTemplateLiteral(node)) note(node, node.text);
    else if (typescript.isTemplateExpression(node)) note(node, node.head.text + node.templateSpans.map((span) => span.literal.text).join(" "));
    else if (typescript.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(literal);
    else if (typescript.isJsxExpression(node) || typescript.isParenthesizedExpression(node)) node.expression && literal(node.expression);
    else if (typescript.isBinaryExpression(node)) (/^(\+|\?\?|\|\|)$/.test(node.operatorToken.getText()) ? [node.left, node.right] : [node.right]).forEach(literal);
  };
  const visit = (node) => {
    if (typescript.isJsxText(node)) note(node, node.text);
    else if (typescript.isJsxExpression(node) && node.expression && !typescript.isJsxAttribute(node.parent)) literal(node);
    else if (typescript.isJsxAttribute(node) && READ.includes(node.name.getText()) && node.initializer) literal(node.initializer);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
